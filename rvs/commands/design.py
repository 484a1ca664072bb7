"""``rvs design``: a robot whose Jacobian is better conditioned, made from another one."""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import Any, get_args

from rvs.commands.answers import print_file, print_json, print_table
from rvs.commands.arguments import add_posture, numbers, posture
from rvs.engine.errors import ArgumentError
from rvs.files.library import load_and_tell
from rvs.files.placed import bare_robot
from rvs.files.robots.arch import Architecture
from rvs.model.numbers.quantities import metres_per
from rvs.scripting.designs import Designed, designed
from rvs.study.design.architecture import COLUMNS, Task
from rvs.study.design.design import METHODS, Problem, problem
from rvs.study.design.freedom import column_names
from rvs.study.design.goals import GOALS, Goal
from rvs.study.design.search import STARTS

HELP = "optimum design: dimensions and a posture with the least condition number"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("robot", metavar="ROBOT", help="name in the library, or a file")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="NEW.arch", help="architecture file to write"
    )
    parser.add_argument(
        "--free", default=",".join(column_names()), metavar="COLUMNS",
        help="columns of the standard table that may move (%(default)s), or single numbers of "
        "them, as a3 for joint 3, and tool for that of a table of the modified convention; the "
        "posture always may",
    )  # fmt: skip
    parser.add_argument(
        "--task", choices=get_args(Task), default="pose",
        help="which rows of the Jacobian count (%(default)s)",
    )  # fmt: skip
    add_posture(parser, "posture to begin with; the initial posture if left out")
    parser.add_argument("--length", type=float, help="characteristic length to keep, in m")
    parser.add_argument(
        "--longest", type=float, default=math.inf, help="largest length of the table, in m"
    )
    parser.add_argument(
        "--wrist",
        action="store_true",
        help="keep a spherical wrist: axes 4, 5 and 6 meet",
    )
    parser.add_argument(
        "--stay", type=float, default=0.0, help="how strongly to stay near the start (%(default)s)"
    )
    parser.add_argument(
        "--right-angles", action="store_true", help="allow no twists but 0, 90 and -90 degrees"
    )
    parser.add_argument(
        "--round", type=float, default=0.0, metavar="METRES", help="round lengths to multiples"
    )
    parser.add_argument(
        "--reach", type=float, metavar="METRES", help="scale the sum of the links' spans to this"
    )
    parser.add_argument(
        "--goal", action="append", default=[], metavar="NAME=WEIGHT",
        help=f"also make better, as often as wanted: {', '.join(GOALS)}",
    )  # fmt: skip
    parser.add_argument(
        "--box", type=numbers, metavar='"X Y Z X Y Z"',
        help="where conditioning counts: lower and upper corner in the base frame, in m",
    )  # fmt: skip
    parser.add_argument("--method", choices=METHODS, default=METHODS[0], help="%(default)s")
    parser.add_argument(
        "--starts", type=int, default=STARTS,
        help="most starts, the robot first (%(default)s); an isotropic robot ends the search",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=0, help="of the random starts (%(default)s)")
    parser.add_argument("--json", action="store_true", help="answer in JSON: m and degrees")


def run(options: argparse.Namespace) -> int:
    """Search, print the result, and write it."""
    architecture = load_and_tell(options.robot, options.choices)
    made = designed(
        bare_robot(architecture, architecture.robot.name or "robot", options.robot),
        _problem(architecture, options), right_angles=options.right_angles,
        rounding=options.round, reach=options.reach, method=options.method,
        starts=options.starts, seed=options.seed,
    )  # fmt: skip
    if options.output is not None:
        made.save(options.output)
    if options.json:
        print_json(_answer(made))
    else:
        _print(made)
        if options.output is not None:
            print_file(options.output)
    return 0


def _problem(architecture: Architecture, options: argparse.Namespace) -> Problem:
    columns = tuple(name.strip() for name in options.free.split(",") if name.strip())
    if options.starts < 1:
        raise ArgumentError("--starts: expected 1 or more")
    return problem(
        architecture.robot,
        columns,
        q=posture(architecture.robot, options.q, metres_per(architecture.unit)),
        length=options.length,
        task=options.task,
        longest=options.longest,
        wrist=options.wrist,
        stay=options.stay,
        goals=_goals(options),
    )


def _goals(options: argparse.Namespace) -> tuple[Goal, ...]:
    box = None
    if options.box is not None:
        if len(options.box) != 6:
            raise ArgumentError(f"--box: expected 6 numbers, got {len(options.box)}")
        low, high = options.box[:3], options.box[3:]
        box = ((low[0], low[1], low[2]), (high[0], high[1], high[2]))
    made = []
    for text in options.goal:
        name, _, weight = text.partition("=")
        try:
            number = float(weight or 1.0)
        except ValueError as error:
            raise ArgumentError(f"--goal: expected NAME=WEIGHT, got {text!r}") from error
        made.append(Goal(name.strip(), number, box if name.strip() == "conditioning" else None))
    return tuple(made)


def _answer(made: Designed) -> dict[str, Any]:
    robot = made.robot
    q = [math.degrees(v) if j.turns else v for v, j in zip(robot.home, robot.joints, strict=True)]
    return {
        "condition": made.condition,
        "length": made.length,
        "q": [float(value) for value in q],
        "iterations": made.iterations,
        "tool": {"pose": made.tool.tolist(), "moved": made.tool_moved},
        "table": [dict(zip(COLUMNS, row, strict=True)) for row in made.rows.tolist()],
    }


def _print(made: Designed) -> None:
    words = f"condition number (Frobenius norm) {made.condition:.9g}"
    print(f"{words} after {made.iterations} iterations")
    if abs(made.condition - made.before) > 1e-9:
        print(f"it was {made.before:.9g} before twists and lengths were rounded")
    print(f"characteristic length {made.length:.6g} m; lengths in m, angles in °")
    rows = [
        [str(number), *(f"{round(value, 6) + 0.0:.6f}" for value in row)]
        for number, row in enumerate(made.rows.tolist(), 1)
    ]
    print_table([["joint", *column_names()], *rows])
    print(made.tool_words)
