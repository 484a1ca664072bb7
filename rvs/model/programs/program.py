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
        by: ``"joints"``: every joint on its own path; ``"line"``: the tool moves straight;
            ``"arc"``: on a circular arc through a point; ``"circle"``: a full circle through two
            points, back to the posture.
        speed: Fraction of the robot's rates for joint moves, or speed of the tool in m/s for
            others.
        blend: Distance from the end of a line at which the corner to the next line is rounded, in
            m.
        wait: Waiting time there, in s.
        action: Action of the tool there: none, ``"take"`` or ``"release"`` the object at the tool,
            either an object of the cell or the payload.
        name: Displayed name, or empty.
        via: Coordinates of the points on an arc or a circle (3,) or (6,), m, relative to the place
            of the robot.
        note: Remark, or empty.
        opening: Distance between the fingers of a gripper there, in m; None leaves it unchanged.
        place: Id of the named place at which it was taught, or empty.

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
            raise ArgumentError(f"via: expected {wanted} coordinates for a move by {self.by}")

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
        name: Its name; unique in a document.
        robot_id: The robot.
        steps: The steps.
        acceleration: Of the tool along lines, arcs and circles, in m/s^2; infinite if not given, in
            which case 2 m/s^2 is assumed.

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
