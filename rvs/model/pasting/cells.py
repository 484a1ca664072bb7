"""One cell of a pasted table: a number with its unit, or the variable of a joint."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from rvs.engine.errors import ArgumentError
from rvs.model.numbers.quantities import read
from rvs.model.numbers.units import Unit
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
