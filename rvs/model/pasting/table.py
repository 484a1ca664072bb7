"""Parsing of a Denavit-Hartenberg table pasted from a spreadsheet, Markdown or LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf

from rvs.engine.errors import ArgumentError
from rvs.engine.joint import DH_CONVENTIONS, Convention, Joint, Kind
from rvs.model.numbers.quantities import MAX_JOINTS
from rvs.model.numbers.units import UNITS, Unit
from rvs.model.pasting.cells import (
    DEFAULT_COLUMNS,
    GEOMETRY,
    SPELLINGS,
    Column,
    Commas,
    Grid,
    PastedCell,
    Style,
    columns_of,
    comma_rule,
    grid_of,
    header_columns,
    number_of,
    plain,
    read_cell,
)
from rvs.value_class import dataclass

KIND_WORDS: dict[str, Kind] = {
    **dict.fromkeys(("r", "rev", "revolute", "rot", "rotational", "rotation", "0"), "revolute"),
    **dict.fromkeys(("p", "pris", "prismatic", "t", "translational", "linear", "1"), "prismatic"),
}
NOTHING = ("", "-", "–", "—", "−", "none", "n/a")
MOST_COLUMNS, MOST_TITLES = 64, 10
ENDLESS = (*NOTHING, "∞", "inf")
BY_KIND = ("offset", "lower", "upper", "limits")
_BETWEEN = re.compile(r"(?:\.\.\.?|…|;|\bto\b|,\s|\s[-–—]\s)\s*")


@dataclass(frozen=True, slots=True)
class PasteError:
    """A fault in one cell, row and column from 1; column 0 means the whole row."""

    row: int
    column: int
    message: str

    def __str__(self) -> str:
        """Return it as one sentence."""
        place = f"row {self.row}" + (f", column {self.column}" if self.column else "")
        return f"{place}: {self.message}"


@dataclass(frozen=True, slots=True)
class PastedTable:
    """Contents of a pasted table.

    Attributes:
        style: Separator of its cells.
        layout: Content and unit of each column.
        header: Its first row named the columns; otherwise the usual order was assumed.
        convention: ``"modified"`` if the header writes a and alpha with the index i - 1.
        rows: Its cells row by row without the header, numbers in rad and m.
        joints: The joints, or none if anything is wrong.
        errors: All errors.
        kinds_said: The text marks the prismatic joints.
        given: Rows, from 0, in which a plain number other than 0 replaces a joint's own variable,
            either as a posture or as the zero of the joint.
        unread: Columns of numbers that are not used: their positions, from 1, and titles.
    """

    style: Style
    layout: tuple[Column, ...] = ()
    header: bool = False
    convention: Convention = "standard"
    rows: tuple[tuple[PastedCell, ...], ...] = ()
    joints: tuple[Joint, ...] = ()
    errors: tuple[PasteError, ...] = ()
    kinds_said: bool = False
    given: tuple[int, ...] = ()
    unread: tuple[tuple[int, str], ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """Contents of each column: ``a``, ``alpha``, ``d``, ``theta``, ``kind`` and so on.

        Empty if unknown and unused.
        """
        return tuple(column.name for column in self.layout)

    @property
    def assumed(self) -> tuple[str, ...]:
        """The dimensions whose plain numbers have no unit anywhere: ``"length"``, ``"angle"``."""
        bare = {
            "length" if column.name in ("a", "d") else "angle"
            for row in self.rows
            for column, cell in zip(self.layout, row, strict=False)
            if column.name in GEOMETRY and not column.unit and _is_bare(cell.text)
        }
        return tuple(name for name in ("length", "angle") if name in bare)


def parse_table(
    text: str | Grid,
    length: str = "m",
    angle: str = "deg",
    columns: Sequence[str] = DEFAULT_COLUMNS,
    layout: Sequence[Column] = (),
    kinds: Sequence[Kind] = (),
) -> PastedTable:
    """Return the contents of a pasted table, and all its errors.

    ``θ1``, ``q1``, ``d3*`` or ``θ2 + 90`` mark the variable of a joint, which is prismatic if that
    is in the column of d.  A number there is the initial value.  A unit after a number overrides
    that of the header, which overrides the one given here; an angle with pi and no unit is in
    radians.

    Args:
        text: Cells separated by tabs, semicolons, commas, spaces, ``|`` or ``&``; or the cells.
        length: Unit of lengths without a unit.
        angle: Unit of angles without a unit.
        columns: Order of the columns of a table without a header.
        layout: Content of each column, overriding the header; detected if omitted.
        kinds: Kinds of the joints where the text gives none; all revolute if omitted.

    Raises:
        ArgumentError: Units or columns that do not exist.
    """
    units = {"length": UNITS.get(length), "angle": UNITS.get(angle)}
    for dimension, unit in units.items():
        if unit is None or unit.dimension != dimension:
            raise ArgumentError(
                f"{dimension}: {length!r}, {angle!r}: expected units such as m, deg"
            )
    if set(columns) != set(GEOMETRY):
        raise ArgumentError(f"columns: expected {', '.join(GEOMETRY)} in any order")
    grid = grid_of(text) if isinstance(text, str) else text
    if not grid.rows:
        return PastedTable(grid.style, errors=(PasteError(1, 0, "there is no table"),))
    widest = max(map(len, grid.rows))
    if widest > MOST_COLUMNS:
        message = f"found {widest} columns; RVS reads at most {MOST_COLUMNS}"
        return PastedTable(grid.style, errors=(PasteError(1, 0, message),))
    known = {name: unit for name, unit in units.items() if unit is not None}
    return _Reader(grid, known, columns, layout, kinds).table()


class _Reader:
    """The collector of joints and errors over the rows of one grid."""

    def __init__(
        self,
        grid: Grid,
        units: Mapping[str, Unit],
        order: Sequence[str],
        layout: Sequence[Column],
        kinds: Sequence[Kind],
    ) -> None:
        self.grid, self.units = grid, units
        titles, named = _head(grid.rows)
        self.titles = grid.rows[titles] if named else ()
        self.header = named is not None
        self.above = titles + self.header
        # One row more than there may be tells that there are too many.
        self.body = grid.rows[self.above :][: MAX_JOINTS + 1]
        if named is not None and self.body and (said := _units_row(self.body[0], named)):
            named, self.body, self.above = said, self.body[1:], self.above + 1
        found = _settled(named or _assumed(self.body, order), self.body)
        self.columns = tuple(layout) if len(layout) == len(found) else found
        self.errors: list[PasteError] = []
        used = [i for i, column in enumerate(self.columns) if column.name in GEOMETRY]
        numbers = (row[i] for row in self.body for i in used if i < len(row))
        self.commas: Commas = comma_rule(numbers)
        self.kinds_said = self._says_kinds()
        self.kinds = () if self.kinds_said or len(kinds) != len(self.body) else tuple(kinds)
        self.given: list[int] = []

    def table(self) -> PastedTable:
        """Return the whole table."""
        names = tuple(column.name for column in self.columns)
        rows: list[tuple[PastedCell, ...]] = []
        joints: list[Joint] = []
        if self._columns_serve(names):
            for number, row in enumerate(self.body, 1 + self.above):
                cells, joint = self._row(number, row)
                rows.append(cells)
                joints += [joint] if joint else []
        modified = any(one.previous and one.name in ("a", "alpha") for one in self.columns)
        convention: Convention = "modified" if modified else "standard"
        if "convention" not in names:
            joints = [replace(one, convention=convention) for one in joints]
        good = () if self.errors else tuple(joints)
        errors = tuple(sorted(self.errors, key=lambda error: (error.row, error.column)))
        return PastedTable(
            self.grid.style, self.columns, self.header, convention, tuple(rows), good, errors,
            self.kinds_said, tuple(self.given), tuple(self._unread()),
        )  # fmt: skip

    def _unread(self) -> Iterator[tuple[int, str]]:
        """Yield the columns of numbers without a meaning, except those that number the rows."""
        for i, (title, column) in enumerate(zip(self.titles, self.columns, strict=False)):
            texts = [row[i] for row in self.body if i < len(row)]
            counts = [str(k) for k in range(len(texts) + 1)]
            counted = [plain(text) for text in texts] in (counts[:-1], counts[1:])
            if not column.name and any(map(_is_bare, texts)) and not counted:
                yield i + 1, title

    def _says_kinds(self) -> bool:
        """Return whether there is a column of kinds, or a joint's variable in any cell."""
        own = [i for i, column in enumerate(self.columns) if column.name in ("d", "theta")]
        return any(column.name == "kind" for column in self.columns) or any(
            self._cell(i, row[i], None).variable for row in self.body for i in own if i < len(row)
        )

    def _columns_serve(self, names: Sequence[str]) -> bool:
        missing = [name for name in GEOMETRY if name not in names]
        if missing and self.header:
            self._error(1, 0, f"no column for {', '.join(missing)}")
        elif missing:
            count = max(map(len, self.body))
            order = ", ".join(DEFAULT_COLUMNS)
            self._error(1, 0, f"expected a header, or 4 columns {order}; found {count} columns")
        for i, name in enumerate(names):
            if name and name in names[:i]:
                self._error(1, i + 1, f"a second column for {name}")
        if not self.body:
            self._error(1, 0, "there are no rows below the header")
        if len(self.body) > MAX_JOINTS:
            self._error(MAX_JOINTS + 1 + self.above, 0, f"more than {MAX_JOINTS} joints")
        return not self.errors

    def _row(self, number: int, row: Sequence[str]) -> tuple[tuple[PastedCell, ...], Joint | None]:
        before = len(self.errors)
        texts = [*row, *[""] * (len(self.columns) - len(row))]
        for extra in range(len(self.columns), len(row)):
            if row[extra]:
                self._error(number, extra + 1, "this column has no name in the header")
        by_name = {column.name: i for i, column in enumerate(self.columns) if column.name}
        kind = self._kind(number, texts, by_name)
        if self.kinds:
            kind = self.kinds[number - 1 - self.above]
        cells = [self._cell(i, texts[i], kind) for i in range(len(self.columns))]
        for i, cell in enumerate(cells):
            if cell.error:
                self._error(number, i + 1, f"{self.columns[i].name}: {cell.error}")
        if len(self.errors) > before:
            return tuple(cells), None
        values = {name: cells[i] for name, i in by_name.items()}
        places = {name: i + 1 for name, i in by_name.items()}
        return tuple(cells), self._joint(number, kind, values, places)

    def _kind(self, number: int, texts: Sequence[str], by_name: Mapping[str, int]) -> Kind | None:
        place = by_name.get("kind")
        if place is None:
            return None
        word = plain(texts[place]).casefold()
        if word not in KIND_WORDS:
            self._error(number, place + 1, f"type: {word[:20]!r} is neither revolute nor prismatic")
        return KIND_WORDS.get(word)

    def _cell(self, i: int, text: str, kind: Kind | None) -> PastedCell:
        column = self.columns[i]
        if column.name in GEOMETRY:
            own = kind is not None and column.name == _own(kind)
            if own and plain(text).casefold() in NOTHING:
                return PastedCell(text, variable=True)
            dimension = "length" if column.name in ("a", "d") else "angle"
            return read_cell(text, self._unit(column, dimension), self.commas)
        return PastedCell(text)

    def _unit(self, column: Column, dimension: str) -> Unit:
        named = UNITS.get(column.unit)
        return named if named and named.dimension == dimension else self.units[dimension]

    def _joint(
        self,
        number: int,
        kind: Kind | None,
        cells: Mapping[str, PastedCell],
        places: Mapping[str, int],
    ) -> Joint | None:
        if kind is None:
            slides = cells["d"].variable and not cells["theta"].variable
            kind = "prismatic" if slides else "revolute"
        own, before = _own(kind), len(self.errors)
        for name in GEOMETRY:
            if cells[name].variable and name != own:
                wanted = f"expected a number; the variable of a {kind} joint is {own}"
                self._error(number, places[name], f"{name}: {wanted}")
        extra = {
            name: self._extra(number, name, kind, cells[name].text, places[name])
            for name in BY_KIND
            if name in cells
        }
        if not cells[own].variable and cells[own].value and "offset" not in cells:
            self.given.append(number - 1 - self.above)
        offset = cells[own].offset or extra.get("offset", (0.0,))[0]
        lower, upper = _limits(extra)
        if lower > upper:
            place = places.get("limits", places.get("lower", 0))
            self._error(number, place, "limits: the lower limit is above the upper one")
        if len(self.errors) > before:
            return None
        name = plain(cells["name"].text) if "name" in cells else ""
        a, alpha, d, theta = (cells[name].value for name in GEOMETRY)
        joint = Joint(a, alpha, d, theta, kind, offset=offset, limits=(lower, upper), name=name)
        said = plain(cells["convention"].text).casefold() if "convention" in cells else ""
        if said and said not in DH_CONVENTIONS:
            wanted = f"{said[:20]!r} is neither {' nor '.join(DH_CONVENTIONS)}"
            self._error(number, places["convention"], f"convention: {wanted}")
        return replace(joint, convention=said) if said in DH_CONVENTIONS else joint

    def _extra(
        self, number: int, name: str, kind: Kind, text: str, place: int
    ) -> tuple[float, ...]:
        """Return the numbers of a cell whose unit depends on the kind of the joint."""
        unit = self._unit(self.columns[place - 1], "length" if kind == "prismatic" else "angle")
        try:
            return _EXTRAS[name](plain(text), unit, self.commas)
        except ArgumentError as error:
            self._error(number, place, f"{name}: {error}")
            return (0.0, 0.0)

    def _error(self, row: int, column: int, message: str) -> None:
        self.errors.append(PasteError(row, column, message))


def _own(kind: Kind) -> str:
    return "d" if kind == "prismatic" else "theta"


def _offset(text: str, unit: Unit, commas: Commas) -> tuple[float, ...]:
    return (0.0 if text in NOTHING else number_of(text, unit, commas),)


def _lower(text: str, unit: Unit, commas: Commas) -> tuple[float, ...]:
    return (-inf if _endless(text) else number_of(text, unit, commas),)


def _upper(text: str, unit: Unit, commas: Commas) -> tuple[float, ...]:
    return (inf if _endless(text) else number_of(text, unit, commas),)


def _endless(text: str) -> bool:
    return text.casefold().lstrip("+-−") in ENDLESS or text in ENDLESS


def _both(text: str, unit: Unit, commas: Commas) -> tuple[float, ...]:
    bare = text.strip("[]()")
    if _endless(bare):
        return -inf, inf
    if bare.startswith(("±", "+-", "+/-")):
        span = number_of(bare.lstrip("±+-/").strip(), unit, commas)
        return -span, span
    parts = [part for part in map(str.strip, _BETWEEN.split(bare)) if part]
    if len(parts) != 2:
        raise ArgumentError(f"{text[:30]!r}: expected two numbers such as -160 to 160")
    return *_lower(parts[0], unit, commas), *_upper(parts[1], unit, commas)


_EXTRAS = {"offset": _offset, "lower": _lower, "upper": _upper, "limits": _both}


def _limits(extra: Mapping[str, tuple[float, ...]]) -> tuple[float, float]:
    lower, upper = extra.get("limits", (-inf, inf))
    return extra.get("lower", (lower,))[0], extra.get("upper", (upper,))[0]


def _assumed(rows: Sequence[Sequence[str]], order: Sequence[str]) -> tuple[Column, ...]:
    """Return the columns of a table without a header."""
    count = max(map(len, rows))
    names = [""] * count
    for i in range(count):
        cells = [plain(row[i]) if i < len(row) else "" for row in rows]
        if _are_kinds(cells) and not any(cell.isdigit() for cell in cells):
            names[i] = "kind"
    free = [i for i in range(count) if not names[i]]
    if len(free) in (5, 7) and _are_counted(row[free[0]] if row else "" for row in rows):
        names[free.pop(0)] = "joint"
    wanted = [*order, "lower", "upper"] if len(free) == 6 else list(order)
    if len(free) == len(wanted):
        for i, name in zip(free, wanted, strict=True):
            names[i] = name
    return tuple(map(Column, names))


def _head(
    rows: Sequence[Sequence[str]],
) -> tuple[int, tuple[Column, ...] | None]:
    """Return the number of title rows above a table's header, and the columns that it names."""
    for i, row in enumerate(rows[:MOST_TITLES]):
        named = header_columns(row)
        if named is not None:
            return i, named
        if sum(map(bool, row)) > 1 and not _is_wording(row):
            break
    if len(rows) > 1 and _is_wording(rows[0]):
        return 0, columns_of(rows[0])
    return 0, None


def _is_bare(text: str) -> bool:
    """Return whether a cell holds a number other than 0, but no unit."""
    try:
        return float(plain(text).replace(",", ".")) != 0.0
    except ValueError:
        return False


def _units_row(row: Sequence[str], named: Sequence[Column]) -> tuple[Column, ...] | None:
    """Return the columns with the units of a row below the header; None if it has none."""
    words = [plain(cell).strip("[]()") for cell in row]
    units = [SPELLINGS.get(word.casefold(), "") for word in words]
    if len(row) > len(named) or not any(units):
        return None
    if any(
        word and word not in NOTHING and not unit for word, unit in zip(words, units, strict=True)
    ):
        return None
    units += [""] * (len(named) - len(units))
    pairs = zip(named, units, strict=True)
    return tuple(replace(column, unit=unit or column.unit) for column, unit in pairs)


def _is_wording(row: Sequence[str]) -> bool:
    """Return whether a row contains two words, but no number, variable or kind of a joint."""
    cells = [cell for cell in map(plain, row) if cell]
    read = [read_cell(cell, UNITS["m"], "none") for cell in cells]
    words = all(len(cell) > 1 and cell.casefold() not in KIND_WORDS for cell in cells)
    return len(cells) > 1 and words and all(one.error for one in read)


def _settled(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> tuple[Column, ...]:
    """Treat a column named after joints as that of kinds, if it contains kinds."""
    settled = list(columns)
    has_kind = any(column.name == "kind" for column in columns)
    for i, column in enumerate(columns):
        cells = [plain(row[i]) if i < len(row) else "" for row in rows]
        letters = rows and not any(cell.isdigit() for cell in cells)
        if column.name == "joint":
            is_kind = not has_kind and letters and _are_kinds(cells)
            settled[i] = replace(column, name="kind" if is_kind else "")
    return tuple(settled)


def _are_kinds(cells: Iterable[str]) -> bool:
    return all(cell.casefold() in KIND_WORDS for cell in cells)


def _are_counted(cells: Iterable[str]) -> bool:
    """Return whether cells number the joints, from 0 or 1."""
    found = [re.fullmatch(r"(?:joint|link|j|l)?\s*(\d+)\.?", cell.casefold()) for cell in cells]
    numbers = [int(match[1]) for match in found if match]
    return len(numbers) == len(found) and numbers in (
        list(range(len(found))),
        list(range(1, len(found) + 1)),
    )
