"""Python in the colours of the theme, in the field and in the transcript."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterator

from PySide6.QtGui import QColor, QFont, QFontDatabase, QSyntaxHighlighter, QTextCharFormat
from PySide6.QtWidgets import QPlainTextEdit

from rvs.model.appearance.colors import WindowColors
from rvs.ui.theme import SECONDARY, Theme

_TOKENS = re.compile(
    r"(?P<comment>#.*)"
    r"|(?P<text>[rbfRBF]{0,2}(?:\"(?>(?:[^\"\\]|\\.)*)\"?|'(?>(?:[^'\\]|\\.)*)'?))"
    r"|(?P<number>\b\d[\w.]*(?:(?<=[eE])[+-]\d+)?)"
    r"|(?P<word>[A-Za-z_]\w*)"
)


MOST_COLORED = 2000


def letters() -> QFont:
    """Return the font of code."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPixelSize(SECONDARY + 1)
    return font


def tokens(line: str) -> Iterator[tuple[int, int, str]]:
    """Return the starts, lengths and kinds of the tokens in a line.

    In very long lines only the first letters have colours.
    """
    for found in _TOKENS.finditer(line, 0, MOST_COLORED):
        sort = found.lastgroup or ""
        if sort == "word":
            sort = _sort_of(found.group())
        if sort:
            yield found.start(), len(found.group()), sort


def _sort_of(word: str) -> str:
    if keyword.iskeyword(word):
        return "keyword"
    return "builtin" if word == "rvs" or hasattr(builtins, word) else ""


def formats(colors: WindowColors) -> dict[str, QTextCharFormat]:
    """Return the format of each kind of token."""
    shown = {
        "comment": colors.text_3,
        "text": colors.ok,
        "number": colors.warn,
        "keyword": colors.accent_text,
        "builtin": colors.series[1],
    }
    return {sort: colored(color, bold=sort == "keyword") for sort, color in shown.items()}


def colored(color: str, *, bold: bool = False) -> QTextCharFormat:
    """Return the format of letters in a colour."""
    made = QTextCharFormat()
    made.setForeground(QColor(color))
    if bold:
        made.setFontWeight(QFont.Weight.DemiBold)
    return made


class Highlighter(QSyntaxHighlighter):
    """Colours the typed text."""

    def __init__(self, field: QPlainTextEdit, theme: Theme) -> None:
        super().__init__(field.document())
        self._theme = theme
        theme.changed.connect(self.rehighlight)

    def highlightBlock(self, text: str) -> None:
        looks = formats(self._theme.colors)
        for start, length, sort in tokens(text):
            self.setFormat(start, length, looks[sort])
