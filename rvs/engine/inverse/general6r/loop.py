"""The closed loop formed by a six-revolute arm with its tool at a pose; it has no first joint.

With u_i = q_i + offset_i, and the constant motions between one joint and the next as links,

    turn(u_1) K_1 turn(u_2) K_2 ... turn(u_6) K_6 = 1,     K_6 = after_6 tool T^-1 base before_1.

One may begin the loop at any joint, and run through it backwards: twelve *splits*.  The same
algebra applied to each gives the same postures, but not with the same rounding, and some splits
of some robots are singular for every pose.
"""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.chain import Chain
from rvs.value_class import dataclass

JOINTS = 6
# Entries of a rotation smaller than this come from cos(pi/2) and are meant to be zero.
_SNAP = 1e-15
# Axes that miss each other by less than this part of the longest link meet.
_MEETING = 1e-13


@dataclass(frozen=True)
class Split:
    """Start and direction of the loop.

    Attributes:
        shift: First joint, numbered in the loop's own direction.
        reverse: The loop runs from the tool to the base.
    """

    shift: int
    reverse: bool

    @property
    def order(self) -> list[int]:
        """The robot's joints in the order of the split."""
        joints = list(range(JOINTS))[:: -1 if self.reverse else 1]
        return joints[self.shift :] + joints[: self.shift]


SPLITS = tuple(Split(shift, reverse) for reverse in (False, True) for shift in range(JOINTS))


@dataclass(frozen=True, eq=False)
class Arm:
    """Common data of all loops of one robot, lengths relative to ``length``.

    Attributes:
        links: The constant motions between consecutive joints, K_1 to K_5 (5, 4, 4).
        ahead: From the world to the first axis, base before_1 (4, 4), in m.
        behind: From the last axis to the tool, after_6 tool (4, 4), in m.
        offset: Added to q (6,), rad.
        length: Unit of length of ``links``, m.
        reach: Sum of the lengths of ``links``: no loop with a longer K_6 can close.
    """

    links: Array
    ahead: Array
    behind: Array
    offset: Array
    length: float
    reach: float


def arm_of(chain: Chain) -> Arm:
    """Return the loop's constant part for a chain of six revolute joints.

    A frame may move along its own joint axis without any effect; all are moved to minimise the
    lengths of the links (least squares), so that the numbers do not depend on the convention of the
    description.
    """
    links = _orthonormal(chain.after[:-1] @ chain.before[1:])
    slides = _shortest_slides(links)
    for i, link in enumerate(links):
        link[:3, 3] += link[:3, 2] * slides[i + 1]
        link[2, 3] -= slides[i]
    ahead = _orthonormal(chain.base @ chain.before[0])
    behind = _orthonormal(chain.after[-1] @ chain.tool)
    ahead[:3, 3] += ahead[:3, 2] * slides[0]
    behind[2, 3] -= slides[-1]
    length = float(np.abs(links[:, :3, 3]).sum()) / 2 or 1.0
    links[:, :3, 3] /= length
    links[:, :3, 3][np.abs(links[:, :3, 3]) < _MEETING] = 0.0
    links[np.abs(links) < _SNAP] = 0.0
    reach = float(np.linalg.norm(links[:, :3, 3], axis=1).sum())
    return Arm(links, ahead, behind, chain.offset, length, reach)


def _orthonormal(X: Array) -> Array:
    """Return rigid motions with the rotations nearest to their rounded ones (..., 4, 4)."""
    exact = X.copy()
    U, _, Vt = np.linalg.svd(X[..., :3, :3])
    exact[..., :3, :3] = U @ Vt
    return exact


def _shortest_slides(links: Array) -> Array:
    """Return slides s_1 to s_6 that minimise the sum of |t_i - s_i z + s_{i+1} R_i z|^2.

    The frames of a wrist with intersecting axes are moved to the intersection.
    """
    A = np.zeros((3 * len(links), len(links) + 1))
    for i, link in enumerate(links):
        A[3 * i + 2, i] = -1.0
        A[3 * i : 3 * i + 3, i + 1] = link[:3, 2]
    b = -links[:, :3, 3].ravel()
    slides = _least_squares(A, b)
    arm, wrist = slice(0, 9), slice(9, 15)
    meeting = _least_squares(A[wrist], b[wrist])
    if np.abs(A[wrist] @ meeting - b[wrist]).max() <= _MEETING * np.abs(b).max():
        slides = meeting
        slides[:3] = _least_squares(A[arm, :3], b[arm] - A[arm, 3:] @ meeting[3:])
    return slides


def _least_squares(A: Array, b: Array) -> Array:
    # truncated where axes are close to parallel: nothing is to slide far away
    return np.asarray(np.linalg.lstsq(A, b, rcond=1e-3)[0])


def close_loop(arm: Arm, T: Array) -> Array:
    """Return the six links of the loops with the tool at poses, (m, 6, 4, 4).

    Args:
        arm: The constant part.
        T: Poses (m, 4, 4), in m.
    """
    links = np.empty((len(T), JOINTS, 4, 4))
    links[:, :-1] = arm.links
    last = arm.behind @ motion_inverse(T) @ arm.ahead
    last[:, :3, 3] /= arm.length
    last[np.abs(last) < _SNAP] = 0.0
    links[:, -1] = last
    return links


def arrange(links: Array, split: Split) -> Array:
    """Return loops in the order and direction of a split, (m, 6, 4, 4).

    The reversed loop is turn(-u_6) K_5^-1 turn(-u_5) ... K_1^-1 turn(-u_1) K_6^-1 = 1.
    """
    if split.reverse:
        links = motion_inverse(links)[:, [4, 3, 2, 1, 0, 5]]
    return np.roll(links, -split.shift, axis=1)


def restore(u: Array, split: Split) -> Array:
    """Return angles of a split as the robot's own u, (..., 6)."""
    own = np.empty_like(u)
    own[..., split.order] = -u if split.reverse else u
    return own


def motion_inverse(X: Array) -> Array:
    """Return the inverses of rigid motions, (..., 4, 4)."""
    inverse = np.zeros_like(X)
    R = np.swapaxes(X[..., :3, :3], -1, -2)
    inverse[..., :3, :3] = R
    inverse[..., :3, 3] = -np.einsum("...ij,...j->...i", R, X[..., :3, 3])
    inverse[..., 3, 3] = 1.0
    return inverse


def turn(u: Array) -> Array:
    """Return turns about z as motions, (..., 4, 4)."""
    X = np.zeros((*u.shape, 4, 4))
    X[..., 0, 0] = X[..., 1, 1] = np.cos(u)
    X[..., 1, 0] = np.sin(u)
    X[..., 0, 1] = -X[..., 1, 0]
    X[..., 2, 2] = X[..., 3, 3] = 1.0
    return X
