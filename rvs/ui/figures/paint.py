"""Drawings painted by Qt: the preview of a figure, and its PNG; requires no display."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QBuffer, QIODevice, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.export.formats.drawing import MM_PER_INCH, Drawing, Fill, Stroke
from rvs.model.appearance.colors import Rgba
from rvs.value_class import dataclass
from rvs.words import tr

Outlines = tuple[Array, ...]
LARGEST_SIDE, LARGEST_PIXELS = 32_767, 256_000_000


@dataclass(frozen=True)
class Painted:
    """A drawing in the form for Qt.

    Attributes:
        drawing: The drawing.
        paths: Every mark: its path, with a pen or else with the colour of its area.
    """

    drawing: Drawing
    paths: tuple[tuple[QPainterPath, QPen | QColor], ...]

    def paint(self, painter: QPainter) -> None:
        """Paint it in the units of its sheet, including parts outside its edges."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for path, look in self.paths:
            if isinstance(look, QPen):
                painter.strokePath(path, look)
            else:
                painter.fillPath(path, look)

    def image(self, width: int, height: int, ratio: float = 1.0) -> QImage:
        """Return it as a picture of this number of pixels, on a transparent background.

        Raises:
            ArgumentError: Too many pixels.
        """
        check_size(width, height)
        image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
        if image.isNull():
            raise ArgumentError(
                tr("too large: no memory for {width} × {height} pixels", width, height)
            )
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        sheet = self.drawing
        painter.scale(width / sheet.width, height / sheet.height)
        painter.translate(-sheet.left, -sheet.top)
        self.paint(painter)
        painter.end()
        image.setDevicePixelRatio(ratio)
        return image


class Paths:
    """Caches the paths of one drawing for the next, often the same areas in other colours.

    Not thread-safe.
    """

    def __init__(self) -> None:
        self._kept: dict[int, tuple[Outlines, QPainterPath]] = {}
        self._used: dict[int, tuple[Outlines, QPainterPath]] = {}

    def of(self, mark: Fill | Stroke) -> QPainterPath:
        """Return the path of a mark, the same object for the same outlines."""
        lines = mark.rings if isinstance(mark, Fill) else mark.lines
        kept = self._kept.get(id(lines))
        path = _path(mark) if kept is None else kept[1]
        # with the outlines themselves, so that their identity is nobody else's
        self._used[id(lines)] = lines, path
        return path

    def forget_others(self) -> None:
        """Discard paths that have not been requested since the last call."""
        self._kept, self._used = self._used, {}


def painted(drawing: Drawing, paths: Paths | None = None) -> Painted:
    """Return a drawing in the form for Qt; texts become outlines, so that no font is needed.

    Args:
        drawing: The drawing.
        paths: Cache of the previous drawing, updated for the next one.
    """
    # Reads fonts, for which a start has no time.
    from rvs.export.formats.text_paths import in_paths

    known = paths or Paths()
    found = tuple(
        (known.of(mark), _color(mark.color) if isinstance(mark, Fill) else _pen(mark))
        for mark in in_paths(drawing).marks()
        if isinstance(mark, Fill | Stroke)
    )
    known.forget_others()
    return Painted(drawing, found)


def check_size(width: int, height: int) -> None:
    """Reject a picture with too many pixels.

    Raises:
        ArgumentError: It is too large.
    """
    if not (0 < width <= LARGEST_SIDE and 0 < height <= LARGEST_SIDE):
        raise ArgumentError(
            tr(
                "too large: {width:,} × {height:,} pixels; a side has at most {limit:,}",
                width,
                height,
                LARGEST_SIDE,
            )
        )
    if width * height > LARGEST_PIXELS:
        raise ArgumentError(
            tr(
                "too large: {width:,.0f} million pixels; at most {limit}",
                width * height / 1000000.0,
                LARGEST_PIXELS // 10**6,
            )
        )


def pixels_of(drawing: Drawing, dpi: float) -> tuple[int, int]:
    """Return the number of pixels of a drawing at a resolution."""
    scale = drawing.mm / MM_PER_INCH * dpi
    return max(round(drawing.width * scale), 1), max(round(drawing.height * scale), 1)


def png(image: QImage, dpi: float) -> bytes:
    """Return a picture as a PNG file with its size in print."""
    image.setDotsPerMeterX(round(dpi / MM_PER_INCH * 1000))
    image.setDotsPerMeterY(round(dpi / MM_PER_INCH * 1000))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def png_of(shown: Painted, dpi: float) -> bytes:
    """Return a drawing as a PNG file with this number of pixels per inch.

    Raises:
        ArgumentError: Too many pixels.
    """
    return png(shown.image(*pixels_of(shown.drawing, dpi)), dpi)


def _path(mark: Fill | Stroke) -> QPainterPath:
    path = QPainterPath()
    if isinstance(mark, Fill):
        path.setFillRule(Qt.FillRule.OddEvenFill)
        for ring in mark.rings:
            path.addPolygon(_polygon(ring))
            path.closeSubpath()
        return path
    for line in mark.lines:
        path.addPolygon(_polygon(line))
    return path


def _polygon(points: Array) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in np.asarray(points).tolist()])


def _pen(mark: Stroke) -> QPen:
    pen = QPen(_color(mark.color), mark.width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if mark.dashes:
        pen.setDashPattern([dash / mark.width for dash in mark.dashes])
    return pen


def _color(color: Rgba) -> QColor:
    return QColor.fromRgbF(*(min(max(value, 0.0), 1.0) for value in color))
