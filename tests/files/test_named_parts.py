"""Parts of a description that RVS ignores are reported, with their lines."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rvs.files.text.errors import FileErrors
from rvs.files.trees.link_looks import TreeFile
from rvs.files.trees.readers import read_tree_file

MJCF = """<mujoco><option{option}/>{head}<worldbody>
<body name="a"{body}><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
<joint name="j"{joint}/>{more}</body></worldbody>{tail}</mujoco>"""
URDF = """<robot name="z"><link name="base"/><link name="l1">{link}</link>
<joint name="j" type="continuous"><parent link="base"/><child link="l1"/>
<origin xyz="1 2 3"{origin}/>{joint}</joint>{more}</robot>"""
SDF = """<sdf version="1.9"><model name="arm"><link name="base"/><link name="l1">
{link}</link><joint name="j" type="revolute"><parent>base</parent><child>l1</child>
<axis><xyz>0 0 1</xyz>{axis}</axis></joint>{more}</model></sdf>"""
CASES = [
    (MJCF, "joint", ' stiffness="3"', 3, "stiffness='3' is ignored"),
    (MJCF, "joint", ' stiffness="0" gravcomp="0" margin="2" solreflimit="1 2"', 0, ""),
    (MJCF, "joint", ' dampening="3"', 3, "dampening='3'"),
    (MJCF, "body", ' gravcomp="1"', 2, "torques are computed with the full weight"),
    (MJCF, "option", ' viscosity="0.1"', 1, "does not model air"),
    (MJCF, "option", ' timestep="0.1" solver="CG"', 0, ""),
    (MJCF, "head", '<default><joint springdamper="1 1"/></default>', 1, "without springs"),
    (MJCF, "head", '<option><flag damper="disable"/></option>', 1, "damper='disable'"),
    (MJCF, "head", '<option><flag damper="enable" contact="disable"/></option>', 0, ""),
    (MJCF, "tail", '<equality><weld body1="a"/></equality>', 3, "it closes a loop"),
    (MJCF, "tail", '<equality><connect body1="a" active="false"/></equality>', 0, ""),
    (MJCF, "tail", '<tendon><fixed damping="2"><joint joint="j" coef="1"/></fixed></tendon>', 3,
     "damping='2'"),
    (MJCF, "tail", '<actuator><motor joint="j" armature="2"/></actuator>', 3, "armature='2'"),
    (MJCF, "tail", '<sensor><touch site="s"/></sensor><visual><map znear="1"/></visual>', 0, ""),
    (MJCF, "more", '<body name="b"><attach model="m"/></body>', 3,
     "the elements that it adds are not read"),
    (URDF, "origin", ' rotation="1 2 3"', 3, "rotation='1 2 3'"),
    (URDF, "joint", '<axis xyz="0 0 1"/>\n<axis xyz="0 1 0"/>', 4, "there is one already"),
    (URDF, "joint", '<dynamics damping="1" stiffness="5"/>', 3, "stiffness='5'"),
    (URDF, "joint", '<safety_controller k_velocity="1"/>', 0, ""),
    (URDF, "link", '<mass value="3"/>', 1, "<mass>: of <link name='l1'>"),
    (URDF, "more", '<gazebo><mu>3</mu></gazebo><transmission name="t"/>', 0, ""),
    (URDF, "more", "<xacro:macro name='m'><xacro:n/></xacro:macro>", 3, "a definition of a templ"),
    (SDF, "axis", "<dynamics><spring_stiffness>2</spring_stiffness></dynamics>", 3,
     "without springs"),
    (SDF, "axis", "<dynamics><spring_stiffness>0</spring_stiffness></dynamics>", 0, ""),
    (SDF, "link", "<gravity>false</gravity>", 1, "gravity is switched off for it"),
    (SDF, "link", "<gravity>1</gravity><kinematic>0</kinematic>", 0, ""),
    (SDF, "link", '<inertial auto="true"/>', 2, "auto='true'"),
    (SDF, "more", "<static>true</static>", 3, "in RVS its joints move"),
    (SDF, "more", "<static>false</static><plugin name='p'><x>1</x></plugin>", 0, ""),
]  # fmt: skip


@pytest.mark.parametrize("case", range(len(CASES)))
def test_what_would_change_a_number_is_named(case: int, tmp_path: Path) -> None:
    text, place, said, line, words = CASES[case]
    keys = ("option", "head", "body", "joint", "more", "tail", "link", "origin", "axis")
    found = read(tmp_path, text.format(**{key: said if key == place else "" for key in keys}))
    if not words:
        assert not found.warnings
        return
    (one,) = found.warnings
    assert words in one.message
    assert one.line == line


def test_many_of_a_kind_are_one_sentence(tmp_path: Path) -> None:
    bodies = "".join(f'<body name="b{k}" gravcomp="1"/>' for k in range(50))
    keys = dict.fromkeys(("option", "head", "body", "joint", "tail"), "")
    (one,) = read(tmp_path, MJCF.format(**keys, more=bodies)).warnings
    assert "gravcomp='1' is ignored, and so are 49 more like it" in one.message


def test_a_word_of_an_included_file_has_that_files_line(tmp_path: Path) -> None:
    part = '<mujoco>\n\n<option viscosity="2"/></mujoco>'
    (tmp_path / "part.xml").write_text(part, encoding="utf-8")
    keys = dict.fromkeys(("option", "body", "joint", "more", "tail"), "")
    (one,) = read(tmp_path, MJCF.format(**keys, head='<include file="part.xml"/>')).warnings
    assert (Path(one.path).name, one.line) == ("part.xml", 3)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<robot", '\n\n <?xml version="1.0"?>\n<robot'),
        ("<link name", "<!-- -- a --- b --><link name"),
        ("<robot", "<?xml version='1.0' encoding='GB2312'?>\n<!-- 机器人 --><robot"),
        ("<robot", "<?xml version='1.0' encoding='latin-1'?><!-- é --><robot"),
        ("<robot", "\ufeff<?xml version='1.0' encoding='utf-8'?><robot"),
        ("<robot", "<?xml version='1.0' encoding='utf-16'?><robot"),
    ],
)
def test_texts_are_read_as_other_readers_read_them(old: str, new: str, tmp_path: Path) -> None:
    keys = dict.fromkeys(("link", "origin", "joint", "more"), "")
    text = URDF.format(**keys).replace(old, new, 1)
    code = next((one for one in ("GB2312", "latin-1", "utf-16") if one in text), "utf-8")
    path = tmp_path / "arm.urdf"
    path.write_bytes(text.encode(code))
    assert [one.name for one in read_tree_file(path).tree.joints] == ["j"]


def test_a_text_of_china_that_does_not_say_so_is_read(tmp_path: Path) -> None:
    keys = dict.fromkeys(("origin", "joint", "more"), "")
    text = URDF.format(**keys, link="<!-- 关节 -->").replace("base", "底座")
    path = tmp_path / "arm.urdf"
    path.write_bytes(text.encode("gb2312"))
    assert read_tree_file(path).tree.root == "底座"


def test_comments_that_go_leave_lines_where_they_are(tmp_path: Path) -> None:
    keys = dict.fromkeys(("origin", "joint", "more"), "")
    text = URDF.format(**keys, link="<!-- a\n-- b\n --><inertia/>")
    (one,) = read(tmp_path, text).warnings
    assert (one.line, one.column) == (3, 5)


@pytest.mark.parametrize("code", ["idna", "unicode_escape"])
def test_no_code_that_is_none_of_a_text_is_run(code: str, tmp_path: Path) -> None:
    with pytest.raises(FileErrors, match=f"'{code}' is"):
        read(tmp_path, f"<?xml version='1.0' encoding='{code}'?><robot/>")


@pytest.mark.parametrize("code", ["hex", "zip", "nonsense"])
def test_of_a_code_that_nobody_knows_the_letters_count_as_they_stand(
    code: str, tmp_path: Path
) -> None:
    text = URDF.format(**dict.fromkeys(("origin", "joint", "more", "link"), ""))
    found = read(tmp_path, f"<?xml version='1.0' encoding='{code}'?>{text}")
    assert found.tree == read(tmp_path, text).tree


def test_a_turn_may_be_a_quaternion(tmp_path: Path) -> None:
    keys = dict.fromkeys(("link", "joint", "more"), "")
    (joint,) = read(tmp_path, URDF.format(**keys, origin=' quat_xyzw="0 0 1 1"')).tree.joints
    turn = np.array(joint.origin)[:3, :3]
    np.testing.assert_allclose(turn, [[0, -1, 0], [1, 0, 0], [0, 0, 1]], atol=1e-15)


def test_a_scale_of_one_number_is_even(tmp_path: Path) -> None:
    shape = '<visual><geometry><mesh filename="m.stl" scale="0.001"/></geometry></visual>'
    keys = dict.fromkeys(("origin", "joint", "more"), "")
    (look,) = read(tmp_path, URDF.format(**keys, link=shape)).visuals["l1"]
    assert look.sizes == (0.001,) * 3


def read(folder: Path, text: str) -> TreeFile:
    path = folder / "arm.xml"
    path.write_text(text, encoding="utf-8")
    return read_tree_file(path)
