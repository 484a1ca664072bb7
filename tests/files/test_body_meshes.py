"""Parts of bodies whose surface is a file: read, drawn, touched, saved with their files."""

from __future__ import annotations

import shutil
from dataclasses import replace
from math import pi

import numpy as np
import pytest
import trimesh

from rvs.bodies.masses import Weighing, link_bulks
from rvs.bodies.robot_body import made_body, solid_body
from rvs.engine.robot import Robot
from rvs.files.bodies.body import parse_body, read_body
from rvs.files.bodies.write import save_body
from rvs.files.cells.cell import Cell, read_cell
from rvs.files.cells.write import save_cell
from rvs.files.storage.recovery import Slot, leftovers
from rvs.files.text.errors import FileErrors
from rvs.geometry.surfaces import volume
from rvs.model.body.fit import fit
from rvs.model.document import Document, PlacedRobot

ROBOT = Robot.from_dh([0.3], [0.0], [0.0], [0.0])
TEXT = """color = SeaGreen
base { part "box" { shape = mesh file = "meshes/box.stl" scale = 0.001 } }
link 1 {
 part "stretched" { shape = mesh file = "meshes/box.stl" scale = 0.001 x = 2 z = 3
  move = [ flip y, shift 0.1 0 0 ] color = red }
 part "hull" { shape = mesh file = "meshes/box.stl" scale = 0.01 use = solid }
 part "cover" { shape = box x = 1 y = 1 z = 1 use = seen }
}
"""


@pytest.fixture
def path(tmp_path):
    (tmp_path / "meshes").mkdir()
    trimesh.creation.box(extents=(20, 40, 60)).export(tmp_path / "meshes" / "box.stl")
    (tmp_path / "arm.body").write_text(TEXT)
    return tmp_path / "arm.body"


def edges(made):
    return [
        np.ptp(mesh.vertices @ pose[:3, :3].T, axis=0)
        for mesh, pose in zip(made.meshes, made.poses, strict=True)
    ]


def test_a_mesh_is_scaled_stretched_and_mirrored(path):
    read = read_body(path)
    assert not read.warnings
    made = made_body(read.body, ROBOT)
    assert [part for _, part in made.places] == ["box", "stretched", "cover"]
    assert np.allclose(edges(made)[0], [0.02, 0.04, 0.06])
    assert np.allclose(edges(made)[1], [0.04, 0.04, 0.18])
    assert volume(made.meshes[1]) == pytest.approx(0.04 * 0.04 * 0.18)
    assert [color.lower() for color, _ in made.looks[:2]] == ["#2e8b57", "#ff0000"]


def test_what_is_seen_only_is_not_touched_and_the_other_way_around(path):
    solid = solid_body(read_body(path).body, ROBOT)
    assert [part for _, part in solid.places] == ["box", "stretched", "hull"]
    assert np.allclose(edges(solid)[2], [0.2, 0.4, 0.6])


def test_a_body_is_saved_elsewhere_with_its_meshes_and_layout(path, tmp_path):
    target = tmp_path / "new" / "arm.body"
    target.parent.mkdir()
    saved = save_body(target, read_body(path).body, TEXT)
    assert (target.parent / "meshes" / "arm" / "box.stl").is_file()
    named = target.read_text()
    assert named.startswith(
        'color = SeaGreen\nbase { part "box" { shape = mesh file = "meshes/arm/'
    )
    assert named.count("box = [ -10, -20, -30, 10, 20, 30 ]") == 3
    assert [one.mesh.surface is not None for one in saved.body.link(1).parts[:2]] == [True, True]
    # Once more: nothing new is copied.
    save_body(target, saved.body)
    assert [one.name for one in (target.parent / "meshes" / "arm").iterdir()] == ["box.stl"]


def test_another_mesh_of_the_same_name_gets_another(path, tmp_path):
    meshes = tmp_path / "other" / "meshes" / "arm"
    meshes.mkdir(parents=True)
    trimesh.creation.box().export(meshes / "box.stl")
    before = (meshes / "box.stl").read_bytes()
    saved = save_body(tmp_path / "other" / "arm.body", read_body(path).body)
    assert (meshes / "box.stl").read_bytes() == before
    assert len(list(meshes.iterdir())) == 2
    new = saved.body.link(0).parts[0].mesh
    assert new.path != str(meshes / "box.stl")
    assert new.box == (-10.0, -20.0, -30.0, 10.0, 20.0, 30.0)


def test_a_missing_file_is_told_and_its_box_is_shown(path):
    save_body(path, read_body(path).body)
    gone = path.parent / "meshes" / "box.stl"
    gone.unlink()
    read = read_body(path)
    (first, *_) = read.warnings
    assert f"{gone}: the file does not exist; RVS shows a box instead" in first.message
    assert np.allclose(edges(made_body(read.body, ROBOT))[0], [0.02, 0.04, 0.06])
    # What is missing keeps its name and its box.
    save_body(path, read.body)
    assert read_body(path).body == read.body


@pytest.mark.parametrize("name", ["../box.stl", "/etc/box.stl", "C:/box.stl", "meshes/../../b.stl"])
def test_nothing_outside_of_the_folder_is_named(name):
    text = f'base {{ part "b" {{ shape = mesh file = "{name}" }} }} link 1 {{}}'
    with pytest.raises(FileErrors, match="'file': expected a name of the library, or a path below"):
        parse_body(text)


@pytest.mark.parametrize(
    ("block", "words"),
    [
        ("shape = mesh", "'file' missing in this block"),
        ('shape = mesh file = "a.txt"', "expected an .stl"),
        ('shape = mesh file = "a.stl" scale = 0', "scale: 0 must be at least"),
        ('shape = mesh file = "a.stl" box = [ 1 0 0 0 1 1 ]', "its least x, y, z come first"),
        ("shape = sphere radius = 1 use = drawn", "'drawn' is not one of both, seen, solid"),
    ],
)
def test_errors_of_a_mesh_are_told(block, words):
    with pytest.raises(FileErrors) as caught:
        parse_body(f'base {{ part "b" {{ {block} }} }}')
    assert words in str(caught.value)


def test_a_size_of_a_mesh_can_follow_the_table(path):
    path.write_text(
        'base {} link 1 { part "b" { shape = mesh file = "meshes/box.stl" x = "a1 / 20" } }'
    )
    made = made_body(read_body(path).body, ROBOT)
    assert edges(made)[0][0] == pytest.approx(0.3)


def test_a_cell_holds_a_body_with_meshes(path, tmp_path):
    placed = PlacedRobot("arm", ROBOT, body=replace(read_body(path).body, origin=""), full=True)
    cell = save_cell(tmp_path / "far" / "a.rvs", Cell(Document((placed,))))
    assert (tmp_path / "far" / "meshes" / "arm" / "box.stl").is_file()
    again = read_cell(tmp_path / "far" / "a.rvs")
    assert not again.warnings
    body = again.document.robots[0].body
    assert fit(body, ROBOT).ok
    assert body.link(1).parts[0].mesh.surface is not None
    text = (tmp_path / "far" / "a.rvs").read_text()
    assert str(tmp_path) not in text
    # Saved again, nothing changes; saved elsewhere, all goes along.
    assert save_cell(tmp_path / "far" / "a.rvs", cell).text == text
    save_cell(tmp_path / "away" / "b.rvs", cell)
    shutil.rmtree(tmp_path / "far")
    assert not read_cell(tmp_path / "away" / "b.rvs").warnings


def test_a_body_by_reference_stays_one_where_its_meshes_are(path, tmp_path):
    text = 'robot "r" { { a = 300 b = 0 al = 0 th = 0 } unit = mm body = "arm.body" }'
    (tmp_path / "a.rvs").write_text(text)
    cell = read_cell(tmp_path / "a.rvs")
    assert cell.document.robots[0].body.link(0).parts[0].mesh.surface is not None
    assert save_cell(tmp_path / "a.rvs", cell).text == text


def test_autosave_names_meshes_where_they_are(path, tmp_path):
    placed = PlacedRobot("arm", ROBOT, body=read_body(path).body, full=True)
    slot = Slot.open(tmp_path / "slots")
    slot.write(Cell(Document((placed,))), dirty=True)
    slot._lock.release()
    (found,) = leftovers(tmp_path / "slots").found
    part = found.cell.document.robots[0].body.link(1).parts[0]
    assert part.mesh.path == str(path.parent / "meshes" / "box.stl")
    assert part.mesh.surface is not None


def test_pieces_hold_the_surface_and_follow_a_hollow_one(tmp_path):
    (tmp_path / "ring.body").write_text(
        'base { part "r" { shape = mesh file = "ring.stl" } } link 1 {}'
    )
    trimesh.creation.annulus(0.4, 0.5, 0.1, sections=64).export(tmp_path / "ring.stl")
    solid = solid_body(read_body(tmp_path / "ring.body").body, ROBOT)
    exact = pi * (0.5**2 - 0.4**2) * 0.1
    assert len(solid.meshes) > 4
    assert exact * 0.99 < sum(volume(mesh) for mesh in solid.meshes) < 2.0 * exact
    # The middle is free.
    for mesh in solid.meshes:
        assert np.linalg.norm(mesh.vertices[:, :2], axis=1).min() > 0.39


def test_masses_of_meshes_are_those_of_what_they_enclose(path):
    body = read_body(path).body
    bulks = link_bulks(ROBOT, body, Weighing((("paint", 1000.0),), fill=1.0))
    assert bulks[0].volume == pytest.approx(1000 * 0.02 * 0.04 * 0.06)
    assert bulks[1].volume == pytest.approx(1000 * (0.04 * 0.04 * 0.18 + 1.0))
    box = trimesh.creation.box(extents=(20, 40, 60))
    trimesh.Trimesh(box.vertices, box.faces[:11], process=False).export(path.parent / "open.stl")
    path.write_text(
        TEXT.replace(
            '{ part "box" { shape = mesh file = "meshes/box.stl"',
            '{ part "box" { shape = mesh file = "open.stl"',
        )
    )
    assert not read_body(path).body.link(0).parts[0].mesh.surface.closed
    again = link_bulks(ROBOT, read_body(path).body, Weighing((("paint", 1000.0),), fill=1.0))
    assert again[0].volume == pytest.approx(bulks[0].volume)
