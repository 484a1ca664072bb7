"""Pages of the help as HTML in the style of the window."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtGui import QFontDatabase

from rvs.model.appearance.colors import WindowColors
from rvs.ui.theme import BODY, SECONDARY

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
