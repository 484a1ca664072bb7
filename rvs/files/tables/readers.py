"""Readers of tables of other programs; each returns the robot unchanged."""

from __future__ import annotations

import ast
import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np

from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.files.library import is_file
from rvs.files.robots.arch import Architecture, read_architecture
from rvs.files.tables.chain_read import chain_robot
from rvs.files.tables.script import Script
from rvs.files.tables.script_objects import Language
from rvs.files.tables.script_terms import Evaluator
from rvs.files.tables.script_values import ScriptError, Thing, elements
from rvs.files.tables.toolbox import IN_PYTHON, OF_MATLAB, made_robot, script_robots
from rvs.files.text.errors import FileError, FileErrors, SeveralRobots, whole_file
from rvs.files.text.fields import shorten
from rvs.files.text.letters import from_csv_cell
from rvs.files.text.rows import MIXED, mixed, words_of
from rvs.files.text.source import MEGABYTE, plain_text
from rvs.files.text.tokens import NUMBER
from rvs.model.numbers.quantities import MAX_JOINTS
from rvs.model.pasting.cells import LONGEST_CELL, LONGEST_TEXT, Grid, header_columns
from rvs.model.pasting.meaning import with_zeros
from rvs.model.pasting.table import MOST_COLUMNS, parse_table
from rvs.model.robots.imported import Choices, Imported

# How the note begins that says how they were taken.
TAKEN = "where the robot stands"


def with_open_zeros(read: Architecture, given: Sequence[int]) -> Architecture:
    """Return a robot with a note on the open question of its table.

    Args:
        read: The robot, these numbers taken as a posture.
        given: Rows, from 0, whose number for the joint's own variable may be its zero.
    """
    rows = f"row{'s' * (len(given) > 1)} {', '.join(str(i + 1) for i in given)}"
    words = (
        f"{TAKEN} is taken from {rows} of the table; --zeros uses these numbers as joint "
        "zeros (offsets)"
    )
    note = FileError(str(read.path or (read.imported and read.imported.path)), 0, 0, words)
    return replace(read, given=tuple(given), warnings=(*read.warnings, note))


def without_note(read: Architecture) -> Architecture:
    """Return a robot without the note on the open question of its table, once answered."""
    told = tuple(one for one in read.warnings if not one.message.startswith(TAKEN))
    return replace(read, warnings=told)


def as_zeros(read: Architecture) -> Architecture:
    """Return a robot whose table gives the zeros of its joints, not a posture.

    Raises:
        FileErrors: Its table leaves nothing open.
    """
    assert read.imported is not None
    robot = read.robot.replace(joints=with_zeros(read.robot.joints, read.given))
    choices = replace(read.imported.choices, zeros=True)
    imported = replace(read.imported, choices=choices)
    return without_note(replace(read, robot=robot, imported=imported, given=()))


LARGEST, SEEN = 2 * MEGABYTE, 20_000
FULL_ROWS, ROBOOP_COLUMNS = range(15, 21), 23
DH_COLUMNS = (4, 5, 6, *FULL_ROWS)
LATEX_BEGIN = re.compile(r"\\begin\{(tabular[x*]?|longtable|array)\}")
STARTS_WITH_NUMBER = re.compile(r"[-+.]?\d")
HAS_NUMBER = re.compile(r"\d")
# Names in one sentence.
MOST_SHOWN = 8
# Tables of a file among which that of the robot is looked for.
MOST_TABLES = 20
SCREWS = {"Slist": "space", "Blist": "body"}


def read_latex(path: Path) -> Architecture:
    """Read the first table of a LaTeX file that describes a robot.

    Raises:
        FileErrors: There is no table, or it has errors, with row and column.
    """
    text, endless, found = plain_text(path, LARGEST), set[str](), list[str]()
    for begin in LATEX_BEGIN.finditer(text):
        if begin[1] in endless or len(found) >= MOST_TABLES:
            continue
        end = text.find(rf"\end{{{begin[1]}}}", begin.end())
        if end >= 0:
            found.append(text[begin.start() : end])
        else:
            endless.add(begin[1])
    if not found:
        words = "contains no table; expected \\begin{tabular} and its \\end{tabular}"
        raise whole_file(path, words)
    return _table(path, *found)


def read_text_table(path: Path) -> Architecture:
    """Read a table of Denavit-Hartenberg rows, whatever its separators.

    Lengths are in m and angles in degrees unless a header or cell states otherwise.

    Raises:
        FileErrors: Everything that is wrong with it, with row and column.
    """
    text = plain_text(path, LARGEST)
    rows = _csv_rows(text)
    return _table(path, _barred(text) if rows is None else Grid("tabs", rows))


def _barred(text: str) -> str:
    """Return the first block of lines with bars if there is one, else the text."""
    lines = text[:LONGEST_TEXT].splitlines()
    first = next((i for i, line in enumerate(lines) if line.lstrip().startswith("|")), None)
    if first is None:
        return text
    after = (i for i, line in enumerate(lines) if i > first and not line.strip())
    return "\n".join(lines[first : next(after, len(lines))])


def _table(path: Path, *tables: str | Grid) -> Architecture:
    """Return the robot of the first table whose head names its parameters.

    Without such a head, it is the first table without errors.  A table with the head of a robot is
    never passed over for another, whatever is wrong with it.

    Raises:
        FileErrors: The table has errors.
    """
    parsed = [parse_table(one) for one in tables]
    headed = [k for k, one in enumerate(parsed) if one.header]
    likely = headed or [k for k, one in enumerate(parsed) if not one.errors] or [0]
    table = parsed[likely[0]]
    if table.errors:
        raise FileErrors(
            [FileError(str(path), one.row, one.column, one.message) for one in table.errors]
        )
    robot = Robot(table.joints, name=path.stem)
    made = _imported(path, robot, angle="deg", assumed=table.assumed)
    notes = [f"column {place}, {title!r:.60}, is ignored" for place, title in table.unread]
    if likely[0] or len(likely) > 1:
        notes.append(f"table {likely[0] + 1} of {len(tables)} was read")
    named = [any(cell.variable for cell in row) for row in table.rows]
    notes += [
        f"row {k} of the table names no variable, as others do; it was read as a joint"
        for k, has in enumerate(named, 1)
        if not has and any(named)
    ]
    told = tuple(FileError(str(path), 0, 0, words) for words in notes)
    made = replace(made, warnings=(*made.warnings, *told))
    return with_open_zeros(made, table.given) if table.given else made


def _csv_rows(text: str) -> tuple[tuple[str, ...], ...] | None:
    """Return the rows with cells of a text with a single separator throughout, or None."""
    first, _, rest = text.partition("\n")
    if re.fullmatch(r"sep=.\s*", first, re.IGNORECASE):
        text = rest
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = next((sign for sign in "\t;," if sign in first), "")
    barred = any(line.lstrip().startswith("|") for line in text[:SEEN].splitlines())
    if not delimiter or barred or "\\\\" in first:
        return None
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=delimiter, skipinitialspace=True))
    except csv.Error:
        return None
    cells = [tuple(from_csv_cell(" ".join(cell.split())) for cell in row) for row in rows]
    return tuple(row for row in _first_table(cells) if any(row))


def _first_table(rows: Sequence[tuple[str, ...]]) -> Sequence[tuple[str, ...]]:
    """Return the rows up to the next table: an empty row, then a row of words only."""
    filled = [i for i, row in enumerate(rows) if any(row)]
    numbered = (i for i in filled if sum(bool(HAS_NUMBER.search(cell)) for cell in rows[i]) > 1)
    head = next(numbered, len(rows))
    after = (
        i for i in filled
        if i > head and not any(rows[i - 1]) and not any(map(HAS_NUMBER.search, rows[i]))
    )  # fmt: skip
    return rows[: next(after, len(rows))]


def read_html(path: Path) -> Architecture:
    """Read the first table of a web page that describes a robot, such as one of ``rvs table``.

    Raises:
        FileErrors: There is no table, or it has errors, with row and column.
    """
    page, text = _Page(), plain_text(path, LARGEST)
    try:
        page.feed(text)
    except AssertionError as error:
        # So the parser says that it can't go on.
        raise whole_file(path, f"is not HTML: {str(error)[:80]}") from error
    tables = [
        tuple(tuple(" ".join(cell.split()) for cell in row) for row in rows if row)
        for rows in page.tables
    ]
    grids = [Grid("tabs", rows) for rows in tables if rows]
    if not grids:
        raise whole_file(path, "contains no table; expected <table>")
    return _table(path, *grids)


class _Page(HTMLParser):
    """Collects the cells of the first tables of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.depth = 0

    def handle_starttag(self, tag: str, _attrs: object) -> None:
        if tag == "table" and len(self.tables) < MOST_TABLES:
            self.tables.append([])
            self.depth = 0
        if not self.tables:
            return
        if tag == "tr":
            self.tables[-1].append([])
            self.depth = 0
        elif tag in ("td", "th") and self.tables[-1]:
            self.tables[-1][-1].append("")
            self.depth = 1

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "tr"):
            self.depth = 0

    def handle_data(self, data: str) -> None:
        if self.depth:
            self.tables[-1][-1][-1] += data


def read_python(path: Path, robot: str = "") -> Architecture:
    """Read a Python script: links, screws of Modern Robotics, or frames of joints.

    Args:
        path: The script.
        robot: The selected robot, by its name in the script or its own; the only one if empty.

    Raises:
        FileErrors: There is no robot in it, or it depends on values that can't be computed.
    """
    return _script(path, IN_PYTHON, robot)


def read_matlab(path: Path, robot: str = "") -> Architecture:
    """Read a MATLAB script: links, screws of Modern Robotics, or frames of joints.

    Args:
        path: The script.
        robot: The selected robot, by its name in the script or its own; the only one if empty.

    Raises:
        FileErrors: There is no robot in it, or it depends on values that can't be computed.
    """
    return _script(path, OF_MATLAB, robot)


def _script(path: Path, language: Language, wanted: str) -> Architecture:
    def beside(name: str) -> Sequence[ast.stmt] | None:
        parts = name.split(".")
        other = path.parent.joinpath(*parts[:-1], parts[-1] + language.suffix)
        if not all(map(str.isidentifier, parts)) or not is_file(other):
            return None
        return language.parse(plain_text(other, MEGABYTE))

    text = plain_text(path, MEGABYTE)
    try:
        script = Script(text, language, beside)
        for kind in (_screw_robot, chain_robot):
            found = kind(script, path.stem)
            if found is not None:
                return _imported(path, found)
        robots = script_robots(script)
        told, own = _names(robots)
        k = _chosen(path, told, own, wanted)
        chosen = told[k] if len(robots) > 1 else ""
        return _imported(path, made_robot(script, robots[k][1], chosen or path.stem), chosen)
    except ScriptError as error:
        raise FileErrors(
            [FileError(str(path), error.line, min(error.line, 1), error.message)]
        ) from error
    except ArgumentError as error:
        raise whole_file(path, str(error)) from error


def _names(robots: Sequence[tuple[str, Any]]) -> tuple[list[str], list[str]]:
    """Return unique names of the robots of a script, and their own names."""
    said = [made.said.get("name") if isinstance(made, Thing) else None for _, made in robots]
    own = [one if isinstance(one, str) else "" for one in said]
    names = [name for name, _ in robots]
    times = Counter(names)
    titles = Counter(own)
    told = [
        name if name and times[name] == 1 else title if titles[title] == 1 else f"robot {k}"
        for k, (name, title) in enumerate(zip(names, own, strict=True), 1)
    ]
    return told, own


def _chosen(path: Path, told: Sequence[str], own: Sequence[str], wanted: str) -> int:
    """Return the selected robot, by its name in the file or its own name."""
    found = [k for k, pair in enumerate(zip(told, own, strict=True)) if wanted in pair]
    if not wanted and len(told) == 1:
        return 0
    if wanted and len(found) == 1:
        return found[0]
    shown = ", ".join(repr(one) for one in told[:MOST_SHOWN])
    if wanted and not found:
        raise whole_file(path, f"contains no robot {wanted[:60]!r}; its robots are {shown}")
    words = f"contains {len(told)} robots, {shown}; name the one to read (--robot NAME)"
    raise SeveralRobots([FileError(str(path), 0, 0, words)], told)


def _screw_robot(script: Evaluator, name: str) -> Robot | None:
    """Return the robot of the home pose M and the screws Slist or Blist, if a script names them."""
    for key, frame in SCREWS.items():
        screws, home = script.names.get(key), script.names.get("M")
        if screws is None or home is None:
            continue
        try:
            elements([screws, home])
            columns, pose = np.array(screws, float), np.array(home, float)
        except (TypeError, ValueError) as error:
            raise ArgumentError(f"M, {key}: expected a pose and screws of numbers") from error
        return Robot.from_screws(pose, columns, frame=frame, name=name)  # type: ignore[arg-type]
    return None


def read_plain_text(path: Path) -> Architecture:
    """Read a text of any suffix: a matrix, a table with a header, or else an architecture file.

    Raises:
        FileErrors: It is none of these, or it has errors.
    """
    lines = plain_text(path, LARGEST).splitlines()
    at = next((i for i, line in enumerate(lines) if _bare(line)), 0)
    first = _bare(lines[at]) if lines else ""
    if STARTS_WITH_NUMBER.match(first):
        above = [(line.strip("%# \t"), k) for k, line in enumerate(lines[:at]) if line.strip()]
        if above and header_columns(above[-1][0].split()[:MOST_COLUMNS]):
            # A comment names the columns.
            head, k = above[-1]
            body = [_bare(line) for line in lines[at:]]
            return _table(path, "\n".join(["\n" * k, head, *filter(None, body)]))
        return read_matrix(path)
    cells = (_csv_rows(first[: LONGEST_CELL * MOST_COLUMNS]) or (first.split(),))[0]
    if header_columns(cells[:MOST_COLUMNS]):
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
            bare = width < min(FULL_ROWS)
            return _imported(path, Robot.from_dyn(rows, name=path.stem), old_order=bare)
    except ArgumentError as error:
        raise whole_file(path, str(error)) from error
    wanted = "4 to 6 or 15 to 20 numbers (dh or dyn) or 23 (ROBOOP)"
    raise whole_file(path, f"expected rows of {wanted}, found {width}")


def _bare(line: str) -> str:
    return line.split("#")[0].split("%")[0].strip(" \t[];")


def _rows(path: Path) -> list[list[float]]:
    rows: list[list[float]] = []
    for number, line in enumerate(plain_text(path, LARGEST).splitlines(), 1):
        bare = _bare(line)
        if not bare:
            continue
        words = words_of(bare.replace(";", ","))
        wrong = next((i for i, word in enumerate(words) if not NUMBER.fullmatch(word)), None)
        if wrong is not None:
            found = shorten(words[wrong]) if words[wrong] else "an empty cell"
            fault = f"column {wrong + 1}: expected numbers, found {found}"
        elif mixed(bare):
            fault = MIXED
        elif rows and len(words) != len(rows[0]):
            fault = f"{len(words)} numbers, but the rows above have {len(rows[0])}"
        elif len(rows) > MAX_JOINTS:
            fault = f"more than {MAX_JOINTS} joints"
        else:
            rows.append(list(map(float, words)))
            continue
        raise FileErrors([FileError(str(path), number, (wrong or 0) + 1, fault)])
    return rows


def read_roboop(path: Path, robot: str = "") -> Architecture:
    """Read a configuration file of ROBOOP: a section with links.

    Args:
        path: The file.
        robot: Name of the section; the only one if empty.

    Raises:
        FileErrors: There is no such section, or something in it is wrong.
    """
    text = plain_text(path, LARGEST)
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    sections = dict.fromkeys(
        line[1:-1].strip() for line in lines if line[:1] == "[" and line[-1:] == "]"
    )
    robots = [name for name in sections if f"{name}_LINK1" in sections]
    if not robots:
        raise whole_file(path, "contains no section of a robot; expected [NAME] and [NAME_LINK1]")
    try:
        name = robots[_chosen(path, robots, robots, robot)]
        chosen = name if len(robots) > 1 else ""
        return _imported(path, Robot.from_roboop_file(text, name), chosen)
    except (ArgumentError, ValueError) as error:
        raise whole_file(path, str(error)) from error


def _imported(path: Path, robot: Robot, chosen: str = "", **taken: Any) -> Architecture:
    """Return a robot with its file and the reading of its numbers, as in ``Imported``."""
    source = robot.source or path.name
    imported = replace(Imported.of(path, Choices(robot=chosen)), **taken)
    return Architecture(robot.replace(source=source), end_effector="none", imported=imported)
