"""Full models out of descriptions, and where the meshes that these name are looked for."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import pytest

from rvs.bodies.robot_body import body_solids
from rvs.cli import main
from rvs.engine.descriptions.tree_robot import TreeChain
from rvs.files.formats import check_file
from rvs.files.library import load_robot
from rvs.files.placed_robot import placed_robot
from rvs.files.text.errors import FileErrors
from rvs.files.trees.chains import chosen_ends, read_chain
from rvs.files.trees.file_reach import Missing, Reach
from rvs.files.trees.urdf import read_urdf

SOLIDS = {
    "box": '<box size="0.2 0.4 0.6"/>',
    "cylinder": '<cylinder radius="0.1" length="0.5"/>',
    "sphere": '<sphere radius="0.2"/>',
    "capsule": '<capsule radius="0.1" length="0.3"/>',
}
# Half of what each of them measures along x, y and z.
HALVES = {
    "box": (0.1, 0.2, 0.3),
    "cylinder": (0.1, 0.1, 0.25),
    "sphere": (0.2, 0.2, 0.2),
    "capsule": (0.1, 0.1, 0.25),
}


def description(visuals: dict[str, str], solid: str = "") -> str:
    parts = []
    for i, (name, geometry) in enumerate(visuals.items()):
        look = (
            f'<visual><origin xyz="0.1 0.2 {i}" rpy="{i} 0.5 0.3"/><geometry>{geometry}</geometry>'
            f'<material name="m{i}"><color rgba="0 {i / 10} 1 1"/></material></visual>'
        )
        rest = f"<collision><geometry>{solid}</geometry></collision>" if solid else ""
        parts.append(f'<link name="{name}">{look}{rest}</link>')
    names = list(visuals)
    for i, (near, far) in enumerate(itertools.pairwise(names)):
        kind = "fixed" if i == 0 else "revolute"
        parts.append(
            f'<joint name="j{i}" type="{kind}"><parent link="{near}"/><child link="{far}"/>'
            f'<origin xyz="0.3 0.1 {i}" rpy="0.4 {i} 0"/><axis xyz="0 1 1"/>'
            '<limit lower="-2" upper="2"/></joint>'
        )
    return f'<robot name="solid">{"".join(parts)}</robot>'


def written(folder: Path, text: str) -> Path:
    path = folder / "solid.urdf"
    path.write_text(text, encoding="utf-8")
    return path


def test_simple_solids_are_where_the_description_has_them(tmp_path: Path) -> None:
    path = written(tmp_path, description(SOLIDS))
    placed = placed_robot(load_robot(path), str(path))
    assert placed.body is not None
    file = read_urdf(path)
    chain = TreeChain(file.tree, chosen_ends(file))
    q = np.array([[0.7, -0.4]])
    frames = [frame[0] for frame in chain.frames(q)]
    solids = {solid.owner[-1]: solid for solid in body_solids(placed, placed.body, tuple(q[0]))}
    assert set(solids) == set(SOLIDS)
    for cluster, frame in zip(chain.clusters, frames, strict=False):
        for name, pose in cluster:
            look = frame @ pose @ np.array(file.visuals[name][0].place)
            corners = solids[name].mesh.vertices
            here = solids[name].pose
            world = corners @ here[:3, :3].T + here[:3, 3]
            local = (world - look[:3, 3]) @ look[:3, :3]
            np.testing.assert_allclose(local.max(axis=0), HALVES[name], atol=1e-3)
            np.testing.assert_allclose(local.min(axis=0), np.negative(HALVES[name]), atol=1e-3)
    assert solids["cylinder"].color[1] == pytest.approx(0.1, abs=0.01)


def test_an_outline_stands_in_for_meshes(tmp_path: Path) -> None:
    meshes = {name: f'<mesh filename="{name}.stl"/>' for name in SOLIDS}
    assert load_robot(written(tmp_path, description(meshes))).body is None
    outlined = load_robot(written(tmp_path, description(meshes, SOLIDS["box"])))
    assert outlined.body is not None
    assert {part.shape for link in outlined.body.links for part in link.parts} == {"box"}


def test_the_model_is_written_beside_the_robot(tmp_path: Path, capsys) -> None:
    path, out = written(tmp_path, description(SOLIDS)), tmp_path / "made" / "arm.arch"
    assert main(["convert", str(path), "-o", str(out)]) == 0
    assert check_file(out.with_suffix(".body")).ok
    assert placed_robot(load_robot(out), str(out)).body is not None
    out.unlink()
    assert main(["convert", str(path), "-o", str(out)]) == 1
    assert "would be overwritten" in capsys.readouterr().err


def test_meshes_are_found_in_their_package_alone(tmp_path: Path) -> None:
    package = tmp_path / "ws" / "arm_description"
    for name in ("urdf", "meshes"):
        (package / name).mkdir(parents=True)
    (package / "package.xml").touch()
    other = tmp_path / "ws" / "hand_description"
    other.mkdir()
    (other / "package.xml").touch()
    urdf = package / "urdf" / "arm.urdf"
    mesh, beside, palm = package / "meshes/a.stl", package / "urdf/b.stl", other / "palm.stl"
    secret = tmp_path / "secret.stl"
    for file in (mesh, beside, palm, secret):
        file.touch()
    assert Reach(urdf).mesh("package://arm_description/meshes/a.stl") == mesh
    assert Reach(urdf).mesh("model://hand_description/palm.stl") == palm
    assert Reach(urdf).mesh("../meshes/a.stl") == mesh
    assert Reach(urdf).mesh("b.stl") == beside
    assert Reach(urdf).mesh(mesh.as_uri()) == mesh
    for name in (
        secret.as_uri(), "../../../secret.stl", "package://ws/../secret.stl",
        "package://arm_description/../../secret.stl", "package://none/c.stl", "c.stl", "http://x/a.stl",
    ):  # fmt: skip
        missing = Reach(urdf).mesh(name)
        assert isinstance(missing, Missing), name
        assert missing.looked


def test_convert_tells_what_is_missing(tmp_path: Path, capsys) -> None:
    meshes = {name: f'<mesh filename="{name}.stl"/>' for name in SOLIDS}
    path = written(tmp_path, description(meshes))
    (tmp_path / "box.stl").touch()
    assert main(["convert", str(path), "-o", str(tmp_path / "a.arch"), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["meshes"] == [str(tmp_path / "box.stl")]
    assert [one["file"] for one in facts["missing"]] == [
        "cylinder.stl",
        "sphere.stl",
        "capsule.stl",
    ]
    assert facts["missing"][0]["looked"] == [str(tmp_path / "cylinder.stl")]


def test_a_dimension_just_beyond_the_bound_of_a_body_is_refused_with_all_its_digits(
    tmp_path,
) -> None:
    path = tmp_path / "far.urdf"
    path.write_text(
        '<robot name="far"><link name="a"><visual><geometry><sphere radius="1"/></geometry>'
        '</visual></link><joint name="1" type="continuous"><parent link="a"/><child link="b"/>'
        '<axis xyz="0 0 1"/></joint><link name="b"/><joint name="2" type="continuous">'
        '<parent link="b"/><child link="c"/><origin xyz="1 0 1000000.25"/><axis xyz="1 0 0"/>'
        '</joint><link name="c"/></robot>',
        encoding="utf-8",
    )
    with pytest.raises(FileErrors, match=r"got 1000000\.25"):
        read_chain(path)
