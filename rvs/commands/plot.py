"""``rvs plot``: quantities of joints and tool along a trajectory, as a vector figure or numbers."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import get_args

from rvs.bodies.dynamic import weighed_robot
from rvs.commands.answers import add_json, print_file
from rvs.commands.arguments import length
from rvs.commands.motions import read_motion
from rvs.commands.robots import add_payload, carrying
from rvs.engine.errors import ArgumentError
from rvs.files.library import load_and_tell
from rvs.model.motions.recording import rows_of
from rvs.model.numbers.units import ANGLE_UNITS, LENGTH_UNITS
from rvs.model.plots.kinds import KINDS, Options
from rvs.model.plots.motion_plot import POINTS
from rvs.model.plots.plot import Plot
from rvs.model.plots.strokes import Telling
from rvs.scripting.plots import EVERY, HEIGHT, WIDTH, Plotted, needs_masses, plots_along

HELP = "draw the plots of a trajectory into an SVG, PDF, EPS or PS file, or write them as CSV"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("robot", metavar="ROBOT", help="name in the library, or a file")
    parser.add_argument("trajectory", metavar="TRAJECTORY", help="name in the library, or a file")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="FILE",
        help=".svg, .pdf, .eps, .ps, or .csv for the numbers",
    )
    parser.add_argument(
        "--quantity", choices=tuple(KINDS), action="append",
        help="position if left out; several are stacked",
    )  # fmt: skip
    add_payload(parser)
    parser.add_argument("--joint", type=int, metavar="N", help="one joint only, with its limits")
    parser.add_argument("--width", type=length, default=WIDTH, metavar="160mm", help="in print")
    parser.add_argument(
        "--height", type=length, default=HEIGHT, metavar="70mm", help="of each plot in print"
    )
    parser.add_argument("--angle", choices=ANGLE_UNITS, default="deg", help="unit; deg if left out")
    parser.add_argument(
        "--length", choices=LENGTH_UNITS, help="unit; that of the robot's file if left out"
    )
    parser.add_argument(
        "--text", choices=("font", "paths", "latex"), default="font",
        help="words as text, as outlines, or set by LaTeX from a .tex file next to it",
    )  # fmt: skip
    parser.add_argument("--no-title", action="store_true", help="leave the titles out")
    parser.add_argument(
        "--lines", choices=get_args(Telling), default="colour",
        help="style of the curves: colours with dashes, or dashes only, in black",
    )  # fmt: skip
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Write the plots."""
    from rvs.export.plots.data import SUFFIX

    numbers = options.output.suffix.lower() == SUFFIX
    plots = _plots(options, EVERY if numbers else POINTS)
    if options.no_title:
        plots = [replace(plot, title="") for plot in plots]
    made = Plotted(tuple(plots), options.width, options.height, options.text, options.lines)
    made.save(options.output)
    facts = () if numbers else (f"{len(plots)} plot{'s' * (len(plots) != 1)}",)
    print_file(options.output, *facts)
    return 0


def _plots(options: argparse.Namespace, points: int) -> list[Plot]:
    architecture = load_and_tell(options.robot, options.choices)
    robot, carrier = architecture.robot, None
    if needs_masses(options.quantity or ()):
        carrier = weighed_robot(carrying(architecture, options.payload))
    robot_id = robot.name or "robot"
    rows = rows_of(read_motion(options.trajectory, architecture, robot_id), robot_id)
    units = (options.angle, options.length or architecture.unit)
    if options.joint is not None and not 1 <= options.joint <= robot.n:
        raise ArgumentError(f"--joint: expected 1 to {robot.n}, got {options.joint}")
    joint = None if options.joint is None else options.joint - 1
    wanted = Options(units, joint, points, carrier=carrier)
    return plots_along(robot, rows, options.quantity or (), wanted)
