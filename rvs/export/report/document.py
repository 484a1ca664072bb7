"""A report as PDF: contents, numbered sections and figures, the same bytes for the same input."""

from __future__ import annotations

import io
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from typing import Any

from reportlab.lib.pagesizes import A4, LETTER  # type: ignore[import-untyped]
from reportlab.platypus import (  # type: ignore[import-untyped]
    BaseDocTemplate,
    CondPageBreak,
    Frame,
    KeepTogether,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)
from reportlab.platypus.tableofcontents import TableOfContents  # type: ignore[import-untyped]

from rvs import __version__
from rvs.export.drawing import Drawing
from rvs.export.progress import Progress
from rvs.export.report.flowables import (
    BOLD,
    FAINT,
    POINT,
    REGULAR,
    RULE,
    Figure,
    embed_fonts,
    number_table,
    text_style,
)
from rvs.export.report.values import Report
from rvs.export.tables.table import Table as Numbers
from rvs.files.atomic import write_bytes

PAPERS = {"A4": A4, "Letter": LETTER}
SIDE, TOP, BOTTOM = 20.0, 18.0, 20.0
FOOT = 11.0
Job = Generator[Progress, None, Path]


class Styles:
    """How words are set."""

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


class Pages(BaseDocTemplate):  # type: ignore[misc]
    """Pages with a line at the foot, and headings that the list of contents hears of."""

    def __init__(self, stream: io.BytesIO, report: Report) -> None:
        size = PAPERS[report.paper]
        super().__init__(
            stream,
            pagesize=size,
            title=report.title,
            author="RVS",
            subject="Robot report",
            invariant=1,
            # without a font of ours each page would name Helvetica and not embed it
            initialFontName=REGULAR,
        )
        self._words = report.title
        left, bottom = SIDE * POINT, BOTTOM * POINT
        self.column = size[0] - 2 * left
        self.height_free = size[1] - bottom - TOP * POINT
        frame = Frame(
            left, bottom, self.column, self.height_free,
            leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0,
        )  # fmt: skip
        self.addPageTemplates([PageTemplate("page", [frame], onPage=self._foot)])

    def afterFlowable(self, flowable: Any) -> None:
        """Tell the list of contents and the outline of a heading."""
        level = getattr(flowable, "contents_level", None)
        if level is None:
            return
        words, key = flowable.getPlainText(), f"heading-{self.seq.nextf('heading')}"
        self.canv.bookmarkPage(key)
        self.canv.addOutlineEntry(words, key, level)
        self.notify("TOCEntry", (level, words, self.page, key))

    def _foot(self, page: Any, _: Any) -> None:
        wide = self.pagesize[0]
        page.saveState()
        page.setFont(REGULAR, 7.5)
        page.setFillColor(FAINT)
        page.setStrokeColor(RULE)
        page.setLineWidth(0.4)
        y = FOOT * POINT
        page.line(SIDE * POINT, y + 10, wide - SIDE * POINT, y + 10)
        page.drawString(SIDE * POINT, y, f"{self._words} · RVS {__version__}")
        page.drawRightString(wide - SIDE * POINT, y, str(page.getPageNumber()))
        page.restoreState()


class Story:
    """The text of a report as it grows: headings, tables and figures with their numbers."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.styles = Styles()
        self.parts: list[Any] = []
        self.column = PAPERS[report.paper][0] - 2 * SIDE * POINT
        self._figures = self._tables = 0

    @property
    def width(self) -> float:
        """Width of the column in mm."""
        return float(self.column / POINT)

    def heading(self, words: str, level: int) -> Paragraph:
        """Return a heading that the list of contents knows."""
        style = self.styles.section if level else self.styles.chapter
        made = Paragraph(escaped(words), style)
        made.contents_level = level
        made.keepWithNext = 1
        return made

    def text(self, words: str) -> None:
        """Add a paragraph."""
        self.parts.append(Paragraph(escaped(words), self.styles.text))

    def section(self, words: str, level: int, *inside: Any) -> None:
        """Add a heading that stays with what it is over."""
        self.parts.append(KeepTogether([self.heading(words, level), *inside]))

    def figure(self, drawing: Drawing, words: str) -> list[Any]:
        """Return a drawing with its caption."""
        return [Figure(drawing, self.column), self.caption(words)]

    def caption(self, words: str) -> Paragraph:
        """Return the caption of the next figure."""
        self._figures += 1
        numbered = f"<b>Figure {self._figures}.</b> {escaped(words)}"
        return Paragraph(numbered, self.styles.caption)

    def together(self, parts: list[Any]) -> None:
        """Add things that stay on one page."""
        self.parts.append(KeepTogether(parts))

    def table(self, table: Numbers, size: float = 8.0) -> list[Any]:
        """Return a table with its caption above and its notes below."""
        self._tables += 1
        words = f"<b>Table {self._tables}.</b> {escaped(table.caption)}"
        notes = [Paragraph(escaped(note), self.styles.note) for note in table.notes]
        body = number_table(table, size, self.column)
        return [Paragraph(words, self.styles.caption), body, *notes, Spacer(1, 4)]

    def contents(self) -> None:
        """Add the list of contents."""
        plain = TableStyle(
            [("FONTNAME", (0, 0), (-1, -1), REGULAR), ("VALIGN", (0, 0), (-1, -1), "TOP")]
        )
        listed = TableOfContents(dotsMinLevel=0, levelStyles=self.styles.contents, tableStyle=plain)
        self.parts += [Spacer(1, 6), Paragraph("Contents", self.styles.section), listed]

    def new_page(self) -> None:
        """Begin a page."""
        self.parts.append(PageBreak())

    def room(self, points: float) -> None:
        """Begin a page unless there is so much room on this one."""
        self.parts.append(CondPageBreak(points))


def report_job(report: Report, path: Path | str) -> Job:
    """Write a report as PDF; closing the job cancels it, and nothing is left behind.

    Args:
        report: What goes in.
        path: The file.

    Yields:
        How far it is.

    Returns:
        The path.

    Raises:
        OSError: It can't be written; an old file is then untouched.
    """
    from rvs.export.report.chapters import chapters

    target = Path(path)
    story = Story(report)
    steps: Iterator[Progress] = chapters(story)
    yield from steps
    yield Progress(0.96, "setting pages")
    stream = io.BytesIO()
    Pages(stream, report).multiBuild(story.parts)
    write_bytes(target, stream.getvalue())
    return target


def escaped(words: str) -> str:
    """Return words as paragraphs take them."""
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def share(steps: Generator[Progress, None, Any], begin: float, end: float, words: str) -> Any:
    """Pass a job's progress on as a part of the whole."""
    while True:
        try:
            step = next(steps)
        except StopIteration as stop:
            return stop.value
        yield Progress(begin + (end - begin) * step.part, words)


def grid(rows: Sequence[Sequence[Any]], column: float, upright: str = "TOP") -> Any:
    """Return things beside and below each other, in columns of one width.

    Args:
        rows: The things.
        column: Width of all of them in points.
        upright: ``"TOP"`` or ``"BOTTOM"``: what lies at one height in a row.
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
