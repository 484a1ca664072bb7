"""What the list of robots shows, kept from one run of the program to the next.

To read all files for it takes a tenth of a second, to read what was kept a few milliseconds.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import astuple
from pathlib import Path
from typing import NamedTuple

from rvs.files.robots.entry import Entry, filled
from rvs.files.storage.made_before import keep, kept, program
from rvs.files.text.errors import FileErrors
from rvs.files.text.syntax import read_tree
from rvs.model.folders import cache_folder

PLACE = "robots"
# So many are remembered, of files that have changed as well.
MOST = 4096


class Asked(NamedTuple):
    """A file of the list, as it is now: with another time or size it is read again.

    Attributes:
        name: Its name without suffix.
        path: Where it lies.
        bundled: It came with the program.
        has_model: The library has a full model of this name.
        changed: Time of its last change, in ns.
        size: Its bytes.
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
    """Return what the list shows of some files; only those are read that nobody has read before."""
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
    keep(cache_folder() / PLACE, json.dumps([_program(), told]).encode())


def _kept() -> dict[Asked, Entry]:
    """What an earlier run kept; nothing where it is damaged or of another program."""
    data = kept(cache_folder() / PLACE)
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
