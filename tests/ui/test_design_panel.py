"""The panel for optimum design: watched, stepped, accepted and let go of by real events."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from rvs.engine.kinematics import jacobian
from rvs.model.robots.designing import Wish, open_cells, problem_of
from rvs.ui.widgets.table.model import FREE

from .hands import click, type_into

pytestmark = pytest.mark.ui
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(window):
    window.actions_["edit_robot"].trigger()
    window.actions_["design"].trigger()
    return window.design


def tick(box) -> None:
    QTest.mouseClick(box, LEFT, pos=QPoint(8, box.height() // 2))
    assert box.isChecked()


def wait_for_end(qtbot, panel) -> None:
    click(panel.go)
    assert panel.run.running
    qtbot.waitUntil(lambda: not panel.run.running, timeout=30000)


def watched(window, panel) -> None:
    """Let the time go by in which all steps are seen."""
    for _ in range(1000):
        if not panel.run.playing:
            return
        window.clock.tick(1.0)


def shown_poses(window) -> list:
    solids = [item for item in window.viewport.scene().items if hasattr(item, "pose")]
    return [item.pose.round(6).tolist() for item in solids if item.owner[:1] == ("PUMA 560",)]


def test_from_the_puma_to_isotropy_and_back(window, panel, qtbot) -> None:
    session, robot = window.session, window.session.state.document.robot("PUMA 560").robot
    document, first = session.state.document, shown_poses(window)
    wait_for_end(qtbot, panel)
    click(panel.stepper.buttons["play"])
    assert not panel.run.playing
    click(panel.stepper.buttons["first"])
    assert panel.run.at == 0
    start = panel.run.frame.step.condition
    click(panel.stepper.buttons["next"])
    assert panel.run.at == 1
    assert panel.run.frame.step.condition < start
    assert shown_poses(window) != first
    click(panel.stepper.buttons["previous"])
    assert panel.run.at == 0
    click(panel.stepper.buttons["play"])
    watched(window, panel)
    assert panel.run.at == len(panel.run.track) - 1
    assert "κ = 1.00000000" in panel.words.text()
    QTest.keyClick(panel.stepper.slider, Qt.Key.Key_Home)
    assert panel.run.at == 0
    QTest.keyClick(panel.stepper.slider, Qt.Key.Key_End)
    assert session.state.document is document
    assert not session.history
    frame = panel.run.frame
    click(panel.accept)
    assert session.history == ["Accept a design of PUMA 560"]
    made = session.state.document.robot("PUMA 560").robot
    J = jacobian(made, np.array(session.state.postures["PUMA 560"]))
    J[3:] /= frame.step.length
    assert np.linalg.cond(J) == pytest.approx(1.0, abs=1e-4)
    assert "full model can't follow" in panel.notice.text
    session.undo()
    assert session.state.document.robot("PUMA 560").robot is robot
    assert shown_poses(window) == first


@pytest.mark.parametrize("at", [0, 3, -1])
def test_cancelled_the_document_is_as_before(window, panel, qtbot, at) -> None:
    before, seen = window.session.state, shown_poses(window)
    wait_for_end(qtbot, panel)
    panel.run.go(at % len(panel.run.track))
    assert (shown_poses(window) != seen) or at == 0
    click(panel.cancel)
    assert window.session.state is before
    assert shown_poses(window) == seen
    assert panel.form.isVisible()


def test_marks_in_the_table_choose_what_moves(window, panel, qtbot) -> None:
    table = window.robot_table
    view, model = table.view, table.model
    assert "18 of 18" in panel.free.text()
    index = model.find((1, "a"))
    at = view.visualRect(index)
    QTest.mouseClick(view.viewport(), LEFT, pos=QPoint(at.left() + 8, at.center().y()))
    assert index.data(FREE) is False
    assert "17 of 18" in panel.free.text()
    view.setFocus()
    view.go((1, "alpha"))
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert model.find((1, "alpha")).data(FREE) is False
    assert model.find((0, "theta")).data(FREE) is None
    wait_for_end(qtbot, panel)
    panel.run.go(len(panel.run.track))
    joint = panel.run.frame.robot.joints[1]
    assert (joint.a, joint.alpha) == (0.4318, 0.0)
    click(panel.cancel)
    click(panel.all_held)
    assert "0 of 18" in panel.free.text()
    window.actions_["design"].trigger()
    assert index.data(FREE) is None


def test_a_robot_without_a_design_says_why(window, panel) -> None:
    session = window.session
    for row in range(6):
        window.robot_table.model.type_all({(row, "alpha"): "0"}, "Type")
    click(panel.all_held)
    document = session.state.document
    click(panel.go)
    assert "all axes stay parallel to each other" in panel.notice.text
    assert panel.run.placed is None
    assert session.state.document is document


def test_an_edit_of_the_robot_lets_go_of_the_design(window, panel, qtbot) -> None:
    wait_for_end(qtbot, panel)
    window.robot_table.model.type_all({(0, "d"): "0.5"}, "Type")
    assert panel.run.placed is None
    assert "let go" in panel.notice.text


def test_options_are_kept(window, panel, qtbot) -> None:
    form = panel.form
    for name, value in (("longest", "0.3"), ("rounding", "0.02"), ("length", "0.15")):
        tick(form.limits[name].box)
        field = form.limits[name].field
        type_into(field, value)
    tick(form.wrist)
    wait_for_end(qtbot, panel)
    panel.run.go(len(panel.run.track))
    frame = panel.run.frame
    lengths = np.array([(joint.a, joint.d) for joint in frame.robot.joints])
    assert np.abs(lengths).max() <= 0.3 + 1e-9
    assert np.allclose(lengths / 0.02, np.round(lengths / 0.02), atol=1e-6)
    assert frame.step.length == pytest.approx(0.15)
    assert lengths[3, 0] == lengths[4, 0] == lengths[4, 1] == 0.0
    assert "κ was" in panel.words.text()


def test_modified_tables_stay_modified(window, panel, qtbot) -> None:
    window.robot_table.facts.convert("modified")
    assert "16 of 16" in panel.free.text()
    wait_for_end(qtbot, panel)
    panel.run.go(len(panel.run.track))
    robot = panel.run.frame.robot
    assert {joint.convention for joint in robot.joints} == {"modified"}
    J = jacobian(robot, robot.home)
    J[3:] /= panel.run.frame.step.length
    assert np.linalg.cond(J) == pytest.approx(1.0, abs=1e-4)


def test_cells_of_modified_rows_belong_to_the_link_before() -> None:
    from rvs.files.library import load_robot

    robot = load_robot("puma560").robot.to_dh("modified")
    cells = open_cells(robot)
    assert (0, "a") not in cells
    found = problem_of(robot, tuple(robot.home.tolist()), Wish(frozenset({(2, "a")})))
    assert found.freedom.free[:, 0].tolist() == [False, True, False, False, False, False]


def test_candidates_stand_beside_each_other(window, panel, qtbot) -> None:
    document = window.session.state.document
    wait_for_end(qtbot, panel)
    for at in (1, 5):
        panel.run.go(at)
        click(panel.keeper)
    table, strip = panel.candidates.table, panel.candidates.strip
    assert [table.item(row, 0).text() for row in range(2)] == ["A", "B"]
    assert float(table.item(1, 1).text()) < float(table.item(0, 1).text())
    click(panel.cancel)
    plain = len(window.viewport.scene().items)
    strip.item(1).setCheckState(Qt.CheckState.Checked)
    assert len(window.viewport.scene().items) > plain
    place = table.visualItemRect(table.item(0, 1)).center()
    QTest.mouseClick(table.viewport(), LEFT, pos=place)
    assert "Candidate" in panel.words.text()
    assert window.session.state.document is document
    kept = panel.candidates.kept[0].frame
    click(panel.accept)
    assert window.session.state.document.robot("PUMA 560").robot == kept.robot


def test_several_starts_are_compared(window, panel, qtbot) -> None:
    type_into(panel.form.starts, "3")
    wait_for_end(qtbot, panel)
    assert panel.form.starts.number == 3
    assert len(panel.run.tracks) == 3
    assert panel.starts.rowCount() == 3
    place = panel.starts.visualItemRect(panel.starts.item(2, 1)).center()
    QTest.mouseClick(panel.starts.viewport(), LEFT, pos=place)
    assert panel.run.start == 2
    assert panel.run.frame is panel.run.tracks[2][-1]
