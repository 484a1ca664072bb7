"""Chains of trees of links: axes anywhere, nearly parallel ones, hands, and torques."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.arrays import pose_rows
from rvs.engine.descriptions.link_tree import LinkTree, TreeJoint, TreeLink
from rvs.engine.descriptions.tree_robot import TreeChain, kept_still
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Inertia
from rvs.engine.screws import exp3
from rvs.engine.transforms import pose
from tests.examples import examples


def serial(seed: int, count: int, tilt: float | None = None) -> LinkTree:
    """A chain with random frames and masses; with a tilt its axes are parallel but for that."""
    g = np.random.default_rng(seed)
    links, joints = [TreeLink("link0", Inertia(1.0))], []
    for i in range(1, count + 1):
        turn = g.normal(size=3) if tilt is None else [tilt * (i % 2), 0.0, 0.0]
        axis = g.normal(size=3) if tilt is None else np.array([0.0, 0.0, 1.0])
        kind = "prismatic" if tilt is None and g.random() < 0.3 else "revolute"
        origin = pose_rows(pose(exp3(turn), g.uniform(-0.5, 0.5, 3)), "origin")
        x, y, z = (axis / np.linalg.norm(axis)).tolist()
        half = g.normal(size=(3, 3))
        m = half @ half.T
        own = (m[0, 0], m[1, 1], m[2, 2], m[0, 1], m[1, 2], m[0, 2])
        weight = Inertia(g.uniform(0.1, 5), tuple(g.normal(size=3).tolist()), own)
        links.append(TreeLink(f"link{i}", weight))
        joints.append(
            TreeJoint(f"joint{i}", kind, f"link{i - 1}", f"link{i}", origin, (x, y, z),
                      offset=g.normal(), limits=(-1.0, 2.0))
        )  # fmt: skip
    return LinkTree("random", tuple(links), tuple(joints))


@pytest.mark.property
@examples(40)
@given(seed=st.integers(0, 10**6), count=st.integers(1, 7), modified=st.booleans())
def test_any_chain_becomes_a_table_that_moves_alike(seed: int, count: int, modified: bool) -> None:
    tree = serial(seed, count)
    chain = TreeChain(tree, tree.ends("link0", f"link{count}"))
    robot = chain.robot("modified" if modified else "standard")
    assert chain.difference(robot) <= 1e-12
    torques = chain.torque_difference(robot)
    assert torques is not None
    assert torques <= 1e-10


@pytest.mark.property
@examples(20)
@given(seed=st.integers(0, 10**6), start=st.integers(1, 5))
def test_a_chain_may_lead_inwards(seed: int, start: int) -> None:
    tree = serial(seed, 6)
    chain = TreeChain(tree, tree.ends(f"link{start}", "link0"))
    assert len(chain.joints) == start
    assert chain.difference(chain.robot()) <= 1e-12
    torques = chain.torque_difference(chain.robot())
    assert torques is not None
    assert torques <= 1e-10


@pytest.mark.parametrize("tilt", [10.0**-k for k in range(2, 16)])
def test_nearly_parallel_axes_lose_nothing(tilt: float) -> None:
    tree = serial(3, 4, tilt)
    chain = TreeChain(tree, tree.ends("link0", "link4"))
    for convention in ("standard", "modified"):
        robot = chain.robot(convention)
        assert chain.difference(robot) <= 1e-12
        conventions = {joint.convention for joint in robot.joints}
        assert ("general" in conventions) == (1e-12 < tilt < 2e-3)


def test_snapping_makes_a_table_at_the_cost_of_the_angle() -> None:
    tree = serial(3, 4, 1e-6)
    chain = TreeChain(tree, tree.ends("link0", "link4"))
    robot = chain.robot(snap=1e-4)
    assert {joint.convention for joint in robot.joints} == {"standard"}
    assert 1e-9 < chain.difference(robot) < 1e-4


def fork(arm: int, finger: int) -> LinkTree:
    """An arm with two fingers."""
    names, joints = ["base"], []

    def add(parent: str, name: str) -> str:
        names.append(name)
        joints.append(TreeJoint(f"to {name}", "revolute", parent, name))
        return name

    at = "base"
    for i in range(arm):
        at = add(at, f"arm{i}")
    for side in "lr":
        here = at
        for i in range(finger):
            here = add(here, f"{side}{i}")
    return LinkTree("fork", tuple(map(TreeLink, names)), tuple(joints))


def test_an_arm_is_meant_without_its_fingers() -> None:
    tree = fork(6, 1)
    assert tree.main is not None
    assert (tree.main.tip, len(tree.main.joints)) == ("arm5", 6)
    assert [one.tip for one in tree.arms] == ["arm5", "l0", "r0"]
    two_arms = fork(1, 6).main
    assert two_arms is not None
    assert len(two_arms.joints) == 7


def robot_of(branches: dict[str, tuple[str, int, float]]) -> LinkTree:
    """A tree of runs: name -> the run that it begins at, how many joints, their length."""
    links, joints = [TreeLink("base")], []
    for name, (at, count, length) in branches.items():
        parent = "base" if at == "base" else f"{at} {branches[at][1]}"
        for k in range(1, count + 1):
            child = f"{name} {k}"
            links.append(TreeLink(child))
            origin = pose_rows(pose(p=[0.0, 0.0, length]), "origin")
            joints.append(TreeJoint(f"{name}_joint_{k}", "revolute", parent, child, origin))
            parent = child
    return LinkTree("grown", tuple(links), tuple(joints))


HAND = {"arm": ("base", 7, 0.15), "thumb": ("arm", 4, 0.04), "index": ("arm", 7, 0.03)}
BODY = {"waist": ("base", 3, 0.1), "left": ("waist", 6, 0.12), "right": ("waist", 6, 0.12)}


@pytest.mark.parametrize(
    ("branches", "tip"),
    [
        # Many joints behind the arm, all of them short: a hand.
        (HAND, "arm 7"),
        # Fingers that part once more, and a camera on the forearm.
        (HAND | {"tip": ("index", 1, 0.01), "nail": ("index", 1, 0.01)}, "arm 7"),
        # Arms behind a waist are no fingers of it.
        (BODY, "left 6"),
        # Nor is a tool changer with two arms as long as the one that carries them.
        ({"arm": ("base", 4, 0.2), "a": ("arm", 4, 0.2), "b": ("arm", 4, 0.2)}, "a 4"),
        # A leaf beside the way is a sensor.
        ({"arm": ("base", 5, 0.2), "wrist": ("arm", 2, 0.1)}, "wrist 2"),
    ],
)
def test_a_hand_is_told_by_how_small_it_is(branches, tip) -> None:
    assert robot_of(branches).main.tip == tip


def test_a_thousand_branches_are_told_apart_at_once() -> None:
    runs = {f"run{k}": ("base" if k == 0 else f"run{k - 1}", 1, 0.1) for k in range(60)}
    twigs = {f"twig{k}": (f"run{k % 60}", 1, 0.1) for k in range(1000)}
    tree = robot_of(runs | twigs)
    assert len(tree.arms) >= 1000


def test_what_is_kept_still_stays_where_it_was() -> None:
    tree = serial(3, 5)
    still = kept_still(tree, {"joint2"})
    chain = TreeChain(still, still.ends("link0", "link5"))
    assert [joint.name for joint in chain.joints] == ["joint1", "joint3", "joint4", "joint5"]
    q = chain.random(3)
    whole = TreeChain(tree, tree.ends("link0", "link5")).fkine(np.insert(q, 1, 0.0, axis=1))
    assert chain.fkine(q) == pytest.approx(whole, abs=1e-12)


@pytest.mark.parametrize(
    ("joints", "words"),
    [
        ([("a", "x")], "no link 'x'"),
        ([("a", "b"), ("b", "c"), ("a", "c")], "more than one parent"),
        ([("b", "c"), ("c", "b")], "one root"),
        ([("a", "b")], "one root"),
    ],
)
def test_what_is_no_tree_is_refused(joints: list[tuple[str, str]], words: str) -> None:
    made = tuple(TreeJoint(f"{a}{b}", "fixed", a, b) for a, b in joints)
    with pytest.raises(ArgumentError, match=words):
        LinkTree("t", tuple(map(TreeLink, "abc")), made)


def test_a_still_chain_is_no_robot() -> None:
    tree = LinkTree("t", (TreeLink("a"), TreeLink("b")), (TreeJoint("j", "fixed", "a", "b"),))
    assert tree.main is None
    with pytest.raises(ArgumentError, match="no joint moves"):
        TreeChain(tree, tree.ends("a", "b")).robot()


def test_torques_of_a_pendulum() -> None:
    weight = Inertia(2.0, (1.0, 0.0, 0.0), (0.0, 0.1, 0.1, 0.0, 0.0, 0.0))
    joint = TreeJoint("j", "revolute", "a", "b", axis=(0.0, -1.0, 0.0))
    tree = LinkTree("t", (TreeLink("a"), TreeLink("b", weight)), (joint,))
    chain = TreeChain(tree, tree.ends("a", "b"))
    found = chain.torques(np.array([[0.3]]), np.array([[0.7]]), np.array([[0.5]]))
    assert found[0, 0] == pytest.approx(2.0 * 9.81 * np.cos(0.3) + (2.0 + 0.1) * 0.5)
