"""``rvs plot``: joint values, velocities or accelerations of a trajectory as a vector figure."""

from __future__ import annotations

import argparse
from pathlib import Path

from rvs.commands.arguments import length
from rvs.commands.motions import read_motion, rows_of
from rvs.engine.errors import ArgumentError
from rvs.files.library import load_robot
from rvs.model.motions.rates import QUANTITIES
from rvs.model.numbers.quantities import ANGLE_UNITS, LENGTH_UNITS
from rvs.model.plots.motion_plot import trajectory_plot, trajectory_plots
from rvs.model.plots.plot import Plot

HELP = "draw the plots of a trajectory into an SVG, PDF, EPS or PS file"
WIDTH, HEIGHT = 160.0, 70.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("robot", metavar="ROBOT", help="name in the library, or a file")
    parser.add_argument("trajectory", metavar="TRAJECTORY", help="name in the library, or a file")
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILE", help=".svg, .pdf, .eps or .ps"
    )
    parser.add_argument(
        "--quantity", choices=QUANTITIES, action="append",
        help="position if left out; more than one are drawn below each other",
    )  # fmt: skip
    parser.add_argument("--joint", type=int, metavar="N", help="one joint alone, with its limits")
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
        help="words as text, as outlines, or set by LaTeX from a .tex file beside it",
    )  # fmt: skip
    parser.set_defaults(damping=0.0)


def run(options: argparse.Namespace) -> int:
    """Write the plots."""
    from rvs.export.plots.plot import write_plot

    points = 72.0 / 25.4
    plots = _plots(options)
    write_plot(options.output, plots, points * options.width, points * options.height, options.text)
    return 0


def _plots(options: argparse.Namespace) -> list[Plot]:
    architecture = load_robot(options.robot)
    robot = architecture.robot
    robot_id = robot.name or "robot"
    rows = rows_of(read_motion(options, architecture, robot_id), robot_id)
    units = (options.angle, options.length or architecture.unit)
    if options.joint is not None and not 1 <= options.joint <= robot.n:
        raise ArgumentError(f"--joint: expected 1 to {robot.n}, got {options.joint}")
    found: list[Plot] = []
    for quantity in options.quantity or ["position"]:
        if options.joint is None:
            found += trajectory_plots(robot, rows, quantity, units)
        else:
            found.append(trajectory_plot(robot, rows, quantity, units, [options.joint - 1]))
    return found
