"""``rvs play``: a trajectory as numbered pictures, without a display."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from math import ceil
from pathlib import Path

import numpy as np

from rvs.commands.arguments import print_json
from rvs.commands.motions import read_motion
from rvs.commands.pictures import add_look_arguments, draw, placed_robot, view_of
from rvs.engine.errors import RvsError
from rvs.engine.robot import Array
from rvs.files.folders import fresh_folder
from rvs.model.document import Document
from rvs.model.motion import Moment, Motion
from rvs.model.player import FASTEST, SLOWEST, Player
from rvs.model.state import State
from rvs.scene.build import build_scene, scene_points
from rvs.scene.camera import fit
from rvs.scene.framing import margin

NAME = "play"
HELP = "play a trajectory, of joints or of the tool, into numbered PNG files"
LISTING = "frames.json"
MOST_FRAMES = 100_000
RATES = (0.1, 1000.0)
# Where the robot gets to is found at so many moments, for a camera that sees them all.
LOOKS = 60
REPORTS = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("robot", metavar="ROBOT", help="name in the library, or a file")
    parser.add_argument("trajectory", metavar="TRAJECTORY", help="name in the library, or a file")
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FOLDER",
        help="new or empty, or of an earlier run",
    )  # fmt: skip
    parser.add_argument("--fps", type=_rate, default=30.0, help="pictures a second; 30 if left out")
    parser.add_argument("--speed", type=_speed, default=1.0, help="0.05 to 20 times; 1 if left out")
    parser.add_argument(
        "--damping", type=_damping, default=0.0, metavar="SHARE",
        help="of a Cartesian path: pass singularities calmly, 0.05 is usual",
    )  # fmt: skip
    parser.add_argument("--no-trace", dest="trace", action="store_false", help="no way of the tool")
    parser.add_argument("--limit-arcs", action="store_true", help="show the ranges of the joints")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    add_look_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Write the pictures; nothing is changed if one fails."""
    state, motion = _state(options)
    count = frame_count(motion.duration, options.fps, options.speed)
    facts = {
        "robot": options.robot,
        "trajectory": options.trajectory,
        "frames": count,
        "fps": options.fps,
        "speed": options.speed,
        "duration": motion.duration,
        "size": list(options.size),
    }
    from rvs.gl.offscreen import write_png

    with fresh_folder(options.output, LISTING, facts) as folder:
        state = _aimed(state, motion, options.size)
        moments = _moments(motion, count, options)
        for number, (time, moment) in enumerate(moments):
            shown = replace(state, postures=moment.postures, playhead=time)
            pixels = draw(build_scene(shown), state.view.camera, options)
            write_png(folder / f"frame-{number:05d}.png", pixels)
            _report(number + 1, count)
    if options.json:
        print_json({"folder": str(options.output), **facts})
    return 0


def frame_count(duration: float, fps: float, speed: float) -> int:
    """Return how many pictures show a motion from its beginning to its end.

    Raises:
        RvsError: More than 100,000.
    """
    count = ceil(duration * fps / speed - 1e-6) + 1
    if count > MOST_FRAMES:
        raise RvsError(
            f"--fps: {fps:g} pictures a second are {count} pictures; expected {MOST_FRAMES} at most"
        )
    return count


def _state(options: argparse.Namespace) -> tuple[State, Motion]:
    architecture, placed = placed_robot(options)
    motion = read_motion(options, architecture, placed.id)
    view = replace(view_of(options), trace=options.trace, limit_arcs=options.limit_arcs)
    postures = motion.at(0.0).postures
    return State(Document((placed,)), postures, view, motion=motion), motion


def _aimed(state: State, motion: Motion, size: tuple[int, int]) -> State:
    """Move the camera to where it sees the robot all the time."""
    width, height = size
    clouds: list[Array] = []
    for time in np.linspace(0.0, motion.duration, LOOKS).tolist():
        clouds.append(scene_points(replace(state, postures=motion.at(time).postures)))
    view = state.view
    camera = fit(view.camera, np.concatenate(clouds), width / height, margin(view, height))
    return replace(state, view=replace(view, camera=camera))


def _moments(
    motion: Motion, count: int, options: argparse.Namespace
) -> Iterator[tuple[float, Moment]]:
    player = Player(motion, "once", options.speed)
    player.play()
    for _ in range(count):
        yield player.time, player.moment
        player.advance(1.0 / options.fps)


def _report(done: int, count: int) -> None:
    """Tell on stderr how far it is: on one line that is written over, or now and then."""
    live = sys.stderr.isatty()
    if live:
        end = "\n" if done == count else ""
        print(f"\rframe {done} of {count}", end=end, file=sys.stderr, flush=True)
    elif done == count or done * REPORTS // count > (done - 1) * REPORTS // count:
        print(f"frame {done} of {count}", file=sys.stderr, flush=True)


def _rate(text: str) -> float:
    return _number(text, *RATES)


def _speed(text: str) -> float:
    return _number(text, SLOWEST, FASTEST)


def _damping(text: str) -> float:
    return _number(text, 0.0, 1.0)


def _number(text: str, lower: float, upper: float) -> float:
    try:
        value = float(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"expected a number, got {text!r}") from error
    if not lower <= value <= upper:
        raise argparse.ArgumentTypeError(f"expected {lower:g} to {upper:g}, got {text}")
    return value
