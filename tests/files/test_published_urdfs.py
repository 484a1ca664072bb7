"""Published descriptions against Pinocchio, where it and its collection of robots are installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rvs.engine.descriptions.link_tree import ChainEnds
from rvs.engine.descriptions.sameness import (
    plain_torques,
    pose_difference,
    tool_poses,
    torque_difference,
)
from rvs.engine.descriptions.tree_robot import TreeChain
from rvs.files.trees.urdf import read_urdf

pinocchio: Any = pytest.importorskip("pinocchio")
HOME = Path(pinocchio.__file__).parents[4] / "share/example-robot-data/robots"
FILES = sorted(HOME.rglob("*.urdf"))
# Without a link, and one whose masses no body has.
EMPTY = "ur3.urdf"


@pytest.mark.skipif(not FILES, reason="the package example-robot-data is not installed")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_longest_chain_is_the_same_robot(path: Path) -> None:
    if path.name == EMPTY:
        return
    tree = read_urdf(path).tree
    if tree.main is not None:
        compare(TreeChain(tree, tree.main), pinocchio.buildModelFromUrdf(str(path)))


@pytest.mark.long
@pytest.mark.skipif(not FILES, reason="the package example-robot-data is not installed")
def test_every_chain_is_the_same_robot() -> None:
    for path in FILES:
        if path.name != EMPTY:
            tree, model = read_urdf(path).tree, pinocchio.buildModelFromUrdf(str(path))
            for ends in tree.arms:
                compare(TreeChain(tree, ends), model)


def compare(chain: TreeChain, model: Any) -> None:
    robot, q = chain.robot(), chain.random(10)
    assert chain.difference(robot) <= 1e-12
    qd, qdd = np.random.default_rng(7).uniform(-1, 1, (2, *q.shape))
    poses, torques = computed(chain.ends, model, q, qd, qdd)
    assert pose_difference(poses, tool_poses(robot, q)) <= 1e-12
    if chain.torque_difference(robot) is not None:
        here = plain_torques(robot, q, qd, qdd)
        assert torque_difference(torques, here) <= 1e-9


def computed(ends: ChainEnds, model: Any, q: Any, qd: Any, qdd: Any) -> tuple[Any, Any]:
    """Poses and torques by Pinocchio, all other joints at their neutral values."""
    data, poses, torques = model.createData(), [], []
    joints = [model.joints[model.getJointId(name)] for name in ends.joints]
    frame = model.getFrameId(ends.tip, pinocchio.FrameType.BODY)
    for values, speeds, accelerations in zip(q, qd, qdd, strict=True):
        posture = pinocchio.neutral(model)
        v, a = np.zeros((2, model.nv))
        for joint, x, xd, xdd in zip(joints, values, speeds, accelerations, strict=True):
            whole = [np.cos(x), np.sin(x)] if joint.nq == 2 else [x]
            posture[joint.idx_q : joint.idx_q + joint.nq] = whole
            v[joint.idx_v], a[joint.idx_v] = xd, xdd
        tau = pinocchio.rnea(model, data, posture, v, a)
        torques.append([tau[joint.idx_v] for joint in joints])
        pinocchio.framesForwardKinematics(model, data, posture)
        poses.append(data.oMf[frame].homogeneous.copy())
    return np.array(poses), np.array(torques)
