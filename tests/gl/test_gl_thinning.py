"""Polylines of many points are drawn with fewer of them in quick pictures, and look the same."""

from itertools import pairwise
from math import radians

import numpy as np
import pytest

from rvs.gl.frame import Frame
from rvs.gl.lines import MANY, thinned
from rvs.model.views.view import Camera
from rvs.scene.items import Backdrop, Line, Scene

INK = (0.0, 0.0, 0.0, 1.0)
SKY = Backdrop((0.7, 0.8, 0.9, 1.0), (0.9, 0.9, 0.9, 1.0))


def spiral(turns: float = 2.0, count: int = 2000) -> np.ndarray:
    angle = np.linspace(0.0, 2 * np.pi * turns, count)
    reach = np.linspace(0.1, 0.8, count)
    return np.stack([reach * np.cos(angle), np.zeros(count), reach * np.sin(angle)], axis=1)


def frame(flat, quick: bool = True) -> Frame:
    return Frame(flat, 200, 200, quick=quick)


def test_fewer_points_lie_on_the_line_and_its_ends_stay(flat) -> None:
    line = Line(spiral(), INK)
    few = thinned(line, frame(flat)).points
    assert len(few) < len(line.points) / 4
    assert (few[[0, -1]] == line.points[[0, -1]]).all()
    # in this picture 100 pixels are a metre
    assert strays(line.points, few) < 0.0015


def test_dashes_begin_where_they_do_with_all_points(flat) -> None:
    line = Line(spiral(), INK, dashed=True)
    few = thinned(line, frame(flat))
    steps = np.linalg.norm(np.diff(line.points, axis=0), axis=1)
    before = 100.0 * np.append(0.0, np.cumsum(steps))
    which = [int(np.flatnonzero((line.points == one).all(axis=1))[0]) for one in few.points]
    assert few.starts == pytest.approx(before[which[:-1]], abs=1e-3)


def strays(points, few) -> float:
    """Return the largest distance of points from a polyline through some of them, in m."""
    where = [int(np.flatnonzero((points == one).all(axis=1))[0]) for one in few]
    found = [0.0]
    for a, b in pairwise(where):
        way = points[b] - points[a]
        aside = np.cross(points[a:b] - points[a], way / np.linalg.norm(way))
        found.append(float(np.linalg.norm(aside, axis=1).max()))
    return max(found)


def test_a_straight_line_needs_its_ends_alone(flat) -> None:
    points = np.linspace((0.0, 0.0, 0.0), (0.5, 0.1, 0.3), 500)
    assert len(thinned(Line(points, INK), frame(flat)).points) <= 3


def test_what_is_behind_the_eye_keeps_its_points() -> None:
    camera = Camera(target=(0.0, 5.0, 0.0), azimuth=radians(-90.0), elevation=0.0, distance=1.0)
    line = Line(spiral(), INK)
    assert thinned(line, frame(camera)) is None


def test_corners_stay(flat) -> None:
    side = np.linspace(0.0, 0.5, 200)[:, None]
    points = np.vstack([side * (1, 0, 0), (0.5, 0, 0) + side[1:] * (0, 0, 1)])
    few = thinned(Line(points, INK), frame(flat)).points
    assert len(few) < 60
    assert (few == (0.5, 0.0, 0.0)).all(axis=1).any()


@pytest.mark.parametrize(
    "line",
    [
        Line(spiral(), INK, pairs=True),
        Line(spiral(), INK, alphas=np.ones(2000)),
        Line(spiral(count=MANY - 1), INK),
        Line(spiral(turns=400.0), INK),
    ],
)
def test_other_lines_stay_the_same(flat, line: Line) -> None:
    assert thinned(line, frame(flat)) is None


def test_a_point_given_many_times_is_no_corner(flat) -> None:
    points = np.repeat(spiral(count=200), 5, axis=0)
    assert len(thinned(Line(points, INK), frame(flat)).points) <= 200 + 2


@pytest.mark.gl
def test_a_quick_picture_looks_the_same_and_a_still_one_is_the_very_same(flat, context) -> None:
    from rvs.gl.context.target import Target
    from rvs.gl.renderer import Renderer

    def drawn(renderer, quick: bool) -> np.ndarray:
        with Target(200, 200, 0) as target:
            renderer.draw(scene, flat, 200, 200, quick=quick)
            return target.read().astype(int)

    scene = Scene((Line(spiral(), INK, 2.0), Line(spiral(1.5), INK, 1.5, dashed=True)), SKY)
    one, other = Renderer(), Renderer()
    still, quick, again = drawn(one, False), drawn(one, True), drawn(one, False)
    assert (still == again).all()
    assert (still == drawn(other, False)).all()
    assert (np.abs(still - quick).max(axis=-1) > 60).mean() < 0.002
    assert (np.abs(still - quick).max(axis=-1) > 3).any()
    one.release()
    other.release()
