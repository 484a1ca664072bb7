"""Where copies of mesh files go: by content, none twice, none over another."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import rvs
from rvs.engine.errors import RvsError
from rvs.files.bodies.body import read_body
from rvs.files.cells.cell import Cell, read_cell
from rvs.files.cells.write import save_cell
from rvs.files.convert import convert
from rvs.files.meshes.mesh_plan import MeshPlan
from rvs.files.placed_robot import placed_robot
from rvs.files.robots.readers import read_robot_file
from rvs.files.trees.file_reach import Reach
from rvs.model.document import Document
from rvs.model.mesh_file import MeshFile
from rvs.model.things.thing import Thing

LINK = """<link name="{name}"><visual><geometry><mesh filename="{seen}"/></geometry></visual>
<collision><geometry><mesh filename="{solid}"/></geometry></collision></link>"""
JOINT = """<joint name="j{k}" type="revolute"><parent link="l{k}"/><child link="l{child}"/>
<axis xyz="0 0 1"/><origin xyz="0.2 0 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/>
</joint>"""


def corners(size: float) -> list[tuple[float, float, float]]:
    return [(0, 0, 0), (size, 0, 0), (0, size, 0), (0, 0, size)]


FACES = ((1, 3, 2), (1, 2, 4), (1, 4, 3), (2, 3, 4))


def write_obj(path: Path, size: float, color: str | None = "1 0 0") -> None:
    """Write a tetrahedron, with a file of its colour beside it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"mtllib {path.stem}.mtl", "usemtl one"] if color else []
    lines += [f"v {x} {y} {z}" for x, y, z in corners(size)]
    lines += [f"f {a} {b} {c}" for a, b, c in FACES]
    path.write_text("\n".join([*lines, ""]))
    if color:
        path.with_suffix(".mtl").write_text(f"newmtl one\nKd {color}\n")


def write_stl(path: Path, size: float) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    points = corners(size)
    facets = (
        "\n".join(
            [
                "facet normal 0 0 0\nouter loop",
                *("vertex {} {} {}".format(*points[k - 1]) for k in face),
                "endloop\nendfacet",
            ]
        )
        for face in FACES
    )
    path.write_text("solid one\n" + "\n".join(facets) + "\nendsolid one\n")


def write_dae(path: Path, size: float) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    numbers = " ".join(str(value) for point in corners(size) for value in point)
    indices = " ".join(str(k - 1) for face in FACES for k in face)
    path.write_text(f"""<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema"
 version="1.4.1"><asset><unit meter="1"/><up_axis>Z_UP</up_axis></asset><library_geometries>
<geometry id="g"><mesh><source id="p"><float_array id="a" count="12">{numbers}</float_array>
<technique_common><accessor source="#a" count="4" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/><p>{indices}</p></triangles>
</mesh></geometry></library_geometries><library_visual_scenes><visual_scene id="s"><node>
<instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>""")


def write_robot(folder: Path, suffix: str = ".obj", prefix: str = "") -> Path:
    """Write a description whose visual and collision meshes go by the same names."""
    write = {".obj": write_obj, ".stl": write_stl, ".dae": write_dae}[suffix]
    links = []
    for k in range(2):
        names = [f"{place}/shoulder{k}{suffix}" for place in ("visual", "collision")]
        write(folder / names[0], 0.1 + k / 100)
        write(folder / names[1], 0.2 + k / 100)
        links.append(LINK.format(name=f"l{k}", seen=prefix + names[0], solid=prefix + names[1]))
    joint = JOINT.format(k=0, child=1)
    path = folder / "arm.urdf"
    path.write_text(f'<robot name="arm">{"".join(links)}{joint}</robot>')
    return path


def boxes(body) -> list[tuple[str, str, float]]:
    """Link, use and size of all meshes of a body."""
    return [
        (str(link.link), part.use, round(part.mesh.box[3], 6))
        for link in body.links
        for part in link.parts
    ]


def files_below(folder: Path) -> list[str]:
    return sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )


def placed(path: Path):
    return placed_robot(read_robot_file(path), str(path))


@pytest.mark.parametrize("suffix", [".obj", ".stl", ".dae"])
def test_a_robot_keeps_both_meshes_that_go_by_one_name(tmp_path, suffix) -> None:
    source = write_robot(tmp_path / "from", suffix)
    target = tmp_path / "new" / "mine.arch"
    convert(source, target)
    was, now = placed(source).body, read_body(target.with_suffix(".body")).body
    assert boxes(now) == boxes(was)
    assert len({part.mesh.path for link in now.links for part in link.parts}) == 4


@pytest.mark.parametrize("suffix", [".obj", ".stl", ".dae"])
def test_a_cell_with_such_a_robot_is_saved_and_five_saves_add_nothing(tmp_path, suffix) -> None:
    robot = placed(write_robot(tmp_path / "from", suffix))
    cell = Cell(document=Document((robot,)))
    path = tmp_path / "new" / "cell.rvs"
    first = save_cell(path, cell)
    assert boxes(first.document.robots[0].body) == boxes(robot.body)
    files = files_below(path.parent)
    for _ in range(2):
        save_cell(path, replace(cell, path=path, text=read_cell(path).text))
        save_cell(path, read_cell(path))
    assert files_below(path.parent) == files
    # Somewhere else, from where the copies are.
    elsewhere = save_cell(tmp_path / "else" / "cell.rvs", read_cell(path))
    assert boxes(elsewhere.document.robots[0].body) == boxes(robot.body)
    assert files_below(tmp_path / "else") == files


def test_another_robot_of_the_same_files_brings_no_copies(tmp_path) -> None:
    robot = placed(write_robot(tmp_path / "from"))
    path = tmp_path / "new" / "cell.rvs"
    save_cell(path, Cell(document=Document((robot,))))
    files = files_below(path.parent)
    again = placed(write_robot(tmp_path / "again"))
    save_cell(path, Cell(document=Document((replace(again, id=robot.id),))))
    assert files_below(path.parent) == files


def mesh(path: Path) -> MeshFile:
    return rvs.mesh_file(path)


def test_names_that_differ_in_case_alone_are_one_name(tmp_path) -> None:
    write_stl(tmp_path / "a" / "Part.stl", 0.1)
    write_stl(tmp_path / "b" / "part.STL", 0.2)
    plan = MeshPlan(tmp_path / "new")
    names = [plan.reference(mesh(tmp_path / one)).path for one in ("a/Part.stl", "b/part.STL")]
    assert names == ["meshes/Part.stl", "meshes/part 2.STL"]
    plan.copy()
    again = MeshPlan(tmp_path / "new")
    assert [again.reference(mesh(tmp_path / "b" / "part.STL")).path] == names[1:]
    again.copy()
    assert files_below(tmp_path / "new") == sorted(names)


def test_meshes_that_differ_in_their_colours_alone_are_two(tmp_path) -> None:
    write_obj(tmp_path / "a" / "part.obj", 0.1, "1 0 0")
    write_obj(tmp_path / "b" / "part.obj", 0.1, "0 1 0")
    write_obj(tmp_path / "c" / "part.obj", 0.1, "1 0 0")
    plan = MeshPlan(tmp_path / "new")
    names = [plan.reference(mesh(tmp_path / one / "part.obj")).path for one in "abc"]
    assert names == ["meshes/part/part.obj", "meshes/part 2/part.obj", "meshes/part/part.obj"]
    plan.copy()
    assert "0 1 0" in (tmp_path / "new" / "meshes" / "part 2" / "part.mtl").read_text()


def test_a_file_that_is_there_already_is_never_written_over(tmp_path) -> None:
    write_obj(tmp_path / "a" / "part.obj", 0.1)
    theirs = tmp_path / "new" / "meshes" / "part" / "part.mtl"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("theirs")
    plan = MeshPlan(tmp_path / "new")
    assert plan.reference(mesh(tmp_path / "a" / "part.obj")).path == "meshes/part 2/part.obj"
    plan.copy()
    assert theirs.read_text() == "theirs"


@pytest.mark.parametrize("way", ["dots", "link"])
def test_a_robot_is_opened_by_any_path(tmp_path, monkeypatch, way) -> None:
    write_robot(tmp_path / "models" / "arm")
    (tmp_path / "work" / "deep").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "work" / "deep")
    path = Path("../../models/arm/arm.urdf")
    if way == "link":
        os.symlink(tmp_path / "models" / "arm", tmp_path / "work" / "robots")
        # The folder above the link is that of what it leads to.
        path = Path("../robots/../arm/arm.urdf")
    robot = placed(path)
    assert len(boxes(robot.body)) == 4
    saved = save_cell(tmp_path / "new" / "cell.rvs", Cell(document=Document((robot,))))
    assert boxes(saved.document.robots[0].body) == boxes(robot.body)


def test_a_mesh_named_from_the_present_folder_is_saved_elsewhere(tmp_path, monkeypatch) -> None:
    write_stl(tmp_path / "work" / "part.stl", 0.1)
    monkeypatch.chdir(tmp_path / "work")
    thing = Thing("part", "mesh", (("scale", 1.0),), mesh=mesh(Path("part.stl")))
    saved = save_cell(tmp_path / "new" / "cell.rvs", Cell(document=Document(things=(thing,))))
    assert saved.document.things[0].mesh.surface is not None
    assert files_below(tmp_path / "new") == ["cell.rvs", "meshes/part.stl"]


def test_a_mesh_outside_of_the_folder_is_found_from_no_path(tmp_path, monkeypatch) -> None:
    write_stl(tmp_path / "secret.stl", 0.1)
    (tmp_path / "arm").mkdir()
    monkeypatch.chdir(tmp_path / "arm")
    for path in (Path("arm.urdf"), Path("../arm/arm.urdf")):
        assert not isinstance(Reach(path).mesh("../secret.stl"), Path)


def test_a_cell_that_can_not_be_saved_leaves_no_copies(tmp_path, monkeypatch) -> None:
    robot = placed(write_robot(tmp_path / "from"))

    def refused(*_):
        raise RvsError("no")

    monkeypatch.setattr("rvs.files.cells.write.prove", refused)
    with pytest.raises(RvsError, match="no"):
        save_cell(tmp_path / "new" / "cell.rvs", Cell(document=Document((robot,))))
    assert not (tmp_path / "new").exists()


def test_a_cell_is_saved_again_where_the_first_mesh_has_gone(tmp_path) -> None:
    robot = placed(write_robot(tmp_path / "from"))
    cell = Cell(document=Document((robot,)))
    save_cell(tmp_path / "new" / "cell.rvs", cell)
    files = files_below(tmp_path / "new")
    shutil.rmtree(tmp_path / "from")
    for folder in ("new", "other"):
        saved = save_cell(tmp_path / folder / "cell.rvs", cell)
        assert boxes(saved.document.robots[0].body) == boxes(robot.body)
        assert files_below(tmp_path / folder) == files
