"""Paths of mesh files in a cell: below its folder; other files are copied there.

In the document, a mesh file that was found has its whole path; a missing one has the reference as
written in the cell.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from rvs.engine.errors import ArgumentError
from rvs.files.meshes.mesh_plan import MeshPlan, without_surface
from rvs.files.meshes.meshes import read_mesh
from rvs.files.meshes.suffixes import SUFFIX_WORDS, is_mesh
from rvs.files.storage.references import reference_fault
from rvs.files.text.errors import FileErrors
from rvs.files.text.fields import Fields
from rvs.files.text.keys import Key, Numbers, Text
from rvs.model.document import Document
from rvs.model.mesh_file import UNKNOWN_BOX, MeshFile
from rvs.value_class import dataclass

FILE, BOX = "file", "box"
MESH_KEYS = (
    Key(FILE, Text(said="text"), f"{SUFFIX_WORDS}, below the folder of the file that names it",
        'file = "meshes/part.stl"',
        usual="required for `mesh`"),
    Key(BOX, Numbers(6, "unit of the mesh file"),
        "smallest and largest x, y, z of the mesh; it is shown as this box while its "
        "file is missing", "box = [ 0, 0, 0, 80, 60, 20 ]",
        usual="unknown"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class MeshFolder:
    """Folder of the mesh files named by a file.

    Attributes:
        folder: Folder of the file, or None.
        trusted: The file belongs to the program and may name files anywhere.
    """

    folder: Path | None = None
    trusted: bool = False


NO_FOLDER = MeshFolder()


def read_mesh_file(fields: Fields, meshes: MeshFolder) -> MeshFile | None:
    """Return the mesh of a block; one without a surface if its file is missing.

    Args:
        fields: The block.
        meshes: Location of the mesh files.
    """
    folder = meshes.folder
    reference = fields.text(FILE)
    box = tuple(fields.numbers(BOX, (6,)) or UNKNOWN_BOX)
    anywhere = meshes.trusted and Path(reference).is_absolute()
    fault = "" if anywhere else reference_fault(reference)
    if fault or not is_mesh(Path(reference)):
        fields.error(FILE, f"'{FILE}': {fault or f'expected {SUFFIX_WORDS}'}")
        return None
    try:
        missing = MeshFile(reference, box)
    except ArgumentError as error:
        fields.error(BOX, f"'{BOX}': {error}")
        return None
    if folder is None and not anywhere:
        return missing
    path = Path(reference) if folder is None else Path(os.path.abspath(folder / reference))
    try:
        read = read_mesh(path)
    except FileErrors as failure:
        words = f"{path}: {failure.errors[0].message}"
        fields.warn(FILE, f"'{FILE}': {words}; RVS shows a box instead")
        return missing
    return MeshFile(str(path), read.box, read.surface)


def gathered(document: Document, folder: Path) -> Document:
    """Return a document with all mesh files of objects below a folder; others are copied there.

    Raises:
        RvsError: A file can't be copied.
    """
    plan = MeshPlan(folder)
    near = _with_meshes(document, plan.near)
    plan.copy()
    return near


def without_surfaces(document: Document) -> Document:
    """Return a document whose objects' mesh files are named but not read."""
    return _with_meshes(document, without_surface)


def _with_meshes(document: Document, change: Callable[[MeshFile], MeshFile]) -> Document:
    if not any(thing.mesh for thing in document.things):
        return document
    things = tuple(
        replace(thing, mesh=change(thing.mesh)) if thing.mesh else thing
        for thing in document.things
    )
    return replace(document, things=things)
