"""Designs of sweeps against SciPy, the Pareto front against brute force, and sensitivities."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import qmc

from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.study.measures.cells import cell_of
from rvs.study.measures.measures import Setting
from rvs.study.sweeps.designs import Range, designs
from rvs.study.sweeps.run import Job, Run, front, run_of, running, sensitivities

RANGES = [Range("a1", 0.5, 1.5), Range("a2", -1.0, 1.0), Range("d1", 0.0, 0.1)]
ARM = Robot.from_dh([1.0, 0.5], 0, 0, 0)
CELLS = (cell_of(ARM, "a1"), cell_of(ARM, "a2"))


def test_a_grid_has_both_ends_of_each_range():
    found = designs([Range("a1", 0.0, 1.0, 3), Range("a2", 2.0, 3.0, 2)], "grid", 1, 0)
    assert found.tolist() == [[0, 2], [0, 3], [0.5, 2], [0.5, 3], [1, 2], [1, 3]]


def test_a_sobol_sample_is_that_of_scipy_and_balanced():
    found = designs(RANGES, "sobol", 64, 5)
    unit = qmc.Sobol(3, seed=5).random(64)
    assert np.allclose(found, qmc.scale(unit, [0.5, -1.0, 0.0], [1.5, 1.0, 0.1]))
    # of each range every sixty-fourth part holds one design
    for column, one in zip(found.T, RANGES, strict=True):
        parts = np.floor(64 * (column - one.first) / (one.last - one.first))
        assert sorted(parts.tolist()) == list(range(64))
    assert len(designs(RANGES, "sobol", 10, 0)) == 10


def test_a_random_sample_stays_in_its_ranges_and_comes_again():
    found = designs(RANGES, "random", 500, 7)
    assert np.array_equal(found, designs(RANGES, "random", 500, 7))
    assert not np.array_equal(found, designs(RANGES, "random", 500, 8))
    low, high = found.min(axis=0), found.max(axis=0)
    assert np.allclose(low, [0.5, -1.0, 0.0], atol=0.05)
    assert np.allclose(high, [1.5, 1.0, 0.1], atol=0.05)


def test_ranges_that_can_not_be_are_refused():
    with pytest.raises(ArgumentError, match="a grid has one or two ranges, got 3"):
        designs(RANGES, "grid", 1, 0)
    with pytest.raises(ArgumentError, match="ends before it begins"):
        Range("a1", 1.0, 0.0)
    with pytest.raises(ArgumentError, match="two finite numbers"):
        Range("a1", 0.0, np.inf)
    with pytest.raises(ArgumentError, match="more than 1000000"):
        designs([Range("a", 0, 1, 2000), Range("b", 0, 1, 2000)], "grid", 1, 0)


NUMBERS = st.sampled_from([0.0, 1.0, 2.0, 3.0, np.nan, np.inf])


@pytest.mark.parametrize(
    ("rows", "best"),
    [
        ([(1, 2), (2, 2), (1, 3)], [0]),
        ([(1, 2), (1, 2), (0, 3)], [0, 1, 2]),
        ([(np.nan, 0), (0, np.inf), (5, 5)], [2]),
        ([], []),
    ],
    ids=["as good in one", "equal", "unknown", "none"],
)
def test_rows_that_are_as_good_in_one_value(rows, best):
    assert sorted(front(rows).tolist()) == best


@pytest.mark.property
@given(
    st.lists(st.tuples(NUMBERS, NUMBERS), min_size=2, max_size=12),
    st.sampled_from([(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)]),
)
def test_the_front_is_that_of_brute_force(rows, signs):
    values = np.array(rows).reshape(-1, 2)
    cost = values * signs
    known = [i for i in range(len(rows)) if np.isfinite(cost[i]).all()]
    best = {
        i
        for i in known
        if not any((cost[j] <= cost[i]).all() and (cost[j] < cost[i]).any() for j in known)
    }
    found = front(values, signs).tolist()
    assert len(found) == len(set(found))
    assert set(found) == best


def test_a_sweep_is_the_same_wherever_it_runs():
    values = designs([Range("a1", 0.5, 1.5, 12), Range("a2", 0.2, 1.0, 10)], "grid", 1, 0)
    setting = Setting(np.array([0.0, 1.0]))
    with ThreadPoolExecutor(2) as pool:
        *told, beside = running(ARM, CELLS, values, ["reach", "kappa"], setting, pool)
    *_, here = running(ARM, CELLS, values, ["reach", "kappa"], setting)
    assert isinstance(beside, Run)
    assert np.array_equal(beside.values, here.values)
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert np.allclose(here.values[:, 0], values.sum(axis=1))
    job = Job(ARM, CELLS, values[:2], ("reach",), setting)
    assert np.array_equal(run_of(pickle.loads(pickle.dumps(job))).values, run_of(job).values)


def test_a_design_that_can_not_be_has_a_reason_and_the_others_their_values():
    arm = Robot.from_dh([1.0, 0.5], 0, 0, 0, limits=[(-1, 1), (-1, 1)])
    cells = [cell_of(arm, "lower2")]
    found = run_of(Job(arm, tuple(cells), np.array([[0.5], [1.5]]), ("reach",),
                       Setting(np.zeros(2))))  # fmt: skip
    assert found.reasons[0] == ""
    assert found.reasons[1].startswith("limits: the lower limit 1.5")
    assert found.values[0, 0] == pytest.approx(np.sqrt(1.25 + np.cos(0.5)))
    assert np.isnan(found.values[1, 0])


def test_sensitivities_of_a_planar_arm_in_closed_form():
    l1, l2, q2 = 1.0, 0.5, 1.1
    found = sensitivities(ARM, CELLS, ["reach", "kappa"], Setting(np.array([0.0, q2])))
    assert np.allclose(found.slopes[:, 0], 1.0)
    assert np.allclose(found.relative[:, 0], [l1 / 1.5, l2 / 1.5])

    # kappa = (l1/l2 + 2 l2/l1 + 2 cos q2) / (2 sin q2)
    slope = (l1 / l2 - 2 * l2 / l1) / (2 * np.sin(q2))
    kappa = (l1 / l2 + 2 * l2 / l1 + 2 * np.cos(q2)) / (2 * np.sin(q2))
    assert np.allclose(found.relative[:, 1], [slope / kappa, -slope / kappa], atol=1e-6)


def test_sensitivities_to_a_number_that_is_zero_have_a_slope_alone():
    arm = Robot.from_dh([1.0, 0.5], 0, 0, 0).replace(tool=np.eye(4))
    found = sensitivities(arm, [cell_of(arm, "tool_x")], ["reach"], Setting(np.zeros(2)))
    assert found.slopes[0, 0] == pytest.approx(1.0)
    assert np.isnan(found.relative[0, 0])
