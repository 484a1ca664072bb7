"""Joint trajectory files: rows of joint values, read or made of the motions of a cell."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError, RvsError
from rvs.files.budget import MOST, within_budget
from rvs.files.motions.motion_table import check_motion_table, read_motion_table, steps
from rvs.files.robots.arch import Architecture
from rvs.files.robots.arch_keys import joint_scales, unit_line
from rvs.files.robots.jconfig import library_name
from rvs.files.storage.outside_changes import write_document
from rvs.files.suffixes import TABLES
from rvs.files.text.errors import FileError, whole_file
from rvs.files.text.fields import Fields, between
from rvs.files.text.findings import Findings
from rvs.files.text.forms import Name
from rvs.files.text.rows import (
    MAX_COLUMNS,
    MAX_FILE,
    bounded,
    count_columns,
    head_of,
    read_rows,
    split_rows,
)
from rvs.files.text.scale import NUMBERS, Scale
from rvs.files.text.source import MEGABYTE, Source
from rvs.files.text.syntax import Tree, read_with
from rvs.model.bounds import NUMBER, TIME, Bounds
from rvs.model.document import PlacedRobot
from rvs.model.motions.grips import MOST_GRIPS, Grip, Grips, Openings, check_grips
from rvs.model.motions.kept import KeptMotion
from rvs.model.motions.motion import JointTrajectory, Motion
from rvs.model.motions.player import REPEATS, Repeat
from rvs.model.motions.recording import DT, sampled
from rvs.model.numbers.units import LENGTH_UNITS
from rvs.value_class import dataclass

HEAD_KEYS = ("dt", "unit", "robot", "repeat", "rates", "pushes", "openings", "grips", "assumed")
# What may stand in a row after the joint values.
RATES, PUSHES = ("speeds", "accelerations"), ("pushes",)
DEFAULT_DT = 0.02
LONGEST_STEP = 1e6
SHORTEST_STEP = 1e-9
DIGITS = 15


@dataclass(frozen=True, eq=False, kw_only=True)
class JointHead:
    """Facts about the rows of a joint trajectory file.

    Attributes:
        dt: Time between consecutive rows, in s.
        robot: Name of their robot, or empty.
        unit: Unit of prismatic columns in the file.
        warnings: Warnings about the file.
        repeat: Behaviour of players at the end.
    """

    dt: float = DEFAULT_DT
    robot: str = ""
    unit: str = "m"
    warnings: tuple[FileError, ...] = ()
    repeat: Repeat = "once"


@dataclass(frozen=True, eq=False, kw_only=True)
class JointRows(JointHead):
    """Contents of a joint trajectory file.

    Attributes:
        trajectory: The rows with their known rates, pushes, openings, grips and assumptions.
    """

    trajectory: JointTrajectory

    @classmethod
    def of(
        cls, trajectory: JointTrajectory, robot: str, unit: str, repeat: Repeat = "once"
    ) -> JointRows:
        """Return a trajectory in the form of a file.

        Args:
            trajectory: Its rows have equal time steps.
            robot: Name of the robot.
            unit: Unit of prismatic columns.
            repeat: Behaviour of players at its end.

        Raises:
            ArgumentError: The rows are not equally spaced in time.
        """
        # A single row follows none.
        dt = DEFAULT_DT if len(trajectory.times) == 1 else trajectory.dt
        if dt is None:
            raise ArgumentError("trajectory: its rows are not equally spaced in time")
        return cls(trajectory=trajectory, dt=dt, robot=robot, unit=unit, repeat=repeat)


class _Known(NamedTuple):
    """Contents of the head of a file: facts about its rows, their motion, and their columns."""

    head: JointHead
    motion: dict[str, Any]
    extra: tuple[str, ...]


@within_budget()
def read_jtraj(path: Path, architecture: Architecture, robot_id: str = "") -> JointRows:
    """Read a joint trajectory of a robot, or a table of joint values from another program.

    Args:
        path: The file.
        architecture: The robot; its unit applies if the file has none.
        robot_id: Id of the robot in the document.

    Raises:
        FileErrors: Everything that is wrong with the file, rows by their lines.
    """
    if path.suffix.lower() in TABLES:
        return _from_table(path, architecture, robot_id)
    n = architecture.robot.n
    (head, known, extra), values = _read(path, architecture.unit, n)
    scales = joint_scales(architecture.robot, head.unit)
    parts: dict[str, Any] = {}
    for k, name in enumerate(("rows", *extra)):
        part = np.array(values[:, k * n : (k + 1) * n])
        for column, scale in enumerate(scales if name != "pushes" else ()):
            part[:, column] = scale.inside(part[:, column])
        part.setflags(write=False)
        parts[name] = part
    rows = JointTrajectory.evenly(robot_id, parts.pop("rows"), head.dt)
    return JointRows(trajectory=replace(rows, **known, **parts), **vars(head))


def _from_table(path: Path, architecture: Architecture, robot_id: str) -> JointRows:
    table = read_motion_table(path, architecture.robot, architecture.unit)
    notes = tuple(FileError(str(path), 0, 0, note) for note in table.notes)
    step = None if table.times is None else steps(table.times)
    dt = step or DEFAULT_DT
    if step is None and table.times is not None:
        rows = JointTrajectory(robot_id, table.times, table.q)
    else:
        rows = JointTrajectory.evenly(robot_id, table.q, dt)
    return JointRows(trajectory=rows, dt=dt, unit=architecture.unit, warnings=notes)


@within_budget()
def check_jtraj(path: Path) -> JointHead:
    """Read a joint trajectory of an unknown robot: its head, and rows of one length.

    Raises:
        FileErrors: Everything that is wrong with the file, rows by their lines.
    """
    if path.suffix.lower() in TABLES:
        check_motion_table(path)
        return JointHead()
    return _read(path, "m", None)[0].head


def _read(path: Path, unit: str, joints: int | None) -> tuple[_Known, Array]:
    """Return what the head tells, and the rows."""
    text, start = split_rows(path)
    if start is None:
        # What is wrong with the head says more than that there are no rows.
        _head(path, text, unit)
        raise whole_file(path, "has no rows; expected one number per joint")
    body, line = text[start:], text.count("\n", 0, start) + 1
    with head_of(str(path), body, line):
        known = _head(path, text[:start], unit)
    extra = known.extra
    count = count_columns(body) if joints is None else joints * (1 + len(extra))
    expected = f"the robot has {joints or count} joints"
    if extra:
        expected += f", and {' and '.join(extra)} follow their values"
    return known, read_rows(str(path), body, line, count, expected)


def _head(path: Path, text: str, unit: str) -> _Known:
    source = Source(str(path), re.sub(r"#.*", "", text))
    return read_with(source, partial(_read_head, unit=unit))


def _read_head(tree: Tree, unit: str) -> _Known:
    findings = Findings(tree.source)
    fields = Fields(findings, tree.root, HEAD_KEYS)
    dt = fields.number("dt", DEFAULT_DT, NUMBERS, Bounds(SHORTEST_STEP, LONGEST_STEP))
    robot, unit = fields.word("robot", ""), fields.word("unit", unit, LENGTH_UNITS)
    repeat = fields.choice("repeat", "once", REPEATS)
    extra = (*(RATES if fields.flag("rates") else ()), *(PUSHES if fields.flag("pushes") else ()))
    openings, grips = _openings(fields), _grips(fields)
    findings.check()
    odd = (*tree.warnings, *findings.warnings)
    head = JointHead(dt=dt, robot=robot, unit=unit, warnings=odd, repeat=repeat)
    assumed = tuple(filter(None, fields.text("assumed").split("\n")))
    return _Known(head, {"openings": openings, "grips": grips, "assumed": assumed}, extra)


def _openings(fields: Fields) -> Openings:
    said = fields.numbers("openings", tuple(range(2, 2 * MOST_GRIPS + 1, 2)), TIME) or []
    return tuple(zip(said[::2], said[1::2], strict=True))


def _grips(fields: Fields) -> Grips:
    """Return times of alternate grips and releases; the last one may lack a release."""
    times = fields.numbers("grips", tuple(range(1, 2 * MOST_GRIPS + 1)), TIME) or []
    try:
        grips = tuple(Grip(*times[k : k + 2]) for k in range(0, len(times), 2))
        check_grips(grips)
    except ArgumentError as error:
        fields.error("grips", f"'grips': {error}")
        return ()
    return grips


def save_jtraj(path: Path, rows: JointRows, architecture: Architecture) -> None:
    """Write a joint trajectory, atomically.

    Args:
        path: The file.
        rows: The postures; written in their own unit.
        architecture: The robot.

    Raises:
        RvsError: It holds a number that a file can't; an old file stays.
        OSError: The file can't be written.
    """
    write_document(path, jtraj_text(rows, architecture))


def jtraj_text(rows: JointRows, architecture: Architecture) -> str:
    """Return the text of a joint trajectory.

    Args:
        rows: The postures; written in their own unit.
        architecture: The robot.

    Raises:
        RvsError: It holds a number that a file can't.
    """
    scales = joint_scales(architecture.robot, rows.unit)
    motion = rows.trajectory
    columns = _outside(motion.rows.array, scales)
    if not bounded(np.array(columns)):
        raise RvsError(f"can't be saved: a joint value is not {between(NUMBER, NUMBERS)}")
    head = [f"dt = {NUMBERS.write(rows.dt)}"]
    if rows.robot:
        head.append(f"robot = {Name(rows.robot).text()}")
    if line := unit_line(architecture.robot, rows.unit):
        head.append(line.strip())
    if rows.repeat != "once":
        head.append(f"repeat = {rows.repeat}")
    if motion.openings:
        said = (x for pair in motion.openings for x in pair)
        head.append(f"openings = [ {', '.join(map(NUMBERS.write, said))} ]")
    if motion.grips:
        times = (t for grip in motion.grips for t in (grip.take, grip.release) if isfinite(t))
        head.append(f"grips = [ {', '.join(map(NUMBERS.write, times))} ]")
    if motion.assumed:
        words = "\n".join(motion.assumed)
        head.append(f"assumed = {Name(words, quoted=True).text()}")
    for key, more in _extra(motion, scales).items():
        head.append(f"{key} = yes")
        columns += more
    if len(columns) * len(motion.rows) > MOST["numbers"]:
        raise RvsError(
            f"can't be saved: its {len(motion.rows):,} rows have more than {MOST['numbers']:,} "
            "numbers, which is the limit for reading; record it with longer time steps"
        )
    body = io.StringIO()
    np.savetxt(body, np.transpose(columns), fmt=f"%.{DIGITS}g")
    text = "\n".join(head) + "\n" + body.getvalue()
    if len(text) > MAX_FILE:
        raise RvsError(
            f"can't be saved: its {len(motion.rows)} rows take {len(text) / MEGABYTE:.0f} MB, and "
            f"a file can have {MAX_FILE // MEGABYTE} MB; record it with longer time steps"
        )
    return text


def _outside(values: Array, scales: Sequence[Scale]) -> list[Array]:
    """Return the columns of joint values or their rates in the units of a file."""
    return [column / scale.factor for column, scale in zip(values.T, scales, strict=True)]


def _extra(motion: JointTrajectory, scales: Sequence[Scale]) -> dict[str, list[Array]]:
    """Return the columns after the joint values by the key that announces them.

    Columns that a file can't represent, such as the acceleration of an impact, are omitted
    entirely: the motion is in the joint values, and readers compute rates as differences of them.
    """
    found: dict[str, list[Array]] = {}
    if motion.speeds is not None and motion.accelerations is not None:
        rates = motion.speeds.array, motion.accelerations.array
        found["rates"] = [column for rate in rates for column in _outside(rate, scales)]
    if motion.pushes is not None:
        found["pushes"] = list(motion.pushes.array.T)
    wide = (1 + sum(map(len, found.values())) // len(scales)) * len(scales)
    if wide > MAX_COLUMNS:
        return {}
    return {key: more for key, more in found.items() if bounded(np.array(more))}


LONGEST = 150
_NO_NAME = re.compile(r"[^\w .()+-]")


def motion_rows(motion: KeptMotion, placed: PlacedRobot, played: Motion | None = None) -> JointRows:
    """Return a motion as rows at equal intervals.

    Args:
        motion: The motion.
        placed: Its robot.
        played: The motion as played, if it contains more than its rows.

    Raises:
        RvsError: It makes too many rows.
    """
    rows, robot = motion.trajectory, library_name(placed)
    if rows.duration == 0.0:
        return JointRows.of(rows, robot, placed.unit, motion.repeat)
    if rows.dt is None:
        # The last row has to stand at the end.
        steps = max(round(rows.duration / DT), 1)
        rows = sampled(played or rows, rows.robot_id, rows.duration / steps)
    own = motion.trajectory
    rows = replace(rows, openings=own.openings, grips=own.grips, assumed=own.assumed)
    return JointRows.of(rows, robot, placed.unit, motion.repeat)


def motion_text(motion: KeptMotion, placed: PlacedRobot) -> str:
    """Return the text of the file of a motion.

    Raises:
        RvsError: It holds a number that a file can't.
    """
    return jtraj_text(motion_rows(motion, placed), Architecture(placed.robot, placed.unit))


def file_stem(name: str) -> str:
    """Return a name changed to a file name valid on every system."""
    return _NO_NAME.sub("-", name)[:LONGEST].strip(". ") or "motion"
