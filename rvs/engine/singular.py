"""The singularity nearest to a posture, in the usual terms for six-axis arms."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_moving, check_posture
from rvs.engine.chain import chain_frames, compile_chain, joint_axes
from rvs.engine.jacobians import jacobian
from rvs.engine.robot import Robot
from rvs.value_class import dataclass

SingularityKind = Literal["wrist", "elbow", "shoulder", "other"]

# Sine of an angle, or distance over reach, below which axes count as parallel or as meeting.
_SAME = 1e-6


@dataclass(frozen=True, eq=False)
class Singularity:
    """The singularity nearest to a posture.

    Attributes:
        kind: ``"wrist"``: axes 4 and 6 aligned.  ``"elbow"``: the arm stretched or folded.
            ``"shoulder"``: the wrist over the first axis.  ``"other"``: any other, and all for
            robots other than six revolute joints with a spherical wrist or three parallel axes.
        distance: Smallest singular value of the Jacobian; 0 at the singularity.
        direction: Twist of the tool that is lost or hardest to make (6,), unit, angular first, base
            axes.
    """

    kind: SingularityKind
    distance: float
    direction: Array

    @property
    def words(self) -> str:
        """Its name, such as ``"an elbow singularity"``."""
        article = "an" if self.kind == "elbow" else "a"
        return "a singularity" if self.kind == "other" else f"{article} {self.kind} singularity"


def singularity(robot: Robot, q: ArrayLike) -> Singularity | tuple[Singularity, ...]:
    """Return the singularity nearest to a posture, its distance, and the lost direction.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.

    Returns:
        A ``Singularity``, or m of them.

    Raises:
        ArgumentError: q has another shape or is not finite, or every joint is locked.

    >>> arm = Robot.from_dh([0, 0.4, 0, 0, 0, 0], np.radians([90, 0, -90, 90, -90, 0]),
    ...                     [0, 0, 0, 0.4, 0, 0], 0)
    >>> singularity(arm, [0.1, 0.2, 0.3, 0.4, 0.0, 0.6]).kind
    'wrist'
    """
    posture = check_posture(check_moving(robot), q)
    if posture.ndim == 1:
        return _singularity(robot, posture)
    return tuple(_singularity(robot, row) for row in posture)


def _singularity(robot: Robot, q: Array) -> Singularity:
    J = jacobian(robot, q, active=True)
    u, sigma, vt = np.linalg.svd(J, full_matrices=False)
    return Singularity(_kind(robot, q, vt[-1]), float(sigma[-1]), u[:, -1])


def _kind(robot: Robot, q: Array, idle: Array) -> SingularityKind:
    """Return a singularity by structure; ``idle`` is the joint motion that moves the tool least."""
    if robot.n != 6 or any(joint.kind != "revolute" or joint.locked for joint in robot.joints):
        return "other"
    chain = compile_chain(robot)
    z, p = joint_axes(chain, chain_frames(chain, q))
    center = _meeting_point(z[3:], p[3:])
    if center is not None and not (_parallel(z[3], z[4]) or _parallel(z[4], z[5])):
        return _spherical_wrist_kind(z, p, center)
    if _parallel(z[1], z[2]) and _parallel(z[1], z[3]) and not _parallel(z[0], z[1]):
        return _three_parallel_kind(idle)
    return "other"


def _parallel(one: Array, other: Array) -> bool:
    return bool(np.linalg.norm(np.cross(one, other)) < _SAME)


def _meeting_point(z: Array, p: Array) -> Array | None:
    """Return the point nearest to some lines, or None if it is not on all of them."""
    across = np.eye(3) - z[:, :, None] * z[:, None, :]
    point, *_ = np.linalg.lstsq(across.sum(axis=0), (across @ p[..., None]).sum(axis=0)[:, 0])
    misses = np.linalg.norm(np.cross(z, point - p), axis=-1)
    reach = 1e-9 + float(np.abs(p).max())
    return point if misses.max() < _SAME * reach else None


def _spherical_wrist_kind(z: Array, p: Array, center: Array) -> SingularityKind:
    """Return the kind from the block-triangular Jacobian about the wrist centre."""
    arm = np.cross(z[:3], center - p[:3])
    _, arm_sigma, arm_vt = np.linalg.svd(arm.T)
    wrist_sigma = np.linalg.svd(z[3:], compute_uv=False)
    reach = float(np.linalg.norm(arm, axis=-1).max()) or 1.0
    if wrist_sigma[-1] < arm_sigma[-1] / reach:
        return "wrist"
    return "shoulder" if abs(arm_vt[-1, 0]) > 0.5 else "elbow"


def _three_parallel_kind(idle: Array) -> SingularityKind:
    """Return elbow if only parallel axes move in ``idle``, shoulder if the first joint does."""
    size = np.abs(idle) / np.abs(idle).max()
    if size[0] > 0.1:
        return "shoulder"
    return "wrist" if size[5] > 0.1 else "elbow"
