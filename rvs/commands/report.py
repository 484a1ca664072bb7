"""``rvs report``: a robot or a cell as a PDF to print and to hand on."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from rvs.commands.answers import add_json, print_file, say_live
from rvs.commands.arguments import subject
from rvs.commands.export import CELL
from rvs.commands.motions import read_motion
from rvs.commands.robots import placed_alone
from rvs.export.beside import Beside
from rvs.export.report.beginning import ready_for_figures
from rvs.export.report.collect import moving_of, subject_of
from rvs.export.report.dated import today
from rvs.export.report.values import PART_NAMES, Report, parts_of
from rvs.files.bodies.models import usable_model
from rvs.files.cells.cell import read_cell
from rvs.files.library import find_robot, load_and_tell
from rvs.files.storage.kept_meshes import meshes_kept
from rvs.model.numbers.units import ANGLE_UNITS, LENGTH_UNITS
from rvs.scripting.reports import Reported, check_suffix, subjects_of

HELP = "write a report of a robot or a cell as PDF"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "what", type=subject, metavar="ROBOT|CELL", help="name in the library, or a file"
    )
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.pdf")
    parser.add_argument(
        "--motion", action="append", default=[], metavar="NAME",
        help="a trajectory to show, of a cell also a program; can be said again",
    )  # fmt: skip
    parser.add_argument(
        "--without", action="append", default=[], choices=PART_NAMES, metavar="PART",
        help=f"leave out {', '.join(PART_NAMES)}; can be said again",
    )  # fmt: skip
    parser.add_argument("--paper", choices=("A4", "Letter"), default="A4", help="A4 if left out")
    parser.add_argument("--author", default="", metavar="NAME", help="who wrote it")
    parser.add_argument("--date", help="in any words; today if left out")
    parser.add_argument("--title", help="the robot's name or the cell's if left out")
    parser.add_argument("--angle", choices=ANGLE_UNITS, default="deg", help="unit; deg if left out")
    parser.add_argument(
        "--length", choices=LENGTH_UNITS, default="", help="unit; that of the robots if left out"
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Write the report."""
    check_suffix(options.output)
    with Beside() as beside, meshes_kept(options.what):
        # other processes load what draws figures while this one finds out what they show
        beside.begin(ready_for_figures, options.what)
        _write(options, beside)
    print_file(options.output)
    return 0


def _write(options: argparse.Namespace, beside: Beside) -> None:
    made = _cell(options) if options.what.endswith(CELL) else _robot(options)
    parts = parts_of(frozenset(PART_NAMES) - set(options.without))
    report = replace(
        made, parts=parts, paper=options.paper, angle=options.angle, length=options.length,
        title=options.title or made.title, author=options.author,
        date=today() if options.date is None else options.date,
    )  # fmt: skip
    said = ""
    for progress in Reported(report).steps(options.output, beside):
        if progress.words != said:
            say_live(progress.words)
        said = progress.words
    say_live("")


def _robot(options: argparse.Namespace) -> Report:
    architecture = load_and_tell(options.what, options.choices)
    robot, origin = architecture.robot, str(architecture.path or find_robot(options.what))
    placed = placed_alone(architecture, usable_model(architecture), origin)
    motions = tuple(
        moving_of(name, read_motion(name, architecture, placed.id), placed.id)
        for name in options.motion
    )
    subject = subject_of(placed, tuple(robot.home.tolist()), motions)
    return Report(robot.name or Path(options.what).stem, (subject,))


def _cell(options: argparse.Namespace) -> Report:
    cell = read_cell(Path(options.what))
    subjects = subjects_of(cell, options.motion)
    return Report(Path(options.what).stem, subjects, cell.state)
