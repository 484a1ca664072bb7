"""Distance of a tool from its goal, the reason, and the effect of a singularity."""

from dataclasses import replace

import numpy as np
import pytest

from rvs.engine.kinematics import fkine
from rvs.engine.transforms import pose
from rvs.files.library import load_robot
from rvs.model.numbers.units import UNITS
from rvs.model.robots.tool_error import flips, nearness, pose_error, why_short

PUMA = load_robot("puma560").robot
HERE = tuple(np.radians([10.0, 45.0, -160.0, 20.0, -65.0, 0.0]).tolist())


def test_a_miss_is_a_length_and_an_angle() -> None:
    T = fkine(PUMA, HERE)
    goal = T @ pose(p=[0.0, 0.3, 0.4])
    assert pose_error(T, goal) == pytest.approx((0.5, 0.0), abs=1e-12)


def test_why_a_pose_is_not_reached() -> None:
    T = fkine(PUMA, HERE)
    far = T.copy()
    far[0, 3] += 2.0
    assert why_short(PUMA, far, HERE).startswith("Out of reach: the tool comes no closer than 1.")
    assert why_short(PUMA, T, HERE).startswith("Another posture reaches it")
    ends = [(q - 0.01, q + 0.01) for q in HERE]
    joints = [replace(j, limits=end) for j, end in zip(PUMA.joints, ends, strict=True)]
    held = PUMA.replace(joints=tuple(joints))
    near = T.copy()
    near[2, 3] -= 0.1
    assert why_short(held, near, HERE).startswith("Only postures beyond limits reach it (θ")


def test_singularities_are_named_where_they_are_near() -> None:
    assert nearness(PUMA, HERE) is None
    straight = tuple(np.radians([10.0, 45.0, -160.0, 20.0, 0.0, 0.0]).tolist())
    assert nearness(PUMA, straight).kind == "wrist"


def test_a_joint_that_turns_far_in_a_step_is_named() -> None:
    after = (*HERE[:3], HERE[3] + np.radians(67.0), HERE[4], HERE[5] - np.radians(66.0))
    assert flips(PUMA, HERE, after, UNITS["deg"]) == "θ₄ by 67° and θ₆ by −66°"
    assert flips(PUMA, HERE, HERE, UNITS["deg"]) == ""
