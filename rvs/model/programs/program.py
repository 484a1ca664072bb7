"""What a robot was taught: postures to reach by joint or straight moves, with grips and waits."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from typing import Literal, get_args

from rvs.engine.arrays import check_choice
from rvs.engine.errors import ArgumentError

Posture = tuple[float, ...]
MoveBy = Literal["joints", "line"]
Action = Literal["", "take", "release"]

MOVES: tuple[MoveBy, ...] = get_args(MoveBy)
ACTIONS: tuple[Action, ...] = get_args(Action)
MOST_STEPS = 10_000


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a program.

    Attributes:
        q: The posture to reach, rad and m.
        by: ``"joints"``: every joint on its own way; ``"line"``: the tool goes straight.
        speed: Share of the robot's rates for joint moves, or speed of the tool in m/s for lines.
        blend: How far ahead a line is left to round the corner to the next line, in m.
        wait: How long it rests there, in s.
        action: What the tool does there: nothing, ``"take"`` or ``"release"`` the payload.
        name: What people call it, or empty.

    Raises:
        ArgumentError: A value out of range.
    """

    q: Posture
    by: MoveBy = "joints"
    speed: float = 0.5
    blend: float = 0.0
    wait: float = 0.0
    action: Action = ""
    name: str = ""

    def __post_init__(self) -> None:
        check_choice(self.by, "by", MOVES)
        check_choice(self.action, "action", ACTIONS)
        if not (isfinite(self.speed) and self.speed > 0.0):
            raise ArgumentError(f"speed: expected a number above 0, got {self.speed:g}")
        if self.by == "joints" and self.speed > 1.0:
            raise ArgumentError(f"speed: expected a share of at most 1, got {self.speed:g}")
        for name in ("blend", "wait"):
            value = getattr(self, name)
            if not (isfinite(value) and value >= 0.0):
                raise ArgumentError(f"{name}: expected 0 or more, got {value:g}")


@dataclass(frozen=True, slots=True)
class Program:
    """A list of steps that a robot was taught; it begins at the first.

    Attributes:
        name: What it is called; each name once in a document.
        robot_id: The robot.
        steps: The steps.

    Raises:
        ArgumentError: No name, too many steps, or postures of different length.
    """

    name: str
    robot_id: str
    steps: tuple[Step, ...] = field(default=())

    def __post_init__(self) -> None:
        if not self.name:
            raise ArgumentError("name: a program needs a name")
        if len(self.steps) > MOST_STEPS:
            raise ArgumentError(f"steps: expected at most {MOST_STEPS}, got {len(self.steps)}")
        if len({len(step.q) for step in self.steps}) > 1:
            raise ArgumentError("steps: their postures differ in length")
