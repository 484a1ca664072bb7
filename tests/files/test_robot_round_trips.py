"""Every bundled robot written as URDF and MJCF and read back; and by the programs of others."""

from __future__ import annotations

from importlib.util import find_spec
from math import inf
from pathlib import Path

import numpy as np
import pytest

from rvs.engine.errors import RvsError
from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.engine.rotations import from_rpy
from rvs.files.convert import convert, convert_robot
from rvs.files.cross_check import opinion
from rvs.files.cross_check.process import answered
from rvs.files.library import find_robot, load_robot, names
from rvs.files.robots.arch import Architecture
from rvs.files.robots.readers import read_robot_file
from rvs.files.trees.robot_tree import fixed_angles, robot_tree

# Programs that read each format, which the tests ask in their own process.
WITNESSES = {".urdf": "pinocchio", ".xml": "mujoco", ".sdf": "pydrake"}


@pytest.fixture(autouse=True)
def near(monkeypatch) -> None:
    monkeypatch.setattr(opinion, "asked", answered)


# The formats of one robot one after another, for they share its meshes.
@pytest.mark.parametrize("suffix", WITNESSES)
@pytest.mark.parametrize("name", names())
def test_a_bundled_robot_comes_back(tmp_path: Path, name: str, suffix: str) -> None:
    done = convert(find_robot(name), tmp_path / f"robot{suffix}")
    source = load_robot(name).robot
    (other,) = done.opinions
    assert other.agrees == (find_spec(WITNESSES[suffix]) is not None), other.words
    assert done.error <= 1e-12
    assert done.torque_error is None or done.torque_error <= 1e-10
    assert (done.torque_error is None) == any(joint.inertia is None for joint in source.joints)
    for old, new in zip(source.joints, done.robot.joints, strict=True):
        assert new.name in (old.name, new.name)
        assert new.kind == old.kind
        np.testing.assert_allclose(new.limits, old.limits, rtol=1e-15)


@pytest.mark.parametrize("near", [0.0, 1e-16, 1e-12, 1e-9, 1e-8, 1e-6, 0.3])
@pytest.mark.parametrize("side", [1.0, -1.0])
def test_angles_are_exact_where_two_axes_are_one(near: float, side: float) -> None:
    for x, z in np.random.default_rng(5).uniform(-3, 3, (20, 2)):
        pose = np.eye(4)
        pose[:3, :3] = from_rpy([z, side * (np.pi / 2 - near), x])
        again = from_rpy(fixed_angles(pose)[::-1])
        np.testing.assert_allclose(again, pose[:3, :3], atol=2e-15)


def test_a_helical_joint_is_refused() -> None:
    with pytest.raises(RvsError, match="joint 1 of screw is helical"):
        robot_tree(Robot((Joint(kind="helical", pitch=0.1),), name="screw"))


@pytest.mark.parametrize("suffix", [".xml", ".urdf", ".sdf", ".json", ".m", ".py", ".csv"])
@pytest.mark.parametrize("kind", ["revolute", "prismatic"])
@pytest.mark.parametrize("limits", [(-inf, 0.5), (-0.5, inf), (-0.5, 0.5)])
def test_a_joint_with_one_limit_is_read_back(tmp_path, suffix, kind, limits) -> None:
    joints = (Joint(kind=kind, a=0.1, limits=limits, name="one"),)
    path = tmp_path / f"x{suffix}"
    convert_robot(Architecture(Robot(joints, name="x")), path)
    assert read_robot_file(path).robot.joints[0].limits == pytest.approx(limits)
