"""Torques along motions, the pace that drives allow, and what holding asks."""

from dataclasses import replace
from itertools import product
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.dynamics import gravload, rne
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.engine.trajectory import jtraj
from rvs.files.library import load_robot
from rvs.study.drives import (
    PARTS,
    drive_needs,
    holding,
    largest_payload,
    load_of,
    slow_down,
)
from rvs.study.lifting.worst import worst_posture
from tests.examples import examples

PUMA = load_robot("puma560").robot
seeds = st.integers(0, 2**32 - 1)


def heavy(seed: int, n: int = 3, kinds: str = "RP") -> Robot:
    """An arm of random sizes and masses, with motors and friction."""
    rng = np.random.default_rng(seed)
    kind = "".join(rng.choice(list(kinds), n))
    slides = np.array([letter == "P" for letter in kind])
    return Robot.from_dh(
        rng.uniform(-1, 1, n), rng.uniform(-3, 3, n), rng.uniform(-1, 1, n), 0, kind,
        limits=np.where(slides[:, None], [0.0, 0.7], [-2.5, 2.0]),
        mass=rng.uniform(0.1, 5, n), com=rng.uniform(-0.5, 0.5, (n, 3)),
        inertia=np.outer(rng.uniform(0.01, 1, n), [1, 1.2, 1.5, 0.1, 0.2, -0.1]),
        motor_inertia=rng.uniform(0, 0.01, n), gear=rng.uniform(-9, 9, n),
        viscous=rng.uniform(0, 0.1, n), coulomb=np.outer(rng.uniform(0, 0.3, n), [1, -1.5]),
        tool=np.eye(4) + 0.1 * np.eye(4, k=3),
    )  # fmt: skip


def moved(seed: int, robot: Robot, rows: int = 40):
    rng = np.random.default_rng(seed)
    times = np.linspace(0.0, 1.5, rows)
    q, qd, qdd = jtraj(rng.uniform(-2, 2, robot.n), rng.uniform(-2, 2, robot.n), times)
    return times, q, qd, qdd


def limited(robot: Robot, **limits) -> Robot:
    columns = zip(*limits.values(), strict=True)
    joints = [
        replace(joint, **dict(zip(limits, map(float, values), strict=True)))
        for joint, values in zip(robot.joints, columns, strict=True)
    ]
    return robot.replace(joints=joints)


@pytest.mark.property
@examples(40)
@given(seeds)
def test_parts_add_up_power_is_torque_times_speed_and_energy_its_integral(seed):
    robot = heavy(seed)
    times, q, qd, qdd = moved(seed, robot)
    force = np.random.default_rng(seed).uniform(-9, 9, 6)
    load = load_of(robot, times, q, qd, qdd, force)
    assert set(load.parts) == set(PARTS)
    size = np.abs(list(load.parts.values())).max()
    np.testing.assert_allclose(sum(load.parts.values()), load.torques, atol=1e-11 * size)
    np.testing.assert_array_equal(load.powers, load.torques * qd)
    whole = np.trapezoid(load.powers, times, axis=0)
    np.testing.assert_allclose(load.energies[-1], whole, atol=1e-11 * np.abs(whole).max())
    assert (load.energies[0] == 0.0).all()
    needs = drive_needs(robot, load)
    assert [need.peak for need in needs] == np.abs(load.torques).max(axis=0).tolist()
    assert all(need.rms <= need.peak * (1 + 1e-12) for need in needs)
    assert all(need.motor_peak * need.gear == pytest.approx(need.peak) for need in needs)


@pytest.mark.property
@examples(15)
@given(seeds)
def test_without_friction_the_work_becomes_energy(seed):
    from rvs.engine.dynamics import energy

    robot = heavy(seed)
    joints = [replace(j, motor=None) for j in robot.joints]
    robot = robot.replace(joints=joints)
    times, q, qd, qdd = moved(seed, robot, 3001)
    load = load_of(robot, times, q, qd, qdd)
    before, after = (energy(robot, q[k], qd[k]) for k in (0, -1))
    gained = after.kinetic + after.potential - before.kinetic - before.potential
    work, size = load.energies[-1].sum(), np.abs(load.energies).max()
    assert work == pytest.approx(float(gained), abs=2e-6 * size)


@pytest.mark.property
@examples(60)
@given(seeds, st.floats(0.2, 1.5))
def test_the_least_factor_keeps_all_limits_and_no_smaller_one_does(seed, share):
    robot = heavy(seed)
    times, q, qd, qdd = moved(seed, robot)
    load = load_of(robot, times, q, qd, qdd)
    held = np.abs(load_of(robot, times, q, 1e-9 * qd, 0 * qdd).torques).max(axis=0)
    effort = np.maximum(share * load.peaks, 1.02 * held + 1e-6)
    rate, push = 0.8 * np.abs(qd).max(axis=0) + 1e-9, 2.0 * np.abs(qdd).max(axis=0) + 1e-9
    robot = limited(robot, effort=effort, rate=rate, acceleration=push)
    found = slow_down(robot, load)
    assert 1.25 * (1 - 1e-6) <= found.factor < inf

    def broken(factor: float) -> float:
        tau = np.abs(rne(robot, q, qd / factor, qdd / factor**2)) / effort
        speed, change = np.abs(qd) / factor / rate, np.abs(qdd) / factor**2 / push
        return max(float(part.max()) for part in (tau, speed, change))

    assert broken(found.factor) <= 1 + 1e-7
    tries = np.linspace(1.0, found.factor, 400)[:-1]
    assert min(map(broken, tries)) > 1 - 1e-7
    assert broken(found.factor * (1 - 1e-5)) > 1


def test_where_gravity_alone_is_too_much_no_pace_helps():
    times, q, qd, qdd = moved(3, PUMA)
    load = load_of(PUMA, times, q, qd, qdd)
    effort = [inf, 0.9 * np.abs(load.parts["gravity"][:, 1]).max(), inf, inf, inf, inf]
    found = slow_down(limited(PUMA, effort=effort), load)
    assert (found.factor, found.joint, found.limit) == (inf, 1, "torque")
    assert abs(load.parts["gravity"][found.row, 1]) > effort[1]


def test_a_motion_within_its_limits_needs_no_more_time():
    times, q, qd, qdd = moved(3, PUMA)
    load = load_of(PUMA, times, q, qd, qdd)
    assert slow_down(PUMA, load).factor == 1.0
    assert slow_down(limited(PUMA, effort=1.0001 * load.peaks + 1e-9), load).factor == 1.0


@pytest.mark.property
@examples(30)
@given(seeds)
def test_the_largest_payload_brings_one_joint_to_its_effort(seed):
    robot, rng = heavy(seed), np.random.default_rng(seed)
    q = rng.uniform(robot.limits[:, 0], robot.limits[:, 1])
    effort = np.abs(gravload(robot, q)) + rng.uniform(1, 50, robot.n)
    robot, at = limited(robot, effort=effort), rng.uniform(-0.3, 0.3, 3)
    found = largest_payload(robot, q, at)
    if found.mass == inf:
        return
    carrying = with_mass(robot, found.mass, at)
    use = np.abs(gravload(carrying, q)) / effort
    assert use.max() == pytest.approx(1.0, abs=1e-9)
    assert int(np.argmax(use)) == found.joint


def with_mass(robot: Robot, mass: float, at: np.ndarray) -> Robot:
    last = robot.joints[-1]
    own = last.inertia
    total = own.mass + mass
    com = tuple(((np.array(own.com) * own.mass + mass * at) / total).tolist())
    return robot.replace(
        joints=(*robot.joints[:-1], replace(last, inertia=replace(own, mass=total, com=com)))
    )


def test_an_arm_that_cannot_hold_itself_carries_nothing():
    q = PUMA.home
    effort = 0.5 * np.abs(gravload(PUMA, q)) + 1e-9
    assert largest_payload(limited(PUMA, effort=effort), q).mass == 0.0


@pytest.mark.parametrize("seed", range(8))
def test_the_worst_posture_is_that_of_brute_force(seed):
    robot = heavy(seed)
    mass, at = 2.0, np.array([0.1, -0.2, 0.05])
    found = worst_posture(robot, mass, at)
    axes = [np.linspace(lower, upper, 41) for lower, upper in robot.limits]
    grid = np.array(list(product(*axes)))
    most = np.abs(gravload(with_mass(robot, mass, at), grid)).max(axis=0)
    # never less than the best of 68,921 postures, and little more
    assert (found.largest >= most - 1e-9).all()
    assert (found.largest <= most + 0.01 * most.max() + 1e-9).all()
    own = np.abs(gravload(with_mass(robot, mass, at), found.postures))
    np.testing.assert_allclose(np.diag(own), found.largest, atol=1e-9)
    assert found.joint == int(np.argmax(found.largest))
    assert (found.postures >= robot.limits[:, 0] - 1e-12).all()
    assert (found.postures <= robot.limits[:, 1] + 1e-12).all()


def test_the_worst_posture_counts_efforts_where_there_are_any():
    found = worst_posture(limited(PUMA, effort=[inf, 1000, 20, inf, inf, inf]))
    assert found.joint == 2
    assert found.share == pytest.approx(found.largest[2] / 20)


def test_a_slide_without_end_is_refused():
    endless = Robot.from_dh([1], 0, 0, 0, "P", mass=[1])
    with pytest.raises(ArgumentError, match="joint 1 has no limits"):
        worst_posture(endless)


def test_a_push_on_the_tool_adds_to_what_holds_it():
    q = PUMA.home
    pulled = holding(PUMA, q, [0, 0, -9.81])
    weighed = gravload(with_mass(PUMA, 1.0, PUMA.tool[:3, 3]), q)
    np.testing.assert_allclose(pulled, weighed, atol=1e-10)


def test_wrong_arguments_are_refused():
    times, q, qd, qdd = moved(1, PUMA)
    with pytest.raises(ArgumentError, match="times"):
        load_of(PUMA, times[:-1], q, qd, qdd)
    with pytest.raises(ArgumentError, match="3 or 6"):
        load_of(PUMA, times, q, qd, qdd, [1, 2])
    with pytest.raises(ArgumentError, match="mass"):
        worst_posture(PUMA, -1.0)


@pytest.mark.parametrize("effort", [0.3, 20.0])
def test_what_is_just_held_at_rest_ends(effort):
    # gravity alone is the whole effort: moving upwards is not possible at any pace
    mass = effort / 9.81
    lift = Robot.from_dh([0], 0, 0, 0, "P", mass=[mass], com=[[0, 0, 0]], effort=[effort])
    load = load_of(lift, [0, 1], [[0], [1]], [[0], [1]], [[1], [0]])
    assert slow_down(lift, load).factor > 1e3
    falling = load_of(lift, [0, 1], [[0], [1]], [[0], [-1]], [[-1], [0]])
    assert slow_down(lift, falling).factor == 1.0


def test_a_slower_pace_may_break_a_torque_that_a_faster_one_keeps() -> None:
    """4 x - 4 x^2 is 0 at full pace, 1 at half pace, and 0.8 at 0.276."""
    arm = Robot.from_dh(
        [1], 0, 0, 0, mass=[0], com=[[0, 0, 0]], inertia=[[0, 0, 1.0, 0, 0, 0]],
        viscous=[4.0], effort=[0.8], rate=[0.5], gravity=(0, 0, 0),
    )  # fmt: skip
    load = load_of(arm, [0, 1], [[0.0]] * 2, [[1.0]] * 2, [[-4.0]] * 2)
    found = slow_down(arm, load)
    assert found.limit == "torque"
    assert found.factor == pytest.approx(8.0 / (4.0 - np.sqrt(16.0 - 12.8)), rel=1e-6)
