"""Where the meshes that a description names lie; nothing outside its own folders is looked at."""

from __future__ import annotations

import os.path
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

PACKAGES = ("package", "model")
# Folders of a package that hold descriptions: its root is the folder above.
INNER = ("urdf", "robots", "xml", "mjcf", "xacro", "model", "models", "description")
MANIFESTS = ("package.xml", "model.config")
HIGHEST = 6


@dataclass(frozen=True, slots=True)
class Missing:
    """A file that was not found.

    Attributes:
        name: As the description names it.
        looked: Where it was looked for.
    """

    name: str
    looked: tuple[Path, ...]


def find_mesh(name: str, description: Path) -> Path | Missing:
    """Return the file that a description names, or where it was looked for in vain.

    ``package://NAME/…`` and ``model://NAME/…`` mean a folder of that name above or beside the
    description; other names count from the folder of the description, and never lead out of it or
    out of the package that it belongs to.
    """
    folder = description.absolute().parent
    scheme, _, rest = name.partition("://")
    if rest and scheme in PACKAGES:
        package, _, below = rest.partition("/")
        candidates = [root / below for root in package_folders(folder, package)]
        candidates = candidates or [folder / package / below]
    elif rest and scheme == "file":
        candidates = [Path(unquote(urlsplit(name).path))]
    else:
        candidates = [folder / name]
    home = own_package(folder)
    for path in candidates:
        place = Path(_plain(path))
        inside = place.is_relative_to(home) or (scheme in PACKAGES and ".." not in Path(rest).parts)
        if inside and _is_file(place):
            return place
    return Missing(name, tuple(Path(_plain(path)) for path in candidates))


def package_folders(folder: Path, package: str) -> list[Path]:
    """Return folders of a package's name above the folder of a description, or beside those."""
    found: list[Path] = []
    for above in [folder, *folder.parents][:HIGHEST]:
        if above.name == package:
            found.append(above)
        elif package and (above / package).is_dir():
            found.append(above / package)
    return found


def own_package(folder: Path) -> Path:
    """Return the package that a description in a folder belongs to, or that folder."""
    for above in [folder, *folder.parents][:HIGHEST]:
        if any((above / name).is_file() for name in MANIFESTS):
            return above
    return folder.parent if folder.name in INNER else folder


def _plain(path: Path) -> str:
    """The path without ``..``, and without following links."""
    return os.path.normpath(path)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
