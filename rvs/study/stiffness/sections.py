"""Cross-sections of beams: their stiffness in tension, bending and torsion, and their mass."""

from __future__ import annotations

from math import pi

from rvs.engine.errors import ArgumentError
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
