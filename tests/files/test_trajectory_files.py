"""Joint trajectory files: fast when right, and exact about what is wrong."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from rvs.engine.errors import RvsError
from rvs.engine.robot import Robot
from rvs.files.library import load_robot
from rvs.files.motions.jtraj import JointRows, check_jtraj, read_jtraj, save_jtraj
from rvs.files.robots.arch import Architecture, parse_architecture
from rvs.files.text.errors import FileErrors
from rvs.model.array_value import block
from rvs.model.motions.grips import Grip
from rvs.model.motions.loads import load_along
from rvs.model.motions.motion import JointTrajectory
from rvs.model.motions.time_scaling import quickest

ARM = parse_architecture(
    "unit = mm { a=0 b=0 al=0 th=0 } { type = prismatic a=0 b=0 al=0 th=0 }", "arm"
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "path.jtraj"


def kept(values, dt=0.02, **head):
    return JointRows(trajectory=JointTrajectory.evenly("", values, dt), dt=dt, **head)


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
    assert rows.trajectory.rows.array == pytest.approx(
        np.array([[math.pi / 2, 0.25], [-math.pi / 4, 0.01]])
    )
    assert rows.dt == 0.02
    assert not rows.trajectory.rows.array.flags.writeable


def test_the_head(path):
    rows = read(path, "robot = arm\ndt = 0.5 unit = m\n1 2\n")
    assert (rows.dt, rows.robot, rows.unit) == (0.5, "arm", "m")
    assert rows.trajectory.rows.array[0, 1] == 2.0


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("", 0, "no rows"),
        ("/* only */ dt = 1", 0, "no rows"),
        ("1 2\n\n1 x\n1 2", 3, "'x' is not a number"),
        ("1 2\n1 nan\n", 2, "'nan' is not a number"),
        ("1 inf\n", 1, "'inf' is not a number"),
        ("1 2\n1 1e400\n", 2, "not between"),
        ("1 2\n1 2e13\n", 2, "not between"),
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
    save_jtraj(path, kept(values, dt, robot="my arm", unit="cm"), ARM)
    rows = read_jtraj(path, ARM)
    assert rows.trajectory.rows.array == pytest.approx(values, rel=1e-13, abs=1e-300)
    assert (rows.dt, rows.robot, rows.unit) == (dt, "my arm", "cm")


def test_a_file_of_an_unknown_robot_is_checked_by_its_first_row(path):
    path.write_text("dt = 0.5\n1 2 3 # x\n4 5 6\n")
    assert check_jtraj(path).dt == 0.5
    path.write_text("1 2 3\n4 5\n")
    with pytest.raises(FileErrors, match=":2:1: 2 numbers"):
        check_jtraj(path)


def test_what_players_do_at_the_end_is_kept(path):
    rows = np.array([[0.1, 0.2], [0.3, 0.4]])
    save_jtraj(path, kept(rows, repeat="ping-pong"), ARM)
    assert read_jtraj(path, ARM).repeat == "ping-pong"
    save_jtraj(path, kept(rows), ARM)
    assert "repeat" not in path.read_text(encoding="utf-8")
    path.write_text("repeat = forever\n1 2\n", encoding="utf-8")
    with pytest.raises(FileErrors, match="once, loop, ping-pong"):
        read_jtraj(path, ARM)


def test_rates_and_pushes_stand_after_the_values_of_a_row(path):
    rows = read(path, "rates = yes\npushes = yes\n90 250 45 10 -90 20 3 4\n-45 10 0 0 0 0 0 -5\n")
    assert rows.trajectory.rows.array[0] == pytest.approx([math.pi / 2, 0.25])
    assert rows.trajectory.speeds.array[0] == pytest.approx([math.pi / 4, 0.01])
    assert rows.trajectory.accelerations.array[0] == pytest.approx([-math.pi / 2, 0.02])
    assert rows.trajectory.pushes.array.tolist() == [[3.0, 4.0], [0.0, -5.0]]
    [(line, words)] = faults(path, "rates = yes\n1 2 3 4 5\n")
    assert line == 2
    assert "speeds and accelerations follow their values" in words
    assert read(path, "rates = no\n1 2\n").trajectory.speeds is None


@pytest.mark.property
@given(
    values=hnp.arrays(
        float, st.tuples(st.integers(2, 5), st.just(8)), elements=st.floats(-100, 100)
    ),
    pushed=st.booleans(),
)
def test_a_motion_reads_back_with_what_it_knows(path, values, pushed):
    parts = [block(values[:, k : k + 2]) for k in (0, 2, 4, 6)]
    wanted = replace(
        JointTrajectory.evenly("arm", parts[0].array, 0.25),
        speeds=parts[1], accelerations=parts[2], pushes=parts[3] if pushed else None,
    )  # fmt: skip
    save_jtraj(path, JointRows.of(wanted, "my arm", "cm"), ARM)
    found = read_jtraj(path, ARM, "arm").trajectory
    for name in ("rows", "speeds", "accelerations", "pushes"):
        one, other = getattr(found, name), getattr(wanted, name)
        assert (one is None) == (other is None)
        if other is not None:
            assert one.array == pytest.approx(other.array, rel=1e-13, abs=1e-300)


def test_a_fastest_motion_that_is_read_back_keeps_its_limits(path):
    robot = Robot.from_dh(
        [0.5, 0.4], 0, 0, 0, mass=[2, 1], com=[[-0.2, 0, 0]] * 2, name="arm",
        inertia=[[0.1, 0.1, 0.1, 0, 0, 0]] * 2, effort=[25.0, 10.0], rate=[2.5, 4.0],
        acceleration=[7.0, 16.0],
    )  # fmt: skip
    arm = Architecture(robot, "mm")
    way = np.linspace(0.0, 1.0, 60)
    rows = np.stack([way, np.sin(3 * way)], axis=1)
    made = quickest(arm.robot, JointTrajectory.evenly("arm", rows, 0.05)).trajectory
    save_jtraj(path, JointRows.of(made, arm.name, arm.unit), arm)
    found = read_jtraj(path, arm, "arm").trajectory
    load = load_along(arm.robot, found)
    uses = [
        np.abs(load.torques).max(axis=0) / [joint.effort for joint in arm.robot.joints],
        np.abs(load.speeds).max(axis=0) / [joint.rate for joint in arm.robot.joints],
        np.abs(load.accelerations).max(axis=0) / [j.acceleration for j in arm.robot.joints],
    ]
    assert 0.999 < np.max(uses) <= 1.0 + 1e-6


def test_rates_that_no_file_holds_are_left_out(path):
    rows = np.array([[0.1, 0.2], [0.3, 0.4]])
    wild = JointTrajectory("", [0.0, 1.0], rows, (), rows, 1e15 * rows, rows)
    save_jtraj(path, JointRows.of(wild, "", "m"), ARM)
    found = read_jtraj(path, ARM).trajectory
    assert found.speeds is None
    assert found.pushes.array == pytest.approx(rows)


def test_what_its_times_rest_on_is_kept(path):
    arm = Robot.from_dh([0.3, 0.2], 0, 0, [0, 0])
    assumed = ("Times are based on an assumed 180°/s² for all joints.", "Others on nothing.")
    rows = replace(JointTrajectory.evenly("arm", np.zeros((3, 2)), 1.0), assumed=assumed)
    save_jtraj(path, JointRows.of(rows, "arm", "m"), Architecture(arm, "m"))
    assert read_jtraj(path, Architecture(arm, "m")).trajectory.assumed == assumed


def test_what_the_tool_takes_and_how_far_it_opens_is_kept(path):
    rows = JointTrajectory.evenly("arm", [[0.0, 0.1], [0.2, 0.3]], 1.0)
    held = (Grip(0.25, 0.5), Grip(0.75))
    wide = ((0.0, 0.08), (0.25, 0.02))
    save_jtraj(path, JointRows.of(replace(rows, grips=held, openings=wide), "arm", "mm"), ARM)
    again = read_jtraj(path, ARM, "arm").trajectory
    assert (again.grips, again.openings) == (held, wide)
    ((_, message),) = faults(path, "grips = [ 2, 1 ]\n1 2\n")
    assert "1 s is not after 2 s" in message
    ((_, message),) = faults(path, "openings = [ 2 ]\n1 2\n")
    assert "'openings': expected a list" in message


@pytest.mark.parametrize(
    ("name", "most", "words"),
    [("MAX_FILE", 100, "its 40 rows take"), ("MOST", {"numbers": 79}, "have more than 79 numbers")],
)
def test_what_no_file_can_hold_is_refused_with_what_to_do(tmp_path, monkeypatch, name, most, words):
    monkeypatch.setattr(f"rvs.files.motions.jtraj.{name}", most)
    arm = load_robot("planar-2r")
    rows = kept(np.zeros((40, 2)), 0.1)
    with pytest.raises(RvsError, match=rf"{words}.* longer time steps"):
        save_jtraj(tmp_path / "long.jtraj", rows, arm)
    assert not list(tmp_path.iterdir())
