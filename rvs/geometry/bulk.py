"""Volume and moments of a solid body, exact for the smooth body.

A body is a cloud of points that each represent a volume, positioned by Gauss's rule so that sums
over them are its integrals: exact for polynomials of the second degree, and to rounding if a wall
is an arc or a helix.  Subtracted volumes are negative.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import pi
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array
from rvs.engine.screws import exp6, log6
from rvs.engine.transforms import inverse
from rvs.geometry.mesh import Mesh
from rvs.geometry.outline import STRAIGHT, Outline
from rvs.value_class import dataclass

# How a body or an area was made: the name of the step, then what it was made of, and its sizes.
Form = tuple[Any, ...]

# Points of Gauss's rule: along a step of an outline, across a section, along a path, round a rim.
ALONG, ACROSS, ON_PATH, ON_RIM = 5, 3, 4, 10
# A tetrahedron's four points of the second degree (Hammer and Stroud 1956).
NEAR, FAR = (5 + 3 * 5**0.5) / 20, (5 - 5**0.5) / 20


@dataclass(frozen=True, eq=False)
class Cloud:
    """Points that represent a body or an area.

    Attributes:
        points: Positions (k, 3) or, in a plane, (k, 2), m.
        weights: Their volumes or areas (k,), m^3 or m^2.
        form: Its construction, for programs that make exact solids; empty if unknown.
    """

    points: Array
    weights: Array
    form: Form = ()

    def __add__(self, other: Cloud) -> Cloud:
        return Cloud(
            np.concatenate([self.points, other.points]),
            np.concatenate([self.weights, other.weights]),
            ("join", self.form, other.form),
        )

    def __sub__(self, other: Cloud) -> Cloud:
        form = ("cut", self.form, other.form)
        return replace(self + Cloud(other.points, -other.weights), form=form)

    def turned_by(self, rotation: ArrayLike) -> Cloud:
        """Return the cloud after a rotation (3, 3) about the origin."""
        turn = np.asarray(rotation, float)
        return Cloud(self.points @ turn.T, self.weights, ("rotate", self.form, turn))

    def stretched(self, factors: ArrayLike) -> Cloud:
        """Return the cloud stretched along the axes by factors (3,)."""
        by = np.asarray(factors, float)
        form = ("stretch", self.form, by)
        return Cloud(self.points * by, self.weights * float(np.prod(by)), form)

    @property
    def bulk(self) -> Bulk:
        """Its volume and moments."""
        weighted = self.weights[:, None] * self.points
        return Bulk(float(self.weights.sum()), weighted.sum(axis=0), self.points.T @ weighted)


@dataclass(frozen=True, eq=False)
class Bulk:
    """Volume and moments of a body.

    Attributes:
        volume: The integral of 1, m^3.
        first: The integral of the position x (3,), m^4.
        second: The integral of ``x x^T`` (3, 3), m^5.
    """

    volume: float
    first: Array
    second: Array

    def __add__(self, other: Bulk) -> Bulk:
        return Bulk(
            self.volume + other.volume, self.first + other.first, self.second + other.second
        )

    def __mul__(self, density: float) -> Bulk:
        return Bulk(density * self.volume, density * self.first, density * self.second)

    def moved(self, pose: ArrayLike) -> Bulk:
        """Return the body moved by a pose (4, 4), which may mirror it."""
        matrix = np.asarray(pose, float)
        turn, shift = matrix[:3, :3], matrix[:3, 3]
        first = turn @ self.first
        cross = np.outer(first, shift)
        second = turn @ self.second @ turn.T + cross + cross.T
        spread = self.volume * np.outer(shift, shift)
        return Bulk(self.volume, first + self.volume * shift, second + spread)

    @property
    def center(self) -> Array:
        """The centre of the volume (3,), m."""
        middle: Array = self.first / self.volume
        return middle

    @property
    def moments(self) -> Array:
        """Moments of inertia about the centre at a density of 1 (3, 3), m^5."""
        about = self.second - np.outer(self.first, self.first) / self.volume
        tensor: Array = np.trace(about) * np.eye(3) - about
        return tensor


EMPTY = Bulk(0.0, np.zeros(3), np.zeros((3, 3)))


def section(outline: Outline, *holes: Outline, curved: bool = True) -> Cloud:
    """Return the area inside a closed outline, or between an open one and the y axis.

    By Green's theorem ``int f dA = oint (int_0^x f dx) dy``.

    Args:
        outline: Counter-clockwise. Its steps are arcs if the normals at their ends differ.
        holes: Closed outlines inside it, also counter-clockwise.
        curved: It has arcs; else the steps themselves bound the area.
    """
    edge, along = _edge(outline, curved)
    t, w = _gauss(ACROSS)
    points = np.stack(
        [edge[:, None, 0] * t, np.broadcast_to(edge[:, None, 1], (len(edge), ACROSS))]
    )
    weights = (along[:, 1] * edge[:, 0])[:, None] * w
    area = Cloud(points.reshape(2, -1).T, weights.reshape(-1))
    for hole in holes:
        area = area - section(hole)
    return replace(area, form=("section", (outline, *holes), curved))


def turned(area: Cloud) -> Cloud:
    """Return the body of revolution of an area (r, z) about the z axis."""
    # Four directions are exact for squares of x and y.
    angles = (np.arange(4) + 0.5) * pi / 2
    r, z = area.points.T
    points = np.stack(
        [np.outer(r, np.cos(angles)), np.outer(r, np.sin(angles)), np.outer(z, np.ones(4))]
    )
    weights = np.repeat(area.weights * r * pi / 2, 4)
    return Cloud(points.reshape(3, -1).T, weights, ("turn", area.form))


def raised_to(area: Cloud, height: float, start: float = 0.0) -> Cloud:
    """Return the body of an area (x, y) extruded along z from a start by a height, m."""
    t, w = _gauss(ACROSS)
    form = ("raise", area.form, height, start)
    return replace(_layers(area, start + height * t, height * w), form=form)


def rimmed(area: Callable[[float], Cloud], height: float, fillet: float) -> Cloud:
    """Return a plate with both rims rounded.

    Args:
        area: Returns the section of the plate moved inwards by a length, m.
        height: Its thickness, m.
        fillet: Radius of the rounding, m.
    """
    outer = area(0.0)
    whole = raised_to(outer, height - 2 * fillet, fillet)
    if fillet:
        t, w = _gauss(ON_RIM)
        for turn, weight in zip(t * pi / 2, w * pi / 2, strict=True):
            at, thickness = fillet * (1 - np.sin(turn)), fillet * np.cos(turn) * weight
            inner = area(fillet * (1 - np.cos(turn)))
            ends = np.array([at, height - at])
            whole = whole + _layers(inner, ends, np.array([thickness, thickness]))
        whole = replace(whole, form=("rim", outer.form, height, fillet))
    return whole


def swept(area: Cloud, poses: Array) -> Cloud:
    """Return the body of a section swept along a path.

    Between consecutive poses it moves with a single screw motion, as along arcs, helices and
    straight pieces.

    Args:
        area: The section, in the xy plane of each pose.
        poses: Rigid poses along the path (m, 4, 4), with their z axes along it.
    """
    flat = np.column_stack([area.points, np.zeros(len(area.points))])
    here = poses[:-1]
    twists = log6(inverse(here) @ poses[1:])
    t, w = _gauss(ON_PATH)
    at = here[:, None] @ exp6(t[:, None] * twists[:, None])
    turns, shifts = at[..., None, :3, :3], at[..., None, :3, 3]
    points = (turns @ flat[..., None])[..., 0] + shifts
    speeds = (np.cross(twists[:, None, :3], flat) + twists[:, None, 3:])[..., 2]
    weights = w[:, None] * (speeds * area.weights)[:, None]
    return Cloud(points.reshape(-1, 3), weights.reshape(-1), ("sweep", area.form, poses))


def inside(*meshes: Mesh) -> Cloud:
    """Return the body enclosed by meshes, which together are closed."""
    triangles = [mesh.vertices[mesh.corners[mesh.triangles]] for mesh in meshes]
    return enclosed(np.concatenate(triangles))


def enclosed(corners: Array, about: Array | None = None) -> Cloud:
    """Return the body enclosed by triangles, by tetrahedra over them.

    Args:
        corners: The triangles (t, 3, 3), together closed and counter-clockwise from outside.
        about: Common apex of the tetrahedra (3,); the mean of the corners if omitted.
    """
    middle = corners.reshape(-1, 3).mean(axis=0) if about is None else about
    corners = corners - middle
    volumes = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6
    total = corners.sum(axis=1)
    places = FAR * total[:, None] + (NEAR - FAR) * corners
    points = np.concatenate([places.reshape(-1, 3), FAR * total]) + middle
    return Cloud(points, np.concatenate([np.repeat(volumes, 3), volumes]) / 4)


def _layers(area: Cloud, heights: Array, thicknesses: Array) -> Cloud:
    points = np.column_stack(
        [np.tile(area.points, (len(heights), 1)), np.repeat(heights, len(area.points))]
    )
    return Cloud(points, np.outer(thicknesses, area.weights).reshape(-1))


def _edge(outline: Outline, curved: bool) -> tuple[Array, Array]:
    """Return points along an outline (k, 2), and their directions times the represented length."""
    start, end = outline.points[:-1], outline.points[1:]
    t, w = _gauss(ALONG)
    chord = end - start
    points = start[:, None] + t[:, None] * chord[:, None]
    along = w[:, None] * chord[:, None]
    before, after = outline.normals[:, 0], outline.normals[:, 1]
    sine = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
    angle = np.arctan2(sine, (before * after).sum(axis=1))
    for k in np.flatnonzero(np.abs(angle) > STRAIGHT) if curved else ():
        radius = float(np.linalg.norm(chord[k])) / (2 * np.sin(angle[k] / 2))
        first = np.arctan2(before[k, 1], before[k, 0])
        outward = np.stack([np.cos(first + t * angle[k]), np.sin(first + t * angle[k])], axis=1)
        points[k] = start[k] + radius * (outward - before[k])
        ahead = np.stack([-outward[:, 1], outward[:, 0]], axis=1)
        along[k] = radius * angle[k] * w[:, None] * ahead
    return points.reshape(-1, 2), along.reshape(-1, 2)


def _gauss(count: int) -> tuple[Array, Array]:
    """Return points and weights of Gauss's rule on 0 to 1."""
    t, w = np.polynomial.legendre.leggauss(count)
    return (t + 1) / 2, w / 2
