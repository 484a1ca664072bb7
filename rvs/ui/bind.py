"""The one place that connects the session with what shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rvs.model.session import Session
from rvs.model.state import State

Parts = Callable[[State], tuple[object, ...]]
Show = Callable[[State], None]


@dataclass(frozen=True, slots=True)
class _Follower:
    parts: Parts
    show: Show


class Binding:
    """Calls those who show a part of the state when that part becomes another value."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._followers: list[_Follower] = []
        self._end = session.subscribe(self._tell)

    def follow(self, parts: Parts, show: Show) -> None:
        """Call ``show`` now, and later whenever one of the parts *is* not what it was.

        Args:
            parts: Picks what is shown out of a state, such as ``lambda s: (s.document,)``.
            show: Shows it; it must not change the session.
        """
        self._followers.append(_Follower(parts, show))
        show(self._session.state)

    def end(self) -> None:
        """Stop telling."""
        self._end()
        self._followers.clear()

    def _tell(self, old: State, new: State) -> None:
        for follower in self._followers:
            before, after = follower.parts(old), follower.parts(new)
            if any(a is not b for a, b in zip(before, after, strict=True)):
                follower.show(new)
