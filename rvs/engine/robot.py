"""A serial robot as an immutable value, however it was described."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rvs.engine.errors import ArgumentError
from rvs.engine.joint import KIND_LETTERS, NO_LIMITS, Convention, Joint

Array = NDArray[np.float64]
Pose = tuple[tuple[float, ...], ...]

IDENTITY: Pose = tuple(tuple(float(i == j) for j in range(4)) for i in range(4))
STANDARD_GRAVITY = (0.0, 0.0, -9.81)


def pose_rows(pose: ArrayLike | None, name: str) -> Pose:
    """Return a 4x4 pose as a tuple of rows.

    Args:
        pose: Homogeneous matrix (4, 4), or None for the identity.
        name: Argument to name in an error.

    Raises:
        ArgumentError: Not a finite (4, 4) rigid motion.
    """
    if pose is None:
        return IDENTITY
    matrix = np.asarray(pose, dtype=float)
    if matrix.shape != (4, 4) or not np.isfinite(matrix).all():
        raise ArgumentError(f"{name}: expected a finite 4x4 pose, got shape {matrix.shape}")
    rotation = matrix[:3, :3]
    if not np.allclose(rotation.T @ rotation, np.eye(3), atol=1e-6) or np.linalg.det(rotation) < 0:
        raise ArgumentError(f"{name}: its upper left 3x3 block is not a rotation")
    if not np.array_equal(matrix[3], [0.0, 0.0, 0.0, 1.0]):
        raise ArgumentError(f"{name}: its last row is not 0 0 0 1")
    return tuple(tuple(row) for row in matrix.tolist())


def _read_only(values: ArrayLike) -> Array:
    array = np.array(values, dtype=float)
    array.setflags(write=False)
    return array


@dataclass(frozen=True)
class Robot:
    """A serial robot: joints in order, the base they stand on, the tool they carry.

    Attributes:
        joints: One ``Joint`` each, from the base outwards.
        base_rows: Pose of frame 0 in the world, as rows; ``base`` is the same as an array.
        tool_rows: Pose of the tool in the last frame, as rows; ``tool`` is the same as an array.
        gravity: Gravity in the world, in m/s^2.
        name: Name of the robot.
        manufacturer: Who makes it.
        comment: Anything worth knowing.
        source: Where the numbers come from.
    """

    joints: tuple[Joint, ...]
    base_rows: Pose = IDENTITY
    tool_rows: Pose = IDENTITY
    gravity: tuple[float, float, float] = STANDARD_GRAVITY
    name: str = ""
    manufacturer: str = field(default="", compare=False)
    comment: str = field(default="", compare=False)
    source: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if not self.joints:
            raise ArgumentError("joints: a robot needs at least one joint")

    @property
    def n(self) -> int:
        """Number of joints."""
        return len(self.joints)

    @cached_property
    def base(self) -> Array:
        """Pose of frame 0 in the world, (4, 4)."""
        return _read_only(self.base_rows)

    @cached_property
    def tool(self) -> Array:
        """Pose of the tool in the last frame, (4, 4)."""
        return _read_only(self.tool_rows)

    @cached_property
    def home(self) -> Array:
        """Initial posture (n,), rad or m."""
        return _read_only([joint.home for joint in self.joints])

    @cached_property
    def limits(self) -> Array:
        """Lower and upper bounds of q (n, 2), infinite where there is none."""
        return _read_only([joint.limits for joint in self.joints])

    def replace(self, **changes: Any) -> Robot:
        """Return a copy with some fields changed; ``base`` and ``tool`` take 4x4 poses."""
        for name in ("base", "tool"):
            if name in changes:
                changes[name + "_rows"] = pose_rows(changes.pop(name), name)
        return replace(self, **changes)

    @classmethod
    def from_dh(
        cls,
        a: ArrayLike,
        alpha: ArrayLike,
        d: ArrayLike,
        theta: ArrayLike,
        kind: str | None = None,
        *,
        convention: Convention = "standard",
        offset: ArrayLike = 0.0,
        limits: ArrayLike | None = None,
        base: ArrayLike | None = None,
        tool: ArrayLike | None = None,
        gravity: ArrayLike = STANDARD_GRAVITY,
        name: str = "",
    ) -> Robot:
        """Make a robot from columns of Denavit-Hartenberg parameters.

        Args:
            a: Link lengths (n,) in m.
            alpha: Link twists (n,) in rad.
            d: Link offsets (n,) in m.
            theta: Joint angles (n,) in rad.
            kind: One letter a joint, R, P or H; all R when omitted.
            convention: ``"standard"`` or ``"modified"``.
            offset: Added to q, (n,) or one number.
            limits: Bounds of q (n, 2).
            base: Pose of frame 0 in the world (4, 4).
            tool: Pose of the tool in the last frame (4, 4).
            gravity: Gravity in the world (3,), m/s^2.
            name: Name of the robot.

        Raises:
            ArgumentError: Columns of different lengths, an unknown kind, a number that is not finite.
        """
        count = np.size(a)
        kinds = kind if kind is not None else "R" * count
        if len(kinds) != count or set(kinds.upper()) - set(KIND_LETTERS):
            raise ArgumentError(f"kind: expected {count} letters out of R, P, H, got {kind!r}")
        columns = {
            label: _column(values, count, label)
            for label, values in {
                "a": a,
                "alpha": alpha,
                "d": d,
                "theta": theta,
                "offset": offset,
            }.items()
        }
        bounds = np.tile(NO_LIMITS, (count, 1)) if limits is None else np.asarray(limits, float)
        if bounds.shape != (count, 2):
            raise ArgumentError(f"limits: expected shape ({count}, 2), got {bounds.shape}")
        joints = tuple(
            Joint(
                kind=KIND_LETTERS[kinds[i].upper()],
                convention=convention,
                limits=(float(bounds[i, 0]), float(bounds[i, 1])),
                **{label: values[i] for label, values in columns.items()},
            )
            for i in range(count)
        )
        g = tuple(np.asarray(gravity, float).tolist())
        return cls(joints, pose_rows(base, "base"), pose_rows(tool, "tool"), g, name)


def _column(values: ArrayLike, count: int, name: str) -> Sequence[float]:
    array = np.asarray(values, dtype=float)
    if array.ndim == 0:
        array = np.full(count, float(array))
    if array.shape != (count,):
        raise ArgumentError(f"{name}: expected {count} numbers, got shape {array.shape}")
    return [float(value) for value in array]
