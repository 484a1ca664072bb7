"""Paths of mesh files in a cell or a model: below its own folder, to which others are copied.

In the document, a mesh file that was found has its whole path; a missing one has the reference as
written in the cell.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from filecmp import cmp
from pathlib import Path

from rvs.engine.errors import ArgumentError, RvsError
from rvs.files.library import is_file_name, reference_fault
from rvs.files.meshes.companions import companions
from rvs.files.meshes.meshes import read_mesh
from rvs.files.storage.atomic import write_bytes
from rvs.files.storage.locations import whole_path
from rvs.files.suffixes import SUFFIX_WORDS, is_mesh
from rvs.files.text.errors import FileErrors
from rvs.files.text.fields import Fields
from rvs.files.text.keys import Key, Numbers, Text
from rvs.model.body.values import Body, Part
from rvs.model.document import Document
from rvs.model.members import numbered
from rvs.model.mesh_file import UNKNOWN_BOX, MeshFile
from rvs.value_class import dataclass

MESHES = "meshes"
# Where files were copied last.
_COPIED: dict[Path, Path] = {}
Change = Callable[[MeshFile], MeshFile]


class MeshPlan:
    """Finds a location below a folder for every mesh file, and copies them there at the end.

    Attributes:
        folder: The folder; None for a file of the program, which names files at their present
            paths.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = None if folder is None else whole_path(folder)
        self._targets: dict[str, Path] = {}
        self._copies: dict[Path, Path] = {}

    def near(self, mesh: MeshFile, inner: str = "") -> MeshFile:
        """Return a mesh file at its future location.

        Args:
            mesh: The file; a missing one stays unchanged.
            inner: Subfolder of the meshes for a file to be copied.
        """
        path = Path(mesh.path)
        if self.folder is None or mesh.surface is None or not path.is_absolute():
            return mesh
        if mesh.path not in self._targets:
            self._targets[mesh.path] = self._target(whole_path(path), self.folder, inner)
        return replace(mesh, path=str(self._targets[mesh.path]))

    def reference(self, mesh: MeshFile, inner: str = "") -> MeshFile:
        """Return a mesh file with the name used in the text; for the arguments see ``near``.

        Raises:
            RvsError: The file does not lie below the folder.
        """
        return replace(mesh, path=mesh_reference(self.near(mesh, inner), self.folder))

    def body(self, body: Body, inner: str) -> Body:
        """Return a body whose mesh files have the names used in the text, unread."""
        named = good_name(inner)
        return with_meshes(body, lambda mesh: replace(self.reference(mesh, named), surface=None))

    def bare(self, body: Body) -> Body:
        """Return a body whose mesh files have their future names, unread."""
        return with_meshes(body, self._bare)

    def copy(self) -> None:
        """Copy the mesh files that are not yet below the folder.

        Raises:
            RvsError: A file can't be copied.
        """
        for target, source in self._copies.items():
            try:
                write_bytes(target, source.read_bytes())
            except OSError as error:
                words = f"can't be copied next to the file that names it: {error.strerror}"
                raise RvsError(f"{source}: {words}") from error
        _COPIED.update((whole_path(Path(path)), to) for path, to in self._targets.items())

    def _bare(self, mesh: MeshFile) -> MeshFile:
        path = self._targets.get(mesh.path)
        return replace(mesh, path=str(path) if path else mesh.path, surface=None)

    def _target(self, path: Path, base: Path, inner: str) -> Path:
        """Return the path of a mesh file: a file with equal content is reused, none is replaced."""
        if not path.is_file():
            # Its disk may have been taken out since it was copied.
            path = _COPIED.get(path, path)
        if _below(path, base):
            return path
        home, name = base / MESHES / inner, Path(good_name(path.name))
        files = (path, *companions(path))
        names = (str(name), *(one.name for one in files[1:]))
        try:
            for stem in numbered(name.stem):
                if len(files) > 1:
                    # What it refers to goes by its own name, so that they have a folder.
                    place, wanted = home / stem, names
                else:
                    place, wanted = home, (stem + name.suffix,)
                found = self._found(place, wanted, files)
                if found is not None:
                    return found
        except OSError as error:
            raise RvsError(f"{path}: can't be read: {error.strerror}") from error
        raise AssertionError("another one is always available")

    def _found(self, place: Path, names: Sequence[str], files: Sequence[Path]) -> Path | None:
        """Free or matching paths for files in a folder, side by side; None if other files exist."""
        planned = {to: source for to, source in self._copies.items() if to.parent == place}
        there = {one.name.casefold(): one for one in (*_inside(place), *planned)}
        held = [there.get(name.casefold()) for name in names]
        if any(held) or (there and len(files) > 1):
            same = all(
                one is not None and _same(planned.get(one, one), file)
                for one, file in zip(held, files, strict=True)
            )
            return held[0] if same else None
        self._copies.update(zip((place / name for name in names), files, strict=True))
        return place / names[0]


def mesh_reference(mesh: MeshFile, folder: Path | None) -> str:
    """Return the reference to a mesh file in a file.

    Args:
        mesh: The mesh file.
        folder: Folder of the file that names it, or None for a file of the program's own.

    Raises:
        RvsError: The mesh file does not lie below the folder.
    """
    path = Path(mesh.path)
    if folder is None or not path.is_absolute():
        return mesh.path
    below = _below(whole_path(path), whole_path(folder))
    if not below:
        raise RvsError(f"{path}: is not below the folder of the file that names it")
    return below


def with_meshes(body: Body, change: Change) -> Body:
    """Return a body with other mesh files; the same object if it has none."""

    def changed(parts: tuple[Part, ...]) -> tuple[Part, ...]:
        if not any(part.mesh for part in parts):
            return parts
        return tuple(replace(part, mesh=change(part.mesh)) if part.mesh else part for part in parts)

    links = tuple(replace(link, parts=changed(link.parts)) for link in body.links)
    library = tuple(replace(one, parts=changed(one.parts)) for one in body.library)
    if links == body.links and library == body.library:
        return body
    return replace(body, links=links, library=library)


def without_surface(mesh: MeshFile) -> MeshFile:
    """Return a mesh file with its name but without its contents."""
    return replace(mesh, surface=None)


def good_name(name: str) -> str:
    """Return a similar name that is valid on every system."""
    if is_file_name(name):
        return name
    stem, dot, suffix = name.rpartition(".")
    kept = "".join(sign if sign.isalnum() or sign in " ._-" else "_" for sign in stem or name)
    good = f"mesh {kept.strip(' .')[:60]}".strip()
    return f"{good}.{suffix.lower()}" if dot and stem else good


def _inside(folder: Path) -> tuple[Path, ...]:
    return tuple(folder.iterdir()) if folder.is_dir() else ()


def _same(one: Path, other: Path) -> bool:
    return one.is_file() and cmp(one, other, shallow=False)


def _below(path: Path, base: Path) -> str:
    """Return the reference from a folder to a file below it, or nothing."""
    below = path.relative_to(base).as_posix() if path.is_relative_to(base) else ""
    return "" if not below or reference_fault(below) else below


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
