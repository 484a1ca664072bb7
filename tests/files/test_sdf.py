"""SDF: poses in frames of any name, axes told elsewhere, and faults with their places."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rvs.engine.descriptions.tree_robot import TreeChain
from rvs.engine.rotations import from_rpy
from rvs.files.text.errors import FileErrors
from rvs.files.trees.looks import TreeFile
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
        ("<mass>2</mass>", "<mass>nan</mass>", ("<mass>", "finite")),
        ("<mass>2</mass>", "<mass>-2</mass>", ("below 0",)),
        ('type="prismatic"', 'type="screw"', ("'screw'", "revolute")),
        ("<lower>-1</lower>", "<lower>7</lower>", ("above",)),
        ('<link name="hand">', '<link name="body">', ("another link of this name",)),
        ("<parent>body</parent>", "<parent>hand</parent>", ("<joint name=", "run in a circle")),
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
    (warning,) = read(tmp_path, MODEL.replace("</model>", more)).warnings
    assert "<include>: a model within the model" in str(warning)


def test_files_without_a_robot(tmp_path: Path) -> None:
    with pytest.raises(FileErrors, match="no <model>"):
        read(tmp_path, "<sdf version='1.8'/>")
    with pytest.raises(FileErrors, match="no <link>"):
        read(tmp_path, "<sdf version='1.8'><model name='a'/></sdf>")
