"""Objects for commands and panels, made once by the window."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Concatenate

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMainWindow, QWidget

from rvs.engine.errors import RvsError
from rvs.model.calls import Arguments, Made, call_of
from rvs.model.document import Document
from rvs.model.numbers.orientations import ROLL_PITCH_YAW, Orientation
from rvs.model.numbers.units import Unit
from rvs.model.session import Session
from rvs.model.state import Postures
from rvs.ui import tab_order
from rvs.ui.bind import Binding
from rvs.ui.defer import defer
from rvs.ui.gizmos.gizmos import Gizmos
from rvs.ui.invalid_texts import Refused
from rvs.ui.messages import MessageLog, reason_of
from rvs.ui.saving.cell_file import CellFile
from rvs.ui.saving.drafts import Drafts
from rvs.ui.settings import Settings
from rvs.ui.shown_units import shown_units
from rvs.ui.theme import Theme
from rvs.ui.view.viewport import Viewport
from rvs.ui.view.viewports import Viewports
from rvs.ui.widgets.dock import Dock
from rvs.ui.work.clock import Clock
from rvs.ui.work.collision_watch import CollisionWatch
from rvs.ui.work.echo import Echo
from rvs.ui.work.playback import Playback
from rvs.ui.work.plotted import Plotted, ToolPush
from rvs.ui.work.searches import PostureSearch, WorkspaceSearch
from rvs.ui.work.study_answers import Studies

if TYPE_CHECKING:
    from rvs.ui.actions.table import Actions
    from rvs.ui.layout import Layout
    from rvs.ui.panel_set import Panels
    from rvs.ui.saving.removed_robots import RemovedRobots


# How long words stand, and so much longer for each letter.
SAID_MS, LETTER_MS = 6000, 50


class Desk(QObject):
    """The session with all its displays; it is freed with the window.

    Attributes:
        library_changed: Something was saved to the library.
        postures_added: Names of postures loaded from a file.
        refused_words: Reason why something has not been done, and its panel or "".
        closing: The window closes: background work ends.
        session: The state.
        binding: Notifies panels of changes.
        settings: The preferences.
        theme: The colours.
        messages: Errors and warnings.
        clock: Parts that move automatically.
        viewports: The views of the cell.
        window: Parent of dialogs.
        cell_file: File of the cell.
        drafts: Unsaved work in panels.
        refused: Rejected input.
        playback: The loaded motions, and the current time in them.
        echo: The actions so far, as lines of Python.
        push: The assumed push on the tool.
        plotted: The plotted quantities.
        gizmos: Draggable handles in the view.
        posture_search: The search for a posture.
        collisions: Collisions now and along the motion.
        studied: Results of studies.
        workspace: The search for the workspace of the current robot.
        actions: The actions of the window, added by the window.
        layout: Positions of the panels, added by the window.
        removed: Robots that were removed unsaved, added by the window.
        panels: The panels by name, added by the window.
    """

    library_changed = Signal()
    postures_added = Signal(object)
    refused_words = Signal(str, str)
    closing = Signal()

    actions: Actions
    layout: Layout
    removed: RemovedRobots
    panels: Panels

    def __init__(
        self, session: Session, settings: Settings, theme: Theme, window: QMainWindow
    ) -> None:
        super().__init__(window)
        self.session, self.settings, self.theme, self.window = session, settings, theme, window
        session.keep_to_thread()
        self.binding = Binding(session)
        self.messages, self.clock = MessageLog(), Clock()
        self.viewports = Viewports(session, self.binding, settings, self.clock, theme, window)
        self.cell_file, self.drafts = CellFile(session, self.messages), Drafts()
        self.refused = Refused(session, window)
        self.playback = Playback(session, self.binding, self.clock)
        self.echo = Echo(session, self.cell_file, self.playback)
        self.push = ToolPush()
        self.plotted = Plotted(settings, self.playback, self.push)
        self.gizmos = Gizmos(session, self.binding, settings, self.viewports)
        self.posture_search = PostureSearch(session, self.messages, self.closing)
        self.collisions = CollisionWatch(self)
        self.workspace = WorkspaceSearch(session, self.binding, self.closing)
        self.studied = Studies()
        # What panels listen to goes with the window; the listeners would keep it in memory.
        kept = (settings, theme, self.messages, self.refused, self.clock, self.cell_file)
        for one in (
            *kept, self.playback, self.echo, self.push, self.plotted, self.posture_search,
            self.collisions, self.workspace, self.studied,
        ):  # fmt: skip
            one.setParent(self)

    @property
    def viewport(self) -> Viewport:
        """The active view of the cell."""
        return self.viewports.active

    @property
    def units(self) -> tuple[Unit, Unit]:
        """Units of lengths and angles: the user's, or those of the current robot's file."""
        return shown_units(self.session.state, self.settings.preferences)

    @property
    def turns(self) -> Orientation:
        """Order of rotations that the user means by roll, pitch and yaw."""
        return ROLL_PITCH_YAW[self.settings.preferences.roll_axis]

    def say(self, text: str) -> None:
        """Show a text at the lower edge of the window for a short time."""
        self.window.statusBar().showMessage(text, SAID_MS + LETTER_MS * len(text))

    def refuse(self, text: str, panel: str = "") -> None:
        """Report the reason why a request can't be fulfilled, in the window and near the request.

        Args:
            text: The reason.
            panel: Name of the panel of the request; otherwise the text is above the views.
        """
        self.say(text)
        self.refused_words.emit(text, panel)

    def do(
        self,
        edit: Callable[Concatenate[Document, Arguments], Made],
        *values: Arguments.args,
        **named: Arguments.kwargs,
    ) -> bool:
        """Apply an edit as one step, or refuse it; return whether it was applied."""
        reason = self.attempt(call_of(edit, *values, **named))
        if reason:
            self.refuse(reason)
        return not reason

    def attempt(
        self,
        change: Callable[[Document], Document],
        label: str = "",
        merge: object = None,
        postures: Postures | None = None,
    ) -> str:
        """Change the document as one step, as ``Session.edit``; return the reason for a failure."""
        try:
            self.session.edit(label, change, merge, postures)
        except RvsError as error:
            return reason_of(error)
        return ""

    def dock(self, name: str) -> Dock | None:
        """Return the panel with a name, or None."""
        return self.panels.get(name)

    def call(self, name: str, purpose: str = "") -> bool:
        """Bring a panel to the front for a purpose; return whether a panel has this name."""
        dock = self.dock(name)
        if dock is not None:
            dock.call(purpose)
        return dock is not None

    def enter(self, name: str, control: QWidget | None = None) -> None:
        """Bring a panel to the front and give it, or one of its controls, the keyboard focus."""
        dock = self.dock(name)
        if dock is not None:
            if control is None:
                dock.call()
            else:
                # The page of it that shows the control stays.
                Dock.call(dock)
            defer(dock, partial(tab_order.enter, dock, control))
