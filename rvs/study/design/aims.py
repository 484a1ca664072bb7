"""Goals of a design as fields: defined once for scripts, the command line and the window."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import get_args

from rvs.engine.errors import ArgumentError
from rvs.fields.field import asked, settle
from rvs.study.design.architecture import Task as DesignTask
from rvs.study.design.design import Method
from rvs.study.design.goals import GOALS, Goal
from rvs.study.design.search import STARTS
from rvs.value_class import dataclass

METHOD_WORDS: dict[Method, str] = {
    "least squares": "Least squares, then BFGS", "bfgs": "BFGS",
    "l-bfgs-b": "L-BFGS-B, within bounds", "slsqp": "SLSQP, within bounds",
    "orthogonal decomposition": "Orthogonal decomposition",
}  # fmt: skip


def read_goal(text: str) -> Goal:
    """Return a goal from its name and its weight.

    Raises:
        ArgumentError: The text has another form.

    >>> read_goal("reach=2")
    Goal(name='reach', weight=2.0, box=None)
    """
    name, _, weight = text.partition("=")
    try:
        return Goal(name.strip(), float(weight or 1.0))
    except ValueError as error:
        raise ArgumentError(f"goals: expected NAME=WEIGHT, got {text!r}") from error


@dataclass(frozen=True, kw_only=True)
class Aims:
    """Goals of a design, whatever its free numbers."""

    task: DesignTask = asked(
        "pose",
        "Use these rows of the Jacobian",
        choices={task: task for task in get_args(DesignTask)},
    )
    method: Method = asked(
        "least squares", "Search by this method", choices=METHOD_WORDS, label="Method"
    )
    length: float | None = asked(
        None, "Keep this characteristic length", unit="m", usual="the best one",
        label="Fix L", start=0.2,
    )  # fmt: skip
    longest: float = asked(
        inf, "Keep the lengths of the table below this bound", unit="m", endless=True,
        label="Bound the lengths", start=0.5,
    )  # fmt: skip
    wrist: bool = asked(
        False, "Keep a spherical wrist, where axes 4, 5 and 6 meet", label="Keep a spherical wrist"
    )
    stay: float = asked(
        0.0, "Stay close to the start with this weight", label="Stay close to the start", start=0.1
    )
    right_angles: bool = asked(
        False, "Allow only twists of 0, 90 and -90 degrees", label="Twists of 0 and ±90° only"
    )
    rounding: float = asked(
        0.0, "Round lengths to multiples of this", unit="m", option="--round",
        label="Round lengths to", start=0.01,
    )  # fmt: skip
    reach: float | None = asked(
        None,
        "Scale the sum of the links' spans to this",
        unit="m",
        label="Total span",
        start=1.5,
    )
    goals: Sequence[Goal] = asked(
        (), f"Also improve these: {', '.join(GOALS)}", kind="several", option="--goal",
        read=read_goal,
    )  # fmt: skip
    starts: int = asked(
        STARTS, "Use at most this many starts, the current robot first; an isotropic robot "
        "ends the search",
        least=1, label="Number of starts",
    )  # fmt: skip

    def __post_init__(self) -> None:
        settle(self)
