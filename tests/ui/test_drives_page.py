"""The page *Choice of drives* by real events: a motion, its drives, the robot with them."""

import pytest

from rvs.engine.joint import Motor
from rvs.model.programs.edits import add_program, change_program
from rvs.model.programs.program import Program, Step
from rvs.model.things.edits import add_target
from rvs.model.things.thing import TargetFrame

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


def test_the_drives_are_out_of_date_when_their_program_changes(make_window, qtbot) -> None:
    window = make_window("puma560")
    desk, session = window.desk, window.desk.session
    (robot,) = session.state.document.robots
    start, end = (0.0, -0.5, 0.5, 0.0, 0.5, 0.0), (0.5, -0.2, 0.2, 0.3, 0.8, 0.4)
    desk.do(add_program, Program("work", robot.id, (Step(start), Step(end))))
    desk.call("design", "drives")
    rest()
    page = window.design.page
    motion = page.form.rows["motions"].control
    motion.setCurrentIndex(motion.findText("work"))
    rest()
    answer(page, qtbot)
    assert not page.stale.isVisible()
    for change in (
        lambda: desk.do(change_program, "work", steps=(Step(end), Step(start), Step(end))),
        lambda: desk.do(add_target, TargetFrame("goal")),
    ):
        change()
        rest()
        assert page.stale.isVisible()
        assert "motion or its surroundings have changed" in page.stale.text
        session.undo()
        rest()
        assert not page.stale.isVisible()
