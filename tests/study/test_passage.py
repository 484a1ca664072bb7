"""Whole motions: nothing is passed by, events are where they are, the least clearance is found."""

import numpy as np
import pytest

from rvs.engine.transforms import pose
from rvs.study.clearance import Checker
from rvs.study.passage import RESOLUTION, Passage, Survey, survey
from rvs.study.shapes import box, sphere

from ..jobs import finish

MARGIN = 0.02


def finished(task: Survey, times: np.ndarray) -> Passage:
    shares, passage = finish(survey(task, times))
    assert shares == sorted(shares)
    return passage


def flight(at, speed: float, radius: float = 0.02, thick: float = 0.004) -> Survey:
    """A ball that flies along x, past a wall at x = 0."""
    checker = Checker({"ball": sphere(radius), "wall": box(thick, 1.0, 1.0)})

    def look(t: float):
        return checker.near([pose(p=at(t)), np.eye(4)], MARGIN + 0.05, nearest=True)

    def way(start: float, end: float) -> np.ndarray:
        return np.array([speed * (end - start)])

    return Survey(look, {("ball", "wall"): 0}, way, MARGIN, MARGIN + 0.05)


def test_a_thin_wall_is_not_passed_between_two_looks() -> None:
    task = flight(lambda t: [10.0 * t - 5.0, 0.0, 0.0], 10.0)
    found = finished(task, np.array([0.0, 1.0]))
    (hit,) = found.collisions
    assert (hit.a, hit.b) == ("ball", "wall")
    assert hit.start == pytest.approx(0.4978, abs=RESOLUTION / 5)
    assert hit.end == pytest.approx(0.5022, abs=RESOLUTION / 5)
    assert hit.least == pytest.approx(-0.022, abs=RESOLUTION)
    near = [one for one in found.episodes if not one.colliding]
    assert [one.start < hit.start for one in near] == [True, False]
    assert found.complete
    assert len(found.times) < 200
    assert found.spans == ((hit.start, hit.end),)


def test_the_least_clearance_between_looks_is_found() -> None:
    def at(t: float) -> list[float]:
        return [0.3 + 0.25 * np.cos(7.0 * t), 0.0, 0.0]

    found = finished(flight(at, 7.0 * 0.25), np.linspace(0.0, 1.0, 3))
    least, t = found.least
    assert least == pytest.approx(0.3 - 0.25 - 0.022, abs=RESOLUTION)
    assert t == pytest.approx(np.pi / 7.0, abs=0.05)
    assert not found.episodes


def test_two_that_touch_from_the_start_on_touch_first_at_the_start() -> None:
    times, rounded = np.array([0.0, 0.5, 1.0]), np.array([3e-9, 2e-9, 0.0])
    assert Passage(times, rounded, (None,) * 3, (), complete=True).least == (0.0, 0.0)
    apart = np.array([0.2, 0.1, 0.3])
    assert Passage(times, apart, (None,) * 3, (), complete=True).least == (0.1, 0.5)


def test_what_does_not_move_is_looked_at_once_each_time() -> None:
    found = finished(flight(lambda t: [1.0, 0.0, 0.0], 0.0), np.linspace(0.0, 1.0, 5))
    assert len(found.times) == 5
    assert found.distances == pytest.approx(0.978)
