"""Collisions at one time or along a motion: the question, and its answer."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Any

from numpy.typing import ArrayLike

from rvs.collision.check import Near, check_of
from rvs.collision.motion import check_motion
from rvs.collision.pairs import REASONS
from rvs.collision.words import apart_words, left_out, nearest_words, pair_words, signed
from rvs.engine.errors import RvsError
from rvs.engine.kinematics import check_posture
from rvs.fields.field import asked
from rvs.model.collision.edits import set_collision
from rvs.model.collision.rules import LARGEST_MARGIN, ref_text
from rvs.model.document import Document
from rvs.model.jobs import finished
from rvs.model.motions.motion import Motion
from rvs.model.motions.tracks import assumed_of
from rvs.model.numbers.quantities import metres_per
from rvs.model.refs import Ref
from rvs.model.state import Postures, with_posture
from rvs.model.views.view import MODE_WORDS, Mode
from rvs.scripting.asking import Answer, Question, function
from rvs.scripting.cell import Cell
from rvs.scripting.subjects import motion_field, motion_in, posture_field, robot_in
from rvs.scripting.tables import Tabled, tabulate
from rvs.study.passage import Episode, Passage
from rvs.value_class import dataclass


@dataclass(frozen=True, eq=False)
class Collisions(Answer):
    """The collisions and the clearance found by a check.

    Attributes:
        document: The cell.
        postures: Joint values of every robot, rad and m.
        mode: The bodies that are checked.
        motion: The motion to play, or None for one time.
        unit: Unit of lengths of the answer in JSON and words.
    """

    document: Document
    postures: Postures
    mode: Mode
    motion: Motion | None = None
    unit: str = "m"

    @property
    def margin(self) -> float:
        """Pairs with a smaller distance are listed, m."""
        return self.document.collision.margin

    @cached_property
    def near(self) -> tuple[Near, ...]:
        """The pairs within the margin at the time, else the nearest one, the deepest first."""
        return check_of(self.document, self.mode).near(self.postures, self.margin)

    @property
    def within(self) -> tuple[Near, ...]:
        """The pairs within the margin at the time."""
        return tuple(one for one in self.near if one.clearance.distance <= self.margin)

    @property
    def hits(self) -> tuple[Near, ...]:
        """The pairs that collide at the time."""
        return tuple(one for one in self.within if one.clearance.colliding)

    @cached_property
    def passage(self) -> Passage[Ref]:
        """The near pairs during the motion.

        Raises:
            RvsError: There is no motion.
        """
        job = check_motion(self.document, self.postures, self.mode, self._moving)
        return finished(job)

    @property
    def _moving(self) -> Motion:
        if self.motion is None:
            raise RvsError("only one time was checked; name a motion to check all of it")
        return self.motion

    @property
    def colliding(self) -> bool:
        """Return whether any bodies collide."""
        return bool(self.passage.collisions if self.motion else self.hits)

    @property
    def least(self) -> float:
        """Least distance, m; negative for the depth of an overlap, inf if nothing moves."""
        if self.motion is not None:
            return self.passage.least[0]
        return signed(self.near[0]) if self.near else float("inf")

    @property
    def pairs(self) -> tuple[tuple[Ref, Ref], ...]:
        """The pairs that collide, each once."""
        found = self.passage.collisions if self.motion else self.hits
        return tuple(dict.fromkeys((one.a, one.b) for one in found))

    @property
    def unchecked(self) -> list[tuple[Ref, Ref, str]]:
        """The unchecked pairs, each with the reason."""
        bodies = check_of(self.document, self.mode).bodies
        return [(*pair, REASONS[why]) for pair, why in bodies.ignored]

    @property
    def table(self) -> Tabled:
        """The colliding or near pairs as a table; distances in mm."""
        if self.motion is None:
            rows = [
                ("collides" if one.clearance.colliding else "near",
                 pair_words(self.document, one.a, one.b), 1000.0 * signed(one))
                for one in self.within
            ]  # fmt: skip
            return tabulate(rows, ("", "pair", "distance (mm)"), "Collisions")
        episodes = [
            ("collides" if one.colliding else "near", pair_words(self.document, one.a, one.b),
             one.start, one.end, 1000.0 * one.least)
            for one in self.passage.episodes
        ]  # fmt: skip
        headings = ("", "pair", "from (s)", "to (s)", "least distance (mm)")
        return tabulate(episodes, headings, "Collisions along the motion")

    @property
    def facts(self) -> dict[str, Any]:
        """The pairs for JSON: lengths in the unit of the answer, times in s."""
        told = self._now if self.motion is None else self._along
        ignored = [{"a": ref_text(a), "b": ref_text(b), "why": why} for a, b, why in self.unchecked]
        return {
            "colliding": self.colliding,
            **told(),
            "unit": self.unit,
            "not_checked": {"pairs": ignored, "others": list(left_out(self.document))},
        }

    def _now(self) -> dict[str, Any]:
        def told(one: Near) -> dict[str, Any]:
            return self._pair(one.a, one.b, one.clearance.distance)

        return {
            "pairs": [told(one) for one in self.within],
            "least": told(self.near[0]) if self.near else None,
            "margin": self._length(self.margin),
        }

    def _along(self) -> dict[str, Any]:
        found, motion = self.passage, self._moving
        # the worst episode of each pair, the worst pair first
        worst: dict[tuple[Ref, Ref], Episode[Ref]] = {}
        for one in sorted(found.episodes, key=lambda episode: episode.least):
            worst.setdefault((one.a, one.b), one)

        def told(one: Episode[Ref]) -> dict[str, Any]:
            return self._pair(one.a, one.b, max(one.least, 0.0))

        return {
            "pairs": [told(one) for one in worst.values()],
            "episodes": [
                {**told(one), "start": one.start, "end": one.end, "t": one.t,
                 "colliding": one.colliding}
                for one in found.episodes
            ],
            "least": {"distance": self._length(max(self.least, 0.0)), "t": found.least[1]},
            "duration": motion.duration,
            "assumed": list(assumed_of(motion)),
            "complete": found.complete,
        }  # fmt: skip

    def _pair(self, a: Ref, b: Ref, distance: float) -> dict[str, Any]:
        return {"a": ref_text(a), "b": ref_text(b), "distance": self._length(distance)}

    def _length(self, metres: float) -> float:
        return metres / metres_per(self.unit)

    def _words(self, metres: float) -> str:
        return f"{self._length(metres):.4g} {self.unit}"

    @property
    def lines(self) -> list[str]:
        """The number of collisions in a sentence."""
        if self.motion is not None:
            found = _count(len(self.passage.collisions), "collision")
            return [f"{found} in {self.motion.duration:.2f} s"]
        hits = len(self.hits)
        return [
            f"{_count(hits, 'pair')} collide{'s' * (hits == 1)}" if hits else "nothing collides"
        ]

    @property
    def printed(self) -> Tabled | None:
        """The pairs or the contacts in words; at a time without any, the nearest pair."""
        if self.motion is not None:
            rows = [
                ("collides" if one.colliding else "near", f"{one.start:.2f} s to {one.end:.2f} s",
                 pair_words(self.document, one.a, one.b),
                 f"{apart_words(one.least, self._words)} at {one.t:.2f} s")
                for one in self.passage.episodes
            ]  # fmt: skip
            return tabulate(rows, ("", "", "", "")) if rows else None
        pairs = []
        for one in self.within or self.near[:1]:
            hits, apart = one.clearance.colliding, apart_words(signed(one), self._words)
            pairs.append(("collides" if hits else "", pair_words(self.document, one.a, one.b),
                          f"at least {apart}" if hits else apart))  # fmt: skip
        return tabulate(pairs or [("nothing moves", "", "")], ("", "", ""))

    @property
    def notes(self) -> list[str]:
        """Further facts about a motion; the number of unchecked pairs, and why."""
        counts = Counter(why for _, _, why in self.unchecked)
        return self._told([f"{_count(count, 'pair')}: {why}" for why, count in counts.items()])

    @property
    def details(self) -> list[str]:
        """The notes with the name of each unchecked pair."""
        pairs = ((pair_words(self.document, a, b), why) for a, b, why in self.unchecked)
        return self._told([f"{words}: {why}" for words, why in pairs])

    def _told(self, pairs: list[str]) -> list[str]:
        told: list[str] = []
        if self.motion is not None:
            found = self.passage
            if not found.collisions:
                words = nearest_words(self.least, self._words)
                told.append(f"{words} at {found.least[1]:.2f} s")
            if not found.complete:
                told.append(
                    "the motion has too many positions: not everything between the checked times "
                    "was checked"
                )
            told += assumed_of(self.motion)
        rest = [*pairs, *left_out(self.document)]
        return [*told, *(["not checked:"] if rest else []), *(f"  {line}" for line in rest)]

    def __repr__(self) -> str:
        count = len(self.pairs)
        found = f"{count} pair{'s' * (count != 1)} collide{'s' * (count == 1)}"
        return f"<Collisions: {found if count else 'nothing collides'}>"


@dataclass(frozen=True, eq=False, kw_only=True)
class Collide(Question):
    """Check a cell or a robot for collision, now or along a motion.

    Returns:
        Bodies in contact or too near, pair by pair, or each contact of the motion with its times.

    Raises:
        RvsError: There is no such robot or motion.
        ArgumentError: An invalid posture or margin.
    """

    called = "collide"
    output = "TABLE"
    writes = "the pairs as a table: .csv, .md, .tex or .html"
    returns = "Collisions"
    cells = solid = True
    detailed = "unchecked", "list each ignored pair"
    failing = "colliding", "anything collides"

    motion: Motion | str | None = motion_field(
        "Check all of this motion (or of the motion with this name)"
    )
    q: ArrayLike | None = posture_field("Check the robot in this posture")
    margin: float | None = asked(
        None, "List pairs that are closer than this", unit="m", typed="mm", least=0.0,
        most=LARGEST_MARGIN, usual="that of the cell, or 20 mm,",
    )  # fmt: skip
    floor: bool | None = asked(None, "Include the floor", kind="flag", usual="that of the cell")
    mode: Mode | None = asked(
        None, "Use these bodies", choices=MODE_WORDS, usual="those that are shown"
    )

    def answer(self, cell: Cell, robot: str = "") -> Collisions:
        """Check a cell."""
        postures = cell.postures
        if self.q is not None:
            placed = robot_in(cell, robot)
            values = check_posture(placed.robot, self.q)
            postures = with_posture(postures, placed.id, tuple(values.tolist()))
        document = set_collision(cell.document, self.floor, self.margin)
        motion = None if self.motion is None else motion_in(cell, self.motion, robot)
        alone = cell.path is None and len(document.robots) == 1 and not document.things
        return Collisions(
            document, postures, self.mode or cell.view.mode, motion,
            document.robots[0].unit if alone else "m",
        )  # fmt: skip


collide = function(Collide)


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}" if number else f"no {word}s"
