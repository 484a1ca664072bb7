"""The page *Choice of drives* by real events: a motion, its drives, the robot with them."""

import pytest

from rvs.engine.joint import Motor

from .hands import click
from .hands import settle as rest
from .test_drives_panel import load
from .test_studies import answer, lines

pytestmark = pytest.mark.ui


@pytest.fixture
def page(make_window):
    window = make_window("puma560")
    load(window, "puma560-place")
    window.desk.call("design", "drives")
    rest()
    return window.design.page


def test_drives_are_chosen_shown_and_put_into_the_robot(page, qtbot) -> None:
    session = page._session
    before = session.state.document.robots[0].robot
    motion = page.form.rows["motions"].control
    motion.setCurrentIndex(1)
    rest()
    answer(page, qtbot)
    assert "1,027 drives tried for each joint" in page.view.lines.text()
    assert page.view.table.rowCount() == 18
    assert len(page.view.plots.papers) == 6
    assert "nearest miss is" in page.view.notes.text()
    (button,) = page.view.offers
    assert button.text() == "Use the drives for the robot"
    click(button)
    joints = session.state.document.robots[0].robot.joints
    assert all(isinstance(joint.motor, Motor) and joint.effort < 1000.0 for joint in joints)
    assert page.stale.isVisible()
    script = lines(page)
    assert "rvs.drives(" in script
    assert "rvs.put_drives(" in script
    session.undo()
    assert session.state.document.robots[0].robot == before
