"""Torques of ten bundled robots against Pinocchio, where it is installed."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rvs.engine.descriptions.comparison import random_postures
from rvs.files.convert import convert
from rvs.files.library import find_robot, load_robot
from rvs.study.drives import load_of

TEN = ("puma560", "panda", "fr3", "gen3", "iiwa7", "sawyer", "ur5e", "ur10", "xarm7", "ur20")
STATES = 1000


@pytest.mark.parametrize("name", TEN)
def test_torques_are_those_of_pinocchio(tmp_path: Path, name: str) -> None:
    pinocchio: Any = pytest.importorskip("pinocchio")
    robot = load_robot(name).robot
    convert(find_robot(name), tmp_path / "robot.urdf")
    model = pinocchio.buildModelFromUrdf(str(tmp_path / "robot.urdf"))
    data = model.createData()
    slides = [not joint.turns for joint in robot.joints]
    q = random_postures([joint.limits for joint in robot.joints], slides, STATES)
    qd, qdd = np.random.default_rng(4).uniform(-3, 3, (2, STATES, robot.n))
    load = load_of(robot, np.arange(STATES), q, qd, qdd)
    ours = load.parts["inertia"] + load.parts["coriolis"] + load.parts["gravity"]
    model.gravity.linear = np.array(robot.gravity)
    wide = [joint.nq == 2 for joint in list(model.joints)[1:]]
    theirs = np.array([
        pinocchio.rnea(model, data, turned(values, wide), speed, change)
        for values, speed, change in zip(q, qd, qdd, strict=True)
    ])  # fmt: skip
    assert np.abs(ours - theirs).max() <= 1e-9 * np.abs(theirs).max()
    holding = np.array([
        pinocchio.computeGeneralizedGravity(model, data, turned(values, wide)) for values in q
    ])  # fmt: skip
    held = load.parts["gravity"]
    assert np.abs(held - holding).max() <= 1e-9 * np.abs(holding).max()


def turned(values: np.ndarray, wide: list[bool]) -> np.ndarray:
    """A posture as Pinocchio counts it: joints without limits by cosine and sine."""
    parts = [[np.cos(x), np.sin(x)] if one else [x] for x, one in zip(values, wide, strict=True)]
    return np.concatenate(parts)
