"""URDF files: what they say, what is wrong with them, and that nothing else is read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.descriptions.tree_robot import TreeChain
from rvs.files.formats import check_file, format_of
from rvs.files.library import load_robot
from rvs.files.text.errors import FileErrors
from rvs.files.trees.chains import chosen_ends
from rvs.files.trees.urdf import read_urdf
from tests.examples import examples

ARM = """<?xml version="1.0"?>
<robot name="two handed">
 <material name="red"><color rgba="1 0 0 1"/></material>
 <link name="base"><visual><geometry><box size="1 2 3"/></geometry>
  <material name="red"/></visual></link>
 <joint name="waist" type="revolute">
  <parent link="base"/><child link="body"/><origin xyz="0 0 0.5" rpy="0.1 0.2 0.3"/>
  <axis xyz="0 0 2"/><limit lower="-1" upper="2" effort="40" velocity="3"/>
  <dynamics damping="0.5" friction="0.25"/>
 </joint>
 <link name="body"><inertial><origin xyz="0 0 0.1" rpy="0 0 1.5"/><mass value="2"/>
  <inertia ixx="0.1" iyy="0.2" izz="0.3" ixy="0.01" iyz="0" ixz="0"/></inertial></link>
 <joint name="left slide" type="prismatic">
  <parent link="body"/><child link="left"/><origin xyz="0.4 0.1 0"/><axis xyz="0 1 0"/>
  <limit lower="0.1" upper="0.3" effort="0" velocity="0"/>
 </joint>
 <link name="left"><inertial><mass value="1"/>
  <inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial></link>
 <joint name="right turn" type="continuous">
  <parent link="body"/><child link="right"/><origin xyz="-0.4 0 0" rpy="0 1 0"/><axis xyz="1 0 1"/>
 </joint>
 <link name="right"/>
 <joint name="fixed" type="fixed"><parent link="right"/><child link="tool"/>
  <origin xyz="0 0 0.2"/></joint>
 <link name="tool"><inertial><mass value="0.5"/></inertial></link>
</robot>
"""


def written(folder: Path, text: str, name: str = "arm.urdf") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def failure(folder: Path, text: str) -> str:
    with pytest.raises(FileErrors) as caught:
        read_urdf(written(folder, text))
    return str(caught.value)


def test_it_says_what_stands_there(tmp_path: Path) -> None:
    file = read_urdf(written(tmp_path, ARM))
    tree = file.tree
    assert (tree.name, tree.root) == ("two handed", "base")
    waist = tree.above["body"]
    assert (waist.limits, waist.effort, waist.rate) == ((-1.0, 2.0), 40.0, 3.0)
    assert (waist.damping, waist.friction, waist.axis) == (0.5, 0.25, (0.0, 0.0, 1.0))
    slide = tree.above["left"]
    assert (slide.effort, slide.rate, slide.home) == (np.inf, np.inf, 0.1)
    assert [(one.kind, one.color, one.sizes) for one in file.visuals["base"]] == [
        ("box", "#ff0000", (1.0, 2.0, 3.0))
    ]
    assert [(one.tip, one.joints) for one in tree.chains] == [
        ("left", ("waist", "left slide")),
        ("tool", ("waist", "right turn")),
    ]


def test_angles_turn_about_fixed_axes(tmp_path: Path) -> None:
    origin = np.array(read_urdf(written(tmp_path, ARM)).tree.above["body"].origin)
    c, s = np.cos([0.1, 0.2, 0.3]), np.sin([0.1, 0.2, 0.3])
    x = np.array([[1, 0, 0], [0, c[0], -s[0]], [0, s[0], c[0]]])
    y = np.array([[c[1], 0, s[1]], [0, 1, 0], [-s[1], 0, c[1]]])
    z = np.array([[c[2], -s[2], 0], [s[2], c[2], 0], [0, 0, 1]])
    np.testing.assert_allclose(origin[:3, :3], z @ y @ x, atol=1e-15)


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize(("root", "tip"), [("base", "left"), ("base", "tool"), ("left", "tool")])
def test_every_chain_moves_as_its_source(tmp_path: Path, root: str, tip: str, convention) -> None:
    file = read_urdf(written(tmp_path, ARM))
    chain = TreeChain(file.tree, chosen_ends(file, root, tip))
    robot = chain.robot(convention)
    assert chain.difference(robot) <= 1e-12
    torques = chain.torque_difference(robot)
    assert torques is not None
    assert torques <= 1e-12
    assert {joint.convention for joint in robot.joints} == {convention}


def test_what_is_not_on_the_way_keeps_its_weight(tmp_path: Path) -> None:
    file = read_urdf(written(tmp_path, ARM))
    robot = TreeChain(file.tree, chosen_ends(file, None, "left")).robot()
    masses = [joint.inertia.mass for joint in robot.joints if joint.inertia]
    assert masses == [2.5, 1.0]


def test_it_is_a_robot_for_every_command(tmp_path: Path) -> None:
    path = written(tmp_path, ARM)
    known = format_of(path)
    assert known is not None
    assert known.use == "robot"
    loaded = load_robot(path)
    assert loaded.imported.path == str(path)
    assert [joint.name for joint in loaded.robot.joints] == ["waist", "left slide"]
    assert check_file(path).ok
    assert any("longest of 2 chains" in str(one) for one in check_file(path).warnings)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            '<child link="left"/>',
            '<child link="lfet"/>',
            ("13:2", "left slide", "'lfet'", "'left'"),
        ),
        ('<axis xyz="0 0 2"/>', '<axis xyz="0 0 0"/>', ("8:3", "<axis>", "no direction")),
        ('xyz="0 0 0.5"', 'xyz="0 0 nan"', ("7:44", "<origin>", "finite")),
        ('xyz="0 0 0.5"', 'xyz="0 0"', ("<origin>", "3 finite numbers")),
        ('type="revolute"', 'type="hinge"', ("<joint name='waist'>", "'hinge'", "revolute")),
        ('<link name="right"/>', "", ("'right'",)),
        ('<link name="right"/>', '<link name="left"/>', ("of this name",)),
        ('<parent link="base"/>', '<parent link="left"/>', ("loop",)),
        ('<child link="right"/>', '<child link="left"/>', ("one parent",)),
        ('<joint name="fixed" type="fixed">', "<ignored>", ("is not XML",)),
        ('<link name="base">', '<link name="alone"/><link name="base">', ("nothing connects",)),
        ('<link name="base">', '<xacro:include filename="x"/><link name="base">', ("template",)),
    ],
)
def test_each_fault_has_line_and_element(tmp_path: Path, old: str, new: str, words) -> None:
    assert old in ARM
    text = failure(tmp_path, ARM.replace(old, new))
    assert str(tmp_path / "arm.urdf") in text
    for word in words:
        assert word in text


def test_entities_and_other_files_are_refused(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("hidden", encoding="utf-8")
    bomb = '<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>\n<robot name="&b;"/>'
    outside = f'<!DOCTYPE r [<!ENTITY x SYSTEM "{secret.as_uri()}">]>\n<robot name="&x;"/>'
    declared = f'<!DOCTYPE robot SYSTEM "{secret.as_uri()}">\n<robot name="x"/>'
    for text in (bomb, outside, declared):
        words = failure(tmp_path, text)
        assert "entity or refers to another file" in words
        assert ":1:" in words
        assert "hidden" not in words


def test_files_that_are_no_descriptions(tmp_path: Path) -> None:
    assert "expected <robot>" in failure(tmp_path, "<mujoco/>")
    assert "is not XML" in failure(tmp_path, "")
    assert "no <link>" in failure(tmp_path, "<robot name='x'/>")
    large = tmp_path / "noise.urdf"
    with large.open("wb") as stream:
        stream.truncate(100 * 1024 * 1024)
    with pytest.raises(FileErrors, match="100 MB large"):
        read_urdf(large)
    many = "".join(f'<link name="l{i}"/>' for i in range(2001))
    assert "2,001 links" in failure(tmp_path, f"<robot>{many}</robot>")
    deep = "<robot>" + "<a>" * 5000 + "</a>" * 5000 + "</robot>"
    assert "nested in more than 199 others" in failure(tmp_path, deep)


@pytest.mark.property
@examples(60)
@given(noise=st.binary(max_size=40), at=st.integers(0, len(ARM)), length=st.integers(0, 40))
def test_damage_is_an_error_or_a_robot(
    tmp_path_factory, noise: bytes, at: int, length: int
) -> None:
    path = tmp_path_factory.mktemp("damaged") / "arm.urdf"
    path.write_bytes(ARM.encode()[:at] + noise + ARM.encode()[at + length :])
    report = check_file(path)
    assert all(one.path == str(path) for one in report.errors)
    assert report.ok or report.errors


ORIGIN = '<origin xyz="1 2 3"'
TURNED = f"""<robot name="z"><link name="a"/><link name="b"><inertial><mass value="2"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" iyz="0" ixz="0"/></inertial></link><joint name="j"
type="continuous"><parent link="a"/><child link="b"/>{ORIGIN}/></joint></robot>"""
QUATERNION = 'quat_xyzw="0 0 0.6 0.8"'


@pytest.mark.parametrize(
    ("version", "said", "cosine", "words"),
    [
        ("", QUATERNION, 0.28, "ROS reads it only if"),
        ('version="1.0"', QUATERNION, 0.28, "ROS reads it only if"),
        ('version="1.1"', QUATERNION, 0.28, ""),
        ('version="1.2"', QUATERNION, 0.28, ""),
        ("", f'{QUATERNION} rpy="0 0 0"', 1.0, "next to rpy"),
        ("", 'rpy="0 0 0"', 1.0, ""),
    ],
)
def test_a_quaternion_counts_or_is_named(
    tmp_path: Path, version: str, said: str, cosine: float, words: str
) -> None:
    path = tmp_path / "z.urdf"
    text = TURNED.replace("<robot", f"<robot {version}").replace(ORIGIN, f"{ORIGIN} {said}")
    path.write_text(text, encoding="utf-8")
    file = read_urdf(path)
    assert file.tree.joints[0].origin[0][0] == pytest.approx(cosine)
    assert [words in one.message for one in file.warnings] == [True] * bool(words)


def test_of_two_orientations_one_can_be_meant(tmp_path: Path) -> None:
    path = tmp_path / "z.urdf"
    both = f'{ORIGIN} {QUATERNION} rpy="0 0 0"'
    text = TURNED.replace("<robot", '<robot version="1.1"').replace(ORIGIN, both)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(
        FileErrors, match=r":3:.*it has both rpy and quat_xyzw; expected only one of them"
    ):
        read_urdf(path)


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("<transmission><actuator><mechanicalReduction>50</mechanicalReduction></actuator>"
         "</transmission>", "<mechanicalReduction>: '50' is ignored"),
        ("<transmission><mechanicalReduction>1.0</mechanicalReduction></transmission>", ""),
        ("<transmission><actuator><motorInertia>.1</motorInertia></actuator></transmission>",
         "<motorInertia>"),
        ('<gazebo reference="b"><turnGravityOff>true</turnGravityOff></gazebo>', "turnGravityOff"),
        ('<gazebo reference="b"><turnGravityOff>false</turnGravityOff></gazebo>', ""),
        ('<gazebo reference="b"><gravity>0</gravity></gazebo>', "<gravity>: '0'"),
        ('<gazebo reference="b"><gravity>true</gravity></gazebo>', ""),
        ('<gazebo reference="j"><springStiffness>3</springStiffness></gazebo>', "springStiffness"),
        ('<gazebo reference="b"><gravity>0</gravity></gazebo>' * 3, ", and so are 2 more like it"),
    ],
)  # fmt: skip
def test_numbers_for_other_programs_are_named(tmp_path: Path, part: str, words: str) -> None:
    path = tmp_path / "z.urdf"
    path.write_text(TURNED.replace("</robot>", f"{part}</robot>"), encoding="utf-8")
    assert [words in str(one) for one in read_urdf(path).warnings] == [True] * bool(words)


@pytest.mark.parametrize("key", ["ixx", "izz", "ixy"])
def test_a_moment_that_is_left_out_is_named(tmp_path: Path, key: str) -> None:
    path = tmp_path / "z.urdf"
    path.write_text(TURNED.replace(f"{key}=", f"of_{key}="), encoding="utf-8")
    words = [one.message for one in read_urdf(path).warnings]
    named = [one for one in words if f"has no {key}; 0 is used" in one]
    assert len(named) == 1


@pytest.mark.parametrize("angles", ["90 0 0", "0 -45 0", "0 0 180"])
def test_an_angle_that_is_in_degrees_as_it_seems_is_named(angles: str, tmp_path: Path) -> None:
    text = (
        '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="continuous">'
        '<parent link="a"/><child link="b"/><origin xyz="0 0 1" rpy="{}"/></joint></robot>'
    )
    (warning,) = read_urdf(written(tmp_path, text.format(angles))).warnings
    assert "rad; is that in degrees?" in str(warning)
    assert warning.line == 1
    assert not read_urdf(written(tmp_path, text.format("0 -6.2831853 0"))).warnings


def test_what_a_template_leaves_in_the_looks_does_not_stop_the_reading(tmp_path: Path) -> None:
    visual = '<visual><geometry><box size="1 1 1"/></geometry><xacro:grey/></visual>'
    text = (
        '<robot name="r"><link name="a">{0}</link><link name="b">{0}{1}</link>'
        '<joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint></robot>'
    )
    (warning,) = read_urdf(written(tmp_path, text.format(visual, ""))).warnings
    assert "a remainder of a template; it is ignored, and so are 1 more" in str(warning)
    with pytest.raises(FileErrors, match="the file is a template"):
        read_urdf(written(tmp_path, text.format(visual, "<xacro:inertia/>")))
