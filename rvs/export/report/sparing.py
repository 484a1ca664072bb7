"""Bodies of very many triangles as fine as print shows them, so that reports are soon done."""

from __future__ import annotations

from dataclasses import replace

from rvs.bodies.solid import Solid, Solids
from rvs.geometry.coarse import coarser
from rvs.geometry.mesh import Mesh
from rvs.model.derived import derived
from rvs.scene.items import Entry, Scene

# Figures of at most so many triangles are drawn as they are.
MOST = 100_000
# By how many mm on paper surfaces may be off, tried until there are few enough triangles.
TOLERANCES = (0.05, 0.1, 0.2, 0.4)
# Smaller meshes stay as they are: all of them together are no more than others say.
SMALL = 1_000


def spared(scene: Scene, metres: float) -> Scene:
    """Return a scene whose large meshes are coarser, where it has too many triangles.

    Args:
        scene: The scene.
        metres: Length in the scene that is a millimetre on paper.
    """
    made = scene
    for millimetres in TOLERANCES:
        if _count(made) <= MOST:
            break
        # one object, by which bodies with the same mesh are known to share the coarser one, too
        tolerance = millimetres * metres
        entries = tuple(_coarser(entry, tolerance) for entry in scene.entries)
        made = replace(scene, entries=entries)
    return made


def _count(scene: Scene) -> int:
    return sum(len(item.mesh.triangles) for item in scene.items if isinstance(item, Solid))


def _coarser(entry: Entry, tolerance: float) -> Entry:
    if isinstance(entry, Solids):
        return Solids(tuple(_solid(one, tolerance) for one in entry.looks), entry.poses)
    return _solid(entry, tolerance) if isinstance(entry, Solid) else entry


def _solid(solid: Solid, tolerance: float) -> Solid:
    if solid.size_in == "screen" or len(solid.mesh.triangles) <= SMALL:
        return solid
    return replace(solid, mesh=_mesh(solid.mesh, tolerance))


@derived(size=64)
def _mesh(mesh: Mesh, tolerance: float) -> Mesh:
    return coarser(mesh, tolerance)
