"""Springs of a simulation: elastic drives, and a hand that pulls a link."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_gains
from rvs.engine.dynamics import inertia
from rvs.engine.dynamics.bodies import drives
from rvs.engine.errors import ArgumentError
from rvs.engine.jacobians import frames, jacobian
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


# the spring holds the robot's weight when it is so much longer, in m
SAG = 0.1
# its frequency with what the point moves is at most this (rad/s), and how well it is damped
FASTEST, DAMPED = 60.0, 0.7


@dataclass(frozen=True, eq=False)
class Pull:
    """A point of a link, and the position of the hand.

    Attributes:
        link: The link, from 1.
        point: The point in the link's frame (3,), m.
        goal: Position of the hand in the world (3,), m.
    """

    link: int
    point: Array
    goal: Array


def pulled_point(robot: Robot, q: Array, pull: Pull) -> Array:
    """Return the position of the point in the world (3,), m."""
    pose = frames(robot, q)[pull.link]
    place: Array = pose[:3, :3] @ pull.point + pose[:3, 3]
    return place


def pull_torques(robot: Robot, q: Array, qd: Array, pull: Pull) -> Array:
    """Return the torques of a spring and a damper between point and hand (n,).

    The spring is stiff enough to hold the robot's weight, but within the stability limit of the
    sampled simulation, which depends on the mass that the point moves.

    Args:
        robot: The robot, its base in the world.
        q: Posture (n,), rad or m.
        qd: Joint velocities (n,).
        pull: The point and the hand.
    """
    place = pulled_point(robot, q, pull)
    J = jacobian(robot, q, "base", pull.link)
    arm = place - frames(robot, q)[pull.link][:3, 3]
    columns = J[3:] + np.cross(J[:3].T, arm).T
    free = ~np.array([joint.locked for joint in robot.joints])
    mobility = columns[:, free] @ np.linalg.solve(
        inertia(robot, q)[np.ix_(free, free)], columns[:, free].T
    )
    most = float(np.linalg.eigvalsh(mobility)[-1])
    if most <= 0.0:
        return np.zeros(robot.n)
    moved = 1.0 / most
    weight = sum(joint.inertia.mass for joint in robot.joints if joint.inertia) * 9.81
    stiffness = min(weight / SAG, moved * FASTEST**2)
    damping = 2.0 * DAMPED * np.sqrt(stiffness * moved)
    force = stiffness * (pull.goal - place) - damping * (columns @ qd)
    torques: Array = columns.T @ force
    return torques
