"""Whether a robot can follow a path that is being written, found out beside the window."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from PySide6.QtCore import QObject, Signal, SignalInstance

from rvs.model.document import PlacedRobot
from rvs.model.motions.cartesian import BRISK, ToolPlan, follow
from rvs.model.paths import ToolMotion
from rvs.model.state import Posture
from rvs.ui.work.jobs import Latest
from rvs.value_class import dataclass


@dataclass(frozen=True, eq=False)
class Question:
    """What is asked: can this robot follow this way from here."""

    way: ToolMotion
    placed: PlacedRobot
    start: Posture
    limits: bool

    def same(self, other: Question | None) -> bool:
        """Tell whether another question has the same answer."""
        return other is not None and (
            self.way is other.way
            and self.placed.robot is other.placed.robot
            and self.limits == other.limits
        )


class PathCheck(QObject):
    """``answered`` follows an answer.

    Attributes:
        plan: How the robot follows the path asked about, or None while that is not known.
        asked: What was asked last, or None.
    """

    answered = Signal()

    def __init__(self, closing: SignalInstance) -> None:
        super().__init__()
        self._work = Latest(closing)
        self.plan: ToolPlan | None = None
        self.asked: Question | None = None

    @property
    def reached(self) -> float | None:
        """Until when the robot follows the path, in s; None while that is not known."""
        if self.plan is None or self.asked is None:
            return None
        stops = [found.start for found in self.plan.findings if found.stops]
        return min(stops, default=self.asked.way.duration)

    def ask(self, question: Question | None) -> None:
        """Ask anew; the same question keeps its answer."""
        if question is not None and question.same(self.asked):
            return
        self._work.cancel()
        self.asked, self.plan = question, None
        if question is None:
            return
        asked = question

        def work() -> Generator[Any, None, ToolPlan]:
            yield None
            placed = asked.placed
            return follow(
                placed.robot,
                placed.id,
                asked.way,
                asked.start,
                limits=asked.limits,
                defaults=BRISK,
            )

        self._work.start(work, self._take)

    def _take(self, plan: ToolPlan) -> None:
        self.plan = plan
        self.answered.emit()
