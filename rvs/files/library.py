"""The library: bundled files and the user's own files, which replace bundled ones by name.

The contents of the list of robots, stored between runs of the program.

Reading all its files takes a tenth of a second, reading the stored contents a few milliseconds.
"""

from __future__ import annotations

import json
import logging
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import astuple
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rvs.engine.errors import RvsError
from rvs.files.robots.entry import Entry, filled
from rvs.files.storage.disk_cache import program, read_cached, store
from rvs.files.storage.locations import bundled_folder, user_folder
from rvs.files.storage.outside_changes import note_opened
from rvs.files.text.errors import FileErrors, nearest
from rvs.files.text.syntax import read_tree
from rvs.model.folders import cache_folder
from rvs.model.robots.imported import USUAL, Choices

if TYPE_CHECKING:
    from rvs.files.robots.arch import Architecture


SUFFIXES = {
    "arch": ".arch",
    "jtraj": ".jtraj",
    "jconfig": ".jconfig",
    "ctraj": ".ctraj",
    "work_env": ".env",
    "links": ".body",
    "links/parts": ".body",
    "links/payloads": ".body",
    "links/tools": ".body",
}
# What the files of a folder are called where one is missing.
CALLED = {
    "arch": "robot",
    "jtraj": "trajectory",
    "jconfig": "list of postures",
    "ctraj": "path",
    "work_env": "work environment",
    "links": "full model",
    "links/parts": "library part",
    "links/payloads": "payload",
    "links/tools": "end-effector",
}
# Compiled when a file is named for the first time, not at every start.
_GOOD_NAME = r"\w[\w .()+-]{0,79}"
log = logging.getLogger(__name__)
_DEVICES = r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?"

PLACE = "robots"
# So many are remembered, of files that have changed as well.
MOST = 4096


class LibraryError(RvsError):
    """The library has no such file, or does not accept the name."""


def files_of(folder: str, suffix: str = "") -> dict[str, Path]:
    """Return the files of a sub-folder of the library by name, sorted.

    The user's own take precedence over bundled ones.

    Args:
        folder: One of ``SUFFIXES``.
        suffix: A suffix that replaces that of the folder.
    """
    suffix = suffix or SUFFIXES[folder]
    found: dict[str, Path] = {}
    for home in (bundled_folder(), user_folder()):
        place = home / folder
        if place.is_dir():
            found |= {path.stem: path for path in place.iterdir() if path.suffix == suffix}
    return dict(sorted(found.items(), key=lambda item: item[0].casefold()))


def names() -> tuple[str, ...]:
    """Return the names of all robots."""
    return tuple(files_of("arch"))


def entries() -> tuple[Entry, ...]:
    """Return the entries of the list of robots, by name; changed files are read again."""
    models, files, own = files_of("links"), files_of("arch"), user_folder()
    return read_entries(_asked(name, path, name in models, own) for name, path in files.items())


def titles() -> tuple[tuple[str, Path], ...]:
    """Return titles and files of all robots, by title; equal titles include their files."""
    known = entries()
    often = Counter(one.title for one in known)
    named = [
        (one.title if often[one.title] == 1 else f"{one.title} ({one.name})", one.path)
        for one in known
    ]
    return tuple(sorted(named, key=lambda pair: pair[0].casefold()))


def _asked(name: str, path: Path, has_model: bool, own: Path) -> Asked:
    bundled = path.parents[1] != own
    try:
        stamp = path.stat()
    except OSError:
        # no file has this size: whoever reads it says what is wrong
        return Asked(name, str(path), bundled, has_model, 0, -1)
    return Asked(name, str(path), bundled, has_model, stamp.st_mtime_ns, stamp.st_size)


def find_robot(name_or_path: str | Path) -> Path:
    """Return the architecture file of a robot.

    Args:
        name_or_path: A name in the library, in any case and with any punctuation, or a file.

    Raises:
        LibraryError: Neither; names the most similar robot.
    """
    return find_file("arch", name_or_path)


def find_file(folder: str, name_or_path: str | Path) -> Path:
    """Return a file of the library, or the file at a path.

    Args:
        folder: One of ``SUFFIXES``.
        name_or_path: A name in the library, in any case and with any punctuation, or a file.

    Raises:
        LibraryError: Neither; names the most similar one.
    """
    text = str(name_or_path)
    path = Path(text).expanduser()
    files = files_of(folder)
    if isinstance(name_or_path, Path) or len(path.parts) > 1 or (path.suffix and is_file(path)):
        return path
    wanted = letters(text.removesuffix(SUFFIXES[folder]))
    by_letters = {letters(name): file for name, file in files.items()}
    found = by_letters.get(wanted) or _by_title(folder, wanted)
    if found is not None and wanted:
        return found
    if is_file(path):
        return path
    what = CALLED[folder]
    raise LibraryError(f"there is no {what} {text[:80]!r}{nearest(text, tuple(files))}")


def load_robot(name_or_path: str | Path, choices: Choices = USUAL) -> Architecture:
    """Read a robot of the library, in any case and with any punctuation, or of a file.

    Args:
        name_or_path: Its name or its file.
        choices: The choices for a file of another program.

    Raises:
        LibraryError: There is no such robot.
        SeveralRobots: Its file holds several robots and none is named.
        FileErrors: Everything that is wrong with its file, or it offers no such choice.
    """
    # Only here: names are found and listed without NumPy.
    from rvs.files.robots.readers import read_robot_file

    return read_robot_file(find_robot(name_or_path), choices)


def load_and_tell(name_or_path: str | Path, choices: Choices = USUAL) -> Architecture:
    """Read a robot like ``load_robot``, and report remarks on other programs' files.

    Raises:
        LibraryError: There is no such robot.
        FileErrors: Everything that is wrong with its file.
    """
    note_opened(find_robot(name_or_path))
    architecture = load_robot(name_or_path, choices)
    if architecture.imported is not None:
        for warning in architecture.warnings:
            log.warning("%s", warning)
    return architecture


def own_path(folder: str, name: str) -> Path:
    """Return the path of the user's file by name, without its suffix.

    Raises:
        LibraryError: The name can't be that of a file on every system.
    """
    if not is_file_name(name):
        raise LibraryError(
            f"{name[:80]!r} can't be a file name; expected letters, digits, blanks and . ( ) + - _"
        )
    return user_folder() / folder / (name + SUFFIXES[folder])


def is_file_name(name: str) -> bool:
    """Return whether a name can name a file on every system."""
    if not re.fullmatch(_GOOD_NAME, name) or name[-1] in ". ":
        return False
    return not re.fullmatch(_DEVICES, name, re.IGNORECASE)


def is_file(path: Path) -> bool:
    """Return whether a file exists, also for names that the system refuses."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def letters(name: str) -> str:
    """Return the letters and digits of a name, by which it is recognised."""
    return "".join(filter(str.isalnum, name.casefold()))


def _by_title(folder: str, wanted: str) -> Path | None:
    if folder != "arch":
        return None
    return next((entry.path for entry in entries() if letters(entry.title) == wanted), None)


class Asked(NamedTuple):
    """A listed file with its current time and size: after a change it is read again.

    Attributes:
        name: Its name without suffix.
        path: Its path.
        bundled: It came with the program.
        has_model: The library has a full model of this name.
        changed: Time of its last change, in ns.
        size: In bytes.
    """

    name: str
    path: str
    bundled: bool
    has_model: bool
    changed: int
    size: int


# Filled by what an earlier run kept as well as by what this one reads.
_known: dict[Asked, Entry] = {}


def read_entries(asked: Iterable[Asked]) -> tuple[Entry, ...]:
    """Return the entries of some files; only new files are read."""
    wanted = tuple(asked)
    if not _known.keys() >= set(wanted):
        _known.update(_kept())
        lacking = [one for one in wanted if one not in _known]
        _known.update((one, _read(one)) for one in lacking)
        # A fault may be gone without a trace in time and size, as where reading was forbidden.
        if any(not _known[one].fault for one in lacking):
            _keep({one: _known[one] for one in wanted if not _known[one].fault})
    found = tuple(_known[one] for one in wanted)
    if len(_known) > MOST:
        _known.clear()
    return found


def _read(asked: Asked) -> Entry:
    path = Path(asked.path)
    try:
        tree = read_tree(path)
    except FileErrors as error:
        fault = str(error.errors[0])
        return Entry(asked.name, asked.name, path, asked.bundled, fault=fault)
    return filled(Entry(asked.name, asked.name, path, asked.bundled, full=asked.has_model), tree)


def _keep(entries: dict[Asked, Entry]) -> None:
    told = [
        [asked, [str(one) if isinstance(one, Path) else one for one in astuple(entry)]]
        for asked, entry in entries.items()
    ]
    store(cache_folder() / PLACE, json.dumps([_program(), told]).encode())


def _kept() -> dict[Asked, Entry]:
    """Return the entries of an earlier run; nothing if damaged or from another program."""
    data = read_cached(cache_folder() / PLACE)
    try:
        of, told = json.loads(data or b"[null, []]")
        rows = told if of == _program() else ()
        return {
            Asked(*asked): Entry(name, title, Path(path), *rest)
            for asked, (name, title, path, *rest) in rows
        }
    except (ValueError, TypeError):
        return {}


def _program() -> str:
    here = Path(__file__).parent
    return program(here, here.parent / "text")


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
    wanted = letters(name_or_path.removesuffix(CELL))
    named = path if path.suffix.lower() == CELL else None
    return {letters(name): file for name, file in cells().items()}.get(wanted, named)


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
