"""Result of the check of a motion in one sentence, which also names the unknowns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from rvs.collision.words import nearest_words
from rvs.model.motions.cartesian import Finding
from rvs.model.refs import Ref
from rvs.study.passage import Passage
from rvs.value_class import dataclass

Level = Literal["ok", "unknown", "warn", "error"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of the check of a motion.

    Attributes:
        words: Sentences for people.
        level: The most serious level among them.
    """

    words: str
    level: Level


def collision_verdict(
    passage: Passage[Ref] | None, progress: float | None, length: Callable[[float], str]
) -> Verdict:
    """Return the known facts about the collisions of a motion.

    Args:
        passage: The checked motion, or None.
        progress: Checked fraction of the motion, 0 to 1; None while no check is running.
        length: Writes a length in m.
    """
    if passage is None:
        under_way = progress is not None
        return Verdict(
            "Checking for collisions…" if under_way else "Collisions not checked", "unknown"
        )
    count = len(passage.collisions)
    if count:
        first = min(one.start for one in passage.collisions)
        words = f"{count} collision{'s' * (count > 1)}, the first at {first:.2f} s"
        return Verdict(words, "error")
    if not passage.complete:
        return Verdict("No collision found, but only part of the motion was checked", "warn")
    least, t = passage.least
    if least == float("inf"):
        return Verdict("There is nothing to collide with", "ok")
    near = any(not one.colliding for one in passage.episodes)
    words = f"No collision; {nearest_words(least, length)} at {t:.2f} s"
    return Verdict(words, "warn" if near else "ok")


def motion_verdict(findings: Sequence[Finding], collisions: Verdict) -> Verdict:
    """Return the known facts about a motion: its feasibility and its collisions.

    Args:
        findings: Obstacles for the robot: its reach, limits, speeds and singularities.
        collisions: Known facts about its collisions.
    """
    last = collisions.words if collisions.words.endswith("…") else f"{collisions.words}."
    if not findings:
        return Verdict(f"Reach, limits and speeds are respected. {last}", collisions.level)
    worst = min(findings, key=lambda one: (not one.stops, one.start))
    more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
    words = f"{worst.start:.2f} s: {worst.words}{more}. {last}"
    level: Level = "error" if worst.stops or collisions.level == "error" else "warn"
    return Verdict(words, level)
