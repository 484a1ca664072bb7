"""Published MJCF against MuJoCo's own poses and torques, where collections of models are there."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rvs.engine.descriptions.comparison import (
    plain_torques,
    pose_difference,
    tool_poses,
    torque_difference,
)
from rvs.engine.descriptions.link_tree import LinkTree
from rvs.engine.descriptions.tree_robot import TreeChain
from rvs.engine.transforms import inverse
from rvs.files.text.errors import FileErrors
from rvs.files.trees.readers import read_tree_file

mujoco: Any = pytest.importorskip("mujoco")
# Collections, and how many chains of each are compared at least, with their torques.
LEAST = {"robosuite": 70, "dm_control": 135, "gymnasium": 25, "gymnasium_robotics": 125}
# What MuJoCo reads and RVS does not: a file includes another one from outside its own package.
REFUSED = {"kitchen_env_model.xml"}
# Meshes of these lie outside their package, so that RVS names them and counts no mass.
WITHOUT_MESHES = {"dog.xml", "scene.xml"}
# Points of meshes have single precision there.
SAME_TORQUES = 1e-7


def folder_of(package: str) -> Path | None:
    found = find_spec(package)
    places = found.submodule_search_locations if found is not None else None
    return Path(next(iter(places))) if places else None


@pytest.mark.long
@pytest.mark.parametrize("package", LEAST)
def test_every_chain_moves_and_weighs_as_in_mujoco(
    package: str, tmp_path: Path, monkeypatch
) -> None:
    # MuJoCo writes what it finds odd into the folder that it runs in.
    monkeypatch.chdir(tmp_path)
    folder = folder_of(package)
    if folder is None:
        pytest.skip(f"the package {package} is not installed")
    compared, refused = 0, set()
    for path in sorted(folder.rglob("*.xml")):
        try:
            model = mujoco.MjModel.from_xml_path(str(path))
        except ValueError:
            # What MuJoCo refuses may be no model at all; we answer with a robot or an error.
            readable(path)
            continue
        if not readable(path):
            refused.add(path.name)
            continue
        compared += compare(read_tree_file(path).tree, model, path.name not in WITHOUT_MESHES)
    assert compared >= LEAST[package]
    assert refused <= REFUSED


def readable(path: Path) -> bool:
    try:
        read_tree_file(path)
    except FileErrors:
        return False
    return True


def compare(tree: LinkTree, model: Any, weighed: bool) -> int:
    """Compare all chains whose joints and ends have names there; return how many torques agree."""
    data, count = mujoco.MjData(model), 0
    numbers = {model.joint(k).name: k for k in range(model.njnt)}
    bodies = {model.body(k).name for k in range(model.nbody)}
    rest = model.qpos0.copy()
    for joint in tree.joints:
        if joint.moves and joint.name in numbers:
            rest[model.jnt_qposadr[numbers[joint.name]]] = 0.0
    for ends in tree.chains:
        if not {*ends.joints} <= {*numbers} or not {ends.root, ends.tip} <= bodies:
            continue  # without a name there
        chain, poses, torques = TreeChain(tree, ends), [], []
        robot, q = chain.robot(), chain.random(10)
        own = [numbers[name] for name in ends.joints]
        places, dofs = model.jnt_qposadr[own], model.jnt_dofadr[own]
        qd, qdd = np.random.default_rng(7).uniform(-1, 1, (2, *q.shape))
        data.qpos[:], data.qvel[:], data.qacc[:] = rest, 0.0, 0.0
        for data.qpos[places], data.qvel[dofs], data.qacc[dofs] in zip(q, qd, qdd, strict=True):
            mujoco.mj_fwdPosition(model, data)
            mujoco.mj_fwdVelocity(model, data)
            tau = np.zeros(model.nv)
            mujoco.mj_rne(model, data, 1, tau)
            torques.append(tau[dofs])
            poses.append(inverse(pose_of(data, ends.root)) @ pose_of(data, ends.tip))
        assert pose_difference(np.array(poses), tool_poses(robot, q)) <= 1e-12
        if weighed and chain.has_masses and chain.torque_difference(robot) is not None:
            here = plain_torques(robot, q, qd, qdd)
            assert torque_difference(np.array(torques), here) <= SAME_TORQUES
            count += 1
    return count


def pose_of(data: Any, body: str) -> Any:
    pose = np.eye(4)
    pose[:3, :3] = data.body(body).xmat.reshape(3, 3)
    pose[:3, 3] = data.body(body).xpos
    return pose
