"""Joint axes, names and lines to the floor, and the letters of frames' axes."""

import numpy as np
import pytest

from rvs.engine.kinematics import frames
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose, rotx
from rvs.model.document import PlacedRobot
from rvs.scene.annotate.frames import frame_items
from rvs.scene.annotate.robot_marks import axis_items, base_line_items, name_items
from rvs.scene.items import Label, Line

ROBOT = Robot.from_dh([0.3, 0.2, 0.1], [0.4, -1.0, 0], [0.2, 0, 0], 0, name="Arm")
Q = (0.3, -0.5, 0.8)


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_axes_run_through_the_joints_and_are_numbered(convention):
    place = pose(rotx(0.3), [1.0, 2.0, 0.5])
    placed = PlacedRobot("r", ROBOT.to_dh(convention), place=tuple(map(tuple, place.tolist())))
    items = axis_items(placed, Q, "light")
    lines = [one for one in items if isinstance(one, Line)]
    assert [one.text for one in items if isinstance(one, Label)] == ["1", "2", "3"]
    # Along z of the frame before, in the standard table of the robot.
    before = place @ frames(ROBOT, np.array(Q))[:-1]
    for line, frame in zip(lines, before, strict=True):
        way = (line.points[1] - line.points[0]) / np.linalg.norm(line.points[1] - line.points[0])
        assert way == pytest.approx(frame[:3, 2])
        off = line.points[0] - frame[:3, 3]
        assert np.linalg.norm(np.cross(off, way)) < 1e-12


def test_a_base_above_the_floor_has_a_line_to_it():
    assert base_line_items(PlacedRobot("r", ROBOT), "light") == ()
    raised = ROBOT.replace(base=pose(p=[0.2, 0.3, 0.7]))
    (line,) = base_line_items(PlacedRobot("r", raised), "light")
    assert line.points.tolist() == [[0.2, 0.3, 0.0], [0.2, 0.3, 0.7]]


def test_names_stand_at_the_base_and_letters_are_pauls():
    (name,) = name_items(PlacedRobot("r", ROBOT), "light")
    assert name.text == "Arm"
    options = (PlacedRobot("r", ROBOT), Q, "light", True, 1.0, 0)
    letters = {one.text for one in frame_items(*options) if isinstance(one, Label)}
    assert letters == {"X", "Y", "Z"}
    letters = {one.text for one in frame_items(*options, letters="noa") if isinstance(one, Label)}
    assert letters == {"N", "O", "A"}
