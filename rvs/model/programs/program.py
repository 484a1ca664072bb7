"""Program of a robot: its steps, with grips and waits, and their fields in forms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from math import inf
from typing import Any, Literal, get_args

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
from rvs.model.numbers.expressions import evaluate, with_points
from rvs.model.numbers.quantities import read, short_number, shown_short
from rvs.model.numbers.units import UNITS, Unit
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


FieldName = Literal["name", "speed", "blend", "opening", "wait", "note"]
NONE = "–"
# Fingers are so near to each other that other units of length would make small numbers of it.
FINGERS = UNITS["mm"]
ROUNDED = 5e-6
PERCENT, PER_SECOND, SECONDS = "%", "/s", "s"


def field_text(step: Step, field: FieldName, unit: Unit) -> str:
    """Return the text in a field."""
    if field in ("name", "note"):
        return str(getattr(step, field))
    if field == "speed" and step.by == "joints":
        return f"{short_number(100 * step.speed, 1)} {PERCENT}"
    if field == "speed":
        return shown_short(step.speed, unit) + PER_SECOND
    if field == "blend":
        return shown_short(step.blend, unit) if step.by == "line" else NONE
    if field == "opening":
        return NONE if step.opening is None else shown_short(step.opening, FINGERS)
    return f"{short_number(step.wait, 3)} {SECONDS}"


def field_change(step: Step, field: FieldName, text: str, unit: Unit) -> dict[str, Any]:
    """Return the change of a step from a typed text.

    Raises:
        ArgumentError: It is not valid.
    """
    if field in ("name", "note"):
        return {field: text.strip()}
    if field == "speed" and step.by == "joints":
        share = _plain(text, PERCENT) / 100
        if not 0.0 < share <= 1.0:
            raise ArgumentError("expected more than 0 and up to 100 % of the joint speeds")
        return {"speed": share}
    if field == "speed":
        speed = read(text.strip().removesuffix(PER_SECOND).strip(), unit)
        if not speed > 0.0:
            raise ArgumentError("expected a speed above 0")
        return {"speed": speed}
    if field == "opening" and text.strip() in ("", NONE, "-"):
        return {"opening": None}
    if field == "opening":
        unit = FINGERS
    value = _plain(text, SECONDS) if field == "wait" else read(text, unit)
    if value < 0.0:
        raise ArgumentError("expected 0 or more")
    return {field: value}


def opening_trouble(opening: float | None, fingers: tuple[float, float] | None) -> str:
    """Return the reason why a gripper cannot have the opening of a step, or an empty text.

    Args:
        opening: Distance between its fingers, in m, or None to leave it unchanged.
        fingers: Their distances, closed and open, in m; None if it does not open.
    """
    if opening is None:
        return ""
    if fingers is None:
        return "the robot has no gripper that opens; choose one as its end-effector"
    least, most = fingers
    # What is typed in another unit may be off by the last digit.
    if least - ROUNDED <= opening <= most + ROUNDED:
        return ""
    low, high = shown_short(least, FINGERS), shown_short(most, FINGERS)
    return f"the gripper of this robot opens from {low} to {high}"


def _plain(text: str, suffix: str) -> float:
    return evaluate(with_points(text.strip().removesuffix(suffix).strip()))
