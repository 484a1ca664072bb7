"""Joint trajectory files: rows of joint values."""

from __future__ import annotations

import io
import re
import warnings
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from rvs.engine.robot import Array
from rvs.files.arch import GEOMETRY, Architecture
from rvs.files.atomic import write_text
from rvs.files.errors import FileError, FileErrors, whole_file
from rvs.files.fields import Fields, shorten
from rvs.files.findings import MAX_ERRORS, Findings
from rvs.files.forms import Name
from rvs.files.jconfig import joint_scales
from rvs.files.scale import NUMBERS
from rvs.files.source import BYTE_ORDER_MARK, MEGABYTE, Source, read_source
from rvs.files.syntax import parse
from rvs.files.tokens import NUMBER
from rvs.model.player import REPEATS, Repeat
from rvs.model.quantities import LENGTH_UNITS
from rvs.model.table import MAX_JOINTS

MAX_LINE = 10_000
MAX_FILE = 512 * MEGABYTE
HEAD_KEYS = ("dt", "unit", "robot", "repeat")
DEFAULT_DT = 0.02
LONGEST_STEP = 1e6
SHORTEST_STEP = 1e-9
DIGITS = 15

_COMMENT = re.compile(r"/\*[\s\S]*?\*/")
_FIRST_ROW = re.compile(r"^[ \t,]*[+\-.0-9]", re.MULTILINE)


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
    text, start = _split(path)
    head = _head(path, text[:start], unit)
    if columns is None:
        first, _, _ = text[start : start + MAX_LINE].partition("\n")
        columns = min(len(_words(first)), MAX_JOINTS)
    return head, _rows(str(path), text[start:], text.count("\n", 0, start) + 1, columns)


def _split(path: Path) -> tuple[str, int]:
    """Return the text without comments, and where its first row begins."""
    text = _without_comments(read_source(path, MAX_FILE))
    first = _FIRST_ROW.search(text)
    if first is None:
        # What is wrong with the head says more than that there are no rows.
        _head(path, text, "m")
        raise whole_file(path, "has no rows; expected one number a joint")
    return text, first.start()


def _without_comments(source: Source) -> str:
    """Return the text with blank lines where comments were, and one kind of line end."""
    text = source.text.removeprefix(BYTE_ORDER_MARK)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "/*" in text:
        text = _COMMENT.sub(lambda match: " " + "\n" * match.group().count("\n"), text)
        unclosed = text.find("/*")
        if unclosed >= 0:
            line = text.count("\n", 0, unclosed) + 1
            message = "this '/*' is never closed; expected '*/'"
            raise FileErrors([FileError(source.path, line, 1, message)])
    return text


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


def _rows(path: str, body: str, line: int, columns: int) -> Array:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            plain = body.replace(",", " ") if "," in body else body
            values = np.loadtxt(io.StringIO(plain), dtype=float, comments="#", ndmin=2)
    except (ValueError, UserWarning):
        return _slow_rows(path, body, line, columns)
    if values.shape[1] != columns or not _bounded(values):
        return _slow_rows(path, body, line, columns)
    return values


def _bounded(values: Array) -> bool:
    # A number that is not one fails every comparison.
    return bool((np.abs(values) <= GEOMETRY[1]).all())


def _slow_rows(path: str, body: str, line: int, columns: int) -> Array:
    """Read row by row, to name the lines that are wrong."""
    rows: list[list[float]] = []
    errors: list[FileError] = []
    for number, row in enumerate(body.split("\n"), line):
        words = _words(row)[: columns + 1]
        fault = _fault(words, columns)
        if fault:
            errors.append(FileError(path, number, 1, fault))
        elif words:
            rows.append([float(word) for word in words])
        if len(errors) >= MAX_ERRORS:
            break
    if errors:
        raise FileErrors(errors)
    return np.array(rows)


def _words(row: str) -> list[str]:
    return row.partition("#")[0].replace(",", " ").split(None, MAX_JOINTS + 1)


def _fault(words: list[str], columns: int) -> str:
    for word in words[:columns]:
        if not NUMBER.fullmatch(word):
            return f"{shorten(word)} is not a number"
        if not abs(float(word)) <= GEOMETRY[1]:
            return f"{shorten(word)} is not between {GEOMETRY[0]:g} and {GEOMETRY[1]:g}"
    if words and len(words) != columns:
        found = str(len(words)) if len(words) < columns else f"more than {columns}"
        return f"{found} numbers in this row; the robot has {columns} joints"
    return ""


def save_jtraj(path: Path, rows: JointRows, architecture: Architecture) -> None:
    """Write a joint trajectory, atomically.

    Args:
        path: The file.
        rows: The postures; written in the unit they name.
        architecture: The robot.

    Raises:
        OSError: The file can't be written.
    """
    scales = joint_scales(architecture.robot, rows.unit)
    outside = [column / scale.factor for column, scale in zip(rows.q.T, scales, strict=True)]
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
