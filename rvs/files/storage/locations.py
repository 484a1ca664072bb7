"""Locations of the bundled files, which are never written, and of the user's own files."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

from rvs.engine.errors import RvsError

DATA = ("arch", "jconfig", "jtraj", "ctraj", "links", "work_env")
_PACKAGE = Path(__file__).resolve().parents[2]


class BundledFileError(RvsError):
    """An attempt to write a file that came with the program."""


def bundled_folder() -> Path:
    """Return the folder of the bundled data: in the package, or in a checkout."""
    inside = _PACKAGE / "data"
    return inside if inside.is_dir() else _PACKAGE.parent


def user_folder() -> Path:
    """Return the folder of the user's own files; it can be missing."""
    home = os.environ.get("RVS_HOME")
    return Path(home).expanduser() if home else user_data_path("rvs", appauthor=False)


def whole_path(path: Path) -> Path:
    """Return an absolute path without ``..``; links are followed only if necessary."""
    plain = Path(os.path.abspath(path))
    if ".." not in path.parts:
        return plain
    real = Path(os.path.realpath(path))
    # The folder above a link is that of what the link leads to.
    return plain if Path(os.path.realpath(plain)) == real else real


def is_bundled(path: Path) -> bool:
    """Return whether a file came with the program."""
    place, home = path.absolute(), bundled_folder()
    inside = any(place.is_relative_to(home / folder) for folder in DATA)
    return inside and not place.is_relative_to(user_folder().absolute())


def refuse_bundled(path: Path) -> None:
    """Raise an error if a file came with the program.

    Raises:
        BundledFileError: It does.
    """
    if is_bundled(path):
        raise BundledFileError(
            f"{path.name} came with RVS and can't be changed; save it under another name or "
            "in your own folder"
        )
