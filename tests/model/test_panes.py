"""Viewports beside each other: one is active, the others keep their cameras."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError
from rvs.model.views.panes import (
    COUNTS,
    FIRST_VIEWS,
    Pane,
    Panes,
    activated,
    all_panes,
    arranged,
    following,
    pane_at,
    pane_view,
)
from rvs.model.views.view import Camera, View

ASIDE = Pane(Camera(azimuth=3.0))
FOUR = tuple(Pane(Camera(distance=k + 1.0, parallel=k != 1)) for k in range(4))


def four(active: int = 1) -> tuple[View, Panes]:
    return arranged(View(), "four", FOUR, active)


def test_every_arrangement_has_one_place_for_the_present_view() -> None:
    for arrangement, names in FIRST_VIEWS.items():
        assert len(names) == COUNTS[arrangement]
        assert names.count("") == 1


@given(st.lists(st.integers(0, 3), max_size=6))
def test_activating_loses_no_camera(places: list[int]) -> None:
    view, panes = four()
    for place in places:
        view, panes = activated(view, panes, place)
        assert panes.active == place
        assert view.camera == FOUR[place].camera
    assert all_panes(view, panes) == FOUR


def test_a_view_as_each_pane_sees_it() -> None:
    view, panes = four(active=2)
    assert pane_view(view, panes, 2) is view
    assert pane_view(view, panes, 0) == replace(view, camera=FOUR[0].camera)
    assert pane_at(view, panes, 3) == FOUR[3]
    with pytest.raises(ArgumentError, match="0 to 3"):
        pane_at(view, panes, 4)


def test_linked_parallel_views_share_point_and_scale() -> None:
    view, panes = four(active=0)
    moved = replace(FOUR[0].camera, target=(1.0, 2.0, 3.0), distance=6.0)
    heights = [300.0, 300.0, 150.0, 300.0]
    found = following(view, panes, moved, lambda place: heights[place])
    perspective, front, right = found.others
    assert perspective is panes.others[0]
    assert front.camera.target == right.camera.target == (1.0, 2.0, 3.0)
    assert front.camera.distance == pytest.approx(3.0)
    assert right.camera.distance == pytest.approx(6.0)
    assert following(view, found, moved, lambda place: heights[place]) is found


def test_others_stay_where_they_are() -> None:
    view, panes = four(active=1)
    assert following(view, panes, FOUR[1].camera, lambda _: 100.0) is panes
    view, panes = four(active=0)
    alone = replace(panes, linked=False)
    assert following(view, alone, replace(FOUR[0].camera, distance=9.0), lambda _: 100.0) is alone


@pytest.mark.parametrize("parallel", [False, True])
def test_variants_seen_from_one_direction_are_turned_together(parallel: bool) -> None:
    camera = Camera(parallel=parallel)
    every = [Pane(camera), Pane(camera, variant="long"), Pane(camera, variant="short"), ASIDE]
    view, panes = arranged(View(), "four", every, 1)
    assert (view.variant, pane_view(view, panes, 2).variant) == ("long", "short")
    turned = replace(camera, azimuth=1.0, elevation=0.3, distance=5.0, target=(0.0, 0.1, 0.2))
    found = following(view, panes, turned, lambda _: 100.0)
    assert [pane.camera for pane in found.others] == [turned, turned, ASIDE.camera]
    # one that looks from another direction is not turned
    apart = replace(panes, others=(replace(every[0], camera=turned), *panes.others[1:]))
    found = following(view, apart, replace(turned, azimuth=2.0), lambda _: 100.0)
    assert [pane.camera.azimuth for pane in found.others] == [1.0, 2.0, 3.0]
    # the same views of one variant are not turned together
    alike = replace(panes, others=tuple(replace(one, variant="long") for one in panes.others))
    found = following(view, alike, turned, lambda _: 100.0)
    assert [pane.camera.azimuth for pane in found.others] == [camera.azimuth] * 2 + [3.0]


def test_panes_that_are_none() -> None:
    with pytest.raises(ArgumentError, match="4 viewports"):
        Panes("four", 0, FOUR)
    with pytest.raises(ArgumentError, match="1 viewports"):
        Panes("one", 1)
