"""Names of links, and what the base weighs, come out of RVS as they went in."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rvs.engine.joint import Inertia, Joint
from rvs.engine.robot import Robot, series
from rvs.files.convert import convert
from rvs.files.library import find_robot
from rvs.files.robots.arch import Architecture
from rvs.files.robots.readers import read_robot_file
from rvs.files.trees.readers import read_tree_file
from rvs.files.trees.robot_tree import robot_tree
from rvs.files.writers import writer_of

SOLID = "<inertia ixx='0.01' iyy='0.02' izz='0.015' ixy='0' ixz='0' iyz='0'/>"
ARM = f"""<robot name="arm">
<link name="world"/>
<link name="pan/da_link0"><inertial><origin xyz="0 0 0.05"/><mass value="2.8"/>{SOLID}</inertial>
 <visual><geometry><box size="0.2 0.2 0.1"/></geometry></visual></link>
<link name="panda_link1"><inertial><mass value="2.7"/>{SOLID}</inertial>
 <visual><geometry><box size="0.1 0.1 0.3"/></geometry></visual></link>
<link name="panda_link2"/><link name="camera"/><link name="panda_hand"/>
<joint name="fix" type="fixed"><parent link="world"/><child link="pan/da_link0"/>
 <origin xyz="0 0 0.1"/></joint>
<joint name="panda_link1" type="revolute"><parent link="pan/da_link0"/><child link="panda_link1"/>
 <origin xyz="0 0 0.333"/><axis xyz="0 0 1"/></joint>
<joint name="panda_joint2" type="revolute"><parent link="panda_link1"/><child link="panda_link2"/>
 <origin xyz="0.3 0 0.1" rpy="1.5 0 0"/><axis xyz="0 0 1"/></joint>
<joint name="eye" type="fixed"><parent link="panda_link1"/><child link="camera"/></joint>
<joint name="grip" type="fixed"><parent link="panda_link2"/><child link="panda_hand"/>
 <origin xyz="0.1 0 0"/></joint>
</robot>"""


def names(robot: Robot) -> list[str]:
    return [robot.base_link, *(joint.link for joint in robot.joints), robot.tool_link]


@pytest.fixture
def arm(tmp_path: Path) -> Path:
    path = tmp_path / "arm.urdf"
    path.write_text(ARM, encoding="utf-8")
    return path


@pytest.mark.parametrize("suffix", [".urdf", ".sdf", ".xml", ".arch", ".json"])
def test_links_keep_their_names_and_the_base_its_mass(arm: Path, suffix: str) -> None:
    source = read_robot_file(arm).robot
    assert names(source) == ["pan/da_link0", "panda_link1", "panda_link2", "panda_hand"]
    done = convert(arm, arm.with_name(f"other{suffix}"))
    made = done.robot
    assert names(made) == names(source)
    base = made.base_inertia
    assert base is not None
    assert base.mass == 2.8
    np.testing.assert_allclose(base.com, (0.0, 0.0, 0.15), atol=1e-12)
    np.testing.assert_allclose(base.moments, (0.01, 0.02, 0.015, 0, 0, 0), atol=1e-12)
    assert "merged with the links that carry them: camera" in done.notes
    # In SDF a joint may not be called as a link is.
    wanted = "panda_link1 2" if suffix == ".sdf" else "panda_link1"
    assert made.joints[0].name == wanted


def test_a_format_without_room_for_names_says_so(arm: Path) -> None:
    told = " ".join(convert(arm, arm.with_name("other.csv")).notes)
    assert "names of links" in told
    assert "mass of the base" in told


def test_links_without_a_name_get_one_that_is_free() -> None:
    joint = Joint(a=1.0)
    robot = Robot((replace(joint, link="tool"), joint, replace(joint, link="tool")))
    found = [link.name for link in robot_tree(robot).links]
    assert found[0] == "base_link"
    assert found[1] == "tool"
    assert len(set(found)) == len(found)
    # What formats call the ground is no link of a robot.
    world = robot.replace(base_link="world", base_inertia=Inertia(1.0))
    assert robot_tree(world).root == "base_link"


def test_an_edited_robot_is_exported_with_the_names_it_has(arm: Path) -> None:
    given = read_robot_file(arm)
    robot = series(given.robot, Robot((Joint(a=0.2, link="wrist"),), tool_link="gripper"))
    path = arm.with_name("longer.urdf")
    writer_of(path, None).write(path, Architecture(robot, end_effector="none"))
    links = [link.name for link in read_tree_file(path).tree.links]
    assert links == ["pan/da_link0", "panda_link1", "panda_link2", "wrist", "gripper"]


def test_a_robot_of_the_library_gets_plain_names() -> None:
    links = [link.name for link in robot_tree(read_robot_file(find_robot("planar-2r")).robot).links]
    assert links == ["base_link", "link1", "link2", "tool"]
