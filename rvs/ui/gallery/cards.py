"""Cards with a picture, a title and a sentence, in one row or several."""

from __future__ import annotations

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter, QPen, QWheelEvent
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from rvs.ui.gallery.examples import Example
from rvs.ui.gallery.pictures import HIGH, WIDE, ExamplePictures
from rvs.ui.theme import CAPTION, SECONDARY, Theme, font
from rvs.ui.widgets.lists.row_paint import paint_picture

Index = QModelIndex | QPersistentModelIndex

EXAMPLE = Qt.ItemDataRole.UserRole
PAD, GAP, TITLE, WORDS, RADIUS = 8, 8, 18, 46, 8
CARD = QSize(WIDE + 2 * PAD, HIGH + TITLE + WORDS + 2 * PAD + 6)


class Cards(QListWidget):
    """Reports ``chosen``, the example that was clicked, or selected with Enter."""

    chosen = Signal(object)

    def __init__(
        self, pictures: ExamplePictures, theme: Theme, in_a_row: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("Cards")
        self.setAccessibleName("Examples")
        self.setViewMode(QListWidget.ViewMode.IconMode)
        self.setMovement(QListWidget.Movement.Static)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setWrapping(not in_a_row)
        self.setFlow(QListWidget.Flow.LeftToRight)
        self.setSpacing(0)
        self.setGridSize(QSize(CARD.width() + GAP, CARD.height() + GAP))
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setItemDelegate(CardPainter(pictures, theme, self))
        self._in_a_row = in_a_row
        if in_a_row:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.setFixedHeight(CARD.height() + GAP + 10)
        self.itemClicked.connect(self._tell)
        pictures.arrived.connect(self.viewport().update)
        theme.changed.connect(self.viewport().update)

    def fill(self, examples: tuple[Example, ...]) -> None:
        """Replace the examples."""
        self.clear()
        for example in examples:
            item = QListWidgetItem(example.title)
            item.setData(EXAMPLE, example)
            item.setToolTip(example.text)
            said = f"{example.title}. {example.text}"
            item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
            self.addItem(item)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # On some systems Enter alone does not activate.
        item = self.currentItem()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and item is not None:
            self._tell(item)
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll a row sideways with any wheel."""
        if not self._in_a_row:
            super().wheelEvent(event)
            return
        turned = event.angleDelta()
        bar = self.horizontalScrollBar()
        bar.setValue(bar.value() - (turned.y() or turned.x()))
        event.accept()

    def _tell(self, item: QListWidgetItem) -> None:
        self.chosen.emit(item.data(EXAMPLE))


class CardPainter(QStyledItemDelegate):
    """Draws a card."""

    def __init__(self, pictures: ExamplePictures, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._pictures, self._theme = pictures, theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return CARD

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        example: Example = index.data(EXAMPLE)
        colors = self._theme.colors
        card = QRect(option.rect.topLeft(), CARD).translated(GAP // 2, GAP // 2)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        over = bool(option.state & QStyle.StateFlag.State_MouseOver)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        painter.setBrush(QColor(colors.hover if over else colors.raised))
        edge = colors.accent if over or focused else colors.line
        painter.setPen(QPen(QColor(edge), 1.5 if focused else 1.0))
        painter.drawRoundedRect(QRectF(card).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        picture = self._pictures.picture(example, "dark" if self._theme.dark else "light")
        area = QRect(card.left() + PAD, card.top() + PAD, WIDE, HIGH)
        paint_picture(painter, area, picture, colors, RADIUS - 3)
        self._paint_words(painter, card.adjusted(PAD + 2, PAD + HIGH + 6, -PAD, -PAD), example)
        painter.restore()

    def _paint_words(self, painter: QPainter, area: QRect, example: Example) -> None:
        colors = self._theme.colors
        painter.setFont(font(SECONDARY, QFont.Weight.DemiBold))
        painter.setPen(QColor(colors.text))
        first = QRect(area.left(), area.top(), area.width(), TITLE)
        end = Qt.TextElideMode.ElideRight
        title = painter.fontMetrics().elidedText(example.title, end, first.width())
        painter.drawText(first, int(Qt.AlignmentFlag.AlignVCenter), title)
        painter.setFont(font(CAPTION))
        painter.setPen(QColor(colors.text_2))
        rest = QRect(area.left(), first.bottom() + 2, area.width(), WORDS)
        flags = int(Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
        painter.setClipRect(rest)
        painter.drawText(rest, flags, example.text)
