"""The preview of a figure: its page as printed, to zoom and move."""

from __future__ import annotations

from collections.abc import Generator

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import (
    QBrush,
    QColor,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from rvs.export.formats.drawing import Drawing
from rvs.ui.figures.drawing_work import Rough
from rvs.ui.figures.paint import Painted
from rvs.ui.theme import BODY, Theme, font
from rvs.ui.work.jobs import Latest
from rvs.words import tr

MARGIN, TILE = 24, 8
ZOOM_PER_NOTCH, LEAST_ZOOM, MOST_ZOOM = 1.25, 0.2, 40.0
SHARPEN_MS, STEP = 60, 40
FAINT = 0.35


class Preview(QWidget):
    """Shows the last figure until the next one is ready.

    ``zoomed`` follows its size, ``painted`` is emitted when another figure is on the screen, and a
    ``faint`` figure is out of date.

    A picture of the visible part is made in a thread; until it is ready, the previous one is
    stretched.
    """

    zoomed = Signal()
    painted = Signal()

    def __init__(self, theme: Theme, closing: SignalInstance) -> None:
        super().__init__()
        self._theme = theme
        self._work = Latest(closing)
        self._painted: Painted | None = None
        self._coming: Painted | None = None
        self._latest: Painted | None = None
        self._opaque = self._ground = True
        self._fresh = self.faint = False
        self._zoom, self._middle = 1.0, QPointF(0.5, 0.5)
        self._image, self._place = QImage(), QRectF()
        self._screen = QImage()
        self._rough: Rough | None = None
        self._last: QPointF | None = None
        self._sharpen = QTimer(self, singleShot=True, interval=SHARPEN_MS)
        self._sharpen.timeout.connect(self._draw)
        self.setMinimumSize(240, 180)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Preview of the figure")
        self.setToolTip("Wheel: zoom. Drag: move. 0: whole figure.")
        theme.changed.connect(self.update)

    @property
    def zoom(self) -> float:
        """Zoom; 1 shows the whole page."""
        return self._zoom

    @property
    def sharp(self) -> bool:
        """Return whether the picture matches the current figure, zoom and size."""
        waits = self._work.busy or self._coming is not None or self._sharpen.isActive()
        return self._painted is not None and not waits

    @property
    def image(self) -> QImage:
        """The visible picture."""
        return self._image

    def show_figure(self, painted: Painted, opaque: bool) -> None:
        """Show another figure instead of the last one."""
        self.faint = False
        if painted is self._latest and opaque == self._ground:
            return
        self._latest = painted
        self._coming, self._ground = painted, opaque
        self._draw()

    def show_rough(self, rough: Rough | None) -> None:
        """Show a rough picture until the next figure is ready; None shows the last one again."""
        self._rough = rough
        self.update()

    def show_screen(self, picture: QImage) -> None:
        """Show the content of the view faintly until the first figure is ready."""
        self._screen = picture
        self.update()

    def fade(self) -> None:
        """Show the last figure faintly, because it is out of date."""
        self.faint = True
        self.update()

    def fit(self) -> None:
        """Show the whole page."""
        self._zoom, self._middle = 1.0, QPointF(0.5, 0.5)
        self._change()

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom about a point of the widget, its centre by default."""
        page = self._page(self._painted)
        if page.isEmpty():
            return
        about = at if at is not None else QPointF(self.rect().center())
        spot = self._part(page, about)
        self._zoom = min(max(self._zoom * factor, LEAST_ZOOM), MOST_ZOOM)
        moved = self._part(self._page(self._painted), about)
        self._middle += spot - moved
        self._change()

    def _change(self) -> None:
        self._sharpen.start()
        self.zoomed.emit()
        self.update()

    # -- where the page is --------------------------------------------------------------------

    def _page(self, painted: Painted | None) -> QRectF:
        """Return the page in the widget."""
        return QRectF() if painted is None else self._placed(painted.drawing)

    def _placed(self, sheet: Drawing | Rough) -> QRectF:
        room = QRectF(self.rect()).adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        scale = min(room.width() / sheet.width, room.height() / sheet.height) * self._zoom
        wide, high = sheet.width * scale, sheet.height * scale
        middle = QRectF(self.rect()).center()
        left = middle.x() - self._middle.x() * wide
        top = middle.y() - self._middle.y() * high
        return QRectF(left, top, wide, high)

    def _part(self, page: QRectF, at: QPointF) -> QPointF:
        return QPointF((at.x() - page.x()) / page.width(), (at.y() - page.y()) / page.height())

    # -- making the picture -------------------------------------------------------------------

    def _draw(self) -> None:
        painted = self._coming or self._painted
        page = self._page(painted)
        seen = page.intersected(QRectF(self.rect()))
        if painted is None or seen.isEmpty():
            return
        # Where the picture lies on the page, so that it stays there when the page moves.
        first, last = self._part(page, seen.topLeft()), self._part(page, seen.bottomRight())
        place, ratio = QRectF(first, last), self.devicePixelRatioF()

        def show(image: QImage) -> None:
            self._coming, self._rough = None, None
            self._painted, self._opaque = painted, self._ground
            self._image, self._place, self._fresh = image, place, True
            self.update()

        self._work.start(lambda: _picture(painted, place, seen.size(), ratio), show)

    # -- events -------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.colors.sunken))
        page = self._page(self._painted)
        if self._rough is not None:
            self._paint_rough(painter, self._rough)
        elif not page.isEmpty() and not self._image.isNull():
            self._paint_ground(painter, page, self._opaque)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            place = QRectF(
                page.x() + self._place.x() * page.width(),
                page.y() + self._place.y() * page.height(),
                self._place.width() * page.width(),
                self._place.height() * page.height(),
            )
            painter.setClipRect(page)
            painter.setOpacity(FAINT if self.faint else 1.0)
            painter.drawImage(place, self._image, QRectF(self._image.rect()))
            painter.setOpacity(1.0)
            painter.setClipping(False)
            self._paint_rim(painter, page)
        elif not self._screen.isNull():
            self._paint_screen(painter)
        if self.hasFocus():
            painter.setPen(QColor(self._theme.colors.accent))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()
        if self._fresh:
            self._fresh = False
            self.painted.emit()

    def _paint_screen(self, painter: QPainter) -> None:
        room = QRectF(self.rect()).adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        size = QSizeF(self._screen.size()).scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRectF(QPointF(), size)
        place.moveCenter(room.center())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setOpacity(FAINT)
        painter.drawImage(place, self._screen, QRectF(self._screen.rect()))
        painter.setOpacity(1.0)
        painter.setPen(QColor(self._theme.colors.text_2))
        painter.setFont(font(BODY))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, tr("Drawing the figure…"))

    def _paint_rough(self, painter: QPainter, rough: Rough) -> None:
        page = self._placed(rough)
        self._paint_ground(painter, page, rough.opaque)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(page, rough.image, QRectF(rough.image.rect()))
        self._paint_rim(painter, page)

    def _paint_ground(self, painter: QPainter, page: QRectF, opaque: bool) -> None:
        """Paint white paper, or squares where the figure is transparent."""
        painter.fillRect(page, QColor("#FFFFFF"))
        if not opaque:
            painter.fillRect(page, QBrush(_squares()))

    def _paint_rim(self, painter: QPainter, page: QRectF) -> None:
        painter.setPen(QColor(self._theme.colors.line_strong))
        painter.drawRect(page.adjusted(-0.5, -0.5, 0.5, 0.5))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._sharpen.start()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.zoom_by(ZOOM_PER_NOTCH ** (event.angleDelta().y() / 120), event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._last = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._last is not None:
            moved, self._last = event.position() - self._last, event.position()
            self._move(moved)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._last = None
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Left: QPointF(STEP, 0),
            Qt.Key.Key_Right: QPointF(-STEP, 0),
            Qt.Key.Key_Up: QPointF(0, STEP),
            Qt.Key.Key_Down: QPointF(0, -STEP),
        }
        if event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_by(ZOOM_PER_NOTCH)
        elif event.key() == Qt.Key.Key_Minus:
            self.zoom_by(1 / ZOOM_PER_NOTCH)
        elif event.key() in (Qt.Key.Key_0, Qt.Key.Key_Home):
            self.fit()
        elif event.key() in steps:
            self._move(steps[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def _move(self, by: QPointF) -> None:
        page = self._page(self._painted)
        if not page.isEmpty():
            self._middle -= QPointF(by.x() / page.width(), by.y() / page.height())
            self._change()


def _picture(
    painted: Painted, place: QRectF, size: QSizeF, ratio: float
) -> Generator[None, None, QImage]:
    """Draw a part of the page, whose sides have the coordinates 0 to 1."""
    yield None
    sheet = painted.drawing
    wide = max(round(size.width() * ratio), 1)
    high = max(round(size.height() * ratio), 1)
    image = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.scale(wide / (place.width() * sheet.width), high / (place.height() * sheet.height))
    painter.translate(-sheet.left - place.x() * sheet.width, -sheet.top - place.y() * sheet.height)
    painted.paint(painter)
    painter.end()
    return image


def _squares() -> QPixmap:
    tile = QPixmap(2 * TILE, 2 * TILE)
    tile.fill(QColor("#FFFFFF"))
    painter = QPainter(tile)
    for x, y in ((0, 0), (TILE, TILE)):
        painter.fillRect(x, y, TILE, TILE, QColor("#E3E6EA"))
    painter.end()
    return tile
