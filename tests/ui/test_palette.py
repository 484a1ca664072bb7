"""The palette, by keys alone."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from rvs.ui.palette import memory
from rvs.ui.palette.finds import gather, plain

pytestmark = pytest.mark.ui

CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def palette(window):
    window.viewport.setFocus()
    QTest.keyClick(window, Qt.Key.Key_P, CTRL_SHIFT)
    assert window.palette_.isVisible()
    return window.palette_


def titles(palette) -> list[str]:
    rows = range(palette.rows.rowCount())
    return [palette.rows.find(palette.rows.index(row)).title for row in rows]


def press(palette, key: Qt.Key) -> None:
    QTest.keyClick(palette.field, key)


def test_an_action_is_found_and_run(palette, window) -> None:
    QTest.keyClicks(palette.field, "paral")
    assert titles(palette)[0] == "Parallel projection"
    press(palette, Qt.Key.Key_Return)
    assert window.session.state.view.camera.parallel
    assert not palette.isVisible()
    assert window.viewport.hasFocus()


def test_a_robot_is_found_and_shown(palette, window) -> None:
    QTest.keyClicks(palette.field, "stanford")
    press(palette, Qt.Key.Key_Return)
    assert window.session.state.document.robots[0].id == "Stanford arm"


def test_the_robots_own_trajectories_are_found(palette, window) -> None:
    QTest.keyClicks(palette.field, "puma560-place")
    press(palette, Qt.Key.Key_Return)
    assert window.trajectory.playback.loaded is not None
    assert not any(
        "rediestro-circle" in find.title for find in gather(window.desk, window.actions_)
    )


def test_panels_and_pages_of_the_help_are_found(palette, window) -> None:
    QTest.keyClicks(palette.field, "tool pose")
    kinds = [palette.rows.find(palette.rows.index(row)).group for row in range(3)]
    assert kinds[0] == "Panel"
    assert "Help" in kinds


def test_esc_gives_the_keyboard_back(palette, window) -> None:
    press(palette, Qt.Key.Key_Escape)
    assert not palette.isVisible()
    assert window.viewport.hasFocus()


def test_the_key_closes_it_again(palette, window) -> None:
    QTest.keyClick(palette.field, Qt.Key.Key_P, CTRL_SHIFT)
    assert not palette.isVisible()


def test_the_arrows_go_around(palette) -> None:
    press(palette, Qt.Key.Key_Up)
    assert palette.list.currentIndex().row() == palette.rows.rowCount() - 1
    press(palette, Qt.Key.Key_Down)
    assert palette.list.currentIndex().row() == 0
    press(palette, Qt.Key.Key_PageDown)
    assert palette.list.currentIndex().row() > 5


def test_what_cannot_be_used_stays_and_says_why(palette) -> None:
    QTest.keyClicks(palette.field, "unload traj")
    find = palette.rows.find(palette.list.currentIndex())
    assert find.why == "no trajectory is loaded"
    press(palette, Qt.Key.Key_Return)
    assert palette.isVisible()
    assert find.why in palette.note.text()


def test_what_was_used_last_comes_first(palette, window) -> None:
    QTest.keyClicks(palette.field, "floor")
    press(palette, Qt.Key.Key_Return)
    palette.open()
    assert titles(palette)[0] == "Floor"
    assert memory.recent()[0] == "action floor"


def test_a_damaged_memory_does_not_matter(own_home) -> None:
    (own_home / "palette.ini").write_bytes(b"[General]\nrecent=@Variant(\\0\\0)\n\xff")
    assert memory.recent() == ()


def test_nothing_fits(palette) -> None:
    QTest.keyClicks(palette.field, "qqqqqq")
    assert palette.rows.rowCount() == 0
    assert "Nothing fits" in palette.note.text()
    press(palette, Qt.Key.Key_Return)
    assert palette.isVisible()


def test_a_click_elsewhere_closes_it(palette, window) -> None:
    window.library.search.setFocus(Qt.FocusReason.MouseFocusReason)
    assert not palette.isVisible()
    assert window.library.search.hasFocus()


def test_it_lies_in_the_window_at_every_size(palette, window, qtbot) -> None:
    for size in ((1280, 800), (900, 620)):
        window.resize(*size)
        qtbot.waitUntil(lambda size=size: window.width() <= size[0] + 1)
        inside = window.rect().contains(palette.geometry())
        assert inside
        assert abs(palette.geometry().center().x() - window.rect().center().x()) <= 1


def test_everything_has_its_own_id_and_actions_their_menu(palette, window) -> None:
    finds = gather(window.desk, window.actions_)
    ids = [find.id for find in finds]
    assert len(set(ids)) == len(ids)
    aside = {find.id: find.aside for find in finds}
    assert aside["action theme_dark"].startswith("View ▸ Theme")


def test_texts_are_shown_without_their_marks() -> None:
    assert plain("&File") == "File"
    assert plain("Save && close…") == "Save & close"
