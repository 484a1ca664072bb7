from itertools import product

import numpy as np
import pytest

from rvs.bodies.solid import Solid
from rvs.model.appearance.colors import SCENE
from rvs.model.views.view import Camera
from rvs.scene.annotate.viewcube import (
    CUBE,
    FACES,
    GLYPHS,
    cube_camera,
    cube_direction,
    cube_scene,
    pick_cube,
    word_strokes,
)
from rvs.scene.camera import STANDARD_VIEWS, axes, looking, looking_along, project
from rvs.scene.items import Line, Region

SIZE = 112
SIDES = product(("front", "", "back"), ("right", "", "left"), ("top", "", "bottom"))
REFS = tuple((CUBE, *(name for name in names if name)) for names in SIDES if any(names))


def test_there_are_26_different_directions():
    assert len(set(REFS)) == 26
    assert len({tuple(cube_direction(ref).round(6)) for ref in REFS}) == 26
    assert sorted(len(ref) for ref in REFS) == [2] * 6 + [3] * 12 + [4] * 8


@pytest.mark.parametrize("ref", REFS)
def test_a_part_seen_from_the_front_is_picked_in_the_middle(ref):
    camera = looking_along(Camera(), cube_direction(ref))
    assert pick_cube(camera, SIZE / 2, SIZE / 2, SIZE, SIZE) == ref


@pytest.mark.parametrize("name", FACES)
def test_faces_are_the_standard_views(name):
    camera = looking_along(looking(Camera(), name), cube_direction((CUBE, name)))
    assert (camera.azimuth, camera.elevation) == pytest.approx(STANDARD_VIEWS[name])


def test_edges_and_faces_are_wide_enough_to_hit():
    front = looking(Camera(), "front")
    picked = [pick_cube(front, x, SIZE / 2, SIZE, SIZE) for x in range(SIZE)]
    assert picked.count((CUBE, "front")) > 0.3 * SIZE
    assert picked.count((CUBE, "front", "right")) > 0.08 * SIZE
    assert picked.count((CUBE, "front", "left")) > 0.08 * SIZE


def test_beside_the_cube_is_nothing():
    assert pick_cube(Camera(), 2, 2, SIZE, SIZE) is None


@pytest.mark.parametrize("ref", REFS)
def test_the_cube_fits_its_picture(ref):
    camera = cube_camera(looking_along(Camera(), cube_direction(ref)))
    body = next(item for item in cube_scene("light").items if isinstance(item, Solid))
    seen = project(camera, body.mesh.vertices, SIZE, SIZE)
    assert (seen[:, :2] > 0).all()
    assert (seen[:, :2] < SIZE).all()


@pytest.mark.parametrize("name", FACES)
def test_names_read_from_left_to_right_on_their_face(name):
    right, up, out = axes(looking(Camera(), name))
    strokes = [i for i in cube_scene("light").items if isinstance(i, Line) and i.owner[-1] == name]
    points = np.concatenate([stroke.points for stroke in strokes])
    assert np.allclose(points @ out, (points @ out)[0])
    assert (points @ out)[0] > 1.0
    assert np.abs(points @ right).max() < 0.8
    first, last = strokes[0].points.mean(axis=0), strokes[-1].points.mean(axis=0)
    assert first @ right < last @ right
    assert np.ptp(points @ up) < 0.8


@pytest.mark.parametrize("background", SCENE)
def test_hovering_adds_a_patch_on_every_face_of_the_part(background):
    plain = cube_scene(background)
    for ref in REFS:
        added = [i for i in cube_scene(background, ref).items if isinstance(i, Region)]
        assert len(added[0].starts) == len(ref)
        assert np.abs(added[0].points).max() < 1.02
    assert not [i for i in plain.items if isinstance(i, Region)]
    assert {i.layer for i in plain.items} == {"overlay"}


def test_words_are_centered():
    points = np.concatenate(word_strokes("Left"))
    assert points[:, 0].min() == pytest.approx(-points[:, 0].max(), abs=0.02)
    assert set("FrontBackRightLeftTopBottom") == set(GLYPHS)
