"""Keeps a figure up to date: the choices, the cell, and the work in its thread."""

from __future__ import annotations

import logging
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from rvs.engine.errors import RvsError
from rvs.export.named import Moved
from rvs.files.cells.motions import motion_name
from rvs.model.figures.figure import NamedFigure
from rvs.model.jobs import Progress
from rvs.model.state import State
from rvs.ui.desk import Desk
from rvs.ui.figures.choices import (
    KEPT,
    Choices,
    changed,
    changed_view,
    followed,
    is_light,
    is_turned,
    last_choices,
    resolved,
)
from rvs.ui.figures.drawing_work import Known, Made, Order, Shown, TooLarge, make, rough_picture
from rvs.ui.pictures.offscreen import ContextOnDemand
from rvs.ui.work.jobs import Latest
from rvs.words import tr

# So long after the last change the figure is drawn again, or after so long at the latest.
PAUSE_MS, LATEST_MS = 180, 1500
# The same where what hides what stays as it is.
LIGHT_PAUSE_MS = 10
# How long a view that turns is awaited before a rough picture is made of it.
ROUGH_PAUSE_MS = 5
# How long the file waits for the figure to be seen, which is the sooner on the screen.
LOOK_S = 0.3


log = logging.getLogger(__name__)


class FigureMaker(QObject):
    """Draws the figure shortly after every change while it is visible.

    Attributes:
        changed: Other choices, or a change in the cell.
        progressed: Progress of the work.
        turned: A rough picture of the figure, during a rotation of its view.
        previewed: The figure, before its file is encoded.
        done: The figure.
        failed: Reason why there is no figure, and True if it could be made given time.
        failure: Reason why there is no current figure, or empty.
        too_large: It could be made given time.
    """

    changed = Signal()
    progressed = Signal(object)
    turned = Signal(object)
    previewed = Signal(object)
    done = Signal(object)
    failed = Signal(str, bool)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._session = desk, desk.session
        self._view = desk.session.state.view
        self.choices: Choices = last_choices(self._view)
        self.made: Made | None = None
        self.failure, self.too_large = "", False
        self._work = Latest(desk.closing)
        self._known = Known()
        self._shown: Shown | None = None
        self._hidden = ContextOnDemand()
        desk.closing.connect(self._hidden.release)
        self._active = False
        self._at_once = QTimer(self, singleShot=True, interval=ROUGH_PAUSE_MS)
        self._at_once.timeout.connect(self._draw_roughly)
        self._soon = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._latest = QTimer(self, singleShot=True, interval=LATEST_MS)
        for timer in (self._soon, self._latest):
            timer.timeout.connect(self.draw)
        desk.binding.follow(
            lambda s: (s.document, s.postures, s.view, s.motion, s.playhead), self._follow
        )

    @property
    def busy(self) -> bool:
        """Return whether the figure is not up to date yet."""
        return self._work.busy or self._soon.isActive()

    def begin(self) -> None:
        """Start drawing, with the content of the screen."""
        self._view = self._session.state.view
        if self.choices.look != KEPT:
            self.choices = last_choices(self._view) if self.made is None else self._refreshed()
        self._active = True
        self._change()

    def start_anew(self) -> None:
        """Adopt the content of the screen again, with the choices of the last figure."""
        self.choices = last_choices(self._view)

    def rest(self) -> None:
        """Stop drawing."""
        self._active = False
        self._stop()
        self._known = Known()
        self._hidden.release()

    def choose(self, choices: Choices) -> None:
        """Change the choices."""
        if choices != self.choices:
            light = is_light(self.choices, choices)
            turned = is_turned(self.choices, choices)
            self.choices = choices
            self._change(turned=turned, pause=LIGHT_PAUSE_MS if light else PAUSE_MS)

    def load(self, figure: NamedFigure) -> None:
        """Load a stored figure by name."""
        self.choose(replace(self.choices, figure=figure, look=KEPT, projection="screen"))

    def figure(self) -> NamedFigure:
        """Return the current figure with its camera and its picture."""
        viewport = self._desk.viewport
        picture = (max(viewport.width(), 1), max(viewport.height(), 1))
        return resolved(self.choices, self._session.state, picture)

    def figure_to_keep(self) -> NamedFigure:
        """Return the figure with the name of the loaded motion, if it shows its postures.

        Raises:
            RvsError: The motion has no name by which the cell finds it again.
        """
        figure = self.figure()
        if not figure.ghosts or figure.motion:
            return figure
        loaded = self._desk.playback.loaded
        if loaded is None:
            return replace(figure, ghosts=0)
        cell = self._desk.cell_file.present()
        programs = [program.name for program in cell.document.programs]
        path = self._desk.playback.file_of(loaded)
        name = motion_name(cell, path) if path else ""
        if not name and (loaded.name in programs or loaded.made):
            name = loaded.name
        if not name:
            raise RvsError(tr("save the trajectory {name} first: the figure shows it", loaded.name))
        return replace(figure, motion=name)

    @property
    def motion(self) -> str:
        """Name of the motion whose postures can be shown, or empty."""
        if self.choices.figure.motion:
            return self.choices.figure.motion
        loaded = self._desk.playback.loaded
        return loaded.name if loaded is not None else ""

    def order(self, patient: bool = False) -> Order:
        """Return the order for drawing."""
        return self.order_of(self.figure(), patient)

    def order_of(self, figure: NamedFigure, patient: bool = True) -> Order:
        """Return the order of a figure in the current format."""
        cell = self._desk.cell_file.present()
        state, choices = self._session.state, self.choices
        return Order(state, figure, choices.format, choices.dpi, cell, self._moved(), patient)

    def draw(self, patient: bool = False) -> None:
        """Draw now.

        Args:
            patient: For any length of time.
        """
        self._stop()
        try:
            order = self.order(patient)
        except RvsError as error:
            self._fail(error)
            return
        known, patience = self._known, LOOK_S if self._active else 0.0
        self._work.start(lambda: make(order, known, patience), self._finish, self._fail, self._tell)

    def _moved(self) -> Moved | None:
        loaded = self._desk.playback.loaded
        known = [placed.id for placed in self._session.state.document.robots]
        if loaded is None or loaded.placed.id not in known:
            return None
        return self._session.state.document.robot(loaded.placed.id), loaded.played

    def _refreshed(self) -> Choices:
        choices = self.choices
        floor = choices.figure.style != "lines"
        view = replace(
            self._view,
            floor=self._view.floor and floor,
            shadow=self._view.shadow and floor,
            background=self._view.background if choices.figure.ground == "screen" else "paper",
        )
        return changed(choices, view=view)

    def _follow(self, state: State) -> None:
        old, self._view = self._view, state.view
        if not self._active:
            return
        before, self.choices = self.choices, followed(self.choices, old, state.view)
        # While the view turns or a motion plays, the fields stay as they are.
        camera = state.view.camera
        same = changed_view(before, camera=camera) == changed_view(self.choices, camera=camera)
        told = not same or camera.parallel != old.camera.parallel
        self._change(tell=told, turned=is_turned(before, self.choices))

    def _change(self, tell: bool = True, pause: int = PAUSE_MS, turned: bool = False) -> None:
        """Cancel the running job, whose figure is outdated, and draw soon."""
        if not self._active:
            return
        self._work.cancel()
        self.look()
        self._soon.start(pause)
        if not self._latest.isActive():
            self._latest.start()
        if turned and self.made is not None and not self._at_once.isActive():
            self._at_once.start()
        if tell:
            self.changed.emit()

    def _draw_roughly(self) -> None:
        """Show an approximation of the figure; faults are reported by the figure itself."""
        try:
            self.turned.emit(rough_picture(self.order(), self._hidden))
        except RvsError as error:
            log.info("no rough picture of the figure: %s", error)

    def _stop(self) -> None:
        self._at_once.stop()
        self._soon.stop()
        self._latest.stop()
        self._work.cancel()
        self.look()

    def look(self) -> None:
        """Record that the figure is seen, or no longer required: its file need not wait."""
        if self._shown is not None:
            self._shown.seen.set()
            self._shown = None

    def _tell(self, step: Progress) -> None:
        if isinstance(step, Shown):
            self._shown = step
            self.previewed.emit(step)
        self.progressed.emit(step)

    def _finish(self, made: Made) -> None:
        self.made, self.failure, self.too_large = made, "", False
        self.done.emit(made)

    def _fail(self, error: Exception) -> None:
        known = isinstance(error, RvsError)
        self.failure = str(error) if known else tr("the figure can't be drawn: {error}", error)
        self.too_large = isinstance(error, TooLarge)
        self.failed.emit(self.failure, self.too_large)
