"""Plays the loaded trajectory: the player of the model on the clock of the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from rvs.model.cartesian import Finding
from rvs.model.document import PlacedRobot
from rvs.model.grips import Grips
from rvs.model.keyframes import keyframes
from rvs.model.motion import JointTrajectory, Moment, Motion
from rvs.model.player import Player, Repeat
from rvs.model.rates import Violation, violations
from rvs.model.session import Session
from rvs.model.state import Posture, State
from rvs.ui.bind import Binding
from rvs.ui.clock import Clock

# Whatever moves robots by itself runs under this name, so that only one thing does.
MOTION = "motion"


@dataclass(frozen=True)
class Loaded:
    """A trajectory with what is shown of it.

    Attributes:
        name: What people call it.
        trajectory: The rows.
        placed: The robot it was loaded for.
        repeat: What its file says about its end.
        path: The file it came from, or None.
        motion: What is played where that says more than the rows, such as a path of the tool.
        findings: What is in the way of that.
        followed: The path that it follows, for whoever follows it in another way.
        marks: When the steps of a program are reached, in s.
    """

    name: str
    trajectory: JointTrajectory
    placed: PlacedRobot
    repeat: Repeat = "once"
    path: Path | None = None
    motion: Motion | None = None
    findings: tuple[Finding, ...] = ()
    followed: object = None
    marks: tuple[float, ...] = ()

    @property
    def played(self) -> Motion:
        """What the player plays."""
        return self.trajectory if self.motion is None else self.motion

    @cached_property
    def keys(self) -> tuple[float, ...]:
        """Times at which the robot rests, in s."""
        if self.marks:
            return tuple(sorted({0.0, *self.marks, self.trajectory.duration}))
        if self.motion is not None:
            return tuple(self.motion.keys.tolist())
        return tuple(keyframes(self.trajectory).tolist())

    @cached_property
    def violations(self) -> tuple[Violation, ...]:
        """Where it leaves limits."""
        return violations(self.placed.robot, self.trajectory)


class Playback(QObject):
    """What is played and where one is in it.

    ``changed`` follows another trajectory, speed, mode, direction, play and pause; ``moved``
    follows the time.
    """

    changed = Signal()
    moved = Signal()

    def __init__(self, session: Session, binding: Binding, clock: Clock) -> None:
        super().__init__()
        self._session, self._clock = session, clock
        self.loaded: Loaded | None = None
        self.player: Player | None = None
        self._speed = 1.0
        self._showing = False
        self._shown: Posture = ()
        binding.follow(lambda s: (s.document, s.postures, s.motion), self._watch)

    @property
    def time(self) -> float:
        """Where it is, in s."""
        return self.player.time if self.player else 0.0

    @property
    def duration(self) -> float:
        """How long the trajectory takes, in s."""
        return self.player.duration if self.player else 0.0

    @property
    def playing(self) -> bool:
        """Whether time goes on."""
        return self.player is not None and self.player.playing

    @property
    def grips(self) -> Grips:
        """When the robot that moves holds its payload."""
        robots = self._session.state.document.robots
        own = self.loaded.placed.id if self.loaded else ""
        return next((one.grips for one in robots if one.id == own and one.payload), ())

    def load(self, loaded: Loaded, move: bool = True) -> None:
        """Take a trajectory.

        Args:
            loaded: The trajectory.
            move: Go to its first row, which is a step that can be undone.
        """
        self.unload()
        session, start = self._session, loaded.trajectory.posture(0.0)
        with self._own_step():
            session.settle()
            if move:
                session.pose(loaded.placed.id, start, f"Go to the start of {loaded.name}")
                session.settle()
            session.load_motion(loaded.played)
        self._shown = session.state.postures[loaded.placed.id]
        self.loaded = loaded
        self.player = Player(loaded.played, loaded.repeat, self._speed)
        self.changed.emit()
        self.moved.emit()

    def renew(self, loaded: Loaded) -> None:
        """Take another version of what is played, at the same time and pace.

        The robot follows only if it stands where the motion had put it.
        """
        old = self.player
        assert old is not None
        follows = self._session.state.postures[loaded.placed.id] == self._shown
        with self._own_step():
            self._session.load_motion(loaded.played)
        self.loaded = loaded
        self.player = Player(loaded.played, old.repeat, self._speed)
        self.player.forward = old.forward
        if old.playing:
            self.player.play()
        if follows:
            self.seek(min(old.time, loaded.trajectory.duration))
        self.changed.emit()
        self.moved.emit()

    def unload(self) -> None:
        """Have nothing to play; the robot stays where it is."""
        if self.loaded is None:
            return
        self.pause()
        self.loaded = self.player = None
        with self._own_step():
            self._session.load_motion(None)
        self.changed.emit()
        self.moved.emit()

    def toggle(self) -> None:
        """Play or pause."""
        if self.playing:
            self.pause()
        else:
            self.play()

    def play(self) -> None:
        """Go on from here."""
        if self.player is None:
            return
        self._session.settle()
        self.player.play()
        self._clock.run(MOTION, self._step)
        self.changed.emit()

    def pause(self) -> None:
        """Stay here."""
        if self.player is not None and self.player.playing:
            self.player.pause()
            self._clock.stop(MOTION)
            self.changed.emit()

    def seek(self, time: float) -> None:
        """Go to a time in s; playing goes on from there."""
        self._go(lambda player: player.seek(time))

    def step(self, rows: int) -> None:
        """Stop, and go so many rows on or back."""
        self.pause()
        self._go(lambda player: player.step(rows))

    def step_key(self, direction: int) -> None:
        """Stop at the next keyframe (1) or the one before (-1)."""
        if self.loaded is None:
            return
        self.pause()
        keys = np.array(self.loaded.keys)
        ahead = keys[keys > self.time + 1e-9] if direction > 0 else keys[keys < self.time - 1e-9]
        if len(ahead):
            self.seek(float(ahead[0] if direction > 0 else ahead[-1]))

    def to_start(self) -> None:
        """Go to the first row."""
        self.seek(0.0)

    def to_end(self) -> None:
        """Go to the last row."""
        self.seek(self.duration)

    def reverse(self) -> None:
        """Go the other way from now on."""
        if self.player is not None:
            self.player.reverse()
            self.changed.emit()

    def set_speed(self, speed: float) -> None:
        """Play so many times as fast, this trajectory and later ones."""
        self._speed = speed
        if self.player is not None:
            self.player.speed = speed
            self.changed.emit()

    def set_repeat(self, repeat: Repeat) -> None:
        """Choose what happens at the end."""
        if self.player is not None:
            self.player.repeat = repeat
            self.changed.emit()

    def _go(self, move: Callable[[Player], Moment]) -> None:
        if self.player is not None:
            self._show(move(self.player))

    def _step(self, seconds: float) -> bool:
        player = self.player
        if player is None or not player.playing:
            return False
        forward = player.forward
        self._show(player.advance(seconds))
        if not player.playing or player.forward != forward:
            self.changed.emit()
        return player.playing

    def _show(self, moment: Moment) -> None:
        with self._own_step():
            self._session.play(moment.postures, self.time)
        if self.loaded is not None:
            self._shown = self._session.state.postures[self.loaded.placed.id]
        self.moved.emit()

    @contextmanager
    def _own_step(self) -> Iterator[None]:
        self._showing = True
        try:
            yield
        finally:
            self._showing = False

    def _watch(self, state: State) -> None:
        """Give way to whoever else moves the robot, and let go of one that is no longer there."""
        if self._showing or self.loaded is None:
            return
        if state.postures.get(self.loaded.placed.id) != self._shown:
            self.pause()
        if not _fits(self.loaded, state):
            # A listener must not change the session.
            QTimer.singleShot(0, self, self._let_go)

    def _let_go(self) -> None:
        """Forget a trajectory whose robot is gone, unless it has come back."""
        if self.loaded is not None and not _fits(self.loaded, self._session.state):
            self.unload()


def _fits(loaded: Loaded, state: State) -> bool:
    robots = {placed.id: placed.robot for placed in state.document.robots}
    robot = robots.get(loaded.placed.id)
    same = state.motion is loaded.played
    return same and robot is not None and robot.n == loaded.trajectory.n
