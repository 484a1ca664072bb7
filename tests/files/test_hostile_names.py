"""Every writer escapes what a name holds for its own format, or refuses it by the name."""

from __future__ import annotations

import ast
import csv
import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from rvs.engine.errors import RvsError
from rvs.export.tables.table import Table
from rvs.export.tables.write import csv_table
from rvs.files.library import load_robot
from rvs.files.robots.readers import read_robot_file
from rvs.files.storage.mesh_cache import cached_meshes
from rvs.files.text.letters import csv_cell, from_csv_cell, utf8
from rvs.files.writers import WRITERS

SCARA = load_robot("scara")
NO_LETTERS = {"control": "a\x01b", "nul": "a\0b", "no letter": "a\ufffeb", "half": "a\udc80b"}
NAMES = {
    "return": "a\rb = 1",
    "line": "a\nb = 1",
    "separator": "a\u2028b\u0085c",
    "quotes": "a'b\"c",
    "three": "'''\"\"\"",
    "formula": "=cmd|'/c calc'!A0",
    "plus": "+1+1",
    "at": "@SUM(1)",
    "minus": "-2+3",
    "open": "{a(",
    "close": "a)]}",
    "caret": "a^b",
    "percent": "50% a",
    "backslash": "a\\b\\n",
    "right to left": "a\u202eb",
    "long": "n" * 200,
    "latex": "\\input{x}$_&#~",
    "comment": "a */ b -- c",
    "cdata": "]]>&amp;<b>",
    "sign": "a;b,c|d",
}
NEW_LINES = ("return", "line", "separator")
WAYS = [(one.name, suffix) for one in WRITERS for suffix in one.suffixes[:1]]
# What keeps the names of joints letter by letter.
KEEPS = ("arch", "urdf", "mjcf", "sdf", "json", "rigidbodytree")


def written(tmp_path, way, **named):
    writer = next(one for one in WRITERS if (one.name, one.suffixes[0]) == way)
    path = tmp_path / f"x{way[1]}"
    robot = SCARA.robot.replace(**named)
    writer.write(path, replace(SCARA, robot=robot, text="", path=None))
    return path, robot


def parsed(path):
    """Read a file with what is not ours; a script or a text of another program as it is."""
    text = path.read_bytes().decode("utf-8")
    if path.suffix in (".urdf", ".xml", ".sdf"):
        return ElementTree.fromstring(text)
    if path.suffix == ".json":
        return json.loads(text)
    if path.suffix == ".py":
        return ast.parse(text)
    return text


def named(name):
    return tuple(replace(joint, name=f"{name}{k}") for k, joint in enumerate(SCARA.robot.joints))


@pytest.mark.parametrize("way", WAYS, ids=" ".join)
@pytest.mark.parametrize("key", NAMES)
def test_any_name_is_escaped_and_read_back(tmp_path, way, key) -> None:
    name = NAMES[key]
    path, robot = written(tmp_path, way, name=name, joints=named(name))
    parsed(path)
    back = read_robot_file(path).robot
    assert back.n == robot.n
    if way[0] in KEEPS and (key not in NEW_LINES or way[0] == "json"):
        assert [joint.name for joint in back.joints] == [joint.name for joint in robot.joints]


@pytest.mark.parametrize("way", WAYS, ids=" ".join)
@pytest.mark.parametrize("key", NO_LETTERS)
def test_what_a_format_can_not_say_is_refused_by_its_name(tmp_path, way, key) -> None:
    name = NO_LETTERS[key]
    try:
        path, robot = written(tmp_path, way, name=name, joints=named(name))
    except RvsError as error:
        assert ascii(name)[1:-1] in str(error) or "U+" in str(error)  # noqa: PT017
        assert not list(tmp_path.iterdir()), "no half of it is left"
    else:
        parsed(path)
        assert read_robot_file(path).robot.n == robot.n


def test_cells_are_no_formulas_and_come_back(tmp_path) -> None:
    names = [*NAMES.values(), "'=x", "''-y", "=1", "-cmd", "\t=1"]
    for name in names:
        line = " ".join(name.splitlines())
        cell = csv_cell(name)
        assert from_csv_cell(cell) == line
        assert cell[:1] not in tuple("=+-@\t\r")
    for number in ("-1.5", "+2e-3", "-3.14 rad", "−1", "-90°", "1"):
        assert csv_cell(number) == number
    path, robot = written(tmp_path, ("csv", ".csv"), joints=named("=cmd|'/c calc'!A0"))
    rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
    assert [row[0] for row in rows[1:]] == [f"'{joint.name}" for joint in robot.joints]
    assert [joint.name for joint in read_robot_file(path).robot.joints] == [
        joint.name for joint in robot.joints
    ]
    table = Table("t", ("=1+1", "value"), (("@SUM(1)", "−2.5"),), "lr")
    assert list(csv.reader(csv_table(table).splitlines())) == [
        ["'=1+1", "value"],
        ["'@SUM(1)", "-2.5"],
    ]


@pytest.mark.parametrize("text", ["a\0b", "a\ud800", "\udcff"])
def test_no_text_file_holds_half_a_letter(text) -> None:
    with pytest.raises(RvsError, match="can't be written: a text file can't contain U\\+"):
        utf8(text)


def test_meshes_are_kept_under_any_name_of_a_file(own_home) -> None:
    with cached_meshes("gr\udcfcn.arch"):
        pass


def test_texts_of_matlab_are_texts(tmp_path) -> None:
    """Signs within them are no syntax, and a sign behind a value turns a matrix."""
    path = tmp_path / "x.m"
    path.write_text(
        "T = [0.1 0.2; 0.3 0.4]'; % it's turned\n"
        "disp('50% ^ of {a; b}...');\n"
        "L(1) = Revolute('a', T(1,2), 'alpha', 0, 'd', 0);\n"
        "robot = SerialLink(L, 'name', 'a^b; %c ''d''');\n"
    )
    robot = read_robot_file(path).robot
    assert (robot.name, robot.joints[0].a) == ("a^b; %c 'd'", 0.3)
