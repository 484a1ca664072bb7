"""Templates of URDF, where the package that expands them is installed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import rvs
from rvs.cli import main
from rvs.files.library import load_robot
from rvs.files.text.errors import FileErrors
from rvs.files.trees import file_reach, xacro
from rvs.files.trees.readers import read_tree_file
from rvs.files.trees.xacro import template_arguments
from rvs.model.robots.imported import Choices
from rvs.scripting.echo.recorder import Recorder

TEMPLATE = """<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
 <xacro:include filename="$(find {package})/urdf/{file}"/>
 <link name="base"/><xacro:tip/>
</robot>"""
MACRO = """<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:macro name="tip">
 <joint name="waist" type="continuous"><parent link="base"/><child link="tip"/>
 <origin xyz="0 0 ${0.1 * 3}"/><axis xyz="0 0 1"/></joint><link name="tip"/>
</xacro:macro></robot>"""


def packages(folder: Path, package: str) -> Path:
    """A template in one package that includes a part of another one."""
    own, other = folder / "arm_description/urdf", folder / "parts_description/urdf"
    own.mkdir(parents=True)
    other.mkdir(parents=True)
    (other / "tip.xacro").write_text(MACRO, encoding="utf-8")
    (own / "own.xacro").write_text(MACRO, encoding="utf-8")
    file = "tip.xacro" if package.startswith("parts") else "own.xacro"
    (other.parent / "package.xml").touch()
    path = own / "arm.urdf.xacro"
    path.write_text(TEMPLATE.format(package=package, file=file), encoding="utf-8")
    return path


@pytest.mark.parametrize("package", ["parts_description", "arm_description", "arm"])
def test_packages_are_folders_beside_it(tmp_path: Path, package: str) -> None:
    pytest.importorskip("xacro")
    (joint,) = read_tree_file(packages(tmp_path, package)).tree.joints
    assert joint.origin[2][3] == pytest.approx(0.3)


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    pytest.importorskip("xacro")
    with pytest.raises(FileErrors, match="there is no folder 'wheels_description' above"):
        read_tree_file(packages(tmp_path, "wheels_description"))


def test_without_the_package_it_says_what_to_install(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "xacro", None)
    with pytest.raises(FileErrors, match="pip install xacro"):
        read_tree_file(packages(tmp_path, "arm_description"))


FRAME = '<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">{0}<link name="a"/></robot>'


def refused(folder: Path, text: str) -> str:
    """Return the error about a template in a package."""
    pytest.importorskip("xacro")
    place = folder / "arm_description/urdf"
    place.mkdir(parents=True, exist_ok=True)
    path = place / "arm.xacro"
    path.write_text(FRAME.format(text), encoding="utf-8")
    with pytest.raises(FileErrors) as error:
        read_tree_file(path)
    return str(error.value)


@pytest.mark.parametrize("way", ["up", "absolute", "link", "glob", "yaml", "find"])
def test_nothing_outside_its_package_is_included(tmp_path: Path, way: str) -> None:
    secret = tmp_path / "elsewhere/secret.xacro"
    secret.parent.mkdir()
    secret.write_text(MACRO, encoding="utf-8")
    names = {
        "up": "../../elsewhere/secret.xacro",
        "absolute": str(secret),
        "link": "linked.xacro",
        "glob": "../../elsewhere/*.xacro",
        "find": "$(find ../../elsewhere)/secret.xacro",
    }
    text = f'<xacro:include filename="{names.get(way)}"/>'
    if way == "yaml":
        text = f"""<xacro:property name="p" value="${{xacro.load_yaml('{secret}')}}"/>${{p}}"""
    place = tmp_path / "arm_description/urdf"
    place.mkdir(parents=True)
    if way == "link":
        try:
            (place / "linked.xacro").symlink_to(secret)
        except OSError:
            pytest.skip("links can't be made here")
    words = "there is no folder" if way == "find" else "outside the folders that this file may read"
    assert words in refused(tmp_path, text)


def test_a_folder_that_was_named_is_read(tmp_path: Path, monkeypatch) -> None:
    pytest.importorskip("xacro")
    path = packages(tmp_path / "here", "wheels_description")
    (tmp_path / "there/wheels_description/urdf").mkdir(parents=True)
    part = tmp_path / "there/wheels_description/urdf/own.xacro"
    part.write_text(MACRO, encoding="utf-8")
    monkeypatch.setattr(file_reach, "_NAMED", [tmp_path / "there"])
    assert len(read_tree_file(path).tree.joints) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("${(lambda: ().__class__)()}", "'__class__' may not be used"),
        ("${(x for x in [1]).gi_frame}", "'gi_frame' may not be used"),
        ("${python.vars(python.type)}", "can't be expanded"),
        ('<a b="$(eval open)"/>', "requires its argument 'open', which it does not declare"),
        (
            '<xacro:macro name="m"><xacro:m/></xacro:macro><xacro:m/>',
            "call one another endlessly",
        ),
    ],
)
def test_expressions_that_lead_out_are_refused(tmp_path: Path, text: str, words: str) -> None:
    assert words in refused(tmp_path, text)


def test_macros_that_grow_without_end_are_ended(tmp_path: Path) -> None:
    calls = "".join(
        f'<xacro:macro name="m{k}">{f"<xacro:m{k + 1}/>" * 10}</xacro:macro>' for k in range(9)
    )
    text = f'{calls}<xacro:macro name="m9"><b/></xacro:macro><xacro:m0/>'
    said = refused(tmp_path, text)
    assert "more than 20,000 times" in said


def test_an_expression_that_takes_for_ever_is_ended(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(xacro, "PATIENCE", 1.5)
    assert "take more than 2 s" in refused(tmp_path, "${9**9**9}")


ARM = """<robot name="$(arg name)" xmlns:xacro="http://www.ros.org/wiki/xacro">
 <xacro:arg name="name" default="arm"/><xacro:arg name="size" default="small"/>
 <xacro:arg name="twice" default="false"/><xacro:arg name="length" default="${0.1 + 0.2}"/>
 <xacro:property name="sizes"
  value="${xacro.load_yaml('sizes/' + xacro.arg('size') + '/own.yaml')}"/>
 <link name="base"/>
 <xacro:macro name="turn" params="above to reach:=^|0.5 *look">
  <joint name="${'turn_%s' % to}" type="continuous"><parent link="${above}"/>
  <child link="${to}"/><origin xyz="0 0 ${reach}"/><axis xyz="0 0 1"/></joint>
  <link name="${to}"><xacro:insert_block name="look"/></link>
 </xacro:macro>
 <xacro:property name="reach" value="${sizes['reach'] * float(xacro.arg('length'))}"/>
 <xacro:turn above="base" to="one"><visual><geometry><sphere radius="0.1"/></geometry></visual>
 </xacro:turn>
 <xacro:if value="$(arg twice)">
 <xacro:turn above="one" to="two" reach="0.25"><visual><geometry><sphere radius="0.1"/></geometry>
 </visual></xacro:turn></xacro:if>
</robot>"""


def arm(folder: Path) -> Path:
    """A template with arguments, of which one must be given."""
    pytest.importorskip("xacro")
    for name, reach in (("small", "1.0"), ("large", "4.0")):
        (folder / "sizes" / name).mkdir(parents=True)
        (folder / "sizes" / name / "own.yaml").write_text(f"reach: {reach}\n")
    (folder / "arm.xacro").write_text(ARM, encoding="utf-8")
    return folder / "arm.xacro"


def test_a_template_is_read_with_its_arguments(tmp_path: Path) -> None:
    given = Choices.of({"name": "robot", "size": "large", "twice": True})
    file = read_tree_file(arm(tmp_path), given)
    assert [joint.name for joint in file.tree.joints] == ["turn_one", "turn_two"]
    assert [joint.origin[2][3] for joint in file.tree.joints] == pytest.approx([1.2, 0.25])
    assert file.tree.name == "robot"
    usual = read_tree_file(tmp_path / "arm.xacro", Choices.of({"name": "robot"}))
    assert [joint.origin[2][3] for joint in usual.tree.joints] == pytest.approx([0.3])


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, r"'name' before it declares it; give it \(--arg name=arm\)"),
        ({"name": "a", "sise": "large"}, r"no argument 'sise' \(did you mean 'size'\?\)"),
        ({"name": "a", "size": "huge"}, "sizes/huge/own.yaml: the file does not exist"),
        ({"name": "a", "twice": "perhaps"}, "perhaps"),
    ],
)
def test_an_argument_that_is_wrong_or_lacking_is_named(
    tmp_path: Path, given: dict[str, str], words: str
) -> None:
    with pytest.raises(FileErrors, match=words):
        read_tree_file(arm(tmp_path), Choices.of(given))


def test_a_default_that_leads_nowhere_is_said_to_be_one(tmp_path: Path) -> None:
    path = arm(tmp_path)
    path.write_text(ARM.replace('default="small"', 'default="none"'), encoding="utf-8")
    with pytest.raises(
        FileErrors,
        match=r"none/own.yaml: the file does not exist; .*\(--arg NAME=VALUE\): size=none",
    ):
        read_tree_file(path, Choices.of({"name": "a"}))


def test_the_arguments_of_a_template_are_listed_with_their_defaults(tmp_path: Path) -> None:
    found = template_arguments(arm(tmp_path), Choices.of({"size": "large"}))
    assert [(one.name, one.default, one.needed) for one in found] == [
        ("name", "arm", True),
        ("size", "small", False),
        ("twice", "false", False),
        ("length", "${0.1 + 0.2}", False),
    ]
    found = template_arguments(tmp_path / "arm.xacro", Choices.of({"name": "a"}))
    assert found[3].default == str(0.1 + 0.2)


def test_arguments_open_a_robot_again_and_stand_in_its_script(tmp_path: Path) -> None:
    path = arm(tmp_path)
    cell = rvs.open(path, args={"name": "robot", "twice": True})
    (placed,) = cell.robots
    assert placed.robot.n == 2
    assert placed.imported.choices.said == {"args": {"name": "robot", "twice": "true"}}
    script = Recorder(cell.session).script()
    assert 'args={"name": "robot", "twice": "true"}' in script
    assert load_robot(path, placed.imported.choices).robot == placed.robot


@pytest.mark.parametrize("form", [["--arg", "name=robot", "--arg", "twice=true"],
                                  ["name:=robot", "twice:=true"]])  # fmt: skip
def test_commands_take_arguments_in_both_forms(tmp_path: Path, form: list[str], capsys) -> None:
    path = arm(tmp_path)
    assert main(["table", str(path), *form]) == 0
    assert "θ₂" in capsys.readouterr().out
    assert main(["table", "puma560", *form]) == 1
    assert "there is no parameter 'name'; the robot has no parameter" in capsys.readouterr().err
    assert main(["convert", str(path), "-o", str(tmp_path / "arm.urdf"), *form]) == 0
    assert load_robot(tmp_path / "arm.urdf").robot.n == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('<a b="$(env HOME)"/>', "environment variable 'HOME', which is not available"),
        (r"${'\x7b0.real\x7d'.format(1)}", "'format' may not be used"),
        (r"${'\x7b:\x7b1.real\x7d\x7d'.format(1, 2)}", "'format' may not be used"),
        (r"${str.format('\x7b0\x7d', 1)}", "'format' may not be used"),
        (r"${'\x7b0.real\x7d'.format_map(dict())}", "'format_map' may not be used"),
        ("<a>${'x' * 40000000}</a>", "becomes larger than 32 MB"),
    ],
)
def test_what_a_template_may_not_ask_for_is_refused(tmp_path: Path, text: str, words: str) -> None:
    assert words in refused(tmp_path, text)


def test_parts_of_a_template_are_read_as_a_description_is(tmp_path: Path) -> None:
    path = packages(tmp_path, "arm")
    part = path.parent / "own.xacro"
    head = '\n<?xml version="1.0" encoding="GB2312"?><!-- -- 机器人 -- -->'
    part.write_bytes((head + MACRO).encode("gb2312"))
    pytest.importorskip("xacro")
    assert len(read_tree_file(path).tree.joints) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("${list(range(10**9))}", "it takes too much memory"),
        ('<a b="$(dirname)"/>', "can't be expanded: Cannot substitute $(dirname)"),
        ('<xacro:include filename="arm.xacro"/>', "call one another endlessly"),
        ('<xacro:include filename="none.xacro"/>', "none.xacro: the file does not exist"),
        ('<link name="${nothing}"/>', "name 'nothing' is not defined when evaluating expression"),
    ],
)
def test_what_ends_an_expansion_is_said_once(tmp_path: Path, text: str, words: str) -> None:
    said = refused(tmp_path, text)
    assert words in said
    assert "<class" not in said


@pytest.mark.skipif(os.name == "nt", reason="the system bounds no work")
def test_work_without_end_is_bounded(tmp_path: Path, monkeypatch) -> None:
    # The same program with a bound that a test can wait for.
    name = "rvs.files.trees.xacro_process"
    program = f"import {name} as there; there.LONGEST_WORK = 1; there.serve()"
    bounded = f"import sys; sys.path[:] = sys.argv[1:]; {program}"
    monkeypatch.setattr(xacro, "EXPAND", bounded)
    assert "ended early" in refused(tmp_path, "${9**9**9}")
