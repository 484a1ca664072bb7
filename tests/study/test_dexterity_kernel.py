"""The kernel of the condition number answers as its NumPy form, in every instruction set."""

import inspect
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine import kernels
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.files.library import load_robot
from rvs.study.dexterity import condition_number
from rvs.study.dexterity.condition import pose_conditions

NATIVE = kernels.NATIVE
pytestmark = pytest.mark.skipif(NATIVE is None, reason="the kernels are not built or turned off")
REFERENCE = inspect.unwrap(pose_conditions)


@pytest.fixture(params=NATIVE.instruction_sets() if NATIVE else [])
def instruction_set(request: pytest.FixtureRequest) -> Iterator[str]:
    before = NATIVE.instruction_set()
    NATIVE.use_instruction_set(request.param)
    yield request.param
    NATIVE.use_instruction_set(before)


def arm(kinds: str, seed: int, locked: int) -> Robot:
    n, rng = len(kinds), np.random.default_rng(seed)
    robot = Robot.from_dh(
        *(rng.uniform(-1, 1, n), rng.uniform(-2, 2, n), rng.uniform(-1, 1, n), 0, kinds),
        pitch=0.3,
    )
    joints = list(robot.joints)
    for i in rng.choice(n, locked, replace=False):
        joints[i] = replace(joints[i], locked=True)
    return robot.replace(joints=tuple(joints))


@pytest.mark.property
@given(
    st.sampled_from(["RRRRRR", "RRRRRRR", "RPRRRRR", "RRHRRRRP", "R" * 20]),
    st.integers(0, 500),
    st.integers(0, 1),
    st.sampled_from([None, 0.05, 0.4, 30.0]),
    st.booleans(),
    st.sampled_from([None, 1, 3, 9]),
)
def test_the_same_numbers(instruction_set, kinds, seed, locked, length, two, count) -> None:
    robot = arm(kinds, seed, locked if len(kinds) > 6 else 0)
    shape = (robot.n,) if count is None else (count, robot.n)
    q = np.random.default_rng(seed).uniform(-3, 3, shape)
    got, wanted = pose_conditions(robot, q, length, two), REFERENCE(robot, q, length, two)
    assert got.shape == wanted.shape
    known = np.isfinite(got[..., 0])
    assert (known | (wanted[..., 0] > 0.9e7)).all()
    # rounding grows with the condition number itself
    error = np.abs(got / wanted - 1)[known] / wanted[known][..., :1]
    assert error.max(initial=0.0) < (1e-13 if length is not None or not two else 1e-9)


def test_nearly_singular_postures_are_answered_by_the_reference(instruction_set) -> None:
    puma = load_robot("puma560").robot
    Q = np.radians([[0, 30, 40, 20, pitch, 10] for pitch in (0, 1e-9, 1e-6, 1e-3, 1, 50)] * 5)
    values = condition_number(puma, Q)
    assert np.isinf(values[::6]).all()
    np.testing.assert_allclose(values[5::6], REFERENCE(puma, Q[5::6])[:, 0], rtol=1e-12)
    np.testing.assert_allclose(values, REFERENCE(puma, Q)[:, 0], rtol=1e-8)


def test_an_isotropic_posture(instruction_set) -> None:
    q = np.radians([[0, 90, -90, 90, -90, 180]] * 11)
    robot = load_robot("diestro").robot
    for norm in ("frobenius", "2"):
        np.testing.assert_allclose(condition_number(robot, q, 0.05, norm), 1.0, atol=1e-13)


@pytest.mark.parametrize(
    ("argument", "value"),
    [("q", np.full(6, np.nan)), ("q", np.full(6, 2.0**40)), ("q", np.zeros((0, 5)))]
    + [("length", bad) for bad in (0.0, -1.0, np.nan, 10**400, "1", [1.0, 2.0])]
    + [("robot", None)],
)
def test_both_forms_refuse_the_same(argument, value) -> None:
    call = {"robot": load_robot("puma560").robot, "q": np.zeros(6), "length": 0.3, argument: value}
    for form in (pose_conditions, REFERENCE):
        with pytest.raises(ArgumentError, match=argument):
            form(**call)
    assert pose_conditions(load_robot("puma560").robot, np.zeros((0, 6))).shape == (0, 2)
