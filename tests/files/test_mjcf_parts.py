"""MJCF that says things in other ways: repeated parts, masses of geoms, sections about joints."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh

from rvs.engine.arrays import Array
from rvs.engine.descriptions.comparison import plain_torques, pose_difference, tool_poses
from rvs.engine.descriptions.tree_robot import TreeChain
from rvs.engine.transforms import inverse
from rvs.files.text.errors import FileErrors
from rvs.files.trees.mjcf import read_mjcf

SHAPES = """<geom type="cylinder" size=".1 .3" pos="0 .2 0" mass="2"/>
<geom type="box" size=".1 .2 .3" euler="10 20 30"/>
<geom type="ellipsoid" size=".1 .2 .3" density="500" euler="10 20 30" pos=".1 0 0"/>
<frame pos="0 0 .2" axisangle="1 0 0 30"><geom type="capsule" fromto="0 0 0 .3 .2 .1" size=".05"/>
</frame><geom type="sphere" size="0.4" group="4"/><geom type="sphere" size="9" density="0"/>"""
MODELS = {
    "geoms": f"""<worldbody><body name="b" pos="0 0 1"><joint name="j" axis="0 1 0"/>{SHAPES}
    <body name="tip" pos="1 0 0"><joint name="k" axis="1 0 0"/>{SHAPES}</body></body>
    </worldbody>""",
    "groups": f"""<compiler inertiafromgeom="true" inertiagrouprange="0 3"/><worldbody>
    <body name="tip"><inertial mass="9" pos="0 0 0" diaginertia="1 1 1"/><joint name="j"/>
    {SHAPES}</body></worldbody>""",
    "mesh": """<asset><mesh name="m" file="m.stl" scale="1 -2 1"/></asset><worldbody>
    <body name="tip" pos="0 0 1"><joint name="j" axis="0 1 1"/><geom type="mesh" mesh="m"
    pos=".1 .2 .3" euler="10 20 30"/></body></worldbody>""",
    "between points": """<worldbody><body name="tip"><joint name="j" axis="0 1 1"/>
    <geom type="box" fromto=".1 .2 .3 .4 .1 .5" size=".03 .2"/>
    <geom type="ellipsoid" fromto="0 0 0 .2 .1 1" size=".03 .2 .1"/>
    <geom type="cylinder" fromto="0 0 0 0 0 -.3" size=".05 .4"/></body></worldbody>""",
    "replicate": """<worldbody><body name="b"><joint name="j0"/><geom size=".1"/>
    <replicate count="11" offset="0 0.1 .3" euler="0 20 30" sep="-"><body name="tip" pos=".2 0 0">
    <joint name="j" axis="0 1 0"/><geom size=".05"/></body></replicate></body></worldbody>""",
}


def written(folder: Path, model: str) -> Path:
    path = folder / "arm.xml"
    path.write_text(f"<mujoco>{model}</mujoco>", encoding="utf-8")
    return path


@pytest.mark.parametrize("name", MODELS)
def test_it_moves_and_weighs_as_in_mujoco(tmp_path: Path, name: str) -> None:
    mujoco: Any = pytest.importorskip("mujoco")
    trimesh.creation.icosphere(1, 0.2).export(tmp_path / "m.stl")
    path = written(tmp_path, MODELS[name])
    tree = read_mjcf(path).tree
    model = mujoco.MjModel.from_xml_path(str(path))
    assert [one.tip for one in tree.chains] == (
        [f"tip-{k:02}" for k in range(11)] if name == "replicate" else ["tip"]
    )
    for ends in tree.chains:
        chain = TreeChain(tree, ends)
        robot, q = chain.robot(), chain.random(5)
        qd, qdd = np.random.default_rng(3).uniform(-1, 1, (2, *q.shape))
        poses, torques = by_mujoco(mujoco, model, ends, np.stack([q, qd, qdd]))
        assert pose_difference(poses, tool_poses(robot, q)) <= 1e-12
        # Of mesh files MuJoCo keeps single precision.
        limit = 1e-6 if name == "mesh" else 1e-12
        largest = np.abs(torques).max()
        assert np.abs(torques - plain_torques(robot, q, qd, qdd)).max() <= limit * largest


def by_mujoco(mujoco: Any, model: Any, ends: Any, states: Array) -> tuple[Array, Array]:
    data, poses, torques = mujoco.MjData(model), [], []
    joints = [model.joint(one) for one in ends.joints]
    at = [joint.dofadr[0] for joint in joints]
    for q, qd, qdd in np.moveaxis(states, 1, 0):
        data.qpos[:], data.qvel[:], data.qacc[:] = model.qpos0, 0.0, 0.0
        data.qpos[[joint.qposadr[0] for joint in joints]] = q
        data.qvel[at], data.qacc[at] = qd, qdd
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_comVel(model, data)
        found = np.zeros(model.nv)
        mujoco.mj_rne(model, data, 1, found)
        torques.append(found[at])
        poses.append(inverse(pose_of(data, ends.root)) @ pose_of(data, ends.tip))
    return np.array(poses), np.array(torques)


def pose_of(data: Any, body: str) -> Array:
    pose = np.eye(4)
    pose[:3, :3] = data.body(body).xmat.reshape(3, 3)
    pose[:3, 3] = data.body(body).xpos
    return pose


SECTIONS = """<default><motor gear="2"/></default><worldbody><body><freejoint name="f"/>
<geom size="1"/><body name="b" pos="0 0 1"><joint name="h" axis="0 1 0" actuatorfrcrange="-90 90"/>
<geom size="1"/><body name="c"><joint name="k" range="-20 20"/><geom size="1"/><body name="d">
<joint name="m" type="slide"/><geom size="1"/></body></body></body></body></worldbody>
<equality><joint joint1="k" joint2="h" polycoef="0 1 0 0 0"/></equality>
<actuator><motor joint="h" ctrlrange="-5 4"/><general joint="k" forcerange="-3 2" gear="5 0 0"/>
<position joint="m" ctrlrange="-1 1"/></actuator>
<keyframe><key name="other" qpos="1"/><key name="home" qpos="0 0 0 1 0 0 0 .5 .7 -.2"/>
</keyframe>"""


def test_sections_say_efforts_what_follows_and_the_posture(tmp_path: Path) -> None:
    tree = read_mjcf(written(tmp_path, SECTIONS)).tree
    h, k, m = (joint for joint in tree.joints if joint.moves)
    assert (h.effort, k.effort, m.effort) == (10.0, 15.0, np.inf)
    assert (h.follows, k.follows, m.follows) == ("", "h", "")
    assert (h.home, k.home, m.home) == (0.5, pytest.approx(np.radians(20.0)), -0.2)


@pytest.mark.parametrize(
    ("model", "words"),
    [
        ('<worldbody><replicate count="0"/></worldbody>', "count='0': expected a whole number"),
        ('<worldbody><replicate count="1e9"/></worldbody>', "expected a whole number"),
        (
            "<worldbody>" + '<replicate count="999">' * 3 + "<body/>" + "</replicate>" * 3
            + "</worldbody>",
            "including copies",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(tmp_path: Path, model: str, words: str) -> None:
    with pytest.raises(FileErrors, match=words) as error:
        read_mjcf(written(tmp_path, model))
    assert error.value.errors[0].line >= 1


@pytest.mark.parametrize("tag", ["attach", "composite", "flexcomp"])
def test_what_is_computed_elsewhere_is_named(tmp_path: Path, tag: str) -> None:
    body = f'<worldbody><body name="b"><joint/><geom size="1"/><{tag}/></body></worldbody>'
    (warning,) = read_mjcf(written(tmp_path, body)).warnings
    assert (
        f"<{tag}>: of <body name='b'>: it is ignored: the elements that it adds are not read"
        in warning.message
    )
