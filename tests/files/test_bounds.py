"""No file can hurt: what would take a gigabyte or ten seconds is refused in one sentence.

``python tools/try_files.py --bombs`` opens the same files in full size and tells what they take.
"""

from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.files import budget
from rvs.files.budget import spend, within_budget
from rvs.files.cells import cell
from rvs.files.formats import check_file
from rvs.files.meshes import meshes
from rvs.files.meshes.meshes import read_mesh
from rvs.files.motions.motion_table import read_motion_table
from rvs.files.tables import matlab
from rvs.files.text.errors import FileErrors, nearest
from rvs.files.text.findings import Findings, TooManyErrors
from rvs.files.text.source import Source
from rvs.files.text.syntax import parse, parse_again
from rvs.files.text.tokens import tokenize

from .bombs import BOMBS, stl


def tried(name: str, size: int, folder: Path) -> str:
    """Return the first sentence about a bomb of a size, ``ok`` of one that can be read."""
    report = check_file(BOMBS[name][0](folder, size))
    return next((str(one.message) for one in (*report.errors, *report.warnings)), "ok")


# Of these, one more is three megabytes more.
SMALLER = {"xacro_includes": 2}


@pytest.mark.parametrize("name", BOMBS)
def test_a_small_one_of_each_kind_is_read_or_refused_in_a_sentence(
    name: str, tmp_path: Path
) -> None:
    assert tried(name, SMALLER.get(name, 6), tmp_path).strip()


@pytest.mark.parametrize(
    ("name", "size", "kind"),
    [
        ("urdf_visuals", 61, budget.PARTS),
        ("urdf_attributes", 70, "attributes"),
        ("urdf_unknown", 61, "elements"),
        ("sdf_visuals", 40, "elements"),
        ("mjcf_includes", 10, "elements"),
        ("mjcf_replicates", 8, "elements"),
        ("mjcf_defaults", 8, "attributes"),
        ("mjcf_wide_default", 9, "attributes"),
        ("mjcf_frames", 61, budget.POSES),
        ("mjcf_sphere_hull", 61, budget.HULLS),
        ("mjcf_convex_file", 61, budget.HULLS),
        ("obj_points", 61, "points"),
        ("stl_text", 21, "points"),
        ("gltf_position", 21, "numbers"),
        ("jtraj_rows", 200, "numbers"),
        ("ctraj_rows", 61, "poses"),
        ("gltf_primitives", 61, "pieces of meshes"),
    ],
)
def test_the_budget_is_asked_before_anything_is_made(
    name: str, size: int, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budget, "MOST", budget.MOST | {kind: 60})
    assert f"60 {kind}" in tried(name, size, tmp_path)


def test_a_text_that_is_kept_counts_in_every_opening(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST", budget.MOST | {budget.WORDS: 10})
    one, other = (Source(name, "a = 1\n" * 3) for name in ("one", "other"))
    for _ in range(2):
        with within_budget():
            parse_again(one)
            parse_again(one)
            with pytest.raises(FileErrors, match=r"other:.*10 words"):
                parse_again(other)


def test_what_is_left_out_of_a_long_text_is_not_missed() -> None:
    with pytest.raises(FileErrors) as raised:
        parse(Source("long", "a { b = [ 1 2 3 4 5 6 7 ] }"), 8)
    (error,) = raised.value.errors
    assert "more than 8 words" in error.message


def test_all_meshes_of_an_opening_count_together_and_each_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budget, "MOST", budget.MOST | {"triangles": 60})
    paths = []
    for k in range(3):
        paths.append(tmp_path / f"m{k}.stl")
        paths[-1].write_bytes(stl(25))
    with within_budget():
        for path in [*paths[:2], *paths[:2]]:
            read_mesh(path)
        with pytest.raises(FileErrors, match="60 triangles"):
            read_mesh(paths[2])
    read_mesh(paths[2])


@pytest.mark.parametrize("kind", ["bytes", budget.WORDS])
def test_files_that_a_cell_names_count_together_and_each_is_read_once(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "{ a = 1 b = 0 al = 0 th = 0 }\n" * 3
    for k in range(3):
        text = "EndEffector = none\n" + words * (1 + k)
        (tmp_path / f"r{k}.arch").write_text(text, encoding="utf-8")
    path = tmp_path / "x.rvs"
    most = {"bytes": 600, budget.WORDS: 190}[kind]
    monkeypatch.setattr(budget, "MOST", budget.MOST | {kind: most})
    for files, good in (((0,) * 6, True), ((0, 1, 2), False)):
        lines = [f'robot x{k} {{ file = "r{file}.arch" }}\n' for k, file in enumerate(files)]
        path.write_text("".join(lines), encoding="utf-8")
        report = check_file(path)
        assert report.ok == good
    (error,) = report.errors
    assert "'file': " in error.message
    assert "r2.arch" in error.message


def test_more_meshes_than_are_remembered_are_each_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = 0
    for k in range(3):
        (tmp_path / f"m{k}.stl").write_bytes(stl(25))
        size += len(stl(25))
    things = (f'thing t{k} {{ kind = mesh file = "m{k % 3}.stl" }}\n' for k in range(12))
    path = tmp_path / "x.rvs"
    path.write_text("".join(things), encoding="utf-8")
    monkeypatch.setattr(meshes, "REMEMBERED", 30)
    monkeypatch.setattr(budget, "MOST", budget.MOST | {"bytes": size + path.stat().st_size})
    report = check_file(path)
    assert report.ok
    assert not report.warnings


def test_a_path_has_as_many_points_as_it_may_have_moves(tmp_path: Path) -> None:
    assert "more than 10,000 via points" in tried("ctraj_points", 10_001, tmp_path)


def test_what_can_not_be_read_is_refused_in_the_same_words_each_time() -> None:
    asked = []

    @budget.read_once
    def read(path: Path) -> None:
        asked.append(path)
        raise FileErrors([])

    with within_budget():
        for _ in range(3):
            with pytest.raises(FileErrors) as found:
                read(Path("x"))
        assert len(found.traceback) < 5
    assert len(asked) == 1
    with pytest.raises(FileErrors):
        read(Path("x"))
    assert len(asked) == 2


def test_an_opening_in_another_is_a_part_of_it() -> None:
    most = budget.MOST["elements"]
    with within_budget():
        with within_budget():
            assert not spend("elements", most)
        assert spend("elements")
    with within_budget():
        assert not spend("elements")


def test_more_parts_than_a_full_model_has_leave_the_robot(tmp_path: Path) -> None:
    words = tried("urdf_spheres", 2001, tmp_path)
    assert words == (
        "its links have 2,001 parts; RVS shows at most 2,000, so RVS draws a body of its own"
    )


def test_long_names_and_long_lists_are_compared_with_nothing() -> None:
    assert "'base'" in nearest("bose", ["base"])
    assert not nearest("bose", [f"base{k}" for k in range(501)])
    assert "'base'" in nearest("bose", ["base", "b" * 1_000_000])


def test_a_name_has_a_bound_with_those_that_it_stands_in(tmp_path: Path) -> None:
    assert "more than 1,000 characters" in tried("urdf_long_name", 1001, tmp_path)
    inner = '<model name="m"><link name="l"/></model>'
    for _ in range(5):
        inner = f'<model name="{"n" * 300}">{inner}</model>'
    path = tmp_path / "deep.sdf"
    path.write_text(f'<sdf version="1.9">{inner}</sdf>', encoding="utf-8")
    assert "more than 1,000 characters" in str(check_file(path).errors)


def test_what_a_script_forgets_over_and_over_counts_as_steps(tmp_path: Path) -> None:
    assert "more steps" in tried("py_unknown", 8_000, tmp_path)


def test_places_in_a_large_array_count_as_steps(tmp_path: Path) -> None:
    assert "more steps" in tried("m_grown_lines", 400, tmp_path)


def test_copies_of_a_part_are_read_without_a_word_of_how(tmp_path: Path) -> None:
    path = BOMBS["mjcf_replicate"][0](tmp_path, 7)
    assert not check_file(path).errors
    assert "steps" not in str(check_file(path).warnings)


def test_what_a_grammar_takes_too_long_for_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matlab, "PATIENCE", -1.0)
    assert "brackets and comments are closed" in tried("m_brackets", 9_000, tmp_path)


@pytest.mark.parametrize("piece", ["/**/", "a */ ", "a "])
def test_comments_count_as_words_do(piece: str) -> None:
    findings = Findings(Source("x", piece * 30))
    with suppress(TooManyErrors):
        tokenize(findings, limit=20)
    with pytest.raises(FileErrors, match="more than 20 words, numbers and comments"):
        findings.check()


def test_a_cell_has_so_many_robots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cell, "MOST_ROBOTS", 2)
    assert tried("rvs_robots", 20, tmp_path) == "ok"
    assert "more than 2 robots" in tried("rvs_robots", 30, tmp_path)


@pytest.mark.parametrize(("name", "head"), [("x.csv", "time,q1\n0,1\n"), ("x.jtraj", "0 1\n")])
def test_a_line_is_no_longer_than_a_row_can_be(name: str, head: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(head + "1 " * 60_000)
    (error,) = check_file(path).errors
    assert error.line == head.count("\n") + 1
    assert "characters; expected a row of numbers" in error.message


def test_rows_that_are_wrong_are_found_in_pieces(tmp_path: Path) -> None:
    path = tmp_path / "x.jtraj"
    path.write_text("1 2 3\n" * 30_000 + "1 x 3\n" + "\n# none\n" + "1 2 3\n" * 30_000 + "1 2\n")
    assert [one.line for one in check_file(path).errors] == [30_001, 60_004]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("x.m", "try\n load('a');\ncatch\nend\nL = Link([0 0 1 0]);\n"),
        ("x.m", "x = 1;\nx *= 0]); end\n 3;\nL = Link([0 0 x 0]);\n"),
        ("x.m", "SerialLink(:) = 1;\nL = Link([0 0 1 0]);\nr = SerialLink(L);\n"),
        ("x.m", "r = rigidBodyTree;\nj = rigidBodyJoint('j', 'revolute');\nj.JointAxis = [0 0 0];\n"
                "b = rigidBody('b');\nb.Joint = j;\naddBody(r, b, 'base');\n"),
        ("x.py", "from roboticstoolbox import *\nr = DHRobot([RevoluteDH(a=1j)])\n"),
        ("x.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 1e300\n"),
        ("x.html", "<table><tr><td>1<tr>x</table>"),
        ("x.html", "<td>1<table><tr><th>a<tr>&amp;<td>"),
        (
            "x.xml",
            '<mujoco><worldbody><body name="a"><joint/><geom type="capsule" size="1 99999"/>'
            "</body></worldbody></mujoco>",
        ),
    ],
)  # fmt: skip
def test_changed_files_that_once_ended_in_a_traceback(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text)
    report = check_file(path)
    assert report.errors or report.warnings or name == "x.m"


def test_numbers_in_quotes_are_those_without(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text('time,q1,q2,state\n0,"0,5","1",ok\n1,"-1,5","2",""\n', encoding="utf-8")
    robot = Robot([Joint(), Joint()])
    table = read_motion_table(path, robot, "m")
    factor = 1.0 if "radians" in str(table.notes) else np.pi / 180
    np.testing.assert_allclose(table.q / factor, [[0.5, 1.0], [-1.5, 2.0]])
