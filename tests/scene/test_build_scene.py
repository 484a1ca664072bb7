from dataclasses import replace

import numpy as np
import pytest

from rvs.bodies.solid import Solid, Solids
from rvs.fields.field import abouts
from rvs.geometry.shapes.flat import block
from rvs.model.appearance.colors import ROBOT_CYCLE, rgba
from rvs.model.document import change_robot
from rvs.model.state import State, with_posture
from rvs.model.views.view import View
from rvs.scene.annotate.collisions import hit_scene
from rvs.scene.build import build_scene, default_camera, scene_points
from rvs.scene.camera import orbit, project
from rvs.scene.items import Label, Line, Region, Scene
from rvs.scene.selection_marks import marked_scene
from rvs.study.clearance import Clearance, Encounter

KINDS = (Solid, Line, Label, Region)


def bodies(scene):
    return [i for i in scene.items if isinstance(i, Solid) and i.layer == "body"]


@pytest.mark.parametrize("background", ["light", "dark", "paper"])
def test_every_archetype_has_a_finite_scene(robot, state_of, background):
    scene = build_scene(state_of(robot, background=background))
    assert bodies(scene)
    assert scene.backdrop is not None
    for item in scene.items:
        assert isinstance(item, KINDS)
        arrays = [item.pose] if isinstance(item, Solid) else []
        arrays += [item.points] if isinstance(item, Line | Region) else []
        arrays += [item.at] if isinstance(item, Label) else []
        assert all(np.isfinite(array).all() for array in arrays)


def test_turning_the_camera_gives_the_same_scene(puma, state_of):
    state = state_of(puma)
    turned = replace(state, view=replace(state.view, camera=orbit(state.view.camera, 1.0, 0.1)))
    assert build_scene(turned) is build_scene(state)


def test_a_joint_move_keeps_meshes_floor_and_what_does_not_move(puma, state_of):
    state = state_of(puma)
    moved = replace(state, postures=with_posture(state.postures, "r0", (0, 0, 0, 0, 0, 0.4)))
    before, after = build_scene(state), build_scene(moved)
    assert {s.mesh for s in bodies(before)} == {s.mesh for s in bodies(after)}
    assert before.items[0] is after.items[0]


@pytest.mark.parametrize(
    ("field", "kind", "layer"),
    [("frames", Solid, "annotation"), ("labels", Label, "annotation"), ("shadow", Region, None)],
)
def test_toggles_take_away_what_they_name(puma, state_of, field, kind, layer):
    def count(state):
        items = build_scene(state).items
        return sum(isinstance(i, kind) and layer in (None, i.layer) for i in items)

    state = state_of(puma)
    without = replace(state, view=replace(state.view, **{field: False}))
    assert count(without) < count(state)


def test_all_toggles_off_leaves_the_robot(puma, state_of):
    bare = state_of(puma, frames=False, labels=False, floor=False, shadow=False)
    assert all(isinstance(i, Solid) and i.layer == "body" for i in build_scene(bare).items)


def test_robots_take_turns_with_colors_and_keep_their_own(puma, state_of):
    state = state_of(puma, puma)
    colors = {s.owner[0]: s.color for s in bodies(build_scene(state)) if s.material == "paint"}
    assert colors["r1"] == rgba(ROBOT_CYCLE[1])
    own = replace(state, document=change_robot(state.document, "r1", color="#102030"))
    assert rgba("#102030") in {s.color for s in bodies(build_scene(own))}


def test_labels_count_from_the_first_frame_of_the_view(puma, state_of):
    scene = build_scene(state_of(puma, first_frame=1))
    numbers = {n for i in scene.items if isinstance(i, Label) for n in i.subscript.split(",")}
    assert numbers == set("1234567")


def test_the_full_mode_shows_the_automatic_body_of_a_robot_without_a_model(puma, state_of):
    full, body, skeleton = (
        [s.mesh for s in bodies(build_scene(state_of(puma, mode=mode)))]
        for mode in ("full", "body", "skeleton")
    )
    assert full == body
    assert body != skeleton


def test_an_empty_cell_has_a_floor_and_a_camera():
    scene = build_scene(State())
    assert not bodies(scene)
    assert scene.items
    assert default_camera(State()).distance > 0


def test_the_default_camera_sees_every_body(robot, state_of):
    state = state_of(robot)
    camera = default_camera(state, 1.5)
    for solid in bodies(build_scene(state)):
        points = solid.mesh.vertices @ solid.pose[:3, :3].T + solid.pose[:3, 3]
        seen = project(camera, points, 900, 600)
        assert (seen[:, :2] >= -1).all()
        assert (seen[:, :2] <= (901, 601)).all()


def test_points_bound_the_robots_and_their_frames_but_not_the_floor(puma, state_of):
    points = scene_points(state_of(puma))
    assert np.abs(points).max() < 2.0
    bare = scene_points(state_of(puma, frames=False))
    assert len(bare) < len(points)


def test_what_is_neither_hit_nor_marked_stays_the_very_same():
    """Painters know by it what rests while something else is tinted or lined."""
    solid = Solid(block(0.1, 0.1, 0.1), np.eye(4), (1, 0, 0, 1), owner=("a", "link", 1))
    here, there = (
        Solids((replace(solid, owner=(name, "link", 1)),), np.eye(4)[None]) for name in "ab"
    )
    scene = Scene((here, there), None)
    clearance = Clearance(0.0, np.zeros(3), np.zeros(3), colliding=True, depth=0.01)
    near = (Encounter(("a", "link", 1), ("floor",), clearance),)
    for changed in (
        hit_scene(scene, near, "light"),
        marked_scene(scene, "light", ("a", "link", 1), (), ()),
    ):
        assert changed.entries[1] is there
        (seen,) = changed.entries[0]
        assert seen.tint is not None or seen.outline is not None


OTHERS = {"frame_size": 0.5, "first_frame": 1}
# What is added to the scene of the cell itself, which stays the very same; a variant changes the
# robots instead.
ADDED = ("trail", "bounds", "notes", "variant")


@pytest.mark.parametrize("name", [name for name in abouts(View) if name not in ADDED])
def test_a_scene_is_known_by_the_values_of_its_view(name, puma, state_of):
    state, about, usual = state_of(puma), abouts(View)[name], getattr(View(), name)
    words = [one for one in about.choices if one != usual]
    for value in [not usual] if about.kind == "flag" else words or [OTHERS[name]]:
        first, again = (build_scene(replace(state, view=View(**{name: value}))) for _ in range(2))
        assert first is again
        assert first is not build_scene(replace(state, view=View()))
