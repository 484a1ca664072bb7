"""The named postures of the current robot: go to one, move to it, store the current one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QDropEvent,
    QFont,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPixmap,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from rvs.files.formats import dialog_filter
from rvs.files.robots.arch import Architecture
from rvs.files.robots.jconfig import PostureFile, library_name, posture_target, save_postures
from rvs.files.storage.recent import add_recent
from rvs.model.calls import Call, call_of
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import Glide
from rvs.model.robots.named_posture import NamedPosture, NamedPostures
from rvs.model.robots.posture_edits import (
    keep_posture,
    move_postures,
    remove_postures,
    rename_posture,
)
from rvs.model.state import Posture, State
from rvs.model.views.view import Background
from rvs.ui import file_dialogs
from rvs.ui.desk import Desk
from rvs.ui.dialogs.record_trajectory import SCALINGS, RecordingDraft
from rvs.ui.pictures.thumbnails import EDGE, PosturePictures
from rvs.ui.saving import opening
from rvs.ui.theme import BODY, SECONDARY, Theme, font
from rvs.ui.widgets.ask_dialog import NameDialog
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import hbox, vbox
from rvs.ui.widgets.lists.row_paint import paint_ground, paint_line, paint_picture
from rvs.ui.work.playback import MOTION
from rvs.words import tr

POSTURE, PRESENT = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
ROW, INSET, RADIUS = 56, 8, 8
SAME = 1e-6
Index = QModelIndex | QPersistentModelIndex


class PostureList(QListWidget):
    """Several can be selected; the robot's current posture has its name in the accent colour.

    ``dropped`` gives the dragged names, and the number of others before them.
    """

    dropped = Signal(object, int)

    def __init__(self, theme: Theme, pictures: PosturePictures) -> None:
        super().__init__()
        self.setAccessibleName("Postures")
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.placed: PlacedRobot | None = None
        self.setItemDelegate(_Delegate(self, theme, pictures))
        pictures.arrived.connect(self.viewport().update)
        theme.changed.connect(self.viewport().update)

    def fill(self, placed: PlacedRobot | None, postures: Iterable[NamedPosture]) -> None:
        """List the postures of a robot; selected names stay selected."""
        listed = tuple(postures)
        same = placed is not None and self.placed is not None and placed.id == self.placed.id
        self.placed = placed
        if listed == tuple(self._listed()):
            self.viewport().update()
            return
        chosen = [one.name for one in self.chosen()] if same else []
        self.clear()
        for posture in listed:
            item = QListWidgetItem(posture.name)
            item.setData(POSTURE, posture)
            item.setToolTip(posture.comment)
            self.addItem(item)
        self.choose(chosen)

    def mark(self, q: Posture) -> None:
        """Mark the current posture of the robot."""
        for item in self._items():
            pairs = zip(item.data(POSTURE).q, q, strict=True)
            there = all(abs(one - other) <= SAME for one, other in pairs)
            if bool(item.data(PRESENT)) != there:
                item.setData(PRESENT, there)

    def current(self) -> NamedPosture | None:
        """Return the posture with the cursor, if it is selected."""
        item = self.currentItem()
        return item.data(POSTURE) if item is not None and item.isSelected() else None

    def chosen(self) -> tuple[NamedPosture, ...]:
        """Return the selected postures in the order of the list."""
        return tuple(item.data(POSTURE) for item in self._items() if item.isSelected())

    def choose(self, names: Iterable[str]) -> None:
        """Select postures by name."""
        wanted = set(names)
        self.clearSelection()
        for item in self._items():
            if item.text() in wanted:
                self.setCurrentItem(item)
        for item in self._items():
            item.setSelected(item.text() in wanted)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # On some systems Enter alone does not activate.
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.activated.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        names = [one.name for one in self.chosen()]
        rest = [one.name for one in self._listed() if one.name not in names]
        before = [one.name for one in self._listed()][: self._row_at(event)]
        # The list is filled again with the edit; Qt would take the dragged rows out once more.
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        self.dropped.emit(names, sum(name in before for name in rest))

    def _row_at(self, event: QDropEvent) -> int:
        """Return the row before which an item was dropped."""
        at = event.position().toPoint()
        index = self.indexAt(at)
        if not index.isValid():
            return self.count()
        lower = at.y() > self.visualRect(index).center().y()
        return index.row() + lower

    def _listed(self) -> list[NamedPosture]:
        return [item.data(POSTURE) for item in self._items()]

    def _items(self) -> list[QListWidgetItem]:
        return [self.item(row) for row in range(self.count())]


class _Delegate(QStyledItemDelegate):
    def __init__(self, owner: PostureList, theme: Theme, pictures: PosturePictures) -> None:
        super().__init__(owner)
        self._owner, self._theme, self._pictures = owner, theme, pictures

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(180, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        posture, colors = index.data(POSTURE), self._theme.colors
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row = option.rect.adjusted(INSET, 1, -INSET, -1)
        paint_ground(painter, row, option.state, colors, RADIUS)
        place = QRect(row.left() + 6, row.center().y() - EDGE // 2 + 1, EDGE, EDGE)
        paint_picture(painter, place, self._picture(posture), colors, RADIUS)
        text = row.adjusted(EDGE + 18, 0, -8, 0)
        name = QRect(text.left(), text.top() + 8, text.width(), 20)
        if not posture.comment:
            name = text
        color = colors.accent_text if index.data(PRESENT) else colors.text
        face = font(BODY, QFont.Weight.Medium)
        paint_line(painter, name, posture.name, face, color, named=True)
        below = QRect(text.left(), text.top() + 28, text.width(), 18)
        paint_line(painter, below, posture.comment, font(SECONDARY), colors.text_2)
        painter.restore()

    def _picture(self, posture: NamedPosture) -> QPixmap | None:
        placed = self._owner.placed
        background: Background = "dark" if self._theme.dark else "light"
        return self._pictures.picture(placed, posture.q, background) if placed else None


SUFFIX = ".jconfig"
ALT = Qt.KeyboardModifier.AltModifier
BLEND_SECONDS = 1.0


class PosturesPanel(Dock):
    """Double click or Enter moves to a posture."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("postures", "Postures", desk.theme, desk.window)
        self._desk, self._playback, self._clock = desk, desk.playback, desk.clock
        self._placed: PlacedRobot | None = None
        self.pictures = PosturePictures(desk)
        self.list = PostureList(desk.theme, self.pictures)
        self.scaling = Combo("Time scaling of the blend")
        for name, words in SCALINGS.items():
            self.scaling.addItem(words, name)
        self.scaling.setCurrentIndex(list(SCALINGS).index("quintic"))
        self._empty = named_label(
            "Secondary", "This robot has no postures.\nPress + to store the current one."
        )
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.menu = QMenu(self)
        self._needing: list[QAction] = []
        self._keep = QAction("Store the current posture…", self)
        self._keep.triggered.connect(self.add)
        self._fill_menu()
        self.add_button("add", "Store the current posture").clicked.connect(self.add)
        self.add_button("more", "Postures", self.menu)
        self.set_body(self._make_body())
        self.list.activated.connect(self.blend)
        self.list.customContextMenuRequested.connect(self._offer)
        self.list.itemSelectionChanged.connect(self._enable)
        self.list.dropped.connect(self.move_to)
        self._recording = RecordingDraft(desk)
        desk.drafts.add(self._recording)
        desk.postures_added.connect(lambda names: self.choose(*names))
        desk.binding.follow(
            lambda s: (s.document, s.postures, s.selection), self._follow, calm=True, of=self
        )

    @property
    def postures(self) -> NamedPostures:
        """The listed postures."""
        return self._placed.named if self._placed is not None else ()

    def call(self, purpose: str = "") -> None:
        """Raise the panel; or ``store`` the current posture, or ``record`` the selected ones."""
        if purpose == "record":
            self.record()
            return
        super().call(purpose)
        self.list.setFocus()
        if purpose == "keep":
            self.add()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow(self._desk.session.state)

    def choose(self, *names: str) -> None:
        """Select postures by name."""
        self.list.choose(names)

    def go(self) -> None:
        """Go to the selected posture directly, as one step."""
        placed, chosen = self._placed, self.list.current()
        if placed is None or chosen is None:
            return
        self._playback.pause()
        self._clock.stop(MOTION)
        session = self._desk.session
        session.pose(placed.id, chosen.q, tr("Posture {name}", chosen.name))

    def blend(self) -> None:
        """Move to the selected posture within a second, as one step."""
        placed, chosen = self._placed, self.list.current()
        if placed is None or chosen is None:
            return
        if self._desk.settings.preferences.reduced_motion:
            self.go()
            return
        self._playback.pause()
        session, key = self._desk.session, object()
        session.settle()
        begun = session.state.postures[placed.id]
        glide = Glide(placed.id, begun, chosen.q, BLEND_SECONDS, str(self.scaling.currentData()))
        passed, last = 0.0, begun

        def step(seconds: float) -> bool:
            nonlocal passed, last
            if session.state.postures.get(placed.id) != last:
                # Someone else has taken the robot.
                return False
            passed += seconds
            last = glide.at(passed)[placed.id]
            session.pose(placed.id, last, tr("Blend to {name}", chosen.name), merge=key)
            if passed >= glide.duration:
                session.settle()
            return passed < glide.duration

        self._clock.run(MOTION, step)

    def add(self) -> None:
        """Ask for a name and store the current posture under it."""
        placed = self._current()
        if placed is None:
            return
        number = len(self.postures) + 1
        while self._find(name := tr("posture {number}", number)):
            number += 1
        q = self._present(placed)

        def keep(name: str) -> str:
            known = self._find(name)
            comment = known.comment if known and known.q == q else ""
            posture = NamedPosture(name, q, comment)
            return self._edit(call_of(keep_posture, placed.id, posture), choose=(name,))

        self._ask("Store posture", name, "", keep)

    def replace(self) -> None:
        """Set the selected posture to the current one, as one step."""
        placed, chosen = self._placed, self.list.current()
        if placed is not None and chosen is not None:
            posture = NamedPosture(chosen.name, self._present(placed), chosen.comment)
            self._edit(call_of(keep_posture, placed.id, posture))

    def rename(self) -> None:
        """Ask for a new name for the selected posture."""
        placed, chosen = self._placed, self.list.current()
        if placed is None or chosen is None:
            return
        old = chosen.name

        def rename(new: str) -> str:
            return self._edit(call_of(rename_posture, placed.id, old, new), choose=(new,))

        self._ask("Rename posture", old, old, rename)

    def delete(self) -> None:
        """Remove the selected postures from the list, as one step."""
        names = [one.name for one in self.list.chosen()]
        if names and self._placed is not None:
            self._edit(call_of(remove_postures, self._placed.id, names))

    def shift(self, step: int) -> None:
        """Move the selected postures down (1) or up (-1) by one position, as one step."""
        names = [one.name for one in self.list.chosen()]
        rows = [row for row, one in enumerate(self.postures) if one.name in names]
        if rows:
            self.move_to(names, max(rows[0] + step, 0))

    def move_to(self, names: Collection[str], place: int) -> None:
        """Move postures to follow this number of the others, as one step."""
        if self._placed is not None:
            self._edit(call_of(move_postures, self._placed.id, names, place))

    def save_as(self) -> None:
        """Ask for a name and save all postures of the robot in a separate file."""
        placed = self._current()
        if placed is None:
            return
        start = str(posture_target(placed) or Path.home() / f"postures{SUFFIX}")
        kinds = dialog_filter("postures")
        path = file_dialogs.save_file(self._desk.window, "Save postures", start, kinds)
        if path:
            self.save_to(path)

    def save_to(self, path: Path) -> bool:
        """Save all postures of the robot to a file; return whether it succeeded."""
        placed = self._current()
        if placed is None:
            return False
        file = PostureFile(placed.named, library_name(placed), placed.unit)
        with self._desk.messages.telling("not saved", path) as done:
            path.parent.mkdir(parents=True, exist_ok=True)
            save_postures(path, file, Architecture(placed.robot, placed.unit))
        if not done:
            return False
        add_recent(path)
        self._desk.cell_file.changed.emit()
        self._desk.say(tr("Saved {path}", path))
        return True

    def record(self) -> None:
        """Ask how to make a trajectory of the selected postures, or of all later ones."""
        placed = self._current()
        if placed is not None:
            self._recording.begin(placed, self.list.chosen())

    def _ask(self, title: str, name: str, mine: str, save: Callable[[str], str]) -> None:
        def taken(word: str) -> str:
            known = word != mine and self._find(word)
            return "You already have a posture with this name. Overwrite it?" if known else ""

        NameDialog(
            self._desk.window, self.theme, title, "Name of the posture", name, taken, save
        ).open()

    def _edit(self, change: Call, choose: Iterable[str] = ()) -> str:
        """Change the postures of the robot as one step; return the reason for a failure."""
        reason = self._desk.attempt(change)
        if choose and not reason:
            self.choose(*choose)
        return reason

    def _find(self, name: str) -> NamedPosture | None:
        return next((one for one in self.postures if one.name == name), None)

    def _present(self, placed: PlacedRobot) -> Posture:
        return self._desk.session.state.postures[placed.id]

    def _current(self) -> PlacedRobot | None:
        """Return the current robot, with its postures listed even while the panel is hidden."""
        self._list(current_robot(self._desk.session.state))
        return self._placed

    def _follow(self, state: State) -> None:
        placed = current_robot(state)
        if placed is not self._placed:
            if not self.isVisible():
                self._placed = None
                return
            self._list(placed)
        if self.isVisible() and placed is not None:
            self.list.mark(state.postures[placed.id])

    def _list(self, placed: PlacedRobot | None) -> None:
        if placed is self._placed:
            return
        self._placed = placed
        self.subtitle.setText(self._desk.session.called(placed) if placed else "")
        self.list.fill(placed, self.postures)
        self._empty.setVisible(not self.postures)
        self.list.setVisible(bool(self.postures))
        self._enable()
        if placed is not None:
            self.list.mark(self._present(placed))

    def _enable(self) -> None:
        one = self.list.current() is not None
        self._saving.setEnabled(bool(self.postures))
        for button in (self.go_button, self.blend_button):
            button.setEnabled(one)
        for action in self._needing:
            action.setEnabled(one)

    def _make_body(self) -> QWidget:
        body = QWidget()
        column = vbox(self._empty, (self.list, 1), edges=(0, 8, 0, 12), of=body)
        self.go_button = QPushButton("Go to")
        self.go_button.setToolTip("Move to the posture at once")
        self.blend_button = QPushButton("Blend to")
        self.blend_button.setToolTip("Move smoothly to the posture in one second (Enter)")
        self.record_button = QPushButton("Record…")
        self.record_button.setToolTip("Make a trajectory from the selected postures")
        self.go_button.clicked.connect(self.go)
        self.blend_button.clicked.connect(self.blend)
        self.record_button.clicked.connect(self.record)
        for widgets in ((self.blend_button, self.scaling), (self.go_button, self.record_button)):
            row = hbox(edges=(12, 0, 12, 0))
            for widget in widgets:
                row.addWidget(widget, 1)
            column.addLayout(row)
        return body

    def _fill_menu(self) -> None:
        for text, run, keys in (
            ("Go to", self.go, None),
            ("Blend to", self.blend, None),
            (None, None, None),
            ("Replace with the current posture", self.replace, None),
            ("Rename…", self.rename, Qt.Key.Key_F2),
            ("Move up", partial(self.shift, -1), ALT | Qt.Key.Key_Up),
            ("Move down", partial(self.shift, 1), ALT | Qt.Key.Key_Down),
            ("Delete", self.delete, Qt.Key.Key_Delete),
        ):
            if text is None or run is None:
                self.menu.addSeparator()
                continue
            action = self.menu.addAction(text)
            action.triggered.connect(lambda _=False, run=run: run())
            if keys is not None:
                action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            self.list.addAction(action)
            self._needing.append(action)
        self.menu.insertAction(self.menu.actions()[0], self._keep)
        self.menu.insertSeparator(self._needing[0])
        self.menu.addSeparator()
        self.menu.addAction("Open postures…", partial(opening.ask_postures, self._desk))
        self._saving = self.menu.addAction("Save postures as…", self.save_as)
        self.menu.addSeparator()
        self.menu.addAction("Record trajectory…", self.record)

    def _offer(self, at: QPoint) -> None:
        self.menu.popup(self.list.viewport().mapToGlobal(at))
