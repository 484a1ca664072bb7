"""Templates of URDF, where the package that expands them is installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from rvs.files.text.errors import FileErrors
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
