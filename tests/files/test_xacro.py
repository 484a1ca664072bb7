"""Templates of URDF, where the package that expands them is installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from rvs.files.text.errors import FileErrors
from rvs.files.trees import found, xacro
from rvs.files.trees.readers import read_tree_file

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
    """What is said of a template in a package."""
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
    words = "there is no folder" if way == "find" else "nothing outside of its own package"
    assert words in refused(tmp_path, text)


def test_a_folder_that_was_named_is_read(tmp_path: Path, monkeypatch) -> None:
    pytest.importorskip("xacro")
    path = packages(tmp_path / "here", "wheels_description")
    (tmp_path / "there/wheels_description/urdf").mkdir(parents=True)
    part = tmp_path / "there/wheels_description/urdf/own.xacro"
    part.write_text(MACRO, encoding="utf-8")
    monkeypatch.setattr(found, "_NAMED", [tmp_path / "there"])
    assert len(read_tree_file(path).tree.joints) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("${(lambda: ().__class__)()}", "'__class__' may not be used"),
        ("${(x for x in [1]).gi_frame}", "'gi_frame' may not be used"),
        ("${python.vars(python.type)}", "can't be expanded"),
        ('<a b="$(eval open)"/>', "name 'open' is not defined"),
        (
            '<xacro:macro name="m"><xacro:m/></xacro:macro><xacro:m/>',
            "call one another without end",
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
