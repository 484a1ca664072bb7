"""The frames of a robot as arrows with names: 0 to n, and that of the tool, if any.

Arrows that coincide are drawn once and named together; where different axes coincide, the later
ones are shorter, so that every head is visible.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from rvs.bodies.skeleton.meshes import length
from rvs.bodies.skeleton.skeleton import world_frames
from rvs.bodies.solid import IDENTITY_POSE, Solid, Solids
from rvs.engine.arrays import Array
from rvs.engine.robot import Robot
from rvs.geometry.mesh import Mesh
from rvs.geometry.outline import rounded
from rvs.geometry.surfaces import revolve
from rvs.model.appearance.colors import SCENE, Rgba, rgba
from rvs.model.derived import by_value, derived
from rvs.model.document import PlacedRobot
from rvs.model.refs import NOTHING, Ref, frame_ref
from rvs.model.state import Posture
from rvs.model.views.view import AxisLetters, Background, WhichFrames
from rvs.scene.items import Entry, Label
from rvs.value_class import dataclass


# The frames of a robot have three equal arrows each.
@lru_cache(maxsize=64)
def arrow_mesh(length: float, shaft: float, head: float, head_length: float) -> Mesh:
    """Return an arrow from the origin to z = length.

    Args:
        length: Length from tail to tip.
        shaft: Radius of the shaft.
        head: Radius of the head's base.
        head_length: Length of the head, below ``length``.
    """
    neck = length - head_length
    return revolve(rounded([(0, 0), (shaft, 0), (shaft, neck), (head, neck), (0, length)]), 24)


def along(at: Array, axis: Array) -> Array:
    """Return a pose (4, 4) at a point (3,) whose z axis has the direction of a vector (3,)."""
    z = axis / np.linalg.norm(axis)
    x = np.cross(np.eye(3)[np.argmin(np.abs(z))], z)
    x /= np.linalg.norm(x)
    pose = np.eye(4)
    pose[:3, :3] = np.column_stack([x, np.cross(z, x), z])
    pose[:3, 3] = at
    return pose


AXIS_PART = 0.09
SHORTER = 0.26
SAME_PLACE = 1e-4
SAME_WAY = 0.9995
LETTERS: dict[AxisLetters, str] = {"xyz": "XYZ", "noa": "NOA"}
# Columns (right, up, forward) that turn an arrow along +z to x, y and z.
TURNS = np.array(
    [
        [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]],
        np.eye(3),
    ]
)


@dataclass(slots=True)
class Arrow:
    """An axis, or several coinciding ones: index 0 to 2, frames by number, number of axes below."""

    axis: int
    frames: tuple[int, ...]
    under: int


@derived(size=16)
def frame_items(
    placed: PlacedRobot,
    posture: Posture,
    background: Background,
    labels: bool,
    frame_size: float,
    first_frame: int,
    which: WhichFrames = "all",
    chosen: Ref = NOTHING,
    letters: AxisLetters = "xyz",
) -> tuple[Entry, ...]:
    """Return the frames of a robot as arrows, and their names if requested.

    Args:
        placed: The robot.
        posture: Joint values (n,), rad or m.
        background: Their background.
        labels: Name the axes.
        frame_size: Length of the axes; 1 is the standard length for the robot's size, 0 none.
        first_frame: Number of the base frame in the names.
        which: The visible frames.
        chosen: The selected item, if only its frame is required.
        letters: Names of the axes.
    """
    if frame_size <= 0.0:
        return ()
    size = axis_length(placed.robot, frame_size)
    poses = frame_poses(placed, posture)
    colors, halo = _colors(background)
    arrows = _arrows(poses, size, shown_frames(placed, which, chosen))
    if not arrows:
        return ()
    looks = _looks(placed.id, tuple((a.axis, a.frames[0], a.under) for a in arrows), size, colors)
    world = _arrow_poses(poses)[[a.frames[0] for a in arrows], [a.axis for a in arrows]]
    if not labels:
        return (Solids(looks, world),)
    names = [str(first_frame + k) for k in range(placed.robot.n + 1)] + ["T"]
    stems, ways = world[:, :3, 3], world[:, :3, 2]
    tips = stems + np.array([look.mesh.bounds[1, 2] for look in looks])[:, None] * ways
    return Solids(looks, world), *(
        Label(
            LETTERS[letters][arrow.axis], tip, colors[arrow.axis], halo,
            subscript=",".join(names[frame] for frame in arrow.frames), away=(x, y, z),
            owner=look.owner, stem=stem,
        )
        for arrow, look, tip, stem, (x, y, z) in zip(
            arrows, looks, tips, stems, ways.tolist(), strict=True
        )
    )  # fmt: skip


# By value: nearly always the same axes coincide from picture to picture.
@derived(size=64, known=by_value)
def _looks(
    robot_id: str,
    arrows: tuple[tuple[int, int, int], ...],
    size: float,
    colors: tuple[Rgba, Rgba, Rgba],
) -> tuple[Solid, ...]:
    """Return arrows along z: the axis, the frame, and the number of axes below each."""
    return tuple(
        Solid(
            frame_arrow(size, under), IDENTITY_POSE, colors[axis], "annotation",
            frame_ref(robot_id, frame), layer="annotation", depth="hidden",
        )
        for axis, frame, under in arrows
    )  # fmt: skip


def axis_length(robot: Robot, frame_size: float = 1.0) -> float:
    """Return the drawn length of the axes of a robot's frames, in m."""
    return AXIS_PART * length(robot) * frame_size


@derived(size=16)
def frame_poses(placed: PlacedRobot, posture: Posture) -> Array:
    """Return the poses of all frames drawn (n + 1 or n + 2, 4, 4); the tool's is the last."""
    poses = world_frames(placed, posture)
    tool = placed.robot.tool
    if np.array_equal(tool, np.eye(4)):
        return poses
    return np.concatenate([poses, (poses[-1] @ tool)[None]])


def shown_frames(placed: PlacedRobot, which: WhichFrames, chosen: Ref = NOTHING) -> tuple[int, ...]:
    """Return the numbers, from 0, of the visible frames; n + 1 is the tool's.

    Args:
        placed: The robot.
        which: The visible frames.
        chosen: The selected item: a link, a frame, the tool, or an item of another owner.
    """
    wrist = placed.robot.n
    last = wrist if np.array_equal(placed.robot.tool, np.eye(4)) else wrist + 1
    if which == "all":
        return tuple(range(last + 1))
    if which == "ends":
        return 0, last
    if which == "wrist":
        return (wrist,)
    if chosen[:2] == (placed.id, "tool"):
        return (last,)
    if chosen[:2] in ((placed.id, "link"), (placed.id, "frame")):
        return (min(int(chosen[2]), last),)
    return ()


def _arrow_poses(poses: Array) -> Array:
    """Return the poses of arrows along x, y and z of each frame (m, 3, 4, 4)."""
    world = np.tile(np.eye(4), (len(poses), 3, 1, 1))
    world[..., :3, :3] = poses[:, None, :3, :3] @ TURNS
    world[..., :3, 3] = poses[:, None, :3, 3]
    return world


def _arrows(poses: Array, size: float, shown: Sequence[int]) -> list[Arrow]:
    """Return one arrow for each group of coinciding axes."""
    directions = np.swapaxes(poses[:, :3, :3], 1, 2).reshape(-1, 3)
    gaps = np.abs(poses[:, None, :3, 3] - poses[None, :, :3, 3]).max(axis=-1)
    together = gaps < SAME_PLACE * size
    alike = directions @ directions.T > SAME_WAY
    coincide = alike & together.repeat(3, axis=0).repeat(3, axis=1)
    near: list[list[int]] = [[] for _ in directions]
    for one, other in np.argwhere(coincide).tolist():
        near[one].append(other)
    made: dict[int, Arrow] = {}
    for frame in shown:
        for axis in range(3):
            _add(made, frame, axis, near[3 * frame + axis])
    return list(made.values())


def _add(made: dict[int, Arrow], frame: int, axis: int, near: Sequence[int]) -> None:
    """Add an axis to arrows by their numbers, or join it to a coinciding one."""
    upon = [other for other in near if other in made]
    for other in upon:
        if other % 3 == axis:
            joined = made[other]
            made[other] = Arrow(axis, (*joined.frames, frame), joined.under)
            return
    made[3 * frame + axis] = Arrow(axis, (frame,), len(upon))


def frame_arrow(size: float, under: int = 0) -> Mesh:
    """Return an axis of a frame along z, given its length in m and the number of axes below."""
    tip = size * max(1.0 - SHORTER * under, 0.3)
    return arrow_mesh(tip, 0.034 * size, 0.092 * size, 0.27 * size)


@derived(size=8)
def _colors(background: Background) -> tuple[tuple[Rgba, Rgba, Rgba], Rgba]:
    scene = SCENE[background]
    return (rgba(scene.x), rgba(scene.y), rgba(scene.z)), rgba(scene.halo)


def frame_points(placed: PlacedRobot, posture: Posture, frame_size: float) -> Array:
    """Return the tips of all drawn axes in the world (m, 3), m."""
    size = axis_length(placed.robot, frame_size)
    world = _arrow_poses(frame_poses(placed, posture))
    tips: Array = world[..., :3, 3] + size * world[..., :3, 2]
    return tips.reshape(-1, 3)
