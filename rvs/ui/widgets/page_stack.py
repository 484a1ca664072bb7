"""Pages, one of which is shown."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QStackedWidget, QWidget


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
        return page.sizeHint() if page else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        page = self.currentWidget()
        return page.minimumSizeHint() if page else super().minimumSizeHint()
