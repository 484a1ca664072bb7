"""``rvs ik``: compute the postures for a pose of the tool, or the reason why there is none."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from typing import get_args

import numpy as np

from rvs.commands.answers import print_json, print_table
from rvs.commands.arguments import add_posture, joint_names, numbers, posture
from rvs.commands.makers import add_frame, frame_facts, frame_of, print_frame
from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.inverse import Reason, Solutions, family, ikine, ikine_all
from rvs.engine.inverse.explain import beyond_words
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose
from rvs.files.library import load_and_tell
from rvs.model.numbers.orientations import ROLL_PITCH_YAW, RollAxis
from rvs.model.numbers.quantities import metres_per
from rvs.model.preferences import read_preferences

HELP = "inverse kinematics: the postures that put the tool at a pose"
# Poses are typed and printed with few decimals.
ROUNDED = 1e-5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("robot", metavar="ROBOT", help="name in the library, or a file")
    goal = parser.add_mutually_exclusive_group(required=True)
    goal.add_argument(
        "--pose",
        type=numbers,
        metavar='"NUMBERS"',
        help="pose of the tool in the world: 16 numbers, row by row, or 6: x y z roll pitch yaw, "
        "lengths in the unit of the file, angles in degrees",
    )
    goal.add_argument(
        "--xyz", type=numbers, metavar='"X Y Z"', help="position of the tool, in place of --pose"
    )
    parser.add_argument(
        "--rpy", type=numbers, metavar='"R P Y"',
        help="with --xyz: roll, pitch and yaw of the tool in degrees; 0 0 0 if left out",
    )  # fmt: skip
    parser.add_argument(
        "--roll-axis",
        choices=get_args(RollAxis),
        help="with --xyz or 6 numbers: axis of roll, x as in ROS, URDF and Craig (yaw about "
        "z), z as in Paul (yaw about x); the preference of the window if left out",
    )
    add_frame(parser)
    parser.add_argument(
        "--all", action="store_true", help="all postures, including those beyond limits"
    )
    parser.add_argument(
        "--limits",
        action="store_true",
        help=(
            "with --all: only postures within the limits, including all that differ by full turns"
        ),
    )
    add_posture(parser, "without --all: posture to start from; the initial posture if left out")
    parser.add_argument(
        "--tolerance",
        type=float,
        default=ROUNDED,
        help="largest error, in rad and as a fraction of the arm's size, for rounded poses "
        "(%(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def run(options: argparse.Namespace) -> int:
    """Print postures in degrees and the unit of the robot's file."""
    architecture = load_and_tell(options.robot, options.choices)
    robot, metres = architecture.robot, metres_per(architecture.unit)
    goal = _goal(options)
    T = frame_of(options, robot) @ _pose(goal, metres, options.roll_axis)
    if options.all:
        found = ikine_all(robot, T, limits=options.limits, tolerance=options.tolerance)
    else:
        found = _one(robot, T, posture(robot, options.q, metres), options.tolerance)
    scales = [math.radians(1.0) if joint.turns else metres for joint in robot.joints]
    values = found.q / scales + 0.0
    if options.json:
        _print_json(found, values, frame_facts(options, robot, metres))
    elif len(found):
        proof = ", proven to be all" if found.certified else "; there may be more"
        print(f"{robot.name}: {_count(found)}{proof if options.all else ''}")
        print(f"method: {found.family}; values in ° and {architecture.unit}")
        print_frame(options, robot, architecture.unit)
        if len(goal) == 6:
            place, turns = (" ".join(f"{one:g}" for one in part) for part in (goal[:3], goal[3:]))
            print(f"goal: x y z {place} {architecture.unit}, roll pitch yaw {turns}°")
        _print_postures(robot, found, values)
    if not len(found):
        print(f"rvs: {found.reason}", file=sys.stderr)
    return 0 if len(found) else 1


def _goal(options: argparse.Namespace) -> Sequence[float]:
    """Return the numbers of the pose: 16, or position and angles."""
    if options.xyz is None:
        if options.rpy is not None:
            raise ArgumentError("--rpy: requires --xyz")
        return tuple(options.pose)
    rpy = options.rpy or (0.0, 0.0, 0.0)
    for name, given in (("--xyz", options.xyz), ("--rpy", rpy)):
        if len(given) != 3:
            raise ArgumentError(f"{name}: expected 3 numbers, got {len(given)}")
    return (*options.xyz, *rpy)


def _pose(values: Sequence[float], metres: float, roll_axis: RollAxis | None) -> Array:
    if len(values) == 6:
        axis = roll_axis or read_preferences()[0].roll_axis
        turns = ROLL_PITCH_YAW[axis].rotation(np.radians(values[3:]))
        return pose(turns, np.multiply(values[:3], metres))
    if len(values) != 16:
        raise ArgumentError(
            "--pose: expected 16 numbers, four rows of four, or 6, x y z roll pitch yaw, "
            f"got {len(values)}"
        )
    T = np.reshape(values, (4, 4)).astype(float)
    T[:3, 3] *= metres
    return T


def _one(robot: Robot, T: Array, start: Array, tolerance: float) -> Solutions:
    """Return the posture found by descent from a start, within the limits."""
    found = ikine(robot, T, start, tolerance=tolerance)
    q = found.q[None] if found.success else np.zeros((0, robot.n))
    return Solutions(
        q=q,
        isolated=np.ones(len(q), dtype=bool),
        certified=False,
        family=family(robot),
        infinite=False,
        residual=np.full(len(q), found.residual),
        reason=Reason() if found.success else Reason(str(found.reason)),
    )


def _print_json(found: Solutions, values: Array, facts: dict[str, object]) -> None:
    print_json(
        {
            **facts,
            "solutions": values.tolist(),
            "certified": found.certified,
            "family": found.family,
            "infinite": found.infinite,
            "reason": str(found.reason),
        }
    )


def _count(found: Solutions) -> str:
    alone = int(found.isolated.sum())
    number = f"{alone} posture{'' if alone == 1 else 's'}"
    return number + (f" and {len(found) - alone} points of curves" if found.infinite else "")


def _print_postures(robot: Robot, found: Solutions, values: Array) -> None:
    if found.infinite:
        print(found.reason)
    names = joint_names(robot)
    rows = [[f"{value:.6f}" for value in row.round(6) + 0.0] for row in values]
    print_table(
        [
            [*names, ""],
            *([*row, mark] for row, mark in zip(rows, _marks(robot, found), strict=True)),
        ]
    )


def _marks(robot: Robot, found: Solutions) -> list[str]:
    """Return the remarks on each posture."""
    marks = []
    for q, alone in zip(found.q, found.isolated, strict=True):
        words = ["" if alone else "on a curve", beyond_words(robot, q)]
        marks.append(", ".join(word for word in words if word))
    return marks
