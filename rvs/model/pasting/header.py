"""The header of a pasted table: contents and unit of each column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rvs.model.numbers.units import ANGLE_UNITS, LENGTH_UNITS, UNITS
from rvs.model.pasting.cells import plain
from rvs.value_class import dataclass

# The order of most textbooks.
DEFAULT_COLUMNS = ("a", "alpha", "d", "theta")
GEOMETRY = ("a", "alpha", "d", "theta")
NAMES: dict[str, tuple[str, ...]] = {
    "a": ("a", "r", "linklength", "length", "l"),
    "alpha": ("alpha", "α", "al", "twist", "linktwist", "twistangle"),
    "d": ("d", "b", "offset", "linkoffset"),
    "theta": ("theta", "θ", "th", "jointangle", "angle"),
    "offset": ("jointoffset", "qoffset", "thetaoffset", "θoffset"),
    "kind": ("type", "kind", "jointtype", "σ", "sigma"),
    "lower": ("min", "lower", "qmin", "θmin", "thetamin", "lowerlimit", "minimum", "from"),
    "upper": ("max", "upper", "qmax", "θmax", "thetamax", "upperlimit", "maximum", "to"),
    "limits": ("limits", "limit", "range", "jointlimits", "jointrange"),
    "name": ("name", "jointname"),
    "convention": ("convention",),
    "joint": (
        "joint",
        "jointno",
        "link",
        "i",
        "j",
        "n",
        "no",
        "nr",
        "axis",
        "#",
        "",
        "row",
        "jointi",
        "linki",
    ),
}
# What a column may be said to hold: something of the table, or nothing that is used.
CHOICES = ("", *GEOMETRY, "offset", "kind", "lower", "upper", "limits", "name")
LENGTHS, ANGLES, EITHER = ("a", "d"), ("alpha", "theta"), ("offset", "lower", "upper", "limits")
SPELLINGS = {name: name for name in UNITS}
SPELLINGS |= dict.fromkeys(("°", "degree", "degrees"), "deg")
SPELLINGS |= dict.fromkeys(("radian", "radians"), "rad")
SPELLINGS |= dict.fromkeys(("metre", "metres", "meter", "meters"), "m") | {"inch": "in"}
_MEANING = {spelling: name for name, spellings in NAMES.items() for spelling in spellings}
_UNIT = re.compile(r"[\[(]\s*([A-Za-z°]+)\s*[\])]|[/,]\s*([A-Za-z°]+)\s*$|\sin\s+([A-Za-z°]+)\s*$")
# As in "Link Length (a) m".
_SYMBOL = re.compile(
    r"[A-Za-z ]+\(\s*(?P<name>[A-Za-zαθ]+)(?:_\(?[ij](?:\s*[-−]\s*1)?\)?)?\s*\)\s*+"
    r"\(?(?P<unit>[A-Za-z°]*)\)?\s*"
)
_PREVIOUS = re.compile(r"(?:[(\[]\s*)?[ij]\s*[-−₋]\s*[1₁]\s*[)\]]?|[ᵢⱼ]₋₁")
_INDEX = re.compile(r"_\s*\(?[ijkn](?:\s*[-−]\s*1)?\)?|[ᵢⱼ](?:₋1)?|(?<=[aαdθ])[ij](?:-1)?$")


@dataclass(frozen=True, slots=True)
class Column:
    """The contents of a column: one of ``NAMES`` or empty for others; its unit or empty."""

    name: str
    unit: str = ""
    previous: bool = False


def units_of(name: str) -> tuple[str, ...]:
    """Return the possible units of the numbers in a column with this name."""
    lengths = LENGTH_UNITS if name in (*LENGTHS, *EITHER) else ()
    return lengths + (ANGLE_UNITS if name in (*ANGLES, *EITHER) else ())


def assigned(columns: Sequence[Column], index: int, name: str) -> tuple[Column, ...]:
    """Return columns with one set to another of ``CHOICES``, swapping contents if necessary."""
    before = columns[index].name
    new = [
        replace(column, name=before) if name and column.name == name else column
        for column in columns
    ]
    new[index] = replace(columns[index], name=name)
    return tuple(new)


def header_columns(cells: Sequence[str]) -> tuple[Column, ...] | None:
    """Return the columns named in a row; None if the row is not a header."""
    columns = list(columns_of(cells))
    known = {column.name for column in columns} & set(GEOMETRY)
    if len(known) < 2 or any(re.fullmatch(r"[-+−]?[\d.,]+.?", plain(cell)) for cell in cells):
        return None
    named_d = sum(column.name == "d" for column in columns) > 1
    if named_d:
        # Beside a column d, an offset is the joint's.
        columns = [
            Column("offset", column.unit) if _word(cell) == "offset" else column
            for cell, column in zip(cells, columns, strict=True)
        ]
    return tuple(columns)


def columns_of(cells: Sequence[str]) -> tuple[Column, ...]:
    """Return the columns described by the words of a header."""
    return tuple(_column(cell) for cell in cells)


def _column(cell: str) -> Column:
    text = plain(cell)
    previous = bool(_PREVIOUS.search(text) or _PREVIOUS.search(cell))
    symbol = _SYMBOL.fullmatch(text)
    if symbol and _MEANING.get(symbol["name"].casefold()) in GEOMETRY:
        # The symbol says more than the words, of which some programs have others than most.
        name, unit = _MEANING[symbol["name"].casefold()], symbol["unit"] or ""
        return Column(name, SPELLINGS.get(unit, ""), previous)
    match = _UNIT.search(text)
    unit = SPELLINGS.get(next(filter(None, match.groups()), ""), "") if match else ""
    return Column(_MEANING.get(_word(_PREVIOUS.sub("", text)), ""), unit, previous)


def _word(cell: str) -> str:
    """Return the name in a header's cell in lower case, without unit, index and spaces."""
    text = _UNIT.sub("", plain(cell))
    return re.sub(r"[\s_().*\-]+", "", _INDEX.sub("", text)).casefold()
