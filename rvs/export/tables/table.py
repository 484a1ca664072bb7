"""A table as a value, for every format."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from rvs.model.text_fallback import legible
from rvs.value_class import dataclass

Row = tuple[str, ...]
# Of numbers below each other; smaller ones stay powers of ten.
MOST_DECIMALS = 7
_NUMBER = re.compile(r"−?\d+(\.\d+)?(e[+−]?\d+)?")


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of texts under headings.

    Attributes:
        caption: Its text, with units.
        headings: Headings of the columns, with units where they have any.
        rows: Rows with one text per column; numbers have a true minus sign.
        align: A letter for each column: l, c, r, or d for numbers of limited precision, which are
            aligned at their decimal points if the format permits.
        notes: Sentences for the reader of the table.
    """

    caption: str
    headings: Row
    rows: tuple[Row, ...]
    align: str
    notes: Row = ()

    @property
    def sides(self) -> str:
        """The letter of each column for formats with three alignments: l, c or r."""
        return self.align.replace("d", "r")

    def __post_init__(self) -> None:
        object.__setattr__(self, "caption", legible(self.caption))
        object.__setattr__(self, "rows", tuple(tuple(map(legible, row)) for row in self.rows))
        object.__setattr__(self, "notes", tuple(map(legible, self.notes)))


def even(table: Table) -> Table:
    """Return a table with the same number of decimals in each column, for each unit of its rows."""
    unit = table.headings.index("unit") if "unit" in table.headings else None
    rows = list(table.rows)
    for own in dict.fromkeys(row[unit] if unit is not None else "" for row in rows):
        some = [k for k, row in enumerate(rows) if unit is None or row[unit] == own]
        columns = zip(*(rows[k] for k in some), strict=True)
        shown = [
            _even(column) if letter == "r" else column
            for letter, column in zip(table.align, columns, strict=False)
        ]
        for k, row in zip(some, zip(*shown, strict=True), strict=True):
            rows[k] = row
    return replace(table, rows=tuple(rows))


def _even(column: Row) -> Row:
    numbers = {text: Decimal(_plain(text)) for text in column if _NUMBER.fullmatch(text)}
    decimals = max((-_exponent(one) for one in numbers.values()), default=0)
    if not 0 < decimals <= MOST_DECIMALS:
        return column
    return tuple(
        f"{numbers[text]:.{decimals}f}".replace("-", "−") if text in numbers else text
        for text in column
    )


def _plain(text: str) -> str:
    return text.replace("−", "-")


def _exponent(number: Decimal) -> int:
    exponent = number.as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0


def compact(table: Table, empty: str = "") -> Table:
    """Return a table without empty columns; ``empty`` recognises their cells."""
    kept = [k for k in range(len(table.headings)) if any(row[k] != empty for row in table.rows)]
    return columns(table, kept)


def columns(table: Table, kept: Sequence[int]) -> Table:
    """Return a table with the given columns, in the given order."""
    return Table(
        table.caption,
        tuple(table.headings[k] for k in kept),
        tuple(tuple(row[k] for k in kept) for row in table.rows),
        "".join(table.align[k] for k in kept),
        table.notes,
    )
