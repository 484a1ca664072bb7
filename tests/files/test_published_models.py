"""Published MJCF against MuJoCo's own kinematics, where it and collections of models are there."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rvs.engine.descriptions.link_tree import LinkTree
from rvs.engine.descriptions.sameness import pose_difference, tool_poses
from rvs.engine.descriptions.tree_robot import TreeChain
from rvs.engine.transforms import inverse
from rvs.files.text.errors import FileErrors
from rvs.files.trees.readers import read_tree_file

mujoco: Any = pytest.importorskip("mujoco")
PACKAGES = ("robosuite", "dm_control")
# So many chains at least are compared.
LEAST = {"robosuite": 50, "dm_control": 70}


def folder_of(package: str) -> Path | None:
    found = find_spec(package)
    places = found.submodule_search_locations if found is not None else None
    return Path(next(iter(places))) if places else None


@pytest.mark.long
@pytest.mark.parametrize("package", PACKAGES)
def test_every_chain_moves_as_in_mujoco(package: str, tmp_path: Path, monkeypatch) -> None:
    # MuJoCo writes what it finds odd into the folder that it runs in.
    monkeypatch.chdir(tmp_path)
    folder = folder_of(package)
    if folder is None:
        pytest.skip(f"the package {package} is not installed")
    compared = 0
    for path in sorted(folder.rglob("*.xml")):
        try:
            model = mujoco.MjModel.from_xml_path(str(path))
        except ValueError:
            # What MuJoCo refuses may be no model at all; we answer with a robot or an error.
            readable(path)
            continue
        compared += compare(read_tree_file(path).tree, model)
    assert compared >= LEAST[package]


def readable(path: Path) -> bool:
    try:
        read_tree_file(path)
    except FileErrors:
        return False
    return True


def compare(tree: LinkTree, model: Any) -> int:
    data, count = mujoco.MjData(model), 0
    places = {model.joint(k).name: model.jnt_qposadr[k] for k in range(model.njnt)}
    bodies = {model.body(k).name for k in range(model.nbody)}
    for ends in tree.chains:
        if not {*ends.joints} <= {*places} or not {ends.root, ends.tip} <= bodies:
            continue  # without a name there
        chain, poses = TreeChain(tree, ends), []
        q = chain.random(10)
        for values in q:
            data.qpos[:] = model.qpos0
            for joint in tree.joints:
                if joint.moves and joint.name in places:
                    data.qpos[places[joint.name]] = 0.0
            for name, value in zip(ends.joints, values, strict=True):
                data.qpos[places[name]] = value
            mujoco.mj_kinematics(model, data)
            poses.append(inverse(pose_of(data, ends.root)) @ pose_of(data, ends.tip))
        assert pose_difference(np.array(poses), tool_poses(chain.robot(), q)) <= 1e-12
        count += 1
    return count


def pose_of(data: Any, body: str) -> Any:
    pose = np.eye(4)
    pose[:3, :3] = data.body(body).xmat.reshape(3, 3)
    pose[:3, 3] = data.body(body).xpos
    return pose
