"""Pages, one of which is shown."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QSize
from PySide6.QtWidgets import QScrollArea, QStackedWidget, QWidget


class Page(QWidget):
    """A page whose size counts only while it is shown; Qt's layout counts all pages."""

    def heightForWidth(self, width: int) -> int:
        return -1 if self.isHidden() else super().heightForWidth(width)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0) if self.isHidden() else super().minimumSizeHint()


class Pages(QStackedWidget):
    """Requires only the room of the current page."""

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        page = self.currentWidget()
        return self._framed(page.sizeHint()) if page else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        page = self.currentWidget()
        return self._framed(page.minimumSizeHint()) if page else super().minimumSizeHint()

    def _framed(self, size: QSize) -> QSize:
        """Return a size with the border of the style sheet around it."""
        return size.grownBy(self.contentsMargins())


def lay_out(part: QWidget | None) -> QScrollArea | None:
    """Apply the new height of a part to all around it now; Qt would do one level per event.

    Returns:
        The scroll area that contains it, if any.
    """
    while part is not None and not isinstance(part, QScrollArea):
        layout = part.layout()
        if layout is not None:
            layout.invalidate()
            layout.activate()
        part.updateGeometry()
        part = part.parentWidget()
    if part is not None:
        QCoreApplication.sendEvent(part, QEvent(QEvent.Type.LayoutRequest))
    return part
