"""The meshes of a description, read one after another before they are required."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import suppress

from rvs.bodies.mesh_files import surface_meshes
from rvs.files.text.errors import FileErrors
from rvs.files.trees.file_reach import reach_of
from rvs.files.trees.link_looks import TreeFile
from rvs.files.trees.tree_body import TreeMeshes


def ready_meshes(file: TreeFile) -> Generator[float, None, None]:
    """Read all meshes of a description in advance; yield the progress.

    Missing or damaged files are found again and reported by the caller.

    Args:
        file: The description.
    """
    meshes = TreeMeshes(file.path, reach_of(file.path, file.choices))
    drawn = [look for looks in file.visuals.values() for look in looks]
    solid = [look for looks in file.collisions.values() for look in looks]
    every = {(look.file, look.inline): look for look in (*solid, *drawn) if look.kind == "mesh"}
    shown = {(look.file, look.inline) for look in drawn}
    for count, (key, look) in enumerate(every.items()):
        yield count / len(every)
        with suppress(FileErrors):
            held = meshes.read(look)
            if held is not None and key in shown:
                surface_meshes(held[1].surface)
