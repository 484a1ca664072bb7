"""References from one file to another: a name in the library, or a path below the file's folder."""

from __future__ import annotations

from pathlib import Path

from rvs.files.library import SUFFIXES, LibraryError, find_file, is_file_name


def reference_fault(reference: str) -> str:
    """Return the fault in a reference, or nothing.

    It never leads out of the folder: no absolute path, no drive, no ``..``.
    """
    if all(map(is_file_name, reference.split("/"))):
        return ""
    return "expected a name of the library, or a path below this file's folder, with '/'"


def resolve(reference: str, kind: str, folder: Path | None) -> Path:
    """Return the file of a reference.

    Args:
        reference: A name in the library, or a path below the folder.
        kind: Folder of the library, one of ``SUFFIXES``.
        folder: Folder of the referring file, or None.

    Raises:
        LibraryError: The reference leads elsewhere, or there is no such file.
    """
    fault = reference_fault(reference)
    if fault:
        raise LibraryError(f"{reference[:80]!r}: {fault}")
    beside = None if folder is None else folder / reference
    if beside is not None and beside.is_file():
        return beside
    if "/" in reference:
        raise LibraryError(f"there is no file {reference[:80]!r} next to this one")
    return find_file(kind, reference.removesuffix(SUFFIXES[kind]))
