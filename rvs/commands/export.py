"""``rvs export``: a robot or a cell as a vector figure or a model, without a display."""

from __future__ import annotations

import argparse
import logging
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from rvs.commands.answers import add_json, expect_free, print_file, print_json
from rvs.commands.arguments import add_posture, subject
from rvs.commands.arguments import posture as posture_of
from rvs.commands.figure_options import add_figure_arguments, figure_of
from rvs.commands.models import (
    MODELS,
    is_model,
    sized_for_figures,
    with_cell_motion,
    write_models,
)
from rvs.commands.pictures import DEFAULTS, placed_robot
from rvs.engine.errors import ArgumentError, RvsError
from rvs.export.named import first_figure, left_out_words
from rvs.files.library import is_file_name
from rvs.files.storage.kept_meshes import meshes_kept
from rvs.model.document import Document
from rvs.model.figures.figure import NamedFigure
from rvs.model.numbers.quantities import metres_per
from rvs.model.state import State
from rvs.model.views.view import View
from rvs.scene.camera import looking
from rvs.scripting.drawn import DPI, PNG, Figure, named_figure
from rvs.scripting.drawn import seen as seen_figure

if TYPE_CHECKING:
    from rvs.files.cells.cell import Cell

HELP = "write a robot or a cell as a figure (PDF, SVG, …), a model (GLB, STL, 3MF) or a web page"
CELL = ".rvs"

log = logging.getLogger(__name__)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "what", type=subject, metavar="ROBOT|CELL", help="name in the library, or a file"
    )
    parser.add_argument(
        "-o", "--output", type=Path, action="append", metavar="FILE",
        help=".svg, .pdf, .eps, .ps or .png (--dpi); a page .html to turn, move and play in a "
        "browser; a model .glb (m, with its motion), .stl or .3mf (mm, for printing; --scale 1:10 "
        "makes it smaller); give it once for every format",
    )  # fmt: skip
    add_posture(parser, "joint values, as for fk")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--figure", metavar="NAME", help="a figure that the cell knows by name")
    which.add_argument("--figures", action="store_true", help="list the figures of the cell")
    which.add_argument(
        "--all-figures", type=Path, metavar="FOLDER", help="draw all figures of the cell into it"
    )
    parser.add_argument("--formats", default="pdf", metavar="pdf,svg", help="of --all-figures: pdf")
    parser.add_argument("--dpi", type=float, default=DPI, help=f"pixels an inch of a PNG: {DPI:g}")
    add_json(parser)
    add_figure_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Write the figures, or list them."""
    if options.figures or options.all_figures is not None:
        cell = _cell_of(options)
        return _list(cell, options) if options.figures else _draw_all(cell, options)
    if not options.output:
        raise ArgumentError("-o: expected the file to draw into")
    models = [path for path in options.output if is_model(path)]
    figures = [path for path in options.output if not is_model(path)]
    _check_formats([path.suffix for path in figures])
    with meshes_kept(options.what):
        chosen = seen(sized_for_figures(options))
        if figures:
            _write(chosen, figures, options.dpi)
    if models:
        state = chosen.state
        if options.what.endswith(CELL):
            state = with_cell_motion(state, _cell_of(options))
        write_models(state, models, options.scale)
    return 0


def seen(options: argparse.Namespace) -> Figure:
    """Return what the arguments want to see."""
    if not options.what.endswith(CELL):
        if options.figure is not None:
            raise ArgumentError(f"--figure: a cell ({CELL}) has figures, {options.what} is a robot")
        return _robot(options)
    cell = _cell_of(options)
    if options.figure is None:
        return _of_cell(cell, figure_of(options, first_figure(cell.view), named=False), options)
    return _of_cell(
        cell, figure_of(options, named_figure(cell.document, options.figure), named=True), options
    )


def _robot(options: argparse.Namespace) -> Figure:
    """A robot alone in its cell, and a camera that sees all of it."""
    view = View(camera=looking(View().camera, DEFAULTS["view"]), mode="full")
    figure = figure_of(options, first_figure(view), named=False)
    architecture, placed = placed_robot(options.what, options.mode, options.choices)
    if options.motion is None:
        q = posture_of(placed.robot, options.q, metres_per(architecture.unit))
        postures = MappingProxyType({placed.id: tuple(q.tolist())})
        return seen_figure(State(Document((placed,)), postures), figure, fit=True)
    if options.q is not None:
        raise ArgumentError("--q: the robot stands where its motion ends")
    from rvs.commands.motions import read_motion

    motion = read_motion(options.motion, architecture, placed.id)
    end = motion.at(motion.duration)
    state = State(Document((placed,)), end, motion=motion, playhead=motion.duration)
    return seen_figure(state, figure, (placed, motion), fit=True)


def _cell_of(options: argparse.Namespace) -> Cell:
    if not options.what.endswith(CELL):
        raise ArgumentError(f"{options.what}: expected a cell ({CELL}), which has figures")
    if options.q is not None:
        raise ArgumentError("--q: the robots of a cell stand as its file says")
    # here: a robot alone is drawn without what reads cells
    from rvs.files.cells.cell import read_cell

    return read_cell(Path(options.what))


def _of_cell(cell: Cell, figure: NamedFigure, options: argparse.Namespace) -> Figure:
    moved = None
    if figure.motion and figure.ghosts:
        from rvs.files.cells.motion import cell_motion

        moved = cell_motion(cell, figure.motion)
    return seen_figure(cell.state, figure, moved, fit=options.view is not None)


def _list(cell: Cell, options: argparse.Namespace) -> int:
    if options.json:
        print_json([figure.name for figure in cell.document.figures])
        return 0
    for figure in cell.document.figures:
        print(figure.name)
    if not cell.document.figures:
        log.warning("the cell has no figures; the window keeps them with Save as named figure…")
    return 0


def _draw_all(cell: Cell, options: argparse.Namespace) -> int:
    suffixes = [f".{word.strip().lstrip('.')}" for word in options.formats.split(",")]
    _check_formats(suffixes)
    figures = cell.document.figures
    if not figures:
        raise RvsError(f"{options.what}: the cell has no figures")
    unfit = [figure.name for figure in figures if not is_file_name(figure.name)]
    if unfit:
        raise RvsError(f"{unfit[0]!r} can't be the name of a file; rename that figure")
    folder = options.all_figures
    paths = [[folder / f"{figure.name}{suffix}" for suffix in suffixes] for figure in figures]
    for path in chain.from_iterable(paths):
        expect_free(path, options.overwrite)
    folder.mkdir(parents=True, exist_ok=True)
    for figure, own in zip(figures, paths, strict=True):
        _write(_of_cell(cell, figure_of(options, figure, named=True), options), own, options.dpi)
    return 0


def _check_formats(suffixes: list[str]) -> None:
    from rvs.export.formats.write import FORMATS

    for suffix in suffixes:
        if suffix.lower() not in (*FORMATS, PNG):
            known = ", ".join((*FORMATS, PNG))
            raise ArgumentError(f"-o: a figure is {known}, a model {', '.join(MODELS)}")


def _write(chosen: Figure, paths: list[Path], dpi: float) -> None:
    for path in paths:
        chosen.save(path, dpi)
        print_file(path, "{:.4g} × {:.4g} mm".format(*chosen.size))
    # of letters that no font has the log tells already, of whatever is written
    if remarks := left_out_words(chosen.drawing.left_out):
        log.warning("%s: %s", paths[0].name, remarks)
