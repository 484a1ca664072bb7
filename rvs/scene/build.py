"""Conversion of the state to its scene; parts are cached, and only changed ones are remade."""

from __future__ import annotations

from dataclasses import fields, replace
from operator import attrgetter

import numpy as np

from rvs.bodies.effectors import (
    STANDARD,
    bare,
    carried_load,
    open_now,
    payload_solids,
    tool_solids,
)
from rvs.bodies.robot_body import START, body_solids, handles, own_part, shown_body
from rvs.bodies.skeleton.meshes import length
from rvs.bodies.skeleton.skeleton import skeleton_solids
from rvs.bodies.solid import Solid, Solids, one_by_one
from rvs.engine.arrays import Array
from rvs.geometry.mesh import Mesh
from rvs.model.appearance.colors import BODY_CYCLE, ROBOT_CYCLE, SCENE, rgba
from rvs.model.derived import Key, derived
from rvs.model.document import Document, PlacedRobot
from rvs.model.motions.motion import Motion
from rvs.model.motions.tracks import part_of
from rvs.model.refs import NOTHING, Ref
from rvs.model.robots.seen_variant import in_variant
from rvs.model.state import Posture, Postures, State
from rvs.model.views.view import Background, Camera, Mode, Section, View
from rvs.scene.annotate.boxes import bounds_corners, bounds_items
from rvs.scene.annotate.ellipsoids import KINDS, ellipsoid_items, lost_items, mass_items
from rvs.scene.annotate.floor import floor_items
from rvs.scene.annotate.frames import frame_items, frame_points
from rvs.scene.annotate.limits import limit_items
from rvs.scene.annotate.ramp import PERCENT, legend_items
from rvs.scene.annotate.robot_marks import axis_items, base_line_items, name_items, sunken_axes
from rvs.scene.annotate.trace import trace_items
from rvs.scene.camera import fit as fit_camera
from rvs.scene.camera import looking
from rvs.scene.items import Backdrop, Entry, Item, Region, Scene
from rvs.scene.measuring.measure import measure_items
from rvs.scene.notes import note_items
from rvs.scene.shadow import footprint, ring_regions, shadow_regions
from rvs.scene.surroundings.surroundings import (
    cut_prints,
    room_points,
    room_prints,
    room_solids,
    target_items,
    target_points,
)

EMPTY_SIZE = 1.0
EMPTY_POINTS = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (0.0, 0.6)])
# The floor is made again when the size of the cell leaves such a step.
FLOOR_STEP = 1.25
SMALLEST_FLOOR = 1e-3
SHADOW_SIZE = 1.7
# Of a robot, for each of its views and the postures around the present one.
SHADOWS = 8
# Of more robots the axes of the active one alone have names: all together would hide the robots.
MOST_NAMED = 3
LEGEND: Ref = ("legend",)
# What of a view the scene of the cell itself does not depend on; the rest is added to that scene.
_APART = ("camera", "variant", "section", "trail", "bounds", "notes", "workspace")
_looks = attrgetter(*(one.name for one in fields(View) if one.name not in _APART))


def build_scene(state: State) -> Scene:
    """Return the scene of the state; turning the camera returns the same scene object."""
    view, state = state.view, with_taken(in_variant(state))
    traced = view.trace and state.motion is not None
    scene = _scene(
        state.document,
        state.postures,
        view,
        state.active if len(state.document.robots) > MOST_NAMED else "",
        state.chosen if view.which_frames == "chosen" else NOTHING,
        state.motion if traced else None,
        state.playhead if traced else START,
        *_handling(state),
        view.section if view.section.on else None,
    )
    if view.section.on:
        scene = _cut(scene, view.section, view.background)
    if view.workspace.on and state.found is not None:
        scene = _with_workspace(scene, state)
    if view.bounds is not None:
        scene = with_items(scene, bounds_items(view.bounds, view.background))
    if view.trail:
        scene = _with_trail(scene, state)
    if not view.notes:
        return scene
    return with_items(scene, _remarks(state.document, state.postures, view.background))


def _cut(scene: Scene, section: Section, background: Background) -> Scene:
    # Only now: what cuts takes a while to load, and few views have a section.
    from rvs.scene.sections import sectioned

    return sectioned(scene, section, background)


def _with_workspace(scene: Scene, state: State) -> Scene:
    # Only now, too: it loads much that few views need.
    from rvs.scene.workspaces.cloud import workspace_items

    return with_items(scene, workspace_items(state))


def _with_trail(scene: Scene, state: State) -> Scene:
    # Only here: ghosts are made of what is in this module.
    from rvs.scene.annotate.ghosts import trail_items

    return with_items(scene, trail_items(state))


@derived(size=8)
def _remarks(document: Document, postures: Postures, background: Background) -> tuple[Item, ...]:
    """Return measurements and notes; if there are none, always the same empty value."""
    if not document.measures and not document.notes:
        return ()
    measures = measure_items(document, postures, background)
    return (*measures, *note_items(document, postures, background))


@derived(size=8)
def with_items(scene: Scene, items: tuple[Item, ...]) -> Scene:
    """Return a scene with more items, the same object as long as both stay the same."""
    return Scene((*scene.entries, *items), scene.backdrop) if items else scene


def scene_points(state: State) -> Array:
    """Return points (n, 3) to which cameras are fitted: robots with frames, or a box."""
    if state.view.bounds is not None:
        return bounds_corners(state.view.bounds)
    state = in_variant(state)
    clouds = []
    for index, placed in _seen(state.document):
        posture, mode = state.postures[placed.id], state.view.mode
        paint, own = _paint(placed, index, mode), own_part(placed, *_handling(state))
        solids = robot_solids(placed, posture, paint, mode, *own)
        clouds += [solid_corners(solid) for solid in solids]
        if state.view.frames and placed.display.frames:
            clouds.append(frame_points(placed, posture, state.view.frame_size))
    if any(not thing.hidden for thing in state.document.things):
        clouds.append(room_points(state.document.things))
    if state.view.workspace.on and state.found is not None:
        from rvs.scene.workspaces.cloud import workspace_points

        clouds.append(workspace_points(state))
    if not clouds and state.document.targets:
        # A cell of nothing but frames is seen as far as they reach.
        clouds.append(target_points(state.document.targets, state.view.frame_size))
    return np.concatenate(clouds) if clouds else EMPTY_POINTS


def default_camera(state: State, aspect: float = 1.6) -> Camera:
    """Return a camera that sees all robots from the front right and above."""
    return fit_camera(looking(Camera(), "iso"), scene_points(state), aspect)


def robot_solids(
    placed: PlacedRobot,
    posture: Posture,
    color: str,
    mode: Mode = "skeleton",
    motion: Motion | None = None,
    playhead: float = START,
) -> tuple[Solid, ...]:
    """Return the bodies of a placed robot, its end-effector and its payload, as ``robot_parts``."""
    return one_by_one(robot_parts(placed, posture, color, mode, motion, playhead))


@derived(size=256)
def robot_parts(
    placed: PlacedRobot,
    posture: Posture,
    color: str,
    mode: Mode = "skeleton",
    motion: Motion | None = None,
    playhead: float = START,
) -> tuple[Solids, ...]:
    """Return the bodies of a placed robot, its end-effector and its payload.

    Args:
        placed: The robot.
        posture: Joint values (n,), rad or m.
        color: Colour of its bars if it has no colour.
        mode: Skeleton, automatic body or full model.
        motion: The motion in which it grips and releases its payload, or None.
        playhead: Time in that motion, in s.
    """
    body = shown_body(placed, mode)
    if body is not None:
        arm = body_solids(placed, body, posture, color)
    else:
        # The skeleton has a standard hand of its own.
        plain = placed.effector is None or placed.end_effector == STANDARD
        arm = skeleton_solids(placed if plain else bare(placed), posture, color)
    tool = tool_solids(placed, body, posture, open_now(placed, body, motion, playhead))
    payload = payload_solids(placed, body, posture, motion, playhead)
    return tuple(part for part in (arm, tool, payload) if part)


def robot_color(placed: PlacedRobot, index: int, mode: Mode) -> str:
    """Return the colour of a robot's bars: its own, or that of its index in the cell, from 0."""
    return placed.color or _paint(placed, index, mode)


def with_taken(state: State) -> State:
    """Return a state with its objects at their positions after the motion."""
    if state.motion is None:
        return state
    # What finds distances is loaded only where something moves.
    from rvs.collision.grasping import with_grasped

    document = with_grasped(state.document, state.motion, state.playhead)
    return state if document is state.document else replace(state, document=document)


def _known(document: Document, postures: Postures, view: View, *rest: object) -> Key:
    """Return the key of a scene: the displayed content, and the identity of large objects."""
    plain = (one if isinstance(one, str | float | tuple) else id(one) for one in rest)
    return (id(document), id(postures), _looks(view), *plain)


@derived(size=8, known=_known)
def _scene(
    document: Document,
    postures: Postures,
    view: View,
    only: str,
    chosen: Ref,
    motion: Motion | None,
    playhead: float,
    handling: Motion | None,
    moment: float,
    section: Section | None,
) -> Scene:
    mode, background, frame_size = view.mode, view.background, view.frame_size
    items: list[Entry] = []
    if view.floor:
        items += floor_items(*floor_extent(document), background)
    if view.shadow:
        items += _shadow(document, postures, background, mode, handling, moment, section)
    for index, placed in _seen(document):
        own = own_part(placed, handling, moment)
        paint = _paint(placed, index, mode)
        items += robot_parts(placed, postures[placed.id], paint, mode, *own)
    items += room_solids(document.things)
    if view.frames:
        items += target_items(document.targets, background, view.labels, frame_size)
        for _, placed in _seen(document):
            if not placed.display.frames:
                continue
            posture = postures[placed.id]
            named = view.labels and only in ("", placed.id)
            which = view.which_frames, chosen
            items += frame_items(
                placed, posture, background, named, frame_size, view.first_frame, *which,
                view.axis_letters,
            )  # fmt: skip
            if view.floor and frame_size > 0.0:
                items += sunken_axes(placed, posture, background, frame_size, *which)
    for _, placed in _seen(document):
        if view.joint_axes:
            items += axis_items(placed, postures[placed.id], background)
        if view.names:
            items += name_items(placed, background)
        if view.base_line:
            items += base_line_items(placed, background)
        if view.limit_arcs:
            items += limit_items(placed, postures[placed.id], background)
        for kind in KINDS:
            if view.ellipsoids in (kind, "both"):
                items += ellipsoid_items(placed, postures[placed.id], background, kind)
        if view.masses:
            load = carried_load(placed, shown_body(placed, mode))
            items += mass_items(placed, postures[placed.id], background, load)
        if view.lost_direction:
            items += lost_items(placed, postures[placed.id], background)
        if motion is not None:
            part, start = part_of(motion, placed.id)
            items += trace_items(placed, part, playhead - start, background, view.trace_colors)
    if motion is not None and view.trace_colors == "conditioning":
        items += legend_items("Conditioning index", PERCENT, background, LEGEND)
    colors = SCENE[background]
    return Scene(tuple(items), Backdrop(rgba(colors.sky), rgba(colors.horizon)))


def _seen(document: Document) -> tuple[tuple[int, PlacedRobot], ...]:
    """Return the robots that are not hidden, with their indices in the cell."""
    return tuple(pair for pair in enumerate(document.robots) if not pair[1].hidden)


def _handling(state: State) -> tuple[Motion | None, float]:
    """Return the motion in which a robot handles its payload or gripper, and its time."""
    motion = state.motion
    if motion is None or not any(handles(placed, motion) for placed in state.document.robots):
        return None, START
    return motion, state.playhead


def _paint(placed: PlacedRobot, index: int, mode: Mode) -> str:
    """Assign colours to a document's robots in order."""
    cycle = ROBOT_CYCLE if placed.display.mode_in(mode) == "skeleton" else BODY_CYCLE
    return cycle[index % len(cycle)]


@derived(size=8)
def floor_extent(document: Document) -> tuple[float, float, float]:
    """Return size and centre of a cell on the floor in m, in steps that keep the floor steady."""
    robots = document.robots
    ends = room_points(document.things)[:, :2]
    if not robots and not len(ends):
        return EMPTY_SIZE, 0.0, 0.0
    feet = np.array([np.asarray(placed.place)[:2, 3] for placed in robots]).reshape(-1, 2)
    marks = np.concatenate([feet, ends])
    middle = (marks.min(axis=0) + marks.max(axis=0)) / 2
    reach = max((length(placed.robot) for placed in robots), default=0.0)
    away = [reach + float(np.linalg.norm(foot - middle)) for foot in feet]
    size = max([*away, *np.linalg.norm(ends - middle, axis=1).tolist(), SMALLEST_FLOOR])
    stepped = FLOOR_STEP ** round(np.log(size) / np.log(FLOOR_STEP))
    x, y = (stepped * np.round(middle / stepped / 0.25) * 0.25).tolist()
    return float(stepped), x, y


@derived(size=8)
def _shadow(
    document: Document,
    postures: Postures,
    background: Background,
    mode: Mode,
    motion: Motion | None,
    playhead: float,
    section: Section | None,
) -> tuple[Region, ...]:
    things = document.things
    room = room_prints(things) if section is None else cut_prints(things, section)
    regions = list(shadow_regions(room, background))
    for index, placed in _seen(document):
        if not placed.display.shadow:
            continue
        own = own_part(placed, motion, playhead)
        paint, posture = _paint(placed, index, mode), postures[placed.id]
        regions += _robot_shadow(placed, posture, paint, mode, *own, section, background)
    return tuple(regions)


@derived(size=256, alike=SHADOWS)
def _robot_shadow(
    placed: PlacedRobot,
    posture: Posture,
    color: str,
    mode: Mode,
    motion: Motion | None,
    playhead: float,
    section: Section | None,
    background: Background,
) -> tuple[Region, ...]:
    scale = length(placed.robot) / SHADOW_SIZE
    parts = robot_parts(placed, posture, color, mode, motion, playhead)
    return ring_regions(footprint(parts, scale, section), background)


def solid_corners(solid: Solid) -> Array:
    """Return the corners (8, 3) in the world of the bounding box of a body, m."""
    corners: Array = _box_corners(solid.mesh) @ solid.pose[:3, :3].T + solid.pose[:3, 3]
    return corners


@derived(size=512)
def _box_corners(mesh: Mesh) -> Array:
    low, high = mesh.bounds
    ends = np.array([[i, j, k] for i in (0, 1) for j in (0, 1) for k in (0, 1)])
    corners: Array = np.where(ends, high, low)
    return corners
