"""``rvs export``: write a robot or a cell as a vector figure or a model, without a display."""

from __future__ import annotations

import argparse
import logging
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from rvs.commands.answers import add_json, expect_free, print_file, print_json
from rvs.commands.arguments import CELL
from rvs.commands.asking import Asking
from rvs.commands.models import (
    MODELS,
    is_model,
    sized_for_figures,
    with_cell_motion,
    write_models,
)
from rvs.engine.errors import ArgumentError, RvsError
from rvs.export.named import left_out_words
from rvs.files.library import is_file_name
from rvs.files.robots.arch import Architecture
from rvs.scripting.figure_result import DPI, PNG, Figure
from rvs.scripting.figures import FigureQuestion
from rvs.scripting.subjects import cell_of

if TYPE_CHECKING:
    from rvs.scripting.cell import Cell

HELP = (
    "write a robot or a cell as a figure (PDF, SVG, …), a model (GLB, STEP, STL, 3MF) or a web page"
)

log = logging.getLogger(__name__)


class Export(Asking):
    """The question of a figure as a command, which writes several files, and models too."""

    def add_output(self, parser: argparse.ArgumentParser) -> None:
        """Declare the output of figures and models, and the choice of figures of a cell."""
        parser.add_argument(
            "-o", "--output", type=Path, action="append", metavar="FILE",
            help=".svg, .pdf, .eps, .ps or .png (--dpi); an .html page to turn, move and play in a "
            "browser; a .glb model (m, with its motion), .step (mm, for CAD), .stl or .3mf (mm, "
            "for printing; --scale 1:10 makes it smaller); give it once for each format",
        )  # fmt: skip
        parser.add_argument("--figures", action="store_true", help="list the figures of the cell")
        parser.add_argument(
            "--all-figures", type=Path, metavar="FOLDER",
            help="draw all figures of the cell into this folder",
        )  # fmt: skip
        parser.add_argument(
            "--formats",
            default="pdf",
            metavar="pdf,svg",
            help=("format of --all-figures; pdf if left out"),
        )
        parser.add_argument(
            "--dpi", type=float, default=DPI, help=f"pixels per inch of a PNG; {DPI:g} if left out"
        )
        add_json(parser)

    def run(self, options: argparse.Namespace) -> int:
        """Write the figures, or list them."""
        (what,) = options.robots
        if (options.figures or options.all_figures is not None) and not what.endswith(CELL):
            raise ArgumentError(f"{what}: expected a cell ({CELL}), which has figures")
        if options.figures:
            return _list(cell_of(what), options)
        with self.kind.around(what):
            return self._draw_all(options) if options.all_figures else self._write(options)

    def seen(self, options: argparse.Namespace) -> Figure:
        """Return the view that the arguments describe."""
        (subject,) = self.subjects(options)
        return self._of(options, *subject)

    def _of(
        self, options: argparse.Namespace, cell: Cell, architecture: Architecture | None, robot: str
    ) -> Figure:
        figure: Figure = self.answer(options, {}, cell, architecture, robot)
        return figure

    def _write(self, options: argparse.Namespace) -> int:
        if not options.output:
            raise ArgumentError("-o: expected the name of the output file")
        models = [path for path in options.output if is_model(path)]
        figures = [path for path in options.output if not is_model(path)]
        _check_formats([path.suffix for path in figures])
        (subject,) = self.subjects(options)
        chosen = self._of(sized_for_figures(options), *subject)
        if figures:
            _write(chosen, figures, options.dpi)
        if models:
            cell, alone, _ = subject
            state = chosen.state if alone else with_cell_motion(chosen.state, cell.present)
            write_models(state, models, options.scale)
        return 0

    def _draw_all(self, options: argparse.Namespace) -> int:
        suffixes = [f".{word.strip().lstrip('.')}" for word in options.formats.split(",")]
        _check_formats(suffixes)
        (subject,) = self.subjects(options)
        names = [figure.name for figure in subject[0].document.figures]
        if not names:
            raise RvsError(f"{options.robots[0]}: the cell has no figures")
        unfit = [name for name in names if not is_file_name(name)]
        if unfit:
            raise RvsError(f"{unfit[0]!r} can't be the name of a file; rename that figure")
        folder = options.all_figures
        paths = {name: [folder / f"{name}{suffix}" for suffix in suffixes] for name in names}
        for path in chain.from_iterable(paths.values()):
            expect_free(path, options.overwrite)
        folder.mkdir(parents=True, exist_ok=True)
        for options.name, own in paths.items():
            _write(self._of(options, *subject), own, options.dpi)
        return 0


EXPORT = Export(FigureQuestion)
EXPORT.HELP = HELP
add_arguments, run, seen = EXPORT.add_arguments, EXPORT.run, EXPORT.seen


def _list(cell: Cell, options: argparse.Namespace) -> int:
    if options.json:
        print_json([figure.name for figure in cell.document.figures])
        return 0
    for figure in cell.document.figures:
        print(figure.name)
    if not cell.document.figures:
        log.warning("the cell has no figures; the window stores them with Save as named figure…")
    return 0


def _check_formats(suffixes: list[str]) -> None:
    from rvs.export.formats.write import FORMATS

    for suffix in suffixes:
        if suffix.lower() not in (*FORMATS, PNG):
            known = ", ".join((*FORMATS, PNG))
            raise ArgumentError(
                f"-o: expected {known} for a figure, or {', '.join(MODELS)} for a model"
            )


def _write(chosen: Figure, paths: list[Path], dpi: float) -> None:
    for path in paths:
        chosen.save(path, dpi)
        print_file(path, "{:.4g} × {:.4g} mm".format(*chosen.size))
    # of letters that no font has the log tells already, of whatever is written
    if remarks := left_out_words(chosen.drawing.left_out):
        log.warning("%s: %s", paths[0].name, remarks)
