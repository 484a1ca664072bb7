"""Readers of tables that other programs write; each gives a robot as it stands there."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import numpy as np

from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.files.robots.arch import Architecture, read_architecture
from rvs.files.tables.chain_read import chain_robot
from rvs.files.tables.matlab import as_python
from rvs.files.tables.script import Script, ScriptError
from rvs.files.tables.toolbox import CALLS, toolbox_robot
from rvs.files.text.errors import FileError, FileErrors, whole_file
from rvs.files.text.letters import from_csv_cell
from rvs.files.text.source import MEGABYTE, read_source
from rvs.model.pasting.grid import Grid
from rvs.model.pasting.header import header_columns
from rvs.model.pasting.table import parse_table
from rvs.model.robots.imported import Imported

LARGEST = 2 * MEGABYTE
DH_COLUMNS, ROBOOP_COLUMNS = (4, 5, 6, *range(15, 21)), 23
LATEX_TABLE = re.compile(r"\\begin\{(tabular[x*]?|longtable|array)\}.*?\\end\{\1\}", re.DOTALL)
NUMBER = re.compile(r"[-+.]?\d")
SCREWS = {"Slist": "space", "Blist": "body"}


def read_latex(path: Path) -> Architecture:
    """Read the first table of a LaTeX file.

    Raises:
        FileErrors: There is none, or something in it is wrong, with row and column.
    """
    text = read_source(path, LARGEST).text
    tables = list(LATEX_TABLE.finditer(text))
    if not tables:
        raise whole_file(path, "no table in it; expected \\begin{tabular}")
    return _table(path, tables[0].group())


def read_text_table(path: Path) -> Architecture:
    """Read a table of Denavit-Hartenberg rows, whatever divides its cells.

    Lengths are in m and angles in degrees where neither header nor cell says otherwise.

    Raises:
        FileErrors: Everything that is wrong with it, with row and column.
    """
    text = read_source(path, LARGEST).text
    rows = _csv_rows(text)
    return _table(path, text if rows is None else Grid("tabs", rows))


def _table(path: Path, cells: str | Grid) -> Architecture:
    table = parse_table(cells)
    if table.errors:
        raise FileErrors(
            [FileError(str(path), one.row, one.column, one.message) for one in table.errors]
        )
    return _imported(path, Robot(table.joints, name=path.stem))


def _csv_rows(text: str) -> tuple[tuple[str, ...], ...] | None:
    """The rows with cells of a text that divides them by one sign throughout, or None."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = next((sign for sign in "\t;," if sign in first), "")
    if not delimiter or first.lstrip("\ufeff \t").startswith("|") or "\\\\" in first:
        return None
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=delimiter, skipinitialspace=True))
    except csv.Error:
        return None
    cells = (tuple(from_csv_cell(" ".join(cell.split())) for cell in row) for row in rows)
    return tuple(row for row in cells if any(row))


def read_python(path: Path) -> Architecture:
    """Read a script of Python: links, screws as Modern Robotics has them, or frames of joints.

    Raises:
        FileErrors: There is no robot in it, or it can't be worked out without running it.
    """
    return _script(path, read_source(path, LARGEST).text)


def read_matlab(path: Path) -> Architecture:
    """Read a script of MATLAB: links, screws as Modern Robotics has them, or frames of joints.

    Raises:
        FileErrors: There is no robot in it, or it can't be worked out without running it.
    """
    return _script(path, as_python(read_source(path, LARGEST).text))


def _script(path: Path, text: str) -> Architecture:
    script = Script(CALLS)
    try:
        script.read(text)
        kinds = (_screw_robot, chain_robot, toolbox_robot)
        found = (kind(script, path.stem) for kind in kinds)
        return _imported(path, next(robot for robot in found if robot is not None))
    except ScriptError as error:
        raise FileErrors(
            [FileError(str(path), error.line, min(error.line, 1), error.message)]
        ) from error
    except ArgumentError as error:
        raise whole_file(path, str(error)) from error


def _screw_robot(script: Script, name: str) -> Robot | None:
    """The robot of the home pose M and the screws Slist or Blist, if a script names them."""
    for key, frame in SCREWS.items():
        screws, home = script.names.get(key), script.names.get("M")
        if screws is None or home is None:
            continue
        for value in (screws, home):
            if isinstance(value, ScriptError):
                raise value
        columns = np.array(screws, float)
        return Robot.from_screws(np.array(home, float), columns, frame=frame, name=name)  # type: ignore[arg-type]
    return None


def read_plain_text(path: Path) -> Architecture:
    """Read a text of any name: a matrix, a table with a header, or else an architecture file.

    Raises:
        FileErrors: It is none of these, or wrong in itself.
    """
    bare = (_bare(line) for line in read_source(path, LARGEST).text.splitlines())
    first = next(filter(None, bare), "")
    if NUMBER.match(first):
        return read_matrix(path)
    cells = (_csv_rows(first) or (first.split(),))[0]
    if header_columns(cells):
        return read_text_table(path)
    return read_architecture(path)


def read_matrix(path: Path) -> Architecture:
    """Read numbers in rows: a dh or dyn matrix of the Robotics Toolbox, or one of ROBOOP.

    Raises:
        FileErrors: Not numbers, or rows of another length.
    """
    rows = _rows(path)
    width = len(rows[0]) if rows else 0
    try:
        if width == ROBOOP_COLUMNS:
            return _imported(path, Robot.from_roboop(rows, name=path.stem))
        if width in DH_COLUMNS:
            return _imported(path, Robot.from_dyn(rows, name=path.stem))
    except ArgumentError as error:
        raise whole_file(path, str(error)) from error
    wanted = "4 to 6 or 15 to 20 numbers (dh or dyn) or 23 (ROBOOP)"
    raise whole_file(path, f"expected rows of {wanted}, found {width}")


def _bare(line: str) -> str:
    return line.split("#")[0].split("%")[0].strip(" \t[];")


def _rows(path: Path) -> list[list[float]]:
    rows: list[list[float]] = []
    for number, line in enumerate(read_source(path, LARGEST).text.splitlines(), 1):
        bare = _bare(line)
        if not bare:
            continue
        try:
            row = [float(word) for word in bare.replace(",", " ").replace(";", " ").split()]
        except ValueError as error:
            message = f"expected numbers, found {bare[:40]!r}"
            raise FileErrors([FileError(str(path), number, 1, message)]) from error
        if rows and len(row) != len(rows[0]):
            message = f"{len(row)} numbers, the rows above have {len(rows[0])}"
            raise FileErrors([FileError(str(path), number, 1, message)])
        rows.append(row)
    return rows


def read_roboop(path: Path) -> Architecture:
    """Read a configuration file of ROBOOP: its first section that has links.

    Raises:
        FileErrors: There is no such section, or something in it is wrong.
    """
    text = read_source(path, LARGEST).text
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    sections = [line[1:-1].strip() for line in lines if line[:1] == "[" and line[-1:] == "]"]
    robots = [name for name in sections if f"{name}_LINK1" in sections]
    if not robots:
        raise whole_file(path, "no section of a robot in it; expected [NAME] and [NAME_LINK1]")
    try:
        return _imported(path, Robot.from_roboop_file(text, robots[0]))
    except (ArgumentError, ValueError) as error:
        raise whole_file(path, str(error)) from error


def _imported(path: Path, robot: Robot) -> Architecture:
    source = robot.source or path.name
    return Architecture(
        robot.replace(source=source), end_effector="none", imported=Imported.of(path)
    )
