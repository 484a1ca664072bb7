"""Dexterity of a robot in a posture for the window: named numbers and a warning."""

from __future__ import annotations

from math import inf, nan

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.engine.kinematics import manipulability
from rvs.engine.robot import Robot
from rvs.model.derived import derived
from rvs.model.numbers.quantities import shown
from rvs.model.numbers.units import Unit
from rvs.model.state import Posture
from rvs.study.dexterity import (
    Nearest,
    characteristic_length,
    condition_number,
    manipulability_unit,
    nearest_singularity,
    singular_values,
    usual_task,
)
from rvs.study.dexterity.condition import Norm
from rvs.study.dexterity.tasks import Task
from rvs.value_class import dataclass

# A posture whose smallest singular value is below this share of the largest is near a singularity.
NEAR = 0.02
# Below this share it is singular.
SINGULAR = 1e-6
# Condition numbers from here on are shown as infinite; then no length is better than another.
ENDLESS = 1e5


@dataclass(frozen=True, eq=False)
class Dexterity:
    """Dexterity of a robot in one posture.

    Attributes:
        frobenius: Condition number in the weighted Frobenius norm, 1 at best.
        length: Characteristic length used for it, m; 0 or not finite if there is none.
        two: Condition number in the 2-norm, 1 at best.
        two_length: Characteristic length used for it, m.
        values: Singular values of the homogeneous Jacobian with ``length``, largest first.
        manipulability: Yoshikawa's measure, in m and rad.
        unit: Its unit.
        nearest: The nearest singularity, or None if it cannot be determined.
        near: It is near enough for a warning.
    """

    frobenius: float
    length: float
    two: float
    two_length: float
    values: Array
    manipulability: float
    unit: str
    nearest: Nearest | None
    near: bool

    @property
    def at_singularity(self) -> bool:
        """Return whether the posture itself counts as singular."""
        return bool(self.values[-1] < SINGULAR * self.values[0])

    @property
    def kci(self) -> float:
        """Kinetostatic conditioning index, 100 % at best."""
        return 100.0 / self.frobenius if np.isfinite(self.frobenius) else 0.0


@derived(size=32)
def dexterity_of(robot: Robot, posture: Posture, task: Task | None = None) -> Dexterity | str:
    """Return the dexterity of a robot in a posture, or the reason why it can't be computed.

    Args:
        robot: The robot.
        posture: Joint values (n,), rad and m.
        task: The relevant motions of the tool; ``usual_task`` when omitted.
    """
    q = np.asarray(posture)
    try:
        task = task or usual_task(robot)
        frobenius, length = _best(robot, q, "frobenius", task)
        two, two_length = _best(robot, q, "2", task)
        own = length if has_length(length) else 1.0
        values = singular_values(robot, q, own, task)
        nearest = nearest_singularity(robot, q, own, task)
        return Dexterity(
            frobenius=frobenius,
            length=length,
            two=two,
            two_length=two_length,
            values=values,
            manipulability=float(manipulability(robot, q)),
            unit=manipulability_unit(robot),
            nearest=nearest,
            near=bool(values[-1] < NEAR * values[0]),
        )
    except RvsError as error:
        return str(error)


def _best(robot: Robot, q: Array, norm: Norm, task: Task) -> tuple[float, float]:
    """Return a condition number and its length; infinite and no length if singular."""
    number = float(condition_number(robot, q, None, norm, task))
    if not number < ENDLESS:
        return inf, nan
    return number, float(characteristic_length(robot, q, norm, task))


def rows(found: Dexterity, unit: Unit) -> tuple[tuple[str, str, str], ...]:
    """Return name, value and explanation of every number."""
    return (
        (
            "Condition number κF",
            condition_text(found.frobenius),
            "Weighted Frobenius norm, with the best characteristic length; 1 is isotropic",
        ),
        (
            "Characteristic length L",
            _length(found.length, unit),
            "Divisor of lengths, to compare rotations with translations (Frobenius norm)",
        ),
        (
            "Conditioning index",
            f"{found.kci:.1f} %",
            "Kinetostatic conditioning index: 100 %/κF",
        ),
        (
            "Condition number κ2",
            condition_text(found.two),
            "2-norm: ratio of largest to smallest singular value; do not compare it with κF",
        ),
        (
            "Characteristic length for κ2",
            _length(found.two_length, unit),
            "Length that minimises κ2; it differs from that of κF",
        ),
        (
            "Singular values",
            "  ".join(f"{value:.4g}" for value in found.values),
            "Singular values of the homogeneous Jacobian with the L of κF, in descending order",
        ),
        (
            "Manipulability",
            f"{found.manipulability:.4g} {found.unit}".rstrip(),
            "Yoshikawa's measure, √det(J Jᵀ), for all motions of the tool; lengths in m",
        ),
    )


def warning(found: Dexterity) -> str:
    """Return the message about a nearby singularity, or an empty text."""
    if found.nearest is None or not found.near:
        return ""
    words = found.nearest.words
    if words.startswith("nearest: "):
        named = words.removeprefix("nearest: ")
        words = f"near {'an' if named[0] in 'aeiou' else 'a'} {named}"
    return f"{words[0].upper()}{words[1:]}"


def has_length(length: float) -> bool:
    """Return whether there is a best characteristic length, neither 0 nor infinite."""
    return bool(0.0 < length < np.inf)


def condition_text(value: float) -> str:
    """Return a condition number with four decimals."""
    return f"{value:.4f}" if np.isfinite(value) else "∞"


def _length(value: float, unit: Unit) -> str:
    return shown(value, unit) if has_length(value) else "none"
