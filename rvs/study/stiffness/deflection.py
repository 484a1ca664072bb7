"""Deflection, compliance and natural frequencies of a robot with elastic joints and links.

The virtual joint method (Salisbury 1980; Pashkevich, Chablat and Wenger 2009): each elastic joint
is a spring, each elastic link a beam that is clamped at its joint.  In a serial chain all loads on
them follow from equilibrium alone.  Everything is linearised about the unloaded posture.

The masses of elastic links are distributed on their beams with the consistent mass matrix of
Euler-Bernoulli elements (Przemieniecki 1968, chapter 11); small free motions obey ``M x'' + K x =
0``.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_numbers, check_one
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Inertia
from rvs.engine.kinematics import fkine, frames, jacobian
from rvs.engine.robot import Robot
from rvs.engine.screws import adjoint, skew
from rvs.engine.transforms import inverse, pose
from rvs.study.stiffness.beams import Element, LinkBeam, Spread, spread, weight
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


PLACES, WEIGHTS = np.polynomial.legendre.leggauss(4)


@dataclass(frozen=True, eq=False)
class Modes:
    """Free vibrations about a posture, the slowest first.

    Attributes:
        frequencies: Frequencies (k,), Hz.
        joints: Share of each joint in the strain energy (k, n).
        links: Share of each link (k, n).
    """

    frequencies: Array
    joints: Array
    links: Array


def modes(elastic: ElasticRobot, q: ArrayLike, count: int = 3) -> Modes:
    """Return the lowest natural frequencies of a robot and the elastic energies in them.

    Args:
        elastic: The robot.
        q: Posture (n,), rad and m.
        count: Number of frequencies; all existing ones for a larger number, so none for a robot
            without mass.

    Raises:
        ArgumentError: Another shape.
    """
    posture = check_one(q, "q", elastic.robot.n)
    owners, mass = _mass(elastic, posture)
    values, shapes = np.linalg.eigh(mass)
    values, shapes = values[::-1][:count], shapes[:, ::-1][:, :count]
    heavy = values > 1e-15 * max(float(values.max(initial=0.0)), 1e-300)
    n, energy = elastic.robot.n, shapes[:, heavy].T ** 2
    shares = np.zeros((len(energy), 2 * n))
    np.add.at(shares.T, np.array(owners), energy.T)
    return Modes(1.0 / (2 * np.pi * np.sqrt(values[heavy])), shares[:, :n], shares[:, n:])


def _mass(elastic: ElasticRobot, q: Array) -> tuple[list[int], Array]:
    """Return the mass matrix for coordinates whose squares are twice the strain energy, and owners.

    Owners are joints, from 0, then links, from n.
    """
    robot, n = elastic.robot, elastic.robot.n
    poses, screws = frames(robot, q)[1:], jacobian(robot, q, "space").T
    count = sum(6 * len(beam.elements) + 1 for beam in elastic.beams)
    mass, moved, owners = np.zeros((count, count)), np.zeros((6, count)), list[int]()

    def add(inertia: Array, *places: tuple[Array, Array]) -> None:
        k = len(owners)
        local = np.vstack([adjoint(inverse(place)) @ twists[:, :k] for place, twists in places])
        mass[:k, :k] += local.T @ inertia @ local

    for i, (beam, joint) in enumerate(zip(elastic.beams, robot.joints, strict=True)):
        if np.isfinite(elastic.springs[i]) and screws[i].any():
            moved[:, len(owners)] = screws[i] / np.sqrt(elastic.springs[i])
            owners.append(i)
        one, X = joint.inertia or Inertia(), poses[i]
        if not beam.elements:
            add(_rigid(one), (X, moved))
            continue
        lies = spread(beam.elements, one.mass, np.array(one.com))
        left = _left(one, beam, lies) / 2
        near = Inertia(lies.near, tuple(beam.elements[0].start + lies.shift))
        add(_rigid(near) + left, (X, moved))
        for element, own in zip(beam.elements, lies.masses, strict=True):
            before = moved.copy()
            at = slice(len(owners), len(owners) + 6)
            strain = np.linalg.cholesky(element.compliance)
            moved[:, at] = adjoint(X @ element.frame) @ strain
            owners += [n + i] * 6
            start, end = (
                X @ pose(element.frame[:3, :3], point + lies.shift)
                for point in (element.start, element.end)
            )
            add(consistent_mass(element, float(own)), (start, before), (end, moved))
        far = Inertia(lies.far, tuple(beam.elements[-1].end + lies.shift))
        add(_rigid(far) + left, (X, moved))
    add(_rigid(elastic.carried), (poses[-1], moved))
    used = len(owners)
    return owners, mass[:used, :used]


def consistent_mass(element: Element, mass: float) -> Array:
    """Return the mass matrix of an element for the twists of its two ends, in its axes (12, 12).

    Args:
        element: The element.
        mass: Its mass, in kg.
    """
    L, found = element.length, np.zeros((12, 12))
    gyration = element.section.polar / element.section.mass
    for place, part in zip((PLACES + 1) / 2, WEIGHTS / 2, strict=True):
        s = float(place)
        h = [1 - 3 * s**2 + 2 * s**3, L * (s - 2 * s**2 + s**3)]
        h += [3 * s**2 - 2 * s**3, L * (s**3 - s**2)]
        N = np.zeros((4, 12))
        # u, v, w, and the turning about x; the columns are turning and displacement of each end
        N[0, [3, 9]] = N[3, [0, 6]] = 1 - s, s
        N[1, [4, 2, 10, 8]] = h
        N[2, [5, 1, 11, 7]] = h[0], -h[1], h[2], -h[3]
        found += part * mass * (N.T * [1.0, 1.0, 1.0, gyration]) @ N
    return found


def _rigid(inertia: Inertia) -> Array:
    """Return the spatial inertia about the origin of the frame (6, 6)."""
    mass, C = inertia.mass, skew(np.array(inertia.com))
    return np.block([[_tensor(inertia) - mass * C @ C, mass * C], [-mass * C, mass * np.eye(3)]])


def _tensor(inertia: Inertia) -> Array:
    xx, yy, zz, xy, yz, xz = inertia.moments
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def _left(inertia: Inertia, beam: LinkBeam, lies: Spread) -> Array:
    """Return the spatial inertia (6, 6) of a link that its mass on the beam lacks."""
    center = np.array(inertia.com)

    def about(mass: float, point: Array) -> Array:
        r = skew(point + lies.shift - center)
        return -mass * r @ r

    own = about(lies.near, beam.elements[0].start) + about(lies.far, beam.elements[-1].end)
    for one, mass in zip(beam.elements, lies.masses, strict=True):
        x = one.frame[:3, 0]
        rod = mass * one.length**2 / 12 * (np.eye(3) - np.outer(x, x))
        rod = rod + mass * one.section.polar / one.section.mass * np.outer(x, x)
        own = own + rod + about(float(mass), (one.start + one.end) / 2)
    values, axes = np.linalg.eigh(_tensor(inertia) - own)
    found = np.zeros((6, 6))
    found[:3, :3] = (axes * np.maximum(values, 0.0)) @ axes.T
    return found
