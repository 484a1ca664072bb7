"""Natural frequencies of a robot with elastic joints and links whose motors hold a posture.

The masses of elastic links are distributed on their beams with the consistent mass matrix of
Euler-Bernoulli elements (Przemieniecki 1968, chapter 11); small free motions obey ``M x'' + K x =
0``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_one
from rvs.engine.joint import Inertia
from rvs.engine.kinematics import frames, jacobian
from rvs.engine.screws import adjoint, skew
from rvs.engine.transforms import inverse, pose
from rvs.study.stiffness.beams import Element, LinkBeam, Spread, spread
from rvs.study.stiffness.deflection import ElasticRobot
from rvs.value_class import dataclass

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
