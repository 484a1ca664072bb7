"""The links of a robot in one posture as spatial screws and inertias, the basis of all dynamics.

Everything is in world axes about the origin of frame 0.  In one common frame the recursions
along the chain become plain sums, so no convention of link frames enters the mathematics.
"""

from __future__ import annotations

import logging
from functools import lru_cache

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.chain import chain_frames, compile_chain, joint_axes
from rvs.engine.dynamics.spatial import body_inertia, times
from rvs.engine.errors import ArgumentError, NoSolution
from rvs.engine.joint import Motor
from rvs.engine.robot import Robot
from rvs.engine.screws import cross
from rvs.value_class import dataclass

LOG = logging.getLogger(__name__)
ROUNDING = 1e-9

# Products of a few numbers up to this one are numbers still.
LARGEST = 1e60


@dataclass(frozen=True, eq=False)
class Masses:
    """Mass properties of all links in their own frames: (n,), (n, 3), (n, 3, 3)."""

    mass: Array
    com: Array
    moments: Array


@dataclass(frozen=True, eq=False)
class Drives:
    """Motors seen from the link side, (n,) each.

    Attributes:
        inertia: G^2 Jm in kg m^2 (kg at a prismatic joint).
        viscous: G^2 B.
        forward: |G| Tc+, the Coulomb friction against positive motion.
        backward: |G| Tc-, the Coulomb friction against negative motion; negative.
        held: The joint is locked.
    """

    inertia: Array
    viscous: Array
    forward: Array
    backward: Array
    held: np.ndarray[tuple[int], np.dtype[np.bool_]]


@dataclass(frozen=True, eq=False)
class Geometry:
    """Geometry: frames 0 to n and screws, world axes about the origin of frame 0.

    Attributes:
        rotations: Orientations of frames 0 to n (..., n + 1, 3, 3).
        origins: Their origins (..., n + 1, 3).
        joints: Reference point of the motion on each joint axis (..., n, 3).
        screws: Twist of all links after a joint, per unit of its speed (..., n, 6).
    """

    rotations: Array
    origins: Array
    joints: Array
    screws: Array


@dataclass(frozen=True, eq=False)
class Bodies(Geometry):
    """Geometry and mass properties of links.

    Attributes:
        com: Centres of mass (..., n, 3).
        inertias: Spatial inertias (..., n, 6, 6).
    """

    com: Array
    inertias: Array


@lru_cache(maxsize=256)
def masses(robot: Robot) -> Masses:
    """Return the mass properties of the links.

    Raises:
        ArgumentError: Those of a link are not known or too large, or a mass or moment is negative.
    """
    inertias = []
    for i, joint in enumerate(robot.joints):
        if joint.inertia is None:
            raise ArgumentError(
                f"robot: dynamics need the mass of every link; "
                f"link {i + 1} of {robot.n} has none (mass, com, inertia)"
            )
        if min(joint.inertia.mass, *joint.inertia.moments[:3]) < 0:
            raise ArgumentError(
                f"robot: link {i + 1} of {robot.n} has a negative mass or moment of inertia; "
                "its inertia must be positive definite"
            )
        said = (joint.inertia.mass, *joint.inertia.com, *joint.inertia.moments)
        if max(map(abs, said)) > LARGEST:
            raise ArgumentError(
                f"robot: the mass, centre or moments of link {i + 1} of {robot.n} exceed "
                f"{LARGEST:g}, so dynamics cannot be computed"
            )
        inertias.append(joint.inertia)
    mass = np.array([inertia.mass for inertia in inertias], dtype=float)
    com = np.array([inertia.com for inertia in inertias], dtype=float)
    xx, yy, zz, xy, yz, xz = np.array([inertia.moments for inertia in inertias], dtype=float).T
    moments = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]).transpose(2, 0, 1)
    for i, least in enumerate(np.linalg.eigvalsh(moments)[:, 0]):
        if least < -ROUNDING * np.abs(moments[i]).max():
            LOG.warning(
                "link %d of %r: no body can have these products of inertia", i + 1, robot.name
            )
    return Masses(mass, com, moments)


@lru_cache(maxsize=256)
def drives(robot: Robot) -> Drives:
    """Return the motors of a robot on the link side; zeros where a joint has none."""
    motors = [joint.motor or Motor() for joint in robot.joints]
    gear = np.array([motor.gear for motor in motors], dtype=float)
    coulomb = np.array([motor.coulomb for motor in motors], dtype=float)
    return Drives(
        inertia=gear**2 * [motor.inertia for motor in motors],
        viscous=gear**2 * [motor.viscous for motor in motors],
        forward=np.abs(gear) * coulomb[:, 0],
        backward=np.abs(gear) * coulomb[:, 1],
        held=np.array([joint.locked for joint in robot.joints], dtype=bool),
    )


def geometry(robot: Robot, q: Array) -> Geometry:
    """Return frames and screws of a checked posture (n,) or (m, n)."""
    chain = compile_chain(robot)
    poses = chain_frames(chain, q)
    z, points = joint_axes(chain, poses)
    points = points - chain.base[:3, 3]
    turn, slide = chain.turn[:, None], chain.slide[:, None]
    screws = np.concatenate([turn * z, turn * cross(points, z) + slide * z], axis=-1)
    origins = poses[..., :3, 3] - chain.base[:3, 3]
    return Geometry(poses[..., :3, :3], origins, points, screws)


def bodies(robot: Robot, q: Array) -> Bodies:
    """Return screws and inertias of a checked posture (n,) or (m, n).

    Raises:
        ArgumentError: The mass of a link is not known.
        NoSolution: A simulated posture is no longer finite.
    """
    links = masses(robot)
    at = geometry(robot, q)
    rotations = at.rotations[..., 1:, :, :]
    com = at.origins[..., 1:, :] + times(rotations, links.com)
    if not np.isfinite(com).all():
        raise NoSolution("the posture", "the motion diverges")
    moments = rotations @ links.moments @ np.swapaxes(rotations, -1, -2)
    inertias = body_inertia(np.broadcast_to(links.mass, com.shape[:-1]), com, moments)
    return Bodies(at.rotations, at.origins, at.joints, at.screws, com, inertias)
