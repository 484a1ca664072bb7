"""Meshes that draw the links of URDF and MJCF files: where they are, how large, of which colour."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import trimesh

from rvs.bodies.robot_body import made_body, solid_body
from rvs.cli import main
from rvs.engine.chain import chain_frames
from rvs.files.bodies.body import read_body
from rvs.files.library import load_robot
from rvs.files.trees import file_reach
from rvs.model.body.fit import fit

JOINT = (
    '<joint name="j" type="revolute"><parent link="base"/><child link="arm"/>'
    '<origin xyz="0.1 0.2 0.3" rpy="0.4 0.5 0.6"/><axis xyz="0 1 1"/>'
    '<limit lower="-2" upper="2"/></joint>'
)
DAE = """<COLLADA><asset><unit meter="0.01"/><up_axis>Y_UP</up_axis></asset>
<library_effects><effect id="e"><profile_COMMON><technique><phong><diffuse>
<color>1 0.5 0 1</color></diffuse></phong></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh><source id="s"><float_array>0 0 0 10 0 0 0 20 0 0 0 30
</float_array></source><vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
<triangles material="x"><input semantic="VERTEX" source="#v" offset="0"/>
<p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene><node><instance_geometry url="#g"><bind_material>
<technique_common><instance_material symbol="x" target="#m"/></technique_common></bind_material>
</instance_geometry></node></visual_scene></library_visual_scenes></COLLADA>"""


def look(tag: str, file: str, scale: str = "1 1 1", more: str = "") -> str:
    return (
        f'<{tag}><origin xyz="1 2 3" rpy="0.1 0.2 0.3"/><geometry>'
        f'<mesh filename="{file}" scale="{scale}"/></geometry>{more}</{tag}>'
    )


@pytest.fixture
def arm(tmp_path, monkeypatch):
    monkeypatch.setattr(file_reach, "_NAMED", [])
    monkeypatch.setenv("RVS_HOME", str(tmp_path / "home"))
    (tmp_path / "meshes").mkdir()
    wedge = trimesh.Trimesh([[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]],
                            [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])  # fmt: skip
    wedge.export(tmp_path / "meshes" / "wedge.stl")
    (tmp_path / "meshes" / "wedge.dae").write_text(DAE)
    return tmp_path / "arm.urdf"


def written(path: Path, looks: str) -> Path:
    path.write_text(
        f'<robot name="arm"><link name="base"/><link name="arm">{looks}</link>{JOINT}</robot>'
    )
    return path


def world(path: Path, make=made_body):
    """Points of all that is drawn or solid of link 1 at zero, in the world, and colours."""
    robot = load_robot(path)
    made = make(robot.body, robot.robot)
    frames = chain_frames(robot.robot.chain, np.zeros((1, 1)))[0]
    points = [
        (frames[1] @ pose @ np.c_[mesh.vertices, np.ones(len(mesh.vertices))].T).T[:, :3]
        for mesh, pose in zip(made.meshes, made.poses, strict=True)
    ]
    return points, [color for color, _ in made.looks]


def pose(xyz, rpy):
    found = trimesh.transformations.euler_matrix(*rpy, "sxyz")
    found[:3, 3] = xyz
    return found


LINK = pose((0.1, 0.2, 0.3), (0.4, 0.5, 0.6)) @ pose((1, 2, 3), (0.1, 0.2, 0.3))
WEDGE = np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3.0]])


def same(points, expected):
    def rows(some):
        return sorted(np.round(some, 6).tolist())

    np.testing.assert_allclose(rows(points), rows(expected), atol=1e-5)


@pytest.mark.parametrize("scale", ["1 1 1", "0.5 0.5 0.5", "1 -2 0.5"])
def test_a_mesh_is_where_the_description_has_it(arm, scale):
    (points,), _ = world(written(arm, look("visual", "meshes/wedge.stl", scale)))
    local = WEDGE * np.array(scale.split(), float)
    same(points, local @ LINK[:3, :3].T + LINK[:3, 3])


def test_a_dae_file_is_in_its_own_axes_and_unit_with_its_colours(arm):
    material = '<material name="m"><color rgba="0 0 1 1"/></material>'
    text = look("visual", "meshes/wedge.dae", "1 2 1", material)
    (points,), (color,) = world(written(arm, text))
    local = WEDGE * [0.1, 0.2, 0.1]
    same(points, local @ LINK[:3, :3].T + LINK[:3, 3])
    assert color == "#ff8000"
    _, (blue,) = world(written(arm, look("visual", "meshes/wedge.stl", more=material)))
    assert blue == "#0000FF"


def test_collision_geometry_is_touched_and_not_drawn(arm):
    box = '<collision><geometry><box size="1 1 1"/></geometry></collision>'
    path = written(arm, look("visual", "meshes/wedge.stl") + box)
    drawn, _ = world(path)
    solid, _ = world(path, solid_body)
    assert len(drawn) == len(solid) == 1
    assert len(drawn[0]) == 4
    assert len(solid[0]) == 8
    # The same for both is one part; without any, what is drawn is solid.
    twice = look("visual", "meshes/wedge.stl") + look("collision", "meshes/wedge.stl")
    assert [part.use for part in load_robot(written(arm, twice)).body.link(1).parts] == ["both"]
    assert len(world(written(arm, look("visual", "meshes/wedge.stl")), solid_body)[0]) == 1


def test_a_missing_mesh_is_told_with_the_places_and_found_in_a_named_folder(arm, tmp_path, capsys):
    path = written(arm, look("visual", "package://far_away/meshes/thing.stl"))
    robot = load_robot(path)
    assert robot.body is None
    (warning,) = robot.warnings
    assert "'package://far_away/meshes/thing.stl' is missing" in warning.message
    assert str(tmp_path / "far_away" / "meshes" / "thing.stl") in warning.message
    (tmp_path / "other").mkdir()
    trimesh.creation.box().export(tmp_path / "other" / "thing.stl")
    out = tmp_path / "out" / "arm.arch"
    words = ["convert", str(path), "-o", str(out), "--meshes", str(tmp_path / "other"), "--json"]
    assert main(words) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["meshes"] == [str(tmp_path / "other" / "thing.stl")]
    assert facts["missing"] == []
    saved = read_body(out.with_suffix(".body"))
    assert not saved.warnings
    assert (out.parent / "meshes" / "arm" / "thing.stl").is_file()
    assert main(["convert", str(path), "-o", str(out), "--meshes", str(tmp_path / "none")]) == 1
    assert "is not a folder" in capsys.readouterr().err


def test_nothing_outside_of_named_folders_is_read(arm, tmp_path):
    secret = tmp_path.parent / "secret.stl"
    trimesh.creation.box().export(secret)
    folder = tmp_path / "meshes"
    for name in (secret.as_uri(), "../secret.stl", "../../secret.stl", "package://a/../secret.stl"):
        assert isinstance(file_reach.Reach(arm, [folder]).mesh(name), file_reach.Missing), name


def test_mjcf_meshes_have_scale_folder_and_the_colour_of_their_texture(tmp_path, monkeypatch):
    from PIL import Image

    (tmp_path / "assets").mkdir()
    trimesh.creation.box(extents=(1, 2, 3)).export(tmp_path / "assets" / "box.stl")
    Image.new("RGB", (4, 4), (255, 0, 255)).save(tmp_path / "assets" / "pink.png")
    path = tmp_path / "arm.xml"
    path.write_text(
        '<mujoco><compiler assetdir="assets"/><asset><mesh file="box.stl" scale="0.1 0.1 0.2"/>'
        '<texture name="pink" type="2d" file="pink.png"/><material name="m" texture="pink"/>'
        '</asset><worldbody><body><joint axis="0 0 1"/><inertial pos="0 0 0" mass="1" '
        'diaginertia="1 1 1"/><geom type="mesh" mesh="box" material="m" contype="0" '
        'conaffinity="0"/><geom type="box" size="1 1 1" group="3"/></body></worldbody></mujoco>'
    )
    robot = load_robot(path)
    assert [(one.shape, one.use, one.color) for one in robot.body.link(1).parts] == [
        ("mesh", "seen", "#ff00ff"),
        ("box", "solid", ""),
    ]
    (mesh,) = made_body(robot.body, robot.robot).meshes
    assert np.allclose(np.ptp(mesh.vertices, axis=0), [0.1, 0.2, 0.6])
    assert fit(robot.body, robot.robot).ok
