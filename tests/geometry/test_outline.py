from math import pi, sqrt

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
from rvs.geometry.outline import arc, circle, joined, line, rounded, smooth


def test_a_line_has_the_outside_on_its_right():
    assert line((0, 0), (0, 2)).normals[0] == pytest.approx(np.array([[1, 0], [1, 0]]))


def test_arc_normals_are_those_of_the_circle_and_turn_inwards_when_clockwise():
    outward = arc((1, 2), 3.0, 0.2, 1.4)
    radial = (outward.points - (1, 2)) / 3.0
    assert outward.normals[:, 0] == pytest.approx(radial[:-1])
    assert outward.normals[:, 1] == pytest.approx(radial[1:])
    hollow = arc((1, 2), 3.0, 1.4, 0.2)
    assert hollow.normals[:, 0] == pytest.approx(-(hollow.points[:-1] - (1, 2)) / 3.0)


def test_a_circle_is_one_smooth_convex_piece_without_a_seam():
    ring = circle(2.0, 60)
    assert ring.closed
    assert ring.convex
    assert set(ring.groups.tolist()) == {0}
    assert ring.area == pytest.approx(0.5 * 60 * 4 * np.sin(2 * pi / 60))


def test_rounded_square_has_the_area_of_a_square_less_its_corners():
    r = 0.25
    outline = rounded([(0, 0), (2, 0), (2, 2), (0, 2)], r, closed=True)
    assert outline.area == pytest.approx(4 - (4 - pi) * r * r, rel=5e-3)
    assert outline.area < 4 - (4 - pi) * r * r
    assert set(outline.groups.tolist()) == {0}


def test_a_sharp_corner_is_a_crease_and_a_rounded_one_is_not():
    groups = rounded([(0, 0), (1, 0), (1, 1), (0, 1)], [0, 0.2, 0, 0]).groups
    assert groups[0] == groups[1] == groups[-2]
    assert groups[-1] == groups[0] + 1


def test_concave_corners_are_filled_tangentially():
    outline = rounded([(0, 0), (2, 0), (2, 1), (1, 1), (1, 3), (0, 3)], [0, 0, 0, 0.5, 0, 0])
    inner = outline.points[(outline.points[:, 0] > 1.01) & (outline.points[:, 0] < 1.49)]
    assert np.linalg.norm(inner - (1.5, 1.5), axis=1) == pytest.approx(0.5)
    assert not outline.convex


def test_smooth_joins_only_turns_below_the_crease():
    outline = smooth([(0, 0), (1, 0.1), (2, 0), (2, 2)], crease=0.5)
    assert outline.groups.tolist() == [0, 0, 1]
    assert outline.normals[0, 1] == pytest.approx(outline.normals[1, 0])
    assert outline.normals[1, 1] == pytest.approx(np.array([-0.1, -1.0]) / sqrt(1.01))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: line((0, 0), (0, 0)), "same point"),
        (lambda: arc((0, 0), -1.0, 0, 1), "radius"),
        (lambda: arc((0, 0), 1.0, 1, 1), "expected different angles"),
        (lambda: arc((0, 0, 0), 1.0, 0, 1), "center"),
        (lambda: joined([]), "at least one"),
        (lambda: joined([line((0, 0), (1, 0)), line((2, 0), (3, 0))]), "gap"),
        (lambda: rounded([(0, 0)]), "expected at least 2"),
        (lambda: rounded([(0, 0), (1, 0), (1, 1)], -1.0), "0 or more"),
        (lambda: rounded([(0, 0), (1, 0), (1, 1), (0, 1)], 0.6, closed=True), "do not fit"),
        (lambda: rounded([(0, 0), (np.nan, 0)]), "finite"),
    ],
)
def test_wrong_arguments_are_named(make, words):
    with pytest.raises(ArgumentError, match=words):
        make()
