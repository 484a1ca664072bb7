"""The growing text of a report: headings, tables, poses, figures, and the style of words."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from reportlab.lib.pagesizes import A4, LETTER  # type: ignore[import-untyped]
from reportlab.platypus import Paragraph, Spacer, Table, TableStyle  # type: ignore[import-untyped]
from reportlab.platypus.tableofcontents import TableOfContents  # type: ignore[import-untyped]

from rvs.engine.arrays import Array
from rvs.export.formats.drawing import Drawing
from rvs.export.parallel_jobs import Beside, Pending
from rvs.export.report.flowables import (
    BOLD,
    FAINT,
    POINT,
    REGULAR,
    Figure,
    Kept,
    embed_fonts,
    escaped,
    number_tables,
    text_style,
)
from rvs.export.report.values import Report
from rvs.export.tables.table import Table as Numbers
from rvs.export.tables.table import even
from rvs.model.jobs import Progress, told
from rvs.model.numbers.orientations import ROLL_PITCH_YAW
from rvs.model.numbers.quantities import short_number
from rvs.model.numbers.units import Unit
from rvs.model.robots.table_text import CellUnits
from rvs.model.text_fallback import legible

SIDES = ("LEFT", "RIGHT", "TOP", "BOTTOM")
PAPERS = {"A4": A4, "Letter": LETTER}
# Rows of a table that is not parted by the end of a page.
SHORT = 16
# Margin at the left and at the right, in mm.
SIDE = 20.0


class Styles:
    """Styles of the text."""

    def __init__(self) -> None:
        embed_fonts()
        self.title = text_style("title", 21, fontName=BOLD, leading=26)
        self.lead = text_style("lead", 10.5, textColor=FAINT, spaceAfter=8)
        self.chapter = text_style("chapter", 14, fontName=BOLD, spaceBefore=12, spaceAfter=5)
        self.section = text_style("section", 11.5, fontName=BOLD, spaceBefore=12, spaceAfter=4)
        self.text = text_style("text", 8.8, spaceAfter=4)
        self.caption = text_style("caption", 8.0, textColor=FAINT, spaceBefore=3, spaceAfter=8)
        self.note = text_style("note", 7.6, textColor=FAINT, spaceAfter=3)
        self.name = text_style("name", 7.6, fontName=BOLD, alignment=1)
        self.contents = [
            text_style("contents 0", 9.2, spaceBefore=2),
            text_style("contents 1", 8.8, leftIndent=14),
        ]


class Story:
    """The growing text of a report: headings, tables and figures with their numbers."""

    def __init__(self, report: Report, beside: Beside | None = None) -> None:
        """Store the report and the processes for its figures; this process if None."""
        self.report = report
        self.beside = Beside(processes=0) if beside is None else beside
        self.styles = Styles()
        self.parts: list[Any] = []
        self.column = PAPERS[report.paper][0] - 2 * SIDE * POINT
        self._figures = self._tables = 0

    @property
    def width(self) -> float:
        """Width of the column in mm."""
        return float(self.column / POINT)

    def heading(self, words: str, level: int) -> Paragraph:
        """Return a heading for the list of contents."""
        style = self.styles.section if level else self.styles.chapter
        made = Paragraph(escaped(words), style)
        made.contents_level, made.words = level, legible(words)
        made.keepWithNext = 1
        return made

    def section(self, words: str, level: int, *inside: Any) -> None:
        """Add a heading that stays with the next part."""
        self.parts.append(Kept([self.heading(words, level), *inside]))

    def figure(self, drawing: Drawing | Pending[Drawing], words: str) -> list[Any]:
        """Return a drawing with its caption."""
        return [Figure(drawing, self.column), self.caption(words)]

    def remark(self, words: str) -> Paragraph:
        """Return a plain sentence."""
        return Paragraph(escaped(words), self.styles.text)

    def caption(self, words: str) -> Paragraph:
        """Return the caption of the next figure."""
        self._figures += 1
        numbered = f"<b>Figure {self._figures}.</b> {escaped(words)}"
        return Paragraph(numbered, self.styles.caption)

    def together(self, parts: list[Any]) -> None:
        """Add parts that stay on one page."""
        self.parts.append(Kept(parts))

    def table(self, table: Numbers, size: float = 8.0) -> list[Any]:
        """Return a table with its caption above and its notes below."""
        self._tables += 1
        words = f"<b>Table {self._tables}.</b> {escaped(table.caption)}"
        notes = [Paragraph(escaped(note), self.styles.note) for note in table.notes]
        parts = number_tables(even(table), size, self.column)
        return [Paragraph(words, self.styles.caption), *parts, *notes, Spacer(1, 4)]

    def add_table(self, table: Numbers, size: float) -> None:
        """Add a table; a short one stays on one page."""
        parts = self.table(table, size)
        if len(table.rows) <= SHORT:
            self.together(parts)
        else:
            self.parts += parts

    def contents(self) -> None:
        """Add the list of contents."""
        plain = TableStyle(
            [
                ("FONTNAME", (0, 0), (-1, -1), REGULAR),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                *((f"{side}PADDING", (0, 0), (-1, -1), 0) for side in SIDES),
            ]
        )
        listed = TableOfContents(dotsMinLevel=0, levelStyles=self.styles.contents, tableStyle=plain)
        self.parts += [Spacer(1, 6), Paragraph("Contents", self.styles.section), listed]


def share(steps: Generator[Progress, None, Any], begin: float, end: float, words: str) -> Any:
    """Report a job's progress as a part of the whole."""
    whole = end - begin
    return (yield from told(steps, lambda step: Progress(begin + whole * step.part, words)))


def grid(rows: Sequence[Sequence[Any]], column: float, upright: str = "TOP") -> Any:
    """Return parts in a grid of columns of equal width.

    Args:
        rows: The parts.
        column: Width of all of them in points.
        upright: ``"TOP"`` or ``"BOTTOM"``: edge at which the parts of a row are aligned.
    """
    count = max(map(len, rows))
    filled = [[*row, *[""] * (count - len(row))] for row in rows]
    made = Table(filled, colWidths=[column / count] * count, hAlign="LEFT")
    made.setStyle(
        TableStyle(
            [
                # cells that stay empty have a font, too, which would not be embedded
                ("FONTNAME", (0, 0), (-1, -1), REGULAR),
                ("VALIGN", (0, 0), (-1, -1), upright),
                ("ALIGN", (0, 0), (-1, -1), "CENTER"),
                *((side, (0, 0), (-1, -1), 2) for side in ("LEFTPADDING", "RIGHTPADDING")),
                *((side, (0, 0), (-1, -1), 3) for side in ("TOPPADDING", "BOTTOMPADDING")),
            ]
        )
    )
    return made


# Digits beyond those shown that tell a half from its rounding errors.
BEYOND = 5


def pose_headings(units: CellUnits) -> tuple[str, ...]:
    """Return headings of position, roll, pitch and yaw."""
    length, angle = units.length.symbol, units.angle.symbol
    place = (f"{axis} ({length})" for axis in "xyz")
    return (*place, *(f"{word} ({angle})" for word in ("roll", "pitch", "yaw")))


def pose_cells(pose: Array, units: CellUnits) -> tuple[str, ...]:
    """Return position, roll, pitch and yaw of a pose (4, 4)."""
    place = [steady(x, units.length) for x in pose[:3, 3].tolist()]
    turns = [steady(x, units.angle) for x in ROLL_PITCH_YAW["x"].numbers(pose[:3, :3])]
    return (*place, *turns)


def steady(value: float, unit: Unit) -> str:
    """Return a number in a unit, rounding halves away from zero regardless of the last bits."""
    near = Decimal(repr(round(float(value) / unit.factor, unit.decimals + BEYOND)))
    step = Decimal(1).scaleb(-unit.decimals)
    return short_number(float(near.quantize(step, ROUND_HALF_UP)), unit.decimals)
