"""Labels for limited room."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QMenu, QSizePolicy, QToolTip, QWidget

from rvs.ui.icons import pixmap
from rvs.ui.widgets.layouts import hbox

HEADING = "heading"


def named_label(name: str, text: str = "", parent: QWidget | None = None) -> QLabel:
    """Return a label with the style of a name in the style sheet."""
    label = QLabel(text, parent)
    label.setObjectName(name)
    return label


def add_heading(menu: QMenu, words: str) -> None:
    """Add a heading above the following actions of a menu; the style does not show sections."""
    if menu.actions():
        menu.addSeparator()
    head = menu.addAction(words)
    head.setEnabled(False)
    head.setProperty(HEADING, True)


class ElidedLabel(QLabel):
    """Ends with an ellipsis if its text does not fit; the whole text is its tool tip."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    @property
    def tip(self) -> str:
        """Tip of the label: the whole text if it is cut, and an additional text."""
        whole = self.text() if self._fitting() != self.text() else ""
        added = self.toolTip()
        return "\n".join(filter(None, (whole, added if added != whole else "")))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.tip, self)
            return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        area = self.contentsRect()
        self.style().drawItemText(
            painter,
            area,
            int(self.alignment()),
            self.palette(),
            self.isEnabled(),
            self._fitting(),
            self.foregroundRole(),
        )
        painter.end()

    def _fitting(self) -> str:
        """Return the text, or as much of it as fits."""
        width = self.contentsRect().width()
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, width)


class Notice(QWidget):
    """An icon and a short text in one colour; hidden without text."""

    ICON = 14

    def __init__(self, parent: QWidget | None = None, *, wraps: bool = False) -> None:
        """Start empty.

        Args:
            parent: The parent.
            wraps: A long text continues on more lines, instead of being cut; without text it
                requires no room.
        """
        super().__init__(parent)
        self._icon = QLabel(self)
        self._words = QLabel(self) if wraps else ElidedLabel(parent=self)
        self._words.setWordWrap(wraps)
        self._shown = ("", "", "")
        hbox(self._icon, (self._words, 1), gap=4, edges=(8, 0, 8, 0), of=self)
        # at the first of several lines, beside one
        level = Qt.AlignmentFlag.AlignTop if wraps else Qt.AlignmentFlag.AlignVCenter
        for part in (self._icon, self._words):
            part.setAlignment(level | Qt.AlignmentFlag.AlignLeft)
        self._icon.hide()
        if wraps:
            self.hide()

    @property
    def text(self) -> str:
        """Current text."""
        return self._shown[0]

    def say(self, text: str, icon_name: str = "", color: str = "") -> None:
        """Show a text with an icon, or hide."""
        if (text, icon_name, color) == self._shown:
            return
        worn, self._shown = self._shown[1:], (text, icon_name, color)
        if self._words.wordWrap():
            self.setVisible(bool(text))
        self._words.setText(text)
        self._words.setToolTip(text)
        if worn == (icon_name, color):
            # A number among the words changes many times a second, their looks do not.
            return
        self._words.setStyleSheet(f"color: {color}; font-size: 11px;" if color else "")
        self._icon.setVisible(bool(icon_name))
        if icon_name:
            ratio = self.devicePixelRatioF()
            self._icon.setPixmap(pixmap(icon_name, color, self.ICON, ratio))
