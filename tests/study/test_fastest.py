"""The least time along a way: against ``toppra``, limits kept everywhere, rests and corners."""

from dataclasses import replace
from math import inf
from typing import Any

import numpy as np
import pytest

from rvs.engine.arrays import Array
from rvs.engine.dynamics import gravload, rne
from rvs.engine.errors import ArgumentError, NoSolution
from rvs.engine.robot import Robot
from rvs.files.library import load_robot
from rvs.study.drives import Fastest, fastest, load_of
from rvs.study.drives.bounds import stretches

ARMS = {name: load_robot(name).robot for name in ("puma560", "panda", "ur5e", "gen3")}
RATE, PUSH = 2.5, 30.0


def motion(seed: int, robot: Robot) -> tuple[Array, Array]:
    """Rows of a smooth motion without a rest."""
    rng = np.random.default_rng(seed)
    t = np.linspace(0.0, 5.0, 250)
    q = np.zeros((len(t), robot.n))
    for order in (1, 2, 3):
        q += rng.uniform(-0.5, 0.5, robot.n) * np.cos(
            0.4 * order * t[:, None] + rng.uniform(0, 6, robot.n)
        )
    return t, q


def limited(robot: Robot, q: Array) -> Robot:
    """The robot with efforts above what holding asks along a way, and symmetric dry friction."""
    drives = [joint.motor for joint in robot.joints]
    dry = [abs(m.gear) * max(map(abs, m.coulomb)) if m else 0.0 for m in drives]
    effort = 1.6 * np.abs(gravload(robot, q)).max(axis=0) + 1.5 * np.array(dry) + 10
    joints = []
    for joint, most, motor in zip(robot.joints, effort.tolist(), drives, strict=True):
        if motor is not None:
            most_dry = max(map(abs, motor.coulomb))
            motor = replace(motor, viscous=0.0, coulomb=(most_dry, -most_dry))
        joints.append(replace(joint, effort=most, rate=RATE, acceleration=PUSH, motor=motor))
    return robot.replace(joints=joints)


def use(robot: Robot, found: Fastest, count: int = 9973) -> float:
    """The largest share of a limit that is used at any of many times."""
    t = np.linspace(0.0, found.duration, count)
    load = load_of(robot, t, *found.at(t))
    limits = np.array([(j.effort, j.rate, j.acceleration) for j in robot.joints]).T
    values = (load.torques, load.speeds, load.accelerations)
    return max(float((np.abs(v) / most).max()) for v, most in zip(values, limits, strict=True))


@pytest.mark.parametrize("seed", range(20))
def test_never_much_slower_than_toppra_and_limits_are_kept(seed: int) -> None:
    robot = ARMS[list(ARMS)[seed % 4]]
    times, q = motion(seed, robot)
    robot = limited(robot, q)
    found = fastest(robot, times, q)
    assert use(robot, found) <= 1 + 1e-6
    (part,) = found.parts
    at_places = load_of(robot, part.times[:-1], *part.at(part.times[:-1]))
    effort = np.array([joint.effort for joint in robot.joints])
    assert (np.abs(at_places.torques) / effort).max() <= 1 + 1e-6
    assert np.abs(part.stretch.at(_lengths(q)) - q).max() <= 1e-5
    assert found.duration <= 1.01 * by_toppra(robot, part)


def by_toppra(robot: Robot, part: Any) -> float:
    toppra: Any = pytest.importorskip("toppra")
    constraint, algorithm = toppra.constraint, toppra.algorithm
    toppra.setup_logging("WARNING")
    stretch, n = part.stretch, robot.n
    path = toppra.SplineInterpolator(stretch.knots, stretch.points, bc_type="not-a-knot")
    effort = np.array([joint.effort for joint in robot.joints])
    dry = [joint.motor.coulomb[0] * abs(joint.motor.gear) if joint.motor else 0.0
           for joint in robot.joints]  # fmt: skip
    between = constraint.DiscretizationType.Interpolation
    wanted = [
        constraint.JointVelocityConstraint(np.array([[-RATE, RATE]] * n)),
        constraint.JointAccelerationConstraint(
            np.array([[-PUSH, PUSH]] * n), discretization_scheme=between
        ),
        constraint.JointTorqueConstraint(
            lambda q, qd, qdd: rne(robot, q, qd, qdd, friction=False),
            np.stack([-effort, effort], axis=1), np.array(dry), discretization_scheme=between,
        ),
    ]  # fmt: skip
    places = np.linspace(0.0, stretch.length, len(part.places))
    solver = algorithm.TOPPRA(wanted, path, gridpoints=places, solver_wrapper="seidel")
    _, speeds, _ = solver.compute_parameterization(0, 0)
    return float((2 * np.diff(places) / (speeds[1:] + speeds[:-1])).sum())


def _lengths(q: Array) -> Array:
    steps = np.linalg.norm(np.diff(q, axis=0), axis=1)
    return np.concatenate([[0.0], np.cumsum(steps)])


def slider(**limits: float) -> Robot:
    return Robot.from_dh([0], 0, 0, 0, "P", mass=[2], com=[[0, 0, 0]], **limits)


def test_a_straight_way_is_a_known_trapezoid() -> None:
    # 1 m at 4 m/s^2 and at most 1 m/s: a quarter of a second to speed up and to brake
    arm = slider(rate=[1.0], acceleration=[4.0])
    t = np.linspace(0.0, 3.0, 200)
    found = fastest(arm, t, (0.5 - 0.5 * np.cos(np.pi * t / 3))[:, None])
    assert found.duration == pytest.approx(1.25, rel=2e-4)
    # without a rate: half of the way up, half down
    found = fastest(slider(acceleration=[4.0]), t, (0.5 - 0.5 * np.cos(np.pi * t / 3))[:, None])
    assert found.duration == pytest.approx(1.0, rel=2e-4)


def test_gravity_takes_its_part_of_an_effort() -> None:
    # 2 kg lifted by 30 N: 15 - 9.81 m/s^2 up, 15 + 9.81 down
    arm = slider(effort=[30.0])
    t = np.linspace(0.0, 1.0, 100)
    found = fastest(arm, t, (t * t * (3 - 2 * t))[:, None])
    up, down = 15 - 9.81, 15 + 9.81
    wanted = np.sqrt(2 * (up + down) / (up * down))
    assert found.duration == pytest.approx(wanted, rel=1e-3)
    with pytest.raises(NoSolution, match=r"joint 1 needs 19\.62 N"):
        fastest(slider(effort=[19.0]), t, t[:, None])


def test_viscous_friction_counts() -> None:
    arm = slider(effort=[60.0], gear=[1.0], viscous=[5.0], rate=[3.0])
    t = np.linspace(0.0, 1.0, 200)
    found = fastest(arm, t, 2 * t[:, None])
    assert use(arm, found) <= 1 + 1e-6
    # the effort is used up until the rate is reached
    load = load_of(arm, [0.05, 0.12], *found.at(np.array([0.05, 0.12])))
    np.testing.assert_allclose(load.torques, 60.0, rtol=2e-3)
    assert load.parts["friction"][1, 0] > 10.0


def test_rests_stay_and_corners_become_some() -> None:
    arm = Robot.from_dh(
        [0, 0], [np.pi / 2, 0], 0, 0, "PP", mass=[1, 1], com=[[0, 0, 0]] * 2,
        acceleration=[2.0, 2.0], limits=[[-2, 2]] * 2,
    )  # fmt: skip
    # along one axis, a rest of half a second, on along it, and round a corner
    rows = np.array([[0, 0], [0.5, 0], [0.5, 0], [1, 0], [1, 0.25], [1, 0.5]])
    found = fastest(arm, [0, 1, 1.5, 2, 3, 4], rows, rests=[1.0, 1.5])
    half = 2 * np.sqrt(0.5 / 2)
    np.testing.assert_allclose(np.diff(found.starts), [half, 0.5, half, half], rtol=1e-3)
    np.testing.assert_allclose(found.begun, [0, 1, 1.5, 2])
    q, speeds, _ = found.at(found.starts)
    np.testing.assert_allclose(speeds, 0.0, atol=1e-9)
    np.testing.assert_allclose(q, rows[[0, 1, 2, 3, 5]], atol=1e-9)


def test_a_smooth_way_has_no_corner() -> None:
    t = np.linspace(0, 1, 300)
    q = np.stack([np.cos(7 * t), np.sin(7 * t)], axis=1)
    assert len(stretches(t, q, np.array([]))) == 1


def test_what_cannot_be_is_said() -> None:
    t = np.linspace(0.0, 1.0, 50)
    with pytest.raises(
        NoSolution, match="no effort and no acceleration of a moving joint is known"
    ):
        fastest(slider(rate=[1.0]), t, t[:, None])
    with pytest.raises(ArgumentError, match="times"):
        fastest(slider(acceleration=[1.0]), t[:-1], t[:, None])
    assert slider().joints[0].effort == inf
