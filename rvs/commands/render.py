"""``rvs render``: a picture of a robot as PNG, of any size, without a display."""

from __future__ import annotations

import argparse
from pathlib import Path
from types import MappingProxyType

from rvs.commands.arguments import numbers, posture
from rvs.commands.pictures import add_look_arguments, draw, placed_robot, view_of
from rvs.model.document import Document
from rvs.model.quantities import metres_per
from rvs.model.state import State
from rvs.scene.build import build_scene, scene_points
from rvs.scene.camera import fit
from rvs.scene.framing import margin

NAME = "render"
HELP = "draw a robot into a PNG file"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("robot", metavar="ROBOT", help="name in the library, or a file")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.png")
    parser.add_argument("--q", type=numbers, metavar='"V1 V2 …"', help="joint values, as for fk")
    add_look_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Write the picture."""
    state = _state(options)
    width, height = options.size
    room = margin(state.view, height)
    camera = fit(state.view.camera, scene_points(state), width / height, room)
    pixels = draw(build_scene(state), camera, options)
    from rvs.gl.offscreen import write_png

    write_png(options.output, pixels)
    return 0


def _state(options: argparse.Namespace) -> State:
    architecture, placed = placed_robot(options)
    q = posture(placed.robot, options.q, metres_per(architecture.unit))
    postures = MappingProxyType({placed.id: tuple(q.tolist())})
    return State(Document((placed,)), postures, view_of(options))
