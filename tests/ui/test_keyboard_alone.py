"""Every control of every panel is a few keys away, without the mouse."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget

from rvs.ui import tab_order
from rvs.ui.panels.table import PANELS

from .hands import settle

pytestmark = [pytest.mark.ui, pytest.mark.whole]

MOST_STOPS = 12
# Of so few controls none is further away than Tab and Shift+Tab lead in a dozen stops.
FEW = 10


def press(window, key: Qt.Key, forward: bool) -> QWidget:
    """Press Tab or F6, with Shift where it goes back; return what has the keyboard then."""
    shift = Qt.KeyboardModifier.NoModifier if forward else Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(window.focusWidget(), key, shift)
    return window.focusWidget()


def walk(window, forward: bool, stops: int) -> Iterator[QWidget]:
    """Go on by Tab, or back by Shift+Tab, for a number of stops."""
    for _ in range(stops):
        yield press(window, Qt.Key.Key_Tab if forward else Qt.Key.Key_Backtab, forward)


def near(window, entry: QWidget) -> set[QWidget]:
    """Return what is at most so many stops away from where the palette has led, by real keys."""
    found = {entry}
    for forward in (True, False):
        entry.setFocus()
        found.update(walk(window, forward, MOST_STOPS))
        # To the next panel, and from there back into the end of this one; and the other way.
        entry.setFocus()
        found.add(press(window, Qt.Key.Key_F6, forward))
        found.update(walk(window, not forward, MOST_STOPS - 1))
    # Buttons of which one is chosen are one stop; arrows lead from it to the others.
    groups = [one.group() for one in found if isinstance(one, QAbstractButton) and one.group()]
    return found.union(*(group.buttons() for group in groups))


def controls(dock: QWidget) -> set[QWidget]:
    """Return all in a panel that takes the keyboard now."""
    return {
        one
        for one in dock.findChildren(QWidget)
        if one.focusPolicy() & Qt.FocusPolicy.TabFocus
        and one.focusProxy() is None
        and one.isEnabled()
        and one.isVisible()
    }


def read(control: QWidget) -> str:
    """Return what a screen reader calls a control."""
    return QAccessible.queryAccessibleInterface(control).text(QAccessible.Text.Name)


def found(window, words: str, dock: QWidget) -> QWidget | None:
    """Type words into the palette, go down to the control of a panel, and press Enter."""
    QTest.keySequence(window, window.actions_["palette"].shortcut())
    palette = window.palette_
    palette.field.setText(words)
    wanted = f"control {dock.objectName()} {words}"
    for _ in range(MOST_STOPS):
        find = palette.rows.find(palette.list.currentIndex())
        if find is not None and find.id == wanted:
            QTest.keyClick(palette.field, Qt.Key.Key_Return)
            break
        QTest.keyClick(palette.field, Qt.Key.Key_Down)
    else:
        QTest.keyClick(palette.field, Qt.Key.Key_Escape)
    settle()
    return window.focusWidget()


def test_the_keyboard_reaches_every_control_of_every_panel_in_a_dozen_stops(make_window) -> None:
    window = make_window("puma560", size=(1366, 768))
    far: dict[str, list[str]] = {}
    for row in PANELS:
        # as choosing it in the palette does
        window.desk.enter(row.name)
        settle()
        dock, entry = window.panels[row.name], window.focusWidget()
        assert tab_order.panel_of(entry) is dock, row.name
        # These two have keys of their own.
        there = controls(dock) - {dock.help, dock.closer}
        left = there - near(window, entry) if len(there) > FEW else set()
        names = {one: one.accessibleName() or read(one) for one in left}
        missed = [name for one, name in names.items() if found(window, name, dock) is not one]
        if missed:
            far[row.name] = missed
    assert far == {}


def test_the_palette_leads_to_a_control_of_a_panel_that_is_hidden(window) -> None:
    wanted = "Number of starts"
    assert not window.panels["design"].isVisible()
    at = found(window, wanted, window.panels["design"])
    assert at.accessibleName() == wanted
    assert not at.visibleRegion().isEmpty()
    assert window.panels["design"].in_sight


def test_tab_leaves_the_console_where_nothing_is_typed(window) -> None:
    window.desk.enter("console")
    settle()
    field = window.focusWidget()
    for key, forward in ((Qt.Key.Key_Tab, True), (Qt.Key.Key_Backtab, False)):
        field.setFocus()
        assert press(window, key, forward) is not field
    field.setFocus()
    QTest.keyClicks(field, "if q:")
    for _ in range(2):
        assert press(window, Qt.Key.Key_Tab, True) is field
