"""Materials of surfaces: metallic share, roughness, gloss and opacity."""

from __future__ import annotations

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
