import numpy as np

from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.model.current import current_robot, joint_at, tool_pose
from rvs.model.document import Document, PlacedRobot, add_robot, change_robot, remove_robot
from rvs.model.refs import NOTHING, link_ref
from rvs.model.session import Session
from rvs.model.state import State

ARM = Robot((Joint(a=0.5), Joint(a=0.25)))
SHIFTED = ((1.0, 0, 0, 2.0), (0, 1.0, 0, 0), (0, 0, 1.0, 0), (0, 0, 0, 1.0))
CELL = Document((PlacedRobot("one", ARM), PlacedRobot("two", ARM, place=SHIFTED)))


def test_the_selected_robot_is_current_else_the_first() -> None:
    assert current_robot(State()) is None
    assert current_robot(State(CELL)).id == "one"
    assert current_robot(State(CELL, selection=(link_ref("two", 1),))).id == "two"
    assert current_robot(State(CELL, selection=(("gone",),))).id == "one"


def active(session: Session) -> str:
    return session.state.active


def test_the_robot_chosen_last_stays_active() -> None:
    session = Session(State(CELL))
    assert active(session) == "one"
    session.select(link_ref("two", 2))
    assert active(session) == "two"
    for other in (NOTHING, ("table", "thing"), ("gone", "link", 1)):
        session.select(other)
        assert current_robot(session.state).id == active(session) == "two"
    session.select(("one",))
    assert active(session) == "one"


def test_a_robot_that_comes_is_active_and_one_that_goes_leaves_it_to_its_neighbor() -> None:
    session = Session(State(CELL, selection=(("one",),)))
    session.edit("Add", lambda now: add_robot(now, PlacedRobot("three", ARM)))
    assert active(session) == "three"
    session.select(("one",))
    assert active(session) == "one"
    session.select(("two",))
    session.edit("Remove", lambda now: remove_robot(now, "two"))
    assert active(session) == "three"
    session.edit("Remove", lambda now: remove_robot(now, "three"))
    assert active(session) == "one"
    session.undo()
    assert active(session) == "three"
    session.undo()
    assert active(session) == "two"
    session.travel(0)
    assert active(session) == "two"


def test_another_robot_in_its_place_is_active_too() -> None:
    session = Session(State(CELL, selection=(("two",),)))
    session.edit("Show", lambda now: change_robot(now, "two", id="other"))
    assert active(session) == "other"
    session.undo()
    assert active(session) == "two"


def test_a_cell_begins_with_its_first_robot() -> None:
    session = Session(State(Document((PlacedRobot("two", ARM),))))
    session.restart(State(CELL))
    assert active(session) == "one"
    session.edit("Clear", lambda now: remove_robot(remove_robot(now, "one"), "two"))
    assert current_robot(session.state) is None
    session.undo()
    assert active(session) == "one"


def test_the_tool_stands_where_its_robot_stands() -> None:
    pose = tool_pose(CELL.robot("two"), (0.0, 0.0))
    assert np.allclose(pose[:3, 3], [2.75, 0.0, 0.0])


def test_the_joint_of_a_link() -> None:
    assert joint_at(CELL, link_ref("two", 2)) == (CELL.robots[1], 1)
    for other in ((), ("two",), link_ref("two", 0), link_ref("two", 3), ("gone", "link", 1)):
        assert joint_at(CELL, other) is None
