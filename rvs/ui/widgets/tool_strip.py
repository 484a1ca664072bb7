"""A tool bar that omits optional buttons if there is too little room."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QActionEvent, QResizeEvent
from PySide6.QtWidgets import QToolBar, QToolButton, QWidget

from rvs.words import tr


def name_extension(bar: QToolBar) -> None:
    """Name Qt's button for the hidden actions of a bar."""
    for button in bar.findChildren(QToolButton):
        button.setAccessibleName(tr("More of {bar}", bar.windowTitle()))


class ToolStrip(QToolBar):
    """Always shows its last buttons completely; omitted ones stay in the menus."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(title, parent)
        self._whole: list[QAction] = []
        self._spare: list[QAction] = []
        self._widths: dict[QAction, int] = {}
        name_extension(self)

    def spare(self, actions: Sequence[QAction]) -> None:
        """Set the actions of the bar, and the optional ones in the order of their omission."""
        self._whole, self._spare = self.actions(), list(actions)
        self._fit()

    def insert_before(self, before: QAction, widget: QWidget) -> QAction:
        """Insert a widget before an action; it is never omitted."""
        added = self.insertWidget(before, widget)
        self._whole.insert(self._whole.index(before), added)
        return added

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def actionEvent(self, event: QActionEvent) -> None:
        """Name a new or changed button, and add it to the Tab order."""
        super().actionEvent(event)
        button = self.widgetForAction(event.action())
        named = (QEvent.Type.ActionAdded, QEvent.Type.ActionChanged)
        if event.type() in named and isinstance(button, QToolButton):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setAccessibleName(event.action().text() or button.text())

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return done

    def _fit(self) -> None:
        shown = list(self._whole)
        needed = self._needed(shown)
        for spared in self._spare:
            if needed <= self.width():
                break
            shown.remove(spared)
            needed -= self._share(spared)
        shown = _parted(shown)
        if not self._whole or shown == self.actions():
            return
        for action in self.actions():
            if action not in shown:
                self.removeAction(action)
        for place, action in enumerate(shown):
            there = self.actions()
            if action not in there:
                follower = next((one for one in shown[place + 1 :] if one in there), None)
                self.insertAction(follower, action) if follower else self.addAction(action)
        buttons = [self.widgetForAction(action) for action in shown]
        stops = [one for one in buttons if one.focusPolicy() != Qt.FocusPolicy.NoFocus]
        for before, after in pairwise(stops):
            # A button that has come back would be the last stop of the window.
            self.setTabOrder(before, after)
        layout = self.layout()
        if layout is not None:
            # Those that stay would keep their places until something else changes.
            layout.invalidate()
            layout.activate()

    def _needed(self, actions: Sequence[QAction]) -> int:
        layout = self.layout()
        assert layout is not None
        margins = layout.contentsMargins()
        whole = margins.left() + margins.right()
        for action in actions:
            widget = self.widgetForAction(action)
            if widget is not None:
                self._widths[action] = widget.sizeHint().width()
            whole += self._share(action)
        return whole

    def _share(self, action: QAction) -> int:
        """Return the width of an action with the space beside it."""
        layout = self.layout()
        assert layout is not None
        return self._widths.get(action, 0) + layout.spacing() if action.isVisible() else 0


def _parted(actions: Sequence[QAction]) -> list[QAction]:
    """Return actions without redundant separators."""
    found: list[QAction] = []
    for action in actions:
        if not (action.isSeparator() and (not found or found[-1].isSeparator())):
            found.append(action)
    return found
