"""The pages of accuracy and of calibration in the Design panel, by real events."""

import numpy as np
import pytest

from rvs.scripting.opening import placed
from rvs.study.accuracy.table import index_of, moved, poses_and_screws, table_of

from .hands import click, type_into
from .hands import settle as rest

pytestmark = pytest.mark.ui


def opened(make_window, name: str):
    window = make_window("puma560")
    window.desk.call("design", name)
    rest()
    return window, window.design.page


def answer(page, qtbot) -> None:
    click(page.go)
    qtbot.waitUntil(lambda: not page.busy, timeout=60000)
    rest()


def test_accuracy_follows_from_typed_tolerances(make_window, qtbot) -> None:
    _, page = opened(make_window, "tolerance")
    type_into(page.form.rows["tolerances"].control, "a=0.2mm, alpha=0.01deg")
    answer(page, qtbot)
    assert "95 % of the robots reach every pose" in page.view.lines.text()
    assert page.view.table.rowCount() == 5


def test_the_calibrated_table_is_taken_and_undone(make_window, qtbot, tmp_path) -> None:
    robot = placed("puma560").robot
    table = table_of(robot)
    q = np.random.default_rng(1).uniform(*robot.limits.T, (24, 6))
    change = np.zeros(table.size)
    change[index_of("a", 1)] = 1e-3
    T, _ = poses_and_screws(moved(table, change), q)
    head = ",".join([*(f"q{i}" for i in range(1, 7)), "x (m)", "y (m)", "z (m)"])
    path = tmp_path / "poses.csv"
    rows = np.hstack([np.degrees(q), T[:, :3, 3]])
    np.savetxt(path, rows, "%.12g", ",", header=head, comments="")
    window, page = opened(make_window, "calibrate")
    type_into(page.form.rows["measured"].control, str(path))
    answer(page, qtbot)
    assert "24 poses" in page.view.lines.text()
    before = window.desk.session.state.document
    button = next(one for one in page.view.offers if one.text() == "Use the calibrated table")
    click(button)
    rest()
    after = window.desk.session.state.document
    lengths = [joint.a + joint.after[0][3] for joint in after.robots[0].robot.joints]
    assert lengths[1] == pytest.approx(robot.joints[1].a + 1e-3, abs=1e-6)
    window.desk.session.undo()
    assert window.desk.session.state.document == before
