"""Inputs that nobody means: they are refused or answered, by both forms alike, in bounded time."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from test_bad_arguments import CALLS, arguments

from rvs.engine import dynamics
from rvs.engine.dynamics import fdyn, simulate_torques
from rvs.engine.errors import ArgumentError, NoSolution
from rvs.engine.inverse import ikine_all
from rvs.engine.kinematics import fkine, manipulability, singularity
from rvs.engine.robot import Robot

HUGE = 10**400
# far above what an answer takes, far below the minutes that some took
PATIENCE = 30.0


@pytest.mark.parametrize("name", CALLS)
def test_whole_numbers_beyond_all_floats_are_refused(name: str) -> None:
    call = CALLS[name]
    good = arguments(call)
    for argument, value in good.items():
        if isinstance(value, bool | str) or not isinstance(value, float | np.ndarray | list):
            continue
        with pytest.raises(ArgumentError, match=rf"\b{argument}\b"):
            call(**{**good, argument: enlarged(value)})


def enlarged(value: Any) -> Any:
    """The same shape, its first number beyond all floats."""
    if isinstance(value, float):
        return HUGE
    rows = np.asarray(value, dtype=object).copy()
    rows.flat[0] = HUGE
    return rows.tolist()


def degenerate_arms() -> dict[str, Robot]:
    """Arms of eight joints whose closed forms hold for any value, or whose lengths vanish."""
    quarter = np.pi / 2
    eight: dict[str, Any] = {"convention": "modified", "offset": 1e-300}
    twists = [0, quarter, 0, 0, quarter, 0, quarter, 0]
    return {
        "points": Robot.from_dh([1e-300] * 8, twists, 1e-300, 0, **eight),
        "plane": Robot.from_dh([0, 1, 0, 1, 0, 0, 0, 0], 0, 0, 0, **eight),
        "mixed": Robot.from_dh([0, 1, 0, 0, 0.5, 0, 0, 0], twists, [0, 0, 1, 0, 0, 0, 1, 0], 0,
                               **eight),
        "helical": Robot.from_dh([0, 1, 0, 0.5, 0, 1, 0, 0], twists, 0, 0, "HHHHRHPH",
                                 pitch=1e-300, locked=[1, 0, 0, 0, 0, 1, 1, 0], **eight),
        "slides": Robot.from_dh([1e-300] * 8, twists, 0, 0, "RPRPRPRP", **eight),
        "wound up": Robot.from_dh([1, 0.4, 0.1, 0, 0, 0], [1.5, 0, 1, -1, 1, 0],
                                  [0.3, 0.2, 0, 0.5, 0.1, 0], 0, offset=1e17),
    }  # fmt: skip


@pytest.mark.parametrize("name", degenerate_arms())
def test_all_postures_of_degenerate_arms_take_bounded_time(name: str) -> None:
    arm = degenerate_arms()[name]
    rng = np.random.default_rng(5)
    begun = time.process_time()
    for pose in (fkine(arm, rng.uniform(-2, 2, arm.n)), fkine(arm, np.zeros(arm.n)), np.eye(4)):
        found = ikine_all(arm, pose, samples=8)
        reached = [fkine(arm, q) for q in found.q]
        assert all(np.abs(each - pose).max() < 1e-5 for each in reached)
    assert time.process_time() - begun < PATIENCE


@pytest.mark.parametrize("measure", [singularity, manipulability])
def test_arms_that_cannot_move_say_so(measure: Callable[..., Any]) -> None:
    still = Robot.from_dh([1.0, 1.0], 0, 0, 0, locked=[1, 1])
    with pytest.raises(ArgumentError, match="every joint is locked"):
        measure(still, [0.0, 0.0])
    assert len(ikine_all(still, fkine(still, [0, 0])).q) == 1
    away = ikine_all(still, np.eye(4))
    assert not len(away.q)
    assert "out of reach" in away.reason


def test_simulations_that_run_away_end() -> None:
    slide = Robot.from_dh([0], 0, 0, 0, "P", mass=[1], com=[[0, 0, 0]])
    with pytest.raises(NoSolution, match="diverges"):
        simulate_torques(slide, [0], [1e12], [[0.0]] * 5, 1.0)
    with np.errstate(all="ignore"), pytest.raises(NoSolution):
        fdyn(slide, [0, 1, 2], lambda t, q, qd: 1e6 * q * np.abs(q), [1.0], [1e3])


@pytest.mark.parametrize("mass", [1e61, 1.7e308])
@pytest.mark.parametrize("name", ["inertia", "cinertia", "accel", "rne", "gravload", "coriolis"])
def test_masses_that_no_dynamics_can_be_computed_with_are_refused(name: str, mass: float) -> None:
    robot = Robot.from_dh([0.4, 0.3], 0, 0, 0, mass=[1.0, mass], com=[[0, 0, 0]] * 2)
    many = {"inertia": 1, "cinertia": 1, "accel": 3, "rne": 3, "gravload": 1, "coriolis": 2}
    with pytest.raises(ArgumentError, match=r"link 2 of 2 exceed 1e\+60"):
        getattr(dynamics, name)(robot, *([[0.1, 0.2]] * many[name]))


@pytest.mark.parametrize("name", ["cinertia", "accel"])
def test_lengths_that_make_an_inertia_infinite_are_refused(name: str) -> None:
    robot = Robot.from_dh([1e200, 1e200], 0, 0, 0, mass=[1.0, 1.0], com=[[0, 0, 0]] * 2)
    with np.errstate(all="ignore"), pytest.raises(ArgumentError, match="too large for a number"):
        getattr(dynamics, name)(robot, *([[0.1, 0.2]] * {"cinertia": 1, "accel": 3}[name]))
