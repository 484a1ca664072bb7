"""Transforms, quaternions and screws against the numbers of the three libraries."""

from typing import Any

import numpy as np
import pytest
from reference_cases import ANGULAR_FIRST, Case, cases, close

from rvs.engine import screws, transforms
from rvs.engine.quaternion import Quaternion, slerp

# Each function of theirs in terms of ours, one argument list to one value.
MR = {
    "RotInv": lambda R: transforms.split(transforms.inverse(transforms.pose(R)))[0],
    "VecToso3": lambda omg: screws.skew(omg),
    "so3ToVec": lambda so3mat: screws.unskew(so3mat),
    "MatrixExp3": lambda so3mat: screws.exp3(screws.unskew(so3mat)),
    "MatrixLog3": lambda R: screws.skew(screws.log3(R)),
    "TestIfSO3": lambda mat: transforms.is_rotation(mat),
    "ProjectToSO3": lambda mat: transforms.nearest_rotation(mat),
    "RpToTrans": lambda R, p: transforms.pose(R, p),
    "TransInv": lambda T: transforms.inverse(T),
    "VecTose3": lambda V: screws.twist_matrix(V),
    "se3ToVec": lambda se3mat: screws.twist_vector(se3mat),
    "Adjoint": lambda T: screws.adjoint(T),
    "ScrewToAxis": lambda q, s, h: screws.screw_axis(q, s, h),
    "MatrixExp6": lambda se3mat: screws.exp6(screws.twist_vector(se3mat)),
    "MatrixLog6": lambda T: screws.twist_matrix(screws.log6(T)),
    "TestIfSE3": lambda mat: transforms.is_pose(mat),
    "ProjectToSE3": lambda mat: transforms.nearest_pose(mat),
    "ad": lambda V: screws.ad(V),
    "Normalize": lambda V: transforms.unit(V),
}
RTB = {
    "eul2tr": lambda **a: transforms.pose(transforms.from_euler(angles(a, "phi theta psi eul"))),
    "rpy2tr": lambda **a: transforms.pose(transforms.from_rpy(angles(a, "roll pitch yaw rpy"))),
    "rotvec": lambda v, theta: transforms.pose(transforms.rotation(v, theta)),
    "rotx": lambda theta: transforms.pose(transforms.rotx(theta)),
    "roty": lambda theta: transforms.pose(transforms.roty(theta)),
    "rotz": lambda theta: transforms.pose(transforms.rotz(theta)),
    "tr2eul": lambda T: transforms.to_euler(transforms.split(T)[0]),
    "tr2rpy": lambda T: transforms.to_rpy(transforms.split(T)[0]),
    "tr2rot": lambda T: transforms.split(T)[0],
    "transl_extract": lambda T: transforms.split(T)[1],
    "transl_traj": lambda TC: transforms.split(TC)[1],
    "transl": lambda **a: transforms.pose(p=angles(a, "x y z v")),
    "unit": lambda v: transforms.unit(v),
    "quaternion": lambda R: Quaternion.from_rotation(R).array,
    "quaternion_t": lambda q: Quaternion(*q).pose(),
    "quaternion_r": lambda q: Quaternion(*q).rotation(),
    "quaternion_vtheta": lambda v, theta: Quaternion.from_axis_angle(v, theta).array,
    "quaternion_mul": lambda q1, q2: (Quaternion(*q1) * Quaternion(*q2)).array,
    "quaternion_div_scalar": lambda q, s: (Quaternion(*q) / s).array,
    "quaternion_mulvec": lambda q, v: Quaternion(*q) * np.array(v),
    "quaternion_norm": lambda q: Quaternion(*q).norm(),
    "quaternion_unit": lambda q: Quaternion(*q).unit().array,
    "tr2jac": lambda T: transforms.twist_map(T)[np.ix_(ANGULAR_FIRST, ANGULAR_FIRST)],
    "ftrans": lambda T, F: transforms.transform_wrench(T, np.array(F)[ANGULAR_FIRST])[
        ANGULAR_FIRST
    ],
}


def angles(args: dict[str, Any], names: str) -> Any:
    """The three numbers of a call that gives them apart or as one vector."""
    *single, together = names.split()
    return args[together] if together in args else [args[name] for name in single]


@pytest.mark.parametrize("case", cases("mr", *MR), ids=str)
def test_modern_robotics(case: Case) -> None:
    close(MR[case.function](**case.args), case)


@pytest.mark.parametrize("case", cases("rtb", *RTB), ids=str)
def test_robotics_toolbox(case: Case) -> None:
    close(RTB[case.function](**case.args), case)


@pytest.mark.parametrize("case", cases("mr", "TransToRp"), ids=str)
def test_split(case: Case) -> None:
    for ours, theirs in zip(transforms.split(case.args["T"]), case.want, strict=True):
        close(ours, case, theirs)


@pytest.mark.parametrize("case", cases("mr", "AxisAng3", "AxisAng6"), ids=str)
def test_axis_and_angle(case: Case) -> None:
    split = screws.axis_angle3 if case.function == "AxisAng3" else screws.axis_angle6
    axis, angle = split(next(iter(case.args.values())))
    their_axis, their_angle = case.want
    close(angle, case, their_angle)
    # They divide by the angle and get NaN (None here) where it is zero; ours is a zero axis.
    close(axis, case, [0.0 if part is None else part for part in their_axis])


@pytest.mark.parametrize("case", cases("mr", "DistanceToSO3", "DistanceToSE3"), ids=str)
def test_distances(case: Case) -> None:
    mat = np.array(case.args["mat"])
    distance = transforms.rotation_distance if len(mat) == 3 else transforms.pose_distance
    close(distance(mat), case)


@pytest.mark.parametrize("case", cases("rtb", "oa2tr", "trnorm"), ids=str)
def test_orthonormal_columns(case: Case) -> None:
    """Theirs leave o as it is; a, and n but for its length, are the same."""
    if case.function == "oa2tr":
        ours = transforms.from_oa(**case.args)
    else:
        ours = transforms.split(transforms.normalize(case.args["T"]))[0]
    theirs = np.array(case.want)[:3, :3]
    close(ours[:, [0, 2]], case, theirs[:, [0, 2]])
    np.testing.assert_allclose(ours.T @ ours, np.eye(3), atol=1e-14)
    assert ours[:, 1] @ theirs[:, 1] > 0


@pytest.mark.parametrize("case", cases("rtb", "quaternion_inv", "quaternion_div"), ids=str)
def test_inverse_quaternions(case: Case) -> None:
    """Their inverse is the conjugate: ours times the squared norm."""
    if case.function == "quaternion_inv":
        divisor = Quaternion(*case.args["q"])
        ours = divisor.inverse()
    else:
        divisor = Quaternion(*case.args["q2"])
        ours = Quaternion(*case.args["q1"]) / divisor
    close((ours * divisor.norm() ** 2).array, case)


@pytest.mark.parametrize("case", cases("rtb", "quaternion_pow"), ids=str)
def test_powers(case: Case) -> None:
    """A negative power of theirs conjugates without dividing by the squared norm."""
    q, j = Quaternion(*case.args["q"]), case.args["j"]
    scale = 1.0 if j >= 0 else q.norm() ** (-2 * j)
    close((q**j * scale).array, case)


@pytest.mark.parametrize("case", cases("rtb", "qinterp"), ids=str)
def test_slerp(case: Case) -> None:
    q1, q2 = Quaternion(*case.args["q1"]), Quaternion(*case.args["q2"])
    close(np.array(slerp(q1, q2, case.args["r"], shortest=False)), case)


@pytest.mark.parametrize("case", cases("rtb", "trinterp"), ids=str)
def test_interpolate(case: Case) -> None:
    """Theirs goes the long way where the scalar parts of the quaternions make it."""
    T0, T1, r = case.args["T0"], case.args["T1"], case.args["r"]
    q0 = Quaternion.from_rotation(T0)
    q1 = Quaternion.from_rotation(T1)
    if q0.array @ q1.array >= 0:
        close(transforms.interpolate(T0, T1, r), case)
    else:
        R = slerp(q0, q1, r, shortest=False).rotation()
        p = transforms.interpolate(T0, T1, r)[:3, 3]
        close(transforms.pose(R, p), case)


@pytest.mark.parametrize("case", cases("rtb", "diff2tr"), ids=str)
def test_from_delta(case: Case) -> None:
    """Theirs is the matrix of the twist, to which ours less the identity is equal in the limit."""
    d = np.array(case.args["d"])[ANGULAR_FIRST]
    close(screws.twist_matrix(d), case)
    small = 1e-7
    slope = (transforms.from_delta(small * d) - np.eye(4)) / small
    np.testing.assert_allclose(slope, case.want, atol=1e-6)


@pytest.mark.parametrize("case", cases("rtb", "tr2diff"), ids=str)
def test_deltas(case: Case) -> None:
    if "T" in case.args:
        ours = transforms.to_delta(case.args["T"])
    else:
        ours = transforms.delta(case.args["T1"], case.args["T2"])
    close(ours[ANGULAR_FIRST], case)


@pytest.mark.parametrize("case", cases("rtb", "ishomog"), ids=str)
def test_ishomog(case: Case) -> None:
    """Theirs tests the size alone."""
    shape = np.shape(case.args["x"])
    assert (shape == (4, 4)) is case.want
    answer = transforms.is_pose(case.args["x"])
    assert answer is False if not case.want else isinstance(answer, bool)


@pytest.mark.parametrize("case", cases("mr", "NearZero"), ids=str)
def test_near_zero(case: Case) -> None:
    """Their threshold decides when a screw counts as a translation."""
    z = abs(case.args["z"])
    _, theta = screws.axis_angle6([z, 0, 0, 0, 3.0, 0])
    assert (theta >= 3.0) is case.want
