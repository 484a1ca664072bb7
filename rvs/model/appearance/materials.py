"""Materials of surfaces, and substances of bodies with their densities."""

from __future__ import annotations

from collections.abc import Mapping

from rvs.engine.errors import ArgumentError
from rvs.model.bounds import Bounds
from rvs.value_class import dataclass


@dataclass(frozen=True, slots=True)
class Material:
    """Reflection of light by a surface.

    Attributes:
        metal: 0 for a dielectric, 1 for metal.
        rough: 0 for a mirror, 1 for chalk.
        spec: Scale of a dielectric's reflection.
        alpha: Opacity.
    """

    metal: float
    rough: float
    spec: float
    alpha: float = 1.0


MATERIALS: dict[str, Material] = {
    "paint": Material(0.0, 0.24, 0.80),
    "plastic": Material(0.0, 0.34, 1.00),
    "matte": Material(0.0, 1.00, 0.00),
    "rubber": Material(0.0, 0.80, 0.35),
    "metal": Material(1.0, 0.10, 1.00),
    "brushed": Material(1.0, 0.36, 1.00),
    "annotation": Material(0.0, 0.90, 0.10),
    "glass": Material(0.0, 0.04, 1.60, 0.30),
}


# kg/m^3, rounded values of handbooks
SUBSTANCES: Mapping[str, float] = {
    "aluminium": 2700.0,
    "steel": 7850.0,
    "cast-iron": 7200.0,
    "titanium": 4430.0,
    "magnesium": 1800.0,
    "brass": 8500.0,
    "carbon-fibre": 1600.0,
    "plastic": 1100.0,
    "nylon": 1150.0,
    "rubber": 1200.0,
    "glass": 2500.0,
    "wood": 650.0,
    "foam": 40.0,
}
# Young's modulus and shear modulus in Pa: means of the ranges of Gere, Mechanics of Materials,
# table H-2 (nylon with a Poisson's ratio of 0.4); carbon-fibre: fabric in epoxy, along a thread.
# The others bear no loads of structures, or not alike in all directions.
MODULI: Mapping[str, tuple[float, float]] = {
    "aluminium": (70e9, 26e9),
    "steel": (200e9, 77.5e9),
    "cast-iron": (126e9, 50e9),
    "titanium": (110e9, 41.5e9),
    "magnesium": (43e9, 16e9),
    "brass": (103e9, 38.5e9),
    "carbon-fibre": (70e9, 5e9),
    "nylon": (2.75e9, 1.0e9),
    "glass": (65.5e9, 27e9),
}
# A look is not a substance; this is what parts of that look are made of unless they say otherwise.
USUAL: Mapping[str, str] = {
    "paint": "aluminium",
    "plastic": "plastic",
    "matte": "plastic",
    "rubber": "rubber",
    "metal": "steel",
    "brushed": "steel",
    "glass": "glass",
    "annotation": "plastic",
}
DENSEST = 25_000.0
DENSITY = Bounds(0.0, DENSEST)


def density_of(text: str) -> float:
    """Return the density in a text, in kg/m^3: a number, a substance, or 0 if empty.

    Raises:
        ArgumentError: Unknown, or a number that is not a density.

    >>> density_of("Cast iron"), density_of("1250"), density_of(" ")
    (7200.0, 1250.0, 0.0)
    """
    # Only here: files have plain numbers.
    from rvs.model.numbers.quantities import PURE, read

    words = text.strip()
    name = words.casefold().replace(" ", "-")
    if not words or name in SUBSTANCES:
        return SUBSTANCES.get(name, 0.0)
    if words[0].isalpha():
        known = ", ".join(SUBSTANCES)
        raise ArgumentError(f"expected kg/m³ or one of {known}, got {words[:40]!r}")
    value = read(words, PURE)
    if not 0.0 < value <= DENSEST:
        raise ArgumentError(f"expected a density above 0 and up to {DENSEST:g} kg/m³")
    return value


def density_text(density: float) -> str:
    """Return a density as the name of a substance with this density, or as a number."""
    names = (name for name, known in SUBSTANCES.items() if known == density)
    return next(names, f"{density:g}") if density else ""
