"""How a cell refers to mesh files: by paths below its own folder; from elsewhere they are copied.

In the document a mesh file that was found has its whole path, one that is missing the reference as
it stands in the cell.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from filecmp import cmp
from pathlib import Path

from rvs.engine.errors import ArgumentError, RvsError
from rvs.files.library import is_file_name
from rvs.files.meshes.meshes import read_mesh
from rvs.files.meshes.suffixes import is_mesh
from rvs.files.storage.atomic import write_bytes
from rvs.files.storage.references import reference_fault
from rvs.files.text.errors import FileErrors
from rvs.files.text.fields import Fields
from rvs.model.document import Document, fresh_id
from rvs.model.things.thing import UNKNOWN_BOX, MeshFile, Thing

MESHES = "meshes"


def read_mesh_file(fields: Fields, folder: Path | None, trusted: bool = False) -> MeshFile | None:
    """Return the mesh that a block refers to; one without a surface if its file is missing.

    Args:
        fields: The block.
        folder: Folder of the cell, or None.
        trusted: The file is the program's own, which may name files anywhere.
    """
    reference = fields.text("file")
    box = tuple(fields.numbers("box", (6,)) or UNKNOWN_BOX)
    anywhere = trusted and Path(reference).is_absolute()
    fault = "" if anywhere else reference_fault(reference)
    if fault or not is_mesh(Path(reference)):
        fields.error("file", f"'file': {fault or 'expected an .stl, .obj, .glb or .gltf file'}")
        return None
    try:
        missing = MeshFile(reference, box)
    except ArgumentError as error:
        fields.error("box", f"'box': {error}")
        return None
    if folder is None and not anywhere:
        return missing
    path = Path(reference) if folder is None else Path(os.path.abspath(folder / reference))
    try:
        read = read_mesh(path)
    except FileErrors as failure:
        fields.warn("file", f"'file': {failure.errors[0].message}; a box is shown instead")
        return missing
    return MeshFile(str(path), read.box, read.surface)


def mesh_reference(mesh: MeshFile, folder: Path | None) -> str:
    """Return how a cell names a mesh file; without a folder it is one of the program's own.

    Raises:
        RvsError: The file does not lie below the folder.
    """
    path = Path(mesh.path)
    if folder is None or not path.is_absolute():
        return mesh.path
    below = _below(path, Path(os.path.abspath(folder)))
    if not below:
        raise RvsError(f"{path}: does not lie below the folder of the cell")
    return below


def _below(path: Path, base: Path) -> str:
    """The reference from a folder to a file below it, or nothing."""
    below = path.relative_to(base).as_posix() if path.is_relative_to(base) else ""
    return "" if not below or reference_fault(below) else below


def gathered(document: Document, folder: Path) -> Document:
    """Return a document whose mesh files all lie below a folder; others are copied there.

    Raises:
        RvsError: A file can't be copied.
    """
    base = Path(os.path.abspath(folder))
    if not any(thing.mesh for thing in document.things):
        return document
    copied: dict[str, str] = {}

    def near(thing: Thing) -> Thing:
        mesh = thing.mesh
        if mesh is None or mesh.surface is None or not Path(mesh.path).is_absolute():
            return thing
        if mesh.path not in copied:
            copied[mesh.path] = str(_near(Path(mesh.path), base))
        return replace(thing, mesh=replace(mesh, path=copied[mesh.path]))

    return replace(document, things=tuple(map(near, document.things)))


def without_surfaces(document: Document) -> Document:
    """Return a document whose mesh files are named but not read."""
    return _with_meshes(document, lambda mesh: replace(mesh, surface=None))


def _with_meshes(document: Document, change: Callable[[MeshFile], MeshFile]) -> Document:
    if not any(thing.mesh for thing in document.things):
        return document
    things = tuple(
        replace(thing, mesh=change(thing.mesh)) if thing.mesh else thing
        for thing in document.things
    )
    return replace(document, things=things)


def _near(path: Path, base: Path) -> Path:
    """The file, or a copy of it below a folder."""
    if _below(path, base):
        return path
    folder, name = base / MESHES, _good_name(path)
    try:
        taken = {one.name for one in folder.iterdir()} if folder.is_dir() else set()
        if name in taken and cmp(path, folder / name, shallow=False):
            return folder / name
        stem = fresh_id(Path(name).stem, {Path(one).stem for one in taken})
        target = folder / (stem + Path(name).suffix)
        folder.mkdir(parents=True, exist_ok=True)
        write_bytes(target, path.read_bytes())
    except OSError as error:
        raise RvsError(f"{path}: can't be copied beside the cell: {error.strerror}") from error
    return target


def _good_name(path: Path) -> str:
    """A name like that of a file, which is one on every system."""
    if is_file_name(path.name):
        return path.name
    stem = "".join(sign if sign.isalnum() or sign in " ._-" else "_" for sign in path.stem)
    name = f"mesh {stem.strip(' .')[:60]}".strip()
    return f"{name}{path.suffix.lower()}"
