"""The editor of full models: links and their parts as a tree, the chosen part as a form."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QScrollArea,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from rvs.bodies.sample import sample_part
from rvs.engine.errors import RvsError
from rvs.geometry.shape import Shape
from rvs.geometry.shapes import SHAPES
from rvs.model.appearance.color_names import hex_color
from rvs.model.body.edits import add_part, change_part, duplicate_part, mirror_part, remove_part
from rvs.model.body.fit import fit
from rvs.model.body.names import body_names
from rvs.model.body.part_text import Texts
from rvs.model.body.values import (
    ROBOT_COLOR,
    Body,
    Composite,
    Move,
    Part,
    Place,
    part_ref,
    place_words,
    ref_part,
)
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot, called, change_robot
from rvs.model.state import State
from rvs.ui.commands import bodies as body_commands
from rvs.ui.desk import Desk
from rvs.ui.messages import Message
from rvs.ui.pictures.shape_gallery import ShapeGallery
from rvs.ui.widgets.chip import chip
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.flow import FlowLayout
from rvs.ui.widgets.labels import Notice, named_label
from rvs.ui.widgets.pages import Pages
from rvs.ui.widgets.part_form import PartForm

HERE = Qt.ItemDataRole.UserRole
BEGIN = "This robot has no full model yet."


class BodyEditor(Dock):
    """Adds, moves, sizes and paints parts; every change is one step and seen at once."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("body_editor", "Full model", desk.theme, desk.window)
        self._desk, self._session = desk, desk.session
        self._here: tuple[Place, str] = (0, "")
        self._shown: tuple[object, ...] = ()
        self._rows: dict[tuple[Place, str], QTreeWidgetItem] = {}
        self._filling = False
        self.target = desk.gizmos.part
        self.target.change = self._drag
        self.tree = QTreeWidget()
        self.form = PartForm(self._form_changed, self._rename)
        self._formed: tuple[object, ...] = ()
        self.notice = Notice()
        self.buttons: dict[str, QPushButton] = {}
        self.set_body(self._make_body())
        self._connect()

    @property
    def part(self) -> Part | None:
        """The chosen part."""
        body, (place, part_id) = self._body(), self._here
        if body is None or not part_id:
            return None
        return next((part for part in body.link(place).parts if part.id == part_id), None)

    def choose(self, place: Place, part_id: str) -> None:
        """Choose a part, or a link with an empty id."""
        self._here = (place, part_id)
        placed = current_robot(self._session.state)
        if placed is not None and part_id:
            self._session.select(part_ref(placed.id, place, part_id))
        self._show_part(self._session.state)

    # -- what the buttons do ------------------------------------------------------------------

    def begin(self) -> None:
        """Start from the automatic body."""
        body_commands.begin(self._desk)

    def ask_shape(self) -> None:
        """Let the user choose the shape of a new part."""
        ShapeGallery(self._desk, self.add).open()

    def add(self, shape: Shape | Composite) -> None:
        """Put a new part of a shape on the chosen link."""
        place, composite = self._here[0], shape if isinstance(shape, Composite) else None
        known = {part.id for part in self._link_parts(place)}
        made = sample_part(shape)
        if self._edit(f"Add {shape.name}", lambda body: add_part(body, place, made, composite)):
            new = [part.id for part in self._link_parts(place) if part.id not in known]
            self.choose(place, new[-1] if new else "")

    def duplicate(self) -> None:
        """Put a copy of the chosen part behind it."""
        place, part_id = self._here
        body = self._body()
        if body is not None and part_id:
            changed, copy = duplicate_part(body, place, part_id)
            if self._edit(f"Duplicate {part_id}", lambda _: changed):
                self.choose(place, copy)

    def mirror(self) -> None:
        """Add a copy of the chosen part across y = 0 of its link, or take it away."""
        place, part_id = self._here
        if part_id:
            self._edit(f"Mirror {part_id}", lambda body: mirror_part(body, place, part_id, "y"))

    def remove(self) -> None:
        """Take the chosen part away."""
        place, part_id = self._here
        if part_id:
            self._here = (place, "")
            self._edit(f"Remove {part_id}", lambda body: remove_part(body, place, part_id))

    def save(self) -> None:
        """Save the model to its file."""
        body_commands.save_as(self._desk)

    # -- showing ------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._desk.viewport.pointer.picks_parts = True
        body_commands.show_as(self._desk, "full")
        self._shown = ()
        self._show(self._session.state)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._desk.viewport.pointer.picks_parts = False
        self._desk.gizmos.use(self.target, False)

    def _show(self, state: State) -> None:
        if not self.isVisible():
            return
        placed, body = current_robot(state), self._body()
        chosen = ref_part(state.chosen)
        if chosen is not None and placed is not None and state.chosen[0] == placed.id:
            self._here = chosen
        self._pages.setCurrentIndex(int(body is not None))
        self.subtitle.setText(called(state.document, placed) if placed else "")
        shown = (body, placed.robot if placed else None)
        if shown != self._shown:
            self._shown = shown
            self._fill(body, placed)
        self._show_part(state)

    def _fill(self, body: Body | None, placed: PlacedRobot | None) -> None:
        self._filling = True
        self.tree.clear()
        self._rows = {}
        places: list[Place] = [*range(placed.robot.n + 1)] if placed else []
        for place in places if body is not None else ():
            words = place_words(place).capitalize()
            branch = QTreeWidgetItem([words, ""])
            branch.setData(0, HERE, (place, ""))
            self._rows[(place, "")] = branch
            for part in body.link(place).parts if body else ():
                leaf = QTreeWidgetItem([part.id, part.shape])
                leaf.setData(0, HERE, (place, part.id))
                self._rows[(place, part.id)] = leaf
                branch.addChild(leaf)
            self.tree.addTopLevelItem(branch)
            branch.setExpanded(True)
        self._filling = False
        reason = fit(body, placed.robot).reason if body and placed else ""
        if reason:
            self.notice.say(reason, "warning", self.theme.colors.warn)
        else:
            self.notice.say("")

    def _show_part(self, state: State) -> None:
        placed, part = current_robot(state), self.part
        for name in ("duplicate", "mirror", "remove"):
            self.buttons[name].setEnabled(part is not None)
        self._mark_row()
        place, part_id = self._here
        self.target.aim(state, placed, place, part_id if part else "")
        self._desk.gizmos.use(self.target, part is not None)
        body = self._body()
        if body is None or placed is None:
            return
        texts = Texts(body.unit, body_names(body, placed.robot, place))
        key = (part, place, body.unit, placed.robot)
        if key != self._formed:
            self._formed = key
            shape = None
            if part is not None:
                shape = SHAPES.get(part.shape) or body.composite(part.shape)
            summary = f"{shape.title or shape.name}. {shape.place}" if shape else ""
            self.form.show_part(part, shape.parameters if shape else (), texts, summary)

    def _mark_row(self) -> None:
        """Choose the row of what is chosen, without asking for it again."""
        self._filling = True
        if self._here in self._rows:
            self.tree.setCurrentItem(self._rows[self._here])
        self._filling = False

    def _chosen(self) -> None:
        item = self.tree.currentItem()
        if not self._filling and item is not None:
            self.choose(*item.data(0, HERE))

    # -- edits --------------------------------------------------------------------------------

    def _body(self) -> Body | None:
        placed = current_robot(self._session.state)
        return placed.body if placed else None

    def _link_parts(self, place: Place) -> tuple[Part, ...]:
        body = self._body()
        return body.link(place).parts if body else ()

    def _edit(self, label: str, change: Callable[[Body], Body], merge: object = None) -> bool:
        """Change the model as one step; what can't be becomes a message."""
        placed = current_robot(self._session.state)
        if placed is None or placed.body is None:
            return False
        try:
            changed = change(placed.body)
        except RvsError as error:
            self._desk.messages.add([Message("error", str(error))])
            return False
        if merge is None:
            self._session.settle()
        self._session.edit(label, lambda d: change_robot(d, placed.id, body=changed), merge)
        if merge is None:
            self._session.settle()
        return True

    def _form_changed(self, label: str, part: Part) -> None:
        place, part_id = self._here
        if part.color and part.color != ROBOT_COLOR:
            hex_color(part.color)
        self._try(place, part)
        self._edit(label, lambda body: change_part(body, place, part_id, **_fields(part)))

    def _try(self, place: Place, part: Part) -> None:
        """Raise where a changed part would not fit the robot."""
        placed, body = current_robot(self._session.state), self._body()
        if placed is None or body is None:
            return
        before = {str(one) for one in fit(body, placed.robot).misfits}
        changed = change_part(body, place, self._here[1], **_fields(part))
        for one in fit(changed, placed.robot).misfits:
            if str(one) not in before and (one.place, one.part) == (place, self._here[1]):
                raise RvsError(one.message)

    def _rename(self, name: str) -> None:
        place, part_id = self._here
        body = self._body()
        if body is None:
            return
        changed = change_part(body, place, part_id, id=name.strip())
        self._here = (place, name.strip())
        self._edit(f"Rename {part_id}", lambda _: changed)
        self.choose(*self._here)

    def _drag(self, moves: tuple[Move, ...], merge: object) -> None:
        place, part_id = self._here
        change = partial(change_part, place=place, part_id=part_id, moves=moves)
        self._edit(f"Move {part_id}", lambda body: change(body), merge or ("part", part_id))

    # -- parts of the panel -------------------------------------------------------------------

    def _make_body(self) -> QWidget:
        self.tree.setHeaderHidden(True)
        self.tree.setColumnCount(2)
        self.tree.setAccessibleName("Links and their parts")
        self.tree.setIndentation(14)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.form.setObjectName("ScrollBody")
        area.setWidget(self.form)
        split = QSplitter(Qt.Orientation.Vertical)
        split.addWidget(self.tree)
        split.addWidget(area)
        split.setSizes([220, 360])
        row = FlowLayout(gap=6, between=6)
        row.setContentsMargins(16, 8, 16, 4)
        for name, text, tip, run in (
            ("add", "Add…", "Add a part to the chosen link", self.ask_shape),
            ("duplicate", "Copy", "Put a copy of the part behind it", self.duplicate),
            ("mirror", "Mirror", "Add a copy across y = 0 of the link", self.mirror),
            ("remove", "Remove", "Take the part away", self.remove),
            ("save", "Save…", "Save the model to a body file", self.save),
        ):
            row.addWidget(self._button(name, text, tip, run))
        full = QWidget()
        column = QVBoxLayout(full)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.notice)
        column.addWidget(split, 1)
        self._pages = Pages()
        self._pages.addWidget(self._make_empty())
        self._pages.addWidget(full)
        return self._pages

    def _make_empty(self) -> QWidget:
        page = QWidget()
        words = named_label("Secondary", BEGIN)
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        start = self._button("begin", "Start from the body", "Take the automatic body", self.begin)
        load = self._button(
            "load", "Load…", "Load a body file", partial(body_commands.ask, self._desk)
        )
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(start)
        row.addWidget(load)
        row.addStretch(1)
        column = QVBoxLayout(page)
        column.addStretch(1)
        column.addWidget(words)
        column.addLayout(row)
        column.addStretch(1)
        return page

    def _button(self, name: str, text: str, tip: str, run: Callable[[], object]) -> QPushButton:
        self.buttons[name] = chip(text, tip, run)
        return self.buttons[name]

    def _connect(self) -> None:
        self.tree.currentItemChanged.connect(self._chosen)
        self._desk.binding.follow(lambda s: (s.document, s.postures, s.selection), self._show)


def _fields(part: Part) -> dict[str, object]:
    """What a form may change of a part."""
    names = ("sizes", "moves", "mirror", "color", "material")
    return {name: getattr(part, name) for name in names}
