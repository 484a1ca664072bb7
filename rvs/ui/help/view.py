"""Shows one page of the help, with the search words marked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QDesktopServices,
    QFontDatabase,
    QImage,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QTextBrowser, QTextEdit, QWidget

from rvs.model.appearance.colors import WindowColors
from rvs.ui.defer import defer
from rvs.ui.help.links import SCHEME
from rvs.ui.help.pages import Library, Page, slug
from rvs.ui.theme import BODY, SECONDARY, Theme

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


# Code wraps: a page that scrolls sideways is worse than a long line that goes on below.
SHEET = """
h1, h2, h3, h4 {{ color: {text}; font-weight: 600; margin-bottom: 8px }}
h1 {{ font-size: 22px; margin-top: 0px }}
h2 {{ font-size: 17px; margin-top: 26px }}
h3 {{ font-size: 14px; margin-top: 18px }}
h4 {{ font-size: {body}px; margin-top: 14px }}
p {{ margin-top: 0px; margin-bottom: 9px; line-height: 138% }}
li {{ margin-bottom: 3px; line-height: 138% }}
ul, ol {{ margin-top: 0px; margin-bottom: 9px }}
pre, code {{ color: {text}; font-family: "{fixed}", monospace; font-size: {small}px;
             background-color: {sunken} }}
pre {{ white-space: pre-wrap; margin: 8px 0px 12px 12px }}
h1 code, h2 code, h3 code {{ background-color: transparent }}
a {{ text-decoration: none }}
table {{ border-collapse: collapse; border: 1px solid {line}; margin: 6px 0px 14px 0px }}
th, td {{ border: 1px solid {line}; padding: 7px; line-height: 115% }}
th {{ background-color: {sunken}; font-weight: 600; text-align: left }}
"""


def style(colors: WindowColors) -> str:
    """Return the style sheet of a page in the colours of the window."""
    return SHEET.format(
        text=colors.text,
        sunken=colors.sunken,
        line=colors.line,
        body=BODY,
        small=SECONDARY,
        fixed=QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family(),
    )


# Takes nothing, and is loaded when the first page is shown.
@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table")


def html(source: str) -> str:
    """Return the Markdown of a page as HTML."""
    text: str = _markdown().render(source)
    # Qt would show the end of the last line of code as one more line.
    return text.replace("\n</code></pre>", "</code></pre>")


MARGIN, WIDEST, NARROWEST = 24.0, 760, 240
MOST_MARKS = 400
WEB = ("http", "https", "mailto")


class PageView(QTextBrowser):
    """Reports ``wanted``, the page and the position to which a link leads.

    ``commanded`` is emitted for a link with an action in the main window.
    """

    wanted = Signal(str, str)
    commanded = Signal(str)

    def __init__(self, pages: Library, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pages, self._theme = pages, theme
        self._page: Page | None = None
        self._words: tuple[str, ...] = ()
        self._column = WIDEST
        self._reading: tuple[int, int] | None = None
        self.setOpenLinks(False)
        # Everything wraps; what Qt rounds up by a pixel is not worth a bar.
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setAccessibleName("Page of the help")
        self.anchorClicked.connect(self._follow)
        theme.changed.connect(self._renew)

    @property
    def page(self) -> Page | None:
        """The displayed page."""
        return self._page

    def show_page(self, page: Page, anchor: str = "", words: Sequence[str] = ()) -> None:
        """Show a page at a heading, with words marked."""
        if page is not self._page:
            self._page = page
            self._render()
        self.mark(words)
        self.go_to(anchor)

    def mark(self, words: Sequence[str]) -> None:
        """Mark words by their beginnings, on this page."""
        self._words = tuple(words)
        self.setExtraSelections(self._selections())

    def go_to(self, anchor: str) -> None:
        """Scroll a heading to the top; without a heading, the top of the page."""
        self._reading = None
        block = self._heading(anchor) if anchor else None
        if block is None:
            # The cursor goes along: what is laid out later would scroll to where it was left.
            self.moveCursor(QTextCursor.MoveOperation.Start)
            self.verticalScrollBar().setValue(0)
            return
        self._scroll_to(self._top(block))

    def _scroll_to(self, top: int) -> None:
        bar = self.verticalScrollBar()
        # The bar learns the height of a page that was just laid out only later.
        bar.setMaximum(max(bar.maximum(), top))
        bar.setValue(top)

    def _top(self, block: QTextBlock) -> int:
        layout = self.document().documentLayout()
        # A page that was not yet laid out does not know where its blocks are.
        layout.documentSize()
        return round(layout.blockBoundingRect(block).top())

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Load pictures in the folder of the page, no wider than the column."""
        if kind != QTextDocument.ResourceType.ImageResource.value or self._page is None:
            return None
        path = self._pages.folder / resolved(self._page.name, QUrl(name).toString())
        image = QImage(str(path))
        if image.width() > self._column:
            image = image.scaledToWidth(self._column, Qt.TransformationMode.SmoothTransformation)
        return image

    def resizeEvent(self, event: QResizeEvent) -> None:
        # lines break elsewhere in a column of another width: what is read stays at the top
        if self._reading is None and self._column != self._room():
            self._reading = self._place()
        super().resizeEvent(event)
        defer(self, self._fit_column)

    def _fit_column(self) -> None:
        """Use the available width; pictures are made again when it changes."""
        if self._column != self._room():
            self._renew()

    def _room(self) -> int:
        """Return the maximum width of a line: the available one, limited for readability."""
        there = round(self.viewport().width() - 2 * MARGIN)
        return min(max(there, NARROWEST), WIDEST)

    def _set_margins(self) -> None:
        frame = self.document().rootFrame()
        form = frame.frameFormat()
        form.setLeftMargin(MARGIN)
        form.setRightMargin(max(MARGIN, self.viewport().width() - self._column - MARGIN))
        form.setTopMargin(MARGIN - 4)
        form.setBottomMargin(2 * MARGIN)
        frame.setFrameFormat(form)

    def _render(self) -> None:
        assert self._page is not None
        self._column = self._room()
        document = self.document()
        document.setDefaultFont(self.font())
        document.setDefaultStyleSheet(style(self._theme.colors))
        document.setHtml(html(self._page.source))
        self._set_margins()

    def _renew(self) -> None:
        if self._page is not None:
            number, more = self._reading or self._place()
            self._reading = None
            self._render()
            self.mark(self._words)
            top = self._top(self.document().findBlockByNumber(number))
            self._scroll_to(top + more)

    def _place(self) -> tuple[int, int]:
        """Return the block at the top, and its scrolled distance."""
        block = self.cursorForPosition(QPoint(0, 0)).block()
        return block.blockNumber(), self.verticalScrollBar().value() - self._top(block)

    def _follow(self, url: QUrl) -> None:
        if url.scheme() in WEB:
            QDesktopServices.openUrl(url)
        elif url.toString().startswith(SCHEME):
            self.commanded.emit(url.toString())
        elif self._page is not None:
            target, _, anchor = url.toString().partition("#")
            name = resolved(self._page.name, target) if target else self._page.name
            self.wanted.emit(name, anchor)

    def _heading(self, anchor: str) -> QTextBlock | None:
        taken: dict[str, int] = {}
        block = self.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel():
                name = slug(block.text())
                count = taken.get(name, 0)
                taken[name] = count + 1
                if anchor == (f"{name}-{count}" if count else name):
                    return block
            block = block.next()
        return None

    def _selections(self) -> list[QTextEdit.ExtraSelection]:
        if not self._words:
            return []
        pattern = re.compile(r"\b(?:" + "|".join(map(re.escape, self._words)) + r")\w*", re.I)
        found = []
        for match in list(pattern.finditer(self.document().toPlainText()))[:MOST_MARKS]:
            selection = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.document())
            cursor.setPosition(match.start())
            cursor.setPosition(match.end(), QTextCursor.MoveMode.KeepAnchor)
            selection.cursor = cursor
            form = cursor.charFormat()
            form.setBackground(QColor(self._theme.colors.accent_soft))
            form.setForeground(QColor(self._theme.colors.accent_text))
            selection.format = form
            found.append(selection)
        return found


def resolved(page: str, target: str) -> str:
    """Return a relative link of a page as a path below the folder of all pages."""
    parts: list[str] = []
    for part in (*PurePosixPath(page).parent.parts, *PurePosixPath(target).parts):
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
