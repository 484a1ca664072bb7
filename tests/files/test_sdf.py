"""SDF: poses in frames of any name, axes told elsewhere, and faults with their places."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rvs.engine.descriptions.tree_robot import TreeChain
from rvs.engine.rotations import from_rpy
from rvs.files.text.errors import FileErrors
from rvs.files.trees.link_looks import TreeFile
from rvs.files.trees.readers import read_tree_file

MODEL = """<sdf version="1.8"><world name="w"><gravity>0 0 -9.7</gravity><model name="arm">
<link name="base"/>
<link name="body"><pose>0.1 0 0.5 0 0 0.3</pose>
 <inertial><pose>0 0 0.1 0 0 0</pose><mass>2</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz>
 </inertia></inertial>
 <visual name="v"><geometry><box><size>0.1 0.2 0.3</size></box></geometry></visual></link>
<frame name="mark" attached_to="body"><pose>0 0 0.2 0 0 0</pose></frame>
<link name="hand"><pose relative_to="mark">0.4 0 0 0 0.2 0</pose></link>
<joint name="fix" type="fixed"><parent>world</parent><child>base</child></joint>
<joint name="waist" type="revolute"><pose>0 0 -0.5 0 0 0</pose><parent>base</parent>
 <child>body</child><axis><xyz expressed_in="__model__">0 0 2</xyz>
 <limit><lower>-1</lower><upper>2</upper><velocity>3</velocity><effort>-1</effort></limit>
 <dynamics><damping>0.5</damping></dynamics></axis></joint>
<joint name="slide" type="prismatic"><parent>body</parent><child>hand</child>
 <axis><xyz>1 0 0</xyz></axis></joint>
</model></world></sdf>
"""


def read(folder: Path, text: str = MODEL) -> TreeFile:
    path = folder / "arm.sdf"
    path.write_text(text, encoding="utf-8")
    return read_tree_file(path)


def moved(pose, rpy):
    made = np.eye(4)
    made[:3, 3], made[:3, :3] = pose, from_rpy(rpy[::-1])
    return made


def test_poses_in_frames_of_any_name(tmp_path: Path) -> None:
    file = read(tmp_path)
    tree = file.tree
    waist, slide = (joint for joint in tree.joints if joint.moves)
    assert (waist.limits, waist.rate, waist.effort) == ((-1.0, 2.0), 3.0, np.inf)
    assert waist.damping == 0.5
    assert slide.limits == (-np.inf, np.inf)
    assert tree.gravity == (0.0, 0.0, -9.7)
    assert tree.link["body"].inertia is not None
    assert tree.link["body"].inertia.com == (0.0, 0.0, 0.1)
    assert file.visuals["body"][0].sizes == (0.1, 0.2, 0.3)
    chain = TreeChain(tree, tree.ends("world", "hand"))
    q = np.array([[0.7, 0.25]])
    about = moved((0.1, 0, 0), (0, 0, 0))
    body = about @ moved((0, 0, 0), (0, 0, 0.7)) @ np.linalg.inv(about)
    rest = moved((0.1, 0, 0.5), (0, 0, 0.3)) @ moved((0, 0, 0.2), (0, 0, 0))
    hand = rest @ moved((0.4, 0, 0), (0, 0.2, 0)) @ moved((0.25, 0, 0), (0, 0, 0))
    np.testing.assert_allclose(chain.fkine(q)[0], body @ hand, atol=1e-15)
    assert chain.difference(chain.robot()) <= 1e-12


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('relative_to="mark"', 'relative_to="mrak"', ("no frame 'mrak'", "'mark'")),
        ('attached_to="body"', 'attached_to="mark"', ("refer to one another",)),
        ("<child>hand</child>", "<child>hnad</child>", ("<joint name='slide'>", "'hnad'")),
        ("<xyz>1 0 0</xyz>", "<xyz>0 0 0</xyz>", ("no direction",)),
        ('type="prismatic"', 'type="screw"', ("'screw'", "revolute")),
        ('<link name="hand">', '<link name="body">', ("another link with this name",)),
        ("<parent>body</parent>", "<parent>hand</parent>", ("<joint name=", "form a loop")),
    ],
)
def test_each_fault_has_its_place(tmp_path: Path, old: str, new: str, words) -> None:
    assert old in MODEL
    with pytest.raises(FileErrors) as caught:
        read(tmp_path, MODEL.replace(old, new))
    for word in words:
        assert word in str(caught.value)


def test_what_is_not_read_is_said(tmp_path: Path) -> None:
    more = "<include><uri>model://hand</uri></include></model>"
    warnings = read(tmp_path, MODEL.replace("</model>", more)).warnings
    named, weight = map(str, warnings)
    assert "<include>: 'model://hand' is not in the known folders" in named
    assert "<link name='hand'>: it has no <inertial>, which SDF takes as 1 kg" in weight


def test_files_without_a_robot(tmp_path: Path) -> None:
    with pytest.raises(FileErrors, match="no <model>"):
        read(tmp_path, "<sdf version='1.8'/>")
    with pytest.raises(FileErrors, match="no <link>"):
        read(tmp_path, "<sdf version='1.8'><model name='a'/></sdf>")


FOLDED = """<sdf version="1.10"><world name="w"><gravity>0 0 -3</gravity><model name="arm">
<pose>1 0 0 0 0 0</pose><link name="base"/>
<joint name="foot" type="fixed"><parent>world</parent><child>base</child></joint>
<model name="upper"><pose degrees="true">0 0 0.5 0 0 90</pose><link name="l1"/>
<frame name="end"><pose>0.3 0 0 0 0 0</pose></frame>
<model name="hand" placement_frame="grip"><pose relative_to="end">0 0 0.1 0 0 0</pose>
<link name="palm"/><frame name="grip" attached_to="palm"><pose>0 0.2 0 0 0 0</pose></frame></model>
<joint name="wrist" type="revolute"><parent>l1</parent><child>hand</child>
<axis><xyz expressed_in="__model__">0 1 0</xyz></axis></joint></model>
<joint name="waist" type="revolute"><parent>base</parent><child>upper::l1</child>
<axis><xyz>0 0 1</xyz></axis></joint></model></world></sdf>"""


def test_models_in_models_are_parts_of_the_robot(tmp_path: Path) -> None:
    file = read(tmp_path, FOLDED)
    assert not file.warnings
    tree = file.tree
    assert [one.name for one in tree.joints if one.moves] == ["waist", "upper::wrist"] or [
        one.name for one in tree.joints if one.moves
    ] == ["upper::wrist", "waist"]
    chain = TreeChain(tree, tree.ends("world", "upper::hand::palm"))
    at = chain.fkine(np.zeros((1, 2)))[0]
    # In the model of the upper arm at (0.3, -0.2, 0.1), which stands turned at (1, 0, 0.5).
    np.testing.assert_allclose(at[:3, 3], [1.2, 0.3, 0.6], atol=1e-12)
    np.testing.assert_allclose(at[:3, 0], [0, 1, 0], atol=1e-12)
    # The axis is y of the upper arm's model, -x of the world.
    turned = chain.fkine(np.array([[0.0, 0.1]]))[0]
    np.testing.assert_allclose(turned[:3, 0], [0, np.cos(0.1), -np.sin(0.1)], atol=1e-12)


@pytest.mark.parametrize(
    ("version", "more", "axis"),
    [
        ("1.4", "", (1, 0, 0)),
        ("1.3", "<use_parent_model_frame>0</use_parent_model_frame>", (1, 0, 0)),
        ("1.5", "", (0, 1, 0)),
        ("1.6", "<use_parent_model_frame>1</use_parent_model_frame>", (1, 0, 0)),
        ("1.6", "<use_parent_model_frame>false</use_parent_model_frame>", (0, 1, 0)),
        ("1.7", "", (0, 1, 0)),
    ],
)
def test_axes_are_told_in_the_frame_of_their_version(
    version: str, more: str, axis: tuple[float, ...], tmp_path: Path
) -> None:
    text = f"""<sdf version="{version}"><model name="arm"><link name="base"/>
    <link name="l1"><pose>0 0 1 0 0 1.5707963267948966</pose></link><joint name="j" type="revolute">
    <parent>base</parent><child>l1</child><axis><xyz>1 0 0</xyz>{more}</axis></joint></model>
    </sdf>"""
    (joint,) = read(tmp_path, text).tree.joints
    np.testing.assert_allclose(np.array(joint.origin)[:3, :3] @ joint.axis, axis, atol=1e-12)


@pytest.mark.parametrize(
    ("attributes", "numbers"),
    [
        ('degrees="true"', "0 0 0 0 90 0"),
        ('rotation_format="quat_xyzw"', "0 0 0 0 1 0 1"),
        ('rotation_format="euler_rpy" degrees="true"', "0 0 0 0 90 0"),
        ("", "0 0 0 0 1.5707963267948966 0"),
        ('degrees="false"', "0 0 0 0 1.5707963267948966 0"),
    ],
)
def test_poses_say_how_they_are_told(attributes: str, numbers: str, tmp_path: Path) -> None:
    text = f"""<sdf version="1.9"><model name="arm"><link name="base"/><link name="l1">
    <pose {attributes}>{numbers}</pose></link><joint name="j" type="revolute"><parent>base</parent>
    <child>l1</child><axis><xyz>0 0 1</xyz></axis></joint></model>
    </sdf>"""
    (joint,) = read(tmp_path, text).tree.joints
    np.testing.assert_allclose(np.array(joint.origin)[:3, 2], [1, 0, 0], atol=1e-12)


def test_a_model_that_nothing_holds_stands_where_its_pose_says(tmp_path: Path) -> None:
    text = """<sdf version="1.7"><model name="arm"><pose>1 2 3 0 0 0</pose><link name="base">
    <pose>0 0 1 0 0 0</pose></link><link name="l1"/><joint name="j" type="revolute"><parent>base
    </parent><child>l1</child><axis><xyz>0 0 1</xyz></axis></joint></model>
    </sdf>"""
    tree = read(tmp_path, text.replace("base\n    </parent>", "base</parent>")).tree
    assert tree.root == "world"
    chain = TreeChain(tree, tree.main)
    np.testing.assert_allclose(chain.fkine(np.zeros((1, 1)))[0][:3, 3], [1, 2, 3], atol=1e-12)


def test_many_frames_in_a_row_are_refused_in_words(tmp_path: Path) -> None:
    frames = "".join(f'<frame name="f{k}" attached_to="f{k + 1}"/>' for k in range(2_000))
    text = FOLDED.replace(
        '<link name="base"/>', f'<link name="base"/>{frames}<frame name="f2000"/>'
    ).replace('relative_to="end"', "")
    text = text.replace('<joint name="foot" type="fixed"><parent>world', '<joint name="foot" '
                        'type="fixed"><pose relative_to="f0"/><parent>world')  # fmt: skip
    with pytest.raises(FileErrors, match="frames refer to one another in a row"):
        read(tmp_path, text)
