"""Arrows that are dragged: the ends of lengths, a force on the tool, a section plane."""

from __future__ import annotations

import numpy as np

from rvs.bodies.skeleton.skeleton import world_frames
from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.geometry.mesh import Mesh
from rvs.geometry.shapes.revolved import cone, cylinder
from rvs.geometry.surfaces import moved
from rvs.model.appearance.colors import SCENE, Rgba, rgba
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import significant
from rvs.model.refs import NOTHING, Ref
from rvs.model.state import Posture
from rvs.model.views.view import Background, Camera, Plane, View
from rvs.scene.annotate.dh_steps import STEPS, dh_steps, step_frames
from rvs.scene.annotate.frames import along, arrow_mesh, axis_length
from rvs.scene.camera import axes
from rvs.scene.items import Item, Label, Line
from rvs.scene.sections import plane_axes
from rvs.value_class import dataclass

SECTION_HANDLE: Ref = ("section", "offset")
MARGIN = 1.08
EDGE_WIDTH, EDGE_OPACITY = 1.4, 0.7
# In pixels.
RADIUS, LENGTH, HEAD, HEAD_LENGTH = 3.5, 46.0, 9.0, 20.0


def section_range(plane: Plane, points: Array) -> tuple[float, float]:
    """Return the least and the largest offset at which a plane meets points (n, 3), in m."""
    along = points @ np.asarray(plane.unit)
    return float(along.min()), float(along.max())


def section_middle(plane: Plane, points: Array) -> Array:
    """Return the position of the handle: the centre of the cut part of the plane (3,)."""
    across, up = plane_axes(plane)
    flat = points @ np.stack([across, up]).T
    x, y = (flat.min(axis=0) + flat.max(axis=0)) / 2
    middle: Array = x * across + y * up + plane.offset * np.asarray(plane.unit)
    return middle


@derived(size=4)
def section_gizmo(
    plane: Plane, points: Array, background: Background, lit: bool
) -> tuple[Item, ...]:
    """Return the outline of a plane around points (n, 3) and the arrow that moves it."""
    colors = SCENE[background]
    edge = rgba(colors.select, EDGE_OPACITY)
    outline = Line(_outline(plane, points), edge, EDGE_WIDTH, layer="overlay", owner=NOTHING)
    pose = np.eye(4)
    across, up = plane_axes(plane)
    pose[:3, :3] = np.stack([across, up, np.asarray(plane.unit)], axis=1)
    pose[:3, 3] = section_middle(plane, points)
    return (
        outline,
        *handle_arrow(pose, rgba(colors.hover if lit else colors.select), SECTION_HANDLE),
    )


def handle_arrow(pose: Array, color: Rgba, owner: Ref) -> tuple[Item, ...]:
    """Return an arrow for dragging along the z axis of a pose (4, 4), of constant screen size."""
    return tuple(
        Solid(mesh, pose, color, "annotation", owner, layer="overlay", size_in="screen")
        for mesh in (cylinder(RADIUS, LENGTH, 24), _head())
    )


def _outline(plane: Plane, points: Array) -> Array:
    across, up = plane_axes(plane)
    middle = section_middle(plane, points)
    flat = np.ptp(points @ np.stack([across, up]).T, axis=0) / 2 * MARGIN
    ends = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1], [1, 1]]) * flat
    loop: Array = middle + ends[:, :1] * across + ends[:, 1:] * up
    return loop


def _head() -> Mesh:
    raised = np.eye(4)
    raised[2, 3] = LENGTH
    return moved(cone(HEAD, HEAD_LENGTH, 32), raised)


# Shorter lengths, of the frames' axes, have no grip: they would hide each other in a wrist.
SHORTEST = 0.05
WIDTH, SIZE = 2.5, 15.0
# The number is above the middle of its line, or beside a steep one; in pixels.
STEEP, ABOVE, ASIDE = 0.7, 18.0, 70.0


@dataclass(frozen=True, slots=True, eq=False)
class LengthGrip:
    """The end of a length.

    Attributes:
        row: The joint, from 0.
        column: ``"a"`` or ``"d"``.
        value: The length, with its sign, in m.
        start: Its start in the world (3,), m.
        end: Its end (3,), m.
        axis: Unit direction (3,) in which it grows.
    """

    row: int
    column: str
    value: float
    start: Array
    end: Array
    axis: Array

    @property
    def ref(self) -> Ref:
        """Name of its grip in the scene."""
        return ("length", self.column, self.row)


@derived(size=8)
def length_grips(placed: PlacedRobot, posture: Posture) -> tuple[LengthGrip, ...]:
    """Return the grips of a robot in a posture, except for rows of poses and joint variables."""
    frames, least = world_frames(placed, posture), SHORTEST * axis_length(placed.robot)
    found = []
    for row, joint in enumerate(placed.robot.joints):
        steps = dh_steps(joint, posture[row])
        ends = step_frames(frames[row], steps, float(STEPS))
        for step, before, after in zip(steps, ends, ends[1:], strict=False):
            if not step.turns and not step.variable and abs(step.value) >= least:
                column = "d" if step.axis else "a"
                at = before[:3, 3], after[:3, 3], after[:3, step.axis]
                found.append(LengthGrip(row, column, step.value, *at))
    return tuple(found)


def grip_items(
    grips: tuple[LengthGrip, ...], lit: Ref, words: str, background: Background
) -> tuple[Item, ...]:
    """Return the arrows of grips; the lit one shows its length and words."""
    colors = SCENE[background]
    items: list[Item] = []
    for grip in grips:
        chosen, way = grip.ref == lit, grip.axis * np.copysign(1.0, grip.value)
        color = rgba(colors.hover if chosen else colors.select)
        items += handle_arrow(along(grip.end, way), color, grip.ref)
        if chosen:
            ends = np.stack([grip.start, grip.end])
            items.append(Line(ends, color, WIDTH, dashed=True, layer="overlay", depth="on top"))
            upright = abs(way[2]) > STEEP
            away, gap = ((1.0, 0.0, 0.0), ASIDE) if upright else ((0.0, 0.0, 1.0), ABOVE)
            items.append(
                Label(words, ends.mean(axis=0), rgba(colors.label), rgba(colors.halo), away=away,
                      gap=gap, size=SIZE, layer="overlay")
            )  # fmt: skip
    return tuple(items)


PUSH_HANDLE: Ref = ("push", "force")
# In parts of the robot's reach: the arrow of no force, and how much longer that of one measure is.
STUB, FIRST_LENGTH = 0.07, 0.15
# In parts of the stub.
SHAFT, PUSH_HEAD, PUSH_HEAD_LENGTH = 0.07, 0.2, 0.5
# In parts of the measure: the smallest force that a drag leaves, and the step of one with Ctrl.
FINEST, STEP = 0.001, 0.1
# The measure in parts of the robot's weight.
PART = 0.25


@dataclass(frozen=True, slots=True)
class PushScale:
    """Scale of drawn forces.

    Attributes:
        stub: Length of the arrow of a zero force, in m.
        length: Additional length of the arrow of the reference force, in m.
        measure: The reference force, typical of the robot, in N.
    """

    stub: float
    length: float
    measure: float

    def arrow(self, force: Array, camera: Camera) -> Array:
        """Return the arrow of a force (3,) from the tool point to its tip (3,), in m.

        The arrow of a zero force is across the view, where no hand hides it.
        """
        size = float(np.linalg.norm(force))
        way = force / size if size > 0.0 else axes(camera)[0]
        found: Array = (self.stub + size * self.length / self.measure) * way
        return found

    def force(self, arrow: Array, snap: bool = False) -> Array:
        """Return the force (3,), in N, of an arrow (3,); zero if it is no longer than the stub."""
        size = float(np.linalg.norm(arrow))
        if size <= self.stub:
            return np.zeros(3)
        step = self.measure * (STEP if snap else FINEST)
        whole = (size - self.stub) / self.length * self.measure * arrow / size
        # rounded once more, for numbers that are written as short as they are meant
        found: Array = np.round(np.round(whole / step) * step, 9) + 0.0
        return found


def push_scale(reach: float, weight: float) -> PushScale:
    """Return the scale of forces on a robot.

    Args:
        reach: Reach of the robot, in m.
        weight: Weight of all its links, in N; a fifth of it, rounded to 1, 2 or 5, is the reference
            force.
    """
    fifth = max(weight, 1e-3) / 5.0
    power = 10.0 ** float(np.floor(np.log10(fifth)))
    return PushScale(
        STUB * reach, FIRST_LENGTH * reach, power * max(k for k in (1, 2, 5) if k * power <= fifth)
    )


def push_items(
    at: Array, force: Array, scale: PushScale, view: View, lit: bool
) -> tuple[Item, ...]:
    """Return the arrow of a force (3,) at a tool point (3,), and its size next to it.

    The arrow of a zero force can be dragged, and shows its size only under the pointer.
    """
    colors, arrow = SCENE[view.background], scale.arrow(force, view.camera)
    length, size = float(np.linalg.norm(arrow)), float(np.linalg.norm(force))
    head = min(PUSH_HEAD_LENGTH * scale.stub, length)
    mesh = arrow_mesh(length, SHAFT * scale.stub, PUSH_HEAD * scale.stub, head)
    color = rgba(colors.hover if lit else colors.limit if size else colors.select)
    solid = Solid(mesh, along(at, arrow), color, "annotation", PUSH_HANDLE, layer="overlay")
    if not size and not lit:
        return (solid,)
    x, y, z = arrow.tolist()
    ink, halo = rgba(colors.limit if size else colors.select), rgba(colors.halo)
    words = f"{significant(size, 3)} N"
    name = Label(words, at + arrow, ink, halo, away=(x, y, z), layer="overlay", owner=PUSH_HANDLE)
    return solid, name
