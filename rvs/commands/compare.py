"""``rvs compare``: whether two descriptions are the same robot, and what differs."""

from __future__ import annotations

import argparse
from math import degrees

from rvs.commands.arguments import joint_names, print_json
from rvs.engine.descriptions.likeness import Likeness, likeness
from rvs.engine.errors import RvsError
from rvs.engine.robot import Robot
from rvs.files.library import load_robot

HELP = "tell whether two descriptions are the same robot but for base, tool, zeros and directions"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("one", metavar="A", help="name in the library, or a file")
    parser.add_argument("other", metavar="B", help="likewise")
    parser.add_argument(
        "--tolerance", type=float, default=1e-6, metavar="PART",
        help="largest difference of poses relative to the reach; 1e-6 if left out",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="answer in JSON, in m and rad")


def run(options: argparse.Namespace) -> int:
    """Print whether they are the same, and what differs joint by joint."""
    if not 0 < options.tolerance < 1:
        raise RvsError(f"--tolerance: expected a part of the reach, got {options.tolerance:g}")
    one, other = load_robot(options.one).robot, load_robot(options.other).robot
    found = likeness(one, other, options.tolerance)
    if options.json:
        print_json(
            {
                "same": found.same,
                "error": found.error,
                "base": found.base.tolist(),
                "tool": found.tool.tolist(),
                "offsets": found.offsets.tolist(),
                "directions": found.signs.tolist(),
                "differences": list(map(str, found.differences)),
            }
        )
    else:
        _tell(one, other, found)
    return 0


def _tell(one: Robot, other: Robot, found: Likeness) -> None:
    names = f"{one.name or 'the first'} and {other.name or 'the other'}"
    if found.same:
        print(f"{names} are the same robot but for base, tool and zeros ({found.error:.1e})")
        rows = zip(joint_names(one), one.joints, found.signs, found.offsets, strict=True)
        for name, joint, sign, offset in rows:
            shown = f"{offset:.6g} m" if not joint.turns else f"{degrees(offset):.6g}°"
            reverse = "the other way, " if sign < 0 else ""
            print(f"  {name}: {reverse}{shown} more in the other")
    else:
        print(f"{names} are not the same robot")
    for line in found.differences:
        print(line)
