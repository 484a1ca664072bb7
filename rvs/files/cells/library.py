"""The cells and work environments of the library, by name."""

from __future__ import annotations

from pathlib import Path

from rvs.files.library import files_of

FOLDER, CELL = "work_env", ".rvs"


def cells() -> dict[str, Path]:
    """Return the cells of the library by name."""
    return files_of(FOLDER, CELL)


def environments() -> dict[str, Path]:
    """Return the work environments of the library by name."""
    return files_of(FOLDER)


def find_cell(name_or_path: str) -> Path | None:
    """Return the cell file of a path or a name in the library, in any spelling."""
    path = Path(name_or_path).expanduser()
    if path.suffix.lower() == CELL and (len(path.parts) > 1 or path.exists()):
        return path
    wanted = _letters(name_or_path.removesuffix(CELL))
    named = path if path.suffix.lower() == CELL else None
    return {_letters(name): file for name, file in cells().items()}.get(wanted, named)


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))
