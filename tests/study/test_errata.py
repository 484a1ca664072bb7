"""Corrections in ``docs/errata.md`` for chapters 7 and 8 of the thesis hold.

Each row of the page has its check here, and what the thesis prints is shown to be wrong where it
is a statement that can be.
"""

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from rvs.engine.kinematics import jacobian
from rvs.engine.robot import Robot, link_transform
from rvs.files.library import load_robot
from rvs.study.dexterity import condition_number, homogeneous_jacobian, optimum_posture

from . import thesis

PAGE = Path(__file__).parent.parent.parent / "docs" / "errata.md"
RNG = np.random.default_rng(8)
N = 6
TABLE = np.column_stack(
    [RNG.uniform(0.2, 1.0, (N, 2)), RNG.uniform(-2, 2, N), RNG.uniform(-3, 3, N)]
)
TIP, TURNS = np.zeros(3), np.ones(N, dtype=bool)
CHAIN = thesis.Chain(TABLE, TIP)
STEP = 1e-6
LETTERS = {"a": thesis.A, "b": thesis.B, "alpha": thesis.ALPHA, "theta": thesis.THETA}


def robot() -> tuple[Robot, np.ndarray]:
    a, b, alpha, theta = TABLE.T
    return Robot.from_dh(a, alpha, b, 0), theta


def moved(j: int, column: int, by: float) -> thesis.Chain:
    table = TABLE.copy()
    table[j, column] += by
    return thesis.Chain(table, TIP)


def slope(value: Callable[[thesis.Chain], np.ndarray], j: int, column: int) -> np.ndarray:
    return (value(moved(j, column, STEP)) - value(moved(j, column, -STEP))) / (2 * STEP)


def reach(chain: thesis.Chain, i: int) -> np.ndarray:
    """r_i in the first frame."""
    return chain.product(0, i - 1) @ chain.reach(i)


def element_of_q():
    arm, theta = robot()
    wanted = link_transform(arm.joints[1], theta[1])[:3, :3]
    np.testing.assert_allclose(thesis.turn(*TABLE[1, 2:]), wanted, atol=1e-12)
    assert wanted[1, 2] == pytest.approx(-np.sin(TABLE[1, 2]) * np.cos(TABLE[1, 3]))


def first_column():
    arm, theta = robot()
    J = jacobian(arm, theta)
    np.testing.assert_allclose(J[3:, 0], np.cross(CHAIN.axis(0), reach(CHAIN, 0)), atol=1e-12)
    assert not np.allclose(J[3:, 0], np.cross(CHAIN.axis(0), reach(CHAIN, 1)))


def norm_of_an_inverse():
    A = RNG.normal(size=(5, 5))
    wanted = np.sum(np.linalg.inv(A) ** 2)
    assert np.trace(np.linalg.inv(A.T @ A)) == pytest.approx(wanted)
    assert np.trace(A.T @ np.linalg.inv(A)) != pytest.approx(wanted)


def more_than_six_joints():
    arm = load_robot("rediestro").robot
    H = homogeneous_jacobian(arm, arm.home, 0.2)
    assert np.linalg.matrix_rank(H.T @ H) == 6 < arm.n
    product = H @ H.T
    wanted = np.sqrt(np.trace(product) * np.trace(np.linalg.inv(product))) / 6
    assert condition_number(arm, arm.home, 0.2) == pytest.approx(wanted)


def constraints():
    for j in range(N):
        for column in range(4):
            for i in range(N):
                assert np.linalg.norm(moved(j, column, 0.3).axis(i)) == pytest.approx(1.0)
    # an isotropic arm that (8.9) would not allow
    arm = load_robot("diestro").robot
    q = np.radians([0, 90, -90, 90, -90, 180])
    table = np.column_stack(
        [[j.a for j in arm.joints], [j.d for j in arm.joints], [j.alpha for j in arm.joints], q]
    )
    chain = thesis.Chain(table, TIP)
    along = [chain.axis(i) @ reach(chain, i) for i in range(6)]
    assert np.abs(along).max() > 0.01
    assert condition_number(arm, q) == pytest.approx(1.0)


def constraint_of_the_last_axis():
    """Points nearest to the tool, one on each axis: r_i leaves H as it is, and 8.13 vanishes."""
    axes = [CHAIN.axis(i) for i in range(N)]
    near = [reach(CHAIN, i) - (axes[i] @ reach(CHAIN, i)) * axes[i] for i in range(N)]
    H = thesis.jacobian(TABLE, TURNS, TIP, 1.0)
    np.testing.assert_allclose(np.cross(axes, near), H[3:].T, atol=1e-12)
    np.testing.assert_allclose([axes[i] @ near[i] for i in range(N)], 0.0, atol=1e-12)
    assert min(abs(axes[-1] @ near[i]) for i in range(N - 1)) > 1e-3


def derivative_of_a_trace():
    j, column = 2, thesis.ALPHA

    def trace(chain: thesis.Chain) -> np.ndarray:
        H = thesis.jacobian(chain.table, TURNS, TIP, 0.7)
        return np.trace(H.T @ H)

    H = thesis.jacobian(TABLE, TURNS, TIP, 0.7)
    dH = thesis.jacobian_by(TABLE, TURNS, TIP, 0.7, j, column)
    assert np.trace(dH.T @ H + H.T @ dH) == pytest.approx(slope(trace, j, column), abs=1e-6)
    assert np.trace(dH.T @ H) != pytest.approx(slope(trace, j, column), abs=1e-6)


def inner_products():
    H = thesis.jacobian(TABLE, TURNS, TIP, 1.0)
    e, r = [CHAIN.axis(i) for i in (0, 5)], [reach(CHAIN, i) for i in (0, 5)]
    wanted = e[1] @ e[0] + np.cross(e[1], r[1]) @ np.cross(e[0], r[0])
    assert (H.T @ H)[5, 0] == pytest.approx(wanted)


def first_derivatives():
    i, j, column = 3, 4, thesis.THETA

    def square(chain: thesis.Chain) -> np.ndarray:
        return np.sum(np.cross(chain.axis(i), reach(chain, i)) ** 2)

    changed = np.cross(CHAIN.axis_by(i, j, column), reach(CHAIN, i)) + np.cross(
        CHAIN.axis(i), CHAIN.reach_by(i, j, column)
    )
    wanted = 2 * changed @ np.cross(CHAIN.axis(i), reach(CHAIN, i))
    assert slope(square, j, column) == pytest.approx(wanted, abs=1e-6)


def derivative_of_q():
    for j, column in ((1, thesis.THETA), (1, thesis.ALPHA)):
        wanted = slope(lambda chain: chain.turns[1], j, column)
        np.testing.assert_allclose(CHAIN.turn_by(j, column), wanted, atol=1e-8)
    assert not np.allclose(CHAIN.turn_by(1, thesis.THETA), CHAIN.turns[1])


def derivatives_of_r(pick: Callable[[int, int], bool]) -> Callable[[], None]:
    def check() -> None:
        for i in range(N):
            for j in range(N):
                for column in LETTERS.values():
                    if pick(i, j):
                        wanted = slope(lambda chain, i=i: reach(chain, i), j, column)
                        np.testing.assert_allclose(CHAIN.reach_by(i, j, column), wanted, atol=1e-7)

    return check


def derivatives_of_a():
    a, _, _, theta = TABLE[2]
    s, c = np.sin(theta), np.cos(theta)
    wanted = {"a": (c, s, 0), "b": (0, 0, 1), "alpha": (0, 0, 0), "theta": (-a * s, a * c, 0)}
    for name, column in LETTERS.items():
        np.testing.assert_allclose(thesis.arm_by(column, a, theta), wanted[name])
        numeric = slope(lambda chain: chain.arms[2], 2, column)
        np.testing.assert_allclose(numeric, wanted[name], atol=1e-8)


def two_condition_numbers():
    fanuc = load_robot("fanuc-arc-mate").robot
    best = optimum_posture(fanuc, "2")
    assert best.condition == pytest.approx(2.589, abs=5e-4)
    assert condition_number(fanuc, best.q) < 1.5


CHECKS = {
    "7.4, element (2, 3) of Q": element_of_q,
    "8.2.1, Jacobian, first column": first_column,
    "8.4, last form": norm_of_an_inverse,
    "8.4, 8.14, 8.16, more than six joints": more_than_six_joints,
    "8.8, 8.9, 8.13": constraints,
    "8.13, last entry": constraint_of_the_last_axis,
    "8.19": derivative_of_a_trace,
    "8.20, entry (n, 1)": inner_products,
    "before 8.22": first_derivatives,
    "8.35, ∂Q/∂θ": derivative_of_q,
    "8.37 to 8.39": derivatives_of_r(lambda i, j: True),
    "derivatives, j = i": derivatives_of_r(lambda i, j: i == j),
    "derivatives, j > i, by θ and α": derivatives_of_r(lambda i, j: j > i),
    "derivatives of a": derivatives_of_a,
    "condition number": two_condition_numbers,
}
# what the thesis says of its program and of its own appendix: nothing to compute
ELSEWHERE = {"4.2, array of 16, the 12th", "`JwSetColor`", "6.3"}


@pytest.mark.parametrize("row", CHECKS)
def test_the_right_hand_side_holds(row):
    CHECKS[row]()


def test_every_row_of_the_thesis_has_its_check():
    text = PAGE.read_text(encoding="utf-8")
    part = re.split(r"^## ", text, flags=re.MULTILINE)[1]
    assert part.startswith("RVS2006")
    rows = [line.split("|")[1].strip() for line in part.splitlines() if line.startswith("| ")]
    assert set(rows) - {"location"} == set(CHECKS) | ELSEWHERE
