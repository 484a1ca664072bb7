"""The one place that connects the session with what shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from PySide6.QtCore import QObject, QTimer

from rvs.model.session import Session
from rvs.model.state import State

Parts = Callable[[State], tuple[object, ...]]
Show = Callable[[State], None]


CALM_MS = 33


@dataclass(slots=True)
class _Follower:
    parts: Parts
    show: Show
    calm: bool
    shown: float = 0.0
    late: bool = False


class Calm:
    """Shows what follows a motion: thirty times a second while it plays, else at every call."""

    def __init__(self, owner: QObject, show: Callable[[], None], plays: Callable[[], bool]) -> None:
        """Take whom it ends with, what shows it, and what tells whether the motion plays."""
        self._show, self._plays = show, plays
        self._late = False
        self._pause = QTimer(owner, singleShot=True, interval=CALM_MS)
        self._pause.timeout.connect(self._catch_up)

    def __call__(self) -> None:
        """Show it now, or soon."""
        self._late = self._pause.isActive() and self._plays()
        if not self._late:
            self._pause.start()
            self._show()

    def _catch_up(self) -> None:
        if self._late:
            self()


class Binding:
    """Calls those who show a part of the state when that part becomes another value."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._followers: list[_Follower] = []
        self._end = session.subscribe(self._tell)
        self._pause = QTimer(singleShot=True, interval=CALM_MS)
        self._pause.timeout.connect(self._catch_up)

    def follow(self, parts: Parts, show: Show, calm: bool = False) -> None:
        """Call ``show`` now, and later whenever one of the parts *is* not what it was.

        Args:
            parts: Picks what is shown out of a state, such as ``lambda s: (s.document,)``.
            show: Shows it; it must not change the session.
            calm: Thirty times a second are enough while a motion is played.
        """
        self._followers.append(_Follower(parts, show, calm))
        show(self._session.state)

    def end(self) -> None:
        """Stop telling."""
        self._end()
        self._pause.stop()
        self._followers.clear()

    def _tell(self, old: State, new: State) -> None:
        plays, now = new.playhead != old.playhead, perf_counter()
        for follower in self._followers:
            before, after = follower.parts(old), follower.parts(new)
            if all(a is b for a, b in zip(before, after, strict=True)):
                continue
            follower.late = follower.calm and plays and now < follower.shown + CALM_MS / 1e3
            if follower.late:
                self._pause.start()
            else:
                follower.shown = now
                follower.show(new)

    def _catch_up(self) -> None:
        """Show what was left out last."""
        for follower in self._followers:
            if follower.late:
                follower.late = False
                follower.show(self._session.state)
