"""Results of MuJoCo's compiler, against MuJoCo itself: masses, gravity, joints."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh

from rvs.engine.descriptions.comparison import has_masses, plain_torques, torque_difference
from rvs.engine.descriptions.redescribe import inertia_matrix, moment_row
from rvs.engine.joint import Inertia, Joint
from rvs.engine.robot import Robot
from rvs.engine.rotations import from_rpy
from rvs.files.library import files_of
from rvs.files.meshes.stl import binary_stl
from rvs.files.robots.arch import Architecture
from rvs.files.robots.readers import read_robot_file
from rvs.files.text.errors import FileErrors
from rvs.files.trees.link_looks import TreeFile
from rvs.files.trees.mjcf import read_mjcf
from rvs.files.trees.mjcf_write import save_mjcf

mujoco: Any = pytest.importorskip("mujoco")
SAID = '<inertial pos="0.1 0.2 0" quat="1 0.2 0.3 0" mass="1" diaginertia=".1 .2 .25"/>'
SPIKE = "0 0 0  1 0 0  0 1 0  0 0 1  .2 .2 .2"
FACES = "0 2 1  0 1 3  0 3 2  1 2 4  2 3 4  3 1 4"


def geom(kind: str, size: str, more: str = "") -> str:
    return f'<geom type="{kind}" size="{size}" pos="0.1 0 0.3" euler="10 20 30" {more}/>'


def model(head: str, body: str, tail: str = "") -> str:
    return f"""<mujoco>{head}<worldbody><body name="a" pos="0 0 1"><joint name="j" axis="0 1 0"/>
    {body}<body name="b" pos=".5 0 0"><joint name="k" axis="0 1 0"/>
    <geom type="box" size=".1 .2 .3" pos="0.1 0 0"/></body></body></worldbody>{tail}</mujoco>"""


def mesh(rule: str, scale: str = "1 1 1") -> tuple[str, str]:
    asset = (
        f'<asset><mesh name="m" vertex="{SPIKE}" face="{FACES}" scale="{scale}" {rule}/></asset>'
    )
    return asset, '<geom type="mesh" mesh="m" pos="0.1 0 0.3" euler="10 20 30"/>'


# Heads, and what stands in the body.
MASSES = [
    ("", SAID),
    ('<compiler balanceinertia="true"/>', SAID.replace(".25", ".9")),
    ('<compiler boundmass="3" boundinertia=".15"/>', SAID),
    ('<compiler settotalmass="14"/>', geom("capsule", "0.05 0.2")),
    ('<compiler settotalmass="10" boundmass="3"/>', SAID),
    ('<compiler inertiafromgeom="true"/>', SAID + geom("sphere", ".1")),
    ('<compiler inertiafromgeom="true"/>', SAID),
    ('<compiler inertiafromgeom="true"/><compiler inertiafromgeom="auto"/>',
     SAID + geom("sphere", ".1")),
    ('<compiler inertiagrouprange="0 0"/>',
     geom("sphere", ".1") + geom("sphere", ".2", 'group="1"')),
    ('<compiler discardvisual="true"/>',
     geom("sphere", ".1") + geom("sphere", ".2", 'contype="0" conaffinity="0"')),
    ("", f'<frame pos="0 0 1" euler="90 0 20">{SAID}</frame>'),
    ("", geom("sphere", ".1", 'mass="2"') + geom("box", ".1 .2 .3", 'density="0"')),
    ('<default><geom density="500" shellinertia="true"/></default>', geom("sphere", ".1")),
    *(("", geom(kind, size, 'shellinertia="true"')) for kind, size in (
        ("sphere", ".1"), ("box", ".1 .2 .3"), ("capsule", ".1 .3"), ("cylinder", ".1 .3"),
        ("ellipsoid", ".1 .2 .3"))),
    ("", geom("capsule", ".1 .3", 'shellinertia="true" mass="3"')),
    *(mesh(f'inertia="{rule}"') for rule in ("legacy", "exact", "convex", "shell")),
    mesh(""), mesh("", "0.5 1 2"), mesh('inertia="exact"', "-1 1 1"),
    ('<default><mesh inertia="shell"/></default>' + mesh("")[0], mesh("")[1]),
]  # fmt: skip


@pytest.mark.parametrize("case", range(len(MASSES)))
def test_masses_are_those_that_mujoco_computes(case: int, tmp_path: Path) -> None:
    text = model(*MASSES[case])
    file, other = both(tmp_path, text)
    for k in range(1, other.nbody):
        own = file.tree.link[other.body(k).name].inertia
        assert own is not None
        axes = np.zeros(9)
        mujoco.mju_quat2Mat(axes, other.body_iquat[k])
        turn = axes.reshape(3, 3)
        moments = turn @ np.diag(other.body_inertia[k]) @ turn.T
        # Points of meshes have single precision there, shells of ellipsoids a thickness.
        assert own.mass == pytest.approx(other.body_mass[k], rel=1e-6)
        np.testing.assert_allclose(own.com, other.body_ipos[k], atol=1e-6)
        np.testing.assert_allclose(inertia_matrix(own), moments, atol=1e-5 * moments.max())


@pytest.mark.parametrize("rule", ["legacy", "exact", "convex", "shell"])
def test_a_mesh_with_a_hole_counts_once(rule: str, tmp_path: Path) -> None:
    corners = trimesh.creation.box((0.2, 0.3, 0.4)).triangles
    (tmp_path / "m.stl").write_bytes(binary_stl(corners[:-1], b"open"))
    asset = f'<asset><mesh file="m.stl" inertia="{rule}"/></asset>'
    file, other = both(tmp_path, model(asset, '<geom type="mesh" mesh="m"/>'))
    assert file.tree.link["a"].inertia.mass == pytest.approx(other.body("a").mass[0], rel=1e-6)


def both(folder: Path, text: str) -> tuple[TreeFile, Any]:
    path = folder / "model.xml"
    path.write_text(text, encoding="utf-8")
    return read_mjcf(path), mujoco.MjModel.from_xml_path(str(path))


@pytest.mark.parametrize(
    "options",
    [
        '<option><flag gravity="disable"/></option>',
        '<option gravity="0 1 -3"/>',
        '<option gravity="0 1 -3"/><option><flag gravity="disable"/></option><option/>',
        '<option><flag gravity="disable"/></option><option><flag gravity="enable"/></option>',
    ],
)
def test_gravity_is_what_options_and_flags_say_last(options: str, tmp_path: Path) -> None:
    file, other = both(tmp_path, model(options, SAID))
    off = other.opt.disableflags & mujoco.mjtDisableBit.mjDSBL_GRAVITY
    np.testing.assert_array_equal(file.tree.gravity, np.zeros(3) if off else other.opt.gravity)


def test_joints_in_frames_are_joints_of_the_body_in_their_order(tmp_path: Path) -> None:
    inside = """<frame pos="0.1 0 0" euler="90 0 0" childclass="slow"><joint name="x" pos="1 2 3"/>
    <frame pos="0 0 1" euler="0 45 0"><joint name="y" type="slide"/></frame></frame>"""
    head = '<default><default class="slow"><joint axis="0 1 1" damping="3"/></default></default>'
    file, other = both(tmp_path, model(head, SAID + inside + '<joint name="z" axis="1 0 0"/>'))
    names = [other.joint(k).name for k in range(other.njnt)]
    assert [one.name for one in file.tree.joints if one.moves] == names
    joints = {one.name: one for one in file.tree.joints}
    damping = [joints[name].damping for name in names]
    np.testing.assert_array_equal(damping, other.dof_damping)
    data = mujoco.MjData(other)
    mujoco.mj_kinematics(other, data)
    place = np.eye(4)
    for name in names[:4]:
        k = names.index(name)
        place = place @ np.array(joints[name].origin)
        np.testing.assert_allclose(place[:3, 3], data.xanchor[k], atol=1e-12)
        np.testing.assert_allclose(place[:3, :3] @ joints[name].axis, data.xaxis[k], atol=1e-12)


@pytest.mark.parametrize(
    ("default", "actuator"),
    [
        ('<position forcerange="-7 7"/><general gear="3"/>', '<motor joint="j"/>'),
        ('<motor ctrlrange="-2 2"/>', '<motor joint="j"/>'),
        ('<general forcerange="-4 5"/>', '<velocity joint="j" gear="-2"/>'),
        ('<cylinder forcerange="-9 9"/><motor forcelimited="false"/>', '<motor joint="j"/>'),
    ],
)
def test_all_kinds_of_actuators_share_their_defaults(
    default: str, actuator: str, tmp_path: Path
) -> None:
    text = model(f"<default>{default}</default>", SAID, f"<actuator>{actuator}</actuator>")
    file, other = both(tmp_path, text)
    bound = np.inf
    if other.actuator_forcelimited[0]:
        bound = abs(other.actuator_forcerange[0]).max()
    elif actuator.startswith("<motor") and other.actuator_ctrllimited[0]:
        bound = abs(other.actuator_ctrlrange[0]).max()
    assert file.tree.joints[0].effort == bound * abs(other.actuator_gear[0, 0])


def test_two_actuators_of_a_joint_pull_together(tmp_path: Path) -> None:
    motors = '<motor joint="j" forcerange="-3 3"/><motor joint="j" forcerange="-4 4"/>'
    file, _ = both(tmp_path, model("", SAID, f"<actuator>{motors}</actuator>"))
    assert file.tree.joints[0].effort == 7.0


def test_a_torque_range_that_is_not_in_force_is_none(tmp_path: Path) -> None:
    said = SAID + '<joint name="x" actuatorfrcrange="-4 5" actuatorfrclimited="false"/>'
    file, other = both(tmp_path, model("", said))
    assert not other.jnt_actfrclimited.any()
    assert {one.effort for one in file.tree.joints} == {np.inf}


def test_global_coordinates_are_refused_as_mujoco_refuses_them(tmp_path: Path) -> None:
    path = tmp_path / "old.xml"
    path.write_text(model('<compiler coordinate="global"/>', SAID), encoding="utf-8")
    with pytest.raises(
        FileErrors, match=r":1:9: <compiler>: the coordinates are global; MuJoCo 2.3.3"
    ):
        read_mjcf(path)


def test_hulls_beside_what_is_to_be_seen_are_for_contacts_alone(tmp_path: Path) -> None:
    looks = """<geom type="box" size=".1 .1 .1" group="1" contype="0" conaffinity="0"/>
    <geom type="sphere" size=".2"/>"""
    file, _ = both(tmp_path, model("", SAID + looks))
    assert [one.kind for one in file.visuals["a"]] == ["box"]
    assert [one.kind for one in file.collisions["a"]] == ["sphere"]
    # A body of hulls alone is drawn by them.
    assert [one.kind for one in file.visuals["b"]] == ["box"]


ROBOTS = [read_robot_file(path) for path in files_of("arch").values()]
LIBRARY = [one for one in ROBOTS if has_masses(one.robot)]


@pytest.mark.parametrize("given", LIBRARY, ids=lambda one: one.robot.name)
def test_what_is_written_has_the_torques_that_mujoco_computes(given, tmp_path: Path) -> None:
    save_mjcf(tmp_path / "robot.xml", given)
    assert torques_apart(given.robot, tmp_path / "robot.xml") <= 1e-12


@pytest.mark.parametrize("kinds", ["RRRRRR", "RPRRPR", "PRRPRR"])
def test_moments_that_no_body_has_keep_their_torques(kinds: str, tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    shapes = rng.uniform(-1, 1, (6, 3))
    moments = [0.1 * np.eye(3) for _ in kinds]
    for k, kind in enumerate(kinds):
        # It has too much what the link before lacks.
        rod = 0.08 * np.diag([1.0, 1.0, 0.0] if kind == "R" else [1.0, 0.2, 1.1])
        moments[k] = moments[k] + rod
        if k:
            turn = from_rpy([0.0, 0.0, shapes[k, 1]])
            moments[k - 1] = moments[k - 1] - turn @ rod @ turn.T
    joints = tuple(
        Joint(a, alpha, d if kind == "R" else 0.0, kind="revolute" if kind == "R" else "prismatic",
              convention="modified", inertia=Inertia(1.0, (0.1, 0.0, 0.2), moment_row(own)))
        for kind, (a, alpha, d), own in zip(kinds, shapes.tolist(), moments, strict=True)
    )  # fmt: skip
    # No body has a moment that is larger than the sum of the others.
    assert min(one.sum() - 2 * one[2] for one in map(np.linalg.eigvalsh, moments)) < 0
    robot = Robot(joints)
    save_mjcf(tmp_path / "odd.xml", Architecture(robot))
    assert torques_apart(robot, tmp_path / "odd.xml") <= 1e-12


def torques_apart(robot: Robot, target: Path) -> float:
    other = mujoco.MjModel.from_xml_path(str(target))
    data, found = mujoco.MjData(other), []
    q, qd, qdd = np.random.default_rng(1).uniform(-1, 1, (3, 20, robot.n))
    for data.qpos[:], data.qvel[:], data.qacc[:] in zip(q, qd, qdd, strict=True):
        mujoco.mj_fwdPosition(other, data)
        mujoco.mj_fwdVelocity(other, data)
        found.append(np.zeros(robot.n))
        mujoco.mj_rne(other, data, 1, found[-1])
    return torque_difference(plain_torques(robot, q, qd, qdd), np.array(found))
