"""The window of the help and the sheet of keys, used by mouse and keys."""

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QDockWidget

from rvs.ui.help.keys import balanced, filtered, folded
from rvs.ui.help.pages import INDEX, library
from rvs.ui.help.window import HelpWindow

pytestmark = [pytest.mark.ui, pytest.mark.whole]


@pytest.fixture
def help_window(window, qtbot) -> HelpWindow:
    QTest.keyClick(window, Qt.Key.Key_F1, Qt.KeyboardModifier.ControlModifier)
    found = window.findChild(HelpWindow)
    qtbot.waitUntil(found.isVisible)
    return found


def type_query(found: HelpWindow, text: str) -> None:
    QTest.keyClicks(found.search, text)
    # What is chosen is shown when typing rests.
    found._rest.timeout.emit()


def click_hit(found: HelpWindow, row: int) -> None:
    place = found.hits.visualItemRect(found.hits.item(row)).center()
    none = Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(found.hits.viewport(), Qt.MouseButton.LeftButton, none, place)


def test_what_is_typed_is_found_marked_and_walked_through(help_window) -> None:
    assert help_window.view.page.name == INDEX
    count = help_window.tree.topLevelItemCount()
    chapters = [help_window.tree.topLevelItem(i).text(0) for i in range(count)]
    assert chapters == [chapter for chapter, _ in library().contents]
    type_query(help_window, "swivel")
    first = help_window.hits.currentItem().text()
    marks = help_window.view.extraSelections()
    assert marks[0].cursor.selectedText().casefold().startswith("swivel")
    QTest.keyClick(help_window.search, Qt.Key.Key_Down)
    assert help_window.hits.currentItem().text() != first
    click_hit(help_window, 1)
    section = help_window.hits.item(1).data(Qt.ItemDataRole.UserRole)[0].section
    assert help_window.view.page.name == section.page
    QTest.keyClick(help_window.search, Qt.Key.Key_Return)
    assert help_window.view.hasFocus() or not help_window.isActiveWindow()
    type_query(help_window, "zzzz")
    assert help_window.left.currentWidget() is help_window._nothing
    help_window.search.clear()
    assert help_window.left.currentWidget() is help_window.tree
    go_back_and_forward(help_window)


def go_back_and_forward(help_window) -> None:
    help_window.go("shapes.md", "gear")
    place = help_window.view.verticalScrollBar().value()
    assert place > 0
    help_window.go("formats.md")
    QTest.mouseClick(help_window.back, Qt.MouseButton.LeftButton)
    assert help_window.view.page.name == "shapes.md"
    assert help_window.view.verticalScrollBar().value() == place
    QTest.mouseClick(help_window.forward, Qt.MouseButton.LeftButton)
    assert help_window.view.page.name == "formats.md"
    assert not help_window.forward.isEnabled()
    # What was only looked at while typing is no place to go back to.
    type_query(help_window, "swi")
    type_query(help_window, "vel")
    help_window.step(-1)
    assert help_window.view.page.name == "formats.md"
    QTest.mouseClick(help_window.home, Qt.MouseButton.LeftButton)
    assert help_window.view.page.name == INDEX


def test_a_heading_stays_at_the_top_where_the_column_becomes_wider(help_window, qtbot) -> None:
    view = help_window.view
    help_window.resize(620, 500)
    qtbot.waitUntil(lambda: view._column == view._room() and view.width() < 600)
    narrow = view._column
    help_window.go("formats.md", "bodies-linksnamebody")
    help_window.resize(1100, 500)
    qtbot.waitUntil(lambda: view._column > narrow)
    heading = view._heading("bodies-linksnamebody")
    assert abs(view.verticalScrollBar().value() - view._top(heading)) <= 1


def test_links_lead_to_pages_and_do_things_in_the_window(help_window, window) -> None:
    for page in library().pages:
        help_window.go(page.name)
        assert help_window.view.document().size().width() <= help_window.view.viewport().width() + 2
    help_window.go("shapes.md")
    picture = help_window.view.document().resource(2, "pictures/shapes.png")
    assert 0 < picture.width() <= help_window.view.viewport().width()
    help_window.view.anchorClicked.emit(QUrl("formats.md#bodies-linksnamebody"))
    assert help_window.view.page.name == "formats.md"
    assert help_window.view.verticalScrollBar().value() > 0
    help_window.view.anchorClicked.emit(QUrl("nowhere.md"))
    assert help_window.view.page.name == "formats.md"
    assert "nowhere.md" in help_window.statusBar().currentMessage()
    before = help_window.view.document().toHtml()
    window.actions_["switch_theme"].trigger()
    assert help_window.view.document().toHtml() != before
    help_window.view.anchorClicked.emit(QUrl("rvs:robot/stanford?mode=full&panel=solutions"))
    assert window.session.state.document.robots[0].id == "Stanford arm"
    assert window.session.state.view.mode == "full"
    assert window.solutions.isVisible()


def test_every_panel_has_its_help_and_every_key_its_row(window) -> None:
    docks = {dock.objectName() for dock in window.findChildren(QDockWidget)}
    told = {name for page in library().pages for s in page.sections for name in s.panels}
    assert docks - told == set()
    QTest.mouseClick(window.joints.help, Qt.MouseButton.LeftButton)
    found = window.findChild(HelpWindow)
    assert found.isVisible()
    assert found.view.page.name == "guide/joints.md"
    window.activateWindow()
    window.library.search.setFocus()
    window.actions_["help_here"].trigger()
    assert found.view.page.name == "guide/robots.md"
    window.activateWindow()
    window.viewport.setFocus()
    window.actions_["help_here"].trigger()
    assert found.view.page.name == "guide/viewport.md"
    sheet_is_searched(window)


# -- the sheet of keys -----------------------------------------------------------------------


def sheet_is_searched(window) -> None:
    window.actions_["keys"].trigger()
    sheet = window.findChild(QDialog, "keys_sheet")
    for size in ((1000, 680), (420, 600)):
        sheet.resize(*size)
        assert sheet.text.horizontalScrollBar().maximum() == 0
    QTest.keyClicks(sheet.search, "posture alt")
    text = sheet.text.toPlainText()
    assert "Store posture" in text
    assert "Quit" not in text
    QTest.keyClicks(sheet.search, "zzz")
    assert "No shortcut" in sheet.text.toPlainText()


def test_columns_are_of_nearly_one_height() -> None:
    heights = {"a": 10, "b": 3, "c": 4, "d": 8, "e": 2}
    assert balanced(heights, 3) == [["a"], ["b", "c", "e"], ["d"]]
    assert balanced({"a": 1}, 3) == [["a"], [], []]


def test_numbered_rows_become_one() -> None:
    rows = [("Fit", "F"), *((f"Bookmark {i}", f"B, {i}") for i in (1, 2, 3)), ("Top", "7")]
    assert folded(rows) == [("Fit", "F"), ("Bookmark 1 to 3", "B, 1 to B, 3"), ("Top", "7")]


def test_rows_are_kept_that_say_every_word() -> None:
    groups = {"View": [("Fit", "F"), ("Front", "1")], "File": [("Quit", "Ctrl+Q")]}
    assert filtered(groups, "view f") == {"View": [("Fit", "F"), ("Front", "1")]}
    assert filtered(groups, "ctrl+q") == {"File": [("Quit", "Ctrl+Q")]}
