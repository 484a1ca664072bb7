"""The main window, assembled from other modules."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QChildEvent, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QTabBar

from rvs.files.storage.recovery import leftovers, remove_leftovers
from rvs.geometry.things import KINDS
from rvs.gl.detail import shared_detail
from rvs.model.derived import forget_all
from rvs.model.robots.imported import USUAL, Choices
from rvs.model.session import Session
from rvs.scene.annotate.active import active_marks
from rvs.ui import tab_order
from rvs.ui.actions.menus import add_menus, add_toolbar
from rvs.ui.actions.table import Actions
from rvs.ui.commands import cell as cell_commands
from rvs.ui.commands import things as thing_commands
from rvs.ui.commands import view as view_commands
from rvs.ui.commands.help import show_about_panel
from rvs.ui.defer import after_first_frame, defer
from rvs.ui.desk import Desk
from rvs.ui.gallery.gallery import Gallery
from rvs.ui.layout import Layout
from rvs.ui.messages import Message
from rvs.ui.palette.popup import Palette
from rvs.ui.panel_set import Panel, Panels
from rvs.ui.panels.table import PANELS
from rvs.ui.pictures import picture_gallery
from rvs.ui.refusal_bar import Refusals
from rvs.ui.robot_marks import RobotChooser
from rvs.ui.saving import changes, opening, unsaved
from rvs.ui.saving.autosave import Keeper
from rvs.ui.saving.bars import DoubtBar, RecoveryBar
from rvs.ui.saving.opening import add_recent_menu
from rvs.ui.saving.removed_robots import RemovedRobots
from rvs.ui.settings import Settings, store
from rvs.ui.status import CollisionSign, StatusStrip
from rvs.ui.theme import Theme
from rvs.ui.view.drops import ViewDrop
from rvs.ui.view.framing import Framing
from rvs.ui.view.link_chip import LinkChip, ThingMenu
from rvs.ui.view.overlay import Overlay
from rvs.ui.view.view_tools import ViewKit
from rvs.ui.view.viewport import Viewport
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.lists import library_list
from rvs.ui.work.resting import Resting
from rvs.ui.work.watches import BodyWatch, LetterWatch

TITLE = "RVS"


class MainWindow(QMainWindow):
    """Viewport in the middle, panels around it, a line of conventions below."""

    def __init__(self, session: Session, settings: Settings, theme: Theme) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self.session = session
        self.desk = desk = Desk(session, settings, theme, self)
        self.setCentralWidget(desk.viewports)
        self.binding, self.clock, self.messages = desk.binding, desk.clock, desk.messages
        self.viewports, self.collisions = desk.viewports, desk.collisions
        self.tool_target = desk.gizmos.tool
        self.kit = ViewKit(desk)
        # Gone before the panels when the window goes.
        self._switches = QTimer(self, singleShot=True, interval=0)
        self.panels = desk.panels = Panels(desk, PANELS, self._welcome)
        desk.removed = RemovedRobots(desk)
        desk.drafts.add(desk.removed)
        desk.layout = Layout(self, self.panels)
        self.actions_ = desk.actions = Actions(desk)
        self.kit.measure.changed.connect(self.actions_.refresh)
        self.kit.lengths.changed.connect(self.actions_.refresh)
        desk.playback.changed.connect(self.actions_.refresh)
        self.viewport.extras.append(
            lambda state: active_marks(
                state.document, state.active, state.view.background, state.view.mode
            )
        )
        self._switches.timeout.connect(self.actions_.refresh)
        add_menus(self, self.actions_, self.panels)
        self.recent = add_recent_menu(self, self.desk, self.actions_["reload"])
        self.chooser = RobotChooser(self.desk, self.actions_, *add_toolbar(self, self.actions_))
        self.drops = (
            ViewDrop(desk, library_list.MIME, partial(cell_commands.place_at, desk)),
            ViewDrop(
                desk,
                picture_gallery.MIME,
                lambda kind, at: thing_commands.add(desk, kind, at) if kind in KINDS else None,
            ),
        )
        self.keeper = Keeper(self.desk)
        self.recovery = RecoveryBar(self.desk, self.keeper, self)
        self.framing = Framing(session, desk.viewports)
        desk.echo.framed = lambda: self.framing.made
        self.overlay = Overlay(self.desk, self.actions_)
        self.chip = LinkChip(self.desk)
        self.body_watch = BodyWatch(self.desk)
        self.letter_watch = LetterWatch(self.desk)
        self.thing_menu = ThingMenu(self.desk, self.actions_)
        strip = StatusStrip(self.desk)
        self.setStatusBar(strip)
        self.collision_sign = CollisionSign(self.desk)
        self.collision_sign.clicked.connect(self.actions_["collision"].trigger)
        strip.line.add(self.collision_sign)
        self.refusals = Refusals(self.desk)
        self.doubts = DoubtBar(self.desk)
        self.gallery = Gallery(self.desk)
        self.palette_ = Palette(self.desk, self.actions_, self)
        self._connect()
        desk.layout.restore()
        self.viewports.made.connect(lambda view: view.addAction(self.actions_["play"]))
        defer(self, self._restore_views)
        self._offer_recovery()
        after_first_frame(self.viewport, self.panels.make_rest)
        after_first_frame(self.viewport, remove_leftovers)
        # These would take the processor from what is still being made.
        self.panels.call_when_whole(self.desk.collisions.start)
        detail = shared_detail()
        detail.hold()
        self.panels.call_when_whole(detail.go_on)
        desk.closing.connect(detail.go_on)
        self.panels.call_when_whole(self._rest_now_and_then)

    def _rest_now_and_then(self) -> None:
        self.resting = Resting(self)

    @property
    def viewport(self) -> Viewport:
        """The active view of the cell."""
        return self.viewports.active

    def open(self, names: list[str], choices: Choices = USUAL) -> None:
        """Show robots by name or path; errors become messages."""
        opening.open_all(self.desk, names, choices=choices)

    def childEvent(self, event: QChildEvent) -> None:
        """Name the tabs Qt makes for stacked docks."""
        # To ask every new part what it is takes long; what is seen has been polished.
        if event.polished() and isinstance(child := event.child(), QTabBar):
            child.setAccessibleName("Panels")
        super().childEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not unsaved.may_leave(self.desk):
            event.ignore()
            return
        self.desk.cell_file.leave()
        self.desk.layout.save()
        self.viewports.save_sizes(store())
        self.desk.playback.pause()
        self.desk.closing.emit()
        self.binding.end()
        self.session.silence()
        forget_all()
        super().closeEvent(event)
        # Python alone would keep it: signals hold what they call, and that holds the window.
        self.deleteLater()

    def focusNextPrevChild(self, forward: bool) -> bool:
        go_on = super().focusNextPrevChild
        return tab_order.step(self, self.viewport, lambda: go_on(forward))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.desk.layout.shown()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        # The program that let go of the files waits until this event is over.
        defer(self, lambda: self.open(paths))

    def _welcome(self, row: Panel, panel: Dock) -> None:
        """Connect a new panel and put it in its position."""
        panel.help_asked.connect(partial(show_about_panel, self.desk))
        self.desk.layout.place(row, panel)
        panel.called.connect(partial(self.desk.layout.make_room, panel))
        panel.visibilityChanged.connect(self._switches.start)

    def _name(self) -> None:
        words = changes.title(self.desk)
        self.setWindowTitle(f"{words} – {TITLE}" if words else TITLE)

    def _restore_views(self) -> None:
        """Restore the arrangement of the views, once there is room for them."""
        self.viewports.adopt()
        self.viewports.restore_sizes(store())

    def _offer_recovery(self) -> None:
        """Ask about the unsaved work of an earlier run."""
        left = leftovers()
        self.messages.add(Message("warning", problem) for problem in left.problems)
        self.recovery.offer(left.found)

    def _connect(self) -> None:
        self.binding.follow(lambda s: (s.document, s.active), lambda _state: self._name())
        self.desk.cell_file.changed.connect(self._name)
        self.desk.settings.changed.connect(lambda: view_commands.follow_theme(self.desk))
        self.desk.settings.refused.connect(
            lambda text: self.messages.add([Message("warning", text)])
        )
        self.desk.theme.changed.connect(lambda: view_commands.follow_theme(self.desk))
        self.viewport.failed.connect(lambda text: self.messages.fail(text))
