"""The body editor: links and their parts as a tree, the selected one as a form.

The constants of a body: numbers by name that its sizes may use.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QFormLayout,
    QFrame,
    QPushButton,
    QScrollArea,
    QSplitter,
    QWidget,
)

from rvs.bodies.editing import ROBOT, Subject, places, subjects
from rvs.engine.errors import ArgumentError, RvsError
from rvs.geometry.shape import MESH_SHAPE, Shape
from rvs.geometry.shapes import PART_SHAPES
from rvs.model.appearance.colors import hex_color
from rvs.model.body.names import body_names, constant_fault
from rvs.model.body.part_text import Texts
from rvs.model.body.values import (
    ROBOT_COLOR,
    Body,
    BodyKind,
    Composite,
    Part,
    Place,
    Size,
    part_ref,
    ref_part,
)
from rvs.model.document import PlacedRobot, called
from rvs.model.mesh_file import MeshFile
from rvs.model.numbers.expressions import evaluate, names_in
from rvs.model.robots.body_parameters import parameter_values
from rvs.model.state import State
from rvs.ui import file_dialogs
from rvs.ui.commands import bodies as body_commands
from rvs.ui.commands import own_bodies
from rvs.ui.commands.body_work import BodyWork
from rvs.ui.commands.own_bodies import OwnBodiesDraft
from rvs.ui.desk import Desk
from rvs.ui.pictures.picture_gallery import ShapeGallery
from rvs.ui.robot_marks import color_of
from rvs.ui.saving import mesh_import
from rvs.ui.saving.mesh_import import MeshDialog
from rvs.ui.theme import Theme
from rvs.ui.widgets.ask_dialog import NameDialog
from rvs.ui.widgets.chip import chip
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.fields.text_field import TextField, with_reason
from rvs.ui.widgets.labels import Notice, named_label
from rvs.ui.widgets.layouts import STRETCH, FlowLayout, Pages, hbox, holding, vbox
from rvs.ui.widgets.lists.body_tree import BodyTree, Spot
from rvs.ui.widgets.part_form import PartForm, Shown
from rvs.words import tr

BEGIN = "This robot has no full model yet."
FOLLOW = "Let sizes follow the table where the model is unchanged"
NEW: dict[BodyKind, str] = {"tool": "New end-effector…", "payload": "New payload model…"}
# Suggested names.
OWN: dict[BodyKind, str] = {"tool": "My end-effector", "payload": "My payload model"}

Constants = tuple[tuple[str, Size], ...]
HINT = (
    "Constants are named numbers. Sizes, moves and later constants can use them, "
    "and a constant can use the table."
)
SIZES = "The sizes of the library part come first, with their default values."


class BodyEditor(Dock):
    """Edits the full model, the end-effector, a payload model or a library part of a robot."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("body_editor", "Full model", desk.theme, desk.window)
        self._desk, self._session = desk, desk.session
        self.work = BodyWork(desk)
        self._shown: tuple[object, ...] = ()
        self._formed: tuple[object, ...] = ()
        self.target = desk.gizmos.part
        self.target.change = self.work.drag
        self.subject = Combo("Model to edit")
        self.tree = BodyTree(self._go)
        self.form = PartForm(
            desk.theme,
            self.work.change,
            self._rename,
            partial(self.ask_mesh, self.work.change_mesh),
        )
        self.constants: ConstantForm | None = None
        self.notice = Notice()
        self.buttons: dict[str, QPushButton] = {}
        self.set_body(self._make_body())
        desk.drafts.add(OwnBodiesDraft(desk))
        self.subject.activated.connect(self._choose_subject)
        desk.settings.changed.connect(lambda: self._show(self._session.state))
        desk.binding.follow(lambda s: (s.document, s.postures, s.selection), self._show, of=self)
        self.hide()

    @property
    def part(self) -> Part | None:
        """The selected part."""
        item = self.work.item
        return item if isinstance(item, Part) else None

    def choose(self, place: Place, part_id: str) -> None:
        """Select a part, or a link with an empty id."""
        self._go(Spot(place, part_id))

    def edit(self, subject: Subject) -> None:
        """Edit another body of the robot."""
        self.work.subject = subject
        placed = self.work.placed
        self.work.spot = Spot(places(placed, subject)[0] if placed else 0)
        self._shown = ()
        self._show(self._session.state)

    # -- what the buttons do ------------------------------------------------------------------

    def ask_shape(self) -> None:
        """Open the gallery for the shape of a new part."""
        ShapeGallery(self._desk, self.add).open()

    def add(self, shape: Shape | Composite) -> None:
        """Put a new part of a shape on the selected link; ask for the file of a mesh."""
        if shape is MESH_SHAPE:
            self.ask_mesh(self.work.add_mesh)
            return
        self._do(partial(self.work.add, shape))

    def ask_mesh(self, take: Callable[[MeshFile, float], object]) -> None:
        """Ask for a mesh file and its unit."""
        path = file_dialogs.open_file(
            self._desk.window, "Choose a mesh file", "", mesh_import.file_types()
        )
        if path is not None:
            self.read_mesh(path, take)

    def read_mesh(self, path: Path, take: Callable[[MeshFile, float], object]) -> MeshDialog:
        """Read a mesh file, ask for its unit and pass it on."""

        def taken(mesh: MeshFile, scale: float, _origin: str) -> str:
            try:
                self._do(partial(take, mesh, scale))
            except RvsError as error:
                return str(error)
            return ""

        return mesh_import.take_in(self._desk, path, taken)

    def ask_new(self, kind: BodyKind) -> None:
        """Ask for the name of a new end-effector or payload model."""
        placed = self.work.placed
        if placed is None:
            return

        def begin(name: str) -> str:
            reason = own_bodies.begin(self._desk, placed, kind, name)
            if not reason:
                self.edit(Subject(kind, name.strip()))
            return reason

        self._ask_name(tr(NEW[kind]).removesuffix("…"), "Name", tr(OWN[kind]), begin)

    def ask_take_out(self) -> None:
        """Ask for the name of a library part made of the selection."""

        def take_out(name: str) -> str:
            reason = self.work.take_out(name.strip())
            if not reason:
                self.edit(Subject("part", name.strip()))
            return reason

        self._ask_name("New library part", "Name", self.work.spot.name, take_out)

    def save(self) -> None:
        """Save the edited body to its file."""
        subject, placed = self.work.subject, self.work.placed
        if subject.kind == "robot" or placed is None:
            body_commands.save_as(self._desk)
            return

        def save(name: str) -> str:
            reason = own_bodies.save(self._desk, placed, subject, name)
            if not reason:
                self.edit(Subject(subject.kind, name.strip()))
            return reason

        if subject.kind == "part":
            # Its name is what the model calls it.
            reason = save(subject.name)
            if reason:
                self._desk.messages.fail(tr("not saved: {reason}", reason))
            return
        self._ask_name(tr("Save {words}", subject.words.lower()), "Name", subject.name, save)

    def _ask_name(self, title: str, label: str, name: str, save: Callable[[str], str]) -> None:
        def taken(_name: str) -> str:
            return ""

        NameDialog(self._desk.window, self.theme, title, label, name, taken, save).open()

    def _do(self, step: Callable[[], object]) -> None:
        step()
        self._go(self.work.spot)

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
        self.work.keep_subject()
        placed, body = self.work.placed, self.work.body
        self._follow_choice(state, placed)
        self._pages.setCurrentIndex(int(body is not None))
        self.subtitle.setText(called(state.document, placed) if placed else "")
        shown = (body, placed.robot if placed else None, self.work.subject)
        if shown != self._shown:
            self._shown = shown
            self._show_subjects(placed)
            found = places(placed, self.work.subject) if placed else ()
            self.tree.fill(body, found, self.work.spot)
            reason = str(self.work.misfits[0]) if self.work.misfits else ""
            self.notice.say(reason, "warning" if reason else "", self.theme.colors.warn)
            self.notice.setVisible(bool(reason))
            behind = self.work.subject.kind == "robot" and bool(reason)
            self.buttons["follow"].setVisible(behind)
        self._show_spot(state, placed, body)

    def _rename(self, name: str) -> None:
        """Rename the selection, which stays selected."""
        spot = self.work.spot
        self.work.rename(name)
        self._go(replace(spot, name=name.strip()))

    def _follow_choice(self, state: State, placed: PlacedRobot | None) -> None:
        """Select the part that was selected in the view."""
        chosen = ref_part(state.chosen)
        if chosen is None or placed is None or state.chosen[0] != placed.id:
            return
        if self.work.subject.kind == "robot" and not self.work.spot.constants:
            spot, now = Spot(*chosen), self.work.spot
            # A part that has another name, or is gone, is still chosen until that step is over.
            if self.work.item_at(spot) and (not now.group or spot.place != now.place):
                self.work.spot = spot

    def _show_subjects(self, placed: PlacedRobot | None) -> None:
        self.subject.clear()
        for one in subjects(placed) if placed else (ROBOT,):
            self.subject.addItem(one.words, one)
        index = self.subject.findText(self.work.subject.words)
        self.subject.setCurrentIndex(max(index, 0))
        self.subject.insertSeparator(self.subject.count())
        for kind, words in NEW.items():
            self.subject.addItem(words, kind)

    def _choose_subject(self, index: int) -> None:
        wanted = self.subject.itemData(index)
        if isinstance(wanted, Subject):
            self.edit(wanted)
        elif wanted:
            self._show_subjects(self.work.placed)
            self.ask_new(wanted)

    def _go(self, spot: Spot) -> None:
        """Select an item in the tree."""
        self.work.spot = spot
        placed = self.work.placed
        plain = bool(spot.name) and not spot.group and self.work.subject.kind == "robot"
        if placed is not None and plain:
            self._session.select(part_ref(placed.id, spot.place, spot.name))
        elif placed is not None and ref_part(self._session.state.chosen) is not None:
            self._session.select((placed.id,))
        self._show(self._session.state)

    def _show_spot(self, state: State, placed: PlacedRobot | None, body: Body | None) -> None:
        spot, item, subject = self.work.spot, self.work.item, self.work.subject
        self.tree.mark(spot)
        for name in ("duplicate", "mirror", "remove", "take_out"):
            self.buttons[name].setEnabled(item is not None)
        self.buttons["duplicate"].setEnabled(self.part is not None)
        self.buttons["take_out"].setVisible(subject.kind == "robot")
        movable = self.part is not None and subject.kind == "robot"
        self.target.aim(state, placed, spot.place, spot.name if movable else "")
        self._desk.gizmos.use(self.target, movable)
        if body is None or placed is None:
            return
        unit = self._desk.units[0]
        names = placed.parameters.every
        key = (item, spot, body.constants, body.unit, unit, placed.robot, names, subject)
        if key != self._formed:
            self._formed = key
            self._fill_form(placed, body)

    def _fill_form(self, placed: PlacedRobot, body: Body) -> None:
        spot, item, subject = self.work.spot, self.work.item, self.work.subject
        self.constants = None
        if spot.constants:
            self.constants = self._constant_form(placed, body)
            self.form.put(self.constants)
            return
        if item is None:
            self.form.show_part(None)
            return
        try:
            names = body_names(body, placed.robot, spot.place)
            if subject.kind == "robot":
                names = {**parameter_values(placed.parameters, body.unit), **names}
        except RvsError:
            names = {}
        texts = Texts(body.unit, names, self._desk.units[0].name)
        link, shape = body.link(spot.place), None
        if isinstance(item, Part):
            shape = PART_SHAPES.get(item.shape) or body.composite(item.shape)
        summary = f"{shape.title or shape.name}. {shape.place}" if shape else "A group of parts."
        color = item.color or link.color or body.color
        if color == ROBOT_COLOR:
            color = color_of(self._session.state, placed.id)
        groups = tuple(group.id for group in link.groups)
        sizes = shape.parameters if shape else ()
        self.form.show_part(Shown(item, texts, sizes, groups, summary, hex_color(color)))

    def _constant_form(self, placed: PlacedRobot, body: Body) -> ConstantForm:
        subject, sizes = self.work.subject, []
        if subject.kind == "part" and placed.body is not None:
            composite = placed.body.composite(subject.name)
            sizes = [one.name for one in composite.parameters] if composite else []
        add_size = self.work.add_size if subject.kind == "part" else None
        change = self.work.set_constants
        return ConstantForm(self.theme, body.constants, sizes, body.unit, change, add_size)

    # -- parts of the panel -------------------------------------------------------------------

    def _make_body(self) -> QWidget:
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.form.setObjectName("ScrollBody")
        area.setWidget(self.form)
        area.setMinimumHeight(240)
        split = QSplitter(Qt.Orientation.Vertical)
        split.addWidget(self.tree)
        split.addWidget(area)
        split.setSizes([300, 320])
        split.setChildrenCollapsible(False)
        self._pages = Pages()
        self._pages.addWidget(self._make_empty())
        self._pages.addWidget(split)
        top = hbox(
            (self.subject, 1),
            self._button("save", "Save…", "Save it to a body file", self.save),
            gap=6,
            edges=(16, 8, 16, 0),
        )
        row = FlowLayout(gap=6, between=6)
        row.setContentsMargins(16, 6, 16, 6)
        for name, text, tip, run in (
            ("add", "Add…", "Add a part to the selected link", self.ask_shape),
            ("duplicate", "Copy", "Duplicate the part", self._step("duplicate")),
            (
                "mirror",
                "Mirror",
                "Add a mirrored copy across y = 0 of the link",
                self._step("mirror"),
            ),
            ("group", "Group", "Put the part into a new group", self._step("group")),
            ("remove", "Remove", "Remove it", self._step("remove")),
            (
                "take_out",
                "Save as library part…",
                "Save the part or group as a library part",
                self.ask_take_out,
            ),
            ("follow", "Follow the table", FOLLOW, partial(body_commands.follow, self._desk)),
        ):
            row.addWidget(self._button(name, text, tip, run))
        return holding(vbox(top, row, self.notice, (self._pages, 1), gap=0))

    def _make_empty(self) -> QWidget:
        words = named_label("Secondary", BEGIN)
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        begin, ask = (partial(run, self._desk) for run in (body_commands.begin, body_commands.ask))
        start = self._button("begin", "Start from the body", "Use the automatic body", begin)
        load = self._button("load", "Load…", "Load a body file", ask)
        row = hbox(STRETCH, start, load, STRETCH, gap=-1)
        return holding(vbox(STRETCH, words, row, STRETCH, gap=-1, edges=9))

    def _step(self, name: str) -> Callable[[], None]:
        return lambda: self._do(getattr(self.work, name))

    def _button(self, name: str, text: str, tip: str, run: Callable[[], object]) -> QPushButton:
        self.buttons[name] = chip(text, tip, run)
        return self.buttons[name]


class ConstantForm(QWidget):
    """Shows constants as rows and passes all of them to ``change`` when one changes."""

    def __init__(
        self,
        theme: Theme,
        constants: Constants,
        sizes: Sequence[str],
        unit: str,
        change: Callable[[str, Constants], object],
        add_size: Callable[[str], object] | None,
    ) -> None:
        """Make a form.

        Args:
            theme: Colours of the window.
            constants: The displayed constants.
            sizes: The constants that are sizes of a library part.
            unit: Unit of length of the body.
            change: Called with the name of a step and the new constants.
            add_size: Adds a size of a library part; None for any other body.
        """
        super().__init__()
        self._theme, self._constants, self._change = theme, constants, change
        self.fields: dict[str, TextField] = {}
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(6)
        words = named_label("Secondary", f"{HINT} {SIZES}" if sizes else HINT)
        words.setWordWrap(True)
        form.addRow(words)
        form.addRow(named_label("PartTitle", tr("Constants ({unit}, °)", unit)))
        for name, value in constants:
            text = value if isinstance(value, str) else f"{value:.10g}"
            form.addRow(tr("{name} (size)", name) if name in sizes else name, self._row(name, text))
        self.new = TextField("", "Name of a new constant", self._add)
        self.new.setPlaceholderText("name")
        form.addRow("Add", with_reason(self.new, self.new, theme.colors.limit))
        if add_size is not None:
            self.new_size = TextField("", "Name of a new size", lambda text: add_size(text.strip()))
            self.new_size.setPlaceholderText("name")
            form.addRow("Add a size", with_reason(self.new_size, self.new_size, theme.colors.limit))

    def _row(self, name: str, text: str) -> QWidget:
        holder = QWidget()
        field = self.fields[name] = TextField(text, name, partial(self._set, name))
        remove = QPushButton("Remove")
        remove.setObjectName("Chip")
        remove.setAccessibleName(tr("Remove {name}", name))
        remove.clicked.connect(lambda _=False: self._remove(name))
        hbox((field, 1), remove, gap=6, of=holder)
        return with_reason(holder, field, self._theme.colors.limit)

    def _set(self, name: str, text: str) -> None:
        plain = text.strip()
        value: Size = plain if names_in(plain) else evaluate(plain, degrees=True)
        self._change(
            tr("Set {name}", name),
            tuple((k, value if k == name else v) for k, v in self._constants),
        )

    def _add(self, text: str) -> None:
        name = text.strip()
        if not name:
            return
        fault = constant_fault(name)
        if fault or name in dict(self._constants):
            raise ArgumentError(fault or tr("there is already a constant {name!r}", name))
        self._change(tr("Add {name}", name), (*self._constants, (name, 0.0)))

    def _remove(self, name: str) -> None:
        self._change(
            tr("Remove {name}", name), tuple(one for one in self._constants if one[0] != name)
        )
