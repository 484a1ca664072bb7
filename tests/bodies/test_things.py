"""Things as solids: closed, as large as they say, sharing meshes, and quick to move."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from rvs.bodies.solid import Solid
from rvs.bodies.things import thing_pieces, thing_solids
from rvs.geometry.mesh import Mesh
from rvs.geometry.things import KINDS, MESH
from rvs.model.document import Document
from rvs.model.mesh_file import MeshFile
from rvs.model.refs import thing_ref
from rvs.model.state import State
from rvs.model.things.edits import move_things
from rvs.model.things.thing import TargetFrame, Thing, bounds, own_bounds
from rvs.model.views.view import View
from rvs.scene.build import build_scene, scene_points
from rvs.scene.items import Label, Region
from rvs.scene.surroundings.landing import snapped_shift, top_under
from rvs.scene.surroundings.surroundings import room_solids

WITHIN = 2e-3


def random_sizes(rng: Random, kind: str) -> tuple[tuple[str, float], ...]:
    sizes = []
    for size in KINDS[kind].sizes:
        if size.kind == "count":
            value = float(rng.randint(int(size.least), min(int(size.most), 12)))
        elif size.kind == "angle":
            value = rng.uniform(size.least, size.most)
        else:
            value = 10 ** rng.uniform(-2.5, 0.0)
        sizes.append((size.name, value))
    return tuple(sizes)


def is_closed(mesh: Mesh) -> bool:
    edges: Counter[tuple[int, int]] = Counter()
    for first, last in zip(mesh.starts[:-1], mesh.starts[1:], strict=True):
        face = mesh.corners[first:last].tolist()
        edges.update(zip(face, [*face[1:], face[0]], strict=True))
    return all(count == 1 and edges[b, a] == 1 for (a, b), count in edges.items())


def test_every_kind_but_files_says_its_box_and_pieces():
    assert [name for name, one in KINDS.items() if not (one.box and one.make)] == [MESH]
    assert all(one.summary.endswith(".") for one in KINDS.values())


@pytest.mark.parametrize("kind", [name for name in KINDS if name != MESH])
def test_a_thing_is_closed_and_as_large_as_its_sizes_say(kind):
    rng = Random(kind)
    for turn in range(8):
        thing = Thing("t", kind, random_sizes(rng, kind) if turn else ())
        pieces = thing_pieces(thing)
        ends = np.array([piece.mesh.bounds for piece in pieces])
        whole = np.stack([ends[:, 0].min(axis=0), ends[:, 1].max(axis=0)])
        box = own_bounds(thing)
        assert np.abs(whole - box).max() <= WITHIN * np.ptp(box, axis=0).max(), thing.sizes
        if turn < 2:
            assert all(is_closed(piece.mesh) for piece in pieces)


def test_equal_things_share_their_meshes_and_keep_their_own_place():
    one = Thing("a", "table")
    other = replace(one, id="b", place=((1, 0, 0, 2.0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)))
    first, second = thing_solids(one), thing_solids(other)
    assert all(a.mesh is b.mesh for a, b in zip(first, second, strict=True))
    assert {solid.owner for solid in second} == {thing_ref("b")}
    assert second[0].pose[0, 3] == 2.0


def test_the_main_color_and_material_are_the_thing_s_own():
    painted = thing_solids(Thing("a", "table", color="#FF0000", material="metal"))
    assert any(s.color[:3] == (1.0, 0.0, 0.0) and s.material == "metal" for s in painted)
    assert len({solid.color for solid in painted}) > 1


def test_a_scene_shows_what_is_not_hidden():
    things = (Thing("a", "box"), Thing("b", "box", hidden=True))
    state = State(Document(things=things, targets=(TargetFrame("pick"),)), view=View())
    items = build_scene(state).items
    owners = {item.owner for item in items if isinstance(item, Solid) and item.layer == "body"}
    assert owners == {thing_ref("a")}
    assert [item.text for item in items if isinstance(item, Label)] == ["pick"]
    assert np.allclose(scene_points(state), bounds(things[0]))
    assert any(isinstance(item, Region) and item.nested for item in items)


def test_only_the_moved_one_of_many_things_is_made_anew():
    things = tuple(Thing(f"box {k}", "box") for k in range(300))
    document = Document(things=things)
    before = room_solids(document.things)
    moved = move_things(
        document, ("box 7",), [[1, 0, 0, 1], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    )
    after = room_solids(moved.things)
    changed = [k for k, (a, b) in enumerate(zip(before, after, strict=True)) if a is not b]
    assert changed == [7]
    assert len({id(solid.mesh) for solid in after}) == 1


def test_a_missing_file_is_a_box_of_its_size():
    mesh = MeshFile("gone.stl", (0.0, -5.0, 10.0, 20.0, 5.0, 40.0))
    (solid,) = thing_solids(Thing("m", "mesh", (("scale", 0.01),), mesh=mesh))
    assert np.allclose(solid.mesh.bounds, [[0.0, -0.05, 0.1], [0.2, 0.05, 0.4]])


def test_snapping_ends_on_the_grid_the_floor_and_on_tops():
    box = np.array([[0.0, 0.0, 0.5], [0.2, 0.2, 0.7]])
    table = np.array([[-1.0, -1.0, 0.0], [1.0, 1.0, 0.73]])
    along = snapped_shift(box, np.array([0.13, 0.0, 0.0]), [], 0.05)
    assert np.allclose(along, [0.15, 0.0, 0.0])
    up = snapped_shift(box, np.array([0.0, 0.0, 0.21]), [table], 0.05)
    assert up[2] == pytest.approx(0.23)
    down = snapped_shift(box, np.array([0.0, 0.0, -0.47]), [], 0.05)
    assert down[2] == pytest.approx(-0.5)
    aside = table + np.array([5.0, 0.0, 0.0])
    free = snapped_shift(box, np.array([0.0, 0.0, 0.21]), [aside], 0.05)
    assert free[2] == pytest.approx(0.2)
    assert top_under(0.0, 0.0, [table]) == 0.73
    assert top_under(3.0, 0.0, [table]) == 0.0
