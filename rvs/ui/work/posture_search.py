"""Background search for a posture, to which the current robot then moves."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Signal, SignalInstance

from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.engine.robot import Robot
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot
from rvs.model.session import Session
from rvs.model.state import Posture, State
from rvs.study.dexterity.tasks import WITHIN_LIMITS, Task
from rvs.ui.messages import MessageLog
from rvs.ui.work.jobs import Latest
from rvs.words import tr


class PostureSearch(QObject):
    """One search at a time; a robot that has changed in the meantime keeps its posture.

    Attributes:
        changed: A search has begun or ended.
        failed: A search failed, with the reason.
        task: Relevant motions of the tool; by default, the robot's usual ones.
        limits: Keep to the joint limits.
    """

    changed = Signal()
    failed = Signal(str)

    def __init__(self, session: Session, messages: MessageLog, closing: SignalInstance) -> None:
        super().__init__()
        self._session, self._messages = session, messages
        self._work = Latest(closing)
        self._told: tuple[str, Posture, str] | None = None
        self.task: Task | None = None
        self.limits = WITHIN_LIMITS

    @property
    def running(self) -> bool:
        """Return whether a search is running."""
        return self._work.busy

    def go(
        self,
        label: str,
        find: Callable[[Robot], Array],
        words: Callable[[Robot], str] | None = None,
    ) -> None:
        """Find a posture of the current robot and go there, as one step.

        Args:
            label: Name of the step.
            find: Returns the posture.
            words: Describes the result, in addition to collisions, or None.
        """
        placed = current_robot(self._session.state)
        if placed is None:
            return

        def work() -> Generator[Any, None, tuple[Array, str]]:
            yield None
            return find(placed.robot), "" if words is None else words(placed.robot)

        self._work.start(work, partial(self._arrive, placed, label), partial(self._fail, label))
        self.changed.emit()

    def told(self, state: State) -> str:
        """Return the message about the found posture, while the robot has it."""
        placed = current_robot(state)
        if placed is None or self._told is None or placed.id != self._told[0]:
            return ""
        return self._told[2] if state.postures[placed.id] == self._told[1] else ""

    def _arrive(self, before: PlacedRobot, label: str, found: tuple[Array, str]) -> None:
        q, words = found
        now = current_robot(self._session.state)
        if now is not None and now.id == before.id and now.robot is before.robot:
            self._session.pose(now.id, tuple(np.asarray(q).tolist()), label)
            # here: what checks collisions is loaded by what asks for it
            from rvs.collision.words import collision_words

            state = self._session.state
            collides = collision_words(state.document, state.postures, state.view.mode)
            said = tr("This posture collides: {collides}.", collides) if collides else ""
            self._told = now.id, state.postures[now.id], " ".join(filter(None, (words, said)))
        self.changed.emit()

    def _fail(self, label: str, error: Exception) -> None:
        if not isinstance(error, RvsError):
            raise error
        self._messages.fail(f"{label}: {error}")
        self.changed.emit()
        self.failed.emit(str(error))
