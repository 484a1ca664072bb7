"""A posture is looked for beside the window, and the current robot goes there."""

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
from rvs.study.dexterity.tasks import Task
from rvs.ui.messages import MessageLog
from rvs.ui.work.jobs import Latest


class PostureSearch(QObject):
    """One search at a time; a robot that has changed meanwhile stays where it is.

    Attributes:
        changed: A search has begun or is over.
        failed: It found nothing, and why.
        task: Which motions of the tool count; where nobody chose, the robot's usual ones.
        limits: Keep to the joint limits.
    """

    changed = Signal()
    failed = Signal(str)

    def __init__(self, session: Session, messages: MessageLog, closing: SignalInstance) -> None:
        super().__init__()
        self._session, self._messages = session, messages
        self._work = Latest(closing)
        self.task: Task | None = None
        self.limits = True

    @property
    def running(self) -> bool:
        """Whether something is looked for."""
        return self._work.busy

    def go(self, label: str, find: Callable[[Robot], Array]) -> None:
        """Find a posture of the current robot and go there, as one step."""
        placed = current_robot(self._session.state)
        if placed is None:
            return

        def work() -> Generator[Any, None, Array]:
            yield None
            return find(placed.robot)

        self._work.start(work, partial(self._arrive, placed, label), partial(self._fail, label))
        self.changed.emit()

    def _arrive(self, before: PlacedRobot, label: str, q: Array) -> None:
        now = current_robot(self._session.state)
        if now is not None and now.id == before.id and now.robot is before.robot:
            self._session.pose(now.id, tuple(np.asarray(q).tolist()), label)
        self.changed.emit()

    def _fail(self, label: str, error: Exception) -> None:
        if not isinstance(error, RvsError):
            raise error
        self._messages.fail(f"{label}: {error}")
        self.changed.emit()
        self.failed.emit(str(error))
