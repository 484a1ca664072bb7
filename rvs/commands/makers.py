"""The frame of poses that commands read and print: the robot's world, or the maker's frame."""

from __future__ import annotations

import argparse

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.model.numbers.units import UNITS
from rvs.model.robots.maker import has_own_frame, maker_words, makers_frame

FRAMES = {"world": "the world", "maker": "the maker's base frame"}


def add_frame(parser: argparse.ArgumentParser) -> None:
    """Declare the frame of the poses."""
    parser.add_argument(
        "--frame", choices=tuple(FRAMES), default="world",
        help="reference frame of poses: world, or the base frame of the maker's controller and "
        "tables, if the robot's file defines it; world if left out",
    )  # fmt: skip


def frame_of(options: argparse.Namespace, robot: Robot) -> Array:
    """Return the frame (4, 4) of the poses, in the world of the robot.

    Raises:
        ArgumentError: The maker's own frame is not known.
    """
    if options.frame == "world":
        return np.eye(4)
    if not has_own_frame(robot):
        raise ArgumentError(f"--frame: the file of {robot.name} defines no base frame of the maker")
    return makers_frame(robot)


def print_frame(options: argparse.Namespace, robot: Robot, unit: str) -> None:
    """Print the pose of the maker's frame if it differs from the frame of the poses."""
    words = maker_words(robot, UNITS[unit])
    if words and options.frame == "world":
        print(f"{words}; --frame maker gives poses in it")


def frame_facts(options: argparse.Namespace, robot: Robot, metres: float) -> dict[str, object]:
    """Return the frame of the poses and the pose of the maker's frame, for JSON."""
    if not has_own_frame(robot):
        return {"frame": options.frame}
    pose = makers_frame(robot).copy()
    pose[:3, 3] /= metres
    return {"frame": options.frame, "maker_frame": pose.tolist()}
