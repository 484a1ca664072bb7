"""Numbers that can hardly be meant: said over the views, with the cure to click."""

import pytest

from rvs.model.current import current_robot
from rvs.ui.commands import files
from rvs.ui.saving import opening
from tests.ui.hands import click, in_dialogs

pytestmark = pytest.mark.ui
ODD = "a,alpha,d,theta\n400,1.5708,0,0\n300,0,20,0\n"


def opened(window, tmp_path, text: str = ODD, name: str = "arm.csv"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert opening.open_all(window.desk, [str(path)])
    return window.doubts


def joint(window):
    return current_robot(window.session.state).robot.joints[0]


def test_each_doubt_is_cured_by_a_click_and_comes_back_by_undo(window, tmp_path) -> None:
    bar = opened(window, tmp_path)
    assert not bar.isHidden()
    words = window.statusBar().conventions.text()
    assert words.endswith("assumed for arm.csv: lengths were taken in m and angles in °")
    assert "720 m long; are lengths in mm" in bar.notice.text
    assert "(and 1 more)" in bar.notice.text
    assert bar.cure.text() == "Read lengths in mm"
    click(bar.cure)
    assert joint(window).a == pytest.approx(0.4)
    assert bar.notice.text == "arm.csv: α₁ would be 1.5708°; are angles in rad?"
    assert not any("720 m" in one.text for one in window.messages.messages)
    click(bar.cure)
    assert joint(window).alpha == pytest.approx(1.5708)
    assert bar.isHidden()
    assert window.session.history[-1] == "Read angles in rad"
    assert "assumed" not in window.statusBar().conventions.text()
    window.session.undo()
    window.session.undo()
    assert joint(window).a == 400.0
    assert bar.cure.text() == "Read lengths in mm"


def test_numbers_that_were_found_right_are_left_alone(window, tmp_path) -> None:
    bar = opened(window, tmp_path)
    click(bar._close)
    assert bar.cure.text() == "Read angles in rad"
    click(bar._close)
    assert bar.isHidden()
    assert joint(window).a == 400.0
    window.session.select(())
    assert bar.isHidden()


def test_the_robot_stands_where_its_new_numbers_have_it(window, tmp_path) -> None:
    bar = opened(window, tmp_path, "0.1 0.3 0.4 1.5708\n0 0 0.2 0\n", "arm.txt")
    assert bar.cure.text() == "Read columns as theta, d, a, alpha"
    click(bar.cure)
    placed = current_robot(window.session.state)
    assert window.session.state.postures[placed.id] == pytest.approx((0.1, 0.0))
    assert bar.isHidden()


def test_limits_in_degrees_of_a_description_of_links_are_cured(window, tmp_path) -> None:
    urdf = (
        '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="revolute">'
        '<parent link="a"/><child link="b"/><origin xyz="0.5 0 0"/><axis xyz="0 0 1"/>'
        '<limit lower="-170" upper="170" effort="1" velocity="1"/></joint></robot>'
    )
    bar = opened(window, tmp_path, urdf, "arm.urdf")
    assert bar.cure.text() == "Read limits in degrees"
    click(bar.cure)
    assert joint(window).limits[1] == pytest.approx(2.967, abs=1e-3)


def test_robots_of_the_library_are_not_doubted(window) -> None:
    assert window.doubts.isHidden()


def test_a_table_named_at_the_start_is_asked_about_once_the_window_is_there(
    make_window, qtbot, tmp_path
) -> None:
    table, other = tmp_path / "arm.csv", tmp_path / "own.arch"
    table.write_text("a,alpha,d,theta\n0.4,90,0.3,30\n0.5,0,0,90\n", encoding="utf-8")
    other.write_text("{ a = 0.4 b = 0.3 al = 0 th = 0 }\n", encoding="utf-8")

    def zeros(dialog) -> None:
        dialog.meanings.setCurrentRow(0)
        click(dialog.button)

    in_dialogs(zeros)
    window = make_window(str(table), str(other))
    qtbot.waitUntil(lambda: len(window.session.state.document.robots) == 2)
    first = window.session.state.document.robots[0]
    assert first.imported.choices.zeros
    assert first.robot.joints[0].offset == pytest.approx(0.5236, abs=1e-4)
    assert window.session.state.document.robots[1].robot.n == 1


def test_a_cell_that_is_opened_again_has_its_doubts_and_its_cures(window, tmp_path) -> None:
    bar = opened(window, tmp_path)
    click(bar.cure)
    cell = tmp_path / "work.rvs"
    assert window.desk.cell_file.save(cell)
    window.open([str(cell)])
    assert bar.notice.text == "arm.csv: α₁ would be 1.5708°; are angles in rad?"
    files.reload(window.desk)
    assert joint(window).a == pytest.approx(0.4)
    assert bar.cure.text() == "Read angles in rad"
