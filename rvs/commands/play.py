"""``rvs play``: a trajectory or a whole cell as a film or numbered pictures, without a display."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from rvs.commands.arguments import between, print_file, print_json, print_written, subject
from rvs.commands.motions import read_motion
from rvs.commands.pictures import (
    add_look_arguments,
    cell_view,
    placed_robot,
    view_of,
)
from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError, RvsError
from rvs.export.films.timing import FORMATS, RATES, frame_times, held_rate, order
from rvs.files.cells.cell import read_cell
from rvs.files.cells.tracks import cell_timeline
from rvs.files.storage.folders import fresh_folder
from rvs.model.document import Document
from rvs.model.motions.motion import Motion
from rvs.model.motions.player import FASTEST, SLOWEST
from rvs.model.state import State
from rvs.scene.build import build_scene, scene_points
from rvs.scene.camera import fit
from rvs.scene.framing import margin
from rvs.scripting.pictures import draw

if TYPE_CHECKING:
    from rvs.gl.context.images import Pixels

HELP = "play a trajectory, or all robots of a cell, into a film or numbered PNG files"
LISTING = "frames.json"
# A folder of such a name is rather a mistake.
NO_FILMS = (".png", ".jpg", ".webp", ".webm", ".mov", ".avi", ".mkv", ".mpg")
# Where the robot gets to is found at so many moments, for a camera that sees them all.
LOOKS = 60
REPORTS = 10
CELL = ".rvs"

log = logging.getLogger(__name__)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "robot", type=subject, metavar="ROBOT|CELL",
        help="robot of the library or a file; or a cell, whose robots all play",
    )  # fmt: skip
    parser.add_argument(
        "trajectory", metavar="TRAJECTORY", nargs="?", default="",
        help="of a robot: name in the library, or a file",
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILM|FOLDER",
        help="a film .gif, .apng or .mp4, or a folder: new, empty, or of an earlier run",
    )  # fmt: skip
    parser.add_argument(
        "--fps", type=between(*RATES), default=30.0, help="pictures a second; 30 if left out"
    )
    parser.add_argument(
        "--speed",
        type=between(SLOWEST, FASTEST),
        default=1.0,
        help="0.05 to 20 times; 1 if left out",
    )
    parser.add_argument(
        "--from", type=float, dest="start", default=0.0, metavar="S", help="begin there: 0"
    )
    parser.add_argument("--to", type=float, dest="end", metavar="S", help="end there: at the end")
    parser.add_argument(
        "--loop", type=int, default=0, metavar="N",
        help="how often a GIF or APNG is shown; 0 for ever, as it is if left out",
    )  # fmt: skip
    parser.add_argument(
        "--damping", type=between(0.0, 1.0), default=0.0, metavar="SHARE",
        help="of a Cartesian path: pass singularities calmly, 0.05 is usual",
    )  # fmt: skip
    parser.add_argument("--no-trace", dest="trace", action="store_false", help="no way of the tool")
    parser.add_argument("--limit-arcs", action="store_true", help="show the ranges of the joints")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    add_look_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Write the film or the pictures; nothing is changed if one fails."""
    suffix = _suffix(options)
    state, motion = _state(options)
    rate = held_rate(suffix, options.fps)
    times = frame_times(*_range(options, motion), rate, options.speed).tolist()
    facts = {
        "robot": options.robot,
        "trajectory": options.trajectory,
        "frames": len(times),
        "fps": float(rate),
        "speed": options.speed,
        "duration": motion.duration,
        "size": list(options.size),
    }
    state = _aimed(state, motion, options.size)
    if suffix:
        _write_film(options, state, times, rate)
    else:
        _write_folder(options, state, times, facts)
    if options.json:
        print_json({"film" if suffix else "folder": str(options.output), **facts})
    elif suffix:
        print_file(options.output, f"{len(times)} pictures")
    else:
        print_written(options.output, f"{len(times)} pictures")
    return 0


def _suffix(options: argparse.Namespace) -> str:
    """Suffix of the film, or nothing for a folder."""
    suffix = str(options.output.suffix).lower()
    if suffix in NO_FILMS:
        known = ", ".join(FORMATS)
        raise ArgumentError(f"-o: a film is written as {known}, pictures into a folder")
    if suffix not in FORMATS:
        return ""
    # here, so that other commands start without loading what writes films
    from rvs.export.films.film import check_format

    return check_format(suffix, options.transparent)


def _range(options: argparse.Namespace, motion: Motion) -> tuple[float, float]:
    end = motion.duration if options.end is None else options.end
    if not 0.0 <= options.start <= end <= motion.duration + 1e-9:
        raise ArgumentError(
            f"--from, --to: expected times from 0 to {motion.duration:.4g} s, the first one first"
        )
    return options.start, min(end, motion.duration)


def _write_film(
    options: argparse.Namespace, state: State, times: Sequence[float], rate: Fraction
) -> None:
    from rvs.export.films.film import Film, film_job

    film = Film(len(times), rate, options.loop, options.transparent)
    numbers = order(options.output.suffix, len(times))
    looks = len(numbers) - len(times)
    frames = (_frame(state, times[number], options) for number in numbers)
    for done, _ in enumerate(film_job(options.output, film, frames), 1):
        # GIF looks at some frames before, for its colours
        if done <= looks:
            _report(done, looks, "colours of frame")
        else:
            _report(done - looks, len(times))


def _write_folder(
    options: argparse.Namespace,
    state: State,
    times: Sequence[float],
    facts: Mapping[str, object],
) -> None:
    from rvs.gl.context.offscreen import write_png

    with fresh_folder(options.output, LISTING, facts) as folder:
        for number, time in enumerate(times):
            pixels = _frame(state, time, options)
            write_png(folder / f"frame-{number:05d}.png", pixels)
            _report(number + 1, len(times))


def _frame(state: State, time: float, options: argparse.Namespace) -> Pixels:
    """The picture of a moment."""
    motion = state.motion
    shown = state if motion is None else _at(state, motion, time)
    return draw(build_scene(shown), state.view.camera, options.size, options.transparent)


def _at(state: State, motion: Motion, time: float) -> State:
    """The state at a time; robots that nothing moves stand still."""
    postures = {**state.postures, **motion.at(time)}
    return replace(state, postures=MappingProxyType(postures), playhead=time)


def _state(options: argparse.Namespace) -> tuple[State, Motion]:
    if Path(options.robot).suffix.lower() == CELL:
        return _cell(options)
    if not options.trajectory:
        raise RvsError("TRAJECTORY: a robot needs one to play; only a cell has its own")
    architecture, placed = placed_robot(options.robot, options.mode)
    motion = read_motion(options.trajectory, architecture, placed.id, options.damping)
    view = replace(view_of(options), trace=options.trace, limit_arcs=options.limit_arcs)
    postures = motion.at(0.0)
    return State(Document((placed,)), postures, view, motion=motion), motion


def _cell(options: argparse.Namespace) -> tuple[State, Motion]:
    """All robots of a cell on one time line, looked at as the cell says."""
    if options.trajectory:
        raise RvsError("TRAJECTORY: a cell plays its own; leave it out")
    cell = read_cell(Path(options.robot))
    for warning in cell.warnings:
        log.warning("%s", warning)
    motion, own = cell_timeline(cell), cell_view(options, cell.view)
    view = replace(
        own,
        trace=own.trace and options.trace,
        limit_arcs=own.limit_arcs or options.limit_arcs,
    )
    state = replace(cell.state, view=view, motion=motion)
    return _at(state, motion, 0.0), motion


def _aimed(state: State, motion: Motion, size: tuple[int, int]) -> State:
    """Move the camera to where it sees the robot all the time."""
    width, height = size
    clouds: list[Array] = []
    for time in np.linspace(0.0, motion.duration, LOOKS).tolist():
        clouds.append(scene_points(_at(state, motion, time)))
    view = state.view
    camera = fit(view.camera, np.concatenate(clouds), width / height, margin(view, height))
    return replace(state, view=replace(view, camera=camera))


def _report(done: int, count: int, what: str = "frame") -> None:
    """Tell on stderr how far it is: on one line that is written over, or now and then."""
    live = sys.stderr.isatty()
    if live:
        end = "\n" if done == count else ""
        print(f"\r{what} {done} of {count}", end=end, file=sys.stderr, flush=True)
    elif done == count or done * REPORTS // count > (done - 1) * REPORTS // count:
        print(f"{what} {done} of {count}", file=sys.stderr, flush=True)
