"""Dynamics: the laws of mechanics on random robots, and what must be refused."""

from dataclasses import replace

import numpy as np
import pytest
from heavy_robots import heavy_robots, random_motion, random_robot, seeds
from hypothesis import given

from rvs.engine.dynamics import (
    accel,
    cinertia,
    coriolis,
    coriolis_matrix,
    delta_torque,
    energy,
    euler_step,
    fdyn,
    friction,
    gravload,
    inertia,
    itorque,
    link_motion,
    reactions,
    rne,
    simulate_torques,
    tip_torque,
    torque_derivatives,
)
from rvs.engine.errors import ArgumentError, NoSolution
from rvs.engine.joint import Inertia, Joint, Motor
from rvs.engine.kinematics import fkine, frames
from rvs.engine.robot import Robot
from tests.examples import examples

pytestmark = pytest.mark.property
some = examples(25)


def central(function, at, step=1e-6):
    """Columns of derivatives by each entry of ``at``."""
    columns = []
    for i in range(len(at)):
        h = np.zeros(len(at))
        h[i] = step
        columns.append((function(at + h) - function(at - h)) / (2 * step))
    return np.stack(columns, axis=-1)


@some
@given(heavy_robots, seeds)
def test_torques_do_the_work_that_changes_the_energy(robot, seed):
    q, qd, qdd = random_motion(robot, seed)
    h = 1e-5

    def total(t):
        return sum(energy(robot, q + t * qd + t**2 / 2 * qdd, qd + t * qdd))

    power = rne(robot, q, qd, qdd, friction=False) @ qd
    rate = (total(h) - total(-h)) / (2 * h)
    assert power == pytest.approx(rate, rel=1e-6, abs=1e-6)


@some
@given(heavy_robots, seeds)
def test_gravity_load_is_the_slope_of_the_potential(robot, seed):
    q, qd, _ = random_motion(robot, seed)
    slope = central(lambda x: energy(robot, x, qd).potential, q)
    np.testing.assert_allclose(gravload(robot, q), slope, rtol=1e-6, atol=1e-6)


@some
@given(heavy_robots, seeds)
def test_accelerations_give_back_their_torques(robot, seed):
    q, qd, tau = random_motion(robot, seed)
    wrench = np.random.default_rng(seed).normal(size=6)
    qdd = accel(robot, q, qd, tau, wrench=wrench)
    rest = tau - rne(robot, q, qd, np.zeros(robot.n), wrench=wrench)
    scale = np.abs(inertia(robot, q)).max() * np.abs(qdd).max()
    np.testing.assert_allclose(inertia(robot, q) @ qdd, rest, atol=1e-11 * scale)
    np.testing.assert_allclose(rne(robot, q, qd, qdd, wrench=wrench), tau, atol=1e-10 * scale)


@some
@given(heavy_robots, seeds)
def test_inertia_is_symmetric_and_positive_definite(robot, seed):
    q, _, qdd = random_motion(robot, seed)
    mass = inertia(robot, q)
    np.testing.assert_array_equal(mass, mass.T)
    assert np.linalg.eigvalsh(mass).min() > 0
    np.testing.assert_allclose(mass @ qdd, itorque(robot, q, qdd), rtol=1e-9, atol=1e-9)


@some
@given(heavy_robots, seeds)
def test_derivatives_of_torque(robot, seed):
    q, qd, qdd = random_motion(robot, seed)
    by_q, by_qd, by_qdd = torque_derivatives(robot, q, qd, qdd)
    scale = 1e-7 * max(1.0, np.abs(by_q).max(), np.abs(by_qd).max())
    slopes = (
        central(lambda x: rne(robot, x, qd, qdd), q, 1e-5),
        central(lambda x: rne(robot, q, x, qdd), qd, 1e-3),
        central(lambda x: rne(robot, q, qd, x), qdd, 1e-1),
    )
    for ours, slope in zip((by_q, by_qd, by_qdd), slopes, strict=True):
        np.testing.assert_allclose(ours, slope, atol=scale)


@some
@given(heavy_robots, seeds)
def test_delta_torque_is_the_derivatives_times_the_changes(robot, seed):
    motion, changes = random_motion(robot, seed), random_motion(robot, seed + 1)
    parts = torque_derivatives(robot, *motion)
    expected = sum(part @ change for part, change in zip(parts, changes, strict=True))
    ours = delta_torque(robot, *motion, *changes)
    np.testing.assert_allclose(ours, expected, rtol=1e-9, atol=1e-9)


@some
@given(heavy_robots, seeds)
def test_coriolis_matrix_makes_the_torque_and_the_change_of_inertia(robot, seed):
    q, qd, _ = random_motion(robot, seed)
    matrix = coriolis_matrix(robot, q, qd)
    np.testing.assert_allclose(matrix @ qd, coriolis(robot, q, qd), rtol=1e-9, atol=1e-9)
    h = 1e-6
    change = (inertia(robot, q + h * qd) - inertia(robot, q - h * qd)) / (2 * h)
    scale = max(1.0, np.abs(matrix).max())
    np.testing.assert_allclose(matrix + matrix.T, change, atol=1e-6 * scale)


@some
@given(heavy_robots, seeds)
def test_wrench_does_its_work_at_the_tool(robot, seed):
    q, qd, _ = random_motion(robot, seed)
    wrench = np.random.default_rng(seed).normal(size=6)
    h = 1e-6
    change = (fkine(robot, q + h * qd) - fkine(robot, q - h * qd)) / (2 * h)
    move = np.linalg.inv(fkine(robot, q)) @ change
    twist = np.array([move[2, 1], move[0, 2], move[1, 0], *move[:3, 3]])
    torque = tip_torque(robot, q, wrench)
    assert torque @ qd == pytest.approx(wrench @ twist, rel=1e-5, abs=1e-5)
    zero = np.zeros(robot.n)
    pressed = rne(robot, q, zero, zero, wrench=wrench) - gravload(robot, q)
    np.testing.assert_allclose(pressed, torque, rtol=1e-9, atol=1e-9)


@some
@given(heavy_robots, seeds)
def test_link_motion_differentiates_the_frames(robot, seed):
    q, qd, qdd = random_motion(robot, seed)
    h = 1e-4

    def at(t):
        return frames(robot, q + t * qd + t**2 / 2 * qdd)[1:]

    before, now, after = at(-h), at(0), at(h)
    w, v, wd, vd = link_motion(robot, q, qd, qdd)
    np.testing.assert_allclose(v, (after - before)[:, :3, 3] / (2 * h), atol=1e-5)
    bend = (after - 2 * now + before)[:, :3, 3] / h**2
    np.testing.assert_allclose(vd, bend, atol=1e-4 * max(1, np.abs(vd).max()))
    turn = (after - before)[:, :3, :3] / (2 * h) @ np.swapaxes(now[:, :3, :3], -1, -2)
    np.testing.assert_allclose(w, turn[:, [2, 0, 1], [1, 2, 0]], atol=1e-5)
    later = link_motion(robot, *moved(q, qd, qdd, h)).angular_velocity
    earlier = link_motion(robot, *moved(q, qd, qdd, -h)).angular_velocity
    np.testing.assert_allclose(wd, (later - earlier) / (2 * h), atol=1e-4)


def moved(q, qd, qdd, t):
    return q + t * qd + t**2 / 2 * qdd, qd + t * qdd, qdd


@some
@given(heavy_robots, seeds)
def test_reactions_hold_the_links_and_drive_the_joints(robot, seed):
    motion = random_motion(robot, seed)
    ours = reactions(robot, *motion)
    for i, joint in enumerate(robot.joints):
        poses = frames(robot, motion[0])
        back = poses[i + 1, :3, :3].T
        z = poses[i, :3, 2] if joint.convention == "standard" else poses[i + 1, :3, 2]
        turn, slide = ours.moment[i] @ (back @ z), ours.force[i] @ (back @ z)
        torque = {"revolute": turn, "prismatic": slide, "helical": turn + joint.pitch * slide}
        plain = rne(robot, *motion, friction=False, motor=False)[i]
        assert torque[joint.kind] == pytest.approx(plain, rel=1e-9, abs=1e-9)


@some
@given(heavy_robots, seeds)
def test_a_batch_is_its_rows(robot, seed):
    q, qd, qdd = random_motion(robot, seed, rows=3)
    wrench = np.random.default_rng(seed).normal(size=(3, 6))
    functions = [
        lambda q, qd, qdd, w: rne(robot, q, qd, qdd, wrench=w),
        lambda q, qd, qdd, w: accel(robot, q, qd, qdd, wrench=w),
        lambda q, qd, qdd, w: inertia(robot, q),
        lambda q, qd, qdd, w: coriolis_matrix(robot, q, qd),
        lambda q, qd, qdd, w: torque_derivatives(robot, q, qd, qdd)[0],
        lambda q, qd, qdd, w: delta_torque(robot, q, qd, qdd, qd, qdd, q),
        lambda q, qd, qdd, w: link_motion(robot, q, qd, qdd).linear_acceleration,
        lambda q, qd, qdd, w: reactions(robot, q, qd, qdd, wrench=w).moment,
        lambda q, qd, qdd, w: energy(robot, q, qd).kinetic,
        lambda q, qd, qdd, w: tip_torque(robot, q, w),
    ]
    for function in functions:
        together = function(q, qd, qdd, wrench)
        apart = [function(*row) for row in zip(q, qd, qdd, wrench, strict=True)]
        np.testing.assert_allclose(together, apart, rtol=1e-9, atol=1e-9)


@examples(6)
@given(seeds)
def test_free_fall_keeps_its_energy(seed):
    robot = random_robot(seed, 3, "standard", motors=False)
    q0, qd0, _ = random_motion(robot, seed)
    # a free prismatic joint would fall without end
    turning = tuple(replace(joint, kind="revolute") for joint in robot.joints)
    robot = robot.replace(joints=turning)
    q, qd = fdyn(robot, np.linspace(0, 5, 51), None, q0, qd0)
    kinetic, potential = energy(robot, q, qd)
    total = kinetic + potential
    assert np.ptp(total) < 1e-6 * np.ptp(potential)


def test_locked_joints_are_held():
    free = random_robot(3, 5, "modified")
    locked = free.replace(
        joints=tuple(replace(j, locked=i in (1, 3)) for i, j in enumerate(free.joints))
    )
    q, qd, tau = random_motion(free, 3)
    qdd = accel(locked, q, qd, tau)
    assert (qdd[[1, 3]] == 0).all()
    held = qd * [1, 0, 1, 0, 1]
    np.testing.assert_allclose(rne(locked, q, held, qdd)[[0, 2, 4]], tau[[0, 2, 4]])
    later, rates = fdyn(locked, [0, 0.1], None, q, qd)
    np.testing.assert_array_equal(later[1, [1, 3]], q[[1, 3]])
    assert (rates[:, [1, 3]] == 0).all()
    assert abs(later[1, 0] - q[0]) > 1e-4


def test_cartesian_inertia_turns_forces_into_accelerations():
    robot = random_robot(11, 6, "standard")
    q, zero = random_motion(robot, 5)[0], np.zeros(6)
    push = np.arange(1.0, 7.0)
    from_joints = accel(robot, q, zero, zero, gravity=(0, 0, 0), wrench=-push)
    h = 1e-4
    axes = fkine(robot, q)[:3, :3]
    world = np.concatenate([axes @ push[:3], axes @ push[3:]])
    predicted = np.linalg.solve(cinertia(robot, q), world)
    there = fkine(robot, q + h**2 / 2 * from_joints)[:3, 3] - fkine(robot, q)[:3, 3]
    np.testing.assert_allclose(predicted[3:], there / (h**2 / 2), rtol=1e-3)


def pendulum(**motor) -> Robot:
    joint = Joint(a=1.0, inertia=Inertia(2.0), motor=Motor(**motor) if motor else None)
    return Robot((joint,), gravity=(0.0, -9.81, 0.0))


def test_motor_counts_on_the_link_side_whatever_the_sign_of_the_ratio():
    for gear in (-10.0, 10.0):
        arm = pendulum(inertia=0.01, gear=gear, viscous=0.02, coulomb=(0.3, -0.4))
        np.testing.assert_allclose(inertia(arm, [0.0]), [[3.0]])
        np.testing.assert_allclose(friction(arm, [2.0]), [100 * 0.02 * 2 + 3])
        np.testing.assert_allclose(friction(arm, [-2.0]), [-100 * 0.02 * 2 - 4])
        np.testing.assert_allclose(friction(arm, [0.0]), [0.0])
        assert rne(arm, [np.pi / 2], [0], [1], motor=False) == pytest.approx([2.0])


def test_friction_takes_energy_away():
    arm = pendulum(viscous=0.5)
    q, qd = fdyn(arm, np.linspace(0, 3, 31), None, [0.0], [0.0])
    total = sum(energy(arm, q, qd))
    assert (np.diff(total) < 0).all()
    still = fdyn(arm, np.linspace(0, 3, 31), None, [0.0], [0.0], friction=False)
    assert np.ptp(sum(energy(arm, *still))) < 1e-8


def test_euler_steps_by_hand():
    arm = pendulum().replace(gravity=(0.0, 0.0, 0.0))
    q, qd = simulate_torques(arm, [0.0], [1.0], [[4.0], [0.0]], 0.2, substeps=2)
    np.testing.assert_allclose(q.ravel(), [0.0, 0.22])
    np.testing.assert_allclose(qd.ravel(), [1.0, 1.4])
    np.testing.assert_allclose(euler_step([1.0], [2.0], [3.0], 0.1), [[1.2], [2.3]])


def test_a_motion_that_runs_away_is_said():
    push = [[1e200], [1e200], [1e200], [0.0]]
    with np.errstate(all="ignore"), pytest.raises(NoSolution, match="diverges"):
        simulate_torques(pendulum(), [0], [1e200], push, 1e200)


def test_missing_mass_is_said_before_computing():
    arm = Robot((Joint(inertia=Inertia(1.0)), Joint()))
    for call in (
        lambda: rne(arm, [0, 0], [0, 0], [0, 0]),
        lambda: inertia(arm, [0, 0]),
        lambda: fdyn(arm, [0, 1], None, [0, 0], [0, 0]),
    ):
        with pytest.raises(ArgumentError, match="link 2 of 2 has none"):
            call()
    np.testing.assert_array_equal(tip_torque(arm, [0, 0], np.zeros(6)), [0, 0])


def test_massless_joint_cannot_be_accelerated():
    arm = Robot((Joint(inertia=Inertia(0.0)),))
    for call in (
        lambda: accel(arm, [0], [0], [1]),
        lambda: fdyn(arm, [0, 1], None, [0], [0]),
    ):
        with pytest.raises(ArgumentError, match="not positive definite"):
            call()


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (([0, 0], [0], [0]), "q"),
        (([0], [np.nan], [0]), "qd"),
        (([0], [0], "up"), "qdd"),
        (([[0], [0]], [[0], [0], [0]], [0]), "qd"),
    ],
)
def test_wrong_motions_are_named(arguments, name):
    with pytest.raises(ArgumentError, match=name):
        rne(pendulum(), *arguments)


def test_wrong_extras_are_named():
    arm = pendulum()
    with pytest.raises(ArgumentError, match="wrench"):
        rne(arm, [0], [0], [0], wrench=[0, 0, 0])
    with pytest.raises(ArgumentError, match="gravity"):
        gravload(arm, [0], gravity=9.81)
    with pytest.raises(ArgumentError, match="t:"):
        fdyn(arm, [0, 0], None, [0], [0])
    with pytest.raises(ArgumentError, match="torque"):
        fdyn(arm, [0, 1], lambda t, q, qd: [0, 0], [0], [0])
    with pytest.raises(ArgumentError, match="substeps"):
        simulate_torques(arm, [0], [0], [[0]], 0.1, substeps=0)
    with pytest.raises(ArgumentError, match="torques"):
        simulate_torques(arm, [0], [0], [0], 0.1)


def sledge(forward, backward=None, **joint) -> Robot:
    back = -forward if backward is None else backward
    motor = Motor(coulomb=(forward, back))
    return Robot(
        (Joint(kind="prismatic", alpha=0.0, inertia=Inertia(2.0), motor=motor, **joint),),
        gravity=(0.0, 0.0, 0.0),
    )


def test_dry_friction_stops_a_sledge_and_holds_it():
    t = np.linspace(0, 3, 31)
    q, qd = fdyn(sledge(3.0), t, None, [0.0], [2.0])
    end = 2.0 / 1.5
    s = np.minimum(t, end)
    np.testing.assert_allclose(q[:, 0], 2 * s - 0.75 * s**2, atol=1e-9)
    assert (qd[t > end] == 0).all()
    back, _ = fdyn(sledge(3.0, -6.0), t, None, [0.0], [-2.0])
    assert back[-1, 0] == pytest.approx(-4.0 / 6.0)


def test_dry_friction_lets_go_when_pulled_too_hard():
    t = np.linspace(0, 5, 51)
    q, _ = fdyn(sledge(3.0), t, lambda t, q, qd: [t], [0.0], [0.0])
    slid = np.maximum(t - 3, 0)
    np.testing.assert_allclose(q[:, 0], slid**3 / 12, atol=1e-9)
    down = sledge(3.0).replace(gravity=(0.0, 0.0, -1.0))
    held, _ = fdyn(down, t, None, [0.0], [0.0])
    assert (held == 0).all()


def test_a_pulled_sledge_sticks_and_slips():
    # a spring of 4 N/m is drawn at 1 m/s; the sledge jumps again and again
    t = np.linspace(0, 20, 2001)
    q, qd = fdyn(sledge(3.0), t, lambda t, q, qd: 4 * (t - q), [0.0], [0.0])
    lag = t - q[:, 0]
    assert lag[-1] == pytest.approx(0.75, abs=0.8)
    assert (qd >= -1e-9).all()
    assert (np.diff(q[:, 0]) >= -1e-12).all()


def test_a_second_joint_can_pull_the_first_loose():
    both = random_robot(5, 3, "standard", motors=False)
    dry = Motor(coulomb=(0.5, -0.5))
    arm = both.replace(joints=tuple(replace(j, kind="revolute", motor=dry) for j in both.joints))
    t = np.linspace(0, 4, 81)
    q, qd = fdyn(arm, t, None, [0.1, 0.2, 0.3], [0.0, 0.0, 0.0])
    total = sum(energy(arm, q, qd))
    assert (np.diff(total) <= 1e-9).all()
    assert total[-1] < total[0] - 0.1
    np.testing.assert_allclose(fdyn(arm, t[:41], None, q[0], qd[0])[0], q[:41], atol=1e-7)
