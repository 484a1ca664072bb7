"""Values that can show themselves, as pictures in the console."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

# The longest side of a picture in logical pixels, before the room decides.
LONGEST = 640
PAPER = "#FFFFFF"


def picture_of(value: object, ratio: float) -> QImage | None:
    """Return how a value shows itself in a notebook, or None.

    Args:
        value: Any value; ``_repr_png_`` and ``_repr_svg_`` are asked.
        ratio: Pixels of the screen for a logical one.
    """
    for name, read in (("_repr_png_", _from_png), ("_repr_svg_", _from_svg)):
        made = getattr(value, name, None)
        shown = _asked(made) if callable(made) and not isinstance(value, type) else None
        picture = read(shown, ratio) if shown else None
        if picture is not None:
            return picture
    return None


def _asked(made: object) -> object:
    try:
        shown = made()  # type: ignore[operator]
    except Exception:
        # Then its words do.
        return None
    return shown[0] if isinstance(shown, tuple) else shown


def _from_png(data: object, _ratio: float) -> QImage | None:
    picture = QImage()
    read = isinstance(data, bytes) and picture.loadFromData(data)
    return _on_paper(picture) if read else None


def _from_svg(data: object, ratio: float) -> QImage | None:
    text = data.encode() if isinstance(data, str) else data
    drawn = QSvgRenderer(QByteArray(text)) if isinstance(text, bytes) else None
    if drawn is None or not drawn.isValid():
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
