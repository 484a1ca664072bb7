"""Elastic drives of a simulated robot."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_gains
from rvs.engine.dynamics.bodies import drives
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.fields.field import asked
from rvs.value_class import dataclass

# damping of springs in parts of their stiffness, in s, where none is given
SPRING_DAMPING = 0.01


@dataclass(frozen=True, eq=False)
class Springs:
    """Elastic drives: the motors pull the joints through springs and dampers (Spong 1987).

    >>> Springs(2000.0, 5.0).stiffness
    2000.0
    """

    stiffness: ArrayLike = asked(
        says="Give the springs this stiffness", kind="each", unit="N m/rad or N/m",
        shown="N m/rad", above=0.0,
    )  # fmt: skip
    damping: ArrayLike | None = asked(
        None, "Give the springs this damping", kind="each", unit="N m s/rad or N s/m",
        usual=f"{SPRING_DAMPING:g} s times their stiffness",
    )  # fmt: skip
    rotors: ArrayLike | None = asked(
        None, "Give the motors this inertia, referred to the link side", kind="each",
        unit="kg m² or kg", usual="that of the robot's table",
    )  # fmt: skip


def spring_rows(robot: Robot, springs: Springs) -> tuple[Array, Array, Array]:
    """Return stiffness, damping and motor inertia of every joint (n,) each.

    Raises:
        ArgumentError: Numbers that they can't have, or a joint without a motor's inertia.
    """
    n = robot.n
    stiffness = np.broadcast_to(check_gains(n, springs.stiffness, "stiffness"), n)
    damping = SPRING_DAMPING * stiffness
    if springs.damping is not None:
        damping = np.broadcast_to(check_gains(n, springs.damping, "damping"), n)
    rotors = drives(robot).inertia
    if springs.rotors is not None:
        rotors = np.broadcast_to(check_gains(n, springs.rotors, "rotors"), n)
    if not (stiffness > 0).all():
        raise ArgumentError("stiffness: expected numbers above 0")
    if not (rotors > 0).all():
        joint = int(np.argmin(rotors)) + 1
        raise ArgumentError(
            f"springs: joint {joint} has no rotor inertia; a motor behind a spring needs one"
        )
    return stiffness, damping, rotors
