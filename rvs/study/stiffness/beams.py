"""Links as beams: straight elements in a row, after Euler and Bernoulli, and their sections.

Twists and wrenches have the angular part first.  In the axes of an element x is along it; its own
compliance refers to its far end.
"""

from __future__ import annotations

from functools import cached_property
from math import pi

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.screws import adjoint, skew
from rvs.engine.transforms import pose
from rvs.value_class import dataclass


@dataclass(frozen=True, slots=True)
class Elastic:
    """An isotropic material that obeys Hooke's law.

    Attributes:
        young: Young's modulus E, in Pa.
        shear: Shear modulus G, in Pa.
        density: Density, in kg/m^3.

    Raises:
        ArgumentError: A number that is not above 0.
    """

    young: float
    shear: float
    density: float

    def __post_init__(self) -> None:
        for name in ("young", "shear", "density"):
            if not getattr(self, name) > 0.0:
                raise ArgumentError(f"{name}: expected a number above 0")


@dataclass(frozen=True, slots=True)
class Section:
    """Cross-section of a beam about its centroid; x is along the beam.

    Attributes:
        axial: EA, in N.
        bending: E times the second moments of area that resist moments about y and z, and the
            product that couples them (``-E`` times the integral of yz), in N m^2.
        torsion: GJ, in N m^2.
        mass: Mass per length, in kg/m.
        polar: Moment of inertia about x per length, in kg m.
    """

    axial: float
    bending: tuple[float, float, float]
    torsion: float
    mass: float
    polar: float

    def __add__(self, other: Section) -> Section:
        """Return both sections about the same centroid, as in a beam of two materials."""
        y, z, product = (a + b for a, b in zip(self.bending, other.bending, strict=True))
        return Section(
            self.axial + other.axial, (y, z, product), self.torsion + other.torsion,
            self.mass + other.mass, self.polar + other.polar,
        )  # fmt: skip


def section(
    area: float, moments: tuple[float, float, float], torsion: float, material: Elastic
) -> Section:
    """Return the section of an area of one material.

    Args:
        area: Area, in m^2.
        moments: Integrals of z^2, y^2 and -yz over the area about its centroid, in m^4.
        torsion: Torsion constant J, in m^4.
        material: Its material.

    Raises:
        ArgumentError: An area, a moment or a constant that is not above 0.

    >>> section(1e-4, (1e-9, 1e-9, 0.0), 2e-9, Elastic(2e11, 8e10, 8000.0)).mass
    0.8
    """
    y, z, product = moments
    if not min(area, y, z, torsion) > 0.0:
        raise ArgumentError("section: expected an area, moments and a torsion constant above 0")
    E, rho = material.young, material.density
    return Section(
        E * area, (E * y, E * z, E * product), material.shear * torsion, rho * area, rho * (y + z)
    )


def tube(diameter: float, wall: float, material: Elastic) -> Section:
    """Return the section of a round tube; a bar if the wall is half of the diameter.

    Args:
        diameter: Outer diameter, in m.
        wall: Thickness of its wall, in m.
        material: Its material.

    Raises:
        ArgumentError: A wall that such a tube can't have.

    >>> round(tube(0.1, 0.05, Elastic(1.0, 1.0, 1.0)).torsion / (pi * 0.1**4 / 32), 9)
    1.0
    """
    if not 0.0 < wall <= diameter / 2:
        raise ArgumentError(f"wall: expected above 0 and up to {diameter / 2:g} m, got {wall:g}")
    inner = diameter - 2 * wall
    moment = pi / 64 * (diameter**4 - inner**4)
    area = pi / 4 * (diameter**2 - inner**2)
    return section(area, (moment, moment, 0.0), 2 * moment, material)


def box(width: float, height: float, wall: float, material: Elastic) -> Section:
    """Return the section of a rectangular tube; a bar if the wall is half of the shorter side.

    The torsion constant of a bar is from Saint-Venant (Roark, table 10.7, case 4, within 0.5 %),
    that of a tube from Bredt with constant wall.

    Args:
        width: Outer size along y, in m.
        height: Outer size along z, in m.
        wall: Thickness of its wall, in m.
        material: Its material.

    Raises:
        ArgumentError: A wall that such a tube can't have.

    >>> round(box(0.1, 0.1, 0.05, Elastic(1.0, 1.0, 1.0)).torsion / 0.1**4, 3)
    0.141
    """
    short, long = min(width, height), max(width, height)
    if not 0.0 < wall <= short / 2:
        raise ArgumentError(f"wall: expected above 0 and up to {short / 2:g} m, got {wall:g}")
    y, z = width - 2 * wall, height - 2 * wall
    about_y, about_z = (width * height**3 - y * z**3) / 12, (height * width**3 - z * y**3) / 12
    r = short / long
    torsion = long * short**3 * (1 / 3 - 0.21 * r * (1 - r**4 / 12))
    if wall < short / 2:
        enclosed, around = (width - wall) * (height - wall), 2 * (width + height - 2 * wall)
        torsion = min(4 * enclosed**2 * wall / around, torsion)
    return section(width * height - y * z, (about_y, about_z, 0.0), torsion, material)


X = skew(np.array([1.0, 0.0, 0.0]))
SHORTEST = 1e-9


@dataclass(frozen=True, eq=False)
class Element:
    """A straight piece of a link with one section.

    Attributes:
        start: Its start in the frame of its link (3,), m.
        end: Its end (3,), m.
        section: Its section, with y and z as in ``frame``.

    Raises:
        ArgumentError: It has no length.
    """

    start: Array
    end: Array
    section: Section

    def __post_init__(self) -> None:
        if not self.length > SHORTEST:
            raise ArgumentError("element: expected two different points")

    @property
    def length(self) -> float:
        """Its length, in m."""
        return float(np.linalg.norm(self.end - self.start))

    @property
    def mass(self) -> float:
        """Mass of its section over its length, in kg."""
        return self.section.mass * self.length

    @cached_property
    def frame(self) -> Array:
        """Pose of its far end in the frame of its link, x along it (4, 4)."""
        return pose(beam_axes(self.end - self.start), self.end)

    @cached_property
    def turning(self) -> Array:
        """Curvature and twist per moment (3, 3), 1/(N m^2)."""
        y, z, product = self.section.bending
        found = np.zeros((3, 3))
        found[0, 0] = 1.0 / self.section.torsion
        found[1:, 1:] = np.linalg.inv([[y, product], [product, z]])
        return found

    @cached_property
    def compliance(self) -> Array:
        """Twist of the far end per wrench there, with the near end held (6, 6)."""
        D, L = self.turning, self.length
        axial = L / self.section.axial * np.diag([1.0, 0.0, 0.0])
        return np.block([
            [L * D, L**2 / 2 * D @ X],
            [-(L**2) / 2 * X @ D, -(L**3) / 3 * X @ D @ X + axial],
        ])  # fmt: skip

    def sag(self, offset: Array) -> Array:
        """Return the twist of the far end per evenly distributed force (6, 3).

        Args:
            offset: Lateral offset of the force from the beam, in its axes (3,), m.
        """
        D, L = self.turning, self.length
        axial = L / 2 / self.section.axial * np.diag([1.0, 0.0, 0.0])
        straight = np.vstack([L**2 / 6 * D @ X, -(L**3) / 8 * X @ D @ X + axial])
        return straight + np.vstack([L / 2 * D, -(L**2) / 3 * X @ D]) @ skew(offset)


def beam_axes(along: Array) -> Array:
    """Return axes with x along a beam, y and z as near to the frame's as possible (3, 3)."""
    x = along / np.linalg.norm(along)
    helper = np.eye(3)[2 if abs(x[2]) < 0.9 else 1]
    y = np.cross(helper, x)
    y = y / np.linalg.norm(y)
    return np.column_stack([x, y, np.cross(x, y)])


@dataclass(frozen=True, eq=False)
class Spread:
    """Mass of a link on its beam: uniform along it, and lumped at one end.

    The lumped mass and the shift give it the centre of mass in the robot's table.

    Attributes:
        masses: Masses of the elements (k,), kg.
        near: Mass lumped at the near end of the beam, kg.
        far: Mass lumped at its far end, kg.
        shift: Lateral offset of the whole mass, in the frame of the link (3,), m.
    """

    masses: Array
    near: float
    far: float
    shift: Array


def spread(elements: tuple[Element, ...], mass: float, center: Array) -> Spread:
    """Return the distribution of a link's mass on its beam.

    Args:
        elements: The beam, from the joint outwards.
        mass: Mass of the link, in kg.
        center: Its centre of mass in the frame of the link (3,), m.
    """
    own = np.array([one.mass for one in elements])
    shares = own / own.sum()
    even = shares @ np.array([(one.start + one.end) / 2 for one in elements])
    best = (np.inf, 0.0, 0, center - even)
    for end, point in enumerate((elements[0].start, elements[-1].end)):
        way = point - even
        part = float(np.clip((center - even) @ way / (way @ way), 0.0, 1.0)) if way.any() else 0.0
        shift = center - even - part * way
        best = min(best, (float(np.linalg.norm(shift)), part, end, shift), key=lambda one: one[0])
    _, part, end, shift = best
    lump = part * mass
    return Spread((mass - lump) * shares, lump * (end == 0), lump * (end == 1), shift)


@dataclass(frozen=True, eq=False)
class LinkBeam:
    """A link as a beam.

    Attributes:
        elements: Its elements, from its joint outwards; none if it is rigid.
    """

    elements: tuple[Element, ...] = ()

    @cached_property
    def compliance(self) -> Array:
        """Twist of all later links per wrench there, about the origin of its frame (6, 6)."""
        found = np.zeros((6, 6))
        for one in self.elements:
            B = adjoint(one.frame)
            found += B @ one.compliance @ B.T
        return found

    def sag(self, mass: float, center: Array) -> Array:
        """Return the twist of the bodies after the link per acceleration of its own mass (6, 3).

        Args:
            mass: Mass of the link, in kg.
            center: Its centre of mass in its frame (3,), m.
        """
        found = np.zeros((6, 3))
        if not self.elements:
            return found
        lies = spread(self.elements, mass, center)
        beyond = weight(lies.far, self.elements[-1].end + lies.shift)
        for one, own in zip(reversed(self.elements), lies.masses[::-1], strict=True):
            B, R = adjoint(one.frame), one.frame[:3, :3]
            found += B @ (one.compliance @ B.T @ beyond + own * one.sag(R.T @ lies.shift) @ R.T)
            beyond = beyond + weight(own, (one.start + one.end) / 2 + lies.shift)
        return found


def weight(mass: float, center: Array) -> Array:
    """Return the wrench about the origin per acceleration of a mass (6, 3), kg m and kg."""
    return mass * np.vstack([skew(center), np.eye(3)])
