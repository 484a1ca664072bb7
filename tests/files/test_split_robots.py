"""Several robots of one description on one base, and what people call them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import rvs
from rvs.collision.pairs import cell_bodies
from rvs.engine.descriptions.link_tree import LinkTree, TreeJoint, TreeLink
from rvs.engine.jacobians import fkine
from rvs.files.chains import limb_name
from rvs.files.library import load_robot
from rvs.files.placed_robot import on_disk, placed_robot
from rvs.files.text.errors import FileErrors
from rvs.files.trees.chains import meant_chain
from rvs.files.trees.readers import read_tree_file
from rvs.model.collision.rules import pair_of
from rvs.model.robots.imported import Choices
from rvs.model.session import Session
from rvs.model.state import State
from rvs.scripting.cell import Cell, working_on
from rvs.scripting.echo.lines import lines
from rvs.scripting.plain import same

LIFT = 0.35
BOX = "<geometry><box size='0.1 0.1 0.2'/></geometry>"


def joint(name: str, parent: str, child: str, at: str, kind: str = "revolute") -> str:
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="{at}" rpy="0.3 0.2 0"/><axis xyz="0 0 1"/>'
        '<limit lower="-1" upper="1" effort="9" velocity="2"/></joint>'
    )


def link(name: str, mass: float = 1.0) -> str:
    moments = 'ixx="0.1" iyy="0.2" izz="0.15" ixy="0.01" ixz="0" iyz="0"'
    return (
        f'<link name="{name}"><visual>{BOX}</visual><collision>{BOX}</collision><inertial>'
        f'<origin xyz="0.01 0.02 0.1"/><mass value="{mass}"/><inertia {moments}/></inertial></link>'
    )


def two_arms() -> str:
    """A mobile robot with a torso that lifts, two arms with grippers, and a head."""
    parts = [link("base", 40.0), link("torso", 9.0)]
    parts.append(joint("torso_lift", "base", "torso", f"0 0 {LIFT}", "prismatic"))
    for side, y in (("left", 0.08), ("right", -0.08)):
        at = "torso"
        for k in range(1, 5):
            parts.append(link(f"{side}_arm_{k}"))
            parts.append(joint(f"{side}_arm_{k}_joint", at, f"{side}_arm_{k}", f"0.05 {y} 0.1"))
            at = f"{side}_arm_{k}"
        parts += [link(f"{side}_palm", 0.5), f'<link name="{side}_tcp"/>']
        parts.append(joint(f"{side}_mount", at, f"{side}_palm", "0 0 0.1", "fixed"))
        parts.append(joint(f"{side}_tcp_joint", f"{side}_palm", f"{side}_tcp", "0 0 0.2", "fixed"))
        for one in "ab":
            parts.append(link(f"{side}_finger_{one}", 0.1))
            own = joint(f"{side}_finger_{one}_joint", f"{side}_palm", f"{side}_finger_{one}",
                        "0 0.01 0.1", "prismatic")  # fmt: skip
            parts.append(own)
    parts += [link("head", 2.0), joint("head_pan", "torso", "head", "0 0 0.4")]
    return f'<robot name="twin">{"".join(parts)}</robot>'


@pytest.fixture
def twin(tmp_path: Path) -> Path:
    path = tmp_path / "twin.urdf"
    path.write_text(two_arms(), encoding="utf-8")
    return path


TIPS = ("left_palm", "right_palm")


def test_people_know_the_chains_by_these_names(twin: Path) -> None:
    tree = read_tree_file(twin).tree
    names = [limb_name(tree, one) for one in tree.arms]
    assert names == ["Left arm", "Right arm", *["Left finger"] * 2, *["Right finger"] * 2, "Head"]


@pytest.mark.parametrize(
    ("names", "title"),
    [
        (["LShoulderPitch", "LElbowYaw", "LWristRoll"], "Left arm"),
        (["RARM_SHOULDER_P", "RARM_ELBOW_R", "RARM_WRIST_R"], "Right arm"),
        (["LF_HAA", "LF_HFE", "LF_KFE"], "Front left chain"),
        (["fr_hx_leg_joint", "fr_kn_leg_joint"], "Front right leg"),
        (["torso_lift_joint", "head_1_joint", "head_2_joint"], "Head"),
        (["torso_lift_joint", "arm_right_1_joint", "arm_right_2_joint"], "Right arm"),
        # A roll is no right side, and a robot may have names that say nothing.
        (["shoulder_r", "elbow_r", "wrist_r"], "Arm"),
        (["joint_a1", "joint_a2"], ""),
        (["right_s0", "right_e0", "right_w0"], "Right chain"),
    ],
)
def test_limbs_are_told_by_the_names_of_joints(names: list[str], title: str) -> None:
    links = [f"link{k}" for k in range(len(names) + 1)]
    joints = [
        TreeJoint(name, "revolute", *pair)
        for name, pair in zip(names, pairwise(links), strict=True)
    ]
    tree = LinkTree("robot", tuple(map(TreeLink, links)), tuple(joints))
    assert limb_name(tree, tree.chains[0]) == title


def test_two_arms_are_two_robots_on_one_base(twin: Path) -> None:
    document = rvs.open(twin, tips=TIPS).document
    left, right = document.robots
    assert [one.id for one in document.robots] == ["twin left arm", "twin right arm"]
    assert left.place == right.place
    # The joint that both would move keeps still; each stands where it stood.
    assert [one.name for one in left.robot.joints] == [f"left_arm_{k}_joint" for k in range(1, 5)]
    whole = load_robot(twin, Choices(tip="left_palm")).robot
    q = np.array([0.1, -0.2, 0.3, 0.4])
    assert fkine(left.robot, q) == pytest.approx(fkine(whole, [0.0, *q]), abs=1e-12)


def test_each_link_belongs_to_one_robot(twin: Path) -> None:
    left, right = rvs.open(twin, tips=TIPS).document.robots
    counts = [[len(one.parts) for one in robot.body.links] for robot in (left, right)]
    # Base, torso and head belong to the first; palm and fingers to the last links.
    assert counts == [[3, 1, 1, 1, 4], [0, 1, 1, 1, 4]]
    masses = [sum(one.inertia.mass for one in robot.robot.joints) for robot in (left, right)]
    assert masses == pytest.approx([4.7, 4.7])
    assert left.robot.base_inertia.mass == pytest.approx(51.0)
    assert right.robot.base_inertia is None


def test_shoulders_do_not_collide_with_the_base_that_carries_them(twin: Path) -> None:
    document = rvs.open(twin, tips=TIPS).document
    left, right = document.robots
    joined = pair_of((left.id, "link", 0), (right.id, "link", 1))
    bodies = cell_bodies(document, "full", (0.0, 0.0))
    assert dict(bodies.ignored)[joined] == "joined"
    # The arms themselves meet each other, and the body in front of them.
    assert pair_of((left.id, "link", 3), (right.id, "link", 3)) in bodies.checked
    assert pair_of((left.id, "link", 0), (right.id, "link", 4)) in bodies.checked


def met_robots(cell: Cell) -> list[frozenset[object]]:
    """Pairs of different robots that collide."""
    robots = {one.id for one in cell.document.robots}
    pairs = (frozenset((one.a[0], one.b[0])) for one in rvs.collide(cell).near
             if one.clearance.colliding)  # fmt: skip
    return [pair for pair in pairs if pair == robots]


def test_what_touches_in_the_file_is_no_collision(twin: Path) -> None:
    """A second link that reaches into the torso, as the drawn shapes of many robots do."""
    text = twin.read_text(encoding="utf-8")
    before, after = text.split('<link name="right_arm_2">')
    big = after.replace("0.1 0.1 0.2", "0.6 0.6 0.6", 2)
    twin.write_text(f'{before}<link name="right_arm_2">{big}', encoding="utf-8")
    cell = rvs.open(twin, tips=TIPS)
    left, _right = cell.document.robots
    assert not met_robots(cell)
    # Where each has a base of its own, nothing says that they belong together.
    alone = [load_robot(twin, Choices(tip=tip)) for tip in TIPS]
    apart = rvs.new(*(placed_robot(one, "robot") for one in alone))
    for one in apart.document.robots:
        apart.change_robot(one.id, place=left.place)
    assert met_robots(apart)


def test_one_of_them_is_read_again_as_it_was_chosen(twin: Path) -> None:
    cell = rvs.open(twin, tips=TIPS)
    for one in cell.document.robots:
        again = rvs.placed(str(twin), **one.imported.choices.said)
        assert again.robot == one.robot
        assert again.body == one.body
        assert on_disk(one).robot == one.robot


def test_a_script_says_both(twin: Path) -> None:
    cell = rvs.open(twin, tips=TIPS)
    old = Session(State()).state
    text = "\n".join(lines(old, cell.state))
    assert text.count("tips=") == 2
    assert len(text.splitlines()) < 30
    made = Cell()
    made.session.restart(old)
    with working_on(made):
        exec(text, {"rvs": rvs})
        assert same(rvs.current().document, cell.document)


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({"tip": "left_palm", "tips": ("left_palm", "left_finger_a")}, "is a part of another"),
        (
            {"tip": "left_pam", "tips": ("left_pam",)},
            "did you mean 'left_palm'?); its chains begin",
        ),
        ({"tip": "head", "tips": TIPS}, "expected one of left_palm, right_palm"),
        ({"tip": "left_palm", "tips": TIPS, "root": "left_palm"}, "is a part of another"),
    ],
)
def test_what_can_be_no_robots_beside_each_other_is_refused(twin, choices, words) -> None:
    with pytest.raises(FileErrors, match=r".") as caught:
        load_robot(twin, Choices(**choices))
    assert words in str(caught.value)


def test_a_base_may_be_on_the_way_of_an_arm(twin: Path) -> None:
    """Then one robot begins inwards, and gravity still pulls down."""
    whole = {tip: load_robot(twin, Choices("left_arm_2", tip)).robot for tip in TIPS}
    for one in rvs.open(twin, root="left_arm_2", tips=TIPS).document.robots:
        tip = one.robot.tool_link
        assert one.robot.gravity == pytest.approx(whole[tip].gravity, abs=1e-12)
        assert fkine(one.robot, one.robot.home) == pytest.approx(
            fkine(whole[tip], whole[tip].home), abs=1e-12
        )


def test_three_robots_of_one_file(twin: Path) -> None:
    robots = rvs.open(twin, tips=("head", *TIPS)).document.robots
    assert [one.robot.n for one in robots] == [1, 4, 4]
    assert [len(one.body.links[0].parts) for one in robots] == [2, 0, 0]


def test_the_usual_choice_needs_no_word(twin: Path) -> None:
    file = read_tree_file(twin)
    assert meant_chain(file).imported.choices == Choices()
    assert meant_chain(replace(file, choices=Choices(tip="head"))).imported.choices.tip == "head"
