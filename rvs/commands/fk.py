"""``rvs fk``: compute the poses of tool and frames in a posture."""

from __future__ import annotations

import argparse

from rvs.commands.answers import print_json
from rvs.commands.arguments import add_posture, posture
from rvs.commands.makers import FRAMES, add_frame, frame_facts, frame_of, print_frame
from rvs.engine.arrays import Array
from rvs.engine.jacobians import fkine, frames
from rvs.engine.transforms import inverse
from rvs.files.library import load_and_tell
from rvs.model.numbers.quantities import metres_per

HELP = "forward kinematics: pose of the tool and of every frame for a posture"
DECIMALS = 6


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("robot", metavar="ROBOT", help="name in the library, or a file")
    add_posture(parser)
    add_frame(parser)
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def run(options: argparse.Namespace) -> int:
    """Print the poses of all frames, and of the tool, in the unit of the robot's file."""
    architecture = load_and_tell(options.robot, options.choices)
    robot, unit = architecture.robot, architecture.unit
    metres = metres_per(unit)
    q = posture(robot, options.q, metres)
    seen = inverse(frame_of(options, robot))
    pose = _in_unit(seen @ fkine(robot, q), metres)
    poses = _in_unit(seen @ frames(robot, q), metres)
    if options.json:
        print_json(
            {"pose": pose.tolist(), "frames": poses.tolist()} | frame_facts(options, robot, metres)
        )
        return 0
    print(f"{robot.name}: poses in {FRAMES[options.frame]}, lengths in {unit}")
    print_frame(options, robot, unit)
    for number, frame in enumerate(poses):
        _print_pose(f"frame {number}", frame)
    _print_pose("pose of the tool", pose)
    return 0


def _print_pose(name: str, pose: Array) -> None:
    print(f"\n{name}")
    # adding zero turns a negative zero into a plain one
    for row in pose.round(DECIMALS) + 0.0:
        print(" ".join(f"{value:14.{DECIMALS}f}" for value in row))


def _in_unit(poses: Array, metres: float) -> Array:
    scaled = poses.copy()
    scaled[..., :3, 3] /= metres
    return scaled + 0.0
