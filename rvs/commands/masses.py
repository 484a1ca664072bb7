"""``rvs masses``: compute masses, centres and inertias of links from the body of a robot."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rvs.commands.answers import print_file, print_json, print_table
from rvs.engine.errors import RvsError
from rvs.files.library import load_and_tell
from rvs.model.numbers.quantities import gyration, significant, without_noise

if TYPE_CHECKING:
    from rvs.bodies.masses import Weighing
    from rvs.engine.robot import Robot
    from rvs.model.body.values import Body

HELP = "masses and moments of inertia of a robot's links from its body"
FULL, AUTOMATIC = "full", "automatic"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("robot", metavar="ROBOT", help="name in the library, or a file")
    parser.add_argument(
        "--total", type=float, metavar="KG", help="mass of the whole robot with its base"
    )
    parser.add_argument(
        "--link", type=_known, action="append", default=[], metavar="N=KG",
        help="mass of one link; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--material", type=_made_of, action="append", default=[], metavar="NAME=SUBSTANCE",
        help="substance of the parts of a material, for example paint=cast-iron; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--fill", type=float, metavar="SHARE",
        help="share of the drawn volume that is material; 0.3 if left out",
    )  # fmt: skip
    parser.add_argument("--keep", action="store_true", help="keep the known masses of links")
    parser.add_argument(
        "--body", choices=(FULL, AUTOMATIC), default=FULL,
        help="body to use; if left out, the full model if there is one that fits",
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", type=Path, metavar="OUT.arch", help="write the robot with its masses"
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def run(options: argparse.Namespace) -> int:
    """Print the masses, and write the robot with these masses."""
    from rvs.bodies.masses import weighed
    from rvs.bodies.robot_body import body_for
    from rvs.files.placed_robot import placed_robot
    from rvs.files.robots.arch_write import save_architecture

    if options.output is not None and options.output.suffix != ".arch":
        raise RvsError(f"{options.output}: expected the name of an .arch file")
    architecture = load_and_tell(options.robot, options.choices)
    placed = placed_robot(architecture, options.robot)
    body = body_for(placed, "full" if options.body == FULL else "body")
    if body is None:
        raise RvsError(f"{options.robot}: the robot has no body to compute masses from")
    weighing = _weighing(options)
    robot = weighed(placed.robot, body, weighing)
    if options.json:
        print_json(_facts(robot, body, weighing))
    else:
        _tell(robot, body, weighing)
    if options.output is not None:
        save_architecture(options.output, replace(architecture, robot=robot))
        if not options.json:
            print_file(options.output)
    return 0


def _weighing(options: argparse.Namespace) -> Weighing:
    from rvs.bodies.masses import FILL, Weighing, densities_of

    return Weighing(
        densities_of(dict(options.material)),
        FILL if options.fill is None else options.fill,
        options.total,
        tuple(options.link),
        options.keep,
    )


def _facts(robot: Robot, body: Body, weighing: Weighing) -> dict[str, Any]:
    from rvs.bodies.masses import link_bulks

    bulks = link_bulks(robot, body, weighing)
    return {
        "robot": robot.name,
        "body": body.name or AUTOMATIC,
        "total": sum(bulk.volume for bulk in bulks),
        "base": bulks[0].volume,
        "links": [
            {"mass": one.mass, "com": list(one.com), "inertia": list(one.moments)}
            for one in (joint.inertia for joint in robot.joints)
            if one is not None
        ],
    }


def _tell(robot: Robot, body: Body, weighing: Weighing) -> None:
    facts = _facts(robot, body, weighing)
    print(f"{robot.name}: {facts['total']:.4g} kg from its body ({facts['body']}),")
    print(
        f"{facts['base']:.4g} kg of this for the base; moments about the centre of mass, in "
        "link axes\n"
    )
    heads = ["link", "kg", "x, m", "y, m", "z, m", "Ixx", "Iyy", "Izz", "Ixy", "Iyz", "Ixz, kg m²"]
    rows = [heads]
    for number, link in enumerate(facts["links"], 1):
        mass, moments = link["mass"], link["inertia"]
        com = without_noise(link["com"], gyration(mass, moments))
        values = (mass, *com, *without_noise(moments))
        rows.append([str(number), *map(significant, values)])
    print_table(rows)


def _known(text: str) -> tuple[int, float]:
    """Read a link and its mass (an argparse type)."""
    link, _, mass = text.partition("=")
    try:
        return int(link), float(mass)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"expected N=KG such as 2=17.4, got {text!r}") from error


def _made_of(text: str) -> tuple[str, str]:
    """Read a material and a substance (an argparse type)."""
    material, sign, substance = text.partition("=")
    if not sign:
        raise argparse.ArgumentTypeError(
            f"expected MATERIAL=SUBSTANCE such as paint=steel, got {text!r}"
        )
    return material.strip(), substance.strip()
