"""Joint trajectory files: rows of joint values."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.files.robots.arch import Architecture
from rvs.files.robots.arch_keys import joint_scales
from rvs.files.storage.atomic import write_text
from rvs.files.text.errors import FileError, whole_file
from rvs.files.text.fields import Fields
from rvs.files.text.findings import Findings
from rvs.files.text.forms import Name
from rvs.files.text.keys import GEOMETRY
from rvs.files.text.rows import bounded, count_columns, read_rows, split_rows
from rvs.files.text.scale import NUMBERS
from rvs.files.text.source import Source
from rvs.files.text.syntax import parse
from rvs.model.motions.player import REPEATS, Repeat
from rvs.model.numbers.quantities import LENGTH_UNITS

HEAD_KEYS = ("dt", "unit", "robot", "repeat")
DEFAULT_DT = 0.02
LONGEST_STEP = 1e6
SHORTEST_STEP = 1e-9
DIGITS = 15


@dataclass(frozen=True, eq=False)
class JointRows:
    """What a joint trajectory file says.

    Attributes:
        q: Postures (m, n) in rad and m, read-only.
        dt: Time from row to row, in s.
        robot: Name of the robot it was made for, or empty.
        unit: Unit of prismatic columns in the file.
        warnings: What is odd about the file.
        repeat: What players shall do at its end.
    """

    q: Array
    dt: float = DEFAULT_DT
    robot: str = ""
    unit: str = "m"
    warnings: tuple[FileError, ...] = ()
    repeat: Repeat = "once"


def read_jtraj(path: Path, architecture: Architecture) -> JointRows:
    """Read a joint trajectory of a robot.

    Args:
        path: The file.
        architecture: The robot; its unit counts if the file has none.

    Raises:
        FileErrors: Everything that is wrong with the file, rows by their lines.
    """
    head, values = _read(path, architecture.unit, architecture.robot.n)
    for column, scale in enumerate(joint_scales(architecture.robot, head.unit)):
        values[:, column] = scale.inside(values[:, column])
    values.setflags(write=False)
    return replace(head, q=values)


def check_jtraj(path: Path) -> JointRows:
    """Read a joint trajectory of an unknown robot: its head, and that its rows are of one length.

    Raises:
        FileErrors: Everything that is wrong with the file, rows by their lines.
    """
    head, _ = _read(path, "m", None)
    return head


def _read(path: Path, unit: str, columns: int | None) -> tuple[JointRows, Array]:
    text, start = split_rows(path)
    if start is None:
        # What is wrong with the head says more than that there are no rows.
        _head(path, text, unit)
        raise whole_file(path, "has no rows; expected one number a joint")
    head, body = _head(path, text[:start], unit), text[start:]
    count = count_columns(body) if columns is None else columns
    line = text.count("\n", 0, start) + 1
    return head, read_rows(str(path), body, line, count, f"the robot has {count} joints")


def _head(path: Path, text: str, unit: str) -> JointRows:
    source = Source(str(path), re.sub(r"#.*", "", text))
    tree = parse(source)
    findings = Findings(source)
    fields = Fields(findings, tree.root, HEAD_KEYS)
    dt = fields.number("dt", DEFAULT_DT, NUMBERS, (SHORTEST_STEP, LONGEST_STEP))
    robot, unit = fields.word("robot", ""), fields.word("unit", unit, LENGTH_UNITS)
    repeat = fields.choice("repeat", "once", REPEATS)
    findings.check()
    odd = (*tree.warnings, *findings.warnings)
    return JointRows(np.empty((0, 0)), dt, robot, unit, odd, repeat)


def save_jtraj(path: Path, rows: JointRows, architecture: Architecture) -> None:
    """Write a joint trajectory, atomically.

    Args:
        path: The file.
        rows: The postures; written in the unit they name.
        architecture: The robot.

    Raises:
        RvsError: It holds a number that a file can't; an old file stays.
        OSError: The file can't be written.
    """
    scales = joint_scales(architecture.robot, rows.unit)
    outside = [column / scale.factor for column, scale in zip(rows.q.T, scales, strict=True)]
    if not bounded(np.array(outside)):
        lower, upper = GEOMETRY
        raise RvsError(f"can't be saved: a joint value is not between {lower:g} and {upper:g}")
    head = [f"dt = {NUMBERS.write(rows.dt)}"]
    if rows.robot:
        head.append(f"robot = {Name(rows.robot).text()}")
    if rows.unit != architecture.unit:
        head.append(f"unit = {rows.unit}")
    if rows.repeat != "once":
        head.append(f"repeat = {rows.repeat}")
    body = io.StringIO()
    np.savetxt(body, np.transpose(outside), fmt=f"%.{DIGITS}g")
    write_text(path, "\n".join(head) + "\n" + body.getvalue())
