"""Robots in series move as the two do, one on the other's tool."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.dynamics import inertia
from rvs.engine.joint import Inertia, Joint
from rvs.engine.kinematics import fkine
from rvs.engine.transforms import pose, rotation
from rvs.files.library import load_robot
from rvs.files.robots.arch import Architecture, read_architecture
from rvs.files.robots.arch_write import save_architecture
from rvs.model.robots.new_robots import connect
from tests.examples import examples

NAMES = ("puma560", "panda", "stanford", "scara", "ur5e", "rhino_xr3", "canadarm2")


def moved(robot, rng: np.random.Generator):
    """A robot on a crooked base with a crooked tool."""
    axis = rng.normal(size=3)
    base, tool = (
        pose(rotation(axis / np.linalg.norm(axis), angle), rng.uniform(-0.4, 0.4, 3))
        for angle in rng.uniform(-3.0, 3.0, 2)
    )
    return robot.replace(base=base, tool=tool)


@pytest.mark.property
@examples(25)
@given(st.sampled_from(NAMES), st.sampled_from(NAMES), st.integers(0, 2**31), st.booleans())
def test_the_tool_is_where_the_second_arm_takes_it(
    one: str, other: str, seed: int, crooked: bool
) -> None:
    rng = np.random.default_rng(seed)
    first, second = load_robot(one).robot, load_robot(other).robot
    if crooked:
        first, second = moved(first, rng), moved(second, rng)
    joined = connect(first, second)
    assert joined.n == first.n + second.n
    assert len({joint.convention for joint in joined.joints}) == 1
    q1, q2 = rng.uniform(-3.0, 3.0, (20, first.n)), rng.uniform(-3.0, 3.0, (20, second.n))
    both = np.hstack([q1, q2])
    np.testing.assert_allclose(
        fkine(joined, both), fkine(first, q1) @ fkine(second, q2), atol=1e-11
    )
    for old, new in zip((*first.joints, *second.joints), joined.joints, strict=True):
        assert (old.limits, old.rate, old.motor, old.home) == (
            new.limits, new.rate, new.motor, new.home,
        )  # fmt: skip


def test_masses_stay_where_they_were() -> None:
    """With the first arm locked in place, the second moves as it does alone."""
    puma = load_robot("puma560").robot
    rng = np.random.default_rng(3)
    first, second = moved(puma, rng), moved(puma, rng)
    joined = connect(first, second)
    q1, q2 = rng.uniform(-2.0, 2.0, (2, 6))
    whole = inertia(joined, np.hstack([q1, q2]))
    np.testing.assert_allclose(whole[6:, 6:], inertia(second, q2), atol=1e-9)
    alone = connect(first, second.replace(joints=tuple(_light(j) for j in second.joints)))
    light = inertia(alone, np.hstack([q1, q2]))
    np.testing.assert_allclose(light[:6, :6], inertia(first, q1), atol=1e-9)


def _light(joint: Joint) -> Joint:
    return replace(joint, inertia=Inertia(), motor=None)


def test_it_is_saved_as_any_other(tmp_path) -> None:
    rng = np.random.default_rng(5)
    joined = connect(moved(load_robot("panda").robot, rng), load_robot("puma560").robot)
    path = tmp_path / "both.arch"
    save_architecture(path, Architecture(joined, "m"))
    read = read_architecture(path).robot
    q = rng.uniform(-2.0, 2.0, joined.n)
    np.testing.assert_allclose(fkine(read, q), fkine(joined, q), atol=1e-11)


def test_two_plain_arms_keep_their_tables() -> None:
    arm = load_robot("stanford").robot
    arm = arm.replace(tool=np.eye(4), base=np.eye(4))
    joined = connect(arm, arm, "twice")
    assert joined.name == "twice"
    assert joined.joints == arm.joints * 2
