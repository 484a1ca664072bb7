"""``rvs render``: a picture of a robot as PNG, of any size, without a display."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from rvs.commands.arguments import numbers, posture, size
from rvs.engine.errors import RvsError
from rvs.files.library import has_full_model, load_robot
from rvs.model.document import Document, PlacedRobot
from rvs.model.quantities import metres_per
from rvs.model.state import State
from rvs.model.view import BACKGROUNDS, MODES, View
from rvs.scene.build import build_scene, scene_points
from rvs.scene.camera import STANDARD_VIEWS, fit, looking
from rvs.scene.items import Scene

NAME = "render"
HELP = "draw a robot into a PNG file"
SAMPLES = 8
# room for the labels beyond the outermost frames, which do not shrink with the picture
LABEL_PIXELS = 40


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("robot", metavar="ROBOT", help="name in the library, or a file")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.png")
    parser.add_argument("--size", type=size, default=(1280, 800), metavar="WxH", help="in pixels")
    parser.add_argument("--q", type=numbers, metavar='"V1 V2 …"', help="joint values, as for fk")
    parser.add_argument("--mode", choices=MODES, default="skeleton", help="what is drawn")
    parser.add_argument("--view", choices=STANDARD_VIEWS, default="iso", help="from where")
    parser.add_argument("--background", choices=BACKGROUNDS, default="light")
    parser.add_argument("--parallel", action="store_true", help="parallel instead of perspective")
    parser.add_argument("--transparent", action="store_true", help="no background and no floor")
    for part in ("frames", "labels", "floor", "shadow"):
        parser.add_argument(f"--no-{part}", dest=part, action="store_false", help=f"no {part}")


def run(options: argparse.Namespace) -> int:
    """Write the picture."""
    state = _state(options)
    scene = build_scene(state)
    if options.transparent:
        scene = Scene(scene.items, None)
    width, height = options.size
    camera = fit(state.view.camera, scene_points(state), width / height, _margin(state, height))
    pixels = _pixels(scene, replace(state.view, camera=camera), width, height)
    from rvs.gl.offscreen import write_png

    write_png(options.output, pixels)
    return 0


def _state(options: argparse.Namespace) -> State:
    architecture = load_robot(options.robot)
    robot = architecture.robot
    if options.mode == "full" and not has_full_model(architecture):
        raise RvsError(f"{robot.name} has no full model; --mode skeleton draws any robot")
    q = posture(robot, options.q, metres_per(architecture.unit))
    placed = PlacedRobot(
        id=robot.name or "robot",
        robot=robot,
        unit=architecture.unit,
        end_effector=architecture.end_effector,
    )
    see_through = options.transparent
    view = View(
        mode=options.mode,
        background=options.background,
        frames=options.frames,
        labels=options.labels,
        floor=options.floor and not see_through,
        shadow=options.shadow and not see_through,
    )
    camera = replace(looking(view.camera, options.view), parallel=options.parallel)
    return State(
        Document((placed,)),
        MappingProxyType({placed.id: tuple(q.tolist())}),
        replace(view, camera=camera),
    )


def _margin(state: State, height: int) -> float:
    """Return how much larger than the robot the picture is, with room for labels if they show."""
    labelled = state.view.frames and state.view.labels
    room = min(2 * LABEL_PIXELS / height, 0.5) if labelled else 0.0
    return 1.08 / (1.0 - room)


def _pixels(scene: Scene, view: View, width: int, height: int) -> NDArray[np.uint8]:
    """Draw without a display, or in a hidden window where the system has no such way."""
    from rvs.gl.offscreen import NoOffscreen, render_pixels

    try:
        return render_pixels(scene, view.camera, width, height, samples=SAMPLES)
    except NoOffscreen:
        from rvs.ui.offscreen import render_pixels as render_hidden

        return render_hidden(scene, view.camera, width, height, samples=SAMPLES)
