"""Properties of a solid for painters: its opacity, and its centre."""

from __future__ import annotations

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.model.appearance.materials import MATERIALS
from rvs.model.derived import derived


def opacity(solid: Solid) -> float:
    """Return the opacity of a solid; 1 hides all behind it."""
    return solid.color[3] * MATERIALS[solid.material].alpha


@derived(size=8192)
def middle_of(solid: Solid) -> Array:
    """Return the centre of the box around a solid (3,), m."""
    middle: Array = solid.pose[:3, :3] @ solid.mesh.bounds.mean(axis=0) + solid.pose[:3, 3]
    return middle
