"""Grids fade where their lines crowd."""

from dataclasses import replace
from math import radians

import numpy as np
import pytest

from rvs.gl.lines import steps_to_neighbours
from rvs.scene.items import Line

pytestmark = pytest.mark.gl


def grid(step: float, count: int = 21) -> np.ndarray:
    """Return segments of lines along x and y, each in two pieces."""
    places = (np.arange(count) - count // 2) * step
    reach = places[-1]
    points = []
    for place in places:
        for start, end in ((-reach, 0.0), (0.0, reach)):
            points += [(place, start, 0.0), (place, end, 0.0)]
            points += [(start, place, 0.0), (end, place, 0.0)]
    return np.array(points)


def test_a_grid_knows_its_steps() -> None:
    points = grid(0.1)
    steps = steps_to_neighbours(points[::2], points[1::2])
    assert np.abs(np.linalg.norm(steps, axis=1)) == pytest.approx(0.1)
    along = points[1::2] - points[::2]
    assert np.abs((steps * along).sum(axis=1)).max() < 1e-12


def test_what_is_no_grid_has_no_steps() -> None:
    random = np.random.default_rng(1)
    assert not steps_to_neighbours(random.random((9, 3)), random.random((9, 3))).any()
    two = np.array([[0.0, 0, 0], [0, 1, 0]])
    assert not steps_to_neighbours(two, np.add(two, (1.0, 0.0, 0.0))).any()
    bundle = random.random((9, 3)) * [0.0, 1.0, 1.0]
    assert not steps_to_neighbours(bundle, np.add(bundle, (1.0, 0.0, 0.0))).any()
    piece = np.linspace(0, 1, 20)[:, None] * [0.3, 0.4, 0.1] + [5.1, 2.2, 0.3]
    assert not steps_to_neighbours(piece[:-1], piece[1:]).any()
    same = np.zeros((4, 3))
    assert not steps_to_neighbours(same, same).any()


def test_crowded_lines_fade_and_others_do_not(picture, flat) -> None:
    above = replace(flat, elevation=radians(90))

    def darkness(step: float) -> float:
        pixels = picture(Line(grid(step), (0, 0, 0, 1), 1.0, pairs=True), camera=above)
        return float(1 - pixels[98:103, 98:103, 1].min() / 255)

    assert darkness(0.1) == pytest.approx(1.0, abs=0.51)
    assert darkness(0.1) > 0.45
    assert 0.02 < darkness(0.04) < 0.6 * darkness(0.1)
    assert darkness(0.012) == 0


def test_a_grid_seen_from_the_side_fades_into_the_distance(picture, flat) -> None:
    low = replace(
        flat, elevation=radians(4), parallel=False, distance=2.0, field_of_view=radians(50)
    )
    points = grid(0.2, 101)
    pixels = 1 - picture(Line(points, (0, 0, 0, 1), 1.0, pairs=True), camera=low)[..., 1] / 255
    rows = pixels.mean(axis=1)
    assert rows[150:].max() > 0.05
    # below the horizon the lines would melt into one dark band
    assert rows[:88].max() < 0.02
