"""A robot from screw axes, the description of Lynch and Park (Modern Robotics, chapter 4)."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import (
    Array,
    Pose,
    check_array,
    check_choice,
    check_numbers,
    check_one,
    check_pose,
)
from rvs.engine.descriptions.redescribe import Description, moment_row, to_dh
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Inertia, Joint, Kind
from rvs.engine.screws import adjoint, skew, unskew
from rvs.engine.transforms import inverse

ScrewFrame = Literal["space", "body"]

SCREW_FRAMES: tuple[ScrewFrame, ...] = ("space", "body")
# A screw with less turning than this is a translation.
NO_TURN = 1e-9
# A screw's pitch below this counts as none; its part along the axis is rounding.
NO_PITCH = 1e-12
# Sines of angles between axes for which Denavit-Hartenberg numbers lose no more than 4 digits, or
# describe the axes as exactly parallel.
WELL_APART, PARALLEL = 1e-4, 1e-12

LOG = logging.getLogger(__name__)


def screw_joints(
    M: ArrayLike,
    screws: ArrayLike,
    frame: ScrewFrame,
    link_frames: ArrayLike | None,
    inertias: ArrayLike | None,
) -> Description:
    """Return joints, base and tool of screw axes; ``Robot.from_screws`` explains the arguments.

    Raises:
        ArgumentError: Another shape, or a non-unit screw.
    """
    home = check_pose(check_one(M, "M", 4, 4), "M")
    axes = _unit_screws(home, screws, frame)
    if link_frames is None:
        if inertias is not None:
            raise ArgumentError("inertias: they are given in link frames; give link_frames too")
        places = _axis_frames(axes)
        description = _joined(axes, places, [*places, home])
        if _fits_dh(axes):
            return to_dh(*description, "standard")
        return description
    links = _link_poses(link_frames, home, len(axes))
    places = [_axis_frame(axis, link) for axis, link in zip(axes, links, strict=False)]
    joints, base, tool = _joined(axes, places, links)
    if inertias is not None:
        joints = _weighted(joints, inertias)
    return joints, base, tool


def _unit_screws(home: Array, screws: ArrayLike, frame: ScrewFrame) -> list[Array]:
    """Return the space screws as rows, after a check that they are unit screws."""
    columns = check_numbers(screws, "screws")
    if columns.ndim != 2 or columns.shape[0] != 6 or columns.shape[1] == 0:
        raise ArgumentError(f"screws: expected shape (6, n), got {columns.shape}")
    check_choice(frame, "frame", SCREW_FRAMES)
    angular, linear = np.linalg.norm(columns[:3], axis=0), np.linalg.norm(columns[3:], axis=0)
    slides = angular < NO_TURN
    for i, length in enumerate(np.where(slides, linear, angular)):
        if abs(length - 1.0) > 1e-6:
            raise ArgumentError(
                f"screws: column {i} is not a unit screw; scale it and q by {length:g}"
            )
    turning = np.repeat([~slides, np.ones_like(slides)], 3, axis=0)
    unit = np.where(turning, columns / np.where(slides, linear, angular), 0.0)
    return list((unit if frame == "space" else adjoint(home) @ unit).T)


def _axis_frames(axes: Sequence[Array]) -> list[Array]:
    """Return a frame on each axis, each near the previous one."""
    places, near = [], np.eye(4)
    for axis in axes:
        near = _axis_frame(axis, near)
        places.append(near)
    return places


def _axis_frame(axis: Array, near: Array) -> Array:
    """Return the frame with a screw's axis as z, otherwise as close to another as possible."""
    slides = not axis[:3].any()
    z, point = (axis[3:], near[:3, 3]) if slides else (axis[:3], np.cross(axis[:3], axis[3:]))
    x = near[:3, 0] if abs(near[:3, 0] @ z) < 0.9 else near[:3, 1]
    x = x - (x @ z) * z
    x = x / np.linalg.norm(x)
    frame = np.eye(4)
    frame[:3, :3] = np.column_stack([x, np.cross(z, x), z])
    frame[:3, 3] = point + ((near[:3, 3] - point) @ z) * z
    return frame


def _joined(axes: Sequence[Array], places: Sequence[Array], links: Sequence[Array]) -> Description:
    """Return general joints with axes at ``places`` and frames at ``links``, the tool last."""
    joints, previous = [], np.eye(4)
    for axis, place, link in zip(axes, places, links, strict=False):
        kind, pitch = _kind(axis)
        before, after = _rows(inverse(previous) @ place), _rows(inverse(place) @ link)
        joints.append(
            Joint(kind=kind, pitch=pitch, convention="general", before=before, after=after)
        )
        previous = link
    return tuple(joints), np.eye(4), inverse(previous) @ links[-1]


def _kind(axis: Array) -> tuple[Kind, float]:
    if not axis[:3].any():
        return "prismatic", 0.0
    pitch = float(axis[:3] @ axis[3:])
    if abs(pitch) < NO_PITCH * (1.0 + float(np.linalg.norm(axis[3:]))):
        return "revolute", 0.0
    return "helical", pitch


def _rows(matrix: Array) -> Pose:
    return tuple(tuple(row) for row in matrix.tolist())


def _fits_dh(axes: Sequence[Array]) -> bool:
    directions = [axis[:3] if axis[:3].any() else axis[3:] for axis in axes]
    sines = [float(np.linalg.norm(np.cross(u, v))) for u, v in pairwise(directions)]
    return all(sine > WELL_APART or sine < PARALLEL for sine in sines)


def _link_poses(link_frames: ArrayLike, home: Array, count: int) -> list[Array]:
    """Return poses of the link frames at q = 0, and M last.

    Models of the dynamics in Modern Robotics have no M, so a last step with a different result is
    no error: the tool is at M.
    """
    relative = check_pose(link_frames, "link_frames")
    if relative.shape != (count + 1, 4, 4):
        raise ArgumentError(
            f"link_frames: expected shape ({count + 1}, 4, 4), got {relative.shape}"
        )
    poses = [np.eye(4)]
    for step in relative:
        poses.append(poses[-1] @ step)
    if not np.allclose(poses[-1], home, atol=1e-6):
        LOG.warning("link_frames: their product is not M; the tool is at M")
    return [*poses[1:-1], home]


def _weighted(joints: Sequence[Joint], inertias: ArrayLike) -> tuple[Joint, ...]:
    spatial = check_array(inertias, "inertias", 6, 6)
    if spatial.shape != (len(joints), 6, 6):
        raise ArgumentError(f"inertias: expected shape ({len(joints)}, 6, 6), got {spatial.shape}")
    return tuple(
        replace(joint, inertia=_from_spatial(matrix, i))
        for i, (joint, matrix) in enumerate(zip(joints, spatial, strict=True))
    )


def _from_spatial(spatial: Array, i: int) -> Inertia:
    """Return mass, centre and moments of ``[[I + m c c^T.., m c x], [.., m 1]]`` (MR 8.2.2)."""
    mass = float(spatial[3, 3])
    com = unskew(spatial[:3, 3:]) / mass if mass else np.zeros(3)
    C = skew(com)
    rebuilt = np.block([[spatial[:3, :3], mass * C], [-mass * C, mass * np.eye(3)]])
    if not np.allclose(spatial, rebuilt, rtol=1e-9, atol=1e-9):
        raise ArgumentError(f"inertias: matrix {i} is not the spatial inertia of a rigid body")
    return Inertia(mass, tuple(com.tolist()), moment_row(spatial[:3, :3] + mass * C @ C))
