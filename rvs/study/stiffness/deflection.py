"""Deflection and compliance of a robot whose joints and links are elastic.

The virtual joint method (Salisbury 1980; Pashkevich, Chablat and Wenger 2009): each elastic joint
is a spring, each elastic link a beam that is clamped at its joint.  In a serial chain all loads on
them follow from equilibrium alone.  Everything is linearised about the unloaded posture.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_numbers
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Inertia
from rvs.engine.kinematics import fkine, frames, jacobian
from rvs.engine.robot import Robot
from rvs.engine.screws import adjoint, skew
from rvs.study.stiffness.beams import LinkBeam, weight
from rvs.value_class import dataclass


@dataclass(frozen=True, eq=False)
class ElasticRobot:
    """A robot with fixed motors and elastic joints and links.

    Attributes:
        robot: The robot with the masses of its links, without its load.
        springs: Stiffness of the joints (n,), N m/rad and N/m; infinite if they are rigid.
        beams: One for each link (n,).
        carried: Load that is rigidly attached to the far end of the last link, in its frame.

    Raises:
        ArgumentError: Wrong counts, a stiffness that is not above 0, or only rigid parts.
    """

    robot: Robot
    springs: Array
    beams: tuple[LinkBeam, ...]
    carried: Inertia = Inertia()

    def __post_init__(self) -> None:
        n = self.robot.n
        if np.shape(self.springs) != (n,) or len(self.beams) != n:
            raise ArgumentError(f"robot: expected {n} springs and {n} beams")
        if not (self.springs > 0.0).all():
            raise ArgumentError("stiffness: expected numbers above 0")
        if np.isinf(self.springs).all() and not any(one.elements for one in self.beams):
            raise ArgumentError(
                f"{self.robot.name or 'the robot'}: every joint and link is rigid; give the joints "
                "a stiffness, or the links a body or sections"
            )

    @cached_property
    def sags(self) -> Array:
        """Twists of the bodies after the links per acceleration of their own mass (n, 6, 3)."""
        links = zip(self.beams, self.robot.joints, strict=True)
        masses = [(beam, joint.inertia or Inertia()) for beam, joint in links]
        return np.array([beam.sag(one.mass, np.array(one.com)) for beam, one in masses])


@dataclass(frozen=True, eq=False)
class Deflection:
    """Small displacements of a robot under its loads, in world axes.

    Attributes:
        joints: Twist of the tool due to each joint (..., n, 6), rad and m at the tool point.
        links: Twist of the tool due to each link (..., n, 6).
        turned: Displacements of the joints themselves (..., n), rad and m.
        loads: Torques and forces of the joints (..., n), N m and N.
    """

    joints: Array
    links: Array
    turned: Array
    loads: Array

    @property
    def tool(self) -> Array:
        """Twist of the tool (..., 6): rotation in rad, displacement of the tool point in m."""
        found: Array = self.joints.sum(axis=-2) + self.links.sum(axis=-2)
        return found


def deflection(
    elastic: ElasticRobot, q: ArrayLike, force: ArrayLike | None = None, gravity: bool = True
) -> Deflection:
    """Return the displacement of a robot under the loads of a posture.

    Args:
        elastic: The robot.
        q: Posture (n,) or (m, n), rad and m.
        force: Push on the tool point in world axes: a force (3,), or force and moment (6,), N, N m.
        gravity: Include the weight of links and of the load on the last one.

    Raises:
        ArgumentError: Another shape, or a number that is not finite.
    """
    robot = elastic.robot
    poses, tool = frames(robot, q)[..., 1:, :, :], fkine(robot, q)[..., :3, 3]
    pull = np.array(robot.gravity) * gravity
    # wrenches about the origin of the world: of each link, and of all beyond it
    own = np.array([_load(joint.inertia) for joint in robot.joints])
    weights = _to_world(poses, own) @ pull
    carried = _to_world(poses[..., -1:, :, :], _load(elastic.carried)[None])[..., 0, :, :] @ pull
    end = carried + _push(tool, force)
    through = np.flip(np.cumsum(np.flip(weights, -2), -2), -2) + end[..., None, :]
    beyond = through - weights
    screws = np.swapaxes(jacobian(robot, q, "space"), -1, -2)
    loads = (screws * through).sum(axis=-1)
    turned = loads / elastic.springs
    joints = screws * turned[..., None]
    A = adjoint(poses)
    local = np.array([one.compliance for one in elastic.beams]) @ np.swapaxes(A, -1, -2)
    bent = (local @ beyond[..., None])[..., 0]
    down = np.swapaxes(poses[..., :3, :3], -1, -2) @ pull
    bent = bent + (elastic.sags @ down[..., None])[..., 0]
    links = (A @ bent[..., None])[..., 0]
    return Deflection(_at(joints, tool), _at(links, tool), turned, loads)


def compliance(elastic: ElasticRobot, q: ArrayLike) -> Array:
    """Return the Cartesian compliance of the tool (..., 6, 6), angular part first, world axes.

    ``C = J K^-1 J^T`` over all springs and beams, about the tool point.

    Args:
        elastic: The robot.
        q: Posture (n,) or (m, n), rad and m.

    Raises:
        ArgumentError: Another shape, or a number that is not finite.
    """
    robot = elastic.robot
    tool = fkine(robot, q)[..., :3, 3]
    J = jacobian(robot, q, "space")
    A = adjoint(frames(robot, q)[..., 1:, :, :])
    beams = np.array([one.compliance for one in elastic.beams])
    whole = (J / elastic.springs) @ np.swapaxes(J, -1, -2)
    whole = whole + (A @ beams @ np.swapaxes(A, -1, -2)).sum(axis=-3)
    to_tool = np.zeros((*tool.shape[:-1], 6, 6))
    to_tool[..., :, :] = np.eye(6)
    to_tool[..., 3:, :3] = -skew(tool)
    found: Array = to_tool @ whole @ np.swapaxes(to_tool, -1, -2)
    return found


def principal_stiffness(compliances: Array) -> tuple[Array, Array]:
    """Return the principal translational stiffnesses of the tool point, the smallest first.

    Args:
        compliances: Compliances of the tool (..., 6, 6).

    Returns:
        Stiffnesses (..., 3), N/m, infinite in rigid directions, and their directions as columns
        (..., 3, 3).
    """
    values, axes = np.linalg.eigh(compliances[..., 3:, 3:])
    values, axes = np.flip(values, -1), np.flip(axes, -1)
    rigid = values <= 1e-12 * np.abs(values[..., :1])
    with np.errstate(divide="ignore"):
        return np.where(rigid, np.inf, 1.0 / np.where(rigid, 1.0, values)), axes


def _load(inertia: Inertia | None) -> Array:
    """Return the wrench about the frame's origin per acceleration (6, 3)."""
    one = inertia or Inertia()
    return weight(one.mass, np.array(one.com))


def _to_world(poses: Array, loads: Array) -> Array:
    """Return wrenches per acceleration in world axes (..., k, 6, 3), about the world's origin."""
    mass = loads[:, 5, 2]
    center = np.stack([loads[:, 2, 1], loads[:, 0, 2], loads[:, 1, 0]], axis=-1)
    moment = (poses[..., :3, :3] @ center[..., None])[..., 0] + mass[:, None] * poses[..., :3, 3]
    return np.concatenate(
        [skew(moment), np.broadcast_to(mass[:, None, None] * np.eye(3), (*moment.shape, 3))], -2
    )


def _push(tool: Array, force: ArrayLike | None) -> Array:
    """Return the wrench about the world's origin of a push on the tool point (..., 6)."""
    given = np.zeros(3) if force is None else check_numbers(force, "force")
    if given.shape not in ((3,), (6,)):
        raise ArgumentError(f"force: expected 3 or 6 numbers, got shape {given.shape}")
    both = np.zeros(6)
    both[: len(given)] = given
    moment = np.cross(tool, both[:3]) + both[3:]
    return np.concatenate([moment, np.broadcast_to(both[:3], moment.shape)], -1)


def _at(twists: Array, point: Array) -> Array:
    """Return twists about the world's origin converted to a point (..., k, 6)."""
    moved = twists[..., 3:] + np.cross(twists[..., :3], point[..., None, :])
    return np.concatenate([twists[..., :3], moved], -1)
