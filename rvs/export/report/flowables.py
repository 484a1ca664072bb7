"""Elements of a report: unchanged drawings, tables with thin rules, headings with marks."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from reportlab.lib.colors import Color, HexColor  # type: ignore[import-untyped]
from reportlab.lib.styles import ParagraphStyle  # type: ignore[import-untyped]
from reportlab.pdfbase.pdfmetrics import (  # type: ignore[import-untyped]
    getRegisteredFontNames,
    registerFont,
    registerFontFamily,
    stringWidth,
)
from reportlab.pdfbase.ttfonts import TTFError, TTFont  # type: ignore[import-untyped]
from reportlab.platypus import (  # type: ignore[import-untyped]
    Flowable,
    KeepTogether,
    Paragraph,
    Table,
    TableStyle,
)
from reportlab.platypus.flowables import _listWrapOn  # type: ignore[import-untyped]

from rvs.export.formats.drawing import MM_PER_INCH, POINTS_PER_INCH, Drawing, Run, Text
from rvs.export.formats.fonts import face
from rvs.export.formats.pdf import FILLED, MarkPainter, Use
from rvs.export.parallel_jobs import Pending
from rvs.export.tables.table import Table as Numbers
from rvs.export.tables.table import columns
from rvs.model.appearance.colors import Rgba
from rvs.model.text_fallback import legible
from rvs.scene.fonts import font_file
from rvs.scene.fonts.families import family
from rvs.scene.fonts.written import in_fonts, visual

POINT = POINTS_PER_INCH / MM_PER_INCH
REGULAR, BOLD = "RVS", "RVS-Bold"
INK, FAINT, RULE = HexColor("#1B222B"), HexColor("#5A6675"), HexColor("#8A95A3")

# How much of its height a figure may lose to fit on a page.
MOST_SHRUNK = 0.3
# Cells that are wider than so many times the height of their type are broken into lines.
BROAD = 20.0
# Between columns, and the smallest type of a table that would else be too wide, in points.
PADDING, SMALLEST = 10.0, 6.0
_POINTED = re.compile(r"−?\d+(\.\d+)?|–")
_POWER = re.compile(r"(?<=\d)e([−+])(?>(?:0(?=\d))*)(\d++)$")
_RAISED = str.maketrans("−0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def embed_fonts() -> None:
    """Register the program's font for embedding in reports."""
    for name, bold in ((REGULAR, False), (BOLD, True)):
        if name not in getRegisteredFontNames():
            registerFont(TTFont(name, str(font_file(bold))))
    registerFontFamily(REGULAR, normal=REGULAR, bold=BOLD, italic=REGULAR, boldItalic=BOLD)


def font_of(words: str, bold: bool = False, family_name: str = "") -> str:
    """Return the name of the font of some words on pages.

    Args:
        words: The words; if pages can't use their font directly, it is reduced to these letters.
        bold: Use bold type.
        family_name: Family of the font; the program's own if empty.
    """
    if not family_name:
        return BOLD if bold else REGULAR
    file = family(family_name).file(bold)
    name = f"RVS-{family_name}-{'bold' if bold else 'regular'}"
    if name in getRegisteredFontNames():
        return name
    try:
        made = TTFont(name, str(file.path), subfontIndex=file.number)
    except TTFError:
        cut = face((family_name, bold), "".join(sorted(set(visual(words, bold, family_name)))))
        name = f"RVS-{cut.name}-{family_name}"
        made = TTFont(name, io.BytesIO(cut.data))
    if name not in getRegisteredFontNames():
        registerFont(made)
        # a font of its own where the words around are bold, too
        registerFontFamily(name, normal=name, bold=name, italic=name, boldItalic=name)
    return name


def text_style(name: str, size: float, **more: Any) -> ParagraphStyle:
    """Return a style of paragraphs in the program's font."""
    given = {"leading": 1.4 * size, "textColor": INK, "fontName": REGULAR} | more
    return ParagraphStyle(name, fontSize=size, **given)


class Figure(Flowable):  # type: ignore[misc]
    """A drawing with all its lines and letters, centred in the column."""

    def __init__(self, drawing: Drawing | Pending[Drawing], most: float | None = None) -> None:
        """Store a drawing.

        Args:
            drawing: The drawing; one made in another process is awaited when the page is set.
            most: Largest width in points; a wider drawing is reduced.
        """
        super().__init__()
        self._asked, self._most = drawing, most
        self._scale = 0.0
        self.hAlign = "CENTER"

    @property
    def _drawing(self) -> Drawing:
        return self._asked.result if isinstance(self._asked, Pending) else self._asked

    @property
    def _full(self) -> float:
        """Points per unit of the drawing at full size."""
        scale = self._drawing.mm * POINT
        return scale if self._most is None else min(scale, self._most / self._drawing.width)

    def shrink(self, points: float) -> bool:
        """Reduce the height by this amount if it is small; return whether it was small.

        Args:
            points: Reduction of the height; 0 restores the full size.
        """
        full = self._drawing.height * self._full
        fits = points <= MOST_SHRUNK * full
        self._scale = self._full * (1.0 - points / full) if fits else self._full
        self.width, self.height = self._drawing.width * self._scale, full * self._scale / self._full
        return fits

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """Return the size in points."""
        if not self._scale:
            self.shrink(0.0)
        return self.width, self.height

    def draw(self) -> None:
        """Draw it on the page, unless pages are only counted."""
        page, drawing, scale = self.canv, self._drawing, self._scale
        if page.counting:
            return
        page.saveState()
        bottom = (drawing.top + drawing.height) * scale
        page.transform(scale, 0, 0, -scale, -drawing.left * scale, bottom)
        frame = page.beginPath()
        frame.rect(drawing.left, drawing.top, drawing.width, drawing.height)
        page.clipPath(frame, stroke=0, fill=0)
        page.setLineCap(1)
        page.setLineJoin(1)
        painter = _PagePainter(page)
        for mark in drawing.marks():
            painter.mark(mark)
        page.restoreState()


class Kept(KeepTogether):  # type: ignore[misc]
    """Parts kept together on one page, with a slightly smaller figure if that makes them fit."""

    def split(self, width: float, height: float) -> list[Any]:
        """Return the parts for this page or the next."""
        figures = [one for one in self._content if isinstance(one, Figure)]
        if figures:
            figures[0].shrink(0.0)
            over = _listWrapOn(self._content, width, self.canv)[1] - height
            if over > 0.0:
                figures[0].shrink(over + 1.0)
        parts: list[Any] = super().split(width, height)
        return parts


class _PagePainter(MarkPainter):
    """Paints marks on a page of a report, in the report's fonts."""

    def __init__(self, page: Any) -> None:
        self._page = page

    def trace(self, commands: Sequence[str]) -> None:
        self._page.addLiteral("\n".join(commands))

    def paint(self, use: Use, color: Rgba) -> None:
        choose = self._page.setFillColor if use == "fill" else self._page.setStrokeColor
        choose(_color(color))

    def pen(self, width: float, dashes: tuple[float, ...]) -> None:
        self._page.setLineWidth(width)
        self._page.setDash(*([list(dashes)] if dashes else []))

    def letters(self, mark: Text, runs: Sequence[Run], mode: int) -> None:
        for run in runs:
            text = self._page.beginText()
            text.setTextTransform(1, 0, 0, -1, run.x, run.y)
            text.setFont(font_of(run.words, mark.bold, run.font), run.size)
            text.setTextRenderMode(mode)
            text.textOut(run.glyphs(mark.bold))
            text.setTextRenderMode(FILLED)
            self._page.drawText(text)


def _color(color: Rgba) -> Color:
    red, green, blue = (min(max(value, 0.0), 1.0) for value in color[:3])
    return Color(red, green, blue, alpha=color[3])


def number_tables(table: Numbers, size: float, width: float) -> list[Table]:
    """Return a table of numbers with three rules, in parts if it is too wide for the page.

    Args:
        table: The table; its first column begins every part.
        size: Type size in points; slightly smaller if that makes the table fit.
        width: Width of the column in points.
    """
    rows = tuple(tuple(_POWER.sub(_power, words) for words in row) for row in table.rows)
    table = replace(table, rows=rows)
    needs = _needs(table, size)
    fitted = size * (width - PADDING * len(needs)) / sum(needs)
    if fitted >= min(size, SMALLEST):
        return [_number_table(table, min(size, fitted))]
    parts: list[list[int]] = [[0]]
    for k in range(1, len(needs)):
        wide = sum(needs[c] + PADDING for c in (*parts[-1], k))
        if wide > width and len(parts[-1]) > 1:
            parts.append([0])
        parts[-1].append(k)
    return [_number_table(columns(table, part), size) for part in parts]


def _needs(table: Numbers, size: float) -> list[float]:
    """Return widths of the columns in points without the space between them."""
    found = []
    for k, heading in enumerate(table.headings):
        cells = zip(table.rows, _shifts(table, k, size), strict=True)
        widest = max((_wide(row[k], size) + shift for row, shift in cells), default=0.0)
        found.append(max(min(widest, BROAD * size), stringWidth(heading, BOLD, size)))
    return found


def _shifts(table: Numbers, k: int, size: float) -> list[float]:
    """Return indents in points of the cells of a column, so that decimal points are aligned."""
    if table.align[k] != "d":
        return [0.0] * len(table.rows)
    found = [_POINTED.fullmatch(row[k]) for row in table.rows]
    tails = [None if match is None else _wide(match[1] or "", size) for match in found]
    longest = max((tail for tail in tails if tail is not None), default=0.0)
    return [0.0 if tail is None else longest - tail for tail in tails]


def _wide(words: str, size: float) -> float:
    wide: float = sum(
        stringWidth(visual(part, False, name), font_of(part, False, name), size)
        for part, name in in_fonts(words)
    )
    return wide


def write_words(page: Any, x: float, y: float, words: str, size: float) -> None:
    """Write words on a page, each letter in a font that contains it."""
    for part, name in in_fonts(words):
        page.setFont(font_of(part, False, name), size)
        page.drawString(x, y, visual(part, False, name))
        x += _wide(part, size)


def _number_table(table: Numbers, size: float) -> Table:
    small = text_style("cell", size, leading=1.25 * size)
    rows: list[Sequence[Any]] = [table.headings]
    for row in table.rows:
        long = (_wide(words, size) > BROAD * size or _is_foreign(words) for words in row)
        cells = zip(row, long, strict=True)
        rows.append(
            [Paragraph(escaped(words), small) if broken else words for words, broken in cells]
        )
    widths = [need + PADDING for need in _needs(table, size)]
    made = Table(rows, colWidths=widths, repeatRows=1, hAlign="LEFT", spaceBefore=4, spaceAfter=6)
    made.setStyle(TableStyle([*_rules(size), *_alignment(table, size)]))
    return made


def _rules(size: float) -> list[tuple[Any, ...]]:
    return [
        ("FONT", (0, 0), (-1, -1), REGULAR, size, 1.25 * size),
        ("FONTNAME", (0, 0), (-1, 0), BOLD),
        ("TEXTCOLOR", (0, 0), (-1, -1), INK),
        ("LINEABOVE", (0, 0), (-1, 0), 0.9, INK),
        ("LINEBELOW", (0, 0), (-1, 0), 0.5, RULE),
        ("LINEBELOW", (0, -1), (-1, -1), 0.9, INK),
        ("TOPPADDING", (0, 0), (-1, -1), 2.2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2.6),
        ("LEFTPADDING", (0, 0), (-1, -1), PADDING / 2),
        ("RIGHTPADDING", (0, 0), (-1, -1), PADDING / 2),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ]


def _alignment(table: Numbers, size: float) -> list[tuple[Any, ...]]:
    names = {"l": "LEFT", "c": "CENTER", "r": "RIGHT"}
    sides = [("ALIGN", (k, 0), (k, -1), names[letter]) for k, letter in enumerate(table.sides)]
    off = [
        ("RIGHTPADDING", (k, row), (k, row), PADDING / 2 + shift)
        for k in range(len(table.headings))
        for row, shift in enumerate(_shifts(table, k, size), 1)
        if shift
    ]
    return [*sides, *off]


def _power(match: re.Match[str]) -> str:
    """Return a power of ten in the usual notation."""
    return " · 10" + (match[1].strip("+") + match[2]).translate(_RAISED)


def shortened(words: str, size: float, width: float) -> str:
    """Return words that fit a width in points, with an ellipsis if some are omitted."""
    if _wide(words, size) <= width:
        return words
    kept = words
    while kept and _wide(kept + "…", size) > width:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def escaped(words: str) -> str:
    """Return words escaped for paragraphs, with missing letters in another font."""
    parts = ((visual(part, False, name), part, name) for part, name in in_fonts(legible(words)))
    return "".join(
        f'<font name="{_plain(font_of(part, False, name))}">{_plain(shown)}</font>' if name
        else _plain(shown)
        for shown, part, name in parts
    )  # fmt: skip


def _plain(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _is_foreign(words: str) -> bool:
    return any(name or visual(part) != part for part, name in in_fonts(words))
