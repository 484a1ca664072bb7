"""The frame of every panel: a header, and a body that scrolls, or has its own background."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QTabBar,
    QToolButton,
    QWidget,
)

from rvs.ui.defer import defer
from rvs.ui.icons import icon
from rvs.ui.theme import Theme
from rvs.ui.widgets.labels import ElidedLabel
from rvs.ui.widgets.layouts import holding, vbox
from rvs.ui.widgets.screen_fit import screen_size

HEADER, SMALL_BUTTON, SMALL_ICON = 40, 28, 16
# So much height every panel asks for, beyond its header, and less on a low screen.  What it holds
# scrolls and changes nothing of that, or borders would move while one works.
LEAST, PART_OF_SCREEN = 120, 0.18
# Of the window's height, for what is shown when it is called.
MOST_PART, MOST_OF_SIDE = 0.42, 0.62
# In a window so low there is room for one thing at a time.
LOW, MOST_OF_LOW = 560, 0.55
HELP, CLOSE = "Help for this panel (Shift+F1)", "Hide this panel"


class Dock(QDockWidget):
    """A panel at the side of the window, with a name for its stored position.

    ``help_asked`` gives its name when help about it is requested; ``called`` is emitted when it has
    come to the front on request and has not taken its room yet.
    """

    help_asked = Signal(str)
    called = Signal()

    def __init__(self, name: str, title: str, theme: Theme, parent: QMainWindow) -> None:
        super().__init__(title, parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.theme = theme
        self.subtitle = ElidedLabel()
        self.subtitle.setObjectName("DockSubtitle")
        self._buttons: list[tuple[QToolButton, str]] = []
        self._last = 0
        self._row = QHBoxLayout()
        self._header = self._make_header(title)
        self.setTitleBarWidget(self._header)
        self.help, self.closer = self.add_button("help", HELP), self.add_button("close", CLOSE)
        self._last = 2
        self.help.clicked.connect(lambda: self.help_asked.emit(name))
        self.closer.clicked.connect(self.hide)
        theme.changed.connect(self.tint)
        self.visibilityChanged.connect(self._veil)

    @property
    def in_sight(self) -> bool:
        """Return whether the dock is shown and not hidden by another one."""
        return self.isVisible() and not self.visibleRegion().isEmpty()

    @property
    def across(self) -> int:
        """Missing width in pixels for its body without scrolling."""
        area = self.findChild(_Room)
        return area.horizontalScrollBar().maximum() if area is not None else 0

    @property
    def room(self) -> QWidget:
        """Visible part of its body."""
        return self.findChild(_Room) or self.widget()

    def scroll_up(self) -> None:
        """Show the top of its body."""
        area = self.findChild(_Room)
        if area is not None:
            area.verticalScrollBar().setValue(0)

    def has_out(self, control: QWidget) -> bool:
        """Return whether a control is visible when the panel is in front."""
        area = self.findChild(_Room)
        body = area.widget() if area is not None else None
        top = body if body is not None and body.isAncestorOf(control) else self
        return control.isVisibleTo(top)

    def _veil(self, shown: bool) -> None:
        """Hide the body while the panel is behind another one; Qt only moves it out of sight.

        This hides it from screen readers; the frame still occupies its room.
        """
        area = self.findChild(_Room)
        body = area.widget() if area is not None else None
        if body is not None:
            body.setVisible(shown)

    def call(self, purpose: str = "") -> None:  # noqa: ARG002
        """Bring the panel to the front, ready for use; panels define their purposes."""
        self.show()
        self.raise_()
        # Docks take a size only once they have been laid out.
        defer(self, self._arrive)

    def _arrive(self) -> None:
        """Have others make room, then use the available room."""
        self.called.emit()
        self.take_room()

    def take_room(self) -> None:
        """Grow until all of a scrolling body is visible, up to a fraction of the window's height.

        Only when the panel is called: later contents leave the borders unchanged.
        """
        area = self.findChild(_Room)
        body = area.widget() if area is not None else None
        if area is None or body is None:
            return
        seen = area.viewport()
        high = body.heightForWidth(seen.width()) if body.hasHeightForWidth() else -1
        self.take_room_for(seen, max(high, body.minimumSizeHint().height()))

    def take_room_for(self, seen: QWidget, wanted: int) -> None:
        """Grow until a part has this height in pixels, within a fraction of the window's height."""
        window = self.parentWidget()
        if not isinstance(window, QMainWindow) or self.isFloating():
            return
        below = window.dockWidgetArea(self) == Qt.DockWidgetArea.BottomDockWidgetArea
        part = MOST_OF_LOW if window.height() < LOW else MOST_PART
        most = round((part if below else MOST_OF_SIDE) * window.height())
        high = min(self.height() - seen.height() + wanted, most)
        if self.height() >= high:
            return
        # Qt shares the height out again unless all docks of the column are told theirs.
        others = self._neighbours(window)
        # What it is told of a dock with tabs is with them.
        tabs = _tabs(window) if window.tabifiedDockWidgets(self) else 0
        docks, heights = [self, *others], [high + tabs]
        missing = high - self.height()
        for dock in others:
            given = min(missing, max(dock.height() - dock.minimumSizeHint().height(), 0))
            heights.append(dock.height() - given)
            missing -= given
        window.resizeDocks(docks, heights, Qt.Orientation.Vertical)

    def _neighbours(self, window: QMainWindow) -> list[QDockWidget]:
        """Return the docks above and below this one, from top to bottom."""
        area = window.dockWidgetArea(self)
        column = [
            dock
            for dock in window.findChildren(QDockWidget)
            if dock is not self
            and not dock.visibleRegion().isEmpty()
            and window.dockWidgetArea(dock) == area
            and dock.x() < self.geometry().right()
            and self.x() < dock.geometry().right()
        ]
        return sorted(column, key=QDockWidget.height, reverse=True)

    def add_button(self, icon_name: str, label: str, menu: QMenu | None = None) -> QToolButton:
        """Add a small button to the header; with a menu it opens that."""
        button = QToolButton(self._header)
        button.setFixedSize(SMALL_BUTTON, SMALL_BUTTON)
        button.setIconSize(QSize(SMALL_ICON, SMALL_ICON))
        button.setToolTip(label)
        button.setAccessibleName(label)
        if menu is not None:
            button.setMenu(menu)
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        # Help and what hides the panel are at the end of every header.
        self._row.insertWidget(self._row.count() - self._last, button)
        self._buttons.append((button, icon_name))
        button.setIcon(icon(icon_name, self.theme.colors, SMALL_ICON))
        return button

    def add_words(self, words: str, tip: str) -> QToolButton:
        """Add a button with a text to the header, before the small ones."""
        button = QToolButton(self._header)
        button.setText(words)
        button.setToolTip(tip)
        button.setFixedHeight(SMALL_BUTTON)
        self._row.insertWidget(self._row.indexOf(self.subtitle) + 1, button)
        return button

    def set_body(self, body: QWidget, foot: QWidget | None = None) -> None:
        """Set the body of the dock; it scrolls if there is too little room.

        This way, no panel ever requests room that would widen its side or the window.

        Args:
            body: Scrolling part.
            foot: Always visible part below it.
        """
        body.setObjectName("ScrollBody")
        area = _Room(foot)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        # What it holds takes the keys, and comes into view when it does.
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(body)
        if foot is None:
            self.setWidget(area)
            return
        foot.setObjectName("DockFoot")
        foot.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWidget(holding(vbox((area, 1), foot, gap=0)))

    def tint(self) -> None:
        """Colour the header's icons in the theme."""
        for button, name in self._buttons:
            button.setIcon(icon(name, self.theme.colors, SMALL_ICON))

    def _make_header(self, title: str) -> QWidget:
        header = QWidget(self)
        header.setObjectName("DockHeader")
        header.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        header.setFixedHeight(HEADER)
        row = self._row
        header.setLayout(row)
        row.setContentsMargins(16, 0, 8, 0)
        row.setSpacing(8)
        # The dock goes by what the header would like, whatever its fixed height is.
        row.addStrut(HEADER)
        title_label = ElidedLabel(title)
        title_label.setObjectName("DockTitle")
        # The window is as narrow as its panels allow: a long name gives way, its buttons stay.
        title_label.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        row.addWidget(title_label)
        row.addWidget(self.subtitle, 1)
        return header


class _Room(QScrollArea):
    """Requires the same room for any content, and can have any width.

    Args:
        foot: Part of the height below it, if there is any.
    """

    def __init__(self, foot: QWidget | None = None) -> None:
        super().__init__()
        self._foot = foot

    def showEvent(self, event: QShowEvent) -> None:
        """Lay the body out in its current size.

        If it became wider while it was being shown, Qt forgets to inform its layout.
        """
        super().showEvent(event)
        body = self.widget()
        if body is not None:
            QCoreApplication.sendEvent(body, QResizeEvent(body.size(), body.size()))

    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        high = min(LEAST, round(PART_OF_SCREEN * screen_size(self).height()))
        room = high - (self._foot.minimumSizeHint().height() if self._foot else 0)
        return QSize(least.width(), max(room, least.height()))


def _tabs(window: QMainWindow) -> int:
    """Return the height of the tabs of docks, in pixels."""
    bars = window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return max((bar.height() for bar in bars if bar.isVisible()), default=0)


class Ground(QWidget):
    """Opaque background: frequent changes repaint only this widget, not the panel behind it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(self._theme.colors.panel))
        painter.end()
