"""``rvs render``: a picture of a robot or a cell as PNG, of any size, without a display."""

from __future__ import annotations

import argparse
import logging
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from rvs.commands.arguments import add_posture, posture, print_file, subject
from rvs.commands.pictures import (
    add_look_arguments,
    cell_view,
    draw,
    placed_robot,
    view_of,
    with_workspace,
)
from rvs.engine.errors import ArgumentError
from rvs.files.cells.cell import read_cell
from rvs.model.document import Document
from rvs.model.numbers.quantities import metres_per
from rvs.model.state import State
from rvs.scene.build import build_scene, scene_points
from rvs.scene.camera import fit
from rvs.scene.framing import margin

HELP = "draw a robot or a cell into a PNG file"
CELL = ".rvs"
PNG, VECTOR = ".png", (".svg", ".pdf", ".eps", ".ps")

log = logging.getLogger(__name__)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "robot", type=subject, metavar="ROBOT|CELL", help="name in the library, or a file"
    )
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.png")
    add_posture(parser, "joint values of a robot, as for fk")
    add_look_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Write the picture and tell which."""
    _check_format(options.output)
    state = with_workspace(seen(options))
    pixels = draw(build_scene(state), state.view.camera, options)
    from rvs.gl.context.offscreen import write_png

    write_png(options.output, pixels)
    print_file(options.output, "{} × {} pixels".format(*options.size))
    return 0


def _check_format(path: Path) -> None:
    if path.suffix.lower() == PNG:
        return
    vector = f"; rvs export writes {path.suffix.lower()}" if path.suffix.lower() in VECTOR else ""
    raise ArgumentError(
        f"-o: a picture is written as {PNG}, not as {path.suffix or path.name!r}{vector}"
    )


def seen(options: argparse.Namespace) -> State:
    """Return what the arguments want to see, with the camera that sees it.

    Raises:
        RvsError: There is no such robot or cell, or an argument that does not suit it.
    """
    if Path(options.robot).suffix.lower() != CELL:
        return _fitted(_robot(options), options.size)
    if options.q is not None:
        raise ArgumentError("--q: the robots of a cell stand as its file says")
    cell = read_cell(Path(options.robot))
    for warning in cell.warnings:
        log.warning("%s", warning)
    state = replace(cell.state, view=cell_view(options, cell.view))
    return state if options.view is None else _fitted(state, options.size)


def _robot(options: argparse.Namespace) -> State:
    """A robot alone in its cell."""
    architecture, placed = placed_robot(options.robot, options.mode)
    q = posture(placed.robot, options.q, metres_per(architecture.unit))
    postures = MappingProxyType({placed.id: tuple(q.tolist())})
    return State(Document((placed,)), postures, view_of(options))


def _fitted(state: State, size: tuple[int, int]) -> State:
    """The state with its camera moved, without turning, to where all is seen."""
    state = with_workspace(state)
    width, height = size
    room = margin(state.view, height)
    camera = fit(state.view.camera, scene_points(state), width / height, room)
    return replace(state, view=replace(state.view, camera=camera))
