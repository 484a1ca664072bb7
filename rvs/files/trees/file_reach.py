"""Locations of the files named by a description, and the permission to read them.

A description may read files below its own folder, in its package, in other packages that it names,
and in folders named by the user.  Nothing else is read, wherever paths, ``..`` and links lead.
"""

from __future__ import annotations

import os.path
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote

from rvs.files.library import is_file, is_file_name
from rvs.files.storage.locations import whole_path
from rvs.model.preferences import read_preferences
from rvs.model.robots.imported import Choices
from rvs.value_class import dataclass

# ``$(find NAME)/…`` is what a template left over.
_PACKAGE = re.compile(
    r"(?:package|model)://([^/]*+)/*+(.*)|\$\(find\s([^)\s]{0,200})\)/*+(.*)", re.DOTALL
)
_SCHEME = re.compile(r"([a-z]{2,20}):/", re.IGNORECASE)
_DRIVE = re.compile(r"[A-Za-z]:/|//")
# Folders of a package that hold descriptions: its root is the folder above.
INNER = ("urdf", "robots", "xml", "mjcf", "xacro", "model", "models", "description")
MANIFESTS = ("package.xml", "model.config")
HIGHEST = 6
# Files and depth of a folder that is searched for the last parts of a path.
MOST_FILES, DEEPEST = 20_000, 8


@dataclass(frozen=True, slots=True)
class Missing:
    """A file that was not found.

    Attributes:
        name: Its name in the description.
        looked: Searched locations.
        outside: Folder of an existing file that may not be read; None if there is none.
        alike: Files whose paths agree with the end of the name equally well, so that none is
            clearly meant.
    """

    name: str
    looked: tuple[Path, ...]
    outside: Path | None = None
    alike: tuple[Path, ...] = ()


# Folders that were named since the program started.
_NAMED: list[Path] = []


def search_in(folders: Iterable[Path]) -> None:
    """Search more folders for meshes until the program ends."""
    _NAMED[:] = dict.fromkeys([*(Path(os.path.abspath(one)) for one in folders), *_NAMED])


def searched_folders() -> tuple[Path, ...]:
    """Return the folders searched for meshes, given now or in the preferences."""
    return (*_NAMED, *map(Path, read_preferences()[0].mesh_folders))


def reach_of(description: Path, choices: Choices) -> Reach:
    """Return the files that a description may read under its choices."""
    return Reach(description, (*map(Path, choices.allow), *searched_folders()))


class Reach:
    """Files that a description may read.

    Attributes:
        folder: Its own folder.
        folders: Folders named by the user.
        near: Meshes found only by the last parts of their paths, by their names.
    """

    def __init__(self, description: Path, folders: Iterable[Path] = ()) -> None:
        self.folder = whole_path(description).parent
        self.folders = tuple(folders)
        self.near: dict[str, Path] = {}
        real = Path(os.path.realpath(description)).parent
        self._homes = dict.fromkeys([own_package(self.folder), own_package(real), *self.folders])

    def holds(self, place: Path) -> bool:
        """Return whether a file may be read, wherever a link leads.

        A link may lead into another package, as made by tools that build packages.
        """
        return self._below(place, self._homes)

    def add(self, folder: Path) -> None:
        """Permit the files of one more folder."""
        self._homes[folder] = None

    def packages(self, name: str) -> tuple[list[Path], Path | None]:
        """Return the folders of a package, and a folder of its name that may not be a package.

        A folder above or next to the description is a package by its manifest, not by its name.
        """
        found = [place for one in self.folders for place in package_folders(one, name)]
        beside = package_folders(self.folder, name)
        allowed = [one for one in beside if _is_package(one) or self.holds(one)]
        self._homes |= dict.fromkeys([*allowed, *found])
        return [*allowed, *found], next(iter(beside), None)

    def mesh(self, name: str) -> Path | Missing:
        """Return a mesh of a description, or the locations searched in vain.

        ``package://NAME/…`` and ``model://NAME/…`` mean a package of that name above or next to the
        description; other names are relative to its folder.  A file that is not found there is
        searched for below its package and the named folders, by as many last parts of its path as
        possible.
        """
        plain = _plain_name(name)
        candidates, homes = self._candidates(plain)
        places = [Path(os.path.normpath(one)) for one in candidates]
        for place in places:
            if is_file(place) and self._below(place, homes):
                return place
        steps = _steps(plain)
        for root in self.folders:
            for place in _ends(root, steps):
                if is_file(place) and self._below(place, [root]):
                    return place
        outside = next((real_folder(one) for one in places if is_file(one)), None)
        # What is there, but may not be read, is not replaced by another file without a word.
        alike = self._nearest(steps) if outside is None else []
        if len(alike) == 1:
            self.near[name] = alike[0]
            return alike[0]
        return Missing(name, (*places, *self.folders), outside, tuple(alike))

    def _candidates(self, name: str) -> tuple[list[Path], list[Path]]:
        """Return possible paths of a name, and the folders that must contain them."""
        match = _PACKAGE.fullmatch(name)
        if match is None:
            path = re.sub(r"^file:/*(?=/|[A-Za-z]:/)", "", name)
            names = dict.fromkeys([path, unquote(path)])
            return [self.folder / one for one in names], list(self._homes)
        package, below = match[1] or match[3] or "", match[2] or match[4] or ""
        named = package_folders(self.folder, package)
        # The folder of a package may have another name than itself.
        roots = [*named, own_package(self.folder)]
        roots = roots if named else [self.folder / package, *roots]
        names = dict.fromkeys([below, unquote(below)])
        allowed = [one for one in named if _is_package(one)]
        return [root / one for root in roots for one in names], [*self._homes, *allowed]

    def _nearest(self, steps: list[str]) -> list[Path]:
        """Return files below all folders whose paths share the most last parts with a name."""
        if not steps:
            return []
        found: dict[Path, int] = {}
        for place in map(Path, self._files.get(steps[-1].casefold(), ())):
            if not is_file(place) or not self.holds(place):
                continue
            own = [part.casefold() for part in place.parts]
            shared = 0
            for one, other in zip(reversed(own), reversed(steps), strict=False):
                if one != other.casefold():
                    break
                shared += 1
            found[place] = shared
        most = max(found.values(), default=0)
        best = [place for place, shared in found.items() if shared == most and shared]
        exact = [place for place in best if place.name == steps[-1]]
        return exact if len(exact) == 1 else best

    @cached_property
    def _files(self) -> Mapping[str, Iterable[str]]:
        """Paths below all folders that may be read, by the names of the files in lower case."""
        found: dict[str, dict[str, None]] = defaultdict(dict)
        for home in self._homes:
            for folder, name in _below(home):
                found[name.casefold()][os.path.join(folder, name)] = None
        return found

    def _below(self, place: Path, homes: Iterable[Path]) -> bool:
        homes = list(homes)
        try:
            plain, real = Path(os.path.abspath(place)), Path(os.path.realpath(place))
        except (OSError, ValueError):
            # Where a link leads may be nobody's business.
            return False
        if any(real.is_relative_to(os.path.realpath(home)) for home in homes):
            return True
        inside = any(plain.is_relative_to(os.path.abspath(home)) for home in homes)
        return inside and any(_is_package(above) for above in real.parents[:HIGHEST])


def real_folder(place: Path) -> Path:
    """Return the real folder of a file, wherever it is linked from."""
    return Path(os.path.realpath(place)).parent


def _plain_name(name: str) -> str:
    return re.sub(r"^file:/+(?=\$\()", "", name.strip().replace("\\", "/"))


def _steps(name: str) -> list[str]:
    """Return the last parts of a path, after its scheme, its package and the last step upwards."""
    scheme = _SCHEME.match(name)
    if scheme and scheme[1].lower() not in ("package", "model", "file"):
        return []
    rest = unquote(name.partition("://")[2] or re.sub(r"^\$\(find\s|\)(?=/)", "", name))
    parts = [part for part in _DRIVE.sub("", rest, count=1).split("/") if part not in ("", ".")]
    while ".." in parts:
        parts = parts[parts.index("..") + 1 :]
    return parts if all(map(is_file_name, parts)) else []


def _ends(root: Path, steps: list[str]) -> Iterator[Path]:
    """Yield paths directly below a folder that the last parts of a path may mean."""
    yield from (root.joinpath(*steps[k:]) for k in range(len(steps)))


def _below(home: Path) -> Iterator[tuple[str, str]]:
    """Yield folders and names of the files below a folder, up to a limit of number and depth.

    Links to folders are not followed.
    """
    left, depth = MOST_FILES, len(home.parts)
    for folder, folders, files in os.walk(home):
        deep = len(Path(folder).parts) - depth >= DEEPEST
        folders[:] = [] if deep else sorted(one for one in folders if not one.startswith("."))
        yield from ((folder, file) for file in sorted(files)[:left])
        left -= len(files) + 1
        if left <= 0:
            return


def package_folders(folder: Path, package: str) -> list[Path]:
    """Return folders with a package's name above the folder of a description, or next to those."""
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
    """Return the package of a description in a folder, or that folder."""
    for above in [folder, *folder.parents][:HIGHEST]:
        if _is_package(above):
            return above
    return folder.parent if folder.name in INNER else folder


def _is_package(folder: Path) -> bool:
    return any((folder / name).is_file() for name in MANIFESTS)
