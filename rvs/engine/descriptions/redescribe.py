"""The same robot in another description: Denavit-Hartenberg of either kind, or screw axes.

There is a constant transform between two joint axes.  Each is written ``Z(beta, b) X(alpha, a)
Z(gamma, c)``, screws about and along z, x and z (the common normal is the x axis).  A z screw
commutes with the joint on the same axis, so it is combined with the constants of that joint, and
the rest is a chain of alternating z and x screws: standard Denavit-Hartenberg groups it ``Z X``,
the modified form ``X Z``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import atan2, cos, hypot, pi, sin

import numpy as np

from rvs.engine.arrays import IDENTITY, Array, pose_rows
from rvs.engine.chain import (
    chain_frames,
    chain_of,
    link_sides,
    screw_x,
    screw_z,
    z_constant,
)
from rvs.engine.joint import Convention, Inertia, Joint
from rvs.value_class import dataclass

# Sine of the angle between two axes below which they count as parallel.
PARALLEL = 1e-8

Screw = tuple[float, float]  # an angle about an axis, a distance along it
Link = Screw | Array  # about and along the common normal, or whatever leads from axis to axis
Description = tuple[tuple[Joint, ...], Array, Array]


@dataclass
class _Alternation:
    """Base, then alternating x and z screws (n + 1 and n of them), then tool."""

    base: Array
    x: list[Link]
    z: list[Screw]
    tool: Array


def to_dh(
    joints: Sequence[Joint],
    base: Array,
    tool: Array,
    convention: Convention,
    parallel: float = PARALLEL,
    apart: float = PARALLEL,
) -> Description:
    """Return joints, base and tool of an equivalent Denavit-Hartenberg description.

    The common normal of two nearly parallel axes is so far away that its numbers lose digits: where
    the sine of the angle is at least ``parallel`` and below ``apart``, the link between them is
    unchanged, in a general joint.

    Args:
        joints: The joints, of any convention.
        base: Pose of frame 0 (4, 4).
        tool: Pose of the tool in the last frame (4, 4).
        convention: ``"standard"`` or ``"modified"``.
        parallel: Sine of an angle below which two axes are treated as parallel.
        apart: Sine of an angle from which four numbers describe two axes.
    """
    if all(joint.convention == convention for joint in joints):
        return tuple(joints), base, tool
    form = _alternate(joints, base, tool, (parallel, apart))
    standard = convention == "standard"
    x_screws = form.x[1:] if standard else form.x[:-1]
    renewed = [
        _renewed(joint, z, x, convention)
        for joint, z, x in zip(joints, form.z, x_screws, strict=True)
    ]
    first, last = _link(form.x[0]), _link(form.x[-1])
    new_base = form.base @ first if standard else form.base
    new_tool = form.tool if standard else last @ form.tool
    carried = _carry_inertias(joints, base, renewed, new_base)
    return carried, new_base, new_tool


def _alternate(
    joints: Sequence[Joint], base: Array, tool: Array, sines: tuple[float, float]
) -> _Alternation:
    n = len(joints)
    form = _Alternation(base, [(0.0, 0.0)] * (n + 1), [z_constant(joint) for joint in joints], tool)
    first, last = joints[0], joints[-1]
    if first.convention == "modified":
        form.x[0] = (first.alpha, first.a)
    elif first.convention == "general":
        form.base = base @ np.array(first.before)
    for i in range(1, n):
        _add_between(form, i, (joints[i - 1], joints[i]), sines)
    if last.convention == "standard":
        form.x[n] = (last.alpha, last.a)
    elif last.convention == "general":
        form.tool = np.array(last.after) @ tool
    return form


def _add_between(
    form: _Alternation, i: int, pair: tuple[Joint, Joint], sines: tuple[float, float]
) -> None:
    """Add the constant transform between joint i - 1 and joint i to the alternation."""
    left, right = pair
    parallel, apart = sines
    if "general" not in (left.convention, right.convention):
        x = [0.0, 0.0]
        for joint, side in ((left, "standard"), (right, "modified")):
            if joint.convention == side:
                x = [x[0] + joint.alpha, x[1] + joint.a]
        form.x[i] = (x[0], x[1])
        return
    between = _without_z(left, behind=True) @ _without_z(right, behind=False)
    if parallel <= hypot(between[0, 2], between[1, 2]) < apart:
        form.x[i] = between
        return
    near, form.x[i], far = split_link(between, parallel)
    form.z[i - 1] = (form.z[i - 1][0] + near[0], form.z[i - 1][1] + near[1])
    form.z[i] = (form.z[i][0] + far[0], form.z[i][1] + far[1])


def _without_z(joint: Joint, *, behind: bool) -> Array:
    """Return a constant side of a joint without its own z screw, which ``z_constant`` includes."""
    if joint.convention == "general":
        return link_sides(joint)[int(behind)]
    has_x = joint.convention == ("standard" if behind else "modified")
    return screw_x(joint.alpha, joint.a) if has_x else np.eye(4)


def split_link(between: Array, parallel: float = PARALLEL) -> tuple[Screw, Screw, Screw]:
    """Return the z, x and z screws that compose the transform between two joint axes.

    The direction of the common normal within a right angle of x is used, so that a
    Denavit-Hartenberg table retains its original signs.

    Args:
        between: The transform (4, 4).
        parallel: Sine of an angle below which the axes are treated as parallel.
    """
    axis, point = between[:3, 2], between[:3, 3]
    sine = hypot(axis[0], axis[1])
    if sine < parallel:
        return _split_parallel(between)
    beta, alpha = atan2(axis[0], -axis[1]), atan2(sine, axis[2])
    if abs(beta) > pi / 2 + 1e-12:
        beta, alpha = beta - np.copysign(pi, beta), -alpha
    x, y = np.array([cos(beta), sin(beta), 0.0]), np.array([-sin(beta), cos(beta), 0.0])
    far = -(y @ point) / sin(alpha)
    rest = screw_x(-alpha, 0.0)[:3, :3] @ np.array([x, y, [0.0, 0.0, 1.0]]) @ between[:3, :3]
    gamma = atan2(rest[1, 0], rest[0, 0])
    near = float(point[2] - far * axis[2])
    return (float(beta), near), (float(alpha), float(x @ point)), (gamma, float(far))


def _split_parallel(between: Array) -> tuple[Screw, Screw, Screw]:
    point = between[:3, 3]
    alpha = 0.0 if between[2, 2] > 0 else pi
    whole = atan2(between[1, 0], between[0, 0])
    a = hypot(point[0], point[1])
    beta = atan2(point[1], point[0]) if a > 1e-12 else whole
    if abs(beta) > pi / 2 + 1e-12:
        beta, a = beta - float(np.copysign(pi, beta)), -a
    # Behind half a turn about x the rest turns the other way.
    gamma = (whole - beta) * (1.0 if alpha == 0.0 else -1.0)
    return (beta, float(point[2])), (alpha, a), (gamma, 0.0)


def _renewed(joint: Joint, z: Screw, x: Link, convention: Convention) -> Joint:
    """Return a joint with new constants; q keeps its meaning, additions to it become offset."""
    turn, slide = z
    slides = joint.kind == "prismatic"
    # A helical joint advances by the turn that has gone to its offset too; d takes that back.
    d = slide - (joint.pitch * turn if joint.kind == "helical" else 0.0)
    plain = replace(
        joint,
        a=0.0,
        alpha=0.0,
        d=joint.d if slides else 0.0,
        theta=0.0 if slides else joint.theta,
        before=IDENTITY,
        after=IDENTITY,
        offset=joint.offset + (slide if slides else turn),
        convention=convention,
    )
    if isinstance(x, tuple):
        alpha, a = x
        if slides:
            return replace(plain, alpha=alpha, a=a, theta=turn)
        return replace(plain, alpha=alpha, a=a, d=d)
    rest = screw_z(turn, 0.0) if slides else screw_z(0.0, d)
    if convention == "standard":
        return replace(plain, convention="general", after=pose_rows(rest @ x, "after"))
    return replace(plain, convention="general", before=pose_rows(x @ rest, "before"))


def _link(x: Link) -> Array:
    return screw_x(*x) if isinstance(x, tuple) else x


def _carry_inertias(
    old: Sequence[Joint], old_base: Array, new: Sequence[Joint], new_base: Array
) -> tuple[Joint, ...]:
    """Return the new joints with the old inertias, rotated into the new link frames."""
    q = np.zeros(len(old))
    before = chain_frames(chain_of(old, old_base, np.eye(4)), q)[1:]
    after = chain_frames(chain_of(new, new_base, np.eye(4)), q)[1:]
    return tuple(
        joint
        if joint.inertia is None
        else replace(joint, inertia=moved_inertia(joint.inertia, np.linalg.solve(X_new, X_old)))
        for joint, X_old, X_new in zip(new, before, after, strict=True)
    )


def moved_inertia(inertia: Inertia, X: Array) -> Inertia:
    """Return mass properties given in B, expressed in A, X = X_AB."""
    R, p = X[:3, :3], X[:3, 3]
    com = R @ np.array(inertia.com) + p
    moments = R @ inertia_matrix(inertia) @ R.T
    return Inertia(inertia.mass, tuple(com.tolist()), moment_row(moments))


def joined_inertia(one: Inertia, other: Inertia) -> Inertia:
    """Return two bodies in one frame as one body (Steiner's theorem)."""
    mass = one.mass + other.mass
    if mass == 0:
        matrix = inertia_matrix(one) + inertia_matrix(other)
        return Inertia(0.0, (0.0, 0.0, 0.0), moment_row(matrix))
    centers = np.array(one.com), np.array(other.com)
    com = (one.mass * centers[0] + other.mass * centers[1]) / mass
    matrix = np.zeros((3, 3))
    for body, center in zip((one, other), centers, strict=True):
        r = center - com
        matrix += inertia_matrix(body) + body.mass * (r @ r * np.eye(3) - np.outer(r, r))
    return Inertia(mass, tuple(com.tolist()), moment_row(matrix))


def inertia_matrix(inertia: Inertia) -> Array:
    """Return the moments of inertia about the centre of mass, (3, 3)."""
    xx, yy, zz, xy, yz, xz = inertia.moments
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def moment_row(matrix: Array) -> tuple[float, float, float, float, float, float]:
    """Return Ixx, Iyy, Izz, Ixy, Iyz, Ixz of a matrix of moments."""
    m = matrix.tolist()
    return (m[0][0], m[1][1], m[2][2], m[0][1], m[1][2], m[0][2])
