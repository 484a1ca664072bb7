"""``rvs cad``: list the solids and axes of a STEP file, and make a robot of them."""

from __future__ import annotations

import argparse
from pathlib import Path

from rvs.commands.answers import print_file, print_json
from rvs.engine.errors import ArgumentError

HELP = "list the axes of a STEP file, and make a robot from chosen ones"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a .step or .stp file")
    parser.add_argument(
        "--joint", action="append", default=[], metavar="R 3:1",
        help="from the base outwards: R or P, then SOLID:AXIS of the list (-3:1 reverses it), or a "
        "point in mm and a direction as six numbers",
    )  # fmt: skip
    parser.add_argument(
        "--link", action="append", default=[], metavar="1=2-4",
        help="solids of a link, by number or name; the other solids belong to the base; if left "
             "out, the parts of the file become the base and the links",
    )  # fmt: skip
    parser.add_argument(
        "--tool", default="", metavar="3:2",
        help="put the tool at the point of this axis; if left out, on the last axis",
    )  # fmt: skip
    parser.add_argument(
        "--material",
        default="aluminium",
        help=("substance, or density in kg/m³; aluminium if left out"),
    )
    parser.add_argument(
        "--name", default="", help=("name of the robot; the name in the file if left out")
    )
    parser.add_argument("-o", "--output", type=Path, metavar="OUT", help="robot to write, .arch")
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def run(options: argparse.Namespace) -> int:
    """List the axes, or write a robot."""
    from rvs.scripting.cad import cad

    model = cad(options.file)
    if not options.joint:
        if options.output is not None or options.link:
            raise ArgumentError("--joint: expected the axis of each joint")
        if options.json:
            print_json(model.facts)
        else:
            print(*model.lines, model.table, *model.notes, sep="\n")
        return 0
    made = model.architecture(
        options.joint,
        dict(map(_link, options.link)),
        tool=options.tool,
        material=options.material,
        name=options.name,
    )
    if options.output is not None:
        from rvs.files.convert import convert_robot

        convert_robot(made, options.output)
    robot = made.robot
    masses = [joint.inertia.mass if joint.inertia else 0.0 for joint in robot.joints]
    if options.json:
        names = ("kind", "a", "alpha", "d", "theta", "offset")
        rows = [{key: getattr(joint, key) for key in names} for joint in robot.joints]
        print_json(
            {"joints": rows, "base": robot.base.tolist(), "tool": robot.tool.tolist(),
             "masses": masses}
        )  # fmt: skip
        return 0
    print(robot)
    print(f"masses of {options.material} (kg):", *(f"{mass:.4g}" for mass in masses))
    if options.output is not None:
        print_file(options.output)
    return 0


def _link(text: str) -> tuple[int, str]:
    number, sign, solids = text.partition("=")
    if not sign or not number.strip().isdecimal():
        raise ArgumentError(f"--link {text!r}: expected a link and its solids, for example 1=2-4")
    return int(number), solids
