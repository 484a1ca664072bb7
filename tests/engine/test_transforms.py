"""Rotations, poses, quaternions and screws: round trips, extremes, batches, gates."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from robots import floats, poses

from rvs.engine import screws, transforms
from rvs.engine.errors import ArgumentError
from rvs.engine.quaternion import Quaternion, slerp
from rvs.engine.screws import (
    ad,
    adjoint,
    axis_angle3,
    axis_angle6,
    exp3,
    exp6,
    log3,
    log6,
    screw_axis,
    skew,
    twist_matrix,
    twist_vector,
    unskew,
)
from rvs.engine.transforms import (
    delta,
    from_delta,
    from_euler,
    from_oa,
    from_rpy,
    interpolate,
    inverse,
    is_pose,
    is_rotation,
    nearest_pose,
    nearest_rotation,
    normalize,
    pose,
    rotation,
    rotx,
    roty,
    rotz,
    split,
    to_delta,
    to_euler,
    to_rpy,
    transform_wrench,
    twist_map,
    unit,
)

VECTORS = st.lists(floats(-2, 2), min_size=3, max_size=3).map(np.array)
DIRECTIONS = VECTORS.filter(lambda v: np.linalg.norm(v) > 0.1).map(unit)
TWISTS = st.lists(floats(-2, 2), min_size=6, max_size=6).map(np.array)
# At and near nothing, a quarter turn, half a turn, and anything between.
ANGLES = st.one_of(
    st.sampled_from([0.0, np.pi / 2, np.pi]),
    st.integers(3, 16).map(lambda k: 10.0**-k),
    st.integers(3, 16).map(lambda k: np.pi - 10.0**-k),
    st.floats(0, np.pi),
)


@pytest.mark.property
@given(DIRECTIONS, ANGLES)
def test_exp3_undoes_log3(axis: np.ndarray, angle: float) -> None:
    w = axis * angle
    R = exp3(w)
    np.testing.assert_allclose(R.T @ R, np.eye(3), atol=1e-14)
    np.testing.assert_allclose(exp3(log3(R)), R, atol=2e-15)
    back = log3(R)
    # Within rounding of half a turn the sign of the axis is open.
    if np.pi - angle < 1e-14 and back @ w < 0:
        back = -back
    np.testing.assert_allclose(back, w, atol=1e-14)


@pytest.mark.property
@given(DIRECTIONS, ANGLES, VECTORS)
def test_exp6_undoes_log6(axis: np.ndarray, angle: float, v: np.ndarray) -> None:
    V = np.concatenate([axis * angle, v])
    T = exp6(V)
    np.testing.assert_allclose(exp6(log6(T)), T, atol=1e-13)
    if np.pi - angle > 1e-14:
        np.testing.assert_allclose(log6(T), V, atol=1e-12)


@pytest.mark.parametrize("angle", [0.0, 1e-300, 1e-12, 1e-8, 1e-5, 1e-3, 0.1, 0.299, 0.301, 3.0])
def test_exp6_loses_no_digits(angle: float) -> None:
    """Against the plain series, which converges to the last digit for these angles."""
    matrix = twist_matrix([0, 0.6 * angle, 0.8 * angle, 1, 2, 3])
    total = term = np.eye(4)
    for k in range(1, 60):
        term = term @ matrix / k
        total = total + term
    np.testing.assert_allclose(exp6(twist_vector(matrix)), total, atol=2e-15, rtol=2e-15)
    np.testing.assert_allclose(log6(total), twist_vector(matrix), atol=5e-15, rtol=5e-15)


@pytest.mark.parametrize(
    ("diagonal", "axis"),
    [((1, -1, -1), (1, 0, 0)), ((-1, 1, -1), (0, 1, 0)), ((-1, -1, 1), (0, 0, 1))],
)
def test_log3_of_half_a_turn(diagonal: tuple[int, ...], axis: tuple[int, ...]) -> None:
    np.testing.assert_allclose(log3(np.diag(diagonal)), np.pi * np.array(axis), atol=1e-15)


def test_log_where_rounding_puts_the_trace_below_minus_one() -> None:
    R = exp3(np.pi * unit([1.0, -2.0, 2.0])) - 1e-15 * np.eye(3)
    assert np.trace(R) < -1
    assert np.isfinite(log6(pose(R, [1, 2, 3]))).all()


@pytest.mark.property
@given(VECTORS, VECTORS)
def test_skew_is_the_cross_product(w: np.ndarray, x: np.ndarray) -> None:
    np.testing.assert_allclose(skew(w) @ x, np.cross(w, x), atol=1e-12)
    np.testing.assert_array_equal(unskew(skew(w)), w)


@pytest.mark.property
@given(poses, TWISTS, TWISTS)
def test_adjoints(T: np.ndarray, V: np.ndarray, W: np.ndarray) -> None:
    turned = twist_vector(T @ twist_matrix(V) @ inverse(T))
    np.testing.assert_allclose(adjoint(T) @ V, turned, atol=1e-9)
    np.testing.assert_allclose(twist_map(T) @ adjoint(T), np.eye(6), atol=1e-9)
    bracket = twist_matrix(V) @ twist_matrix(W) - twist_matrix(W) @ twist_matrix(V)
    np.testing.assert_allclose(twist_matrix(ad(V) @ W), bracket, atol=1e-9)
    # A wrench and a twist give the same power in every frame.
    power = transform_wrench(T, W) @ (twist_map(T) @ V)
    np.testing.assert_allclose(power, W @ V, atol=1e-8)


@pytest.mark.property
@given(poses)
def test_inverse_and_split(T: np.ndarray) -> None:
    np.testing.assert_allclose(inverse(T) @ T, np.eye(4), atol=1e-12)
    np.testing.assert_array_equal(pose(*split(T)), T)
    assert is_pose(T, 1e-12)


RIGHT = st.sampled_from([0.0, np.pi / 2, -np.pi / 2, np.pi, -np.pi]) | floats(-3.1, 3.1)


@pytest.mark.property
@given(st.lists(RIGHT, min_size=3, max_size=3))
def test_angle_triples_come_back_as_the_same_rotation(angles: list[float]) -> None:
    for make, read in ((from_rpy, to_rpy), (from_euler, to_euler)):
        R = make(angles)
        np.testing.assert_allclose(make(read(R)), R, atol=1e-14)


@pytest.mark.parametrize("past", [0.0, 1e-16, -1e-16, 1e-15, 1e-12, -1e-12])
def test_half_a_turn_has_one_sign_whatever_its_last_bits_are(past: float) -> None:
    for make, read in ((from_rpy, to_rpy), (from_euler, to_euler)):
        for index in (0, 2):
            angles = np.array([0.3, 0.2, 0.4])
            angles[index] = np.pi + past
            found = read(make(angles))
            assert found[index] == pytest.approx(np.pi)
            np.testing.assert_allclose(make(found), make(angles), atol=1e-14)


@pytest.mark.property
@given(DIRECTIONS, DIRECTIONS)
def test_orientation_and_approach(o: np.ndarray, a: np.ndarray) -> None:
    if np.linalg.norm(np.cross(o, a)) < 1e-3:
        return
    R = from_oa(2 * o, 3 * a)
    assert is_rotation(R, 1e-13)
    np.testing.assert_allclose(R[:, 2], a, atol=1e-14)
    assert R[:, 1] @ o > 0


@pytest.mark.property
@given(poses, poses, st.floats(0, 1))
def test_interpolation(T0: np.ndarray, T1: np.ndarray, s: float) -> None:
    np.testing.assert_allclose(interpolate(T0, T1, 0.0), T0, atol=1e-12)
    np.testing.assert_allclose(interpolate(T0, T1, 1.0), T1, atol=1e-12)
    between = interpolate(T0, T1, s)
    whole = axis_angle3(log3(T0[:3, :3].T @ T1[:3, :3]))[1]
    part = axis_angle3(log3(T0[:3, :3].T @ between[:3, :3]))[1]
    assert part == pytest.approx(s * whole, abs=1e-7)
    assert whole <= np.pi + 1e-12
    np.testing.assert_allclose(interpolate(T0, T1, [0.0, s])[1], between)


@pytest.mark.property
@given(poses, poses)
def test_slerp_is_the_turn_of_interpolate(T0: np.ndarray, T1: np.ndarray) -> None:
    q0, q1 = Quaternion.from_rotation(T0), Quaternion.from_rotation(T1)
    if abs(q0.array @ q1.array) < 1e-9:
        return
    for s in (0.0, 0.3, 1.0):
        ours = slerp(q0, q1, s).rotation()
        np.testing.assert_allclose(ours, interpolate(T0, T1, s)[:3, :3], atol=1e-12)
        np.testing.assert_allclose(slerp(q0, -q1, s).rotation(), ours, atol=1e-12)


def test_slerp_the_long_way() -> None:
    q0, q1 = Quaternion(1, 0, 0, 0), Quaternion.from_axis_angle([0, 0, 1], 3 * np.pi / 2)
    np.testing.assert_allclose(slerp(q0, q1, 0.5).rotation(), rotz(-np.pi / 4), atol=1e-15)
    long = slerp(q0, q1, 0.5, shortest=False).rotation()
    np.testing.assert_allclose(long, rotz(3 * np.pi / 4), atol=1e-15)
    assert len(slerp(q0, q1, [0.0, 0.5, 1.0])) == 3


@pytest.mark.property
@given(poses, poses, VECTORS)
def test_quaternions_are_rotations(T0: np.ndarray, T1: np.ndarray, v: np.ndarray) -> None:
    R0, R1 = T0[:3, :3], T1[:3, :3]
    q0, q1 = Quaternion.from_rotation(R0), Quaternion.from_rotation(R1)
    assert q0.s >= 0
    assert q0.norm() == pytest.approx(1)
    np.testing.assert_allclose(q0.rotation(), R0, atol=1e-13)
    np.testing.assert_allclose((q0 * q1).rotation(), R0 @ R1, atol=1e-13)
    np.testing.assert_allclose((q0 / q1).rotation(), R0 @ R1.T, atol=1e-13)
    np.testing.assert_allclose(q0 * v, R0 @ v, atol=1e-12)
    np.testing.assert_allclose((q0 * 3.0).rotation(), R0, atol=1e-13)
    np.testing.assert_allclose((q0**3).rotation(), R0 @ R0 @ R0, atol=1e-12)
    np.testing.assert_allclose((q0**-2).rotation(), R0.T @ R0.T, atol=1e-12)
    assert q0**0 == Quaternion(1, 0, 0, 0)
    np.testing.assert_allclose(np.asarray(q0 * q0.inverse()), [1, 0, 0, 0], atol=1e-15)


def test_quaternions_are_values() -> None:
    q = Quaternion(1, 2, 3, 4)
    assert q == Quaternion(1.0, 2.0, 3.0, 4.0)
    assert {q: 1}[Quaternion(1, 2, 3, 4)] == 1
    assert q.v.tolist() == [2, 3, 4]
    assert 2 * q == q * 2 == q * np.float64(2) == Quaternion(2, 4, 6, 8)
    assert q / 2 == Quaternion(0.5, 1, 1.5, 2)
    assert list(q) == [1, 2, 3, 4]
    with pytest.raises(AttributeError):
        q.s = 5.0  # type: ignore[misc]


@pytest.mark.property
@given(poses, TWISTS)
def test_small_motions(T: np.ndarray, d: np.ndarray) -> None:
    small = 1e-6 * d
    moved = pose(from_delta(small)[:3, :3] @ T[:3, :3], T[:3, 3] + small[3:])
    np.testing.assert_allclose(delta(T, moved), small, atol=1e-12)
    np.testing.assert_allclose(to_delta(from_delta(small)), small, atol=1e-15)
    assert is_pose(from_delta(d), 1e-12)


@pytest.mark.property
@given(poses, st.lists(floats(-0.05, 0.05), min_size=9, max_size=9))
def test_nearest(T: np.ndarray, noise: list[float]) -> None:
    rough = T.copy()
    rough[:3, :3] += np.reshape(noise, (3, 3))
    assert is_pose(nearest_pose(rough), 1e-12)
    assert is_pose(normalize(rough), 1e-12)
    best = np.linalg.norm(nearest_rotation(rough[:3, :3]) - rough[:3, :3])
    assert best <= np.linalg.norm(T[:3, :3] - rough[:3, :3]) + 1e-12
    np.testing.assert_allclose(normalize(rough)[:3, 2], unit(rough[:3, 2]), atol=1e-14)


def test_a_mirror_is_no_rotation() -> None:
    mirror = np.diag([1.0, 1.0, -1.0])
    assert transforms.rotation_distance(mirror) == 1e9
    assert not is_rotation(mirror)
    assert is_rotation(nearest_rotation(mirror))


@pytest.mark.parametrize("flip", [-1.0, 0.0])
@given(seed=st.integers(0, 2**32 - 1))
def test_a_matrix_of_no_positive_determinant_is_far_from_every_pose(flip: float, seed: int) -> None:
    """The document of Modern Robotics: "a large value is returned"."""
    R = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))[0]
    R *= np.sign(np.linalg.det(R))
    R[:, seed % 3] *= flip
    assert transforms.rotation_distance(R) == 1e9
    assert transforms.pose_distance(np.block([[R, np.ones((3, 1))], [np.eye(4)[3]]])) == 1e9


@pytest.mark.parametrize(
    "value",
    [
        *(np.eye(3), np.eye(5), np.eye(4)[:, :3], np.stack([np.eye(4)] * 2), [[1, 2], [3]]),
        *(np.full((4, 4), np.nan), np.diag([1, 1, 1, np.inf]), np.eye(4) * 1j, np.zeros((4, 4))),
        *(np.diag([1.0, 1.0, -1.0, 1.0]), np.diag([1.0, 1.0, 1.0, 2.0]), "pose", None, 1.0, []),
    ],
    ids=str,
)
def test_what_is_no_pose_is_told_not_raised(value: object) -> None:
    assert is_pose(value) is False
    assert is_rotation(value) is (value is not None and np.array_equal(value, np.eye(3)))


def test_screw_axes() -> None:
    np.testing.assert_allclose(screw_axis([1, 0, 0], [0, 0, 2], 0.5), [0, 0, 1, 0, -1, 0.5])
    np.testing.assert_allclose(screw_axis([1, 0, 0], [0, 0, 2], np.inf), [0, 0, 0, 0, 0, 1])
    screw, theta = axis_angle6([1e-7, 0, 0, 0, 3, 0])
    assert theta == 3
    np.testing.assert_allclose(screw[3:], [0, 1, 0])


def test_batches() -> None:
    angles = np.array([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]])
    T = pose(from_rpy(angles), angles)
    V = np.concatenate([angles, angles], axis=-1)
    calls: list[tuple[Any, np.ndarray]] = [
        (rotx, angles[:, 0]), (roty, angles[:, 0]), (rotz, angles[:, 0]), (from_rpy, angles),
        (from_euler, angles), (to_rpy, T[:, :3, :3]), (to_euler, T[:, :3, :3]), (inverse, T),
        (normalize, T), (to_delta, T), (from_delta, V), (twist_map, T), (adjoint, T), (ad, V),
        (exp3, angles), (log3, T[:, :3, :3]), (exp6, V), (log6, T), (skew, angles),
        (twist_matrix, V), (nearest_pose, T), (unit, angles), (nearest_rotation, T[:, :3, :3]),
    ]  # fmt: skip
    for call, values in calls:
        rows = np.stack([call(row) for row in values])
        np.testing.assert_allclose(call(values), rows, atol=1e-15, err_msg=call.__name__)


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("angle", lambda: rotx(np.nan)),
        ("angle", lambda: roty("x")),
        ("angle", lambda: rotz(np.inf)),
        ("axis", lambda: rotation([0, 0], 1)),
        ("axis", lambda: rotation([0, 0, 0], 1)),
        ("angle", lambda: rotation([0, 0, 1], np.nan)),
        ("angles", lambda: from_rpy([1, 2])),
        ("angles", lambda: from_euler([])),
        ("R", lambda: to_rpy(np.eye(4))),
        ("R", lambda: to_euler(2 * np.eye(3))),
        ("o", lambda: from_oa([1, 0, 0], [2, 0, 0])),
        ("a", lambda: from_oa([1, 0, 0], [0, 0, 0])),
        ("R", lambda: pose(np.eye(4))),
        ("p", lambda: pose(p=[1, 2])),
        ("T", lambda: split(np.eye(3))),
        ("T", lambda: inverse(np.diag([1, 1, -1, 1]))),
        ("T", lambda: inverse(np.ones((4, 4)))),
        ("T", lambda: normalize(np.full((4, 4), np.nan))),
        ("T0", lambda: interpolate(np.eye(3), np.eye(4), 0)),
        ("T1", lambda: interpolate(np.eye(4), np.eye(3), 0)),
        ("s", lambda: interpolate(np.eye(4), np.eye(4), np.nan)),
        ("T", lambda: to_delta([1, 2, 3])),
        ("T1", lambda: delta(np.eye(4), np.eye(3))),
        ("d", lambda: from_delta([1, 2, 3])),
        ("T", lambda: twist_map(np.eye(3))),
        ("w", lambda: transform_wrench(np.eye(4), [1])),
        ("tol", lambda: is_rotation(np.eye(3), tol=np.nan)),
        ("tol", lambda: is_pose(np.eye(4), tol="small")),
        ("R", lambda: transforms.rotation_distance([[1]])),
        ("T", lambda: transforms.pose_distance(np.eye(3))),
        ("R", lambda: nearest_rotation(np.eye(2))),
        ("T", lambda: nearest_pose(np.eye(3))),
        ("v", lambda: unit([0, 0])),
        ("v", lambda: unit(3.0)),
        ("v", lambda: unit([])),
        ("w", lambda: skew([1, 2])),
        ("W", lambda: unskew([1, 2, 3])),
        ("V", lambda: twist_matrix([1, 2, 3])),
        ("matrix", lambda: twist_vector(np.eye(3))),
        ("w", lambda: exp3([1])),
        ("R", lambda: log3(-np.eye(3))),
        ("V", lambda: exp6(np.eye(4))),
        ("T", lambda: log6(np.eye(3))),
        ("w", lambda: axis_angle3(np.eye(3))),
        ("V", lambda: axis_angle6([1, 2, 3])),
        ("T", lambda: adjoint(np.eye(6))),
        ("V", lambda: ad([1])),
        ("direction", lambda: screw_axis([0, 0, 0], [0, 0, 0])),
        ("point", lambda: screw_axis([0, 0], [0, 0, 1])),
        ("pitch", lambda: screw_axis([0, 0, 0], [0, 0, 1], np.nan)),
        ("x", lambda: Quaternion(1, np.nan, 0, 0)),
        ("R", lambda: Quaternion.from_rotation(np.eye(2))),
        ("axis", lambda: Quaternion.from_axis_angle([1, 2], 1)),
        ("other", lambda: Quaternion(1, 0, 0, 0) * [1, 2]),
        ("other", lambda: Quaternion(1, 0, 0, 0) / 0),
        ("exponent", lambda: Quaternion(1, 0, 0, 0) ** 0.5),
        ("s", lambda: slerp(Quaternion(1, 0, 0, 0), Quaternion(1, 0, 0, 0), np.nan)),
        ("q1", lambda: slerp(Quaternion(1, 0, 0, 0), Quaternion(-1, 0, 0, 0), 0.5, False)),
    ],
)
def test_gates(name: str, call: Any) -> None:
    with pytest.raises(ArgumentError, match=rf"^{name}: "):
        call()


def test_the_zero_quaternion_is_refused() -> None:
    zero = Quaternion(0, 0, 0, 0)
    for call in (zero.inverse, zero.unit, zero.rotation):
        with pytest.raises(ArgumentError, match="quaternion 0"):
            call()
    assert screws.exp3([0, 0, 0]).tolist() == np.eye(3).tolist()
