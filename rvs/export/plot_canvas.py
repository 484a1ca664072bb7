"""The few strokes of which plots are made, as SVG and as PDF.

Lengths are points (1/72 inch), y grows downwards, text stays text.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, Protocol
from xml.sax.saxutils import escape, quoteattr

from PIL import ImageFont

from rvs.model.colors import rgba
from rvs.scene.fonts import font_file

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]
DASH = (3.0, 2.4)
FAMILY = "DejaVu Sans, Verdana, sans-serif"


class Canvas(Protocol):
    """What a plot is drawn on."""

    def line(self, points: Sequence[Point], color: str, width: float, dashed: bool = False) -> None:
        """Draw a line through points."""

    def fill(self, points: Sequence[Point], color: str) -> None:
        """Fill a polygon."""

    def text(
        self,
        at: Point,
        words: str,
        size: float,
        color: str,
        anchor: Anchor = "start",
        bold: bool = False,
    ) -> None:
        """Write words with their baseline at a point."""

    def begin(self, name: str, clip: tuple[float, float, float, float] | None = None) -> None:
        """Begin a named group, clipped to left, top, right, bottom."""

    def end(self) -> None:
        """End the innermost group."""

    def save(self, path: Path) -> None:
        """Write the file."""


@cache
def _font(bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font_file(bold)), 100)


def text_width(words: str, size: float, bold: bool = False) -> float:
    """Return how wide words are in points.

    >>> text_width("ii", 10) < text_width("mm", 10)
    True
    """
    return _font(bold).getlength(words) * size / 100


class SvgCanvas:
    """A canvas that becomes an SVG file."""

    def __init__(self, width: float, height: float, title: str) -> None:
        size = f'width="{width:g}pt" height="{height:g}pt" viewBox="0 0 {width:g} {height:g}"'
        self._lines = [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family={quoteattr(FAMILY)}>',
            f"<title>{escape(title)}</title>",
        ]
        self._clips = 0

    def line(self, points: Sequence[Point], color: str, width: float, dashed: bool = False) -> None:
        """Draw a line through points."""
        dash = f' stroke-dasharray="{DASH[0]:g} {DASH[1]:g}"' if dashed else ""
        self._lines.append(
            f'<polyline points="{_places(points)}" fill="none" stroke="{color}" '
            f'stroke-width="{width:g}" stroke-linejoin="round" stroke-linecap="round"{dash}/>'
        )

    def fill(self, points: Sequence[Point], color: str) -> None:
        """Fill a polygon."""
        opacity = rgba(color)[3]
        alpha = f' fill-opacity="{opacity:.3g}"' if opacity < 1 else ""
        self._lines.append(f'<polygon points="{_places(points)}" fill="{color[:7]}"{alpha}/>')

    def text(
        self,
        at: Point,
        words: str,
        size: float,
        color: str,
        anchor: Anchor = "start",
        bold: bool = False,
    ) -> None:
        """Write words with their baseline at a point."""
        weight = ' font-weight="bold"' if bold else ""
        self._lines.append(
            f'<text x="{at[0]:.2f}" y="{at[1]:.2f}" font-size="{size:g}" fill="{color}" '
            f'text-anchor="{anchor}"{weight}>{escape(words)}</text>'
        )

    def begin(self, name: str, clip: tuple[float, float, float, float] | None = None) -> None:
        """Begin a named group, clipped to left, top, right, bottom."""
        inside = ""
        if clip is not None:
            left, top, right, bottom = clip
            self._clips += 1
            inside = f' clip-path="url(#clip{self._clips})"'
            self._lines.append(
                f'<clipPath id="clip{self._clips}"><rect x="{left:.2f}" y="{top:.2f}" '
                f'width="{right - left:.2f}" height="{bottom - top:.2f}"/></clipPath>'
            )
        self._lines.append(f"<g class={quoteattr(name)}{inside}>")

    def end(self) -> None:
        """End the innermost group."""
        self._lines.append("</g>")

    def save(self, path: Path) -> None:
        """Write the file."""
        path.write_text("\n".join([*self._lines, "</svg>", ""]), encoding="utf-8", newline="\n")


def _places(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in points)


class PdfCanvas:
    """A canvas that becomes a PDF file of one page, its font embedded."""

    def __init__(self, width: float, height: float, title: str) -> None:
        from reportlab.pdfgen.canvas import (  # type: ignore[import-untyped]
            Canvas as Page,
        )

        _embed_fonts()
        self._height = height
        # without a first font of ours the page would name Helvetica and not embed it
        self._page: Any = Page(
            "",
            pagesize=(width, height),
            pageCompression=1,
            invariant=1,
            initialFontName=_pdf_font(False),
        )
        self._page.setTitle(title)
        self._page.setLineJoin(1)
        self._page.setLineCap(1)

    def line(self, points: Sequence[Point], color: str, width: float, dashed: bool = False) -> None:
        """Draw a line through points."""
        self._page.setStrokeColorRGB(*rgba(color)[:3])
        self._page.setLineWidth(width)
        self._page.setDash(*([list(DASH)] if dashed else []))
        self._page.drawPath(self._path(points), stroke=1, fill=0)

    def fill(self, points: Sequence[Point], color: str) -> None:
        """Fill a polygon."""
        red, green, blue, alpha = rgba(color)
        self._page.setFillColorRGB(red, green, blue, alpha=alpha)
        path = self._path(points)
        path.close()
        self._page.drawPath(path, stroke=0, fill=1)

    def text(
        self,
        at: Point,
        words: str,
        size: float,
        color: str,
        anchor: Anchor = "start",
        bold: bool = False,
    ) -> None:
        """Write words with their baseline at a point."""
        self._page.setFillColorRGB(*rgba(color)[:3], alpha=1)
        self._page.setFont(_pdf_font(bold), size)
        write = {"start": "drawString", "middle": "drawCentredString", "end": "drawRightString"}
        getattr(self._page, write[anchor])(at[0], self._height - at[1], words)

    def begin(self, name: str, clip: tuple[float, float, float, float] | None = None) -> None:
        """Begin a group, clipped to left, top, right, bottom; PDF keeps no name for it."""
        del name
        self._page.saveState()
        if clip is not None:
            left, top, right, bottom = clip
            path = self._page.beginPath()
            path.rect(left, self._height - bottom, right - left, bottom - top)
            self._page.clipPath(path, stroke=0, fill=0)

    def end(self) -> None:
        """End the innermost group."""
        self._page.restoreState()

    def save(self, path: Path) -> None:
        """Write the file."""
        path.write_bytes(self._page.getpdfdata())

    def _path(self, points: Sequence[Point]) -> Any:
        path = self._page.beginPath()
        for i, (x, y) in enumerate(points):
            (path.lineTo if i else path.moveTo)(x, self._height - y)
        return path


def _pdf_font(bold: bool) -> str:
    return "RVS-Bold" if bold else "RVS"


def _embed_fonts() -> None:
    from reportlab.pdfbase.pdfmetrics import (  # type: ignore[import-untyped]
        getRegisteredFontNames,
        registerFont,
    )
    from reportlab.pdfbase.ttfonts import TTFont  # type: ignore[import-untyped]

    for bold in (False, True):
        if _pdf_font(bold) not in getRegisteredFontNames():
            registerFont(TTFont(_pdf_font(bold), str(font_file(bold))))
