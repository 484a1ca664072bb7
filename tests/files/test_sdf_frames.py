"""SDF in all its versions and frames: as Drake reads it, or named, or refused with its line."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from rvs.engine.descriptions.tree_robot import TreeChain
from rvs.engine.transforms import inverse
from rvs.files.cross_check import opinion
from rvs.files.cross_check.process import answered
from rvs.files.text.errors import FileErrors
from rvs.files.trees.chains import chosen_ends
from rvs.files.trees.link_looks import TreeFile
from rvs.files.trees.readers import read_tree_file

MASS = """<inertial><pose>.1 .02 0 .1 .2 .3</pose><mass>{}</mass><inertia><ixx>.02</ixx><iyy>.03
</iyy><izz>.025</izz><ixy>.001</ixy><iyz>-.002</iyz><ixz>.003</ixz></inertia></inertial>"""
BASE = f"""<sdf version="1.9"><model name="arm"><link name="base">{MASS.format(3)}</link>
<frame name="F" attached_to="l1"><pose>.1 .2 .3 .4 0 0</pose></frame>
<frame name="G"><pose>.2 0 .3 0 .4 0</pose></frame>
<link name="l1"><pose>0 .1 .3 .1 0 0</pose>{MASS.format(2)}</link>
<link name="l2"><pose relative_to="F">.5 0 .4 0 .3 0</pose>{MASS.format(1)}</link>
<joint name="j0" type="fixed"><parent>world</parent><child>base</child></joint>
<joint name="j1" type="revolute"><pose>0 0 -.2 .1 .2 .3</pose><parent>base</parent>
<child>l1</child><axis><xyz>0 1 .2</xyz></axis></joint>
<joint name="j2" type="prismatic"><parent>l1</parent><child>l2</child>
<axis><xyz>1 0 1</xyz></axis></joint></model></sdf>"""
FREE = re.sub(r'<joint name="j0".*?</joint>', "", BASE)
IN_WORLD = """<world name="w"><frame name="v" attached_to="u"><pose>0 0 .1 0 .2 0</pose></frame>
<frame name="u"><pose>1 2 3 0 0 .5</pose></frame><model name="arm"><pose relative_to="v">.1 0 0 0 0
0</pose>"""
NESTED = """<model name="in"{}>{}<link name="h"><pose>0 0 .1 0 .2 0</pose>{}</link></model>
<joint name="j3" type="revolute"><parent>l2</parent><child>{}</child>
<axis><xyz{}>0 .1 1</xyz></axis>
</joint></model></sdf>"""


def old(version: str, more: str = "") -> str:
    """The model as versions without frames have it."""
    text = re.sub(r"<frame name=.*?</frame>", "", BASE).replace(' relative_to="F"', "")
    return text.replace('"1.9"', f'"{version}"').replace("</xyz>", f"</xyz>{more}", 1)


def nested(model: str = "", pose: str = "", child: str = "in::h", axis: str = "") -> str:
    inner = NESTED.format(model, pose, MASS.format(1), child, axis)
    return BASE.replace("</model></sdf>", inner)


PARENT = "<use_parent_model_frame>{}</use_parent_model_frame>"
FOLDED = '<pose relative_to="F">.1 .2 .3 .4 .5 .6</pose>'
L1, J1, AXIS = "<pose>0 .1 .3 .1 0 0", "<pose>0 0 -.2", "<xyz>0 1 .2"
ALIKE = {
    **{f"version {one}": old(one) for one in ("1.0", "1.2", "1.3", "1.4", "1.5", "1.6")},
    **{f"parent's frame {one}": old("1.6", PARENT.format(one)) for one in ("1", "true", "0")},
    **{f"version {one}": BASE.replace("1.9", one) for one in ("1.7", "1.10", "1.11", "1.12")},
    **{f"axis in {one}": BASE.replace(AXIS, f'<xyz expressed_in="{one}">0 1 .2')
       for one in ("__model__", "base", "l1", "F", "G", "j2", "l2")},
    **{f"link from {one}": BASE.replace('relative_to="F"', f'relative_to="{one}"')
       for one in ("base", "G", "j1", "__model__")},
    **{f"joint from {one}": BASE.replace(J1, f'<pose relative_to="{one}">0 0 -.2')
       for one in ("base", "F", "G", "l2", "__model__")},
    "degrees": BASE.replace(L1, '<pose degrees="true">0 .1 .3 10 20 30'),
    "quaternion": BASE.replace(L1, '<pose rotation_format="quat_xyzw">0 .1 .3 0 0 .6 .8'),
    "angles": BASE.replace(L1, '<pose rotation_format="euler_rpy">0 .1 .3 .1 0 .2'),
    "model's pose": BASE.replace('"arm">', '"arm"><pose>1 2 3 .1 .2 .3</pose>'),
    "placed": BASE.replace('"arm">', '"arm" placement_frame="F"><pose>1 2 3 .1 .2 .3</pose>'),
    "canonical": BASE.replace('"arm">', '"arm" canonical_link="l2">'),
    "free": FREE,
    "world's frames": FREE.replace('<model name="arm">', IN_WORLD).replace(
        "</model>", "</model></world>"),
    "parent is a frame": BASE.replace("<parent>base", "<parent>G"),
    "parent is a joint": BASE.replace("<parent>l1", "<parent>j1"),
    "nested": nested(),
    "nested with a pose": nested(pose=FOLDED),
    "nested as a child": nested(pose=FOLDED, child="in"),
    "nested and placed": nested(' placement_frame="h"', FOLDED),
    "nested axis": nested(axis=' expressed_in="in::h"'),
}  # fmt: skip


def read(folder: Path, text: str) -> TreeFile:
    path = folder / "arm.sdf"
    path.write_text(text, encoding="utf-8")
    return read_tree_file(path)


@pytest.mark.parametrize("text", ALIKE.values(), ids=ALIKE)
def test_frames_are_those_that_drake_reads(text: str, tmp_path: Path, monkeypatch) -> None:
    pytest.importorskip("pydrake")
    monkeypatch.setattr(opinion, "asked", answered)
    file = read(tmp_path, text)
    chain = TreeChain(file.tree, chosen_ends(file))
    said = opinion.opinion_on(file, chain, chain.robot())
    assert said.agrees, said.words
    assert said.torque_error is not None
    assert not file.warnings


@pytest.mark.parametrize("version", ["1.7", "1.10", "1.12"])
def test_versions_are_told_by_their_parts(version: str, tmp_path: Path) -> None:
    tree = read(tmp_path, BASE.replace("1.9", version)).tree
    axis = next(one.axis for one in tree.joints if one.name == "j1")
    np.testing.assert_allclose(axis, np.array([0, 1, 0.2]) / np.hypot(1, 0.2))


def test_a_model_stands_in_a_frame_of_the_world(tmp_path: Path) -> None:
    tree = read(tmp_path, ALIKE["world's frames"]).tree
    (ground,) = (one for one in tree.joints if one.parent == "world")
    # From the last frame outwards: along x turned about y, then up, then turned about z.
    x, z = 0.1 * np.cos(0.2), 0.1 - 0.1 * np.sin(0.2)
    place = [1 + x * np.cos(0.5), 2 + x * np.sin(0.5), 3 + z]
    np.testing.assert_allclose(np.array(ground.origin)[:3, 3], place, atol=1e-12)


@pytest.mark.parametrize("tag", ["visual", "collision"])
def test_looks_stand_in_the_frame_that_they_name(tag: str, tmp_path: Path) -> None:
    look = (
        f'<{tag} name="v"><pose relative_to="F">1 0 0 0 0 0</pose>'
        "<geometry><sphere><radius>.1</radius></sphere></geometry>"
    )
    file = read(tmp_path, BASE.replace('<link name="l2">', f'<link name="l2">{look}</{tag}>'))
    (one,) = (file.visuals if tag == "visual" else file.collisions)["l2"]
    # The link itself is told in that frame.
    link = np.eye(4)
    c, s = np.cos(0.3), np.sin(0.3)
    link[:3, :3], link[:3, 3] = [[c, 0, s], [0, 1, 0], [-s, 0, c]], [0.5, 0, 0.4]
    place = inverse(link) @ np.array([1, 0, 0, 1])
    np.testing.assert_allclose(np.array(one.place)[:3, 3], place[:3], atol=1e-12)


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        (L1, '<pose rotation_format="euler_zyx">0 0 0 0 0 0', 5, "expected euler_rpy, or quat"),
        (L1, '<pose degrees="true" rotation_format="quat_xyzw">0 0 0 0 0 0 1', 5, "in degrees"),
        ('"1.9"', '"nine"', 1, "version='nine'"),
        ('"arm">', '"arm"><pose relative_to="w">0 0 0 0 0 0</pose>', 1, "no frame 'w' in the"),
        ('"revolute"', '"screw"', 10, "type='screw'"),
        ('"revolute"', '"gearbox"', 10, "type='gearbox'"),
        ('"revolute"', '"revolute2"', 10, "type='revolute2'"),
        ('"revolute"', '"universal"', 10, "type='universal'"),
    ],
)  # fmt: skip
def test_what_can_not_be_meant_is_refused(
    old: str, new: str, line: int, words: str, tmp_path: Path
) -> None:
    with pytest.raises(FileErrors) as caught:
        read(tmp_path, BASE.replace(old, new, 1))
    assert any(words in one.message and one.line == line for one in caught.value.errors)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"arm">', '"arm"><static>true</static>', "<static>: of <model name='arm'>"),
        ("<child>l1", "<screw_thread_pitch>.1</screw_thread_pitch><child>l1", "screw_thread_pitch"),
        ("<child>l1", "<gearbox_ratio>3</gearbox_ratio><child>l1", "gearbox_ratio"),
        ("</axis>", "</axis><axis2><xyz>1 0 0</xyz></axis2>", "axis2"),
        ('<link name="l1">', '<link name="l1"><gravity>false</gravity>', "gravity is switched off"),
        ("<inertial>", "<inertial><density>3</density>", "density"),
        ("<inertial><pose>", '<inertial><pose relative_to="F">', "names a frame"),
        ("</xyz>", "</xyz><dynamics><spring_stiffness>5</spring_stiffness></dynamics>", "spring"),
        (L1, f"<pose>1 0 0 0 0 0</pose>{L1}", "there is one already"),
        (L1, "<pose>0 .1 .3 0 -90 0", "turned by 90 rad; is that in degrees?"),
    ],
)
def test_what_changes_numbers_and_is_not_counted_is_named(
    old: str, new: str, words: str, tmp_path: Path
) -> None:
    assert old in BASE
    (warning,) = read(tmp_path, BASE.replace(old, new, 1)).warnings
    assert words in str(warning)
    assert warning.line
