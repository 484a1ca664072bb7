"""Nested regions: they darken as one over the other would, without steps between."""

import numpy as np
import pytest

from rvs.gl.stacks import stack_triangles, stacks
from rvs.scene.items import Region

BLACK = (0.0, 0.0, 0.0, 0.1)
RINGS = 5


def ring(half: float, nested: bool, color=BLACK, sides: int = 4, x: float = 0.0) -> Region:
    angle = 2 * np.pi * (np.arange(sides) + 0.5) / sides
    points = np.stack([x + half * np.cos(angle), 0 * angle, half * np.sin(angle)], axis=1)
    return Region(points, np.array([0, sides], np.int32), color, nested=nested)


def rings(**more) -> list[Region]:
    return [ring(0.8 - 0.1 * k, k > 0, **more) for k in range(RINGS)]


def test_nested_regions_go_with_the_one_they_lie_on() -> None:
    alone, below = ring(1.0, False), rings()
    found = stacks([alone, *below, alone, ring(0.5, True, (1.0, 0.0, 0.0, 0.1))])
    assert [len(stack) for stack in found] == [1, RINGS, 1, 1]


def test_opacity_grows_from_nothing_to_that_of_all() -> None:
    corners, faces = stack_triangles(tuple(rings()))
    assert corners[:4, 3] == pytest.approx(0.0)
    assert corners[-4:, 3] == pytest.approx(1.0 - 0.9**RINGS)
    assert np.all(np.diff(corners[::4, 3]) > 0.0)
    a, b, c = (corners[faces[k::3], :3] for k in range(3))
    area = 0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1).sum()
    assert area == pytest.approx(2 * 0.8**2, rel=1e-5)


@pytest.mark.gl
def test_the_middle_is_as_dark_as_regions_over_each_other(picture) -> None:
    loose = [ring(0.8 - 0.1 * k, False) for k in range(RINGS)]
    nested, apart = picture(*rings()), picture(*loose)
    assert nested[100, 100] == pytest.approx(apart[100, 100], abs=2)
    column = nested[100, :100, 0]
    assert np.diff(column).max() <= 0
    assert len(np.unique(column)) > len(np.unique(apart[100, :100, 0]))
    assert np.abs(nested - apart).max() <= 255 * 0.1 + 1


@pytest.mark.gl
def test_where_polygons_overlap_the_darkest_counts(picture) -> None:
    pair = [
        Region(
            np.concatenate([left.points, right.points]),
            np.array([0, 4, 8], np.int32),
            BLACK,
            nested=left.nested,
        )
        for left, right in zip(rings(x=-0.1), rings(x=0.1), strict=True)
    ]
    both = picture(*pair)[..., 0]
    one, other = (picture(*rings(x=x))[..., 0] for x in (-0.1, 0.1))
    assert np.abs(both - np.minimum(one, other)).max() < 1.5 * 255 * 0.1
    assert np.abs(both - np.minimum(one, other)).mean() < 1.0
