"""Plots of conditioning and manipulability along a trajectory, against single postures."""

from __future__ import annotations

import numpy as np
import pytest

from rvs.engine.kinematics import manipulability
from rvs.files.library import load_robot
from rvs.model.motions.motion import JointTrajectory
from rvs.model.plots.kinds import KINDS, plots_of
from rvs.study.dexterity import condition_number


@pytest.fixture
def moving():
    robot = load_robot("puma560").robot
    ends = np.array([[0.1, 0.5, -1.0, 0.4, 0.0, 0.6], [0.1, 0.5, -1.0, 0.4, 0.9, 0.6]])
    rows = ends[0] + np.linspace(0, 1, 9)[:, None] * (ends[1] - ends[0])
    return robot, rows


def plotted(moving, kind):
    robot, rows = moving
    (plot,) = plots_of(kind, robot, JointTrajectory.evenly("puma", rows, 0.1))
    return plot, np.array(plot.curves[0].y)


def test_the_index_is_a_hundred_percent_by_the_condition_number(moving):
    robot, rows = moving
    plot, values = plotted(moving, "condition")
    assert values[0] == pytest.approx(0.0, abs=1e-6)  # the wrist is singular
    assert values[-1] == pytest.approx(100.0 / condition_number(robot, rows[-1]))
    assert (plot.y.lower, plot.y.unit) == (0.0, "%")


def test_manipulability_is_that_of_each_posture(moving):
    robot, rows = moving
    _, values = plotted(moving, "manipulability")
    assert values == pytest.approx(manipulability(robot, rows), abs=1e-12)


def test_they_have_no_joints_of_their_own():
    assert not KINDS["condition"].of_joints
    assert not KINDS["manipulability"].of_joints
