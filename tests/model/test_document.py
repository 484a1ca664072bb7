import pytest

from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.model.document import (
    Document,
    PlacedRobot,
    add_robot,
    change_robot,
    remove_robot,
    set_joint,
)
from rvs.model.members import fresh_id

ARM = PlacedRobot("arm", Robot((Joint(), Joint(a=0.5)), name="arm"))


def test_added_robots_get_ids_of_their_own() -> None:
    cell = add_robot(add_robot(add_robot(Document(), ARM), ARM), ARM)
    assert [placed.id for placed in cell.robots] == ["arm", "arm 2", "arm 3"]
    assert cell.robots[0] is not cell.robots[1]


def test_two_robots_never_share_an_id() -> None:
    with pytest.raises(ArgumentError, match="two items of the cell"):
        Document((ARM, ARM))


def test_fresh_id_takes_the_first_gap() -> None:
    assert fresh_id("a", []) == "a"
    assert fresh_id("a", ["a", "a 3"]) == "a 2"


def test_removed_robots_leave_the_others_as_they_were() -> None:
    cell = add_robot(add_robot(Document(), ARM), ARM)
    left = remove_robot(cell, "arm")
    assert left.robots == (cell.robots[1],)
    assert left.robots[0] is cell.robots[1]


def test_change_robot_keeps_what_it_does_not_name() -> None:
    cell = add_robot(Document(), ARM)
    changed = change_robot(cell, "arm", color="#FF0000")
    assert changed.robots[0].color == "#FF0000"
    assert changed.robots[0].robot is ARM.robot
    assert cell.robots[0].color == ""


def test_set_joint_changes_one_joint() -> None:
    cell = add_robot(Document(), ARM)
    changed = set_joint(cell, "arm", 1, a=0.75)
    assert [joint.a for joint in changed.robots[0].robot.joints] == [0.0, 0.75]
    assert changed.robots[0].robot.joints[0] is ARM.robot.joints[0]


@pytest.mark.parametrize("index", [-1, 2])
def test_set_joint_names_the_joints_there_are(index: int) -> None:
    with pytest.raises(ArgumentError, match="arm has joints 0 to 1"):
        set_joint(add_robot(Document(), ARM), "arm", index, a=1.0)


def test_an_edit_the_joint_refuses_changes_nothing() -> None:
    with pytest.raises(ArgumentError, match="limits"):
        set_joint(add_robot(Document(), ARM), "arm", 0, limits=(1.0, -1.0))


def test_unknown_robots_are_named() -> None:
    with pytest.raises(ArgumentError, match="no robot 'leg'"):
        Document().robot("leg")


def test_programs_go_with_their_robot_or_its_joints() -> None:
    from rvs.model.programs.program import Program, Step
    from rvs.model.robots.table import add_joint

    arm = Robot((Joint(), Joint()))
    robots = (PlacedRobot("a", arm), PlacedRobot("b", arm))
    step = Step((0.0, 0.0))
    cell = Document(robots, (Program("p", "a", (step,)), Program("q", "b", (step,))))
    assert [one.name for one in cell.programs] == ["p", "q"]
    assert [one.name for one in remove_robot(cell, "a").programs] == ["q"]
    assert [one.name for one in add_joint(cell, "b", 0).programs] == ["p"]
    assert set_joint(cell, "b", 0, a=1.0).programs is cell.programs
