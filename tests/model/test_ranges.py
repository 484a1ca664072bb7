from math import inf, pi

import pytest

from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.model.robots.ranges import Range, joint_range, reach


def robot(*joints: Joint) -> Robot:
    return Robot(joints)


def test_published_limits_are_the_range() -> None:
    found = joint_range(robot(Joint(limits=(-1.0, 2.0))), 0)
    assert found == Range(-1.0, 2.0)
    assert found.zone == pytest.approx(0.18)


def test_missing_limits_are_assumed() -> None:
    assert joint_range(robot(Joint()), 0) == Range(-pi, pi, assumed=True)
    assert joint_range(robot(Joint(a=0.4), Joint(kind="prismatic", d=0.1)), 1) == Range(
        -0.5, 0.5, assumed=True
    )


def test_one_missing_limit_is_assumed() -> None:
    found = joint_range(robot(Joint(limits=(0.0, inf))), 0)
    assert (found.lower, found.assumed) == (0.0, True)
    assert found.upper > found.lower
    found = joint_range(robot(Joint(limits=(-inf, -4.0))), 0)
    assert (found.upper, found.assumed) == (-4.0, True)
    assert found.upper > found.lower


def test_an_assumed_range_holds_the_initial_value() -> None:
    assert joint_range(robot(Joint(theta=4.0)), 0) == Range(-pi, 4.0, assumed=True)


def test_room() -> None:
    limits = Range(-1.0, 1.0)
    assert limits.room(0.75) == 0.25
    assert limits.room(-1.5) == -0.5
    assert limits.clamp(-1.5) == -1.0
    assumed = Range(-1.0, 1.0, assumed=True)
    assert (assumed.room(0.99), assumed.zone) == (inf, 0.0)


def test_reach_is_never_zero() -> None:
    assert reach(robot(Joint())) == 1.0
    assert reach(robot(Joint(a=-0.3, d=0.2))) == pytest.approx(0.5)
    assert reach(robot(Joint(kind="prismatic", limits=(-0.2, 0.7)))) == pytest.approx(0.7)
