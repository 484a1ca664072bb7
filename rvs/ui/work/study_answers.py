"""Displayed answers to studies, for a report."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from rvs.value_class import dataclass

if TYPE_CHECKING:
    from rvs.export.report.values import Contents
    from rvs.scripting.layout import Expression


@dataclass(frozen=True, eq=False)
class Studied:
    """The answer to a study.

    Attributes:
        question: The question.
        robot: Id of the robot.
        motion: The expression of the loaded motion, if the question uses it.
        contents: The answer.
    """

    question: Any
    robot: str
    motion: Expression | None
    contents: Contents


class Studies(QObject):
    """The answers to studies; ``changed`` reports each new one.

    Attributes:
        sources: Each returns an answer, or None.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.sources: list[Callable[[], Studied | None]] = []

    @property
    def answers(self) -> list[Studied]:
        """The current answers."""
        return [one for one in (source() for source in self.sources) if one is not None]
