"""The bundled Cartesian paths: their robots follow them, within limits and without a warning."""

import numpy as np
import pytest

from rvs.engine.kinematics import fkine
from rvs.files.library import load_robot
from rvs.files.motions.ctraj import read_ctraj
from rvs.files.storage.locations import bundled_folder
from rvs.model.motions.cartesian import follow

FILES = sorted((bundled_folder() / "ctraj").glob("*.ctraj"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_is_followed_to_its_end(path):
    file = read_ctraj(path)
    assert file.warnings == ()
    assert path.read_text(encoding="utf-8").startswith("/* ")
    robot = load_robot(file.robot).robot
    plan = follow(robot, "robot", file.motion, dt=0.05)
    assert plan.complete
    assert plan.findings == ()
    rows = plan.trajectory.joints
    wanted = file.motion.poses(rows.times.array)
    assert np.abs(fkine(robot, rows.rows.array) - wanted).max() < 1e-6
    assert wanted[:, 2, 3].min() > 0.1


def test_there_are_some():
    assert len(FILES) >= 5


def test_the_circle_of_the_thesis_is_that_of_its_joint_trajectory():
    path = read_ctraj(bundled_folder() / "ctraj" / "rediestro-circle.ctraj").motion
    robot = load_robot("rediestro").robot
    first = np.radians([-101.701428, -17.676645, 98.959045, 88.860555, -25.025655, 119.490145])
    tool = fkine(robot, [*first, np.radians(-113.344355)])
    assert np.abs(path.poses(np.zeros(1))[0] - tool).max() < 1e-4
    points = path.poses(np.linspace(0, path.duration, 100))[:, :3, 3]
    radius = np.linalg.norm(points[:, :2] - [0.474478, 0.071897], axis=1)
    assert np.allclose(radius, 0.1, atol=1e-6)
