import numpy as np
import pytest

from rvs.engine.robot import Robot
from rvs.scene.sizes import length
from rvs.scene.standing import standing_height


def test_a_robot_with_a_raised_shoulder_stands_on_the_floor(puma):
    assert standing_height(puma) == 0.0


def test_one_that_starts_at_its_shoulder_gets_a_column(puma):
    low = Robot.from_dh(
        [j.a for j in puma.joints], [j.alpha for j in puma.joints],
        [0, *(j.d for j in puma.joints[1:])], np.zeros(6),
    )  # fmt: skip
    assert standing_height(low) == pytest.approx(0.4 * length(low), rel=0.05)


def test_one_that_stays_level_gets_a_step():
    planar = Robot.from_dh([1, 1], [0, 0], [0, 0], [0, 0])
    assert standing_height(planar) == pytest.approx(0.2)


def test_a_track_lies_on_the_floor():
    track = Robot.from_dh([0, 1], [np.pi / 2, 0], [0, 0], [0, 0], "PR")
    assert standing_height(track) == 0.0
