"""Full models in written URDF, SDF and MJCF: read back, and loaded by Pinocchio and MuJoCo."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import trimesh

from rvs.bodies.robot_body import made_body, solid_body
from rvs.engine.chain import chain_frames
from rvs.files.bodies.models import full_model
from rvs.files.convert import convert
from rvs.files.library import find_robot, load_robot
from rvs.model.body.fit import fit

BODY = """color = SeaGreen
base { part { shape = cylinder radius = 0.2 height = 0.1 color = #FF0000 } }
link 1 {
 part "wedge" { shape = mesh file = "open.stl" scale = 0.5 move = [ flip y, shift 0.1 0.2 0.3 ] }
 part "cap" { shape = capsule radius = 0.05 height = 0.4 move = [ turn x 30 ] use = seen }
 part "hull" { shape = box x = 0.1 y = 0.2 z = 0.5 use = solid }
 part "torus" { shape = torus radius = 0.1 bar = 0.02 color = blue }
}
tool { part { shape = sphere radius = 0.1 move = [ shift 0 0 0.1 ] } }
"""
ARCH = """geomtype = full
{ a = 0.3 b = 0.2 al = 40 th = 0 }
"""


@pytest.fixture
def arm(tmp_path: Path) -> Path:
    box = trimesh.creation.box(extents=(0.2, 0.4, 0.6))
    trimesh.Trimesh(box.vertices, box.faces[:11], process=False).export(tmp_path / "open.stl")
    (tmp_path / "arm.arch").write_text(ARCH)
    (tmp_path / "arm.body").write_text(BODY)
    return tmp_path / "arm.arch"


def boxes(path: Path, make) -> list[list[float]]:
    """The box about what is drawn or solid of each link at zero, in the world."""
    given = load_robot(path)
    body, robot = full_model(given), given.robot
    assert body is not None
    assert fit(body, robot).ok
    made = make(body, robot)
    frames = np.array([one[0] for one in chain_frames(robot.chain, np.zeros((1, robot.n)))])
    if frames.shape[0] != robot.n + 1:
        frames = chain_frames(robot.chain, np.zeros((1, robot.n)))[0]
    found = []
    for link in range(robot.n + 1):
        points = [
            mesh.vertices @ (frames[link] @ pose)[:3, :3].T + (frames[link] @ pose)[:3, 3]
            for mesh, pose, at in zip(made.meshes, made.poses, made.frames, strict=True)
            if at == link
        ]
        whole = np.concatenate(points) if points else np.zeros((1, 3))
        found.append([*whole.min(axis=0), *whole.max(axis=0)])
    return found


@pytest.mark.parametrize("suffix", [".urdf", ".xml", ".sdf"])
def test_what_is_written_looks_and_collides_as_before(arm, suffix):
    target = arm.parent / "out" / f"arm{suffix}"
    assert convert(arm, target).error < 1e-12
    for make in (made_body, solid_body):
        np.testing.assert_allclose(boxes(target, make), boxes(arm, make), atol=1e-6)
    body = load_robot(target).body
    assert body is not None
    parts = [part for link in body.links for part in link.parts]
    kinds = {(part.shape, part.use) for part in parts}
    assert {("cylinder", "both"), ("sphere", "both"), ("box", "solid")} <= kinds
    assert ("cylinder" if suffix == ".urdf" else "capsule", "seen") in kinds
    assert {part.color.lower() for part in parts} >= {"#ff0000", "#2e8b57", "#0000ff"}
    # A ring stays open in the middle.
    torus = [part for part in parts if part.shape == "mesh" and part.use == "solid"]
    assert len(torus) > 4


@pytest.mark.parametrize("suffix", [".urdf", ".xml", ".sdf"])
def test_a_bundled_robot_comes_back_with_its_body(tmp_path, suffix):
    target = tmp_path / f"puma{suffix}"
    convert(find_robot("puma560"), target)
    np.testing.assert_allclose(
        boxes(target, made_body), boxes(find_robot("puma560"), made_body), atol=1e-6
    )


def test_pinocchio_loads_the_geometry(arm):
    pinocchio = pytest.importorskip("pinocchio")
    target = arm.parent / "out" / "arm.urdf"
    convert(arm, target)
    model = pinocchio.buildModelFromUrdf(str(target))
    for kind, count in ((pinocchio.GeometryType.VISUAL, 7), (pinocchio.GeometryType.COLLISION, 9)):
        geometry = pinocchio.buildGeomFromUrdf(
            model, str(target), kind, package_dirs=[str(target.parent)]
        )
        assert geometry.ngeoms >= count


def test_mujoco_loads_the_geometry(arm):
    mujoco = pytest.importorskip("mujoco")
    target = arm.parent / "out" / "arm.xml"
    convert(arm, target)
    model = mujoco.MjModel.from_xml_path(str(target))
    assert model.nmesh >= 3
    groups = model.geom_group.tolist()
    assert groups.count(2) >= 5
    assert groups.count(3) >= 3
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    # What is drawn lies in the world where RVS draws it.
    low = np.array(boxes(arm, made_body))[:, :3].min(axis=0)
    places = data.geom_xpos[model.geom_group == 2]
    assert (places >= low - 1e-9).all()


@pytest.mark.parametrize("suffix", [".urdf", ".xml", ".sdf"])
def test_meshes_of_others_are_not_written_over(arm, suffix):
    target = arm.parent / "out" / f"arm{suffix}"
    convert(arm, target)
    folder = target.parent / "arm_meshes"
    names = sorted(path.name for path in folder.iterdir())
    theirs = folder / names[0]
    theirs.write_bytes(b"solid theirs\nendsolid theirs\n")
    convert(arm, target)
    assert theirs.with_stem(f"{theirs.stem} (theirs 1)").read_bytes().startswith(b"solid theirs")
    convert(arm, target)
    assert len(list(folder.iterdir())) == len(names) + 1, "what one wrote oneself is replaced"
