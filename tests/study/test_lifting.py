"""The largest payload: closed forms of planar arms, makers' diagrams of wrists, other searches."""

from __future__ import annotations

import numpy as np
import pytest

from rvs.engine.dynamics import gravload, rne
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.scripting.opening import placed
from rvs.study.drives import largest_payload
from rvs.study.lifting.diagram import any_way, at_places, lift, mass_curve
from rvs.study.lifting.worst import mass_limits, own_torques, point_torques, range_of

G = 9.81
DOWN = (0.0, -G, 0.0)
REST = (None, None)
L1, L2, C1, C2, M1, M2 = 0.5, 0.4, 0.2, 0.15, 8.0, 5.0


def planar(efforts, limits=None, **more):
    """Two links in an upright plane, their centres at C1 and C2 from their joints."""
    return Robot.from_dh(
        [L1, L2], 0, 0, 0, mass=[M1, M2], com=[[C1 - L1, 0, 0], [C2 - L2, 0, 0]],
        effort=efforts, limits=limits, gravity=DOWN, **more,
    )  # fmt: skip


def places(*pairs):
    axial, radial = np.array(pairs, float).T
    return at_places(axial, radial)


def test_a_horizontal_arm_of_one_joint():
    arm = Robot.from_dh([2], [0], [0], [0], mass=[3], com=[[-1, 0, 0]], effort=[100], gravity=DOWN)
    found = lift(range_of(arm), places((0, 0), (0.7, 0), (0, 0.3)))
    own, far = 3 * G * 1.0, np.array([2.0, 2.0, 2.3])
    assert found.mass == pytest.approx((100 - own) / (G * far), rel=1e-7)
    assert found.joint.tolist() == [0, 0, 0]


@pytest.mark.parametrize("efforts", [(120, 30), (120, 80)])
def test_a_stretched_arm_of_two_joints(efforts):
    found = lift(range_of(planar(efforts)), places((0, 0), (0, 0.2)))
    for k, away in enumerate((0.0, 0.2)):
        one = (efforts[0] / G - M1 * C1 - M2 * (L1 + C2)) / (L1 + L2 + away)
        two = (efforts[1] / G - M2 * C2) / (L2 + away)
        assert found.mass[k] == pytest.approx(min(one, two), rel=1e-7)
        assert found.joint[k] == int(two < one)


@pytest.mark.parametrize("efforts", [(120, 30), (120, 80), (120, 1)])
def test_a_locked_joint_holds_the_payload_with_its_effort(efforts):
    arm = planar(efforts, locked=[False, True])
    found = lift(range_of(arm), places((0, 0), (0, 0.2)))
    for k, away in enumerate((0.0, 0.2)):
        one = (efforts[0] / G - M1 * C1 - M2 * (L1 + C2)) / (L1 + L2 + away)
        two = max((efforts[1] / G - M2 * C2) / (L2 + away), 0)
        assert found.mass[k] == pytest.approx(min(one, two), rel=1e-7)
        assert found.joint[k] == int(two < one)
        assert found.mass[0] == pytest.approx(largest_payload(arm, found.q[0]).mass, rel=1e-9)


def test_limits_keep_the_arm_from_stretching():
    arm = planar((90, np.inf), np.radians([[60, 90], [-180, 180]]))
    found = lift(range_of(arm), places((0, 0)))
    # the upper arm at 60 degrees, the forearm level
    own = M1 * C1 * 0.5 + M2 * (L1 * 0.5 + C2)
    assert found.mass[0] == pytest.approx((90 / G - own) / (L1 * 0.5 + L2), rel=1e-7)
    assert np.degrees(found.q[0]) == pytest.approx([60, -60], abs=1e-3)


def test_an_arm_that_cannot_hold_itself():
    found = lift(range_of(planar((40, 80))), places((0, 0)))
    assert found.mass[0] == 0.0
    assert found.joint[0] == 0


def test_a_joint_that_accelerates_without_gravity():
    arm = Robot.from_dh(
        [0.8], 0, 0, 0, mass=[2], com=[[-0.4, 0, 0]], inertia=[[0, 0, 0.1, 0, 0, 0]],
        effort=[10], rate=[3], gravity=(0, 0, -G),
    )  # fmt: skip
    arm = arm.replace(joints=(_accelerating(arm.joints[0], 5.0),))
    found = lift(range_of(arm, speed=0.5), places((0, 0)))
    inertia = 0.1 + 2 * 0.4**2
    assert found.mass[0] == pytest.approx((10 / 2.5 - inertia) / 0.8**2, rel=1e-7)


def _accelerating(joint, most):
    from dataclasses import replace

    return replace(joint, acceleration=most)


def test_two_joints_at_full_speed_against_a_fine_grid():
    arm = planar((260, 90), rate=[3, 4])
    found = lift(range_of(arm, speed=1.0), places((0, 0)))
    q = np.stack(np.meshgrid(*[np.linspace(-np.pi, np.pi, 61)] * 2), -1).reshape(-1, 2)
    least = np.inf
    for qd in ((3, 4), (3, -4), (3, 0), (0, 4), (0, -4)):
        speeds = np.tile(np.array(qd, float), (len(q), 1))
        still = np.zeros_like(q)
        own = own_torques(arm, q, speeds, still)
        each = point_torques(arm, np.zeros((len(q), 3)), q, speeds, still)
        limits = mass_limits(own, each, np.array([260.0, 90.0]))
        least = min(least, float(limits.min()))
    assert found.mass[0] <= least * (1 + 1e-6)
    assert found.mass[0] == pytest.approx(least, rel=2e-3)


@pytest.mark.parametrize(("turn", "idle"), [(0.0, {0}), (np.pi, {0}), (0.5, set())])
def test_only_a_rotation_about_the_direction_of_gravity_loads_no_joint(turn, idle):
    base = np.eye(4)
    base[1:3, 1:3] = [[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]
    robot = placed("ur5e").robot.replace(base=base)
    area = range_of(robot, speed=1.0)
    assert area.idle == idle
    states = np.random.default_rng(2).uniform(area.low, area.high, (2, len(area.low)))
    states[1, 1:] = states[0, 1:]
    own, each = area.torques(states, np.full(2, 0.3))
    assert np.allclose(own[0], own[1], atol=1e-9) == np.allclose(each[0], each[1]) == bool(idle)


def test_torques_of_the_load_are_those_of_a_link_with_its_mass():
    robot = placed("ur5e").robot
    rng = np.random.default_rng(3)
    q, qd, qdd = rng.uniform(-2, 2, (3, 20, 6))
    point, mass = np.array([0.1, -0.05, 0.2]), 4.0
    own = own_torques(robot, q, qd, qdd)
    each = point_torques(robot, np.tile(point, (20, 1)), q, qd, qdd)
    from rvs.geometry.bulk import Bulk
    from rvs.model.robots.masses import carrying

    heavy = carrying(robot, Bulk(mass, mass * point, mass * np.outer(point, point)))
    assert own + mass * each == pytest.approx(rne(heavy, q, qd, qdd), abs=1e-9)


@pytest.mark.parametrize("name", ["ur5e", "panda", "jaco2"])
def test_no_random_posture_holds_less(name):
    robot = placed(name).robot
    found = lift(range_of(robot), places((0, 0), (0.2, 0), (0, 0.2)))
    low, high = np.array(robot.limits).T
    low, high = np.where(np.isfinite(low), low, -np.pi), np.where(np.isfinite(high), high, np.pi)
    q = np.random.default_rng(1).uniform(low, high, (40_000, robot.n))
    effort = np.array([joint.effort for joint in robot.joints])
    for k, point in enumerate(([0, 0, 0], [0, 0, 0.2], [0.2, 0, 0])):
        own = own_torques(robot, q, None, None)
        each = point_torques(robot, np.tile(np.array(point, float), (len(q), 1)), q, None, None)
        with np.errstate(divide="ignore"):
            least = float(((effort - np.sign(each) * own) / np.abs(each)).min())
        assert found.mass[k] <= least
        assert found.mass[k] > 0.85 * least


def test_one_posture_is_that_of_the_other_function():
    robot = placed("ur5e").robot
    q = np.radians([10, -40, 60, 20, 50, 30.0])
    found = lift(range_of(robot, q=q), places((0, 0)))
    other = largest_payload(robot, q, [0, 0, 0])
    assert found.mass[0] == pytest.approx(other.mass, rel=1e-7)
    assert found.joint[0] == other.joint
    assert np.abs(gravload(robot, q)).max() < 150


def test_any_direction_is_the_worst_of_all():
    robot = placed("ur5e").robot
    found = lift(range_of(robot), any_way(np.array([0.3])))
    tilts = np.linspace(0, np.pi / 2, 19)
    each = lift(range_of(robot), at_places(0.3 * np.cos(tilts), 0.3 * np.sin(tilts)))
    assert found.mass[0] <= each.mass.min() * (1 + 1e-6)
    assert found.mass[0] == pytest.approx(each.mass.min(), rel=5e-3)


def wrist(efforts):
    """A roll, bend and twist axis that meet in a point, without masses, the roll axis level."""
    return Robot.from_dh(
        0, np.radians([-90, 90, 0]), 0, 0, mass=[0] * 3, com=np.zeros((3, 3)), effort=efforts,
        gravity=(-G, 0, 0),
    )  # fmt: skip


# Moment arm ratings: moments of the axes R, B, T in N m; mass in kg; largest distance of its centre
# from the B axis and from the T axis in mm, where the moments and not the inertias limit them.
MAKERS = [
    # Yaskawa, manual of the Motoman MA2010, figure 7-2
    ((22.0, 22.0, 9.8), 10.0, 220.0, 100.0),
    ((22.0, 22.0, 9.8), 6.0, None, 166.0),
    # Specification of the manipulator NB04L, table and figure 2.1.2
    ((10.1, 10.1, 2.94), 4.0, 258.0, None),
    ((10.1, 10.1, 2.94), 3.0, 345.0, None),
]


@pytest.mark.parametrize(("moments", "mass", "from_b", "from_t"), MAKERS)
def test_makers_diagrams_of_wrists_within_3_percent(moments, mass, from_b, from_t):
    area = range_of(wrist(moments))
    if from_b is not None:
        found = lift(area, places((from_b / 1000, 0)))
        assert found.mass[0] == pytest.approx(mass, rel=0.03)
        assert found.joint[0] in (0, 1)
    if from_t is not None:
        found = lift(area, places((0, from_t / 1000)))
        assert found.mass[0] == pytest.approx(mass, rel=0.03)
        assert found.joint[0] == 2


# What makers allow at full reach, kg: UR10e, maximum payload of its manual; Panda and iiwa 7, rated
# payloads; Gen3, user guide, full reach, continuous.  Efforts alone allow more, none within 3 %.
RATED = {"ur10e": (12.5, 1.19), "panda": (3.0, 1.69), "iiwa7": (7.0, 1.32), "gen3": (1.1, 1.72)}


@pytest.mark.parametrize("name", RATED)
def test_makers_allow_less_than_the_efforts(name):
    rated, ratio = RATED[name]
    found = lift(range_of(placed(name).robot), places((0, 0)))
    assert found.mass[0] / rated == pytest.approx(ratio, abs=0.01)
    assert ratio > 1.03


def test_curves_of_equal_mass():
    axis = np.linspace(0, 1, 6)
    away = np.hypot(*np.meshgrid(axis, axis, indexing="ij"))
    along, across = mass_curve(axis, axis, 1.0 / (0.5 + away), 1.0)
    assert np.hypot(along, across) == pytest.approx(0.5, abs=0.03)
    assert along[-1] == pytest.approx(0.5, abs=0.02)
    # A quarter of a circle of 1.2 m leaves the square of 1 m.
    along, across = mass_curve(axis, axis, 1.0 / (0.5 + away), 1.0 / 1.7)
    assert np.hypot(along, across) == pytest.approx(1.2, abs=0.03)
    assert along[0] == pytest.approx(np.sqrt(1.2**2 - 1.0), abs=0.05)


def test_without_efforts_it_is_refused():
    with pytest.raises(ArgumentError, match="none is known; write them into the column effort"):
        lift(range_of(placed("puma560").robot), places((0, 0)))


def test_a_slide_without_limits_is_refused():
    arm = Robot.from_dh(0, 0, 0, 0, "P", mass=[1], com=[[0, 0, 0]], effort=[10])
    with pytest.raises(ArgumentError, match="joint 1 has no limits"):
        range_of(arm)


def test_a_speed_without_rates_is_refused():
    with pytest.raises(ArgumentError, match="the rated speeds of joints 1, 2 are not known"):
        range_of(planar((100, 50)), speed=0.5)


def test_a_lift_holds_what_its_force_does():
    axis = Robot.from_dh(
        0, 0, 0, 0, "P", mass=[20], com=[[0, 0, 0]], effort=[500], limits=[[0, 1]], rate=[2]
    )
    axis = axis.replace(joints=(_accelerating(axis.joints[0], 4.0),))
    still, moving = (lift(range_of(axis, speed=s), places((0, 0.3))) for s in (0.0, 1.0))
    assert still.mass[0] == pytest.approx(500 / G - 20, rel=1e-7)
    assert moving.mass[0] == pytest.approx(500 / (G + 4.0) - 20, rel=1e-7)
