"""Joint values in tables that spreadsheets and loggers write."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rvs.cli import main
from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.files.formats import check_file, format_of
from rvs.files.library import load_robot
from rvs.files.motions.jtraj import JointRows, read_jtraj
from rvs.files.motions.motion_table import is_motion_table
from rvs.files.robots.arch import Architecture
from rvs.files.text.errors import FileErrors

ARM = Robot((Joint(1.0, name="shoulder"), Joint(1.0, name="elbow"), Joint(0.5, name="wrist")))
SLIDER = Robot((Joint(1.0), Joint(kind="prismatic", limits=(0.0, 0.5))))
HALF = np.radians([[0.0, 90.0, -45.0], [1.0, 90.0, -45.0], [3.0, 90.0, -45.0]])


def read(tmp_path: Path, text: str | bytes, robot: Robot = ARM, unit: str = "m") -> JointRows:
    path = tmp_path / "log.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_jtraj(path, Architecture(robot, unit))


def fault(tmp_path: Path, text: str, robot: Robot = ARM) -> str:
    with pytest.raises(FileErrors) as raised:
        read(tmp_path, text, robot)
    return str(raised.value)


ROWS = ((0.0, 0, 90, -45), (0.1, 1, 90, -45), (0.3, 3, 90, -45))
LINES = "0,0,90,-45\n0.1,1,90,-45\n0.3,3,90,-45\n"
RAD = "".join(
    f"{t},{','.join(map(repr, np.radians(q).tolist()))}\n" for t, *q in ROWS
)  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        f"time,q1,q2,q3\n{LINES}",
        f"\ufefft,joint1,joint2,joint3\r\n{LINES}",
        f"sep=,\ntime (s),θ₁ (°),θ₂ (°),θ₃ (°)\n{LINES}",
        f"Test of Monday\nline 2\n\ntime,q1,q2,q3\n{LINES}",
        f"t,q1,q2,q3\ns,deg,deg,deg\n{LINES}",
        f"# t, q0, q1, q2\n{LINES}",
        f"%time,q_0,q_1,q_2\n{LINES}",
        f"stamp,q1_deg,q2_deg,q3_deg\n{LINES}",
        f"time,position[0],position[1],position[2]\n{LINES}",
        f"time,q1 [rad],q2 [rad],q3 [rad]\n{RAD}",
        f"time,q1,q2,q3\n{RAD}",
        LINES,
        LINES.replace("\n", ",\n"),
        f"time;q1;q2;q3\n{LINES.replace(',', ';').replace('.', ',')}",
        f"time\tq1\tq2\tq3\n{LINES.replace(',', chr(9))}",
        LINES.replace(",", "  "),
        'time,q1,q2,q3\n"0,0","0,0","90,0","-45,0"\n"0,1","1","90","-45"\n"0,3","3","90","-45"\n',
        "time [ms],q1,q2,q3\n7000,0,90,-45\n7100,1,90,-45\n7300,3,90,-45\n",
        "time,elbow,wrist,shoulder\n0,90,-45,0\n0.1,90,-45,1\n0.3,90,-45,3\n",
        "time,/s/elbow/position,/s/elbow/velocity,/s/wrist/position,/s/shoulder/position\n"
        "0,90,7,-45,0\n0.1,90,7,-45,1\n0.3,90,7,-45,3\n",
        "time,target_q_0,target_q_1,target_q_2,actual_q_0,actual_q_1,actual_q_2,mode\n"
        "0,5,5,5,0,90,-45,a\n0.1,5,5,5,1,90,-45,a\n0.3,5,5,5,3,90,-45,a\n",
        "time,q1,q2,q3,qd1,qd2,qd3\n0,0,90,-45,9,9,9\n0.1,1,90,-45,9,9,9\n0.3,3,90,-45,9,9,9\n",
        "stamp,q1,q2,q3\n2026-01-05 10:00:00,0,90,-45\n2026-01-05 10:00:00.1,1,90,-45\n"
        "2026-01-05 10:00:00.3,3,90,-45\n",
    ],
)  # fmt: skip
def test_tables_of_loggers_are_the_same_motion(tmp_path: Path, text: str) -> None:
    motion = read(tmp_path, text).trajectory
    np.testing.assert_allclose(motion.rows.array, HALF, atol=1e-12)
    np.testing.assert_allclose(motion.times.array, [0.0, 0.1, 0.3], atol=1e-6)


def test_unicode_text_of_spreadsheets(tmp_path: Path) -> None:
    text = f"time\tq1\tq2\tq3\r\n{LINES.replace(',', chr(9))}".encode("utf-16")
    np.testing.assert_allclose(read(tmp_path, text).trajectory.rows.array, HALF, atol=1e-12)


def test_a_clock_that_counts_nanoseconds(tmp_path: Path) -> None:
    start = 1_700_000_000_000_000_000
    text = "%time,q1,q2,q3\n" + "".join(f"{start + k * 10**8},0,9,{k}\n" for k in range(3))
    rows = read(tmp_path, text)
    assert rows.dt == pytest.approx(0.1, abs=1e-6)
    assert any("ns" in one.message for one in rows.warnings)


def test_what_was_taken_for_granted_is_said(tmp_path: Path) -> None:
    said = [one.message for one in read(tmp_path, f"time,q1,q2,q3\n{RAD}").warnings]
    assert len(said) == 1
    assert "taken as radians" in said[0]
    assert "first column" in read(tmp_path, LINES).warnings[0].message
    assert (
        "there is no column with times" in read(tmp_path, "q1,q2,q3\n0,90,1\n").warnings[0].message
    )
    assert "step is 10 s" in read(tmp_path, "t,q1,q2,q3\n0,90,1,1\n10,90,1,1\n").warnings[0].message
    assert not read(tmp_path, f"time,q1,q2,q3\n{LINES}").warnings
    three = "0.0,90,-90\n0.1,90,-90\n0.2,90,-90\n"
    assert "but was taken as joint 1" in read(tmp_path, three).warnings[0].message


def test_lengths_that_can_hardly_be_metres(tmp_path: Path) -> None:
    rows = read(tmp_path, "time,q1,q2\n0,90,100\n1,90,400\n", SLIDER)
    np.testing.assert_allclose(rows.trajectory.rows.array[:, 1], [0.1, 0.4])
    assert "taken in mm" in " ".join(one.message for one in rows.warnings)
    said = read(tmp_path, "time,q1 (deg),q2 (mm)\n0,90,100\n1,90,400\n", SLIDER)
    np.testing.assert_allclose(said.trajectory.rows.array[:, 1], [0.1, 0.4])
    assert not any("mm" in one.message for one in said.warnings)


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("0.0,0,90,,\n0.1,1,90,,\n", ":1:4:", "column 4 is empty"),
        ("time,q1,q2,q3\n0,0,90,1\n0.1,0,,1\n", ":3:3:", "column 3 (q2) is empty"),
        ("time,q1,q2,q3\n0,0,90,1\n,0,90,1\n", ":3:1:", "column 1 (time) is empty"),
        ("time,q1,q2,q3\n0,0,90,1\n1,0,x,1\n", ":3:3:", "'x' is not a number"),
        ("time,q1,q2,q3\n0,0,90,1\n1,0,nan,1\n", ":3:3:", "'nan' is not a number"),
        ("time,q1,q2,q3\n0,0,90,1\n1,0\n", ":3:3:", "is missing"),
        ("time,q1,q2,q3\n0,0,90,1\n0,0,9,1\n", ":3:1:", "not after"),
        ("time,q1,q2\n0,0,90\n", ":1:1:", "no columns for the 3 joints"),
        ("t,θ₁ torque (N m),θ₂ torque (N m),θ₃ torque (N m)\n0,1,2,3\n", ":1:1:", "no columns"),
        ("time,a1,a2,a3,b1,b2,b3\n0,1,2,3,1,2,3\n", ":1:1:", "a1 to a3 or b1 to b3"),
        ("time,q1 (m),q2 (m),q3 (m)\n0,1,2,3\n", ":1:2:", "expected an angle"),
        ("1,2,3,4,5,6\n", ":1:1:", "6 columns"),
        ("nothing\n", "", "no rows of numbers"),
        ("time\tq1\tq2\tq3\n#0\t0\t0.1\t0\n", "", "no rows of numbers"),
    ],
)  # fmt: skip
def test_each_fault_of_a_table_is_told(tmp_path: Path, text: str, place: str, words: str) -> None:
    said = fault(tmp_path, text)
    assert place in said
    assert words in said


def test_an_empty_cell_of_a_joint_trajectory_is_no_gap_to_close(tmp_path: Path) -> None:
    path = tmp_path / "a.jtraj"
    path.write_text("dt = 0.1\n0, 1, , 2\n, 1, 2\n1, 2, 3,\n", encoding="utf-8")
    with pytest.raises(FileErrors) as raised:
        read_jtraj(path, Architecture(ARM))
    places = [(one.line, one.message) for one in raised.value.errors]
    assert places == [
        (2, "column 3 is empty; expected a number"), (3, "column 1 is empty; expected a number")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "motion", "unit"),
    [
        ("puma560", "puma560-place", "deg"),
        ("puma560", "puma560-place", "rad"),
        ("scara", "", "deg"),
    ],
)
def test_the_numbers_of_a_plot_are_its_motion_again(
    tmp_path: Path, name: str, motion: str, unit: str
) -> None:
    if not motion:
        path = tmp_path / "own.jtraj"
        path.write_text("dt = 0.5\n0 0 50 0\n10 20 80 5\n20 20 90 5\n", encoding="utf-8")
        motion = str(path)
    one, two = tmp_path / "one.csv", tmp_path / "two.csv"
    assert main(["plot", name, motion, "-o", str(one), "--angle", unit]) == 0
    assert format_of(one).use == "trajectory"
    assert check_file(one).ok
    assert main(["plot", name, str(one), "-o", str(two), "--angle", unit]) == 0
    old, new = (np.genfromtxt(path, delimiter=",", skip_header=1) for path in (one, two))
    np.testing.assert_allclose(new, old, rtol=0, atol=1e-9)


def test_a_table_of_a_robot_stays_a_robot(tmp_path: Path) -> None:
    for name in ("puma560", "scara"):
        path = tmp_path / f"{name}.csv"
        assert main(["convert", name, "-o", str(path)]) == 0
        assert format_of(path).use == "robot"
        assert load_robot(path).robot.n == load_robot(name).robot.n


UR = ("elbow_joint", "shoulder_lift_joint", "shoulder_pan_joint", "wrist_1_joint")
WRISTED = Robot(tuple(Joint(1.0, name=one) for one in ("base", "shoulder", "elbow", "wrist 1")))
POSTURES = np.array([[0.1, -1.5, 1.2, 0.4], [0.2, -1.4, 1.1, 0.5]])


def logged(head: str, rows: list[str], sign: str = ",") -> str:
    """A log whose rows hold the postures in the alphabetical order of the joints' names."""
    told = [sign.join(repr(q[k]) for k in (2, 1, 0, 3)) for q in POSTURES.tolist()]
    lines = (row.replace("*", q) for row, q in zip(rows, told, strict=True))
    return "\n".join([head, *lines, ""])


@pytest.mark.parametrize(
    "text",
    [
        logged(f"time,{','.join(UR)}", ["0,*", "0.1,*"]),
        logged(
            "__time," + ",".join(f"/joint_states/{one}/{what}" for what in ("position", "velocity")
                                 for one in UR),
            ["1600000000.5,*,9,9,9,9", "1600000000.6,*,9,9,9,9"],
        ),
        logged(
            "%time,field.header.seq,field.header.frame_id,"
            + ",".join(f"field.{what}{k}" for what in ("name", "position", "velocity", "effort")
                       for k in range(4)),
            [f"{t},7,,{','.join(UR)},*,9,9,9,9,8,8,8,8" for t in (10**18, 10**18 + 10**8)],
        ),
    ],
)  # fmt: skip
def test_columns_of_loggers_belong_to_the_joints_that_they_name(tmp_path: Path, text: str) -> None:
    rows = read(tmp_path, text, WRISTED)
    np.testing.assert_allclose(rows.trajectory.rows.array, POSTURES, atol=1e-12)
    assert rows.dt == pytest.approx(0.1, abs=1e-6)
    assert not any("order of the file" in one.message for one in rows.warnings)


def test_an_order_that_names_do_not_settle_is_said(tmp_path: Path) -> None:
    said = first_words(tmp_path, "time,first,second,third\n" + LINES)
    assert "order of the file (alphabetical): 'first' as shoulder, 'second' as elbow" in said
    bare = "%time,field.name0,field.name1,field.name2,p0,p1,p2\n"
    rows = "0,c,a,b,1,2,3\n1,c,a,b,2,3,4\n"
    assert "order of the file: 'c' as shoulder" in first_words(tmp_path, bare + rows)


def first_words(tmp_path: Path, text: str) -> str:
    return read(tmp_path, text).warnings[0].message


@pytest.mark.parametrize(
    "others",
    ["dq_0,dq_1,dq_2", "tau_J_0,tau_J_1,tau_J_2", "q_d_0,q_d_1,q_d_2", "actual_TCP_pose_0,"
     "actual_TCP_pose_1,actual_TCP_pose_2", "joint_mode_0,joint_mode_1,joint_mode_2",
     "target_moment_0,target_moment_1,target_moment_2"],
)  # fmt: skip
def test_what_controllers_log_beside_the_joint_values_is_left(tmp_path: Path, others: str) -> None:
    rows = "\n".join(f"{t} 50 60 70 {a} {b} {c}" for t, a, b, c in ROWS)
    found = read(tmp_path, f"timestamp {others.replace(',', ' ')} q_0 q_1 q_2\n{rows}\n")
    np.testing.assert_allclose(found.trajectory.rows.array, HALF, atol=1e-12)


@pytest.mark.parametrize(
    "text",
    [
        "secs,nsecs,q1,q2,q3\n99,900000000,0,90,-45\n100,0,1,90,-45\n100,200000000,3,90,-45\n",
        "header.stamp.sec,header.stamp.nanosec,q1,q2,q3\n7,0,0,90,-45\n7,100000000,1,90,-45\n"
        "7,300000000,3,90,-45\n",
        'time,joints\n0,"[0, 90, -45]"\n0.1,"[1, 90, -45]"\n0.3,"[3, 90, -45]"\n',
        f"time,q1,q2,q3\n{LINES},,,\n,,,\n",
        f"Zeit [s];θ1 [°];θ2 [°];θ3 [°]\n{LINES.replace(',', ';')}".encode("gb18030"),
        f"Zeit [s];Glied 1 [°];Glied 2 [°];Glied 3 [°]\n{LINES.replace(',', ';')}".encode("cp1252"),
        f"time\tq1\tq2\tq3\n{LINES.replace(',', chr(9))}".encode("utf-16"),
    ],
)
def test_times_lists_and_letters_of_loggers(tmp_path: Path, text: str | bytes) -> None:
    motion = read(tmp_path, text).trajectory
    np.testing.assert_allclose(motion.rows.array, HALF, atol=1e-12)
    np.testing.assert_allclose(motion.times.array, [0.0, 0.1, 0.3], atol=1e-9)


def test_a_wide_text_with_a_head_is_a_motion(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_bytes(f"time,q1,q2,q3\n{LINES}".encode("utf-16"))
    assert is_motion_table(path)
