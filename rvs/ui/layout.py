"""Arrangement of the panels: the default one, and that of the user."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtWidgets import QMainWindow, QTabBar

from rvs.ui.panel_set import BOTTOM, LEFT, RIGHT, Panel, Panels
from rvs.ui.settings import store
from rvs.ui.widgets.dock import LOW, Dock
from rvs.ui.widgets.screen_fit import resize_on_screen, screen_size

FIRST_SIZE = QSize(1440, 900)
# Least and greatest first width of a side, and its part of a window between.
WIDTHS = {LEFT: (240, 272, 0.21), RIGHT: (312, 328, 0.25)}
POSE_HEIGHT, BOTTOM_HEIGHT, BOTTOM_PART = 332, 304, 0.38
NARROW = 900
GEOMETRY, ARRANGED, SHOWN, SQUEEZED = "geometry", "panels", "shown", "squeezed"
# Raise it when panels come or go, so that an old arrangement does not hide them.
VERSION = 16


class Layout:
    """Arranges the panels of a window."""

    def __init__(self, window: QMainWindow, panels: Panels) -> None:
        self._window, self._panels = window, panels
        self._folded: dict[Qt.DockWidgetArea, list[Dock]] = {}
        self._restored = self._shares = False

    def save(self) -> None:
        """Store size, position and panels."""
        kept = store()
        kept.setValue(GEOMETRY, self._window.saveGeometry())
        kept.setValue(ARRANGED, self._window.saveState(VERSION))
        kept.setValue(SQUEEZED, self._squeezed)
        kept.setValue(SHOWN, [name for name, dock in self._docks.items() if not dock.isHidden()])
        kept.sync()

    def restore(self) -> None:
        """Arrange the panels as stored, or in the default arrangement.

        Makes the visible panels, and those that others are placed beside; ``place`` adds the rest.
        """
        kept, window = store(), self._window
        if kept.value(SQUEEZED, False, type=bool) and not self._squeezed:
            # What a small screen had no room for was hidden or made narrow, by nobody's wish.
            for key in (GEOMETRY, ARRANGED, SHOWN):
                kept.remove(key)
        for name in self._first_names(kept.value(SHOWN)):
            self._panels[name]
        self._restored = True
        # What is laid out at another size may leave tabs behind where they were.
        if not window.restoreGeometry(_bytes(kept.value(GEOMETRY))):
            resize_on_screen(window, FIRST_SIZE)
        self._arrange()
        if not window.restoreState(_bytes(kept.value(ARRANGED)), VERSION):
            self._shares = True

    def shown(self) -> None:
        """Set the initial sizes of the sides, which persist once the window has its own size."""
        if self._shares:
            self._shares = False
            self._share_room()
        self._put_away()
        self.make_room()

    def place(self, panel: Panel, dock: Dock) -> None:
        """Place a panel that is made later at its stored or default position."""
        if self._restored and not self._window.restoreDockWidget(dock):
            dock.hide()
            self._put(panel, dock)
            dock.hide()

    def _put_away(self) -> None:
        """Hide tabs without a panel, which cover the menu until Qt lays them out.

        A script that shows a window may not process its events soon.
        """
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        for bar in self._window.findChildren(QTabBar, options=direct):
            if not bar.count():
                bar.move(-bar.width(), -bar.height())

    def reset(self) -> None:
        """Discard the stored arrangement and restore the default one."""
        kept = store()
        for key in (GEOMETRY, ARRANGED):
            kept.remove(key)
        self._arrange()
        self._share_room()

    def unfolded(self, area: Qt.DockWidgetArea) -> bool:
        """Return whether a side of the window shows panels."""
        return bool(self._shown(area))

    def fold(self, area: Qt.DockWidgetArea) -> None:
        """Hide the panels of a side to enlarge the view, or show them again."""
        shown = self._shown(area)
        if shown:
            self._folded[area] = shown
        front = [dock for dock in shown if dock.in_sight]
        for dock in shown or self._folded.get(area) or [self._first(area)]:
            dock.setVisible(not shown)
        if shown:
            # What was in front comes last, so that it is in front again.
            self._folded[area].sort(key=front.__contains__)
        else:
            for dock in self._folded.get(area, ()):
                dock.raise_()
            self.make_room(next((one for one in self._shown(area) if one.in_sight), None))

    def make_room(self, called: Dock | None = None) -> None:
        """Hide other panels if the screen has no room for them next to one.

        Args:
            called: The requested panel; it gets the width it needs from the remaining panels.
        """
        window = self._window
        keeps = {called, *window.tabifiedDockWidgets(called)} if called is not None else set()
        for area in self._spared(called):
            if self._fits(called):
                break
            spared = [dock for dock in self._shown(area) if dock not in keeps]
            self._folded[area] = sorted(spared, key=lambda dock: dock.in_sight)
            for dock in spared:
                dock.hide()
        if called is not None and called.across:
            wide = [called.width() + called.across]
            window.resizeDocks([called], wide, Qt.Orientation.Horizontal)
        # It has grown with what was asked for.
        window.resize(window.size().boundedTo(screen_size(window)))

    def _spared(self, called: Dock | None) -> list[Qt.DockWidgetArea]:
        """Return sides whose panels are hidden, in order; the panel's own side is last."""
        own = self._window.dockWidgetArea(called) if called is not None else None
        return [*(area for area in (LEFT, BOTTOM, RIGHT) if area != own), *([own] if own else [])]

    def _fits(self, called: Dock | None) -> bool:
        """Return whether the screen has room for the visible panels, and a panel for its body."""
        layout, window = self._window.layout(), self._window
        assert layout is not None
        layout.activate()
        least, screen = layout.totalMinimumSize(), screen_size(window)
        if least.width() > screen.width() or least.height() > screen.height():
            return False
        if called is None or not called.across:
            return True
        if window.dockWidgetArea(called) == BOTTOM:
            # It is as wide as the views, whose sides would have to give way.
            return False
        middle = window.centralWidget()
        assert middle is not None
        return middle.width() - middle.minimumSizeHint().width() >= called.across

    def _shown(self, area: Qt.DockWidgetArea) -> list[Dock]:
        return [
            dock
            for dock in self._docks.values()
            if dock.isVisible()
            and not dock.isFloating()
            and self._window.dockWidgetArea(dock) == area
        ]

    def _first_names(self, left: object) -> set[str]:
        """Return names of the initially visible panels, and of the panels that reserve positions.

        Nothing can be put below a panel any more once another one shares its position.
        """
        rows = self._panels.rows
        seen = set(left) if isinstance(left, list) else {row.name for row in rows if row.shown}
        places = {row.beside or row.name for row in rows if row.beside or row.below}
        return (seen | places) & {row.name for row in rows}

    @property
    def _docks(self) -> dict[str, Dock]:
        return self._panels.made

    @property
    def _narrow(self) -> bool:
        """Return whether the screen has no room for panels on both sides of the views."""
        return screen_size(self._window).width() < NARROW

    @property
    def _low(self) -> bool:
        """Return whether the screen has no room for panels above one another."""
        return screen_size(self._window).height() < LOW

    @property
    def _squeezed(self) -> bool:
        return self._narrow or self._low

    def _arrange(self) -> None:
        """Put every panel at its initial position; the visibility of messages is unchanged."""
        window, docks = self._window, self._docks
        told = docks["messages"].isVisible()
        narrow, low = self._narrow, self._low
        window.setCorner(Qt.Corner.BottomLeftCorner, LEFT)
        window.setCorner(Qt.Corner.BottomRightCorner, RIGHT)
        for dock in docks.values():
            # Seen side by side for a moment they would make the window as wide as all of them.
            dock.hide()
            dock.setFloating(False)
        rows = [panel for panel in self._panels.rows if panel.name in docks]
        for panel in rows:
            self._put(panel, docks[panel.name])
        for panel in rows:
            first = panel.shown and not (narrow and panel.area == LEFT)
            docks[panel.name].setVisible(first or (panel.name == "messages" and told))
        for panel in rows:
            if panel.shown and not panel.beside and not (panel.below and low):
                docks[panel.name].raise_()

    def _put(self, panel: Panel, dock: Dock) -> None:
        """Put a panel at its initial position."""
        window, docks = self._window, self._docks
        window.addDockWidget(panel.area, dock)
        if panel.beside:
            window.tabifyDockWidget(docks[panel.beside], dock)
        elif panel.below and not self._low:
            window.splitDockWidget(docks[panel.below], dock, Qt.Orientation.Vertical)
        elif panel.below:
            window.tabifyDockWidget(docks[panel.below], dock)

    def _share_room(self) -> None:
        """Give every side its initial size."""
        window = self._window
        sides = {area: self._first(area) for area in (LEFT, RIGHT, BOTTOM)}
        docks = [sides[area] for area in WIDTHS]
        widths = [
            round(min(max(part * window.width(), least), most))
            for least, most, part in WIDTHS.values()
        ]
        window.resizeDocks(docks, widths, Qt.Orientation.Horizontal)
        for panel in self._panels.rows:
            if panel.below and panel.shown:
                column = [self._docks[panel.below], self._docks[panel.name]]
                heights = [window.height() - POSE_HEIGHT, POSE_HEIGHT]
                window.resizeDocks(column, heights, Qt.Orientation.Vertical)
        high = min(BOTTOM_HEIGHT, round(BOTTOM_PART * window.height()))
        window.resizeDocks([sides[BOTTOM]], [high], Qt.Orientation.Vertical)

    def _first(self, area: Qt.DockWidgetArea) -> Dock:
        return next(self._docks[panel.name] for panel in self._panels.rows if panel.area == area)


def _bytes(value: object) -> QByteArray:
    """Return a stored value; an invalid one becomes nothing."""
    return value if isinstance(value, QByteArray) else QByteArray()
