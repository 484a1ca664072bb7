"""Calibration on simulated measurements with known errors, and counts of the literature."""

import numpy as np
import pytest

from rvs.engine.errors import RvsError
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.engine.screws import exp3
from rvs.scripting.opening import placed
from rvs.study.accuracy.iso_poses import within
from rvs.study.accuracy.table import (
    BETA,
    LINK,
    index_of,
    is_length,
    moved,
    name_of,
    poses_and_screws,
    table_of,
)
from rvs.study.calibration.fit import Measured, candidates, fit, independent, student
from rvs.study.calibration.postures import telling_postures
from rvs.study.calibration.robots import with_table


def columns(table) -> list[int]:
    return [k for k in range(LINK * table.n) if k % LINK != BETA]


def simulated(robot: Robot, seed: int, turned: bool, count: int = 40, noise: float = 1e-4):
    """A table with known errors where they can be identified, and noisy measurements of it."""
    rng = np.random.default_rng(seed)
    table = table_of(robot)
    wanted = candidates(table, columns(table), True, True, turned)
    q = rng.uniform(*within(robot), (count, robot.n))
    J = poses_and_screws(table, q)[1]
    parts = [J[:, 3:].reshape(-1, table.size)] + [J[:, :3].reshape(-1, table.size)] * turned
    free, _ = independent(np.concatenate(parts)[:, wanted], wanted)
    change = np.zeros(table.size)
    sizes = [1e-3 if is_length(table, int(k)) else 2e-3 for k in free]
    change[free] = rng.normal(0.0, sizes)
    T, _ = poses_and_screws(moved(table, change), q)
    R = None
    if turned:
        R = np.array([exp3(v) for v in rng.normal(0, noise, (count, 3))]) @ T[:, :3, :3]
    points = T[:, :3, 3] + rng.normal(0.0, noise, (count, 3))
    return table, wanted, change, Measured(q, points, R)


@pytest.mark.parametrize("name", ["puma560", "stanford", "scara"])
def test_as_many_numbers_as_the_literature_says(name: str) -> None:
    """Complete poses of R turning and P sliding joints identify 4R + 2P + 6 (Mooring et al.)."""
    robot = placed(name).robot
    table, wanted, _, measured = simulated(robot, 0, True)
    found = fit(table, measured, wanted)
    turning = sum(joint.turns for joint in robot.joints)
    assert len(found.free) == 4 * turning + 2 * (robot.n - turning) + 6
    assert len(found.free) + len(found.held) == len(wanted)


@pytest.mark.parametrize("turned", [True, False])
def test_the_truth_lies_within_the_stated_interval(turned: bool) -> None:
    """95 % of all; of 12 runs the share is a binomial one, here within four sigmas."""
    robot = placed("puma560").robot
    inside: list[bool] = []
    for seed in range(12):
        table, wanted, change, measured = simulated(robot, seed, turned, 30)
        found = fit(table, measured, wanted, folds=0)
        links = found.free < LINK * table.n
        misses = np.abs(found.change - change[found.free])
        inside += (misses <= found.errors)[links].tolist()
        assert found.after.mean() < 3e-4 < found.before.mean()
        assert found.noise.length == pytest.approx(1e-4, rel=0.35)
    share = np.mean(inside)
    # numbers of one run depend on each other: its runs count, not its numbers
    assert abs(share - 0.95) < 4 * (0.95 * 0.05 / (12 * 4)) ** 0.5


def test_exact_measurements_give_exact_numbers_and_robot() -> None:
    robot = placed("puma560").robot
    table, wanted, change, measured = simulated(robot, 3, True, 20, 0.0)
    found = fit(table, measured, wanted)
    links = found.free < LINK * table.n
    np.testing.assert_allclose(found.change[links], change[found.free][links], atol=1e-9)
    assert found.after.max() < 1e-9
    made = with_table(robot, found.table)
    T = fkine(made.replace(base=found.table.base, tool=found.table.tool), measured.q)
    np.testing.assert_allclose(T[:, :3, 3], measured.position, atol=1e-9)
    # tilts between axes 2 and 3 need a general row, the others stay
    kinds = [joint.convention for joint in made.joints]
    assert kinds == ["standard", "general", *["standard"] * 4]


def test_modified_tables_are_identified_too() -> None:
    robot = placed("puma560").robot.to_dh("modified")
    table, wanted, _, measured = simulated(robot, 5, True, 20, 0.0)
    found = fit(table, measured, wanted)
    assert found.after.max() < 1e-9
    made = with_table(robot, found.table)
    T = fkine(made.replace(base=found.table.base, tool=found.table.tool), measured.q)
    np.testing.assert_allclose(T[:, :3, 3], measured.position, atol=1e-9)


def test_combinations_are_named() -> None:
    robot = placed("puma560").robot
    table, wanted, _, measured = simulated(robot, 0, True)
    held = {
        name_of(table, k): [(name_of(table, i), round(c, 6)) for i, c in parts]
        for k, parts in fit(table, measured, wanted).held
    }
    letter = name_of(table, index_of("b", 0))[0]
    assert held["theta1"] == [("base rz", 1.0)]
    assert held[f"{letter}3"] == [(f"{letter}2", 1.0)]
    assert held["a6"] == [("tool x", 1.0)]


def test_student() -> None:
    """Tables of Student's distribution: 2.571, 2.228, 2.042, 1.980."""
    found = [student(n) for n in (5, 10, 30, 120)]
    np.testing.assert_allclose(found, [2.571, 2.228, 2.042, 1.980], atol=6e-3)


def test_proposed_postures_tell_more_than_random_ones() -> None:
    robot = placed("puma560").robot
    table, wanted, _, measured = simulated(robot, 1, False, 15)
    found = fit(table, measured, wanted)
    for index in ("D", "A"):
        q, left = telling_postures(robot, found, 4, False, index)
        low, high = robot.limits.T
        assert ((q >= low) & (q <= high)).all()
        assert (np.diff(left) < 0).all()
    random = np.random.default_rng(8).uniform(*robot.limits.T, (4, 6))
    sizes = []
    for more in (q, random):
        q_all = np.concatenate([measured.q, more])
        screws = poses_and_screws(found.table, q_all)[1][:, 3:, found.free]
        J = screws.reshape(-1, len(found.free))
        covariance = np.linalg.inv(J.T @ J) * found.noise.length**2
        sizes.append(np.trace(covariance / found.covariance.diagonal()))
    assert sizes[0] < sizes[1]
    assert left[-1] == pytest.approx((sizes[0] / len(found.free)) ** 0.5, rel=1e-6)


def test_cross_validation_is_no_better_than_the_fit() -> None:
    table, wanted, _, measured = simulated(placed("puma560").robot, 2, True, 20)
    found = fit(table, measured, wanted)
    assert found.before.mean() > found.checked.mean() >= found.after.mean()


def test_too_few_poses_are_refused() -> None:
    robot = placed("puma560").robot
    table, wanted, _, measured = simulated(robot, 0, True)
    with pytest.raises(RvsError, match="measure more poses"):
        fit(table, Measured(measured.q[:2], measured.position[:2]), wanted)
