import numpy as np

from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.model.current import current_robot, joint_at, tool_pose
from rvs.model.document import Document, PlacedRobot
from rvs.model.refs import link_ref
from rvs.model.state import State

ARM = Robot((Joint(a=0.5), Joint(a=0.25)))
SHIFTED = ((1.0, 0, 0, 2.0), (0, 1.0, 0, 0), (0, 0, 1.0, 0), (0, 0, 0, 1.0))
CELL = Document((PlacedRobot("one", ARM), PlacedRobot("two", ARM, place=SHIFTED)))


def test_the_selected_robot_is_current_else_the_first() -> None:
    assert current_robot(State()) is None
    assert current_robot(State(CELL)).id == "one"
    assert current_robot(State(CELL, selection=link_ref("two", 1))).id == "two"
    assert current_robot(State(CELL, selection=("gone",))).id == "one"


def test_the_tool_stands_where_its_robot_stands() -> None:
    pose = tool_pose(CELL.robot("two"), (0.0, 0.0))
    assert np.allclose(pose[:3, 3], [2.75, 0.0, 0.0])


def test_the_joint_of_a_link() -> None:
    assert joint_at(CELL, link_ref("two", 2)) == (CELL.robots[1], 1)
    for other in ((), ("two",), link_ref("two", 0), link_ref("two", 3), ("gone", "link", 1)):
        assert joint_at(CELL, other) is None
