"""A pasted table as text: its rows of cells, their numbers and units, and its header."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import dropwhile
from typing import Literal

from rvs.engine.errors import ArgumentError
from rvs.model.numbers.quantities import read
from rvs.model.numbers.units import ANGLE_UNITS, LENGTH_UNITS, UNITS, Unit
from rvs.value_class import dataclass

LONGEST_CELL = 300
Commas = Literal["none", "decimal", "mixed", "unclear"]

_GREEK = {"pi": "pi", "theta": "θ", "vartheta": "θ", "alpha": "α", "sigma": "σ", "infty": "∞"}
_MARKS = {"cdot": "*", "times": "*", "ast": "*", "star": "*", "pm": "±", "degree": "°"}
_UNITS = {"milli": "m", "centi": "c", "metre": "m", "meter": "m", "radian": "rad"}
_UNITS |= {name: name for name in ("mm", "cm", "m", "rad")}
_WORDS = {**_GREEK, **_MARKS, **_UNITS, "textdegree": "°"}
_WORDS |= dict.fromkeys(("dots", "ldots", "cdots"), "…")
_SILENT = r"\\(?:left|right|displaystyle|quad|qquad|phantom\{[^{}]*\}|[,;:! ])|[$~]|\\[()]"
_FONTS = (
    r"\\(?:mathrm|mathbf|mathit|text|textbf|textit|textrm|mbox|operatorname|si|unit|num)"
    r"\{([^{}]*)\}"
)
# Numbers with their units, and tags of web pages in Markdown.
_SIZES = re.compile(r"\\(?:SI|qty)\{([^{}]*)\}\{([^{}]*)\}|\\(ang)\{([^{}]*)\}")
_TAGS = re.compile(r"<(/?)(sub|sup|b|i|em|strong)>", re.IGNORECASE)

_LETTERS = str.maketrans({**dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True)), "⍺": "α", "ϑ": "θ"})
_NAME = r"(?:θ|theta|th|q|d|b|var(?:iable)?)(?:_?\(?(?:\d{1,2}|[ij])\)?)?(?:\(t\))?(?:\^?\*)?"
_AHEAD = re.compile(rf"{_NAME}\s*(?P<rest>(?:[-+−].*)?)", re.IGNORECASE)
_BEHIND = re.compile(rf"(?P<rest>.+?)\+\s*{_NAME}", re.IGNORECASE)
_STARRED = re.compile(r"(?P<start>[^*]*)\*")
_COMMA_NUMBER = re.compile(r"(?<![\w.,])\d*(?:,\d+)+(?![\w,])(?!\.\d)")
_POINT_NUMBER = re.compile(r"\d\.\d|(?<!\d)\.\d")


@dataclass(frozen=True, slots=True)
class PastedCell:
    """Contents of a cell.

    Attributes:
        text: The pasted text.
        value: Its number in rad or m; for a variable, its initial value.
        offset: Offset added to a variable, in rad or m.
        variable: It is the joint's variable.
        error: Description of the error, or empty.
    """

    text: str
    value: float = 0.0
    offset: float = 0.0
    variable: bool = False
    error: str = ""


def plain(text: str) -> str:
    """Return a cell without the marks of LaTeX and Markdown, in typed form."""
    bare = text[:LONGEST_CELL].translate(_LETTERS).strip().strip("`")
    bold = re.fullmatch(r"\*\*(.+)\*\*", bare)
    bare = bold.group(1) if bold else bare
    if "<" in bare:
        bare = _TAGS.sub(lambda tag: "_" * (tag[2].lower() == "sub" and not tag[1]), bare)
    if re.search(r"[\\${}~]", bare):
        bare = _without_latex(bare)
    # 2 pi is a product.
    return re.sub(r"(?<=[\d)])\s*(?=(?:pi\b|π|sqrt))", "*", bare).strip()


def _without_latex(text: str) -> str:
    text = re.sub(r"\^\s*(?:\{\s*\\circ\s*\}|\\circ)", "°", text.replace("{,}", ","))
    text = _SIZES.sub(lambda one: f"{one[4]}°" if one[3] else f"{one[1]} {one[2]}", text)
    text = re.sub(_SILENT, " ", text)
    for _ in range(4):
        text = re.sub(_FONTS, r"\1", text)
    text = re.sub(r"\\[dt]?frac", r"\\frac", text)
    while (at := text.find("\\frac")) >= 0:
        text = _one_fraction(text, at)
    text = re.sub(r"\\sqrt(?=\{)", "sqrt", text)
    text = re.sub(r"\\([A-Za-z]+)", lambda match: _WORDS.get(match[1], match[0]), text)
    text = re.sub(r"\^\s*(?:\{\s*\*\s*\}|\*)", "*", text)
    text = re.sub(r"_\{([^{}]*)\}", r"_\1", text).replace("^", "**")
    return re.sub(r"\(\s*\)|\{\s*\}", "", text).replace("{", "(").replace("}", ")").strip()


def _one_fraction(text: str, at: int) -> str:
    top, after = _argument(text, at + len("\\frac"))
    bottom, end = _argument(text, after)
    return f"{text[:at]}(({top})/({bottom})){text[end:]}"


def _argument(text: str, at: int) -> tuple[str, int]:
    """Return an argument of a LaTeX command and its end: a group, a command or a sign."""
    while at < len(text) and text[at].isspace():
        at += 1
    if text[at : at + 1] != "{":
        match = re.compile(r"\\[A-Za-z]+|.?").match(text, at)
        return (match.group(), match.end()) if match else ("", at)
    depth = 0
    for end in range(at, len(text)):
        depth += (text[end] == "{") - (text[end] == "}")
        if depth == 0:
            return text[at + 1 : end], end + 1
    return text[at + 1 :], len(text)


def comma_rule(cells: Iterable[str]) -> Commas:
    """Return the meaning of a comma in the numbers of a table.

    ``1,234`` alone may have either meaning; ``0,4`` or ``1,23`` anywhere indicates decimal commas.
    """
    texts = [plain(cell) for cell in cells]
    found = [match for text in texts if "(" not in text for match in _COMMA_NUMBER.findall(text)]
    if not found:
        return "none"
    if any(_POINT_NUMBER.search(text) for text in texts):
        return "mixed"
    clear = any(re.fullmatch(r"0*,\d+|\d*,(?:\d{1,2}|\d{4,})|\d{4,},\d+", one) for one in found)
    return "decimal" if clear else "unclear"


def number_of(text: str, unit: Unit, commas: Commas) -> float:
    """Return the SI value of a number or expression.

    Args:
        text: Without marks of LaTeX.
        unit: Unit of the column.
        commas: Meaning of a comma in a number.

    Raises:
        ArgumentError: It is neither.
    """
    if not text:
        raise ArgumentError("expected a number, but the cell is empty")
    comma = _COMMA_NUMBER.search(text) if "(" not in text else None
    if comma:
        if commas == "mixed":
            raise ArgumentError(f"{comma.group()}: some numbers have a point and some a comma")
        if commas == "unclear":
            written = comma.group()
            raise ArgumentError(
                f"{written}: the comma can separate decimals or thousands; use a "
                "decimal point, or no comma"
            )
        text = _COMMA_NUMBER.sub(lambda match: match.group().replace(",", "."), text)
    return read(text, unit)


def read_cell(text: str, unit: Unit, commas: Commas) -> PastedCell:
    """Return the value of a cell of the table; the result contains its errors."""
    if len(text) > LONGEST_CELL:
        return PastedCell(text[:LONGEST_CELL], error=f"longer than {LONGEST_CELL} characters")
    try:
        return _read(text, plain(text), unit, commas)
    except ArgumentError as error:
        return PastedCell(text, error=str(error))


def _read(text: str, bare: str, unit: Unit, commas: Commas) -> PastedCell:
    variable = _AHEAD.fullmatch(bare) or _BEHIND.fullmatch(bare)
    if variable:
        rest = variable["rest"].strip()
        return PastedCell(
            text, offset=number_of(rest, unit, commas) if rest else 0.0, variable=True
        )
    starred = _STARRED.fullmatch(bare)
    if starred:
        start = starred["start"].strip()
        return PastedCell(text, number_of(start, unit, commas) if start else 0.0, variable=True)
    return PastedCell(text, number_of(bare, unit, commas))


Style = Literal["latex", "markdown", "tabs", "semicolons", "commas", "blanks"]

LONGEST_TEXT = 200_000
DELIMITERS: dict[Style, str] = {"tabs": "\t", "semicolons": ";", "commas": ","}

_BEGIN = re.compile(r"\\begin\{(?:tabular[x*]?|longtable|array|[bpvBV]?matrix)\*?\}")
_END = re.compile(r"\\end\{")
_RULES = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|addlinespace|cline|cmidrule|specialrule|rowcolor)\b"
    r"(?:\([^()]*\))?(?:\[[^][]*\])?(?:\{[^{}]*\})*"
)
_SPANNING = re.compile(r"\\multicolumn\{\d+\}\{[^{}]*\}")
_ROW_END = re.compile(r"(?:\\\\|\\tabularnewline\b)\*?(?:\[[^][]*\])?")
_BOXES = str.maketrans({"│": "|", "┃": "|", "║": "|"})
_RULE_LINE = re.compile(r"[\s|:+=\-─━═┼╋╬┌┐└┘├┤┬┴╔╗╚╝╠╣╦╩╒╕╘╛╞╡]+")
_TWO_NUMBERS = re.compile(r"[\d.)]\s+[-+−(\d.]")


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells of a pasted text, row by row; empty rows and rules are omitted."""

    style: Style
    rows: tuple[tuple[str, ...], ...]


def grid_of(text: str) -> Grid:
    """Return the cells of a pasted table, for any separator."""
    plain = text[:LONGEST_TEXT].replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
    # What spreadsheets write first: their byte order mark, and what divides cells.
    plain = re.sub(r"\A\ufeff?(?:sep=.\n)?", "", plain, flags=re.IGNORECASE)
    if _BEGIN.search(plain) or "&" in plain:
        return Grid("latex", _filled(_latex_rows(plain)))
    boxed = plain.translate(_BOXES)
    lines = [line for line in boxed.split("\n") if line.strip()]
    if any("|" in line for line in lines):
        return Grid("markdown", _filled(_markdown_rows(lines)))
    style = _divider(lines)
    if style == "blanks":
        return Grid(style, _filled(_blank_rows(lines)))
    return Grid(style, _filled(_csv_rows(plain, DELIMITERS[style])))


def _filled(rows: list[list[str]]) -> tuple[tuple[str, ...], ...]:
    stripped = (tuple(cell.strip() for cell in row) for row in rows)
    return tuple(row for row in stripped if any(row))


def _latex_rows(text: str) -> list[list[str]]:
    body = re.sub(r"(?<!\\)%[^\n]*", "", text)
    begin = _BEGIN.search(body)
    if begin:
        body = body[_skip_arguments(body, begin.end()) :]
        end = _END.search(body)
        body = body[: end.start()] if end else body
    rows = _ROW_END.split(_SPANNING.sub("", _RULES.sub(" ", body)))
    return [re.split(r"(?<!\\)&", row.replace("\n", " ")) for row in rows]


def _skip_arguments(text: str, at: int) -> int:
    """Return the end of the arguments in braces and brackets that begin at an offset."""
    while at < len(text) and text[at] in "{[":
        depth = 0
        for end in range(at, len(text)):
            depth += (text[end] in "{[") - (text[end] in "}]")
            if depth == 0:
                break
        at = end + 1
    return at


def _markdown_rows(lines: list[str]) -> list[list[str]]:
    rows = []
    for line in lines:
        if "|" not in line or _RULE_LINE.fullmatch(line):
            continue
        inner = line.strip().removeprefix("|").removesuffix("|")
        rows.append([cell.replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inner)])
    return rows


def _divider(lines: list[str]) -> Style:
    for style in ("tabs", "semicolons"):
        if any(DELIMITERS[style] in line for line in lines):
            return style
    rows = _csv_rows("\n".join(lines), ",")
    # A decimal comma in a table that blanks divide leaves two numbers in one cell.
    joined = any(_TWO_NUMBERS.search(cell.strip()) for row in rows for cell in row)
    # A title above the table has no commas.
    below = list(dropwhile(lambda row: len(row) < 2, rows))
    return "commas" if below and not joined and min(map(len, below)) > 1 else "blanks"


def _csv_rows(text: str, delimiter: str) -> list[list[str]]:
    try:
        return list(csv.reader(io.StringIO(text), delimiter=delimiter, skipinitialspace=True))
    except csv.Error:
        # A quotation mark that is never closed takes all the rest for one cell.
        return [line.split(delimiter) for line in text.split("\n")]


def _blank_rows(lines: list[str]) -> list[list[str]]:
    return [
        re.split(r"\s{2,}" if re.search(r"\S\s{2,}\S", line) else r"\s", line.strip())
        for line in lines
    ]


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
