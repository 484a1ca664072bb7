"""``rvs export``: a robot or a cell as a vector figure for print, without a display."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import numpy as np

from rvs.commands.arguments import MM, length, numbers
from rvs.commands.arguments import posture as posture_of
from rvs.commands.motions import read_motion
from rvs.commands.pictures import PARTS, add_look_arguments, margin, placed_robot, view_of
from rvs.engine.errors import ArgumentError
from rvs.export.layout import LABEL_SIZE, Paper
from rvs.export.styles import STYLES, Style
from rvs.files.arch import Architecture
from rvs.files.cell import read_cell
from rvs.model.cells import CellUnits
from rvs.model.document import Document, PlacedRobot
from rvs.model.figures.figure import HIDDEN
from rvs.model.quantities import UNITS, metres_per
from rvs.model.state import State
from rvs.model.view import Camera, View
from rvs.scene.annotate.dimensions import dimension_items
from rvs.scene.annotate.ghosts import ghost_solids
from rvs.scene.build import build_scene, scene_points, with_items
from rvs.scene.camera import axes, fit, looking
from rvs.scene.items import Item, Line, Solid

NAME = "export"
HELP = "draw a robot or a cell into an SVG, PDF, EPS or PS file"
CELL = ".rvs"
MOST_POSTURES = 50


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("what", metavar="ROBOT|CELL", help="name in the library, or a file")
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILE", help=".svg, .pdf, .eps or .ps"
    )
    parser.add_argument("--q", type=numbers, metavar='"V1 V2 …"', help="joint values, as for fk")
    parser.add_argument(
        "--motion", metavar="TRAJECTORY", help="show postures of it, the last one full"
    )
    parser.add_argument(
        "--postures", type=int, default=5, metavar="N", help="how many of a motion: 5"
    )
    parser.add_argument(
        "--style", choices=STYLES, default="screen",
        help="shaded as on the screen, flat tones with edges, or lines alone",
    )  # fmt: skip
    parser.add_argument(
        "--hidden", choices=HIDDEN, default="off", help="edges behind bodies, of flat and lines"
    )
    parser.add_argument("--gray", action="store_true", help="no colours")
    parser.add_argument("--width", type=length, metavar="84mm", help="width of the figure in print")
    parser.add_argument("--type-size", type=float, default=8.0, metavar="PT", help="of labels: 8")
    parser.add_argument(
        "--text", choices=("font", "paths", "latex"), default="font",
        help="labels as text, as outlines, or set by LaTeX from a .tex file beside it",
    )  # fmt: skip
    parser.add_argument("--crop", action="store_true", help="cut to what is drawn")
    parser.add_argument("--margin", type=length, default=1.0, metavar="1mm", help="around a crop")
    parser.add_argument(
        "--scale", type=scale, metavar="1:N", help="size in print, of a parallel view"
    )
    parser.add_argument(
        "--dimensions", action="store_true", help="the lengths a and b of the DH table"
    )
    parser.add_argument("--scale-bar", action="store_true", help="a bar of known length below")
    add_look_arguments(parser)
    for part in ("floor", "shadow"):
        parser.add_argument(f"--{part}", action="store_true", help=f"{part} in lines, too")
    parser.set_defaults(damping=0.0, mode=None, view=None, background=None, floor=None, shadow=None)


def run(options: argparse.Namespace) -> int:
    """Write the figure."""
    # here, so that other commands start without loading what draws
    from rvs.export.figure import draw
    from rvs.export.write import FORMATS, write

    if options.output.suffix.lower() not in FORMATS:
        known = ", ".join(FORMATS)
        raise ArgumentError(f"-o: a figure is {known}; rvs render writes .png")
    state, camera, items = seen(options)
    style = style_of(options)
    width, height = options.size
    paper = Paper(width, height, options.width, options.scale)
    title = ", ".join(placed.robot.name or placed.id for placed in state.document.robots)
    scene = with_items(build_scene(state), items)
    write(draw(scene, camera, paper, style, title), options.output, options.text)
    return 0


def scale(text: str) -> float:
    """Read a scale such as ``1:10`` (an argparse type).

    >>> scale("1:10")
    10.0
    """
    one, _, many = text.partition(":")
    try:
        value = float(many) / float(one) if many else float(one)
    except (ValueError, ZeroDivisionError):
        value = -1.0
    if not 0.0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"expected a scale such as 1:10, got {text!r}")
    return value


def _fill_in(options: argparse.Namespace) -> None:
    """What is not said depends on the style: lines are drawn on white, without a floor."""
    screen = options.style == "screen"
    if options.background is None:
        options.background = "light" if screen and not options.transparent else "paper"
    for part in ("floor", "shadow"):
        if getattr(options, part) is None:
            setattr(options, part, options.style != "lines")


def style_of(options: argparse.Namespace) -> Style:
    """Return the style that the arguments say."""
    return replace(
        STYLES[options.style],
        hidden=options.hidden,
        ground="none" if options.transparent else "screen",
        gray=options.gray,
        type_size=options.type_size,
        crop=options.crop,
        margin=options.margin,
        scale_bar=options.scale_bar,
    )


Seen = tuple[State, Camera, tuple[Item, ...]]


def seen(options: argparse.Namespace) -> Seen:
    """Return what the arguments want to see, from where, and what is drawn besides."""
    _fill_in(options)
    return _cell(options) if options.what.endswith(CELL) else _robot(options)


def _robot(options: argparse.Namespace) -> Seen:
    """A robot alone in its cell, a camera that sees all of it, and its dimensions."""
    options.robot = options.what
    options.mode, options.view = options.mode or View().mode, options.view or "iso"
    architecture, placed = placed_robot(options)
    view = view_of(options)
    if options.motion is not None:
        return _moving(architecture, placed, view, options)
    q = posture_of(placed.robot, options.q, metres_per(architecture.unit))
    postures = MappingProxyType({placed.id: tuple(q.tolist())})
    state = State(Document((placed,)), postures, view)
    return _fitted(state, state.view.camera, options)


def _moving(
    architecture: Architecture, placed: PlacedRobot, view: View, options: argparse.Namespace
) -> Seen:
    """A robot at the end of a motion, and how it came there."""
    if options.q is not None:
        raise ArgumentError("--q: the robot stands where its motion ends")
    if not 2 <= options.postures <= MOST_POSTURES:
        raise ArgumentError(f"--postures: expected 2 to {MOST_POSTURES}, got {options.postures}")
    options.trajectory = options.motion
    motion = read_motion(options, architecture, placed.id)
    end = motion.at(motion.duration).postures
    state = State(Document((placed,)), end, view, motion=motion, playhead=motion.duration)
    ghosts = ghost_solids(placed, motion, options.postures - 1, view.background, view.mode)
    return _fitted(state, view.camera, options, ghosts)


def _cell(options: argparse.Namespace) -> Seen:
    """A cell, seen as its file says unless a view is asked for, and dimensions of its robots."""
    if options.q is not None:
        raise ArgumentError("--q: the robots of a cell stand as its file says")
    state = read_cell(Path(options.what)).state
    shown = {part: getattr(options, part) and getattr(state.view, part) for part in PARTS}
    if options.transparent:
        shown |= {"floor": False, "shadow": False}
    mode = options.mode or state.view.mode
    view = replace(state.view, background=options.background, mode=mode, **shown)
    state, camera = replace(state, view=view), view.camera
    if options.parallel:
        camera = replace(camera, parallel=True)
    if options.view is not None:
        return _fitted(state, looking(camera, options.view), options)
    return state, camera, _dimensions(state, camera, options)


def _fitted(
    state: State, camera: Camera, options: argparse.Namespace, ghosts: tuple[Solid, ...] = ()
) -> Seen:
    width, height = options.size
    pixel = 1.0
    if options.width is not None:
        pixel = options.type_size * MM["pt"] / (options.width / width) / LABEL_SIZE
    room = margin(state.view, max(round(height / pixel), 1))
    items = _dimensions(state, camera, options)
    ends = [item.points for item in items if isinstance(item, Line)]
    ends += [s.mesh.bounds @ s.pose[:3, :3].T + s.pose[:3, 3] for s in ghosts]
    points = np.concatenate([scene_points(state), *ends])
    return state, fit(camera, points, width / height, room), (*ghosts, *items)


def _dimensions(state: State, camera: Camera, options: argparse.Namespace) -> tuple[Item, ...]:
    """Dimension lines of all robots, as the camera sees them best."""
    if not options.dimensions:
        return ()
    x, y, z = axes(camera)[2].tolist()
    items: list[Item] = []
    for placed in state.document.robots:
        units = CellUnits(UNITS[placed.unit], UNITS["deg"])
        posture = state.postures[placed.id]
        items += dimension_items(placed, posture, units, state.view.background, (x, y, z))
    return tuple(items)
