"""``rvs render``: a picture of a robot or a cell, of any size, without a display."""

from __future__ import annotations

import argparse
import logging
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from rvs.commands.answers import add_json, print_file
from rvs.commands.arguments import add_posture, posture, subject
from rvs.commands.pictures import add_look_arguments, cell_view, placed_robot, view_of
from rvs.engine.errors import ArgumentError
from rvs.files.storage.kept_meshes import meshes_kept
from rvs.model.document import Document
from rvs.model.numbers.quantities import metres_per
from rvs.model.state import State
from rvs.scene.build import build_scene
from rvs.scripting.drawn import with_workspace
from rvs.scripting.pictures import Picture, aimed_at_all, check_picture, draw

HELP = "draw a robot or a cell into a PNG, JPEG or BMP file"
CELL = ".rvs"

log = logging.getLogger(__name__)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "robot", type=subject, metavar="ROBOT|CELL", help="name in the library, or a file"
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="FILE.png",
        help="the picture: .png, .jpg, .jpeg or .bmp",
    )
    add_posture(parser, "joint values of a robot, as for fk")
    add_look_arguments(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Write the picture and tell which."""
    check_picture(options.output, "rvs export")
    with meshes_kept(options.robot):
        state = with_workspace(seen(options))
        scene = build_scene(state)
    pixels = draw(scene, state.view.camera, options.size, options.transparent)
    Picture(pixels).save(options.output)
    print_file(options.output, "{} × {} pixels".format(*options.size))
    return 0


def seen(options: argparse.Namespace) -> State:
    """Return what the arguments want to see, with the camera that sees it.

    Raises:
        RvsError: There is no such robot or cell, or an argument that does not suit it.
    """
    if Path(options.robot).suffix.lower() != CELL:
        return aimed_at_all(with_workspace(_robot(options)), options.size)
    if options.q is not None:
        raise ArgumentError("--q: the robots of a cell stand as its file says")
    # here: a robot alone is drawn without what reads cells
    from rvs.files.cells.cell import read_cell

    cell = read_cell(Path(options.robot))
    for warning in cell.warnings:
        log.warning("%s", warning)
    state = replace(cell.state, view=cell_view(options, cell.view))
    return state if options.view is None else aimed_at_all(with_workspace(state), options.size)


def _robot(options: argparse.Namespace) -> State:
    """A robot alone in its cell."""
    architecture, placed = placed_robot(options.robot, options.mode, options.choices)
    q = posture(placed.robot, options.q, metres_per(architecture.unit))
    postures = MappingProxyType({placed.id: tuple(q.tolist())})
    return State(Document((placed,)), postures, view_of(options))
