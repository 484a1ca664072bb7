"""``rvs collide``: what of a robot or a cell collides, and how near the rest is."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rvs.collision.check import Near, check_of
from rvs.collision.pairs import REASONS, Bodies
from rvs.collision.words import apart_words, left_out, nearest_words, pair_words, signed
from rvs.commands.answers import print_json, print_table
from rvs.commands.arguments import add_posture, between, posture, subject
from rvs.commands.motions import print_assumed, read_motion
from rvs.commands.robots import placed_alone
from rvs.engine.errors import ArgumentError
from rvs.files.bodies.models import full_model
from rvs.files.cells.cell import read_cell
from rvs.files.cells.motion import cell_motion
from rvs.files.library import load_and_tell
from rvs.model.collision.edits import set_collision
from rvs.model.collision.rules import LARGEST_MARGIN, ref_text
from rvs.model.document import Document, PlacedRobot
from rvs.model.motions.motion import Motion
from rvs.model.motions.tracks import assumed_of
from rvs.model.numbers.quantities import metres_per
from rvs.model.refs import Ref
from rvs.model.state import Postures, fit_postures, with_posture
from rvs.model.views.view import MODES
from rvs.scripting.collisions import Collisions
from rvs.study.passage import Episode
from rvs.value_class import dataclass

HELP = "what of a robot or a cell collides, at a moment or along a motion"
CELL = ".rvs"


@dataclass(frozen=True)
class Asked:
    """What is checked, and how it is told.

    Attributes:
        check: The check.
        unit: Unit of length of the answer.
    """

    check: Collisions
    unit: str

    @property
    def document(self) -> Document:
        """The cell."""
        return self.check.document

    @property
    def bodies(self) -> Bodies:
        """What is checked, and what is not."""
        return check_of(self.document, self.check.mode).bodies

    def words(self, metres: float) -> str:
        """Return a length in the unit of the answer."""
        return f"{metres / metres_per(self.unit):.4g} {self.unit}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "what", type=subject, metavar="CELL|ROBOT", help="name in the library, or a file"
    )
    add_posture(parser, "joint values of the first robot, as for fk; as the file says if left out")
    parser.add_argument("--motion", metavar="NAME", help="check a whole trajectory or program")
    parser.add_argument(
        "--margin", type=between(0.0, 1000.0 * LARGEST_MARGIN, "a length in mm"), metavar="MM",
        help="name pairs that are nearer than this, in mm; as the cell says, or 20",
    )  # fmt: skip
    parser.add_argument("--mode", choices=MODES, help="which bodies count; the full model if any")
    parser.add_argument("--no-floor", dest="floor", action="store_false", help="no floor")
    parser.add_argument(
        "--unchecked", action="store_true", help="name each pair that is not checked"
    )
    parser.add_argument(
        "--fail", action="store_true", help="exit with status 1 if anything collides, for scripts"
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def run(options: argparse.Namespace) -> int:
    """Print the pairs and what is not checked; 1 for collisions if wanted, else always 0."""
    asked = _cell(options) if options.what.endswith(CELL) else _robot(options)
    margin = None if options.margin is None else options.margin / 1000.0
    floor = None if options.floor else False
    document = set_collision(asked.document, floor, margin)
    asked = replace(asked, check=replace(asked.check, document=document))
    if asked.check.motion is None:
        collides = _tell_moment(asked, options.json)
    else:
        collides = _tell_motion(asked, asked.check.motion, options.json)
    if not options.json:
        _tell_left_out(asked, options.unchecked)
    return int(collides and options.fail)


def _cell(options: argparse.Namespace) -> Asked:
    cell = read_cell(Path(options.what))
    document = cell.document
    postures = fit_postures(document, cell.postures)
    motion = None
    if options.motion:
        motion = cell_motion(cell, options.motion)[1]
    if options.q is not None:
        if not document.robots:
            raise ArgumentError("--q: the cell has no robot")
        postures = _posed(document.robots[0], postures, options)
    check = Collisions(document, postures, options.mode or cell.view.mode, motion)
    return Asked(check, "m")


def _robot(options: argparse.Namespace) -> Asked:
    architecture = load_and_tell(options.what, options.choices)
    placed = placed_alone(architecture, full_model(architecture))
    document = Document((placed,))
    postures = fit_postures(document, MappingProxyType({}))
    motion = None
    if options.motion:
        motion = read_motion(options.motion, architecture, placed.id)
    if options.q is not None:
        postures = _posed(placed, postures, options)
    check = Collisions(document, postures, options.mode or "full", motion)
    return Asked(check, architecture.unit)


def _posed(placed: PlacedRobot, postures: Postures, options: argparse.Namespace) -> Postures:
    q = posture(placed.robot, options.q, metres_per(placed.unit))
    return with_posture(postures, placed.id, tuple(q.tolist()))


def _tell_moment(asked: Asked, as_json: bool) -> bool:
    check = asked.check
    near, within, hits = check.near, check.within, check.hits
    if as_json:
        print_json(
            {
                "colliding": bool(hits),
                "pairs": [_pair(asked, one) for one in within],
                "least": _pair(asked, near[0]) if near else None,
                "margin": check.margin / metres_per(asked.unit),
                "unit": asked.unit,
                "not_checked": _not_checked(asked),
            }
        )
        return bool(hits)
    print(
        f"{_count(len(hits), 'pair')} collide{'s' * (len(hits) == 1)}"
        if hits
        else "nothing collides"
    )
    print_table([_row(asked, one) for one in within or near[:1]] or [["nothing moves"]])
    return bool(hits)


def _tell_motion(asked: Asked, motion: Motion, as_json: bool) -> bool:
    found = asked.check.passage
    least, t = found.least
    hits = found.collisions
    if as_json:
        print_json(
            {
                "colliding": bool(hits),
                "pairs": [_worst(asked, pair) for pair in _by_pair(found.episodes).values()],
                "episodes": [_episode(asked, one) for one in found.episodes],
                "least": {"distance": _length(asked, max(least, 0.0)), "t": t},
                "duration": motion.duration,
                "assumed": list(assumed_of(motion)),
                "complete": found.complete,
                "unit": asked.unit,
                "not_checked": _not_checked(asked),
            }
        )
        return bool(hits)
    print(f"{_count(len(hits), 'collision')} in {motion.duration:.2f} s")
    if found.episodes:
        print_table([_episode_row(asked, one) for one in found.episodes])
    if not hits:
        print(f"{nearest_words(least, asked.words)} at {t:.2f} s")
    if not found.complete:
        print("too much to look at: not everything between the moments was checked")
    print_assumed(motion)
    return bool(hits)


def _tell_left_out(asked: Asked, by_name: bool) -> None:
    """Say what was not checked, and why; of pairs how many, or their names."""
    ignored = asked.bodies.ignored
    if by_name:
        lines = [f"{pair_words(asked.document, *pair)}: {REASONS[why]}" for pair, why in ignored]
    else:
        counts = Counter(why for _, why in ignored)
        lines = [f"{_count(count, 'pair')}: {REASONS[why]}" for why, count in counts.items()]
    lines += left_out(asked.document)
    if lines:
        print("not checked:")
        print_table([["", line] for line in lines])


def _not_checked(asked: Asked) -> dict[str, Any]:
    pairs = [
        {"a": ref_text(a), "b": ref_text(b), "why": REASONS[why]}
        for (a, b), why in asked.bodies.ignored
    ]
    return {"pairs": pairs, "others": list(left_out(asked.document))}


def _pair(asked: Asked, one: Near) -> dict[str, Any]:
    return _named(one.a, one.b, _length(asked, one.clearance.distance))


def _worst(asked: Asked, one: Episode[Ref]) -> dict[str, Any]:
    return _named(one.a, one.b, _length(asked, max(one.least, 0.0)))


def _episode(asked: Asked, one: Episode[Ref]) -> dict[str, Any]:
    times = {"start": one.start, "end": one.end, "t": one.t, "colliding": one.colliding}
    return _worst(asked, one) | times


def _named(a: Ref, b: Ref, distance: float) -> dict[str, Any]:
    return {"a": ref_text(a), "b": ref_text(b), "distance": distance}


def _by_pair(episodes: Iterable[Episode[Ref]]) -> Mapping[tuple[Ref, Ref], Episode[Ref]]:
    """The worst episode of each pair, the worst pair first."""
    found: dict[tuple[Ref, Ref], Episode[Ref]] = {}
    for one in sorted(episodes, key=lambda episode: episode.least):
        found.setdefault((one.a, one.b), one)
    return found


def _row(asked: Asked, one: Near) -> list[str]:
    words = pair_words(asked.document, one.a, one.b)
    apart = apart_words(signed(one), asked.words)
    return (
        ["collides", words, f"at least {apart}"] if one.clearance.colliding else ["", words, apart]
    )


def _episode_row(asked: Asked, one: Episode[Ref]) -> list[str]:
    return [
        "collides" if one.colliding else "near",
        f"{one.start:.2f} s to {one.end:.2f} s",
        pair_words(asked.document, one.a, one.b),
        f"{apart_words(one.least, asked.words)} at {one.t:.2f} s",
    ]


def _length(asked: Asked, metres: float) -> float:
    return metres / metres_per(asked.unit)


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}" if number else f"no {word}s"
