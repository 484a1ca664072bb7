"""Program of a robot: postures to reach by joints, lines or arcs, with grips and waits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from math import inf
from typing import Literal, get_args

from rvs.engine.arrays import check_choice
from rvs.engine.errors import ArgumentError
from rvs.model.bounds import (
    AMOUNT,
    JOINT_MOST,
    JOINT_VALUE,
    POINT,
    POSITIVE,
    TIME,
    Bounds,
    check_fields,
    check_name,
    check_texts,
)
from rvs.value_class import dataclass

Posture = tuple[float, ...]
MoveBy = Literal["joints", "line", "arc", "circle"]
Action = Literal["", "take", "release"]

MOVES: tuple[MoveBy, ...] = get_args(MoveBy)
ACTIONS: tuple[Action, ...] = get_args(Action)
MOST_STEPS = 10_000
STEP_FIELDS: Mapping[str, Bounds] = {
    "q": JOINT_VALUE,
    "speed": POSITIVE,
    "blend": AMOUNT,
    "wait": TIME,
    "via": POINT,
    "opening": AMOUNT,
}
# How many points a move passes before its end.
PASSED: dict[MoveBy, int] = {"joints": 0, "line": 0, "arc": 1, "circle": 2}


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a program.

    Attributes:
        q: The posture to reach, rad and m.
        by: ``"joints"``: every joint on its own way; ``"line"``: the tool goes straight; ``"arc"``:
            on a circle's arc through a point; ``"circle"``: once round through two points, back to
            the posture.
        speed: Share of the robot's rates for joint moves, or speed of the tool in m/s for others.
        blend: How far ahead a line is left to round the corner to the next line, in m.
        wait: How long it rests there, in s.
        action: What the tool does there: nothing, ``"take"`` or ``"release"`` what is at it, a
            object of the cell or the payload.
        name: Name for people, or empty.
        via: Coordinates of the points that an arc or a circle passes (3,) or (6,), m, seen from
            where the robot stands.
        note: What people remark on it, or empty.
        opening: How far apart the fingers of a gripper go there, in m; None leaves them.
        place: Id of the named place that it was taught at, or empty.

    Raises:
        ArgumentError: A value out of range, or points that the move does not pass.
    """

    q: Posture
    by: MoveBy = "joints"
    speed: float = 0.5
    blend: float = 0.0
    wait: float = 0.0
    action: Action = ""
    name: str = ""
    via: tuple[float, ...] = ()
    note: str = ""
    opening: float | None = None
    place: str = ""

    def __post_init__(self) -> None:
        check_choice(self.by, "by", MOVES)
        check_choice(self.action, "action", ACTIONS)
        check_fields(self, STEP_FIELDS)
        check_texts(self, "name", "note", "place")
        if self.by == "joints" and self.speed > 1.0:
            raise ArgumentError(f"speed: expected a fraction of at most 1, got {self.speed:g}")
        wanted = 3 * PASSED[self.by]
        if len(self.via) != wanted:
            raise ArgumentError(f"via: expected {wanted} coordinates of a move by {self.by}")

    @property
    def points(self) -> tuple[tuple[float, float, float], ...]:
        """The intermediate points of an arc or a circle, m."""
        x = self.via
        return tuple((x[k], x[k + 1], x[k + 2]) for k in range(0, len(x), 3))

    @property
    def rests(self) -> bool:
        """Return whether the step has an action for which the robot must rest."""
        return bool(self.wait or self.action or self.opening is not None)


@dataclass(frozen=True, slots=True)
class Program:
    """The list of steps taught to a robot; it begins at the first.

    Attributes:
        name: Its name; each once in a document.
        robot_id: The robot.
        steps: The steps.
        acceleration: Of the tool along lines, arcs and circles, in m/s^2; infinite where nobody has
            given it, and 2 m/s^2 are assumed.

    Raises:
        ArgumentError: No name, too many steps, or postures of different length.
    """

    name: str
    robot_id: str
    steps: tuple[Step, ...] = field(default=())
    acceleration: float = inf

    def __post_init__(self) -> None:
        check_name(self, "name", "a program")
        check_fields(self, {"acceleration": JOINT_MOST})
        if len(self.steps) > MOST_STEPS:
            raise ArgumentError(f"steps: expected at most {MOST_STEPS}, got {len(self.steps)}")
        if len({len(step.q) for step in self.steps}) > 1:
            raise ArgumentError("steps: their postures have different lengths")
