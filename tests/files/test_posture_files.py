"""Posture files: named postures, converted by joint, saved by spans."""

import math
from dataclasses import replace

import pytest

from rvs.engine.errors import ArgumentError
from rvs.files.robots.arch import parse_architecture
from rvs.files.robots.jconfig import (
    NamedPosture,
    PostureFile,
    postures_text,
    read_postures,
    save_postures,
)
from rvs.files.text.errors import FileErrors

ARM = parse_architecture(
    "unit = mm { a=0 b=0 al=0 th=0 } { type = prismatic a=0 b=0 al=0 th=0 }", "arm"
)
TEXT = """/* mine */
posture "ready" { q = [ 90.00, 250 ] } /* up */
posture low {
  q = [ 0, 10 ]   /* almost down */
  comment = "near the floor"
}
"""


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "arm.jconfig"
    path.write_text(TEXT)
    return path


def test_values_are_degrees_and_the_robots_lengths(path):
    file = read_postures(path, ARM)
    assert file.postures == (
        NamedPosture("ready", (math.radians(90), 0.25)),
        NamedPosture("low", (0.0, 0.01), "near the floor"),
    )
    assert (file.robot, file.unit) == ("arm", "mm")
    assert file.find("low") == file.postures[1]
    assert file.find("high") is None


def test_the_files_own_unit_wins(path):
    path.write_text("unit = m " + TEXT)
    assert read_postures(path, ARM).postures[0].q[1] == 250.0


def test_saving_changes_what_was_edited(path):
    file = read_postures(path, ARM)
    low = replace(file.postures[1], q=(0.0, 0.02))
    saved = save_postures(path, replace(file, postures=(file.postures[0], low)), ARM)
    assert path.read_text() == TEXT.replace("[ 0, 10 ]", "[ 0, 20 ]")
    assert saved.postures[1] == low


def test_postures_come_and_go(path):
    file = read_postures(path, ARM)
    new = NamedPosture("half way", (0.1, 0.2), "so")
    save_postures(path, replace(file, postures=(file.postures[1], new)), ARM)
    assert path.read_text() == (
        TEXT.replace('posture "ready" { q = [ 90.00, 250 ] } /* up */\n', "")
        + 'posture "half way" {\n q = [ 5.729577951308232, 200 ]\n comment = "so"\n}\n'
    )
    assert read_postures(path, ARM).postures == (file.postures[1], new)


def test_a_new_file(tmp_path):
    file = PostureFile((NamedPosture("a", (1.0, 0.1)),), "arm", "mm")
    saved = save_postures(tmp_path / "new.jconfig", file, ARM)
    assert saved.postures == file.postures
    assert saved.robot == "arm"


def test_unchanged_is_unchanged(path):
    assert postures_text(read_postures(path, ARM), ARM) == TEXT


def test_a_posture_of_another_robot_is_not_saved(path):
    with pytest.raises(ArgumentError, match="needs 2 values"):
        save_postures(path, PostureFile((NamedPosture("a", (1.0,)),)), ARM)
    assert path.read_text() == TEXT


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("posture { q = [ 1, 2 ] }", "needs a name"),
        ("posture a { q = [ 1, 2 ] } posture a { q = [ 1, 2 ] }", "a second posture"),
        ("posture a { }", "'q' missing"),
        ("posture a { q = [ 1 ] }", "2 numbers"),
        ("posture a { q = [ 1, x ] }", "expected a number"),
        ("unit = km", "'km' is not one of"),
    ],
)
def test_what_is_wrong_is_said(path, text, part):
    path.write_text(text)
    with pytest.raises(FileErrors, match=part):
        read_postures(path, ARM)


def test_what_is_odd_is_warned_about(path):
    path.write_text("postur a { q = [ 1, 2 ] }")
    assert "did you mean 'posture'" in read_postures(path, ARM).warnings[0].message
