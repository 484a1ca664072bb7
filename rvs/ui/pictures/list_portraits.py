"""Draws the pictures of visible robots in a list."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QIcon, QImage, QPixmap
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from rvs.engine.errors import RvsError
from rvs.model.document import PlacedRobot
from rvs.model.views.view import Background
from rvs.ui.icons import pixmap
from rvs.ui.pictures.offscreen import ContextOnDemand
from rvs.ui.pictures.picture_queue import Parts, PictureQueue
from rvs.ui.pictures.thumbnails import portrait
from rvs.ui.theme import Theme

# So often it looks which items are seen now.
LOOK_MS, ICON = 150, 32


class ListPortraits(QObject):
    """Sets the icons of a list to portraits of its items."""

    def __init__(
        self,
        items: QListWidget,
        robot: Callable[[QListWidgetItem], PlacedRobot | None],
        theme: Theme,
        moving: bool = False,
    ) -> None:
        """Draw the portraits of the existing items.

        Args:
            items: The list.
            robot: Returns the robot of an item, or None for something new; may raise ``RvsError``.
            theme: Colours of the window.
            moving: Mark the moving links.
        """
        super().__init__(items)
        self._list, self._robot, self._theme, self._moving = items, robot, theme, moving
        self._queue = PictureQueue[int, QListWidgetItem](lambda: False, self._draw, self._show)
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def release(self) -> None:
        """Stop drawing and free its resources."""
        self._timer.stop()
        self._queue.release()

    def add(self, item: QListWidgetItem) -> None:
        """Draw the portrait of an item again."""
        self._queue.forget(self._list.row(item))

    def _look(self) -> None:
        """Request the pictures of the visible items."""
        area = self._list.viewport().rect()
        for row in range(self._list.count()):
            item = self._list.item(row)
            if not item.isHidden() and area.intersects(self._list.visualItemRect(item)):
                self._queue.picture(row, item)

    def _draw(self, _hidden: ContextOnDemand, _row: int, item: QListWidgetItem) -> Parts:
        colors = self._theme.colors
        yield
        try:
            placed = self._robot(item)
        except (RvsError, OSError):
            # Without a picture the name still says what it is.
            return pixmap("robot", colors.text_3, ICON, 2.0)
        if placed is None:
            return pixmap("add", colors.accent_text, ICON, 2.0)
        return QPixmap.fromImage(self.picture(placed))

    def _show(self, row: int) -> None:
        item = self._list.item(row)
        item.setIcon(QIcon(self._queue.picture(row, item) or QPixmap()))

    def picture(self, placed: PlacedRobot, edge: int = 0) -> QImage:
        """Draw a robot immediately, in the size of the list if no edge in pixels is given."""
        ground: Background = "dark" if self._theme.dark else "light"
        edge = edge or self._list.iconSize().width()
        image = portrait(self._queue.context(), placed, ground, edge, self._moving)
        image.setDevicePixelRatio(image.width() / edge)
        return image
