"""Moving parts of a web page: rows of a motion, fingers, payloads, stages of telescopes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rvs.bodies.robot_body import handles
from rvs.bodies.skeleton.skeleton import world_frames
from rvs.engine.arrays import Array
from rvs.engine.transforms import inverse
from rvs.export.models.linkage import Node, loose_places
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import Motion
from rvs.model.state import State
from rvs.value_class import dataclass

# Rows per second, and their largest number.
RATE, MOST_ROWS = 30.0, 4000
# Two other postures tell which joint a stage of a telescope slides with.
ASIDE = (0.013, 0.029)
SAME = 1e-7


@dataclass(frozen=True, eq=False)
class Drift:
    """A body that moves by a fraction of a joint's value.

    Attributes:
        joint: Number of the joint; the body is carried by the link before it.
        place: Its initial pose in the frame of that link (4, 4).
        along: Its displacement in that frame per unit of the joint (3,).
    """

    joint: int
    place: Array
    along: Array


@dataclass(frozen=True, eq=False)
class Track:
    """Poses of a body during a motion.

    Attributes:
        times: The times (m,), in s.
        carried: It then moves with the last link, else it stays with the base (m,).
        poses: Its poses in the frame of the last link or the base (m, 4, 4).
    """

    times: Array
    carried: NDArray[np.bool_]
    poses: Array


Way = Drift | Track | None


def sample_times(motion: Motion) -> Array:
    """Return the sample times of a motion (m,), in s; it is linear between them."""
    count = int(min(np.ceil(motion.duration * RATE) + 1, MOST_ROWS))
    even = np.linspace(0.0, motion.duration, max(count, 2))
    # More of them than even times say no more than those.
    keys = motion.keys if len(motion.keys) <= len(even) else np.zeros(0)
    # A time that the page can't tell from the one before it would be no rising one.
    return np.unique(np.concatenate([even, keys]).astype(np.float32)).astype(float)


def loose_ways(
    state: State, placed: PlacedRobot, nodes: list[Node], times: Array, q: Array | None
) -> list[Way]:
    """Return the motion of each body that no single joint moves, or None if it does not move.

    Args:
        state: The state.
        placed: The robot of the nodes.
        nodes: Its loose nodes.
        times: Times of the motion (m,).
        q: Postures of the robot at these times (m, n), or None if it does not move.
    """
    if not nodes:
        return []
    numbers = [node.loose for node in nodes]
    if q is not None and state.motion is not None and handles(placed, state.motion):
        last = inverse(_links(placed, q)[:, -1])
        every = loose_places(state, placed, times, q)[numbers]
        return [_track(times, last @ poses, poses) for poses in every]
    posture = np.array(state.postures[placed.id])
    n = len(posture)
    moved = posture + np.array([np.zeros(n), ASIDE[0] * np.arange(1, n + 1), np.full(n, ASIDE[1])])
    every = loose_places(state, placed, np.full(3, state.playhead), moved)[numbers]
    links = inverse(_links(placed, moved))
    return [_drift(links, poses, moved) for poses in every]


def _drift(links: Array, poses: Array, q: Array) -> Drift | None:
    """Return the joint whose value a body follows in the frame of the previous link."""
    for joint in range(q.shape[1]):
        local = links[:, joint] @ poses
        steps = (local[1:, :3, 3] - local[0, :3, 3]) / (q[1:, joint] - q[0, joint])[:, None]
        turned = np.abs(local[1:, :3, :3] - local[0, :3, :3]).max()
        if turned < SAME and np.abs(steps[1] - steps[0]).max() < SAME / ASIDE[0]:
            return Drift(joint, local[0], steps[0])
    return None


def _track(times: Array, with_link: Array, with_base: Array) -> Track:
    """Return a body's poses relative to the last link or base, where it moves less."""
    steps = [np.abs(np.diff(one, axis=0)).max(axis=(1, 2)) for one in (with_link, with_base)]
    in_link, in_base = (np.append(one, one[-1:]) for one in steps)
    told = np.abs(in_link - in_base) > SAME
    first = int(np.argmax(told))
    # Where both rest it is carried as before, and at the start as it will be.
    latest = np.maximum.accumulate(np.where(told, np.arange(len(times)), first))
    carried = (in_link <= in_base)[latest]
    seen = np.where(carried[:, None, None], with_link, with_base)
    changes = (np.abs(np.diff(seen, axis=0)).max(axis=(1, 2)) > SAME) | np.diff(carried)
    kept = np.append(changes, True) | np.insert(changes, 0, True)
    return Track(times[kept], carried[kept], seen[kept])


def _links(placed: PlacedRobot, q: Array) -> Array:
    """Return frames 0 to n in the base for postures (m, n), (m, n + 1, 4, 4)."""
    frames = np.array([world_frames(placed, tuple(row)) for row in q.tolist()])
    found: Array = inverse(frames[:, :1]) @ frames
    return found
