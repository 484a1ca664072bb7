"""Cartesian trajectory files: all ways to write one, exact places of errors, saving by spans."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rvs.engine.rotations import from_rpy
from rvs.engine.transforms import pose
from rvs.files.formats import check_file
from rvs.files.motions.ctraj import CartesianFile, read_ctraj
from rvs.files.motions.ctraj_write import moves_text
from rvs.files.text.errors import FileErrors
from rvs.model.paths import Move, MovePlan, Pace, PoseRows
from rvs.model.paths.path import as_rows
from tests.examples import examples

SQUARE = """\
/* a square with an arc */
unit = mm
speed = 200   /* calm */
start { at = [ 400 0 300  0 180 0 ] }
/* first side */
line { to = [ 400 200 300  0 180 0 ] blend = 20 }
line { to = [ 200 200 300  0 180 0 ] }
arc { via = [ 150 100 300 ]
      to = [
 200 0 300  0 180 0 ] }
circle { via = [ [ 250 50 300 ] [ 300 0 300 ] ] }
spline { to = [ [ 300 0 350 0 180 10 ] [ 400 0 300 0 180 0 ] ] }
"""


@pytest.fixture
def path(tmp_path):
    return tmp_path / "way.ctraj"


def read(path, text):
    path.write_text(text, encoding="utf-8")
    return read_ctraj(path)


def rewrite(path, file):
    path.write_text(moves_text(file, file.way, file.text), encoding="utf-8")
    return read_ctraj(path)


def faults(path, text):
    with pytest.raises(FileErrors) as caught:
        read(path, text)
    return [(error.line, error.message) for error in caught.value.errors]


def test_moves(path):
    plan = read(path, SQUARE).way
    assert [move.kind for move in plan.moves] == ["line", "line", "arc", "circle", "spline"]
    assert plan.pace.speed == 0.2
    assert plan.moves[0].blend == 0.02
    assert np.allclose(np.array(plan.start), pose(from_rpy([0, np.pi, 0]), [0.4, 0, 0.3]))
    assert plan.moves[3].via == ((0.25, 0.05, 0.3), (0.3, 0.0, 0.3))
    assert len(plan.moves[4].to) == 2


@pytest.mark.parametrize(
    ("orientation", "numbers"),
    [
        ("rpy", "90 0 0"),
        ("quaternion", "0.70710678 0 0 0.70710678"),
        ("matrix", "0 -1 0  1 0 0  0 0 1"),
    ],
)
def test_rows_at_times_in_every_orientation(path, orientation, numbers):
    head = f"orientation = {orientation}\nunit = cm\n"
    file = read(path, f"{head}0 1 2 3 {numbers}\n# rest\n0.5, 10 0 0 {numbers}\n")
    assert isinstance(file.way, PoseRows)
    assert file.way.duration == 0.5
    assert np.allclose(
        file.way.rows.array[0], pose(from_rpy([np.pi / 2, 0, 0]), [0.01, 0.02, 0.03])
    )


def test_via_points_with_a_speed_and_rounded_corners(path):
    plan = read(path, "speed = 0.5\nblend = 0.1\n0 0 0 0 0 0\n1 0 0 0 0 0\n1 1 0 0 0 0\n").way
    assert [move.blend for move in plan.moves] == [0.1, 0.0]
    assert plan.pace.speed == 0.5


def test_via_points_on_a_spline(path):
    plan = read(path, "speed = 1\npath = spline\n0 0 0 0 0 0\n1 0 0 0 0 0\n1 1 0 0 0 0\n").way
    assert [move.kind for move in plan.moves] == ["spline"]


VIA = "speed = 1\n"


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("", 0, "neither rows nor moves"),
        ("line { to = [1 0 0 0 0 0] }", 1, "one 'start' block, found 0"),
        (SQUARE + "start { at = [1 1 1 1 1 1] }", 13, "one 'start' block, found 2"),
        (SQUARE.replace("150 100 300", "200 100 300"), 8, "move 3: via: the points of an arc"),
        (SQUARE.replace("blend = 20", "blend = 200"), 6, "half the shorter side"),
        (SQUARE.replace("[ 400 200 300  0 180 0 ]", "[ 400 200 ]"), 6, "list of 6 numbers"),
        (SQUARE.replace("arc {", "ark {"), 8, "unknown block 'ark'"),
        (SQUARE.replace("speed = 200", "speed = 0"), 3, "'speed': 0 is not above 0"),
        (SQUARE.replace("line { to", "line { via = [1 2 3] to", 1), 6, "only arcs and circles"),
        ("orientation = euler\n0 1 2 3 0 0 0", 1, "not one of rpy"),
        ("blend = 1\n0 1 2 3 0 0 0", 1, "expected 'speed' as well"),
        ("0 1 2 3 0 0 0\n\n1 2 3", 3, "expected 7: time, position and orientation as rpy"),
        ("0 1 2 3 0 0 0\n1 2 3 nan 0 0 0", 2, "not"),
        ("orientation = quaternion\n\n0 1 2 3 1 0 0 0\n/* x */\n1 1 2 3 1 1 0 0", 5, "is not 1"),
        ("orientation = matrix\n0 1 2 3 1 0 0 0 1 0 0 0 -1", 2, "are not a rotation"),
        ("0 1 2 3 0 0 0\n\n1 1 2 3 0 0 0\n1 2 2 3 0 0 0", 4, "increasing times"),
        (VIA + "blend = 0.1\n0 0 0 0 0 0\n# x\n1 0 0 0 0 0\n1 0.1 0 0 0 0\n", 5, "half the"),
        (VIA + "path = spline\n0 0 0 0 0 0\n1 0 0 0 0 0\n1 0 0 0 0 0", 5, "are the same"),
        ("speed = 1\n0 1 2 3 0 0 0", 2, "expected 6: position"),
        ("speed = 1\n1 2 3 0 0 0", 2, "two via points"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(path, text, line, part):
    if "ark" in part:
        assert any(part in warning.message for warning in read(path, text).warnings)
        return
    found = faults(path, text)
    assert any(at == line and part in message for at, message in found), found


def test_saving_changes_only_what_was_edited(path):
    file = read(path, SQUARE)
    moves = list(file.way.moves)
    moves[0] = replace(moves[0], blend=0.025)
    saved = rewrite(path, replace(file, way=replace(file.way, moves=tuple(moves))))
    assert path.read_text(encoding="utf-8") == SQUARE.replace("blend = 20", "blend = 25")
    assert saved.way.moves[0].blend == 0.025


def test_moves_can_be_taken_and_added(path):
    file = read(path, SQUARE)
    moves = (*file.way.moves[:3], Move("screw", file.way.moves[1].to))
    saved = rewrite(path, replace(file, way=replace(file.way, moves=moves)))
    assert path.read_text(encoding="utf-8").startswith(SQUARE[: SQUARE.index("circle")])
    assert [move.kind for move in saved.way.moves] == ["line", "line", "arc", "screw"]


numbers = st.integers(-300, 300).map(lambda k: k / 97)
poses = st.lists(numbers, min_size=6, max_size=6).map(
    lambda x: as_rows(pose(from_rpy(x[:3]), x[3:]))
)
moves = st.tuples(st.sampled_from(["line", "screw", "spline"]), poses).map(
    lambda pair: Move(pair[0], (pair[1],))
)
paces = st.builds(
    Pace, st.floats(0.01, 2), st.floats(0.1, 3), st.floats(0.1, 9), st.just("quintic")
)


@examples(40)
@given(
    poses,
    st.lists(moves, min_size=1, max_size=3),
    paces,
    st.sampled_from(["rpy", "quaternion", "matrix"]),
    st.sampled_from(["m", "mm", "in"]),
)
def test_what_is_written_reads_back(tmp_path_factory, start, moves, pace, orientation, unit):
    places = [start, *(move.to[0] for move in moves)]
    assume(all(a != b for a, b in pairwise(places)))
    plan = MovePlan(start, tuple(moves), pace)
    path = tmp_path_factory.mktemp("ctraj") / "way.ctraj"
    saved = rewrite(path, CartesianFile(plan, "arm", unit, orientation, "loop"))
    assert (saved.robot, saved.unit, saved.orientation, saved.repeat) == (
        "arm", unit, orientation, "loop",
    )  # fmt: skip
    assert [move.kind for move in saved.way.moves] == [move.kind for move in plan.moves]
    for ours, theirs in zip(plan.moves, saved.way.moves, strict=True):
        assert np.allclose(ours.to, theirs.to, atol=1e-12)
        assert np.array_equal(np.array(ours.to)[..., :3, 3], np.array(theirs.to)[..., :3, 3])
    assert saved.way.pace == plan.pace


def test_the_checker_knows_the_format(path):
    path.write_text(SQUARE.replace("line {", "lime {", 1), encoding="utf-8")
    report = check_file(path)
    assert "did you mean 'line'?" in report.warnings[0].message
    path.write_text("speed = x\n1 2", encoding="utf-8")
    assert not check_file(path).ok


@examples(60)
@given(
    st.binary(max_size=200)
    | st.text(alphabet='0123456789 .-{}[]=\n"linearcstopuva/*', max_size=120)
)
def test_any_bytes_are_read_or_refused_with_a_place(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("any") / "way.ctraj"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    report = check_file(path)
    for error in report.errors:
        assert str(error).startswith(f"{path}:{error.line}:" if error.line else f"{path}: ")
