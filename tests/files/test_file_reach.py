"""Which files descriptions may read: of their own package, of others, of named folders."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rvs.cli import main
from rvs.files.library import load_robot
from rvs.files.text.errors import FileErrors, OutsideFiles
from rvs.files.trees import file_reach
from rvs.files.trees.file_reach import Missing, Reach
from rvs.files.trees.readers import read_tree_file
from rvs.model.robots.imported import Choices

INCLUDED = (
    '<mujoco><default><default class="arm"><joint axis="0 1 0"/></default></default></mujoco>'
)
MODEL = (
    '<mujoco><include file="{0}"/><worldbody><body><joint name="j" class="arm"/>'
    '<geom size="0.1"/></body></worldbody></mujoco>'
)
TRIANGLE = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
MESH = f"{TRIANGLE}endloop\nendfacet\nendsolid a\n"


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of models with one robot, and a folder beside it."""
    monkeypatch.setattr(file_reach, "_NAMED", [])
    for name in ("models/robot/deep", "models/common"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "models/common/defs.xml").write_text(INCLUDED)
    (tmp_path / "models/robot/deep/defs.xml").write_text(INCLUDED)
    return tmp_path / "models"


def model(places: Path, file: str) -> Path:
    path = places / "robot" / "arm.xml"
    path.write_text(MODEL.format(file))
    return path


def link(source: Path, target: Path, folder: bool = False) -> None:
    try:
        source.symlink_to(target, target_is_directory=folder)
    except OSError:
        pytest.skip("links can't be made here")


@pytest.mark.parametrize("file", ["deep/defs.xml", "./deep/../deep/defs.xml", "deep\\defs.xml"])
def test_what_lies_below_a_description_is_included(places: Path, file: str) -> None:
    assert load_robot(model(places, file)).robot.n == 1


@pytest.mark.parametrize("way", ["up", "absolute", "link", "folder", "windows", "deep"])
def test_other_folders_are_read_once_they_are_allowed(places: Path, way: str) -> None:
    common = places / "common"
    if way == "link":
        link(places / "robot/linked.xml", common / "defs.xml")
    if way == "folder":
        link(places / "robot/linked", common, folder=True)
    names = {
        "up": "../common/defs.xml",
        "absolute": (common / "defs.xml").as_posix(),
        "link": "linked.xml",
        "folder": "linked/defs.xml",
        "windows": "..\\common\\defs.xml",
        "deep": "deep/../../common/../common/defs.xml",
    }
    path = model(places, names[way])
    with pytest.raises(OutsideFiles) as failure:
        load_robot(path)
    assert failure.value.folders == (Path(os.path.realpath(common)),)
    (error,) = failure.value.errors
    assert "--allow" in error.message
    assert error.line == 1
    allowed = Choices.of(allow=[str(one) for one in failure.value.folders])
    read = load_robot(path, allowed)
    assert read.robot.n == 1
    assert read.imported is not None
    assert read.imported.choices.said == {"allow": allowed.allow}


def test_a_package_is_read_as_a_whole(places: Path) -> None:
    (places / "package.xml").touch()
    assert load_robot(model(places, "../common/defs.xml")).robot.n == 1


def test_a_part_may_lead_on_only_where_the_description_may(places: Path) -> None:
    (places / "secret.xml").write_text(INCLUDED)
    (places / "common/more.xml").write_text('<mujoco><include file="../secret.xml"/></mujoco>')
    path = model(places, "../common/more.xml")
    with pytest.raises(OutsideFiles, match=r"secret\.xml"):
        # counted from the file that is opened, as MuJoCo does
        load_robot(path, Choices.of(allow=[str(places / "common")]))


@pytest.mark.parametrize(
    "file", ["", "../none.xml", "a\0b", "/etc/passwd", "../../../etc/passwd", "a" * 5000]
)
def test_what_is_not_there_or_no_part_is_refused(places: Path, file: str) -> None:
    with pytest.raises(FileErrors):
        load_robot(model(places, file.replace("\0", "&#1;")))


def test_the_command_line_names_and_allows_folders(
    places: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(model(places, "../common/defs.xml"))
    assert main(["fk", path]) == 1
    assert f'(--allow "{places / "common"}")' in capsys.readouterr().err
    assert main(["fk", path, "--allow", str(places / "common")]) == 0
    assert main(["fk", path, "--allow", str(places / "none")]) == 1
    assert "--allow: " in capsys.readouterr().err
    # a folder of meshes may be read, too
    assert main(["fk", path, "--meshes", str(places)]) == 0


def test_a_template_reads_packages_not_any_folder_of_a_name(places: Path) -> None:
    pytest.importorskip("xacro")
    (places / "Documents").mkdir()
    (places / "Documents/own.xacro").write_text('<robot><link name="own"/></robot>')
    path = places / "robot" / "arm.xacro"
    path.write_text(
        '<robot name="a" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:include '
        'filename="$(find Documents)/own.xacro"/></robot>'
    )
    with pytest.raises(OutsideFiles) as failure:
        read_tree_file(path)
    assert failure.value.folders == (Path(os.path.realpath(places / "Documents")),)
    read = read_tree_file(path, Choices.of(allow=[str(places / "Documents")]))
    assert [one.name for one in read.tree.links] == ["own"]
    (places / "Documents/package.xml").touch()
    assert len(read_tree_file(path).tree.links) == 1


def urdf(folder: Path, name: str, scale: str = "") -> Path:
    path = folder / "arm.urdf"
    path.write_text(
        '<robot name="a"><link name="base"/><link name="hand"><visual><geometry>'
        f'<mesh filename="{name}"{scale}/></geometry></visual></link><joint name="j" '
        'type="continuous"><parent link="base"/><child link="hand"/></joint></robot>'
    )
    return path


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(file_reach, "_NAMED", [])
    package = tmp_path / "ws" / "my-robot-main"
    for place in ("urdf", "meshes/seen", "meshes/solid"):
        (package / place).mkdir(parents=True)
    (package / "package.xml").touch()
    for place in ("meshes/seen/base.stl", "meshes/solid/base.stl", "meshes/seen/l 2.stl"):
        (package / place).write_text(MESH)
    return package


@pytest.mark.parametrize(
    ("name", "exact"),
    [
        ("../meshes/seen/base.stl", True),
        ("package://my-robot-main/meshes/seen/base.stl", True),
        ("package://my_robot_description/meshes/seen/base.stl", True),
        ("$(find my-robot-main)/meshes/seen/base.stl", True),
        ("$(find my_robot_description)/meshes/seen/base.stl", True),
        ("model://my-robot-main/meshes/seen/base.stl", True),
        ("file://$(find my-robot-main)/meshes/seen/base.stl", True),
        ("../meshes/seen/base.stl  ", True),
        ("..\\meshes\\seen\\base.stl", True),
        ("../meshes/seen/../seen/base.stl", True),
        ("C:\\Users\\me\\my_robot\\meshes\\seen\\base.stl", False),
        ("C:/Users/me/my_robot/meshes/seen/base.stl", False),
        ("\\\\server\\robots\\meshes\\seen\\base.stl", False),
        ("/home/me/ws/src/my_robot/meshes/seen/base.stl", False),
        ("file:///home/me/my_robot/meshes/seen/base.stl", False),
        ("file:///C:/me/my_robot/meshes/seen/base.stl", False),
        ("package://other/Meshes/Seen/BASE.STL", False),
        ("file://meshes/seen/base.stl", False),
        ("package:///my-robot-main/meshes/seen/base.stl", False),
        ("meshes/seen/base.stl", False),
        ("seen/base.stl", False),
    ],
)
def test_a_mesh_is_found_by_the_last_parts_of_its_path(
    package: Path, name: str, exact: bool
) -> None:
    reach = Reach(urdf(package / "urdf", name))
    assert reach.mesh(name) == package / "meshes/seen/base.stl"
    assert (name in reach.near) is not exact
    said = [one.message for one in load_robot(package / "urdf/arm.urdf").warnings]
    assert [one for one in said if "whose path has the same end" in one] == said[: not exact]


@pytest.mark.parametrize("name", ["package://my-robot-main/meshes/seen/l%202.stl", "L%202.stl"])
def test_signs_of_addresses_are_read(package: Path, name: str) -> None:
    reach = Reach(urdf(package / "urdf", name))
    assert reach.mesh(name) == package / "meshes/seen/l 2.stl"


def test_a_mesh_that_may_be_one_of_two_is_named(package: Path) -> None:
    path = urdf(package / "urdf", "C:\\base.stl")
    (warning,) = (one.message for one in load_robot(path).warnings if "mesh" in one.message)
    assert "base.stl' can be" in warning
    assert all(str(package / "meshes" / one / "base.stl") in warning for one in ("seen", "solid"))
    named = Reach(path, [package / "meshes/solid"])
    assert named.mesh("C:\\base.stl") == package / "meshes/solid/base.stl"


@pytest.mark.parametrize("way", ["up", "absolute", "address", "link", "package", "above", "beside"])
def test_meshes_of_other_folders_are_read_once_they_are_allowed(package: Path, way: str) -> None:
    other = package.parents[1] / "elsewhere"
    other.mkdir()
    (other / "hand.stl").write_text(MESH)
    # Another one of its name is not taken in its place.
    (package / "urdf/hand.stl").write_text(MESH)
    if way == "link":
        link(package / "meshes/hand.stl", other / "hand.stl")
    name = {
        "up": "../../../elsewhere/hand.stl",
        "absolute": (other / "hand.stl").as_posix(),
        "address": (other / "hand.stl").as_uri(),
        "link": "../meshes/hand.stl",
        "package": "package://my-robot-main/../../elsewhere/hand.stl",
        "above": f"package://{other.parent.name}/elsewhere/hand.stl",
        "beside": "model://elsewhere/hand.stl",
    }[way]
    path = urdf(package / "urdf", name)
    missing = Reach(path).mesh(name)
    assert isinstance(missing, Missing)
    assert missing.outside == Path(os.path.realpath(other))
    (warning,) = (one.message for one in load_robot(path).warnings if "mesh" in one.message)
    assert f'--allow "{missing.outside}"' in warning
    read = load_robot(path, Choices.of(allow=[str(other)]))
    assert read.body is not None


def test_a_single_scale_counts_along_all_axes(package: Path) -> None:
    path = urdf(package / "urdf", "../meshes/seen/base.stl", ' scale="0.001"')
    (look,) = read_tree_file(path).visuals["hand"]
    assert look.sizes == (0.001,) * 3


HOSTILE = (
    "file:///etc/passwd", "package://etc/passwd", "package://../etc/passwd", "", "\0", "a" * 5000,
    "$(find etc)/passwd", "$(find ../../etc)/passwd", "model://etc/../etc/passwd", "//etc/passwd",
    "../" * 50 + "etc/passwd", "C:\\..\\..\\etc\\passwd", "..\\..\\..\\..\\etc\\passwd",
)  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_leads_out_of_the_folders(package: Path, name: str) -> None:
    assert isinstance(Reach(urdf(package / "urdf", "a.stl")).mesh(name), Missing)


def test_links_that_lead_nowhere_or_round_are_passed_over(package: Path) -> None:
    link(package / "meshes/gone.stl", package / "none.stl")
    link(package / "meshes/round.stl", package / "meshes/round.stl")
    link(package / "meshes/up", package, folder=True)
    reach = Reach(urdf(package / "urdf", "a.stl"))
    for name in ("C:/gone.stl", "../meshes/gone.stl", "C:/round.stl", "../meshes/round.stl"):
        assert isinstance(reach.mesh(name), Missing)
    assert reach.mesh("C:/seen/base.stl") == package / "meshes/seen/base.stl"
