"""Small bars over the views during actions there."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QFrame, QToolButton, QWidget

from rvs.ui.desk import Desk
from rvs.ui.icons import icon
from rvs.ui.widgets.layouts import hbox
from rvs.words import tr

INSET, GAP, SPACE, BUTTON, ICON = 12, 8, 6, 28, 16


class ViewBar(QFrame):
    """A bar at the bottom of the views, above other visible bars, with a cross that closes it."""

    def __init__(
        self, desk: Desk, name: str, close: Callable[[], object], over: QWidget | None = None
    ) -> None:
        """Make it hidden.

        Args:
            desk: The desk.
            name: Its name.
            close: Action of the cross.
            over: The widget below it instead of the views.
        """
        self._over = over or desk.viewports
        super().__init__(self._over)
        self.setObjectName("ViewBar")
        self.setAccessibleName(name)
        self._desk = desk
        self._icons: list[tuple[QToolButton, str]] = []
        self.row = hbox(gap=SPACE, edges=(12, 5, 5, 5), of=self)
        self._close = self.add_button("close", tr("Close: {name}", name), close)
        self._over.installEventFilter(self)
        if over is None:
            desk.viewport.bars.append(self)
        desk.theme.changed.connect(self._tint)
        self.hide()

    def add(self, widget: QWidget) -> None:
        """Add a widget before the cross."""
        self.row.insertWidget(self.row.count() - 1, widget)

    def add_button(self, icon_name: str, tip: str, run: Callable[[], object]) -> QToolButton:
        """Add a small button before the cross; the first one is the cross."""
        button = QToolButton()
        button.setFixedSize(BUTTON, BUTTON)
        button.setIconSize(QSize(ICON, ICON))
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.clicked.connect(lambda: run())
        self._icons.append((button, icon_name))
        if self.row.count():
            self.add(button)
        else:
            self.row.addWidget(button)
        self._tint()
        return button

    def show_bar(self, shown: bool) -> None:
        """Show or hide it, and move the others."""
        self.setVisible(shown)
        arrange(self._over)

    def event(self, event: QEvent) -> bool:
        # Words that became longer, or have got their looks, want another width.
        if event.type() == QEvent.Type.LayoutRequest and not self.isHidden():
            arrange(self._over)
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            arrange(self._over)
        return super().eventFilter(watched, event)

    def _tint(self) -> None:
        for button, name in self._icons:
            button.setIcon(icon(name, self._desk.theme.colors, ICON))


class ChipFrame(QWidget):
    """A chip in the lower right corner of the views, above bars that extend there."""

    def __init__(self, views: QWidget) -> None:
        super().__init__(views)
        self._views, self._wanted = views, QSize()

    def resize_to(self, wanted: QSize) -> None:
        """Set the size, and the corresponding position."""
        self._wanted = wanted
        self.place()

    def place(self) -> None:
        """Avoid overlap with the bars."""
        views, wanted = self._views, self._wanted
        left = views.width() - wanted.width() - INSET
        bars = views.findChildren(ViewBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
        tops = [
            bar.y() - GAP
            for bar in bars
            if not bar.isHidden() and bar.geometry().right() + GAP >= left
        ]
        below = min([views.height() - INSET, *tops])
        self.setGeometry(left, below - wanted.height(), wanted.width(), wanted.height())


def arrange(views: QWidget) -> None:
    """Stack the visible bars in the middle at the bottom.

    Args:
        views: The views, or another widget below the bars.
    """
    below = views.height() - INSET
    bars = views.findChildren(ViewBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
    for bar in bars:
        if bar.isHidden():
            continue
        wanted = bar.sizeHint()
        width = min(wanted.width(), views.width() - 2 * INSET)
        high = bar.heightForWidth(width) if bar.hasHeightForWidth() else wanted.height()
        below -= high
        bar.setGeometry((views.width() - width) // 2, below, width, high)
        bar.raise_()
        below -= GAP
    for chip in views.findChildren(ChipFrame, options=Qt.FindChildOption.FindDirectChildrenOnly):
        chip.place()
