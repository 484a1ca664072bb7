"""All postures of any six-revolute arm: published cases, parts of the method, random proof."""

import importlib.util
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine import Robot, fkine, ikine_all, jacobian
from rvs.engine.errors import ArgumentError
from rvs.engine.inverse.angle_wrapping import wrap
from rvs.engine.inverse.general6r import all_postures, solve
from rvs.engine.inverse.general6r.elimination import (
    dialytic,
    eliminate,
    line_functionals,
    motion_matrix,
    trigonometric,
    turned,
)
from rvs.engine.inverse.general6r.loop import SPLITS, arm_of, arrange, close_loop, restore, turn
from rvs.engine.inverse.general6r.polish import distinct, polish, residuals
from rvs.engine.inverse.general6r.roots import circle_roots
from rvs.engine.inverse.general6r.solve import search
from rvs.engine.inverse.general6r.splitting import (
    SplitAnswer,
    accounted_for,
    random_loops,
    solve_split,
)
from rvs.engine.kernels import NATIVE
from rvs.engine.transforms import nearest_pose

ANGLES = st.lists(st.floats(-np.pi, np.pi), min_size=6, max_size=6)
LENGTHS = st.lists(st.floats(-1, 1), min_size=6, max_size=6)

# Manseur and Doty, IJRR 8(5), 1989, Tables 1 and 2: sixteen real postures for one pose.
OM25_LINKS = [0.3, 1, 0, 1.5, 0, 0], np.radians([90, 0] * 3), [0, 0, 0.2, 0, 0, 0]
OM25 = Robot.from_dh(*OM25_LINKS, 0)
OM25_POSE = [
    [-0.760117, -0.641689, 0.102262, -1.140175],
    [0.133333, 0, 0.991071, 0],
    [-0.635959, 0.766965, 0.085558, 0],
    [0, 0, 0, 1],
]
OM25_PRINTED = np.array(
    [
        [0, 107.458, 112.46, -7.662, 0, 0],
        [0, 107.458, -67.54, -172.338, 180, 180],
        [88.67, -176.682, -178.394, -63.284, 157.829, 139.944],
        [88.67, -176.682, 1.606, -116.716, 22.171, -40.056],
        [113.841, 4.741, -179.093, -55.954, -63.659, -42.463],
        [113.841, 4.741, 0.907, -124.046, -116.341, 137.537],
        [168.703, -104.205, 146.556, -16.393, -170.903, 98.216],
        [168.703, -104.205, -33.444, -163.607, -9.097, -81.784],
        [180, 107.458, -147.375, -7.662, -164.675, 180],
        [180, 107.458, 32.625, -172.338, -15.325, 0],
        [-120.748, 173.066, -178.472, 31.328, -146.087, 142.605],
        [-120.748, 173.066, 1.528, 148.672, -33.913, -37.395],
        [-96.292, -5.766, -179.142, 38.477, 51.922, -39.631],
        [-96.292, -5.766, 0.858, 141.523, 128.078, 140.369],
        [-11.768, -105.495, -114.49, 1.243, 6.408, -79.398],
        [-11.768, -105.495, 65.51, 178.757, 173.592, 100.602],
    ]
)
# Raghavan and Roth 1990: a general arm with 2 real postures among 16.
GENERAL = Robot.from_dh(
    [0.8, 1.2, 0.33, 1.8, 0.6, 2.2],
    np.radians([20, 31, 45, 81, 12, 100]),
    [0.9, 3.7, 1, 0.5, 2.1, 0.63],
    0,
)
GENERAL_POSTURE = np.radians([14, 29.7, -45, 71, -63, 10])
GENERAL_OTHER = np.radians([13.1097, 50.9926, -72.0441, 72.0649, -7.1963, -37.8523])
DIESTRO = Robot.from_dh(0.05, np.radians([90, -90] * 3), 0.05, 0)
DIESTRO_POSE = np.array([[0, -1, 0, 0], [0, 0, -1, -0.05], [1, 0, 0, 0.05], [0, 0, 0, 1.0]])


def has(postures, q, tolerance=1e-5):
    return bool(len(postures)) and bool((np.abs(wrap(postures - q)).max(1) < tolerance).any())


def random_arm(seed):
    rng = np.random.default_rng(seed)
    a, d = rng.uniform(-1, 1, (2, 6))
    return Robot.from_dh(a, rng.uniform(-np.pi, np.pi, 6), d, 0), rng.uniform(-np.pi, np.pi, 6)


@pytest.mark.parametrize("method", ["reference", "public"])
def test_sixteen_postures_of_manseur_and_doty(method):
    T = nearest_pose(np.array(OM25_POSE))
    found = all_postures(OM25.chain, T) if method == "reference" else ikine_all(OM25, T)
    assert len(found.q) == 16
    assert found.certified
    assert np.abs(fkine(OM25, found.q) - T).max() < 1e-12
    for printed in np.radians(OM25_PRINTED):
        assert has(found.q, printed, np.radians(2e-3))


@pytest.mark.parametrize("method", ["reference", "public"])
def test_two_postures_of_raghavan_and_roth(method):
    T = fkine(GENERAL, GENERAL_POSTURE)
    found = all_postures(GENERAL.chain, T) if method == "reference" else ikine_all(GENERAL, T)
    assert len(found.q) == 2
    assert found.certified
    assert has(found.q, GENERAL_POSTURE, 1e-9)
    assert has(found.q, GENERAL_OTHER, 2e-6)


def test_continuum_of_diestro():
    """Two isolated postures and a curve on which theta5 = -theta2, theta4 = 90 - theta1."""
    found = ikine_all(DIESTRO, DIESTRO_POSE)
    assert found.infinite
    alone = np.degrees(found.q[found.isolated])
    assert len(alone) == 2
    for printed in ([0, 90, -90, 90, -90, 180], [180, -90, 90, -90, 90, 0]):
        assert has(np.radians(alone), np.radians(printed), 1e-9)
    assert len(found.samples) > 20
    assert np.abs(wrap(found.samples[:, 4] + found.samples[:, 1])).max() < 1e-6
    assert np.abs(wrap(found.samples[:, 3] - np.pi / 2 + found.samples[:, 0])).max() < 1e-6


def test_nothing_is_certified_where_all_splits_are_singular():
    assert not all_postures(DIESTRO.chain, DIESTRO_POSE).certified


def test_out_of_reach_is_certain():
    T = np.eye(4)
    T[0, 3] = 99.0
    found = all_postures(GENERAL.chain, T)
    assert (len(found.q), found.certified) == (0, True)


def test_unreachable_rotation_within_reach_is_certain():
    """All sixteen roots are complex: two clean splits agree on none."""
    arm, q = random_arm(4)
    T, counts = fkine(arm, q), []
    for angle in np.linspace(0.0, 3.0, 8):
        target = T.copy()
        target[:3, :3] = np.roll(T[:3, :3], 1, axis=0) @ turn(np.array(angle))[:3, :3]
        found = all_postures(arm.chain, target)
        assert found.certified
        counts.append(len(found.q))
        if not counts[-1]:
            assert not len(search(close_loop(arm_of(arm.chain), target[None])[0], 100))
    assert 0 in counts


def test_base_tool_and_offsets_are_honored():
    base, tool = np.eye(4), np.eye(4)
    base[:3, 3], tool[:3, 3] = [1, 2, 3], [0.1, -0.2, 0.3]
    base[:2, :2] = [[0, -1], [1, 0]]
    arm = Robot.from_dh(
        [0.3, 1, 0.1, 0.2, 0.1, 0], [1, 2, 0.5, 1, 1.5, 0], 0.2, 0, offset=0.7, base=base, tool=tool
    )
    q = np.array([0.1, 0.9, -1.2, 2.0, -0.4, 1.0])
    found = all_postures(arm.chain, fkine(arm, q))
    assert found.certified
    assert has(found.q, q, 1e-9)
    assert np.abs(fkine(arm, found.q) - fkine(arm, q)).max() < 1e-12


def test_arms_that_are_singular_everywhere_are_searched():
    arm = Robot.from_dh([1] * 6, [0] * 6, [0] * 6, 0)
    found = all_postures(arm.chain, fkine(arm, np.full(6, 0.4)))
    assert len(found.q)
    assert not found.certified


def test_conventions_give_the_same_postures():
    arm, q = random_arm(11)
    T = fkine(arm, q)
    M, screws = arm.to_screws()
    expected = all_postures(arm.chain, T).q
    for other in (arm.to_dh("modified"), Robot.from_screws(M, screws)):
        assert np.abs(wrap(all_postures(other.chain, T).q - expected)).max() < 1e-9


def test_bad_poses():
    for T in (np.full((4, 4), np.nan), np.eye(3), np.diag([1, 1, -1, 1.0])):
        with pytest.raises(ArgumentError):
            ikine_all(GENERAL, T)


@pytest.mark.property
@given(ANGLES, LENGTHS)
def test_functionals_move_linearly(angles, lengths):
    X = turn(np.array(angles))[0] @ Robot.from_dh([1], [0.7], [0.3], [0]).chain.after[0]
    Y = turn(np.array(angles))[1] @ Robot.from_dh([0.2], [-1.1], [0.9], [0]).chain.after[0]
    point = np.array(lengths[:3])
    direction = X[:3, 2]
    e = line_functionals(direction, point)
    there = line_functionals(Y[:3, :3] @ direction, Y[:3, :3] @ point + Y[:3, 3])
    assert np.abs(motion_matrix(Y) @ e - there).max() < 1e-12
    assert np.abs(motion_matrix(X @ Y) - motion_matrix(X) @ motion_matrix(Y)).max() < 1e-12
    sine, cosine, one = turned(e[:, None], -1.0).T
    by_parts = np.sin(angles[2]) * sine + np.cos(angles[2]) * cosine + one
    assert np.abs(motion_matrix(turn(np.array(-angles[2]))) @ e - by_parts).max() < 1e-12


@pytest.mark.parametrize("split", SPLITS, ids=str)
def test_equations_hold_at_a_posture(split):
    arm, q = random_arm(5)
    links = close_loop(arm_of(arm.chain), fkine(arm, q)[None])
    assert residuals(links, q[None])[0] < 1e-13
    loop = arrange(links, split)
    u = (-q if split.reverse else q)[split.order]
    assert residuals(loop, u[None])[0] < 1e-13
    assert np.abs(restore(u, split) - q).max() == 0
    equations = eliminate(loop)
    s = trigonometric(u)
    left = np.einsum("p,pij,j->i", s[2], equations.left[0], np.outer(s[3], s[4]).ravel())
    right = equations.right[0] @ np.outer(s[0], s[1]).ravel()[:8]
    assert np.abs(left - right).max() < 1e-12
    smallest = np.linalg.svd(dialytic(equations.reduced, u[2:3]), compute_uv=False)[0]
    assert smallest[-1] < 1e-12 * smallest[0]
    roots = circle_roots(equations.reduced)
    assert not roots.singular[0]
    assert np.abs(roots.z[0] - np.exp(1j * u[2])).min() < 1e-6


def test_roots_come_in_pairs_across_the_circle():
    arm, q = random_arm(6)
    links = close_loop(arm_of(arm.chain), fkine(arm, q)[None])
    z = circle_roots(eliminate(links).reduced).z[0]
    mirrored = 1 / z.conj()
    assert np.abs(z[:, None] - mirrored).min(axis=1).max() < 1e-6


def test_solutions_that_share_a_root_are_told_apart():
    """The wrist of a PUMA flips without moving joint 3: all eight share roots in pairs."""
    arm = Robot.from_dh(
        [0, 0.43, 0.02, 0, 0, 0], np.radians([90, 0, -90, 90, -90, 0]), [0.6, 0, 0.15, 0.4, 0, 0], 0
    )
    q = np.array([0.3, 0.5, -0.8, 1.0, 0.9, -0.4])
    links = close_loop(arm_of(arm.chain), fkine(arm, q)[None])
    answers = [solve_split(links, split)[0] for split in SPLITS]
    pairs = [
        len(answer.u) == 8 and len(np.unique(answer.u[:, split.order[2]].round(5))) < 8
        for answer, split in zip(answers, SPLITS, strict=True)
    ]
    assert any(pairs)
    found = all_postures(arm.chain, fkine(arm, q))
    assert len(found.q) == 8
    assert found.certified


def test_accounts():
    z = np.exp(1j * np.array([0.1, 0.5, 2.0])).tolist() + [3.0] * 13
    assert accounted_for(np.array(z), np.array([0.1, 0.5, 2.0]))
    assert not accounted_for(np.array(z), np.array([0.1, 0.5]))
    assert not accounted_for(np.array(z), np.array([0.1, 0.1, 0.5, 2.0]))
    assert not accounted_for(np.array(z), np.array([0.1, 0.5, 1.0]))
    torn = np.exp(1j * np.array([0.1, 0.1])) * [1 + 1e-5, 1 / (1 + 1e-5)]
    z[:3] = [*torn, np.exp(2j)]
    assert accounted_for(np.array(z), np.array([0.1001, 0.0999, 2.0]))
    assert not accounted_for(np.array(z), np.array([2.0]))


def test_polish_converges_to_a_double_root_and_keeps_it_once():
    arm = Robot.from_dh(
        [0, 0.4, 0, 0, 0, 0], np.radians([90, 0, -90, 90, -90, 0]), [0.6, 0, 0.1, 0.4, 0, 0], 0
    )
    q = np.array([0.3, 0.2, -np.pi / 2, 0.5, 0.6, 0.7])  # the elbow is stretched
    assert np.linalg.svd(jacobian(arm, q))[1][-1] < 1e-12
    arm_loop = arm_of(arm.chain)
    links = close_loop(arm_loop, fkine(arm, q)[None])
    near = q + 1e-3 * np.random.default_rng(0).normal(size=(8, 6))
    u, left = polish(np.repeat(links, 8, axis=0), near)
    assert left.max() < 1e-9
    assert len(distinct(links[0], u)) == 1


def test_random_loops_close():
    arm = arm_of(GENERAL.chain)
    assert (
        arm.reach * (1 + 1e-12) >= np.linalg.norm(random_loops(arm, 5)[:, 5, :3, 3], axis=1)
    ).all()


@pytest.fixture
def script(monkeypatch):
    path = Path(__file__).parents[2] / "benchmarks" / "ikine_all_proof.py"
    spec = importlib.util.spec_from_file_location("ikine_all_proof", path)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "ikine_all_proof", module)
    spec.loader.exec_module(module)
    return module


def test_fifty_random_robots(script):
    """A sample of benchmarks/ikine_all_proof.py."""
    # ranking the splits of a robot takes NumPy alone a third of a second
    proof = script.prove(robots=50 if NATIVE else 10, cross=5, starts=300)
    assert proof.holds
    assert proof.uncertified <= 1
    assert proof.residual < 1e-11


def test_reference_finds_what_the_kernels_find(script):
    for robot, q in script.random_robots(6, seed=7):
        T = fkine(robot, q)
        reference, public = all_postures(robot.chain, T), ikine_all(robot, T)
        assert reference.certified == public.certified
        assert len(reference.q) == len(public.q)
        assert all(has(reference.q, x, 1e-8) for x in public.q)


def test_roots_that_are_hardly_off_the_circle_are_not_explained_away():
    z = np.concatenate([np.exp([0.1j, 0.5j]), np.exp([2j, 2j]) * [1.00000005, 0.99999995]])
    z = np.concatenate([z, np.full(12, 3.0)])
    assert not accounted_for(z, np.array([0.1, 0.5]))
    z[2:4] = np.exp([2j, 2j]) * [1.001, 1 / 1.001]
    assert accounted_for(z, np.array([0.1, 0.5]))
    assert not accounted_for(z, np.array([0.1, 0.5003]))


def test_two_clean_splits_have_to_agree(monkeypatch):
    links = close_loop(arm_of(GENERAL.chain), fkine(GENERAL, GENERAL_POSTURE)[None])[0]
    both = solve_split(links[None], SPLITS[0])[0].u
    assert len(both) == 2
    asked = []

    def certain(*told):
        answers = dict(zip(SPLITS, told, strict=False))
        asked.clear()

        def answer(_, split):
            asked.append(split)
            return [answers.get(split, SplitAnswer(both[:1], False))]

        monkeypatch.setattr(solve, "solve_split", answer)
        u, certified = solve.certified_union(links, SPLITS)
        assert len(u) == max(len(one.u) for one in told)
        return certified

    clean_one, clean_two = SplitAnswer(both[1:], True), SplitAnswer(both, True)
    assert certain(clean_two, clean_two)
    assert len(asked) == 2
    assert certain(clean_one, clean_two, clean_two)
    assert not certain(clean_one, clean_two)

    assert not certain(clean_two, SplitAnswer(both, False))
    assert len(asked) == len(SPLITS)


# The same for each instruction set.
@cache
def reference_count(number):
    arm, q = random_arm(number)
    return len(all_postures(arm.chain, fkine(arm, q)).q)


@pytest.mark.skipif(NATIVE is None, reason="the kernels were not built")
@pytest.mark.parametrize("name", [] if NATIVE is None else NATIVE.instruction_sets())
def test_every_instruction_set_finds_all(name):
    before = NATIVE.instruction_set()
    NATIVE.use_instruction_set(name)
    try:
        for number in range(4):
            arm, q = random_arm(100 + number)
            found = ikine_all(arm, fkine(arm, q))
            assert has(found.q, q, 1e-9)
            assert len(found.q) == reference_count(100 + number)
        arm = Robot.from_dh(*OM25_LINKS, 0, name=name)
        assert len(ikine_all(arm, nearest_pose(np.array(OM25_POSE)))) == 16
        assert found.residual.max() < 1e-12
    finally:
        NATIVE.use_instruction_set(before)
