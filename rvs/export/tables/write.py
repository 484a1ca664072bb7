"""Tables as LaTeX (booktabs), Markdown, CSV and HTML."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Sequence
from html import escape

from rvs.engine.errors import ArgumentError
from rvs.export.formats.latex import tex, tex_letter
from rvs.export.tables.table import Table
from rvs.files.text.letters import csv_cell

_MATHEMATICS = re.compile(r"\\ensuremath\{((?:[^{}]|\{[^{}]*\})*)\}")
_NUMBER = re.compile(r"−?[\d.]+(e[−+]?\d+)?")
_NUMERIC = re.compile(r"[−+\d.,e\s\[\]()]+")
# What Markdown would take for a mark of its own.
_MARKED = re.compile(r"[\\|`*_<>\[\]&]")
_RULES = {"l": ":--", "c": ":-:", "r": "--:"}


def latex_table(table: Table) -> str:
    r"""Return a LaTeX table with the rules of booktabs; symbols and numbers are mathematics."""
    head = " & ".join(_heading(words) for words in table.headings)
    rows = [" & ".join(_cell(words) for words in row) + r" \\" for row in table.rows]
    notes = [rf"  \par\smallskip{{\footnotesize {tex(note)}}}" for note in table.notes]
    caption = [
        rf"  \caption{{{tex(table.caption)}}}",
        rf"  \label{{tab:{_label(table.caption)}}}",
    ]
    lines = [
        r"\begin{table}% needs booktabs",
        r"  \centering",
        *(caption if table.caption else ()),
        rf"  \begin{{tabular}}{{{table.sides}}}",
        r"    \toprule",
        rf"    {head} \\",
        r"    \midrule",
        *(f"    {row}" for row in rows),
        r"    \bottomrule",
        r"  \end{tabular}",
        *notes,
        r"\end{table}",
    ]
    return _MATHEMATICS.sub(r"$\1$", "\n".join([*lines, ""]))


def _heading(words: str) -> str:
    """Return a heading: a single letter is a symbol, letters after an I are its index."""
    name, _, unit = words.partition(" ")
    after = f" {tex(unit)}" if unit else ""
    if match := re.fullmatch(r"(I|J|T)([xyzmc]{1,2})([+−]?)", name):
        sign = match[3].replace("−", "-")
        return rf"${match[1]}_{{{match[2]}{sign}}}${after}"
    return (f"${tex_letter(name)}$" if len(name) == 1 else tex(name)) + after


def _cell(words: str) -> str:
    if _NUMBER.fullmatch(words):
        mantissa, _, power = words.replace("−", "-").partition("e")
        times = rf"\cdot 10^{{{int(power)}}}" if power else ""
        return f"${mantissa}{times}$"
    return "--" if words == "–" else tex(words)


def _label(caption: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", re.split("[(:]", caption.lower())[0]).strip("-")


def markdown_table(table: Table) -> str:
    """Return a Markdown table with its caption above and its notes below."""
    rows = [table.headings, *table.rows]
    cells = [list(map(_marked, row)) for row in rows]
    widths = [max(len(row[k]) for row in cells) for k in range(len(table.headings))]
    widths = [max(width, 3) for width in widths]
    rule = [
        _RULES[letter].replace("-", "-" * (width - 2), 1)
        for letter, width in zip(table.sides, widths, strict=True)
    ]

    def line(words: Sequence[str]) -> str:
        padded = (
            word.rjust(width) if letter == "r" else word.ljust(width)
            for word, width, letter in zip(words, widths, table.sides, strict=True)
        )
        return f"| {' | '.join(padded)} |"

    lines = [f"**{_marked(table.caption)}**", ""] if table.caption else []
    lines += [line(cells[0]), line(rule), *map(line, cells[1:])]
    for note in table.notes:
        lines += ["", _marked(note)]
    return "\n".join([*lines, ""])


def csv_table(table: Table) -> str:
    """Return headings and rows separated by commas, with numbers in machine-readable form."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(map(csv_cell, table.headings))
    for row in table.rows:
        writer.writerow(csv_cell(_value(words)) for words in row)
    return stream.getvalue()


def html_table(table: Table) -> str:
    """Return an HTML table with its caption above and its notes below."""
    sides = {"l": "left", "c": "center", "r": "right"}
    styles = [f' style="text-align: {sides[letter]}"' for letter in table.sides]

    def line(words: Sequence[str], tag: str) -> str:
        cells = (
            f"<{tag}{style}>{escape(word)}</{tag}>"
            for word, style in zip(words, styles, strict=True)
        )
        return f"<tr>{''.join(cells)}</tr>"

    caption = [f"<caption>{escape(table.caption)}</caption>"] if table.caption else []
    head, rows = line(table.headings, "th"), [line(row, "td") for row in table.rows]
    whole = ["<table>", *caption, "<thead>", head, "</thead>", "<tbody>", *rows, "</tbody>"]
    notes = [f"<p>{escape(note)}</p>" for note in table.notes]
    return "\n".join([*whole, "</table>", *notes, ""])


def _marked(words: str) -> str:
    return _MARKED.sub(r"\\\g<0>", words)


def _value(words: str) -> str:
    """Return a machine-readable number; nothing if there is none, and other words unchanged."""
    if words == "–":
        return ""
    return words.replace("−", "-") if _NUMERIC.fullmatch(words) else words


FORMATS: dict[str, Callable[[Table], str]] = {
    ".tex": latex_table,
    ".md": markdown_table,
    ".csv": csv_table,
    ".html": html_table,
}


def table_text(tables: Sequence[Table], suffix: str) -> str:
    """Return stacked tables in the format of a suffix.

    Raises:
        ArgumentError: No format has that suffix.
    """
    writer = FORMATS.get(suffix.lower())
    if writer is None:
        raise ArgumentError(f"table: expected one of {', '.join(FORMATS)}, got {suffix!r}")
    return "\n".join(writer(table) for table in tables)
