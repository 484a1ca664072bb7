"""Published descriptions against Pinocchio, where it and collections of robots are installed."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from rvs.engine.descriptions.comparison import (
    plain_torques,
    pose_difference,
    tool_poses,
    torque_difference,
)
from rvs.engine.descriptions.link_tree import ChainEnds, LinkTree
from rvs.engine.descriptions.tree_robot import TreeChain
from rvs.files.text.errors import FileErrors
from rvs.files.trees import readers
from rvs.files.trees.urdf import read_urdf
from rvs.files.trees.xacro import expanded
from rvs.files.trees.xml import Element

pinocchio: Any = pytest.importorskip("pinocchio")
HOME = Path(pinocchio.__file__).parents[4] / "share/example-robot-data/robots"
TOOLBOX = find_spec("rtbdata")
OTHERS = [Path(place) for place in TOOLBOX.submodule_search_locations or ()] if TOOLBOX else []
FILES = sorted(path for folder in (HOME, *OTHERS) for path in folder.rglob("*.urdf"))
TEMPLATES = sorted(path for folder in OTHERS for path in folder.rglob("*.xacro"))
# Without a link, and one that is no URDF.
EMPTY = ("ur3.urdf", "test.urdf")
# Parts of templates; others include packages that are not there, or names of older versions.
UNFIT = ("no <link>", "there is no folder", "'deg' is not defined")


@pytest.mark.skipif(not FILES, reason="the package example-robot-data is not installed")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_longest_chain_is_the_same_robot(path: Path) -> None:
    if path.name in EMPTY:
        return
    tree = read_urdf(path).tree
    if tree.main is not None:
        compare(TreeChain(tree, tree.main), pinocchio.buildModelFromUrdf(str(path)))


@pytest.mark.long
@pytest.mark.skipif(not FILES, reason="the package example-robot-data is not installed")
def test_every_chain_is_the_same_robot() -> None:
    for path in FILES:
        if path.name not in EMPTY:
            tree, model = read_urdf(path).tree, pinocchio.buildModelFromUrdf(str(path))
            for ends in {one.joints: one for one in (*tree.arms, *tree.chains)}.values():
                compare(TreeChain(tree, ends), model)


@pytest.mark.long
@pytest.mark.skipif(not TEMPLATES, reason="the package rtb-data is not installed")
def test_every_chain_of_templates_is_the_same_robot(monkeypatch) -> None:
    pytest.importorskip("xacro")
    # Another program expands them, which takes nearly all of the time; so only once each.
    once = cache(expanded)
    monkeypatch.setitem(readers.TREES, ".xacro", once)
    compared = 0
    for path in TEMPLATES:
        tree = tree_or_fault(path)
        if isinstance(tree, str):
            assert any(words in tree for words in UNFIT), tree
            continue
        model = pinocchio.buildModelFromXML(as_xml(once(path)))
        for ends in tree.chains:
            compare(TreeChain(tree, ends), model)
            compared += 1
    assert compared > 50


def tree_or_fault(path: Path) -> LinkTree | str:
    try:
        return readers.read_tree_file(path).tree
    except FileErrors as error:
        return str(error)


def as_xml(root: Element) -> str:
    def made(element: Element) -> ElementTree.Element:
        found = ElementTree.Element(element.tag, dict(element.attributes))
        found.extend(made(child) for child in element.children)
        return found

    return ElementTree.tostring(made(root), encoding="unicode")


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
