"""The examples: offered once, opened by one click, told not to come again."""

from shutil import rmtree

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from rvs.model.preferences import read_preferences
from rvs.ui.gallery.cards import source_of, state_of
from rvs.ui.gallery.examples import examples
from rvs.ui.help import links

pytestmark = pytest.mark.ui


@pytest.fixture
def strip(window):
    window.gallery.strip.offer()
    assert window.gallery.strip.isVisible()
    return window.gallery.strip


def click_card(cards, row: int) -> None:
    cards.scrollToItem(cards.item(row))
    rect = cards.visualItemRect(cards.item(row))
    none = Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(cards.viewport(), Qt.MouseButton.LeftButton, none, rect.center())


def test_a_click_opens_an_example(strip, window) -> None:
    row = [strip.cards.item(i).text() for i in range(strip.cards.count())].index(
        "A circle with seven joints"
    )
    click_card(strip.cards, row)
    assert not strip.isVisible()
    assert window.session.state.document.robots[0].id == "REDIESTRO"
    assert window.trajectory.playback.loaded is not None


def test_the_strip_makes_room_and_goes_away_for_good(strip, window) -> None:
    from PySide6.QtCore import QPoint, QRect
    from PySide6.QtWidgets import QApplication

    QApplication.processEvents()
    view = window.viewport
    seen = QRect(view.mapTo(window, QPoint(0, 0)), view.size())
    assert not seen.intersects(QRect(strip.mapTo(window, QPoint(0, 0)), strip.size()))
    assert view.height() > strip.height()
    QTest.mouseClick(strip.close_button, Qt.MouseButton.LeftButton)
    assert not strip.isVisible()
    strip.offer()
    window.open(["scara"])
    assert not strip.isVisible()
    strip.offer()
    window.actions_["trajectory"].trigger()
    window.actions_["things"].trigger()
    window.resize(1280, 620)
    QApplication.processEvents()
    assert not strip.isVisible()
    window.resize(1280, 800)
    window.actions_["trajectory"].trigger()
    QApplication.processEvents()
    strip.offer()
    QTest.keyClick(strip.cards, Qt.Key.Key_Escape)
    assert not strip.isVisible()
    strip.offer()
    strip.never.setChecked(True)
    assert not read_preferences()[0].examples
    strip.hide()
    strip.offer()
    assert not strip.isVisible()


def test_a_panel_below_does_not_make_the_window_higher(strip, window) -> None:
    from PySide6.QtWidgets import QApplication

    window.resize(1280, 720)
    QApplication.processEvents()
    assert strip.isVisible()
    window.desk.call("robot_table")
    QApplication.processEvents()
    assert window.height() == 720
    assert not strip.isVisible()


def test_every_example_that_has_no_picture_can_be_drawn() -> None:
    for example in examples():
        if example.picture is None:
            state = state_of(source_of(example), "light")
            assert state.document.robots, example


def test_the_menu_shows_all_of_them_with_pictures(make_window, qtbot, kept_pictures) -> None:
    rmtree(kept_pictures / "thumbnails", ignore_errors=True)
    window = make_window()
    first = next(example for example in examples() if example.picture is None)
    pictures = window.gallery.pictures
    qtbot.waitUntil(lambda: pictures.picture(first, "light") is not None, timeout=8000)
    assert not pictures.picture(first, "light").isNull()
    assert any((kept_pictures / "thumbnails").iterdir())
    window.actions_["examples"].trigger()
    dialog = window.findChild(QDialog, "gallery")
    assert dialog.cards.count() == len(examples())
    dialog.cards.setCurrentRow(0)
    QTest.keyClick(dialog.cards, Qt.Key.Key_Return)
    assert window.session.state.document.robots[0].id == "PUMA 560"
    assert not dialog.isVisible()


def test_every_example_opens(window) -> None:
    cells = [example for example in examples() if ":cell/" in example.link]
    # All cells are drawn above; motions are played in other tests.
    for example in (*set(examples()) - set(cells), cells[0]):
        link = example.link.replace("&play=yes", "").replace("?play=yes", "")
        assert links.follow(window.desk, link), example
        assert not [m for m in window.messages.messages if m.severity == "error"], example
        for dialog in window.findChildren(QDialog):
            dialog.close()
        window.session.mark_saved()
