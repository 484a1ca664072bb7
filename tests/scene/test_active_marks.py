"""The marks that tell the robots of a cell from each other: names, and a ring where one stands."""

import numpy as np
import pytest

from rvs.engine.robot import Robot
from rvs.engine.transforms import pose, rotx
from rvs.files.library import load_robot
from rvs.model.document import Document, PlacedRobot
from rvs.model.refs import link_ref, whole
from rvs.scene.annotate.active import active_marks
from rvs.scene.build import robot_solids
from rvs.scene.items import Label, Line

SHORT = Robot.from_dh([0.3, 0.2], [0.4, -1.0], [0.2, 0], 0, name="Arm")
UR5E = load_robot("ur5e").robot


@pytest.mark.parametrize("turn", [0.0, np.pi, np.pi / 2], ids=["floor", "ceiling", "wall"])
@pytest.mark.parametrize("mode", ["skeleton", "body", "full"])
@pytest.mark.parametrize("robot", [UR5E, SHORT.replace(base=pose(p=[0.2, 0.1, 0.5]))])
def test_the_ring_is_around_the_foot(robot, mode, turn) -> None:
    place = pose(rotx(turn), [0.3, -0.4, 1.2])
    placed = PlacedRobot("a", robot, place=tuple(map(tuple, place.tolist())))
    marks = active_marks(Document((placed, PlacedRobot("b", SHORT))), "a", "light", mode)
    (ring,) = (one for one in marks if isinstance(one, Line))
    base = np.concatenate(
        [
            solid.mesh.vertices @ solid.pose[:3, :3].T + solid.pose[:3, 3]
            for solid in robot_solids(placed, tuple(robot.home.tolist()), "", mode)
            if whole(solid.owner) == link_ref("a", 0)
        ]
    )
    points, body = ((one - place[:3, 3]) @ place[:3, :3] for one in (ring.points, base))
    # A body that reaches below where the robot was placed stands there all the same.
    assert points[:, 2] == pytest.approx(max(body[:, 2].min(), 0.0), abs=0.01)
    body = body[body[:, 2] > points[0, 2] - 0.01]
    middle = (points.min(axis=0) + points.max(axis=0))[:2] / 2
    radius = np.linalg.norm(points[:, :2] - middle, axis=1).max()
    assert np.linalg.norm(body[:, :2] - middle, axis=1).max() < radius


def test_a_robot_that_was_renamed_in_the_cell_is_called_so() -> None:
    cell = Document((PlacedRobot("left", SHORT), PlacedRobot("b", UR5E)))
    marks = active_marks(cell, "left", "light", "skeleton")
    assert [one.text for one in marks if isinstance(one, Label)] == ["1 left", "2 b"]
