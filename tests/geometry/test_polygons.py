import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError
from rvs.geometry.polygons import convex_pieces


def area(points, cycle):
    x, y = points[cycle].T
    return np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) / 2


def turns(points, cycle):
    steps = np.roll(points[cycle], -1, axis=0) - points[cycle]
    after = np.roll(steps, -1, axis=0)
    return steps[:, 0] * after[:, 1] - steps[:, 1] * after[:, 0]


def test_a_convex_polygon_stays_whole():
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1.0)])
    assert convex_pieces(square) == [[0, 1, 2, 3]]


def test_an_l_becomes_two():
    ell = np.array([(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2.0)])
    pieces = convex_pieces(ell)
    assert len(pieces) == 2
    assert sum(area(ell, piece) for piece in pieces) == pytest.approx(3.0)


@pytest.mark.property
@given(st.lists(st.floats(0.3, 2.0), min_size=4, max_size=24))
def test_star_polygons_become_convex_pieces_of_the_same_area(radii):
    angle = 2 * np.pi * np.arange(len(radii)) / len(radii)
    points = np.array(radii)[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    pieces = convex_pieces(points)
    assert sum(area(points, p) for p in pieces) == pytest.approx(area(points, range(len(radii))))
    assert all((turns(points, piece) > -1e-9).all() for piece in pieces)
    assert len(pieces) <= 4 * max(1, len(radii) - 2)


def test_a_crossing_polygon_is_refused():
    with pytest.raises(ArgumentError, match="crosses itself"):
        convex_pieces(np.array([(0, 0), (2, 2), (2, 0), (0, 2.0), (-1, 1)])[::-1])


@pytest.mark.parametrize("size", [1e-4, 1.0, 1e3])
def test_holes_are_left_out(size):
    square = size * np.array([(0, 0), (4, 0), (4, 4), (0, 4.0)])
    holes = [0.25 * square + size * np.array(at) for at in ((0.5, 0.5), (2.5, 1.0), (1.0, 2.5))]
    together = np.concatenate([square, *holes])
    pieces = convex_pieces(square, holes)
    assert sum(area(together, p) for p in pieces) == pytest.approx(13.0 * size**2)
    assert all((turns(together, piece) > -1e-9 * size**2).all() for piece in pieces)
    assert {corner for piece in pieces for corner in piece} == set(range(16))


@pytest.mark.parametrize("at", [(5.0, 0.0), (3.5, 1.0)])
def test_a_hole_that_is_not_inside_is_refused(at):
    square = np.array([(0, 0), (4, 0), (4, 4), (0, 4.0)])
    with pytest.raises(ArgumentError, match="a hole lies outside"):
        convex_pieces(square, [0.25 * square + at])
