"""Every icon as strokes in an 18 by 18 box, tinted with the colours of the theme."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer

from rvs.model.appearance.colors import WindowColors

STROKE = 1.6
BOX = 18

# name -> path data of SVG, drawn as strokes
PATHS: dict[str, str] = {
    "open": "M2.5 14.5V4.5a1 1 0 0 1 1-1h3.2l1.8 2h5a1 1 0 0 1 1 1v1M2.5 14.5l1.9-6h11.6l-1.8 6z",
    "picture": "M2.5 4.5h13v10h-13zM2.5 12l3.5-3.5 3 3 2.2-2 4.3 3.6M11.5 7.2h.01",
    "undo": "M6.5 4L3 7.5 6.5 11M3 7.5h7.2a4.2 4.2 0 0 1 0 8.0H8",
    "redo": "M11.5 4L15 7.5 11.5 11M15 7.5H7.8a4.2 4.2 0 0 0 0 8.0H10",
    "fit": "M2.5 6.5v-4h4M11.5 2.5h4v4M15.5 11.5v4h-4M6.5 15.5h-4v-4",
    "frames": "M9 10V2.5M7 4.5l2-2 2 2M9 10l-6 4M3.4 11.4L3 14l2.6.3"
    "M9 10l6 4M14.6 11.4L15 14l-2.6.3",
    "labels": "M3.5 4.5v-2h9v2M8 2.5v9M6 11.5h4M12.5 15.5h3M14 13v2.5",
    "floor": "M5 5.5h8l3 8H2zM3.6 9.3h10.8M9 5.5v8",
    "shadow": "M9 2.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM3 14.8h12M5.5 12.9h7",
    "cube": "M9 2l6 3.2v7.2L9 16l-6-3.6V5.2zM3 5.2l6 3.3 6-3.3M9 8.5V16",
    "home": "M2.5 8.5L9 3l6.5 5.5M4.5 7v8h9V7M7.5 15v-4.5h3V15",
    "zero": "M9 3c2.6 0 3.8 2.6 3.8 6S11.6 15 9 15s-3.8-2.6-3.8-6S6.4 3 9 3z",
    "search": "M8 3a5 5 0 1 1 0 10A5 5 0 0 1 8 3zM11.7 11.7L15.5 15.5",
    "more": "M4 9h.01M9 9h.01M14 9h.01",
    "close": "M4.5 4.5l9 9M13.5 4.5l-9 9",
    "warning": "M9 3l6.8 11.5H2.2zM9 7.5v3.2M9 12.7h.01",
    "error": "M9 2.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM9 6v3.6M9 12h.01",
    "note": "M9 2.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM9 8.6V12M9 6h.01",
    "help": "M9 2.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM7.1 7.1a1.95 1.95 0 1 1 2.8 1.75"
    "c-.6.3-.9.7-.9 1.3M9 12.6h.01",
    "measure": "M2 12.5L12.5 2l3.5 3.5L5.5 16zM5 9.5l1.6 1.6M7.6 6.9l2.4 2.4M10.2 4.3l1.6 1.6",
    "section": "M3 5.5l6-3 6 3v7l-6 3-6-3zM9 2.5v13M11 6.5l4-2M11 9.5l4-2M11 12.5l4-2",
    "copy": "M6.5 6.5h8v9h-8zM11.5 6.5v-4h-8v9h3",
    "gripper": "M9 2v4M4.5 6h9M4.5 6v5.5L6.5 15M13.5 6v5.5L11.5 15",
    "sun": "M9 6a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM9 1.8v1.4M9 14.8v1.4M1.8 9h1.4M14.8 9h1.4"
    "M3.9 3.9l1 1M13.1 13.1l1 1M3.9 14.1l1-1M13.1 4.9l1-1",
    "moon": "M14.5 10.8A6.2 6.2 0 0 1 7.2 3.5a6.2 6.2 0 1 0 7.3 7.3z",
    "down": "M5 7.2l4 4 4-4",
    "lock": "M4.5 8.5h9V15h-9zM6.2 8.5V6a2.8 2.8 0 0 1 5.6 0v2.5M9 11v1.6",
    "unlock": "M4.5 8.5h9V15h-9zM6.2 8.5V5.2a2.8 2.8 0 0 1 5.4-1M9 11v1.6",
    "collision": "M2.5 11.5h5v4h-5zM9.5 2.5h5v4h-5zM8.2 9.8l2.6-2.6M5 8.5L3.5 7M12 9.2l2.8 1.3"
    "M9.8 12l1.2 2.8M6.5 6L5.8 3.5",
    "things": "M2 6.5h9v2H2zM3.2 8.5V15M9.8 8.5V15M12.5 11h4v4h-4zM13.2 11V8.5h2.6V11",
    "eye": "M1.5 9C4 5.2 6.4 3.8 9 3.8S14 5.2 16.5 9C14 12.8 11.6 14.2 9 14.2S4 12.8 1.5 9z"
    "M9 6.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4z",
    "eye_off": "M3.5 6.6C2.7 7.3 2 8.1 1.5 9 4 12.8 6.4 14.2 9 14.2c1 0 2-.2 2.9-.6M6.6 4.2"
    "C7.4 3.9 8.2 3.8 9 3.8c2.6 0 5 1.4 7.5 5.2-.6.9-1.3 1.7-2 2.4M3 2.5l12.5 13",
    "console": "M2.5 3.5h13v11h-13zM5 7l2.5 2L5 11M9 11.5h4",
    "check": "M3.5 9.5l3.5 3.5 7.5-8",
    "previous": "M11 4L6 9l5 5",
    "next": "M7 4l5 5-5 5",
    "remove": "M3 5h12M7 5V3h4v2M4.5 5l.8 10h7.4l.8-10M7.5 8v4.5M10.5 8v4.5",
    "add": "M9 3.5v11M3.5 9h11",
    "duplicate": "M3 3.5h12M3 7.5h12M3 3.5v4M15 3.5v4M9 10.5v5M6.5 13h5",
    "up": "M9 15V3.5M4.5 8L9 3.5 13.5 8",
    "down_arrow": "M9 3v11.5M4.5 10L9 14.5 13.5 10",
    "paste": "M6.5 4h-3v11.5h11V4h-3M6.5 2.5h5v3h-5zM6.5 9h5M6.5 12h5",
    "table": "M2.5 3.5h13v11h-13zM2.5 7.2h13M2.5 10.8h13M6.8 3.5v11M11.2 3.5v11",
    "new": "M4 2.5h6.5L14 6v9.5H4zM10.5 2.5V6H14M9 8.5v4.5M6.7 10.8h4.6",
    "save": "M3 3h9.5L15 5.5V15H3zM6 3v3.5h5.5V3M5.5 15v-5h7v5",
    "studio": "M3 15V4M3 15h11M1.5 5.5L3 4l1.5 1.5M12.5 13.5L14 15l-1.5 1.5M7 15a4 4 0 0 0-4-4",
    "design": "M2.5 3v12h13M4.5 4.5c1 5.5 4 8 10.5 8.3M11.5 4.2l1.1 2.2 2.4.3-1.8 1.7.5 2.4",
    "play": "M5.5 3.5v11l9-5.5z",
    "pause": "M6 4v10M12 4v10",
    "first": "M4.5 4v10M13.5 4L7.5 9l6 5",
    "last": "M13.5 4v10M4.5 4l6 5-6 5",
    "step_back": "M12 3.8L4.8 9l7.2 5.2z",
    "step_on": "M6 3.8L13.2 9 6 14.2z",
    "reverse": "M14.5 6H4M7 3L4 6l3 3M3.5 12H14M11 9l3 3-3 3",
    "limits": "M3.2 13.5a7 7 0 1 1 11.6 0M1.5 11.8l3.4 3M16.5 11.8l-3.4 3M9 10.5L12 6.5",
    "trajectory": "M2.5 14.5c4.5 0 2.5-9.5 6.5-9.5s2 6.5 6.5 6.5M9 3.5v3M2.5 13v3M15.5 10v3",
    "program": "M6.5 4h9M6.5 9h9M6.5 14h9M2.5 4h.01M2.5 9h.01M2.5 14h.01",
    "reload": "M14.5 9a5.5 5.5 0 1 1-1.7-4M15 2.5v3h-3",
    "gizmo": "M9 2v14M2 9h14M7 4l2-2 2 2M7 14l2 2 2-2M4 7L2 9l2 2M14 7l2 2-2 2",
    "branches": "M3 9h3.5l3-5H15M6.5 9l3 5H15M6.5 9H15M13.3 2.4L15 4l-1.7 1.6M13.3 7.4L15 9"
    "l-1.7 1.6M13.3 12.4L15 14l-1.7 1.6",
    "mode_skeleton": "M4 15.5V9M4 9l6-4.5M10 4.5l5 4M2 15.5h4M4 7.8a1.2 1.2 0 1 1 0 2.4"
    "a1.2 1.2 0 0 1 0-2.4zM10 3.3a1.2 1.2 0 1 1 0 2.4a1.2 1.2 0 0 1 0-2.4z",
    "mode_body": "M2.5 15.5h6M4 15.5v-5l5.2-4.6M7 15.5v-3.6l4-3.6M9 3a2.6 2.6 0 1 1 0 5.2"
    "a2.6 2.6 0 0 1 0-5.2zM11.4 6.6l4.1 3.4-1.6 2-3.6-3",
    "mode_full": "M2 15.5h7M3.5 15.5v-5.2l5-5M7.5 15.5v-3.7l4-3.6M9.7 2.5a3 3 0 1 1 0 6"
    "a3 3 0 0 1 0-6zM9.7 4.9a.6.6 0 1 1 0 1.2a.6.6 0 0 1 0-1.2zM12.5 6.8l3 2.6-1.8 2.3-3-2.6"
    "M14.6 11v2.5M12.6 13.5h3.6",
    "robot": "M3 15.5h7M6.5 15.5V12M6.5 9.5a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6z"
    "M7.2 9.7L11 5M11.5 2.5a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6zM12.6 4.6L15.5 7",
}


def svg(name: str, color: str) -> bytes:
    """Return an icon as SVG text."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {BOX} {BOX}">'
        f'<path d="{PATHS[name]}" fill="none" stroke="{color}" stroke-width="{STROKE}" '
        'stroke-linecap="round" stroke-linejoin="round"/></svg>'
    ).encode()


def pixmap(name: str, color: str, size: int = BOX, ratio: float = 1.0) -> QPixmap:
    """Return an icon in one colour; Qt caches drawn ones.

    Args:
        name: One of ``PATHS``.
        color: Colour of the strokes.
        size: Edge in logical pixels.
        ratio: Device pixels per logical pixel.
    """
    key = f"rvs {name} {color} {size} {ratio}"
    kept = QPixmap()
    if QPixmapCache.find(key, kept):
        return kept
    drawn = _drawn(name, color, size, ratio)
    QPixmapCache.insert(key, drawn)
    return drawn


def _drawn(name: str, color: str, size: int, ratio: float) -> QPixmap:
    picture = QPixmap(round(size * ratio), round(size * ratio))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    renderer = QSvgRenderer(QByteArray(svg(name, color)))
    renderer.render(painter, QRectF(0, 0, picture.width(), picture.height()))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture


def icon(name: str, colors: WindowColors, size: int = BOX) -> QIcon:
    """Return an icon that is grey when disabled and has the accent colour when switched on."""
    return QIcon(_Strokes(name, colors, size))


class _Strokes(QIconEngine):
    """Draws an icon when it is first visible: most are in menus that nobody opens."""

    def __init__(self, name: str, colors: WindowColors, size: int) -> None:
        super().__init__()
        self._name, self._colors, self._size = name, colors, size

    def clone(self) -> QIconEngine:
        return _Strokes(self._name, self._colors, self._size)

    def actualSize(self, size: QSize, _mode: QIcon.Mode, _state: QIcon.State) -> QSize:
        return size.boundedTo(QSize(self._size, self._size))

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(rect, self._pixmap(min(rect.width(), rect.height()), ratio, mode, state))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(
        self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float
    ) -> QPixmap:
        edge = min(size.width(), size.height(), self._size)
        return self._pixmap(edge, scale, mode, state)

    def _pixmap(self, edge: int, ratio: float, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return pixmap(self._name, self._color(mode, state), edge, ratio)

    def _color(self, mode: QIcon.Mode, state: QIcon.State) -> str:
        if mode == QIcon.Mode.Disabled:
            return self._colors.line_strong
        on = state == QIcon.State.On
        return self._colors.accent_text if on else self._colors.text_2
