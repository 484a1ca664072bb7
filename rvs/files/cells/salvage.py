"""The readable parts of a cell, object by object, and the names of the rest."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import accumulate
from typing import Any

from rvs.engine.errors import RvsError
from rvs.files.cells.cell import Cell, cell_of
from rvs.files.cells.write import cell_text
from rvs.files.text.errors import FileError, FileErrors
from rvs.files.text.fields import shorten
from rvs.files.text.source import Source, encoded
from rvs.files.text.syntax import parse
from rvs.model.document import Document, PlacedRobot
from rvs.model.state import fit_postures

# A block of the text that a cell without one is written as; what is in it is indented.
_BLOCK = re.compile(r"^(?=[^\s}])", re.MULTILINE)
# The lists of a document in such an order that what one speaks of comes before it, and what people
# call a member.
LISTS = {
    "robots": "robot",
    "things": "thing",
    "targets": "place",
    "programs": "program",
    "figures": "figure",
    "notes": "note",
    "measures": "measurement",
    "bookmarks": "bookmark",
}
# What a robot goes without rather than be lost.
SPARED: dict[str, Any] = {"body": None, "named": (), "payload": None, "grips": ()}
Lost = tuple[str, ...]


def salvaged(source: Source) -> tuple[Cell, Lost]:
    """Return the content of a text written by the program, without unreadable blocks.

    Raises:
        FileErrors: Not even an empty cell can be read.
    """
    blocks = _BLOCK.split(source.text)
    lost: list[str] = []
    while True:
        try:
            tree = parse(Source(source.path, "".join(blocks)), sys.maxsize)
            return cell_of(tree, None, trusted=True), tuple(lost)
        except FileErrors as failure:
            wrong = dict(_blocks_of(blocks, failure.errors))
            if not wrong:
                raise
            lost += [f"{_name(blocks[k])}: {message}" for k, message in wrong.items()]
            blocks = [block for k, block in enumerate(blocks) if k not in wrong]


def _blocks_of(blocks: Sequence[str], errors: Sequence[FileError]) -> Iterator[tuple[int, str]]:
    """Yield the blocks with errors, each with the first of its errors."""
    ends = list(accumulate(block.count("\n") for block in blocks))
    for error in reversed(errors):
        at = next((k for k, end in enumerate(ends) if error.line <= end), len(blocks) - 1)
        if error.line and blocks[at].strip():
            yield at, error.message


def _name(block: str) -> str:
    return shorten(block.partition("{")[0].strip())[1:-1].strip() or "a block"


def keepable(cell: Cell) -> tuple[Cell, Lost]:
    """Return a cell without items that can't be written and read back; the same cell if all can."""
    fault = _fault(cell)
    if not fault:
        return cell, ()
    lost: list[str] = []
    kept = replace(cell, document=Document(), trajectories=(), text="")
    if _fault(kept):
        plain = Cell()
        kept = replace(kept, view=plain.view, panes=plain.panes)
        lost.append(f"settings of the view: {fault}")
    for part, word in LISTS.items():
        kept = _with(kept, cell, part, getattr(cell.document, part), word, lost)
    rules = replace(kept, document=replace(kept.document, collision=cell.document.collision))
    links = replace(rules, trajectories=replace(cell).holding(rules.state).trajectories)
    for wider in (rules, links):
        kept = kept if _fault(wider) else wider
    # These are written beside the text.
    document = replace(kept.document, motions=cell.document.motions)
    return replace(kept, document=document, text=cell.text, path=cell.path), tuple(lost)


def _with(
    kept: Cell, whole: Cell, part: str, items: Sequence[Any], word: str, lost: list[str]
) -> Cell:
    """Return a cell with additional members of a list, if they can be read back."""
    if not items:
        return kept
    try:
        more: dict[str, Any] = {part: (*getattr(kept.document, part), *items)}
        document = replace(kept.document, **more)
        wider = replace(kept, document=document, postures=fit_postures(document, whole.postures))
        fault = _fault(wider)
    except RvsError as error:
        fault = str(error)
    if not fault:
        return wider
    if len(items) > 1:
        half = len(items) // 2
        for some in (items[:half], items[half:]):
            kept = _with(kept, whole, part, some, word, lost)
        return kept
    (one,) = items
    spare = one
    # Where even that is refused, the robot itself is what can't be.
    with suppress(RvsError):
        spare = _spared(one)
    if spare is not one:
        lost.append(f"additions to the table of {word} {_called(one)}: {fault}")
        return _with(kept, whole, part, (spare,), word, lost)
    lost.append(f"{word} {_called(one)}: {fault}")
    return kept


def _spared(one: Any) -> Any:
    if not isinstance(one, PlacedRobot) or all(
        getattr(one, name) == value for name, value in SPARED.items()
    ):
        return one
    return replace(one, **SPARED)


def _called(one: Any) -> str:
    return shorten(str(getattr(one, "id", "") or getattr(one, "name", "")))


def _fault(cell: Cell) -> str:
    """Return the reason why the text of a cell can't be read back from its bytes, or nothing."""
    try:
        text = cell_text(replace(cell, text="", path=None))
        tree = parse(encoded("cell", text, sys.maxsize), sys.maxsize)
        cell_of(tree, None, trusted=True)
    except FileErrors as failure:
        return failure.errors[0].message
    except RvsError as error:
        return str(error)
    return ""
