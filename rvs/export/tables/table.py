"""A table as a value: what every format writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rvs.model.legible import legible

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of texts under headings.

    Attributes:
        caption: What it says, with its units.
        headings: Headings of the columns, with units where they have any.
        rows: As many texts each; numbers have a true minus.
        align: A letter for each column: l, c or r.
        notes: Sentences to be read with it.
    """

    caption: str
    headings: Row
    rows: tuple[Row, ...]
    align: str
    notes: Row = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "caption", legible(self.caption))
        object.__setattr__(self, "rows", tuple(tuple(map(legible, row)) for row in self.rows))
        object.__setattr__(self, "notes", tuple(map(legible, self.notes)))


def compact(table: Table, empty: str = "") -> Table:
    """Return a table without columns that hold nothing.

    Args:
        table: The table.
        empty: What a cell holds that says nothing.
    """
    kept = [k for k in range(len(table.headings)) if any(row[k] != empty for row in table.rows)]
    return columns(table, kept)


def columns(table: Table, kept: Sequence[int]) -> Table:
    """Return a table with some of its columns, in their order here."""
    return Table(
        table.caption,
        tuple(table.headings[k] for k in kept),
        tuple(tuple(row[k] for k in kept) for row in table.rows),
        "".join(table.align[k] for k in kept),
        table.notes,
    )
