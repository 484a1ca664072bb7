"""The gizmo of a pose: arrows, rings and squares as handles, their effects and their readout.

A handle is ``("gizmo", "move", "x")``, ``("gizmo", "turn", "z")``, ``("gizmo", "slide", "x")`` (in
the plane across that axis) or ``("gizmo", "free", "")`` (in the plane of the view).
"""

from __future__ import annotations

from functools import lru_cache
from math import radians

import numpy as np

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.engine.rotations import rotation
from rvs.geometry.mesh import Mesh
from rvs.geometry.outline import circle
from rvs.geometry.shapes.flat import block
from rvs.geometry.shapes.revolved import sphere
from rvs.geometry.surfaces import moved, revolve
from rvs.model.appearance.colors import SCENE, Rgba, rgba
from rvs.model.derived import derived
from rvs.model.numbers.quantities import number
from rvs.model.numbers.units import Unit
from rvs.model.refs import Ref
from rvs.model.views.view import Background
from rvs.scene.annotate.frames import arrow_mesh
from rvs.scene.gizmos.gizmo import Handle, Ray, dragged, sliding_handle, snapped, turning_handle
from rvs.scene.items import Item, Label, Line
from rvs.value_class import dataclass

GIZMO = "gizmo"
AXES = "xyz"
# Sizes in pixels.
REACH, SHAFT, HEAD, HEAD_LENGTH, CLEARANCE = 92.0, 2.2, 7.0, 19.0, 15.0
# Rings go round the arrows, so that neither is taken for the other.
RING, RING_THICKNESS = 104.0, 2.0
SQUARE, SQUARE_AT, SQUARE_THICKNESS = 24.0, 36.0, 1.6
BALL = 7.5
FAINT, BRIGHT = 0.55, 1.0
MOVE_STEP, TURN_STEP = 0.010, radians(5.0)


def gizmo_handle(ref: Ref) -> tuple[str, str] | None:
    """Return kind and axis of a handle, or None for another Ref."""
    if len(ref) == 3 and ref[0] == GIZMO:
        return str(ref[1]), str(ref[2])
    return None


@derived(size=8)
def gizmo_items(
    pose: tuple[tuple[float, ...], ...], background: Background, lit: Ref = ()
) -> tuple[Item, ...]:
    """Return the gizmo of a pose, of constant size on the screen.

    Args:
        pose: Its position and the axes of its motion, as rows.
        background: Colours of the scene.
        lit: The handle under the pointer or being dragged, or the empty Ref.
    """
    colors = SCENE[background]
    paints = [rgba(color) for color in (colors.x, colors.y, colors.z)]
    T = np.array(pose)
    items: list[Item] = []
    for axis, (name, paint) in enumerate(zip(AXES, paints, strict=True)):
        turned = T @ _upright(axis)
        for kind, mesh in (("move", _arrow()), ("turn", _ring()), ("slide", _square())):
            items.append(_solid(mesh, turned, paint, (GIZMO, kind, name), lit))
    items.append(_solid(_ball(), T, rgba(colors.label), (GIZMO, "free", ""), lit))
    return tuple(items)


def _solid(mesh: Mesh, pose: Array, paint: Rgba, ref: Ref, lit: Ref) -> Solid:
    red, green, blue, _ = paint
    opacity = FAINT if lit and lit != ref else BRIGHT
    color = (red, green, blue, opacity)
    return Solid(mesh, pose, color, "annotation", ref, "overlay", "on top", "screen")


def _upright(axis: int) -> Array:
    """Return a pose with z along x, y or z; cyclic, so that its x and y are the next two."""
    turned = np.zeros((4, 4))
    for column in range(3):
        turned[(column + axis + 1) % 3, column] = 1.0
    turned[3, 3] = 1.0
    return turned


# Takes nothing: the very same mesh in every frame.
@lru_cache(maxsize=1)
def _arrow() -> Mesh:
    lifted = np.eye(4)
    lifted[2, 3] = CLEARANCE
    return moved(arrow_mesh(REACH - CLEARANCE, SHAFT, HEAD, HEAD_LENGTH), lifted)


# Takes nothing: the very same mesh in every frame.
@lru_cache(maxsize=1)
def _ring() -> Mesh:
    return revolve(circle(RING_THICKNESS, 8, (RING, 0.0)), 72)


# Takes nothing: the very same mesh in every frame.
@lru_cache(maxsize=1)
def _square() -> Mesh:
    aside = np.eye(4)
    aside[:2, 3] = SQUARE_AT
    return moved(block(SQUARE, SQUARE, SQUARE_THICKNESS), aside)


# Takes nothing: the very same mesh in every frame.
@lru_cache(maxsize=1)
def _ball() -> Mesh:
    return sphere(BALL, 24)


@dataclass(frozen=True, eq=False)
class PoseHandle:
    """A grabbed handle.

    Attributes:
        kind: ``"move"``, ``"turn"``, ``"slide"`` or ``"free"``.
        start: The pose at that time (4, 4).
        grip: The grabbed point (3,), m.
        axis: Unit direction along which it moves, about which it turns, or across which it slides
            (3,).
        handle: Measures moves and turns; None for slides.
        name: The axis, ``"x"``, ``"y"`` or ``"z"``, or an empty text.
    """

    kind: str
    start: Array
    grip: Array
    axis: Array
    handle: Handle | None
    name: str = ""


def take(ref: Ref, pose: Array, grip: Array, along: Array) -> PoseHandle | None:
    """Return the effect of a gizmo's handle on a pose, or None for another Ref.

    Args:
        ref: The handle.
        pose: Its pose (4, 4), whose axes are used.
        grip: The grabbed point, in the world (3,), m.
        along: Unit direction of the ray that grabbed it (3,).
    """
    named = gizmo_handle(ref)
    if named is None:
        return None
    kind, name = named
    axis = along if kind == "free" else pose[:3, AXES.index(name)]
    handle = None
    if kind == "move":
        handle = sliding_handle(axis, grip, along)
    elif kind == "turn":
        handle = turning_handle(pose[:3, 3], axis, grip, along)
    return PoseHandle(kind, pose, grip, axis, handle, name)


def dragged_pose(
    taken: PoseHandle,
    ray: Ray,
    before: float = 0.0,
    snap: bool = False,
    steps: tuple[float, float] = (MOVE_STEP, TURN_STEP),
) -> tuple[Array, float]:
    """Return the pose to which a ray drags a handle, and the displacement in m or rad.

    Args:
        taken: The handle.
        ray: Origin and unit direction of the current ray, (3,) each.
        before: Its previous distance.
        snap: Move only by steps.
        steps: Sizes of the steps, m and rad.
    """
    pose = taken.start.copy()
    if taken.handle is None:
        way = _slid(taken, ray)
        if snap:
            way = _snapped_way(taken, way, steps[0])
        pose[:3, 3] += way
        return pose, float(np.linalg.norm(way))
    amount = dragged(taken.handle, ray, before)
    if taken.kind == "move":
        pose[:3, 3] += (snapped(amount, steps[0]) if snap else amount) * taken.axis
    else:
        angle = snapped(amount, steps[1]) if snap else amount
        pose[:3, :3] = rotation(taken.axis, angle) @ pose[:3, :3]
    return pose, amount


def _slid(taken: PoseHandle, ray: Ray) -> Array:
    """Return the path of the grip in the plane across the axis; none if seen edge-on."""
    origin, along = ray
    facing = float(along @ taken.axis)
    if abs(facing) < 0.02:
        return np.zeros(3)
    ahead = float((taken.grip - origin) @ taken.axis) / facing
    if ahead <= 0.0:
        return np.zeros(3)
    return np.asarray(origin + ahead * along - taken.grip)


def _snapped_way(taken: PoseHandle, way: Array, step: float) -> Array:
    """Return a displacement rounded along the pose's axes, except the one it may not use."""
    axes = taken.start[:3, :3]
    steps = np.array([snapped(float(way @ axes[:, k]), step) for k in range(3)])
    rounded = axes @ steps
    return np.asarray(rounded - (rounded @ taken.axis) * taken.axis)


WIDTH, SIZE, GAP = 1.6, 15.0, 26.0
# Ways and turns that are no more than the tremor of numbers, m and rad.
STILL = 1e-9


@dataclass(frozen=True, eq=False)
class Drawn:
    """Distance of a drag.

    Attributes:
        start: Start position (3,), m.
        now: Current position (3,), m.
        turn: Angle of rotation about ``axis``, rad.
        way: Displacement along each of the active axes (3,), m.
        axis: The axis of a turn, ``"x"``, ``"y"`` or ``"z"``.
    """

    start: Array
    now: Array
    way: Array
    turn: float = 0.0
    axis: str = ""


def readout_text(drawn: Drawn, units: tuple[Unit, Unit]) -> str:
    """Return the distance of a drag, such as ``ΔX 0.120 m``."""
    length, angle = units
    if drawn.axis:
        return f"{drawn.axis.upper()} {_signed(drawn.turn, angle)}"
    moved = [k for k in range(3) if abs(drawn.way[k]) > STILL]
    return "   ".join(f"Δ{AXES[k].upper()} {_signed(drawn.way[k], length)}" for k in moved)


def readout_items(
    drawn: Drawn, units: tuple[Unit, Unit], background: Background
) -> tuple[Item, ...]:
    """Return the line and the number of a drag; nothing before the first motion."""
    text, colors = readout_text(drawn, units), SCENE[background]
    if not text:
        return ()
    items: list[Item] = []
    if not drawn.axis:
        ends = np.stack([drawn.start, drawn.now])
        paint = rgba(colors.label)
        items.append(Line(ends, paint, WIDTH, dashed=True, layer="overlay", depth="on top"))
    items.append(
        Label(
            text, drawn.now, rgba(colors.label), rgba(colors.halo),
            away=(0.0, 0.0, -1.0), gap=GAP, size=SIZE,
        )
    )  # fmt: skip
    return tuple(items)


def _signed(value: float, unit: Unit) -> str:
    gap = "" if unit.symbol == "°" else " "
    shown = number(value / unit.factor, unit.decimals)
    return f"{'+' if value > 0.0 else ''}{shown}{gap}{unit.symbol}"
