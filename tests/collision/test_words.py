"""Distances of bodies in words, true for every length."""

import numpy as np
import pytest

from rvs.collision.motion import collision_verdict, motion_verdict
from rvs.collision.words import apart_words
from rvs.model.motions.cartesian import Finding
from rvs.model.numbers.quantities import shown_short
from rvs.model.numbers.units import UNITS
from rvs.study.passage import Episode, Passage


@pytest.mark.parametrize(
    ("distance", "words"),
    [
        (0.25, "0.25 m apart"),
        (-0.02, "0.02 m deep"),
        (0.0, "touching"),
        (1e-7, "touching"),
        (-2e-5, "less than 0.0001 m deep"),
        (2e-5, "less than 0.0001 m apart"),
    ],
)
def test_no_distance_is_written_as_nothing(distance: float, words: str) -> None:
    assert apart_words(distance, lambda length: shown_short(length, UNITS["m"])) == words


def metres(length: float) -> str:
    return shown_short(length, UNITS["m"])


def passage(*episodes: Episode, least: float = 0.5, complete: bool = True) -> Passage:
    return Passage(np.array([1.0]), np.array([least]), (None,), episodes, complete)


HIT = Episode("arm", "post", 1.2, 1.4, True, 1.3, -0.01)
NEAR = Episode("arm", "post", 1.2, 1.4, False, 1.3, 0.01)
STOP = Finding(2.0, 2.0, (0.0, 0.0, 0.0), "the path leaves the arm's reach", stops=True)
WARN = Finding(1.0, 1.5, (0.0, 0.0, 0.0), "joint 2 exceeds its rate")


def test_a_motion_that_was_not_checked_is_not_said_to_be_free() -> None:
    verdict = motion_verdict((), collision_verdict(None, None, metres))
    assert verdict.words == "Reach, limits and speeds are respected. Collisions not checked."
    assert verdict.level == "unknown"
    assert collision_verdict(None, 0.3, metres).words == "Checking for collisions…"


def test_collisions_and_what_is_in_the_way_are_said_in_one_sentence() -> None:
    hit = collision_verdict(passage(HIT, NEAR), None, metres)
    assert (hit.words, hit.level) == ("1 collision, the first at 1.20 s", "error")
    assert motion_verdict((), hit).level == "error"
    free = collision_verdict(passage(), None, metres)
    assert (free.words, free.level) == ("No collision; the nearest are 0.5 m apart at 1.00 s", "ok")
    assert collision_verdict(passage(NEAR, least=0.01), None, metres).level == "warn"
    assert collision_verdict(passage(complete=False), None, metres).level == "warn"
    both = motion_verdict((WARN, STOP), hit)
    said = "2.00 s: the path leaves the arm's reach (and 1 more). 1 collision"
    assert both.words.startswith(said)
    assert motion_verdict((WARN,), free).level == "warn"
