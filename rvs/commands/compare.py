"""``rvs compare``: compare two descriptions of robots and list the differences."""

from __future__ import annotations

import argparse
from math import degrees

from rvs.commands.answers import print_json
from rvs.commands.arguments import joint_names, with_choices
from rvs.engine.descriptions.comparison import Likeness, likeness
from rvs.engine.errors import RvsError
from rvs.engine.robot import Robot
from rvs.files.library import load_and_tell
from rvs.model.numbers.quantities import TRUE_MINUS

HELP = "compare two descriptions of a robot, ignoring base, tool, zeros and directions"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("one", metavar="A", help="name in the library, or a file")
    parser.add_argument("other", metavar="B", help="likewise")
    parser.add_argument(
        "--tolerance", type=float, default=1e-6, metavar="PART",
        help="largest difference of poses relative to the reach; 1e-6 if left out",
    )  # fmt: skip
    parser.add_argument(
        "--fail", action="store_true", help="exit with status 1 if they are not the same robot"
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON, in m and rad")


def run(options: argparse.Namespace) -> int:
    """Print whether they are the same, with the differences joint by joint."""
    if not 0 < options.tolerance < 1:
        raise RvsError(f"--tolerance: expected a fraction of the reach, got {options.tolerance:g}")
    names = options.one, options.other
    one, other = (load_and_tell(*pair).robot for pair in with_choices(options, names))
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
        _tell((options.one, options.other), one, found)
    return int(options.fail and not found.same)


def _tell(names: tuple[str, str], one: Robot, found: Likeness) -> None:
    both = " and ".join(names)
    if not found.same:
        print(f"{both} are not the same robot")
    else:
        print(f"{both} are the same robot except for base, tool and zeros")
        print(f"poses agree to {found.error:.1e} of the reach")
        rows = zip(joint_names(one), one.joints, found.signs, found.offsets, strict=True)
        apart = [row for row in rows if row[2] < 0 or row[3]]
        if not apart:
            print("zeros and directions of all joints agree")
        for name, joint, sign, offset in apart:
            shown = f"{offset:.6g} m" if not joint.turns else f"{degrees(offset):.6g}°"
            shown = shown.replace("-", TRUE_MINUS, 1) if offset < 0 else shown
            reverse = "opposite direction, " if sign < 0 else ""
            print(f"  {name}: {reverse}{shown} more in the other")
    for line in found.differences:
        print(line)
