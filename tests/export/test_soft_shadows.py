"""Shadows of figures: even steps, the whole of them in the picture, nothing of what was cut off."""

from dataclasses import replace

import numpy as np
import pytest

from rvs.export.layout import Paper, layout
from rvs.export.visibility.painting_order import BETWEEN, merged_regions, softened
from rvs.files.library import load_robot
from rvs.model.document import Document, PlacedRobot
from rvs.model.figures.figure import Style
from rvs.model.state import State
from rvs.model.views.view import Camera, Section, View
from rvs.scene.build import build_scene
from rvs.scene.items import Region

SCARA = PlacedRobot("arm", load_robot("scara").robot)
STATE = State(
    Document((SCARA,)), {"arm": tuple(SCARA.robot.home.tolist())}, view=View(frames=False)
)


def rings(state: State) -> list[Region]:
    items = merged_regions(build_scene(state).items)
    return [item for item in items if isinstance(item, Region) and item.united]


def test_the_steps_of_a_shadow_are_finer_but_its_middle_is_as_dark() -> None:
    coarse = rings(STATE)
    fine = [item for item in softened(coarse) if isinstance(item, Region)]
    assert len(fine) == BETWEEN * (len(coarse) - 1)
    dark = [1.0 - np.prod([1.0 - ring.color[3] for ring in some]) for some in (coarse, fine)]
    assert dark[0] == pytest.approx(dark[1])
    assert max(ring.color[3] for ring in fine) * 255 < 5
    assert not fine[0].nested
    assert all(ring.nested for ring in fine[1:])
    areas = [np.ptp(ring.points[:, 0]) * np.ptp(ring.points[:, 1]) for ring in fine]
    assert areas == sorted(areas, reverse=True)


def test_other_regions_stay_as_they_are() -> None:
    lone = rings(STATE)[0]
    other = replace(lone, color=(1.0, 0.0, 0.0, 1.0))
    assert softened([lone, other]) == [lone, other]


def test_a_crop_holds_the_shadow_of_what_is_seen_as_a_whole() -> None:
    scene = build_scene(replace(STATE, view=replace(STATE.view, shadow=True)))
    camera = Camera(target=(0.3, 0.0, 0.3), distance=5.0)
    place = layout(scene.items, camera, Paper(640, 400, 84.0), Style(crop=True))
    left, top, right, bottom = place.box
    seen = place.sheet.place(rings(STATE)[1].points)
    assert (seen[:, 0] >= left - 1e-6).all()
    assert (seen[:, 0] <= right + 1e-6).all()
    assert (seen[:, 1] >= top - 1e-6).all()
    assert (seen[:, 1] <= bottom + 1e-6).all()


def test_halves_that_were_cut_off_cast_no_shadow() -> None:
    section = Section(on=True, normal=(1.0, 0.0, 0.0), offset=0.0)
    cut = replace(STATE, view=replace(STATE.view, section=section))
    whole, left = (rings(state)[4].points[:, 0].max() for state in (STATE, cut))
    assert left < whole - 0.1
