"""Nested regions: they darken as one over the other would, without steps between."""

from dataclasses import replace

import numpy as np
import pytest

from rvs.export.visibility.painting_order import merged_regions
from rvs.gl.regions import Stack, stack_triangles, stacks, unions
from rvs.scene.items import Region

BLACK = (0.0, 0.0, 0.0, 0.1)
RINGS = 5


def ring(half: float, nested: bool, color=BLACK, sides: int = 4, x: float = 0.0) -> Region:
    angle = 2 * np.pi * (np.arange(sides) + 0.5) / sides
    points = np.stack([x + half * np.cos(angle), 0 * angle, half * np.sin(angle)], axis=1)
    return Region(points, np.array([0, sides], np.int32), color, nested=nested)


def rings(**more) -> list[Region]:
    return [ring(0.8 - 0.1 * k, k > 0, **more) for k in range(RINGS)]


def all_triangles(stack: Stack, small: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
    corners, layers = stack_triangles(stack, small)
    return corners, np.concatenate([faces for _, faces in layers])


def test_nested_regions_go_with_the_one_they_lie_on() -> None:
    alone, below = ring(1.0, False), rings()
    found = stacks([alone, *below, alone, ring(0.5, True, (1.0, 0.0, 0.0, 0.1))])
    assert [len(stack) for stack in found] == [1, RINGS, 1, 1]


def test_only_united_neighbors_of_one_kind_count_as_one() -> None:
    one, other, red = united(rings()), united(rings(x=0.2)), united(rings(color=(1, 0, 0, 0.1)))
    apart = rings(x=0.4)
    found = unions(stacks([*one, *other, *apart, *one, *red, *rings()]))
    assert [len(group) for group in found] == [2, 1, 1, 1, 1]


def test_opacity_grows_from_nothing_to_that_of_all() -> None:
    corners, faces = all_triangles(tuple(rings()))
    assert corners[:4, 3] == pytest.approx(0.0)
    assert corners[-4:, 3] == pytest.approx(1.0 - 0.9**RINGS)
    assert np.all(np.diff(corners[::4, 3]) > 0.0)
    a, b, c = (corners[faces[k::3], :3] for k in range(3))
    area = 0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1).sum()
    assert area == pytest.approx(2 * 0.8**2, rel=1e-5)


def united(regions: list[Region]) -> list[Region]:
    return [replace(region, united=True) for region in regions]


def crossing() -> list[Region]:
    """Rings of two crossing polygons, once as one stack and once as two united ones."""
    return [*united(rings(sides=24, x=-0.1)), *united(rings(sides=24, x=0.15))]


@pytest.mark.gl
def test_united_stacks_look_like_one(picture) -> None:
    apart, whole = picture(*crossing()), picture(*merged_regions(crossing()))
    assert (apart == whole).all()
    loose = picture(*(replace(region, united=False) for region in crossing()))
    assert np.abs(loose - whole).max() > 20


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


def pairs(sides: int = 24) -> tuple[Region, ...]:
    """Rings of a large and a small polygon."""
    made = []
    for k in range(RINGS):
        large = ring(0.8 - 0.1 * k, k > 0, sides=sides, x=-0.1)
        small = ring(0.08 - 0.01 * k, k > 0, sides=sides, x=0.8)
        points = np.concatenate([large.points, small.points])
        starts = np.array([0, sides, 2 * sides], np.int32)
        made.append(Region(points, starts, BLACK, nested=k > 0))
    return tuple(made)


def test_small_polygons_have_few_triangles_and_the_same_opacity() -> None:
    corners, faces = all_triangles(pairs())
    few_corners, few_faces = all_triangles(pairs(), np.array([False, True]))
    assert len(few_faces) < 0.65 * len(faces)
    own = few_corners[:, 0] > 0.7
    assert own.sum() == 8 * 3
    assert np.unique(few_corners[own, 3]) == pytest.approx(np.unique(corners[:, 3])[[0, 2, 4]])
    darkest = few_corners[few_faces.reshape(-1, 3)][..., 3].min(axis=1)
    assert (np.diff(darkest) <= 1e-6).all()


@pytest.mark.parametrize("mask", [None, np.array([False, False])])
def test_without_small_polygons_nothing_is_left_out(mask) -> None:
    corners, _ = stack_triangles(pairs(), mask)
    assert len(corners) == RINGS * 48
    odd, _ = stack_triangles(pairs(sides=5), np.array([True, True]))
    assert len(odd) == RINGS * 10


def test_what_is_small_depends_on_the_picture() -> None:
    from rvs.gl.frame import Frame
    from rvs.gl.regions import small_on_screen
    from rvs.model.views.view import Camera

    region = pairs()[0]
    near, far = Camera((0.0, 0.0, 0.0), 0.0, 0.3, 8.0), Camera((0.0, 0.0, 0.0), 0.0, 0.3, 400.0)
    assert small_on_screen(region, Frame(near, 400, 400)) is None
    assert small_on_screen(region, Frame(near, 400, 400, quick=True)).tolist() == [False, True]
    assert small_on_screen(region, Frame(far, 400, 400, quick=True)).all()


@pytest.mark.gl
def test_small_shadows_look_alike_in_quick_pictures(renderer, flat) -> None:
    from rvs.gl.context.target import Target
    from rvs.scene.items import Scene

    seen = []
    for quick in (False, True):
        with Target(200, 200, 0) as target:
            renderer.draw(Scene(pairs(), None), flat, 200, 200, quick=quick)
            seen.append(target.read().astype(int))
    assert np.abs(seen[0] - seen[1]).max() < 60
    assert 0 < np.abs(seen[0] - seen[1]).mean() < 0.3
    assert np.ptp(seen[1]) > 60


def test_many_polygons_of_one_shadow_may_be_larger_and_still_count_as_small() -> None:
    from rvs.gl.frame import Frame
    from rvs.gl.regions import LARGER, MANY, SMALL, small_on_screen
    from rvs.model.views.view import Camera

    frame = Frame(Camera((0.0, 0.0, 0.0), 0.0, 1.0, 3.0, parallel=True), 400, 300, quick=True)
    pixel = 1.0 / frame.pixels_per_metre()

    def shadow(count: int, pixels: float) -> Region:
        one = ring(pixels * pixel / 2, False, sides=24)
        ends = np.arange(0, 24 * count + 1, 24, dtype=np.int32)
        return Region(np.tile(one.points, (count, 1)), ends, BLACK)

    for count, factor in ((2, 1.0), (MANY, 1.0), (2 * MANY, 2.0), (50 * MANY, LARGER)):
        assert small_on_screen(shadow(count, 0.9 * factor * SMALL), frame).all()
        assert not small_on_screen(shadow(count, 1.1 * factor * SMALL), frame).any()
