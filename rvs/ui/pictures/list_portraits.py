"""Draws the pictures of robots in a list while nothing else is done, those in view first."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QIcon, QImage, QPixmap
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from rvs.engine.errors import RvsError
from rvs.model.document import PlacedRobot
from rvs.model.views.view import Background
from rvs.ui.icons import pixmap
from rvs.ui.pictures.offscreen import HiddenContext
from rvs.ui.pictures.thumbnails import portrait
from rvs.ui.theme import Theme

DRAW_MS, IDLE_MS, ICON = 10, 150, 32


class ListPortraits(QObject):
    """Sets the icons of a list to portraits of what its items stand for."""

    def __init__(
        self,
        items: QListWidget,
        robot: Callable[[QListWidgetItem], PlacedRobot | None],
        theme: Theme,
        moving: bool = False,
    ) -> None:
        """Draw the portraits of the items that are there now.

        Args:
            items: The list.
            robot: Gives the robot of an item, or None for something new; may raise ``RvsError``.
            theme: Colours of the window.
            moving: The links that move are marked.
        """
        super().__init__(items)
        self._list, self._robot, self._theme, self._moving = items, robot, theme, moving
        self._hidden: HiddenContext | None = None
        self._missing = [items.item(i) for i in range(items.count())]
        self._timer = QTimer(self, interval=DRAW_MS)
        self._timer.timeout.connect(self._draw_next)
        self._timer.start()

    def release(self) -> None:
        """Stop drawing and free what is held for it."""
        self._timer.stop()
        if self._hidden is not None:
            self._hidden.release()
            self._hidden = None

    def add(self, item: QListWidgetItem) -> None:
        """Draw the portrait of one more item."""
        if item not in self._missing:
            self._missing.append(item)

    def _next(self) -> QListWidgetItem | None:
        """Take an item that is seen and has no picture yet; None while there is nothing to do."""
        seen = next((item for item in self._missing if self._sees(item)), None)
        if seen is not None:
            self._missing.remove(seen)
        return seen

    def _sees(self, item: QListWidgetItem) -> bool:
        at = self._list.visualItemRect(item)
        return not item.isHidden() and self._list.viewport().rect().intersects(at)

    def _draw_next(self) -> None:
        item = self._next()
        self._timer.setInterval(DRAW_MS if item else IDLE_MS)
        if item is None:
            return
        colors = self._theme.colors
        try:
            placed = self._robot(item)
        except (RvsError, OSError):
            # Without a picture the name still says what it is.
            item.setIcon(QIcon(pixmap("robot", colors.text_3, ICON, 2.0)))
            return
        if placed is None:
            item.setIcon(QIcon(pixmap("add", colors.accent_text, ICON, 2.0)))
        else:
            item.setIcon(QIcon(QPixmap.fromImage(self.picture(placed))))

    def picture(self, placed: PlacedRobot, edge: int = 0) -> QImage:
        """Draw a robot at once, as large as in the list if no edge in pixels is given."""
        if self._hidden is None:
            self._hidden = HiddenContext()
        ground: Background = "dark" if self._theme.dark else "light"
        edge = edge or self._list.iconSize().width()
        image = portrait(self._hidden, placed, ground, edge, self._moving)
        image.setDevicePixelRatio(image.width() / edge)
        return image
