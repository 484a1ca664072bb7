"""Arguments that several commands read: posture, sizes, and the table they print."""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from rvs.commands.streams import as_values
from rvs.engine.errors import ArgumentError
from rvs.engine.words import DH_CONVENTIONS
from rvs.files.library import find_cell, find_robot, names
from rvs.model.bounds import check_picture_size
from rvs.model.numbers.units import UNITS
from rvs.model.robots.imported import LIMITS_DEG, NEW_ORDER, NO_LIMITS, TAKEN, USUAL, Choices

if TYPE_CHECKING:
    from rvs.engine.arrays import Array
    from rvs.engine.robot import Robot

# What robots are called among the arguments of a command.
OF_ROBOTS = ("IN", "ROBOT", "ROBOT|CELL", "CELL|ROBOT", "A", "FILE")
CELL = ".rvs"
ARG = "--arg"
Named = TypeVar("Named", str, Path)
MM = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}


def numbers(text: str) -> tuple[float, ...]:
    """Return the finite numbers of a text, separated by spaces or commas (an argparse type)."""
    if re.search(r"\d,\d", text) and re.search(r"[\d.]\s+[-+.\d]", text):
        raise argparse.ArgumentTypeError(
            f"{text!r} has commas and blanks between its numbers; expected only one of them, "
            "and decimal points, as in 0.5"
        )
    if re.fullmatch(r"[-+]?\d*,\d+", text.strip()):
        raise argparse.ArgumentTypeError(
            f"{text!r} can be one number or two; expected {text.strip().replace(',', ' ')!r} "
            f"for two numbers, {text.strip().replace(',', '.')!r} for a decimal fraction"
        )
    words = text.replace(",", " ").split()
    try:
        values = tuple(float(word) for word in words)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"expected numbers, got {text!r}") from error
    if not words or not all(map(math.isfinite, values)):
        raise argparse.ArgumentTypeError(f"expected finite numbers, got {text!r}")
    return values


def size(text: str) -> tuple[int, int]:
    """Return the size of a picture from a text such as ``1280x800`` (an argparse type)."""
    parts = text.lower().replace("×", "x").split("x")
    if len(parts) != 2 or not all(part.isdecimal() for part in parts):
        raise argparse.ArgumentTypeError(f"expected WIDTHxHEIGHT such as 1280x800, got {text!r}")
    try:
        return check_picture_size((int(parts[0]), int(parts[1])))
    except ArgumentError as error:
        raise argparse.ArgumentTypeError(str(error).removeprefix("size: ")) from error


def pair(text: str) -> tuple[str, str]:
    """Return the name and the value of a text ``name=value`` (an argparse type).

    >>> pair("ur_type=ur5e")
    ('ur_type', 'ur5e')
    """
    name, sign, value = text.partition("=")
    if not sign or not name.strip():
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE, got {text!r}")
    return name.strip().removesuffix(":"), value


def subject(text: str) -> str:
    """Return a robot by its name, or the file of a cell of the library (an argparse type)."""
    if text in names():
        return text
    cell = find_cell(text)
    return text if cell is None else str(cell)


def length(text: str) -> float:
    """Return a length on paper in mm from a text such as ``84mm`` (an argparse type).

    >>> length("2cm"), length("84")
    (20.0, 84.0)
    """
    match = re.fullmatch(r"([0-9.]+)\s*(mm|cm|in|pt)?", text.strip())
    try:
        value = float(match[1]) * MM[match[2] or "mm"] if match else -1.0
    except ValueError:
        value = -1.0
    if not 0.0 <= value < 1e5:
        raise argparse.ArgumentTypeError(f"expected a length such as 84mm, got {text!r}")
    return value


def between(lower: float, upper: float, what: str = "a number") -> Callable[[str], float]:
    """Return an argparse type for numbers within bounds.

    >>> between(0.0, 1.0)("0.5")
    0.5
    """

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(f"expected {what}, got {text!r}") from error
        if not lower <= value <= upper:
            raise argparse.ArgumentTypeError(f"expected {lower:g} to {upper:g}, got {text}")
        return value

    return read


def add_posture(
    parser: argparse.ArgumentParser,
    words: str = "joint values, in degrees and in the length unit of the file; initial posture "
    "if left out",
) -> None:
    """Declare the joint values of a robot."""
    parser.add_argument("--q", type=numbers, metavar='"V1 V2 …"', help=words)


class Parser(argparse.ArgumentParser):
    """A parser that accepts the numbers of an option as one word or as several, quoted or not.

    In a command with a default for ``after``, all words after ``--`` are assigned to it.
    """

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse as usual; suggest alternatives for unknown words."""
        found, unknown = self.parse_known_args(args, namespace)
        if unknown:
            hint = (
                "; write -- before the arguments of the script" if hasattr(found, "after") else ""
            )
            found.command.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
        return found

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Join the numbers after each option of ``numbers``, then parse as usual."""
        words = [self._read_pair(word) for word in (sys.argv[1:] if args is None else args)]
        after: list[str] = []
        if self.get_default("after") is not None and "--" in words:
            place = words.index("--")
            words, after = words[:place], words[place + 1 :]
        words = as_values(_joined(words, self._takes_numbers))
        found, unknown = super().parse_known_args(words, namespace)
        if after:
            found.after = after
        return found, unknown

    def _read_pair(self, word: str) -> str:
        """Read an argument of a template in the syntax of ROS programs, as an option."""
        match = re.fullmatch(r"([A-Za-z_]\w*):=(.*)", word, re.DOTALL)
        known = match and ARG in self._option_string_actions
        return f"{ARG}={match[1]}={match[2]}" if match and known else word

    def _takes_numbers(self, word: str) -> bool:
        action = self._option_string_actions.get(word)
        return action is not None and action.type is numbers


def _joined(words: Sequence[str], takes: Callable[[str], bool]) -> list[str]:
    """Return the words with the numbers that follow some options joined to them.

    >>> _joined(["fk", "--q", "0", "-90", "--json"], "--q".__eq__)
    ['fk', '--q=0 -90', '--json']
    """
    found: list[str] = []
    left = list(words)
    while left:
        word = left.pop(0)
        values: list[str] = []
        while takes(word) and left and _is_numbers(left[0]):
            values.append(left.pop(0))
        found.append(f"{word}={' '.join(values)}" if values else word)
    return found


def _is_numbers(word: str) -> bool:
    try:
        return bool(numbers(word))
    except argparse.ArgumentTypeError:
        return False


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Let a command that reads robots accept choices left open by their files."""
    if any(_is_robot(action) for action in parser._actions):
        group = parser.add_argument_group("options for files of other programs")
        add = group.add_argument
        add("--root", default="", metavar="LINK", help="fixed link of a tree")
        add("--tip", default="", metavar="LINK", help="link at the other end of the chain")
        add(
            "--tips", action="append", default=[], metavar="LINK",
            help="tip of one of several robots on one base; repeat it for each; --tip selects "
                "one of them for commands that take one robot",
        )  # fmt: skip
        add(
            "--effector", default="", metavar="LINK",
            help="link, after the last joint, that becomes an end-effector, with everything on it "
                "and its tip at --tip",
        )  # fmt: skip
        add(
            "--convention", choices=DH_CONVENTIONS, default="standard",
            help="convention of the table that is made from the links; standard if left out",
        )  # fmt: skip
        add(
            "--snap", type=float, default=0.0, metavar="DEGREES",
            help="make axes parallel if they differ by at most this angle; this changes the "
                 "robot by up to that angle",
        )  # fmt: skip
        add(
            ARG, "--set", type=pair, action="append", default=[], metavar="NAME=VALUE", dest="args",
            help="value of a parameter of an architecture file, in its unit, or argument of a "
            "XACRO template; also written NAME:=VALUE without --arg",
        )  # fmt: skip
        add(
            "--meshes", type=Path, action="append", metavar="FOLDER",
            help="additional folder with meshes of URDF and MJCF files; may be repeated",
        )  # fmt: skip
        add(
            "--allow", type=Path, action="append", metavar="FOLDER",
            help="additional folder from which a description may read files; may be repeated",
        )  # fmt: skip
        add(
            "--zeros", action="store_true",
            help="treat a table's values of the joint variables as their zeros "
                 "(offsets), not as a posture",
        )  # fmt: skip
        add(
            "--take", action="append", default=[], choices=TAKEN, metavar="AS",
            help="interpret numbers differently from the file: lengths or angles in another unit "
                 f"({', '.join(UNITS)}), limits in degrees ({LIMITS_DEG}), no limits "
                 f"({NO_LIMITS}), bare columns as theta, d, a, alpha ({NEW_ORDER}); may be "
                 "repeated",
        )  # fmt: skip
        if "--robot" not in parser._option_string_actions:
            add_one_of_several(group, "name of the robot, for a script that contains several")


def _is_robot(action: argparse.Action) -> bool:
    return action.metavar in OF_ROBOTS and not action.option_strings


def add_one_of_several(parser: argparse._ActionsContainer, words: str) -> None:
    """Declare the name of one robot for a file or a cell with several."""
    parser.add_argument(
        "--robot", dest="one_of_several", default="", metavar="NAME", help=words
    )  # fmt: skip


def choices_said(options: argparse.Namespace) -> Choices:
    """Return the choices about files of robots; register folders in which meshes are searched.

    Raises:
        ArgumentError: Not a folder, or a cell, which has no open choices.
    """
    if not hasattr(options, "zeros"):
        return USUAL
    if not 0 <= options.snap < 1:
        raise ArgumentError(f"--snap: expected degrees from 0 to 1, got {options.snap:g}")
    folders = options.meshes or []
    allowed = options.allow or []
    for name, some in (("meshes", folders), ("allow", allowed)):
        for folder in some:
            if not folder.is_dir():
                raise ArgumentError(f"--{name}: {folder} is not a folder")
    if folders:
        from rvs.files.trees.file_reach import search_in

        search_in(folders)
    choices = Choices.of(
        root=options.root, tip=options.tip, convention=options.convention,
        snap=math.radians(options.snap), zeros=options.zeros, robot=options.one_of_several,
        args=dict(options.args), allow=allowed, tips=options.tips, effector=options.effector,
        take=options.take,
    )  # fmt: skip
    named = [name for one in options.command._actions if _is_robot(one)
             for name in _listed(getattr(options, one.dest))]  # fmt: skip
    said = choices.said
    if getattr(options, "robots_of_cells", False):
        said.pop("robot", None)
    cell = next((str(name) for name in named if str(name).endswith(CELL)), "")
    if cell and said:
        raise ArgumentError(
            f"--{next(iter(said))}: {cell} is a cell; this option applies only to robot files"
        )
    return choices


def _listed(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else [value]


def with_choices(
    options: argparse.Namespace, names: Sequence[Named]
) -> Iterator[tuple[Named, Choices]]:
    """Yield each of several robots with the choices left open by its file.

    Raises:
        FileErrors: None of them leaves one open.
    """
    from rvs.files.robots.readers import check_choices, fitting, open_choices

    paths = [find_robot(name) for name in names if not str(name).endswith(CELL)]
    left = frozenset().union(*map(open_choices, paths))
    said: Choices = options.choices
    if paths and not left.issuperset(said.said):
        check_choices(paths[0], said)
    for name in names:
        yield name, said if str(name).endswith(CELL) else fitting(find_robot(name), said)


def joint_names(robot: Robot) -> list[str]:
    """Return the names of joints, or their numbers from 1."""
    return [joint.name or f"joint {number}" for number, joint in enumerate(robot.joints, 1)]


def posture(robot: Robot, values: Sequence[float] | None, metres: float, name: str = "q") -> Array:
    """Return a posture in rad and m from degrees and file lengths; home without values.

    Args:
        robot: The robot.
        values: One number per joint, or None.
        metres: Length of the file's unit in metres.
        name: The option of the values.

    Raises:
        ArgumentError: The wrong number of values.
    """
    if values is None:
        return robot.home
    if len(values) != robot.n:
        raise ArgumentError(
            f"--{name}: {robot.name} has {robot.n} joints, got {len(values)} values"
        )
    # Only here: a list of the library needs no arrays.
    import numpy as np

    scales = [math.radians(1.0) if joint.turns else metres for joint in robot.joints]
    return np.asarray(values) * scales
