"""Conversion of a table as text (spreadsheet, Markdown, LaTeX) to rows of cells."""

from __future__ import annotations

import csv
import io
import re
from itertools import dropwhile
from typing import Literal

from rvs.value_class import dataclass

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
