"""MJCF: read as MuJoCo reads it, and faults with their places."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rvs.engine.descriptions.comparison import pose_difference
from rvs.engine.descriptions.tree_robot import TreeChain
from rvs.files.text.errors import FileErrors
from rvs.files.trees.chains import chosen_ends
from rvs.files.trees.mjcf import read_mjcf

MODEL = """<mujoco model="odd arm">
 <compiler angle="degree" eulerseq="zyx"/>
 <option gravity="0 0 -3"/>
 <default>
  <joint damping="0.5" armature="0.1"/>
  <default class="side"><joint axis="0 1 0" range="-30 40"/></default>
  <default class="sliding"><joint type="slide" axis="1 0 1"/></default>
 </default>
 <worldbody>
  <frame pos="0 0 0.5" euler="10 20 30">
   <body name="one" pos="0.1 0 0" quat="1 2 0 0.5" childclass="side">
    <inertial mass="2" pos="0.1 0 0" diaginertia="0.1 0.2 0.25" euler="5 6 7"/>
    <joint name="a" pos="0.1 0.2 0.3" ref="15"/>
    <joint name="b" axis="1 0 0" limited="false"/>
    <body name="two" pos="0.3 0 0.1" axisangle="0 1 1 40">
     <inertial mass="1" pos="0 0 0.1" fullinertia="0.1 0.2 0.15 0.01 0.02 0.03"/>
     <joint name="c" class="sliding" pos="0 0 0.2" ref="0.1" range="-0.2 0.3"/>
     <body name="three" zaxis="1 1 0" pos="0 0.1 0">
      <inertial mass="0.4" pos="0 0 0" diaginertia="0.1 0.1 0.1"/>
      <joint name="d" type="hinge" axis="0 0 2" frictionloss="0.3" actuatorfrcrange="-5 7"/>
      <body name="hand" xyaxes="0 1 0 -1 0 0.2" pos="0 0 0.3"/>
     </body>
    </body>
   </body>
  </frame>
 </worldbody>
</mujoco>
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "arm.xml"
    path.write_text(text, encoding="utf-8")
    return path


def test_it_moves_as_in_mujoco(tmp_path: Path) -> None:
    mujoco: Any = pytest.importorskip("mujoco")
    path = written(tmp_path, MODEL)
    file = read_mjcf(path)
    chain = TreeChain(file.tree, chosen_ends(file, None, "hand"))
    assert [joint.name for joint in chain.joints] == ["a", "b", "c", "d"]
    robot, q = chain.robot(), chain.random(50)
    model = mujoco.MjModel.from_xml_path(str(path))
    data, poses, torques = mujoco.MjData(model), [], []
    qd, qdd = np.random.default_rng(3).uniform(-1, 1, (2, *q.shape))
    for values, speeds, accelerations in zip(q, qd, qdd, strict=True):
        data.qpos[:], data.qvel[:], data.qacc[:] = values, speeds, accelerations
        mujoco.mj_inverse(model, data)
        pose = np.eye(4)
        pose[:3, :3] = data.body("hand").xmat.reshape(3, 3)
        pose[:3, 3] = data.body("hand").xpos
        poses.append(pose)
        torques.append(data.qfrc_inverse - data.qfrc_passive - 0.1 * accelerations)
    assert pose_difference(np.array(poses), chain.fkine(q)) <= 1e-12
    assert chain.difference(robot) <= 1e-12
    # MuJoCo's inverse dynamics take friction and limits as constraints too: compare gravity alone.
    still = chain.torques(q, 0 * q, 0 * q)
    bias = []
    for values in q:
        data.qpos[:], data.qvel[:] = values, 0.0
        mujoco.mj_forward(model, data)
        bias.append(data.qfrc_bias.copy())
    np.testing.assert_allclose(still, bias, atol=1e-12)
    moving = []
    for values, speeds in zip(q, qd, strict=True):
        data.qpos[:], data.qvel[:] = values, speeds
        mujoco.mj_forward(model, data)
        moving.append(data.qfrc_bias.copy())
    np.testing.assert_allclose(chain.torques(q, qd, 0 * q), moving, atol=1e-12)


def test_it_says_what_stands_there(tmp_path: Path) -> None:
    tree = read_mjcf(written(tmp_path, MODEL)).tree
    joints = {joint.name: joint for joint in tree.joints}
    assert tree.gravity == (0.0, 0.0, -3.0)
    assert joints["a"].limits == pytest.approx((np.radians(-30), np.radians(40)))
    assert joints["a"].home == pytest.approx(np.radians(15))
    assert joints["b"].limits == (-np.inf, np.inf)
    assert (joints["c"].kind, joints["c"].limits) == ("prismatic", (-0.2, 0.3))
    assert (joints["d"].friction, joints["d"].effort, joints["d"].armature) == (0.3, 7.0, 0.1)


def test_parts_may_be_in_other_files_of_the_folder(tmp_path: Path) -> None:
    part = '<mujoco><body name="more"><joint name="e"/></body></mujoco>'
    (tmp_path / "part.xml").write_text(part, encoding="utf-8")
    text = MODEL.replace('<body name="hand"', '<include file="part.xml"/><body name="hand"')
    assert "more" in read_mjcf(written(tmp_path, text)).tree.link


TWICE = """<mujoco><compiler angle="radian" autolimits="false"/><worldbody>
 <body name="a" euler="0 0 0.5"><joint name="one" range="-1 2" limited="true"/></body>
 </worldbody><compiler meshdir="./"/></mujoco>"""


def test_a_second_compiler_keeps_what_the_first_one_said(tmp_path: Path) -> None:
    tree = read_mjcf(written(tmp_path, TWICE)).tree
    (joint,) = (one for one in tree.joints if one.moves)
    assert joint.limits == (-1.0, 2.0)
    assert tree.main is not None
    pose = TreeChain(tree, tree.main).fkine(np.zeros((1, 1)))[0]
    assert pose[0, 0] == pytest.approx(np.cos(0.5))


def test_a_path_may_begin_with_a_dot(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    part = '<mujocoinclude><compiler angle="radian"/></mujocoinclude>'
    (tmp_path / "parts/angles.xml").write_text(part, encoding="utf-8")
    words = '<compiler angle="radian" autolimits="false"/>'
    text = TWICE.replace(words, '<include file="./parts/./angles.xml"/>')
    (joint,) = (one for one in read_mjcf(written(tmp_path, text)).tree.joints if one.moves)
    assert joint.limits == (-1.0, 2.0)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('axis="0 0 2"', 'axis="0 0 0"', ("20:7", "<joint name='d'>", "no direction")),
        ('type="hinge"', 'type="screw"', ("<joint name='d'>", "'screw'")),
        ('class="sliding" pos', 'class="rolling" pos', ("no default class 'rolling'",)),
        ('name="two"', 'name="one"', ("another body with this name",)),
        ('name="c"', 'name="a"', ("another joint with this name",)),
        ('quat="1 2 0 0.5"', 'quat="0 0 0 0"', ("quat", "no direction")),
        ('pos="0.1 0 0" quat', 'pos="0.1 inf 0" quat', ("3 finite numbers",)),
        ("<worldbody>", '<include file="../x.xml"/><worldbody>', ("no file '../x.xml'",)),
        ("<worldbody>", '<include file="x.xml"/><worldbody>', ("no file 'x.xml'",)),
        ("<worldbody>", '<include file="arm.xml"/><worldbody>', ("include one another",)),
        ('eulerseq="zyx"', 'eulerseq="zzzz"', ("three axes",)),
    ],
)
def test_each_fault_has_its_place(tmp_path: Path, old: str, new: str, words) -> None:
    assert old in MODEL
    with pytest.raises(FileErrors) as caught:
        read_mjcf(written(tmp_path, MODEL.replace(old, new)))
    for word in words:
        assert word in str(caught.value)


GEOMS = """<mujoco><asset><material name="red" rgba="1 0 0 1"/></asset>
 <default><geom rgba="0 0 1 1"/></default>
 <worldbody><body name="a"><joint/>
 <geom type="box" size="0.1 0.2 0.3" pos="1 2 3" euler="10 20 30"/>
 <geom type="capsule" size="0.1" fromto="0 0 0 1 1 1"/>
 <geom size="0.2" material="red"/>
 <geom type="cylinder" size="0.1 0.4" zaxis="0 1 1" group="3"/>
 <geom type="ellipsoid" size="0.1 0.2 0.3"/></body></worldbody></mujoco>"""


def test_geoms_are_where_mujoco_has_them(tmp_path: Path) -> None:
    mujoco: Any = pytest.importorskip("mujoco")
    path = written(tmp_path, GEOMS)
    file = read_mjcf(path)
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    seen, solid = file.visuals["a"], file.collisions["a"]
    assert [look.kind for look in seen] == ["box", "capsule", "sphere", "ellipsoid"]
    assert [look.kind for look in solid] == ["box", "capsule", "sphere", "cylinder", "ellipsoid"]
    whole = [*seen[:3], solid[3], seen[3]]
    for look, place, turn, size in zip(
        whole, data.geom_xpos, data.geom_xmat, model.geom_size, strict=True
    ):
        pose = np.array(look.place)
        np.testing.assert_allclose(pose[:3, 3], place, atol=1e-12)
        # Round ones may be turned about their own axis, and end for end.
        axis = turn.reshape(3, 3)[:, 2]
        assert abs(abs(axis @ pose[:3, 2]) - 1) < 1e-12
        halves = {"box": 0.5, "sphere": 1.0, "ellipsoid": 1.0}.get(look.kind)
        sizes = (
            [look.sizes[0], look.sizes[1] / 2] if halves is None else halves * np.array(look.sizes)
        )
        np.testing.assert_allclose(sizes, size[: len(sizes)], atol=1e-12)
    assert seen[0].color == "#0000ff"


def test_a_model_of_endless_bodies_is_refused(tmp_path: Path) -> None:
    many = "<body/>" * 2100
    with pytest.raises(FileErrors, match="more than 2,000 bodies"):
        read_mjcf(written(tmp_path, f"<mujoco><worldbody>{many}</worldbody></mujoco>"))


def test_other_files_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(FileErrors, match="expected <mujoco>"):
        read_mjcf(written(tmp_path, "<robot/>"))


HULL, LOOK = 'group="0" rgba="0 1 0 1"', 'group="1" contype="0" conaffinity="0"'


def bodies_of(*geoms: str) -> str:
    """Bodies within each other, each with a hinge and what stands for it."""
    opened = "".join(
        f'<body name="b{k}" pos="0 0 0.2"><joint axis="0 1 0"/>{some}'
        for k, some in enumerate(geoms, 1)
    )
    return f"<mujoco><worldbody>{opened}{'</body>' * len(geoms)}</worldbody></mujoco>"


def ball(size: float, more: str = "") -> str:
    return f'<geom type="sphere" size="{size}" {more}/>'


@pytest.mark.parametrize(
    ("geoms", "seen"),
    [
        # A group for contacts beside one to be seen: hulls alone stay unseen.
        ([ball(0.1, HULL) + ball(0.08, LOOK), ball(0.1, HULL) + ball(0.07, LOOK), ball(0.1, HULL)],
         [[0.08], [0.07], []]),
        # Shapes that collide are the look, and one of them has an ornament in another group.
        ([ball(0.1), ball(0.1), ball(0.1) + ball(0.02, LOOK)], [[0.1], [0.1], [0.1, 0.02]]),
        # An ornament in the same group.
        ([ball(0.1), ball(0.09) + ball(0.02, 'contype="0" conaffinity="0"')],
         [[0.1], [0.09, 0.02]]),
        # What collides with nothing at all is drawn, high groups are not.
        ([ball(0.1, 'contype="0" conaffinity="0"') + ball(0.2, 'group="3"'), ball(0.1)],
         [[0.1], [0.1]]),
    ],
)  # fmt: skip
def test_what_is_seen_is_told_from_what_collides(tmp_path: Path, geoms, seen) -> None:
    path = tmp_path / "look.xml"
    path.write_text(bodies_of(*geoms), encoding="utf-8")
    file = read_mjcf(path)
    found = [[look.sizes[0] for look in file.visuals[f"b{k}"]] for k in range(1, len(geoms) + 1)]
    assert found == seen
    solid = [sum('contype="0"' not in one for one in some.split("<geom")[1:]) for some in geoms]
    assert [len(file.collisions[f"b{k}"]) for k in range(1, len(geoms) + 1)] == solid
