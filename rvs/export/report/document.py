"""A report as PDF: contents, numbered sections and figures, with its date and time."""

from __future__ import annotations

import io
from collections.abc import Generator
from datetime import datetime
from pathlib import Path
from typing import Any

from reportlab import rl_config  # type: ignore[import-untyped]
from reportlab.platypus import (  # type: ignore[import-untyped]
    BaseDocTemplate,
    Frame,
    PageTemplate,
)

from rvs.export.parallel_jobs import Beside
from rvs.export.report.flowables import FAINT, POINT, REGULAR, RULE, escaped, shortened, write_words
from rvs.export.report.story import PAPERS, SIDE, Story
from rvs.export.report.values import Report, pdf_date, written_at
from rvs.files.storage.atomic import write_bytes
from rvs.model.jobs import Progress
from rvs.model.text_fallback import legible
from rvs.version import __version__

TOP, BOTTOM, FOOT = 18.0, 20.0, 11.0
# Type at the foot, and what is left free before the number of the page, in points.
FOOT_SIZE, FOOT_GAP = 7.5, 40.0
# Set on what was moved to the next page, where it must fit.
POSTPONED = "_postponed"
# Parts of the work: chapters with their figures asked for, and all before the pages.
WRITING, SETTING = 0.3, 0.96
# Written as letters, pages would be larger by a quarter and take longer.
rl_config.useA85 = 0
Job = Generator[Progress, None, Path]


class Pages(BaseDocTemplate):  # type: ignore[misc]
    """Pages with a line at the foot, and headings for the list of contents."""

    def __init__(
        self,
        stream: io.BytesIO,
        report: Report,
        written: datetime,
        counting: bool,
        subject: str = "Robot report",
    ) -> None:
        """Store the destination.

        Args:
            stream: The destination.
            report: The report.
            written: The time of writing.
            counting: Only count the pages and draw no figures.
            subject: The kind of document, for the properties of the file.
        """
        size = PAPERS[report.paper]
        self._counting, self._written = counting, pdf_date(written)
        super().__init__(
            stream,
            pagesize=size,
            title=legible(report.title),
            author=legible(report.author) or "RVS",
            subject=subject,
            # the date is ours, see below
            invariant=1,
            # without a font of ours each page would name Helvetica and not embed it
            initialFontName=REGULAR,
        )
        made = f"RVS {__version__}"
        words = (report.title, report.author, report.date, made)
        self._words = " · ".join(legible(word) for word in words if word)
        left, bottom = SIDE * POINT, BOTTOM * POINT
        self.column = size[0] - 2 * left
        self.height_free = size[1] - bottom - TOP * POINT
        frame = Frame(
            left, bottom, self.column, self.height_free,
            leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0,
        )  # fmt: skip
        self.addPageTemplates([PageTemplate("page", [frame], onPage=self._foot)])

    def beforeDocument(self) -> None:
        """Set whether the figures are drawn, and the date of the file."""
        self.canv.counting = self._counting
        self.canv.setDateFormatter(lambda *_: self._written)

    def afterFlowable(self, flowable: Any) -> None:
        """Add a heading to the list of contents and the outline."""
        level = getattr(flowable, "contents_level", None)
        if level is None:
            return
        words, key = flowable.words, f"heading-{self.seq.nextf('heading')}"
        self.canv.bookmarkPage(key)
        self.canv.addOutlineEntry(words, key, level)
        self.notify("TOCEntry", (level, escaped(words), self.page, key))

    def _foot(self, page: Any, _: Any) -> None:
        wide = self.pagesize[0]
        page.saveState()
        page.setFont(REGULAR, FOOT_SIZE)
        page.setFillColor(FAINT)
        page.setStrokeColor(RULE)
        page.setLineWidth(0.4)
        y = FOOT * POINT
        page.line(SIDE * POINT, y + 10, wide - SIDE * POINT, y + 10)
        words = shortened(self._words, FOOT_SIZE, self.column - FOOT_GAP)
        write_words(page, SIDE * POINT, y, words, FOOT_SIZE)
        page.setFont(REGULAR, FOOT_SIZE)
        page.drawRightString(wide - SIDE * POINT, y, str(page.getPageNumber()))
        page.restoreState()


def report_job(report: Report, path: Path | str, beside: Beside | None = None) -> Job:
    """Write a report as PDF; closing the job cancels it and removes the file.

    Args:
        report: The report.
        path: The file.
        beside: Processes in which the figures are drawn, if already started; they are ended.

    Yields:
        The progress.

    Returns:
        The path.

    Raises:
        OSError: It can't be written; an old file is then untouched.
        ArgumentError: The environment sets an invalid time.
    """
    # here, so that a page without chapters does not load them
    from rvs.export.report.chapters import chapters

    target, written = Path(path), written_at()
    with beside or Beside() as drawing:
        story = Story(report, drawing)
        for step in chapters(story):
            yield Progress(WRITING * step.part, step.words)
        for step in drawing.finish("figures"):
            yield Progress(WRITING + (SETTING - WRITING) * step.part, step.words)
    yield Progress(SETTING, "setting pages")
    # the list of contents has to know the pages before they are drawn
    for counting in (True, False):
        stream = io.BytesIO()
        for part in story.parts:
            part.__dict__.pop(POSTPONED, None)
        Pages(stream, report, written, counting).multiBuild(story.parts)
    write_bytes(target, stream.getvalue())
    return target
