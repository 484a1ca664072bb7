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
from rvs.ui.bind import Binding
from rvs.ui.body_watch import BodyWatch
from rvs.ui.clock import Clock
from rvs.ui.collision_watch import CollisionWatch
from rvs.ui.commands import figures as figure_commands
from rvs.ui.commands import help as help_commands
from rvs.ui.commands import view as view_commands
from rvs.ui.desk import Desk
from rvs.ui.first_frame import after_first_frame
from rvs.ui.gallery.gallery import Gallery
from rvs.ui.gizmos.tool_target import ToolTarget
from rvs.ui.messages import Message, MessageLog
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
from rvs.ui.saving.cell_file import CellFile
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
from rvs.ui.view.viewports import Viewports

TITLE = "RVS"


class MainWindow(QMainWindow):
    """Viewport in the middle, panels around it, a line of conventions below."""

    def __init__(self, session: Session, settings: Settings, theme: Theme) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self.session = session
        self.binding = Binding(session)
        self.clock = Clock()
        self.viewports = Viewports(session, self.binding, settings, self.clock, theme, self)
        self.setCentralWidget(self.viewports)
        self.messages = MessageLog()
        self.desk = Desk(
            session, self.binding, settings, theme, self.messages, self.viewports, self,
            CellFile(session, self.messages),
        )  # fmt: skip
        self.kit = ViewKit(self.desk)
        self.actions_ = Actions(self.desk)
        self.kit.measure.changed.connect(self.actions_.refresh)
        self.library = LibraryPanel(self.desk, self)
        self.joints = JointsPanel(self.desk, self.actions_, self)
        self.tool_target = self._make_target()
        self.tool_pose = ToolPosePanel(self.desk, self.tool_target, self)
        self.messages_panel = MessagesPanel(self.desk, self)
        self.robot_table = RobotTable(self.desk, self)
        self.solutions = SolutionsPanel(self.desk, self.tool_target, self)
        self.dh_studio = DhStudio(self.desk, self.clock, self)
        self.panels = [
            self.library,
            self.joints,
            self.tool_pose,
            self.solutions,
            self.messages_panel,
        ]
        self.history = HistoryPanel(self.desk, self)
        self.panels += [self.robot_table, self.history]
        self.panels.append(self.dh_studio)
        self.trajectory = TrajectoryPanel(self.desk, self.actions_, self.clock, self)
        self.postures = PosturesPanel(self.desk, self.trajectory.playback, self.clock, self)
        self.tool = ToolPanel(self.desk, self.trajectory.playback, self)
        self.tool.offer_on(self.trajectory.timeline)
        self.body_editor = BodyEditor(self.desk, self.tool_target, self)
        self.panels.append(self.body_editor)
        self.things = ThingsPanel(self.desk, self.tool_target, self)
        self.panels.append(self.things)
        self.thing_drop = ThingDrop(self.desk)
        self.program = ProgramPanel(self.desk, self.trajectory.playback, self)
        self.path_editor = PathEditor(self.desk, self.tool_target, self)
        self.panels.append(self.path_editor)
        self.collisions = CollisionWatch(self.desk)
        self.collision = CollisionPanel(self.desk, self.collisions, self.trajectory.playback, self)
        self.collision.mark_on(self.trajectory, self.program)
        self.panels.append(self.collision)
        self.panels += [self.trajectory, self.program, self.postures, self.tool]
        self.robots = RobotsPanel(self.desk, self.actions_, self.tool_target, self)
        self.panels.append(self.robots)
        self.marks = MarksPanel(self.desk, self.kit.notes, self)
        self.panels.append(self.marks)
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
        self.gallery = Gallery(self.desk)
        self.palette_ = Palette(self.desk, self.actions_, self)
        self._connect()
        self._adopt()
        layout.restore(self)
        self.viewports.made.connect(lambda view: view.addAction(self.actions_["play"]))
        QTimer.singleShot(0, self, self._restore_views)
        self._offer_recovery()
        after_first_frame(self.viewport, tidy)

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
        self.trajectory.playback.pause()
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

    def _adopt(self) -> None:
        """Let what others listen to go with the window; the listeners would keep it in memory."""
        desk = self.desk
        targets = (
            self.tool_target,
            self.robots.target,
            self.things.target,
            self.body_editor.target,
        )
        told = (desk.settings, desk.theme, desk.cell_file, self.messages, self.clock)
        for one in (*told, *targets, self.collisions, self.trajectory.playback):
            one.setParent(self)

    def _make_target(self) -> ToolTarget:
        """Let the gizmo of the tool be seen and dragged in the view."""
        target = ToolTarget(self.session, self.desk.settings)
        self.viewport.extras.append(target.items)
        self.viewport.extras.append(
            lambda state: active_marks(state.document, state.active, state.view.background)
        )
        self.viewport.pointer.target = target
        target.changed.connect(self.viewport.redraw)
        self.binding.follow(
            lambda s: (s.document, s.postures, s.selection), target.follow, calm=True
        )
        return target

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
