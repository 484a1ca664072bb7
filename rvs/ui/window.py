"""The main window: it only puts together what other modules make."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow

from rvs.files.storage.recovery import leftovers
from rvs.files.storage.tidy import tidy
from rvs.model.current import current_robot
from rvs.model.session import Session
from rvs.model.state import State
from rvs.scene.annotate.active import active_marks
from rvs.ui import layout
from rvs.ui.actions.menus import add_menus, add_toolbar
from rvs.ui.actions.table import Actions
from rvs.ui.body_watch import BodyWatch
from rvs.ui.collision_sign import CollisionSign
from rvs.ui.commands import figures as figure_commands
from rvs.ui.commands import help as help_commands
from rvs.ui.commands import view as view_commands
from rvs.ui.desk import Desk
from rvs.ui.first_frame import after_first_frame
from rvs.ui.gallery.gallery import Gallery
from rvs.ui.messages import Message
from rvs.ui.palette.popup import Palette
from rvs.ui.panels.body_editor import BodyEditor
from rvs.ui.panels.collision import CollisionPanel
from rvs.ui.panels.dh_studio import DhStudio
from rvs.ui.panels.history import HistoryPanel
from rvs.ui.panels.joints import JointsPanel
from rvs.ui.panels.library import LibraryPanel
from rvs.ui.panels.marks import MarksPanel
from rvs.ui.panels.messages import MessagesPanel
from rvs.ui.panels.path_editor import PathEditor
from rvs.ui.panels.postures import PosturesPanel
from rvs.ui.panels.program import ProgramPanel
from rvs.ui.panels.robot_table import RobotTable
from rvs.ui.panels.robots import RobotsPanel
from rvs.ui.panels.solutions import SolutionsPanel
from rvs.ui.panels.things import ThingsPanel
from rvs.ui.panels.tool import ToolPanel
from rvs.ui.panels.tool_pose import ToolPosePanel
from rvs.ui.panels.trajectory import TrajectoryPanel
from rvs.ui.paper import commands as paper_commands
from rvs.ui.robot_chooser import RobotChooser
from rvs.ui.saving import changes, unsaved
from rvs.ui.saving import opening as open_files
from rvs.ui.saving.autosave import Keeper
from rvs.ui.saving.recent_menu import add_recent_menu
from rvs.ui.saving.recovery_bar import RecoveryBar
from rvs.ui.settings import Settings
from rvs.ui.status import StatusStrip
from rvs.ui.theme import Theme
from rvs.ui.view.context_menu import ThingMenu
from rvs.ui.view.library_drop import LibraryDrop
from rvs.ui.view.link_chip import LinkChip
from rvs.ui.view.overlay import Overlay
from rvs.ui.view.thing_drop import ThingDrop
from rvs.ui.view.view_tools import ViewKit
from rvs.ui.view.viewport import Viewport
from rvs.ui.widgets.dock import Dock

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
        self.actions_ = desk.actions = Actions(desk)
        self.kit.measure.changed.connect(self.actions_.refresh)
        desk.playback.changed.connect(self.actions_.refresh)
        self.viewport.extras.append(
            lambda state: active_marks(state.document, state.active, state.view.background)
        )
        self.library = LibraryPanel(desk)
        self.joints = JointsPanel(desk)
        self.tool_pose = ToolPosePanel(desk)
        self.solutions = SolutionsPanel(desk)
        self.messages_panel = MessagesPanel(desk)
        self.robot_table = RobotTable(desk)
        self.history = HistoryPanel(desk)
        self.dh_studio = DhStudio(desk)
        self.body_editor = BodyEditor(desk)
        self.things = ThingsPanel(desk)
        self.path_editor = PathEditor(desk)
        self.collision = CollisionPanel(desk)
        self.trajectory = TrajectoryPanel(desk)
        self.program = ProgramPanel(desk)
        self.postures = PosturesPanel(desk)
        self.tool = ToolPanel(desk)
        self.tool.offer_on(self.trajectory.timeline)
        self.robots = RobotsPanel(desk)
        self.marks = MarksPanel(desk)
        self.panels = self.findChildren(Dock)
        self.thing_drop = ThingDrop(desk)
        add_menus(self, self.actions_, self.panels)
        self.recent = add_recent_menu(self, self.desk, self.actions_["reload"])
        self.chooser = RobotChooser(self.desk, self.actions_, *add_toolbar(self, self.actions_))
        self.library_drop = LibraryDrop(self.desk)
        self.keeper = Keeper(self.desk)
        self.recovery = RecoveryBar(self.desk, self.keeper, self)
        self.overlay = Overlay(self.desk, self.actions_)
        self.chip = LinkChip(self.desk)
        self.body_watch = BodyWatch(self.desk)
        self.thing_menu = ThingMenu(self.desk, self.actions_)
        self.setStatusBar(StatusStrip(self.desk))
        self.collision_sign = CollisionSign(self.desk)
        self.collision_sign.clicked.connect(self.actions_["collision"].trigger)
        self.statusBar().addPermanentWidget(self.collision_sign)
        self.gallery = Gallery(self.desk)
        self.palette_ = Palette(self.desk, self.actions_, self)
        self._connect()
        layout.restore(self)
        self.viewports.made.connect(lambda view: view.addAction(self.actions_["play"]))
        QTimer.singleShot(0, self, self._restore_views)
        self._offer_recovery()
        after_first_frame(self.viewport, tidy)
        after_first_frame(self.viewport, self.desk.collisions.start)

    @property
    def viewport(self) -> Viewport:
        """The active view of the cell."""
        return self.viewports.active

    def open(self, names: list[str]) -> None:
        """Show robots by name or path; what is wrong with them becomes messages."""
        open_files.open_all(self.desk, names)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not unsaved.may_leave(self.desk):
            event.ignore()
            return
        layout.save(self)
        self.viewports.save_sizes(layout.store())
        self.desk.playback.pause()
        self.postures.pictures.release()
        self.solutions.release()
        self.collisions.release()
        self.recovery.release()
        self.keeper.close()
        self.library.thumbnails.release()
        figure_commands.release(self)
        paper_commands.release(self)
        self.gallery.release()
        self.binding.end()
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        # The program that let go of the files waits until this event is over.
        QTimer.singleShot(0, self, lambda: self.open(paths))

    def _name(self, state: State) -> None:
        placed = current_robot(state)
        path = self.desk.cell_file.path
        name = path.name if path else placed.id if placed else ""
        mark = "*" if changes.unsaved(self.desk) else ""
        self.setWindowTitle(f"{mark}{name} – {TITLE}" if name else TITLE)

    def _restore_views(self) -> None:
        """Lay out the views as they were left, once there is room for them."""
        self.viewports.adopt()
        self.viewports.restore_sizes(layout.store())

    def _offer_recovery(self) -> None:
        """Ask about what an earlier program left behind."""
        left = leftovers()
        self.messages.add(Message("warning", problem) for problem in left.problems)
        self.recovery.offer(left.found)

    def _connect(self) -> None:
        self.binding.follow(lambda s: (s.document, s.active), self._name)
        self.desk.cell_file.changed.connect(lambda: self._name(self.session.state))
        self.desk.settings.changed.connect(lambda: view_commands.follow_theme(self.desk))
        self.desk.theme.changed.connect(lambda: view_commands.follow_theme(self.desk))
        for panel in self.panels:
            panel.help_asked.connect(partial(help_commands.show_about_panel, self.desk))
        self.viewport.failed.connect(lambda text: self.messages.add([Message("error", text)]))
