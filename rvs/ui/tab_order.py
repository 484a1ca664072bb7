"""Keyboard focus: to the next visible control, and from panel to panel."""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakKeyDictionary, ref

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QScrollArea, QWidget

MOST_STEPS = 1000
# The controls that gave the keys of their windows to the views.
_LEFT: WeakKeyDictionary[QWidget, ref[QWidget]] = WeakKeyDictionary()


def step(window: QMainWindow, middle: QWidget, go_on: Callable[[], bool]) -> bool:
    """Move the focus past controls of hidden panels; return whether it has moved.

    Qt also requests it when the control with the focus is hidden or disabled. Keys meant for that
    control are then sent to the views, and not to a field of another panel.

    Args:
        window: The window.
        middle: The views.
        go_on: Moves the focus to the next control of the window, visible or not.
    """
    before = window.focusWidget()
    left = _LEFT.pop(window, lambda: None)()
    if left is not None and left.isVisible() and before and middle.isAncestorOf(before):
        left.setFocus()
    gone = before is not None and not (before.isVisible() and before.isEnabled())
    # Not along the chain itself: asked for it, PySide takes each control for the owner of the next.
    for _ in range(MOST_STEPS):
        if not go_on():
            return False
        now = window.focusWidget()
        panel = panel_of(now)
        if gone and panel is not panel_of(before):
            middle.setFocus()
            return True
        if now is before or panel is None or not panel.visibleRegion().isEmpty():
            return True
    return False


def give_back(control: QWidget) -> None:
    """Move the focus to the views, where letters are shortcuts; Tab continues from here."""
    window = control.window()
    views = window.centralWidget() if isinstance(window, QMainWindow) else None
    if views is not None:
        views.setFocus()
        _LEFT[window] = ref(control)


def step_panel(window: QMainWindow, middle: QWidget, forward: bool) -> None:
    """Move the focus to the next or previous visible panel or the central widget of a window."""
    docks = [
        dock for dock in window.findChildren(QDockWidget) if not dock.visibleRegion().isEmpty()
    ]
    areas = [middle, *docks]
    areas.sort(key=lambda area: area.mapTo(window, QPoint()).toTuple())
    now = window.focusWidget()
    here = next((k for k, area in enumerate(areas) if now and area.isAncestorOf(now)), 0)
    for k in range(1, len(areas) + 1):
        area = areas[(here + (k if forward else -k)) % len(areas)]
        if enter(area):
            return


def panel_of(control: QWidget | None) -> QDockWidget | None:
    """Return the panel of a control, or None."""
    while control is not None and not isinstance(control, QDockWidget):
        control = control.parentWidget()
    return control


def enter(area: QWidget, control: QWidget | None = None) -> bool:
    """Move the focus into a panel or view; return whether something there has it.

    Args:
        area: The panel or view.
        control: Control for the focus; by default the first one, unless the focus is already
            inside.
    """
    if control is not None:
        control.setFocus(Qt.FocusReason.ShortcutFocusReason)
        for room in area.findChildren(QScrollArea):
            if room.isAncestorOf(control):
                room.ensureWidgetVisible(control)
        return control.hasFocus()
    now = area.window().focusWidget()
    if now is not None and area.isAncestorOf(now):
        return True
    body = area.widget() if isinstance(area, QDockWidget) else area
    # The buttons of its header are what is left of a panel whose controls are all disabled.
    stops = _stops(body or area, Qt.FocusPolicy.StrongFocus) or _stops(
        area, Qt.FocusPolicy.TabFocus
    )
    if not stops:
        return False
    first = min(stops, key=lambda one: one.mapTo(area, QPoint()).toTuple()[::-1])
    first.setFocus(Qt.FocusReason.ShortcutFocusReason)
    return True


def _stops(area: QWidget, policy: Qt.FocusPolicy) -> list[QWidget]:
    return [
        one
        for one in area.findChildren(QWidget)
        if one.focusPolicy() & policy == policy
        and one.focusProxy() is None
        and one.isEnabled()
        and one.isVisible()
    ]
