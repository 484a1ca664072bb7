"""Assumptions about joints without entered rates or accelerations, in words.

Assumed numbers propose a duration. They are not limits of a robot: no request is refused because of
them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import degrees, inf

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.model.motions.rates import Defaults

# Where the numbers are entered that make an assumption unnecessary.
MOTORS = "Dynamics ▸ Motors"
TOOL = "Acceleration of the tool…"
CURE = f"enter the robot's own values in {MOTORS}"
TOOL_CURE = f"enter the robot's own value with {TOOL} in the menu of the program"
SECONDS = {"rate": "s", "acceleration": "s²"}
# A joint that goes less far than this, in rad or m, is at rest but for rounding.
STILL = 1e-6


def assumed_words(robot: Robot, defaults: Defaults, moved: Collection[int] | None = None) -> str:
    """Return the assumed rates and accelerations, or an empty text if all are known.

    Args:
        robot: The robot.
        defaults: Values for a robot without them.
        moved: The relevant joints, from 0; None means all.

    >>> from rvs.model.motions.recording import GENTLE
    >>> arm = Robot.from_dh([0.0] * 2, [0.0] * 2, [0.0] * 2, [0.0] * 2, rate=[1.0, 1.0])
    >>> assumed_words(arm, GENTLE)
    'an assumed 180°/s² for all joints'
    """
    found: dict[tuple[str, float, bool], tuple[int, ...]] = {}
    for name, values in zip(SECONDS, defaults.bounds(robot), strict=True):
        for k, joint in enumerate(robot.joints):
            if getattr(joint, name) == inf and values[k] < inf and (moved is None or k in moved):
                key = name, float(values[k]), joint.turns
                found[key] = (*found.get(key, ()), k)
    shared: dict[tuple[int, ...], list[str]] = {}
    for (name, value, turns), which in found.items():
        shared.setdefault(which, []).append(rate_words(value, name, turns))
    parts = [f"{' and '.join(words)} for {_joints(robot, k)}" for k, words in shared.items()]
    return f"an assumed {' and '.join(parts)}" if parts else ""


def moving(ways: Sequence[tuple[ArrayLike, ArrayLike]]) -> tuple[int, ...]:
    """Return the joints, from 0, that move between some pairs of postures.

    >>> moving([((0.0, 1.0), (1e-12, 2.0))])
    (1,)
    """
    far = [np.abs(np.subtract(end, start)) > STILL for start, end in ways]
    return tuple(np.flatnonzero(np.any(far, axis=0)).tolist()) if far else ()


def joints_rest(words: str) -> str:
    """Return the sentence about the assumed rates of joints on which the times depend."""
    return f"Times are based on {words}; {CURE}."


def tool_rests(acceleration: float) -> str:
    """Return the sentence about the assumed acceleration of the tool on which times depend."""
    return f"Times are based on an assumed {acceleration:g} m/s² for the tool; {TOOL_CURE}."


def on_paper(sentences: Iterable[str]) -> tuple[str, ...]:
    """Return the assumptions about times, without the hint about entry in the window.

    >>> on_paper([tool_rests(2.0)])
    ('Times are based on an assumed 2 m/s² for the tool.',)
    """
    cures = (f"; {CURE}.", f"; {TOOL_CURE}.")
    return tuple(
        next((one.removesuffix(cure) + "." for cure in cures if one.endswith(cure)), one)
        for one in sentences
    )


def rate_words(value: float, name: str, turns: bool) -> str:
    """Return a rate or an acceleration in words, without its sign."""
    size = abs(value)
    return f"{degrees(size):g}°/{SECONDS[name]}" if turns else f"{size:g} m/{SECONDS[name]}"


def bound_words(joint: Joint, name: str, value: float) -> str:
    """Return the exceeded limit of a joint: its own rate or acceleration, or an assumed one."""
    if getattr(joint, name) < inf:
        return f"its {name}"
    return f"an assumed {rate_words(value, name, joint.turns)}, because its own {name} is not known"


def _joints(robot: Robot, which: tuple[int, ...]) -> str:
    if len(which) == robot.n:
        return "all joints" if robot.n > 1 else "the joint"
    numbers = [str(k + 1) for k in which]
    if len(numbers) == 1:
        return f"joint {numbers[0]}"
    return f"joints {', '.join(numbers[:-1])} and {numbers[-1]}"
