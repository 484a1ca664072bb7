"""Joint trajectory files: fast when right, and exact about what is wrong."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from rvs.files.motions.jtraj import JointRows, check_jtraj, read_jtraj, save_jtraj
from rvs.files.robots.arch import parse_architecture
from rvs.files.text.errors import FileErrors

ARM = parse_architecture(
    "unit = mm { a=0 b=0 al=0 th=0 } { type = prismatic a=0 b=0 al=0 th=0 }", "arm"
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "path.jtraj"


def read(path, text):
    path.write_bytes(text.encode())
    return read_jtraj(path, ARM)


def faults(path, text):
    with pytest.raises(FileErrors) as caught:
        read(path, text)
    return [(error.line, error.message) for error in caught.value.errors]


@pytest.mark.parametrize(
    "text",
    [
        "90 250\n-45 1e1\n",
        "90\t250\r\n-45, 10",
        "\ufeff/* two\nlines */ \n\n 90 250 # first\n\n# none\n-45 10\n\n",
        "dt = 0.02 /* head */\r90 250\r-45 10\r",
        "90 250 /* a\nb */\n-45 10",
    ],
)
def test_rows_in_any_layout(path, text):
    rows = read(path, text)
    assert rows.q == pytest.approx(np.array([[math.pi / 2, 0.25], [-math.pi / 4, 0.01]]))
    assert rows.dt == 0.02
    assert not rows.q.flags.writeable


def test_the_head(path):
    rows = read(path, "robot = arm\ndt = 0.5 unit = m\n1 2\n")
    assert (rows.dt, rows.robot, rows.unit) == (0.5, "arm", "m")
    assert rows.q[0, 1] == 2.0


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("", 0, "no rows"),
        ("/* only */ dt = 1", 0, "no rows"),
        ("1 2\n\n1 x\n1 2", 3, "'x' is not a number"),
        ("1 2\n1 nan\n", 2, "'nan' is not a number"),
        ("1 inf\n", 1, "'inf' is not a number"),
        ("1 2\n1 1e400\n", 2, "not between"),
        ("1 2\n1 2e7\n", 2, "not between"),
        ("1 2 /*\n\n*/\n1 2 3", 4, "more than 2 numbers"),
        ("1 2\n1\n", 2, "1 numbers in this row"),
        ("1 2\n/* x", 2, "never closed"),
        ("dt = 0\n1 2", 1, "not between"),
        ("dtt = 1\nfoo\n1 2", 2, "'foo'"),
        ("1 2\ndt = 1\n1 2", 2, "'dt' is not a number"),
        ("1 2\n1 0x1\n", 2, "'0x1' is not a number"),
        ("1 2\n1 1_0\n", 2, "'1_0' is not a number"),
    ],
)
def test_a_wrong_row_is_named_by_its_line(path, text, line, part):
    found = faults(path, text)
    assert found[0][0] == line
    assert part in found[0][1]


def test_all_wrong_rows_are_named_up_to_a_hundred(path):
    assert [line for line, _ in faults(path, "1 x\n1 2\n1\n")] == [1, 3]
    assert len(faults(path, "1 x\n" * 1000)) == 100


def test_unknown_head_keys_are_warned_about(path):
    assert "did you mean 'dt'" in read(path, "dt_ = 1\n1 2").warnings[0].message


def test_a_line_without_end_is_an_error(path):
    for text in ("1 " * 1_000_000, "1" * 1_000_000, "x" * 1_000_000):
        assert len(faults(path, text)) == 1


@pytest.mark.property
@given(
    values=hnp.arrays(
        float, st.tuples(st.integers(1, 5), st.just(2)), elements=st.floats(-100, 100)
    ),
    dt=st.floats(1e-6, 100),
)
def test_what_is_written_reads_back(path, values, dt):
    save_jtraj(path, JointRows(values, dt, "my arm", "cm"), ARM)
    rows = read_jtraj(path, ARM)
    assert rows.q == pytest.approx(values, rel=1e-13, abs=1e-300)
    assert (rows.dt, rows.robot, rows.unit) == (dt, "my arm", "cm")


def test_a_file_of_an_unknown_robot_is_checked_by_its_first_row(path):
    path.write_text("dt = 0.5\n1 2 3 # x\n4 5 6\n")
    assert check_jtraj(path).dt == 0.5
    path.write_text("1 2 3\n4 5\n")
    with pytest.raises(FileErrors, match=":2:1: 2 numbers"):
        check_jtraj(path)


def test_what_players_do_at_the_end_is_kept(path):
    rows = np.array([[0.1, 0.2], [0.3, 0.4]])
    save_jtraj(path, JointRows(rows, repeat="ping-pong"), ARM)
    assert read_jtraj(path, ARM).repeat == "ping-pong"
    save_jtraj(path, JointRows(rows), ARM)
    assert "repeat" not in path.read_text(encoding="utf-8")
    path.write_text("repeat = forever\n1 2\n", encoding="utf-8")
    with pytest.raises(FileErrors, match="once, loop, ping-pong"):
        read_jtraj(path, ARM)
