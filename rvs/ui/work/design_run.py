"""An optimum design in the background, shown in the view step by step."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from rvs.engine.errors import RvsError
from rvs.model.document import Document, PlacedRobot
from rvs.model.robots.designing import Frame, Wish, best_start, frames, problem_of, tried
from rvs.model.state import Posture, State
from rvs.ui.desk import Desk
from rvs.ui.work.jobs import Latest
from rvs.value_class import dataclass

CLOCK = "design"
STEPS_A_SECOND = 20.0


@dataclass(frozen=True, slots=True, eq=False)
class _Drawn:
    """Last scene in the view and its source: the same scene is drawn many times."""

    document: Document
    frame: Frame
    state: State


class DesignRun(QObject):
    """One design at a time, independent of the document.

    Attributes:
        changed: Steps were added, or another one is displayed.
        ended: The design has ended; with the reason for a failure, else empty.
        placed: The initial robot, or None.
        tracks: The intermediate robots, start by start.
        start: The displayed start.
        at: Its displayed step.
        playing: The steps are being played.
    """

    changed = Signal()
    ended = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._work = desk, Latest(desk.closing)
        self._drawn: _Drawn | None = None
        self.placed: PlacedRobot | None = None
        self.tracks: list[list[Frame]] = []
        self.start, self.at, self.playing = 0, 0, False
        self._kept: Frame | None = None
        self._due = 0.0
        desk.viewport.stand_ins.append(self.stand_in)

    @property
    def running(self) -> bool:
        """Return whether more steps may follow."""
        return self._work.busy

    @property
    def track(self) -> list[Frame]:
        """The steps of the displayed start."""
        return self.tracks[self.start] if self.tracks else []

    @property
    def frame(self) -> Frame | None:
        """Displayed frame, or None."""
        if self._kept is not None:
            return self._kept
        return self.track[self.at] if self.track else None

    def begin(self, placed: PlacedRobot, posture: Posture, wish: Wish) -> None:
        """Begin a design; an earlier one is discarded.

        Raises:
            ArgumentError: ``wish`` does not fit the robot.
            NoDesign: All Jacobians of such robots are singular.
        """
        self.drop()
        found = problem_of(placed.robot, posture, wish)
        convention = placed.robot.joints[0].convention

        def work() -> Generator[Any, None, None]:
            yield from frames(found, wish, convention)

        self.placed, self.playing, self._due = placed, True, 0.0
        self._work.start(work, self._finish, self._fail, self._take)
        self._desk.clock.run(CLOCK, self._tick)
        self.changed.emit()

    def drop(self) -> None:
        """Discard the design: the view shows the robot unchanged."""
        self._work.cancel()
        self.placed, self._drawn, self._kept = None, None, None
        self.tracks, self.start, self.at, self.playing = [], 0, 0, False
        self._desk.clock.stop(CLOCK)
        self._tell()

    def play(self) -> None:
        """Continue from here, or at the end from the beginning; or pause."""
        self.playing, self._kept = not self.playing, None
        if self.playing and not self.running and self.at >= len(self.track) - 1:
            self.at = 0
        self._desk.clock.run(CLOCK, self._tick)
        self._tell()

    def go(self, at: int, start: int | None = None) -> None:
        """Pause at a step, of another start if one is given."""
        self.playing, self._kept = False, None
        if start is not None:
            self.start = min(max(start, 0), max(len(self.tracks) - 1, 0))
        self.at = min(max(at, 0), max(len(self.track) - 1, 0))
        self._tell()

    def look(self, placed: PlacedRobot, frame: Frame) -> None:
        """Show a kept design."""
        self.placed, self._kept, self.playing = placed, frame, False
        self._tell()

    def stand_in(self, state: State) -> State:
        """Return the state with the robot of the displayed step."""
        frame = self.frame
        if frame is None or self.placed is None:
            return state
        drawn = self._drawn
        if drawn is None or drawn.frame is not frame or drawn.document is not state.document:
            if self.placed not in state.document.robots:
                return state
            made = tried(state, self.placed.id, frame.robot)
            drawn = self._drawn = _Drawn(state.document, frame, made)
        postures = {**state.postures, self.placed.id: drawn.state.postures[self.placed.id]}
        return replace(state, document=drawn.state.document, postures=postures, motion=None)

    def _take(self, frame: Frame) -> None:
        while len(self.tracks) <= frame.start:
            self.tracks.append([])
        self.tracks[frame.start].append(frame)

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, RvsError):
            raise error
        self._tell()
        self.ended.emit(str(error))

    def _finish(self, _result: object) -> None:
        if self.playing:
            # Nobody chose what to look at.
            self.start = best_start(self.tracks)
            self.at = min(self.at, len(self.track) - 1)
        self._tell()
        self.ended.emit("")

    def _tick(self, seconds: float) -> bool:
        if self.playing:
            self._due += seconds * STEPS_A_SECOND
            steps, last = int(self._due), len(self.track) - 1
            self._due -= steps
            self.at = max(min(self.at + steps, last), 0)
            self.playing = self.running or self.at < last
        self._tell()
        return self.running or self.playing

    def _tell(self) -> None:
        self.changed.emit()
        self._desk.viewport.redraw()
