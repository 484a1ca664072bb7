"""Values that can show themselves, as pictures in the console."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

# The longest side of a picture in logical pixels, before the room decides.
LONGEST = 640
PAPER = "#FFFFFF"


def picture_of(data: bytes | str, ratio: float) -> QImage | None:
    """Return a picture of PNG or SVG, or None where it is neither.

    Args:
        data: What a value gives a notebook.
        ratio: Pixels of the screen for a logical one.
    """
    if not data:
        return None
    picture = QImage()
    if isinstance(data, bytes) and picture.loadFromData(data, "PNG"):
        return _on_paper(picture)
    return _from_svg(data.encode() if isinstance(data, str) else data, ratio)


def _from_svg(data: bytes, ratio: float) -> QImage | None:
    drawn = QSvgRenderer(QByteArray(data))
    if not drawn.isValid():
        return None
    size = drawn.defaultSize()
    longest = max(size.width(), size.height(), 1)
    size = size * (min(longest, LONGEST) / longest * ratio)
    picture = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    drawn.render(painter)
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return _on_paper(picture)


def _on_paper(picture: QImage) -> QImage:
    """The picture on white: figures have dark lines, and may have no ground of their own."""
    sheet = QImage(picture.size(), QImage.Format.Format_RGB32)
    sheet.setDevicePixelRatio(picture.devicePixelRatio())
    sheet.fill(QColor(PAPER))
    painter = QPainter(sheet)
    painter.drawImage(0, 0, picture)
    painter.end()
    return sheet
