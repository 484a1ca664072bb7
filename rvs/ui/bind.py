"""The one module that connects the session with its displays."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from operator import is_
from time import perf_counter

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from rvs.model.session import Session
from rvs.model.state import State
from rvs.value_class import dataclass

Parts = Callable[[State], tuple[object, ...]]
Show = Callable[[State], None]


CALM_MS = 33


@dataclass(slots=True)
class _Follower:
    """A display and the parts of the state that it showed last."""

    parts: Parts
    show: Show
    calm: bool
    of: QWidget | None
    known: tuple[object, ...]
    shown: float = 0.0
    late: bool = False

    def may_wait(self, now: float) -> bool:
        """Return whether an update can wait: it is invisible, or was shown very recently."""
        hidden = self.of is not None and not self.of.isVisible()
        return hidden or (self.calm and now < self.shown + CALM_MS / 1e3)


class Calm:
    """Shows values of a motion: thirty times a second during playback, else at every call."""

    def __init__(self, owner: QObject, show: Callable[[], None], plays: Callable[[], bool]) -> None:
        """Store the owner, the display and the function that reports whether the motion plays."""
        self._show, self._plays = show, plays
        self._shown, self._late = -inf, False
        self._pause = QTimer(owner, singleShot=True, interval=CALM_MS)
        self._pause.timeout.connect(self.catch_up)

    def __call__(self) -> None:
        """Show it now, or soon."""
        now = perf_counter()
        self._late = self._plays() and now < self._shown + CALM_MS / 1e3
        if self._late:
            self._pause.start()
        else:
            self._shown = now
            self._show()

    def catch_up(self) -> None:
        """Show the last omitted update."""
        if self._late:
            self._late = False
            self._show()


class Binding:
    """Calls the displays of a part of the state when that part becomes another object."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._followers: list[_Follower] = []
        self._end = session.subscribe(self._tell)
        self._pause = QTimer(singleShot=True, interval=CALM_MS)
        self._pause.timeout.connect(self.catch_up)

    def follow(
        self, parts: Parts, show: Show, calm: bool = False, of: QWidget | None = None
    ) -> None:
        """Call ``show`` now, and later whenever one of the parts becomes another object.

        Args:
            parts: Selects the displayed parts of a state, such as ``lambda s: (s.document,)``.
            show: Shows it; it must not change the session.
            calm: Thirty updates a second are enough while a motion is played.
            of: The widget that contains the display; while it is hidden, updates wait until the
                motion stops.
        """
        state = self._session.state
        self._followers.append(_Follower(parts, show, calm, of, parts(state)))
        show(state)

    def catch_up(self) -> None:
        """Show the last omitted update, for example when a motion stops."""
        self._pause.stop()
        for follower in self._followers:
            if follower.late:
                follower.late = False
                follower.show(self._session.state)

    def end(self) -> None:
        """End all notifications."""
        self._end()
        self._pause.stop()
        self._followers.clear()

    def _tell(self, old: State, new: State) -> None:
        plays, now, waits = new.playhead != old.playhead, perf_counter(), False
        for follower in self._followers:
            before, after = follower.known, follower.parts(new)
            follower.known = after
            if all(map(is_, before, after)):
                continue
            follower.late = plays and follower.may_wait(now)
            if follower.late:
                waits = True
            else:
                follower.shown = now
                follower.show(new)
        if waits:
            self._pause.start()
