"""Where the meshes that a description names lie; nothing outside its own folders is looked at."""

from __future__ import annotations

import os.path
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

from rvs.files.library import is_file_name
from rvs.files.storage.places import whole_path
from rvs.model.preferences import read_preferences
from rvs.value_class import dataclass

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


# Folders that were named since the program started.
_NAMED: list[Path] = []


def search_in(folders: Iterable[Path]) -> None:
    """Look for meshes in some folders too, until the program ends."""
    _NAMED[:] = dict.fromkeys([*(Path(os.path.abspath(one)) for one in folders), *_NAMED])


def searched_folders() -> tuple[Path, ...]:
    """Return the folders that were named to look for meshes in, now or in the preferences."""
    return (*_NAMED, *map(Path, read_preferences()[0].mesh_folders))


def find_mesh(name: str, description: Path, folders: Sequence[Path] = ()) -> Path | Missing:
    """Return the file that a description names, or where it was looked for in vain.

    ``package://NAME/…`` and ``model://NAME/…`` mean a folder of that name above or beside the
    description; other names count from the folder of the description, and never lead out of it or
    out of the package that it belongs to.  In each of the folders the whole name is looked for,
    then shorter and shorter ends of it.
    """
    folder = whole_path(description).parent
    scheme, _, rest = name.partition("://")
    if rest and scheme in PACKAGES:
        package, _, below = rest.partition("/")
        candidates = [root / below for root in package_folders(folder, package)]
        # The folder of a package may have another name than itself.
        candidates.append(own_package(folder) / below)
        candidates = candidates if len(candidates) > 1 else [folder / package / below, *candidates]
    elif rest and scheme == "file":
        candidates = [Path(unquote(urlsplit(name).path))]
    else:
        candidates = [folder / name]
    home = own_package(folder)
    named = package_folders(folder, rest.partition("/")[0]) if scheme in PACKAGES else []
    homes = (home, own_package(Path(os.path.realpath(description)).parent), *named)
    for path in candidates:
        place = Path(_plain(path))
        inside = place.is_relative_to(home) or (scheme in PACKAGES and ".." not in Path(rest).parts)
        if inside and _is_file(place) and leads_into(place, homes):
            return place
    for root in folders:
        for path in _ends(root, name):
            if _is_file(path) and leads_into(path, [root]):
                return path
    return Missing(name, (*(Path(_plain(path)) for path in candidates), *folders))


def _ends(root: Path, name: str) -> Iterator[Path]:
    """Places below a folder that a name may mean; none where it leads out of it."""
    rest = unquote(name.partition("://")[2] or name).replace("\\", "/")
    parts = [part for part in rest.split("/") if part not in ("", ".")]
    # What comes before the last step upwards says nothing of this folder.
    while ".." in parts:
        parts = parts[parts.index("..") + 1 :]
    if parts and all(is_file_name(part) for part in parts):
        yield from (root.joinpath(*parts[k:]) for k in range(len(parts)))


def leads_into(place: Path, homes: Iterable[Path]) -> bool:
    """Tell whether a file lies below one of some folders, also where links lead elsewhere.

    A link may lead into another package, as tools that build packages make them.
    """
    real = Path(os.path.realpath(place))
    if any(real.is_relative_to(os.path.realpath(home)) for home in homes):
        return True
    return real != place and any(_is_package(above) for above in real.parents[:HIGHEST])


def package_folders(folder: Path, package: str) -> list[Path]:
    """Return folders of a package's name above the folder of a description, or beside those."""
    found: list[Path] = []
    if not is_file_name(package):
        return found
    for above in [folder, *folder.parents][:HIGHEST]:
        if above.name == package:
            found.append(above)
        # What stands in the root of a drive is the system's.
        elif above != above.parent and (above / package).is_dir():
            found.append(above / package)
    return found


def own_package(folder: Path) -> Path:
    """Return the package that a description in a folder belongs to, or that folder."""
    for above in [folder, *folder.parents][:HIGHEST]:
        if _is_package(above):
            return above
    return folder.parent if folder.name in INNER else folder


def _is_package(folder: Path) -> bool:
    return any((folder / name).is_file() for name in MANIFESTS)


def _plain(path: Path) -> str:
    """The path without ``..``, and without following links."""
    return os.path.normpath(path)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
