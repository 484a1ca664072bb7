"""The base frame of a robot's maker: in files, in words, in numbers."""

import numpy as np
import pytest

from rvs.engine.jacobians import fkine
from rvs.engine.robot import Robot
from rvs.engine.rotations import rotx, rotz
from rvs.engine.transforms import inverse, pose
from rvs.files.library import entries, load_robot
from rvs.files.robots.arch import parse_architecture
from rvs.files.robots.arch_write import architecture_text
from rvs.model.numbers.units import UNITS
from rvs.model.robots.maker import has_own_frame, maker_words, makers_frame
from rvs.study.design.design import made_from

UR = ("ur3", "ur3e", "ur5", "ur5e", "ur10", "ur10e", "ur16e", "ur20", "ur30")
# Height of the maker's frame above the foot, m: where axis 2 meets axis 1.
RAISED = {
    "fanuc-cr7ia": 0.457, "fanuc-crx10ial": 0.245, "fanuc-lrmate-200ic": 0.33,
    "fanuc-lrmate-200id": 0.33, "fanuc-m10ia": 0.45, "fanuc-m20ia": 0.525, "fanuc-m710ic-50": 0.565,
    "motoman-gp7": 0.33, "motoman-gp8": 0.33, "motoman-hc10": 0.275,
    "staubli-rx160": 0.55, "staubli-tx2-90": 0.478, "staubli-tx90": 0.478,
}  # fmt: skip
# The tool of a UR5e in the base of Universal Robots, from the table they publish.
DH = [
    (0.0, np.pi / 2, 0.1625), (-0.425, 0.0, 0.0), (-0.3922, 0.0, 0.0),
    (0.0, np.pi / 2, 0.1333), (0.0, -np.pi / 2, 0.0997), (0.0, 0.0, 0.0996),
]  # fmt: skip


def test_robots_of_the_library_say_where_their_makers_measure_from() -> None:
    assert {entry.name for entry in entries() if entry.own_frame} == {*UR, *RAISED}
    for name in UR:
        robot = load_robot(name).robot
        assert maker_words(robot) == "the maker's base frame is turned by 180° about z"
    for name, height in RAISED.items():
        robot = load_robot(name).robot
        assert makers_frame(robot) == pytest.approx(pose(np.eye(3), (0.0, 0.0, height)))
        assert robot.joints[0].d == pytest.approx(height)


def test_a_published_table_gives_the_pose_in_the_makers_frame() -> None:
    robot = load_robot("ur5e").robot
    table = Robot.from_dh(*zip(*[(a, alpha, d, 0.0) for a, alpha, d in DH], strict=True))
    q = np.radians([20.0, -70.0, 80.0, -100.0, -90.0, 15.0])
    seen = inverse(makers_frame(robot)) @ fkine(robot, q)
    assert seen == pytest.approx(fkine(table, q), abs=1e-4)
    assert fkine(robot, q)[:2, 3] == pytest.approx(-fkine(table, q)[:2, 3], abs=1e-4)


def test_the_frame_is_read_and_written_and_moves_with_the_base() -> None:
    text = (
        "unit = mm\nmaker = [[1 0 0 0] [0 1 0 0] [0 0 1 330] [0 0 0 1]]\n"
        "{ a = 100 b = 330 al = 0 th = 0 }\n"
    )
    read = parse_architecture(text)
    assert read.robot.maker[2, 3] == pytest.approx(0.33)
    assert parse_architecture(architecture_text(read)).robot == read.robot
    assert maker_words(read.robot, UNITS["mm"]) == "the maker's base frame is 330 mm along z"
    # a base that stands in the maker's frame has no other one
    moved = read.robot.replace(base=inverse(read.robot.maker))
    assert not has_own_frame(moved)
    assert maker_words(moved) == ""
    turned = read.robot.replace(base=pose(rotx(0.5) @ rotz(0.1), (0.0, 0.0, 0.0)))
    assert "turned by" in maker_words(turned)


def test_what_is_no_robot_of_a_maker_any_more_has_no_frame_of_one() -> None:
    robot = load_robot("ur5e").robot
    assert not has_own_frame(made_from(robot, "UR5e", "Own"))
