"""The window of the help and the sheet of keys, used by mouse and keys."""

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QDockWidget

from rvs.ui.help.keys import balanced, filtered
from rvs.ui.help.pages import INDEX, library
from rvs.ui.help.window import HelpWindow

pytestmark = pytest.mark.ui


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


def test_it_opens_with_the_contents(help_window) -> None:
    assert help_window.view.page.name == INDEX
    chapters = [
        help_window.tree.topLevelItem(i).text(0)
        for i in range(help_window.tree.topLevelItemCount())
    ]
    assert chapters == [chapter for chapter, _ in library().contents]


def test_what_is_typed_is_found_marked_and_walked_through(help_window) -> None:
    type_query(help_window, "swivel")
    assert help_window.hits.count() >= 1
    first = help_window.hits.currentItem().text()
    marks = help_window.view.extraSelections()
    assert marks[0].cursor.selectedText().casefold().startswith("swivel")
    QTest.keyClick(help_window.search, Qt.Key.Key_Down)
    assert help_window.hits.count() == 1 or help_window.hits.currentItem().text() != first
    QTest.keyClick(help_window.search, Qt.Key.Key_Return)
    assert help_window.view.hasFocus() or not help_window.isActiveWindow()


def test_nothing_found_is_said(help_window) -> None:
    type_query(help_window, "zzzz")
    assert help_window.left.currentWidget() is help_window._nothing
    help_window.search.clear()
    assert help_window.left.currentWidget() is help_window.tree


def test_back_and_forward(help_window) -> None:
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
    QTest.mouseClick(help_window.home, Qt.MouseButton.LeftButton)
    assert help_window.view.page.name == INDEX


def test_what_was_only_looked_at_while_typing_is_no_place_to_go_back_to(help_window) -> None:
    help_window.go("shapes.md")
    type_query(help_window, "swi")
    type_query(help_window, "vel")
    help_window.step(-1)
    assert help_window.view.page.name == "shapes.md"


def test_links_between_pages_are_followed(help_window) -> None:
    help_window.go("shapes.md")
    help_window.view.anchorClicked.emit(QUrl("formats.md#bodies-linksnamebody"))
    assert help_window.view.page.name == "formats.md"
    assert help_window.view.verticalScrollBar().value() > 0
    help_window.view.anchorClicked.emit(QUrl("nowhere.md"))
    assert help_window.view.page.name == "formats.md"
    assert "nowhere.md" in help_window.statusBar().currentMessage()


def test_a_link_does_something_in_the_window(help_window, window) -> None:
    help_window.go("examples.md")
    help_window.view.anchorClicked.emit(QUrl("rvs:robot/stanford?mode=full&panel=solutions"))
    assert window.session.state.document.robots[0].id == "Stanford arm"
    assert window.session.state.view.mode == "full"
    assert window.solutions.isVisible()


def test_pictures_are_shown_and_are_no_wider_than_the_column(help_window) -> None:
    help_window.go("shapes.md")
    picture = help_window.view.document().resource(2, "pictures/shapes.png")
    assert 0 < picture.width() <= help_window.view.viewport().width()


def test_another_theme_dresses_the_page_anew(help_window, window) -> None:
    help_window.go("formats.md")
    before = help_window.view.document().toHtml()
    window.actions_["switch_theme"].trigger()
    assert help_window.view.document().toHtml() != before


def test_every_panel_has_its_help(window) -> None:
    docks = {dock.objectName() for dock in window.findChildren(QDockWidget)}
    told = {name for page in library().pages for s in page.sections for name in s.panels}
    assert docks - told == set()


def test_the_question_mark_of_a_panel_opens_what_is_said_of_it(window) -> None:
    QTest.mouseClick(window.joints.help, Qt.MouseButton.LeftButton)
    found = window.findChild(HelpWindow)
    assert found.isVisible()
    assert found.view.page.name == "guide/joints.md"


def test_the_key_asks_about_the_panel_with_the_keyboard(window) -> None:
    window.library.search.setFocus()
    window.actions_["help_here"].trigger()
    found = window.findChild(HelpWindow)
    assert found.view.page.name == "guide/robots.md"
    window.activateWindow()
    window.viewport.setFocus()
    window.actions_["help_here"].trigger()
    assert found.view.page.name == "guide/viewport.md"


# -- the sheet of keys -----------------------------------------------------------------------


@pytest.fixture
def sheet(window) -> QDialog:
    window.actions_["keys"].trigger()
    return window.findChild(QDialog, "keys_sheet")


def test_the_sheet_fits_the_smallest_window(sheet) -> None:
    sheet.resize(1000, 680)
    sheet.show()
    assert sheet.text.horizontalScrollBar().maximum() == 0
    sheet.resize(420, 600)
    assert sheet.text.horizontalScrollBar().maximum() == 0


def test_the_sheet_is_searched(sheet) -> None:
    QTest.keyClicks(sheet.search, "posture alt")
    text = sheet.text.toPlainText()
    assert "Keep posture" in text
    assert "Quit" not in text
    QTest.keyClicks(sheet.search, "zzz")
    assert "No shortcut" in sheet.text.toPlainText()


def test_columns_are_of_nearly_one_height() -> None:
    heights = {"a": 10, "b": 3, "c": 4, "d": 8, "e": 2}
    assert balanced(heights, 3) == [["a"], ["b", "c", "e"], ["d"]]
    assert balanced({"a": 1}, 3) == [["a"], [], []]


def test_rows_are_kept_that_say_every_word() -> None:
    groups = {"View": [("Fit", "F"), ("Front", "1")], "File": [("Quit", "Ctrl+Q")]}
    assert filtered(groups, "view f") == {"View": [("Fit", "F"), ("Front", "1")]}
    assert filtered(groups, "ctrl+q") == {"File": [("Quit", "Ctrl+Q")]}


def test_a_click_on_a_hit_opens_it(help_window) -> None:
    QTest.keyClicks(help_window.search, "joint")
    rect = help_window.hits.visualItemRect(help_window.hits.item(1))
    QTest.mouseClick(
        help_window.hits.viewport(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        rect.center() + QPoint(0, 1),
    )
    section = help_window.hits.item(1).data(Qt.ItemDataRole.UserRole)[0].section
    assert help_window.view.page.name == section.page
