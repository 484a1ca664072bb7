"""The figures of a report: drawings of a known size in print, made as jobs.

Bodies of very many triangles are simplified to the resolution of print, for fast reports.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from math import floor, log10
from types import MappingProxyType

import numpy as np

from rvs.bodies.solid import Solid, Solids
from rvs.collision.workspace import completed
from rvs.engine.arrays import Array
from rvs.engine.robot import IDENTITY, Pose, Robot
from rvs.export.figure import Job, draw_job
from rvs.export.formats.drawing import MM_PER_INCH, POINTS_PER_INCH, Drawing
from rvs.export.layout import LABEL_SIZE, Paper, layout
from rvs.export.plots.plot import plot_drawing
from rvs.export.report.values import Moving, Shown, Subject
from rvs.export.visibility.sheet import Box
from rvs.geometry.coarse import coarser
from rvs.geometry.mesh import Mesh
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.derived import derived
from rvs.model.document import Document, called
from rvs.model.figures.figure import STYLES, Style
from rvs.model.jobs import Progress
from rvs.model.motions.rates import Quantity
from rvs.model.plots.drive_plot import drive_plots
from rvs.model.plots.motion_plot import conditioning_plot, trajectory_plots
from rvs.model.plots.plot import Plot
from rvs.model.robots.table_text import CellUnits
from rvs.model.state import Posture, State
from rvs.model.things.thing import bounds
from rvs.model.views.view import Camera, Direction, Mode, Plane, View, WorkspaceView, plane_through
from rvs.model.workspace_result import Found
from rvs.scene.annotate.dimensions import dimension_items
from rvs.scene.annotate.ghosts import ghost_solids
from rvs.scene.annotate.trace import tool_path
from rvs.scene.build import build_scene, scene_points, with_items, with_taken
from rvs.scene.camera import axes, fit, half_height, looking, margin, pan
from rvs.scene.items import Entry, Item, Label, Line, Scene

Drawn = Generator[Progress, None, Drawing]

# Pixels that a picture is computed with along its longer side, and labels in print, in points.
PIXELS, TYPE = 1000, 7.5
ASIDE, GHOSTS, PLOT_POINTS = 1.06, 5, 1200
PLOT_SHAPE = 0.36
POINTS_PER_MM = POINTS_PER_INCH / MM_PER_INCH
# How often, and how far of what there is room for, the camera moves nearer.
NEARER, GROWTH = 2, 0.85
SCALES = (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)
SIDES = ("front", "right", "top")
PLAIN = View(background="paper", frames=False, labels=False, floor=False, shadow=False)
SHADED = replace(STYLES["screen"], ground="none", crop=True, type_size=TYPE)
# The skeleton is drawn in lines, so that frames and numbers within it are read.
DRAFT = replace(STYLES["lines"], ground="none", crop=True, type_size=TYPE, outer=0.25, edge=0.12)
UPRIGHT: Pose = IDENTITY
CORNER = 0.08
ASIDE_WAY, BELOW_WAY = (1.0, 1.0, 0.0), (0.0, -1.0, 0.0)
SMALL = replace(STYLES["flat"], ground="none", crop=True, outer=0.2, edge=0.1)

# Figures of at most this number of triangles are drawn as they are.
MOST = 100_000
# By how many mm on paper surfaces may be off, tried until there are few enough triangles.
TOLERANCES = (0.05, 0.1, 0.2, 0.4)
# Smaller meshes stay as they are: all of them together are no more than others say.
FEW = 1_000


def skeleton_figure(subject: Subject, units: CellUnits, box: tuple[float, float]) -> Drawn:
    """Draw a robot's skeleton with frames and dimensions into a box of width and height in mm."""
    view = replace(PLAIN, frames=True, labels=True)
    view = replace(view, camera=looking(view.camera, "iso"))
    state = _alone(subject, view)
    x, y, z = axes(view.camera)[2].tolist()
    items = dimension_items(subject.placed, subject.q, units, "paper", (x, y, z))
    return (yield from _fitted(state, items, box, DRAFT))


def body_figure(subject: Subject, box: tuple[float, float]) -> Drawn:
    """Draw a robot's body, or its full model, into a box of width and height in mm."""
    view = replace(PLAIN, mode=body_mode(subject), camera=looking(PLAIN.camera, "iso"))
    return (yield from _fitted(_alone(subject, view), (), box, SHADED))


def cell_figure(state: State, box: tuple[float, float]) -> Drawn:
    """Draw a cell in its view into a box of width and height in mm."""
    view = replace(state.view, variant="", background="paper", frames=False, labels=False)
    shown = completed(replace(with_taken(state), view=view, motion=None))
    return (yield from _fitted(shown, (), box, SHADED))


def plan_figure(state: State, box: tuple[float, float]) -> Drawn:
    """Draw a cell from above: objects numbered, robots and targets named, with a scale bar."""
    camera = replace(looking(state.view.camera, "top"), parallel=True)
    view = replace(PLAIN, mode="full", camera=camera)
    shown = replace(state, view=view, motion=None)
    style = replace(SMALL, scale_bar=True, type_size=TYPE)
    return (yield from _fitted(shown, _plan_names(shown), box, style))


def _plan_names(state: State) -> tuple[Item, ...]:
    document, colors = state.document, SCENE["paper"]
    halo = rgba(colors.halo)
    found = []
    for number, thing in enumerate(document.things, 1):
        if not thing.hidden:
            low, high = bounds(thing)
            # a large thing is named at its corner: its middle is where others stand
            top = np.minimum((low + high) / 2, low + CORNER)
            found.append(Label(str(number), top, rgba(colors.label), halo, bold=True))
    for target in document.targets:
        at = np.array(target.place)[:3, 3]
        found.append(Label(target.id, at, rgba(colors.warn), halo, away=ASIDE_WAY, leader=True))
    for placed in document.robots:
        at = (np.array(placed.place) @ placed.robot.base)[:3, 3]
        name = called(document, placed)
        found.append(Label(name, at, rgba(colors.select), halo, away=BELOW_WAY, bold=True))
    return tuple(found)


def side_views(subject: Subject, box: tuple[float, float], gap: float) -> tuple[list[State], float]:
    """Return a robot seen from front, right and above, and one scale for all three.

    Args:
        subject: The robot.
        box: Width and height in mm of the three views side by side.
        gap: Space between two views, in mm.

    Returns:
        The states with their views, and the scale N of 1:N.
    """
    view = replace(PLAIN, mode=body_mode(subject))
    states, sizes = [], []
    for side in SIDES:
        camera = replace(looking(view.camera, side), parallel=True)
        state = _alone(subject, replace(view, camera=camera))
        points = scene_points(state)
        camera = fit(camera, points, 1.0, ASIDE)
        states.append(_alone(subject, replace(view, camera=camera)))
        sizes.append(np.ptp(points @ axes(camera)[:2].T, axis=0) * 1000.0)
    wide, high = sum(size[0] for size in sizes), max(size[1] for size in sizes)
    return states, round_scale(ASIDE * max(wide / (box[0] - 2 * gap), high / box[1]))


def side_figure(state: State, scale: float) -> Drawn:
    """Draw the content of a state at a scale 1:N."""
    paper = Paper(PIXELS, PIXELS, scale=scale)
    scene = spared(build_scene(state), scale / 1000.0)
    return (yield from draw_job(scene, state.view.camera, paper, SHADED))


def posture_views(subject: Subject, postures: Sequence[Shown]) -> list[State]:
    """Return a robot in its postures, all seen from one viewpoint."""
    view = replace(PLAIN, mode=body_mode(subject), camera=looking(PLAIN.camera, "iso"))
    states = [_alone(replace(subject, q=shown.q), view) for shown in postures]
    points = np.concatenate([scene_points(state) for state in states])
    view = replace(view, camera=fit(view.camera, points, 1.0, ASIDE))
    return [replace(state, view=view) for state in states]


def posture_figure(state: State, side: float) -> Drawn:
    """Draw the content of a state into a square of a side in mm."""
    paper = Paper(PIXELS // 2, PIXELS // 2, mm=side)
    style = replace(SMALL, crop=False)
    scene = spared(build_scene(state), 2.0 * half_height(state.view.camera) / side)
    return (yield from draw_job(scene, state.view.camera, paper, style))


def strip_figure(subject: Subject, moving: Moving, box: tuple[float, float]) -> Drawn:
    """Draw postures of a motion, the tool path, and the robot at its end."""
    placed, motion = subject.placed, moving.motion
    mode = body_mode(subject)
    view = replace(PLAIN, mode=mode, camera=looking(PLAIN.camera, "iso"), trace=True)
    state = _ended(subject, moving, view)
    ghosts = ghost_solids(placed, motion, GHOSTS, "paper", mode)
    return (yield from _fitted(state, ghosts, box, SHADED))


def ellipsoid_figure(subject: Subject, q: Posture, box: tuple[float, float]) -> Drawn:
    """Draw a robot in a posture with its ellipsoids of velocity and force."""
    view = replace(PLAIN, mode=body_mode(subject), ellipsoids="both")
    view = replace(view, camera=looking(PLAIN.camera, "iso"))
    return (yield from _fitted(_alone(replace(subject, q=q), view), (), box, SHADED))


def colored_figure(subject: Subject, moving: Moving, box: tuple[float, float]) -> Drawn:
    """Draw the tool path in the colours of the conditioning index, the robot at its end."""
    view = replace(PLAIN, mode=body_mode(subject), trace=True, trace_colors="conditioning")
    state = _ended(subject, moving, replace(view, camera=looking(PLAIN.camera, "iso")))
    return (yield from _fitted(state, (), box, SHADED))


def workspace_figure(subject: Subject, found: Found, box: tuple[float, float]) -> Drawn:
    """Draw a slice of a robot's workspace from the front, or from above if it is flat."""
    area, placed = found.workspace, subject.placed
    world = np.asarray(placed.place) @ placed.robot.base
    plane = plane_through(Plane(True), (0.0, -1.0, 0.0), _point(world[:3, 3]))
    camera = replace(looking(PLAIN.camera, "front"), parallel=True)
    if area.planar:
        camera = replace(looking(PLAIN.camera, "top"), parallel=True)
    shown = WorkspaceView(
        True, placed.id, cloud=False, surface=area.planar, slice=replace(plane, on=not area.planar)
    )
    view = replace(PLAIN, mode=body_mode(subject), workspace=shown, camera=camera)
    state = replace(_alone(subject, view), found=replace(found, placed=placed))
    return (yield from _fitted(state, (), box, SHADED))


def _point(values: Array) -> Direction:
    x, y, z = values.tolist()
    return x, y, z


def conditioning_figures(subject: Subject, moving: Moving, width: float) -> list[Drawing]:
    """Draw the conditioning index over the time of a motion, ``width`` mm wide."""
    plot = conditioning_plot(subject.placed.robot, moving.rows, PLOT_POINTS)
    return [plotted(plot, width, PLOT_SHAPE * width)]


def plot_figures(
    subject: Subject, moving: Moving, quantity: Quantity, units: tuple[str, str], width: float
) -> list[Drawing]:
    """Draw the plots of a motion, ``width`` mm wide."""
    plots = trajectory_plots(subject.placed.robot, moving.rows, quantity, units, PLOT_POINTS)
    return [plotted(plot, width, PLOT_SHAPE * width) for plot in plots]


def torque_figures(robot: Robot, moving: Moving, width: float) -> list[Drawing]:
    """Draw the load of a motion on the drives of a robot, ``width`` mm wide."""
    return [
        plotted(plot, width, PLOT_SHAPE * width)
        for plot in drive_plots(robot, moving.rows, points=PLOT_POINTS)
    ]


def plotted(plot: Plot, width: float, most: float) -> Drawing:
    """Draw a plot without its title, ``width`` mm wide.

    Args:
        plot: The plot.
        width: Width in mm.
        most: Largest height in mm.
    """
    wide, high = POINTS_PER_MM * width, POINTS_PER_MM * most
    plain = replace(plot, title="", note="", tall=1.0)
    if len([one for one in plain.curves if one.name]) == 1:
        plain = replace(plain, curves=tuple(replace(one, name="") for one in plain.curves))
    return plot_drawing(plain, wide, high)


def body_mode(subject: Subject) -> Mode:
    """Return the display of a robot's body: its full model if it has one."""
    return "full" if subject.placed.full and subject.placed.body is not None else "body"


def round_scale(least: float) -> float:
    """Return the smallest usual scale N of 1:N that is not below a number.

    >>> round_scale(11.0), round_scale(0.9)
    (15.0, 1.0)
    """
    power = 10.0 ** floor(log10(least))
    return next(step * power for step in SCALES if step * power >= least * (1 - 1e-9))


def _alone(subject: Subject, view: View) -> State:
    postures: dict[str, Posture] = {subject.placed.id: subject.q}
    return State(Document((subject.placed,)), MappingProxyType(postures), view)


def _ended(subject: Subject, moving: Moving, view: View) -> State:
    """Return a robot at the end of a motion."""
    motion = moving.motion
    end = motion.at(motion.duration)
    return replace(_alone(subject, view), motion=motion, playhead=motion.duration, postures=end)


def _fitted(state: State, items: tuple[Item, ...], box: tuple[float, float], style: Style) -> Drawn:
    """Draw everything as large as a box in print allows, and crop the empty margins."""
    wide, high = box
    per_mm = PIXELS / max(box)
    width, height = round(wide * per_mm), round(high * per_mm)
    pixel = style.type_size / POINTS_PER_INCH * MM_PER_INCH * per_mm / LABEL_SIZE
    whole, motion = with_items(build_scene(state), items), state.motion
    paths = [tool_path(one, motion)[1] for one in state.document.robots] if motion else []
    points = np.concatenate([scene_points(state), *paths, *map(_ends, items)])
    room = margin(state.view, max(round(height / pixel), 1))
    camera = fit(state.view.camera, points, width / height, room)
    metres = 2.0 * half_height(camera) / height * per_mm
    scene = spared(whole, metres)
    paper = Paper(width, height, pixel=1.0 / per_mm)
    for _ in range(NEARER):
        camera = _nearer(camera, layout(scene.items, camera, paper, style).seen, width, height)
    job: Job = draw_job(scene, camera, paper, style)
    return (yield from job)


def _nearer(camera: Camera, box: Box, width: int, height: int) -> Camera:
    """Move a camera so that the content of a box fills almost the whole picture."""
    left, top, right, bottom = box
    room = min(width / (right - left), height / (bottom - top))
    # what is near grows faster than what is far, and must not be cut off
    growth = 1.0 + GROWTH * (room - 1.0)
    middle = pan(camera, width / 2 - (left + right) / 2, height / 2 - (top + bottom) / 2, height)
    return replace(middle, distance=middle.distance / growth)


def _ends(item: Item) -> Array:
    if isinstance(item, Line):
        return np.asarray(item.points)
    if isinstance(item, Solid):
        return item.mesh.bounds @ item.pose[:3, :3].T + item.pose[:3, 3]
    return np.zeros((0, 3))


def spared(scene: Scene, metres: float) -> Scene:
    """Return a scene with coarser large meshes if it has too many triangles.

    Args:
        scene: The scene.
        metres: Length in the scene that corresponds to a millimetre on paper.
    """
    made = scene
    for millimetres in TOLERANCES:
        if _count(made) <= MOST:
            break
        # one object, by which bodies with the same mesh are known to share the coarser one, too
        tolerance = millimetres * metres
        entries = tuple(_coarser(entry, tolerance) for entry in scene.entries)
        made = replace(scene, entries=entries)
    return made


def _count(scene: Scene) -> int:
    return sum(len(item.mesh.triangles) for item in scene.items if isinstance(item, Solid))


def _coarser(entry: Entry, tolerance: float) -> Entry:
    if isinstance(entry, Solids):
        return Solids(tuple(_solid(one, tolerance) for one in entry.looks), entry.poses)
    return _solid(entry, tolerance) if isinstance(entry, Solid) else entry


def _solid(solid: Solid, tolerance: float) -> Solid:
    if solid.size_in == "screen" or len(solid.mesh.triangles) <= FEW:
        return solid
    return replace(solid, mesh=_mesh(solid.mesh, tolerance))


@derived(size=64)
def _mesh(mesh: Mesh, tolerance: float) -> Mesh:
    return coarser(mesh, tolerance)
