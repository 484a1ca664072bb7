"""Half a robot is a robot: a number that is at fault is left out and named, kinematics stay."""

from __future__ import annotations

from math import inf
from pathlib import Path

import numpy as np
import pytest

from rvs.engine.descriptions.tree_robot import TreeChain
from rvs.files.trees.link_looks import TreeFile
from rvs.files.trees.readers import read_tree_file

URDF = """<?xml version="1.0"?>
<robot name="z"><link name="base"/>
<link name="l1"><inertial><mass value="2"/><inertia ixx="0.02" ixy="0" ixz="0" iyy="0.03" iyz="0"
izz="0.025"/></inertial><visual><geometry><box size="1 2 3"/></geometry></visual></link>
<joint name="j1" type="revolute"><parent link="base"/><child link="l1"/>
<origin xyz="0 0 0.3" rpy="0.1 0 0"/><axis xyz="0 0 1"/>
<limit lower="-3" upper="3" effort="10" velocity="2"/><dynamics damping="0.5" friction="0.2"/>
</joint></robot>"""
MJCF = """<mujoco><compiler angle="radian"/><worldbody><body name="l1" pos="0 0 .3">
<inertial pos="0 0 0" mass="2" diaginertia=".02 .03 .025"/><joint name="j1" range="-3 3"
damping="0.5" frictionloss="0.2" armature="0.1" actuatorfrcrange="-10 10"/>
<geom type="box" size="1 2 3"/></body></worldbody>
<actuator><position joint="j1" forcerange="-10 10"/></actuator></mujoco>"""
SDF = """<sdf version="1.9"><model name="z"><link name="base"/><link name="l1">
<pose>0 0 .3 0 0 0</pose>
<inertial><mass>2</mass><inertia><ixx>0.02</ixx><iyy>0.03</iyy><izz>0.025</izz></inertia></inertial>
</link><joint name="j1" type="revolute"><parent>base</parent><child>l1</child><axis>
<xyz>0 0 1</xyz><limit><lower>-3</lower><upper>3</upper><effort>10</effort><velocity>2</velocity>
</limit><dynamics><damping>0.5</damping><friction>0.2</friction></dynamics></axis></joint>
</model></sdf>"""
# Changes, and what each of them loses.
CASES = [
    (URDF, '<mass value="2"/>', "", "mass"),
    (URDF, '<mass value="2"/>', '<mass value="-2"/>', "mass"),
    (URDF, 'ixx="0.02"', 'ixx="nan"', "mass"),
    (URDF, 'ixx="0.02"', 'ixx="${m*2}"', "mass"),
    (URDF, 'effort="10"', 'effort="-1"', "effort"),
    (URDF, 'velocity="2"', 'velocity="fast"', "rate"),
    (URDF, 'lower="-3"', 'lower="7"', "limits"),
    (URDF, 'lower="-3" upper="3"', 'lower="0" upper="0"', "limits"),
    (URDF, 'lower="-3"', 'lower="low"', "limits"),
    (URDF, 'damping="0.5"', 'damping="1e11"', "damping"),
    (URDF, 'friction="0.2"', 'friction="-1"', "friction"),
    (URDF, 'size="1 2 3"', 'size="1 2"', "look"),
    (MJCF, 'mass="2"', 'mass="-2"', "mass"),
    (MJCF, 'range="-3 3"', 'range="3 -3"', "limits"),
    (MJCF, 'range="-3 3"', 'range="0 0"', "limits"),
    (MJCF, 'damping="0.5"', 'damping="1e11"', "damping"),
    (MJCF, 'frictionloss="0.2"', 'frictionloss="nan"', "friction"),
    (MJCF, 'armature="0.1"', 'armature="-1"', "armature"),
    (MJCF, 'actuatorfrcrange="-10 10"', 'actuatorfrcrange="10"', ""),
    (MJCF, 'size="1 2 3"', 'size="1 b 3"', "look"),
    (SDF, "<mass>2</mass>", "<mass>nan</mass>", "mass"),
    (SDF, "<mass>2</mass>", "<mass>-2</mass>", "mass"),
    (SDF, "<lower>-3</lower>", "<lower>7</lower>", "limits"),
    (SDF, "<lower>-3</lower><upper>3</upper>", "<lower>0</lower><upper>0</upper>", "limits"),
    (SDF, "<effort>10</effort>", "<effort>ten</effort>", "effort"),
    (SDF, "<damping>0.5</damping>", "<damping>1e11</damping>", "damping"),
]
NOTHING = {"mass": None, "effort": inf, "rate": inf, "limits": (-inf, inf), "damping": 0.0,
           "friction": 0.0, "armature": 0.0, "look": ()}  # fmt: skip


@pytest.mark.parametrize("case", range(len(CASES)))
def test_a_faulty_number_is_left_out_and_all_else_stays(case: int, tmp_path: Path) -> None:
    text, old, new, lost = CASES[case]
    assert old in text
    whole, half = read(tmp_path, text), read(tmp_path, text.replace(old, new))
    assert not whole.warnings
    assert all("left out" in one.message and one.line for one in half.warnings)
    assert half.warnings
    before, after = parts(whole), parts(half)
    if lost:
        assert before[lost] != NOTHING[lost]
        assert after.pop(lost) == NOTHING[lost]
        del before[lost]
    assert after == before
    tree, other = (TreeChain(one.tree, one.tree.main) for one in (whole, half))
    q = np.array([[0.3]])
    np.testing.assert_array_equal(tree.fkine(q), other.fkine(q))


def read(folder: Path, text: str) -> TreeFile:
    path = folder / "arm.xml"
    path.write_text(text, encoding="utf-8")
    return read_tree_file(path)


def parts(file: TreeFile) -> dict[str, object]:
    (joint,) = (one for one in file.tree.joints if one.moves)
    keys = ("effort", "rate", "limits", "damping", "friction", "armature")
    said = {key: getattr(joint, key) for key in keys}
    return {**said, "mass": file.tree.link["l1"].inertia, "look": file.visuals["l1"]}


def test_a_number_beyond_all_reason_is_said_to_be_that(tmp_path: Path) -> None:
    (one,) = read(tmp_path, MJCF.replace('damping="0.5"', 'damping="1e11"')).warnings
    words = "damping='1e11': 1e11 is larger than 1e+09, the limit for numbers of a robot"
    assert words in one.message
