"""``rvs play``: a trajectory or a whole cell as a film or numbered pictures, without a display."""

from __future__ import annotations

import argparse
import logging
import sys
from dataclasses import replace
from pathlib import Path

from rvs.commands.answers import print_file, print_json, print_written
from rvs.commands.arguments import between, subject
from rvs.commands.motions import print_assumed, read_motion
from rvs.commands.pictures import (
    add_look_arguments,
    cell_view,
    placed_robot,
    view_of,
)
from rvs.engine.errors import RvsError
from rvs.export.films.timing import RATES, check_span, order
from rvs.files.cells.cell import read_cell
from rvs.files.cells.tracks import cell_timeline
from rvs.model.document import Document
from rvs.model.motions.motion import Motion
from rvs.model.motions.player import FASTEST, SLOWEST
from rvs.model.state import State
from rvs.scripting.films import Filmed, aimed_at_motion, film_suffix
from rvs.scripting.subjects import at_time

HELP = "play a trajectory, or all robots of a cell, into a film or numbered PNG files"
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
    suffix = film_suffix(options.output, options.transparent)
    state, motion = _state(options)
    span = check_span(options.start, options.end, motion.duration, "--from, --to")
    film = Filmed(
        aimed_at_motion(state, motion, options.size),
        motion,
        span,
        options.fps,
        options.speed,
        options.size,
        options.transparent,
        options.loop,
        {"robot": options.robot, "trajectory": options.trajectory},
    )
    count = len(film.times(suffix))
    looks = len(order(suffix, count)) - count
    for done, _ in enumerate(film.steps(options.output), 1):
        # GIF looks at some frames before, for its colours
        if done <= looks:
            _report(done, looks, "colours of frame")
        else:
            _report(done - looks, count)
    if options.json:
        print_json({"film" if suffix else "folder": str(options.output), **film.facts(suffix)})
    elif suffix:
        print_file(options.output, f"{count} pictures")
    else:
        print_written(options.output, f"{count} pictures")
    if not options.json:
        print_assumed(motion)
    return 0


def _state(options: argparse.Namespace) -> tuple[State, Motion]:
    if Path(options.robot).suffix.lower() == CELL:
        return _cell(options)
    if not options.trajectory:
        raise RvsError("TRAJECTORY: a robot needs one to play; only a cell has its own")
    architecture, placed = placed_robot(options.robot, options.mode, options.choices)
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
    return at_time(state, motion, 0.0), motion


def _report(done: int, count: int, what: str = "frame") -> None:
    """Tell on stderr how far it is: on one line that is written over, or now and then."""
    live = sys.stderr.isatty()
    if live:
        end = "\n" if done == count else ""
        print(f"\r{what} {done} of {count}", end=end, file=sys.stderr, flush=True)
    elif done == count or done * REPORTS // count > (done - 1) * REPORTS // count:
        print(f"{what} {done} of {count}", file=sys.stderr, flush=True)
