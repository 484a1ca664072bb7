"""Joint values in the columns of a spreadsheet or a log: CSV, with or without a head and times."""

from __future__ import annotations

import csv
import io
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from math import inf, isfinite, pi
from pathlib import Path

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.robot import Robot
from rvs.files.budget import within_budget
from rvs.files.suffixes import TABLES
from rvs.files.text.errors import FileError, FileErrors, whole_file
from rvs.files.text.fields import shorten
from rvs.files.text.findings import MAX_ERRORS
from rvs.files.text.rows import check_lines
from rvs.files.text.source import MEGABYTE, plain_text
from rvs.model.bounds import NUMBER
from rvs.model.numbers.quantities import MAX_JOINTS
from rvs.model.numbers.units import UNITS
from rvs.model.pasting.cells import SPELLINGS, header_columns
from rvs.value_class import dataclass

LARGEST = 64 * MEGABYTE
HEAD_BYTES, MOST_CELLS, MOST_TITLES = 65_536, 4_096, 40
MOST_ROWS, LONGEST_LINE = 1_000_000, 100_000
EVEN = 1e-6
# A joint in radians stays within a turn to either side, one in degrees seldom does.
SLOW = 1.0
TURN = 2.0 * pi + 1e-6

TIMES = {
    "time", "t", "timestamp", "stamp", "timesec", "timesecs", "sec", "secs", "second", "seconds",
    "elapsed", "elapsedtime", "reached", "zeit", "timefromstart", "headerstamp", "times", "date",
    "datetime", "headerstampsecs", "headerstampsec", "stampsecs", "stampsec",
}  # fmt: skip
PARTS = ("nsec", "nsecs", "nanosec", "nanosecs", "nanoseconds")
COUNTERS = {"", "i", "n", "no", "nr", "row", "step", "index", "id", "seq", "sample", "frame"}
SECONDS = {"s": 1.0, "sec": 1.0, "seconds": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "ns": 1e-9}
# Times since 1970 that no clock counts in seconds.
EPOCHS = ((1e17, "ns"), (1e14, "us"), (1e11, "ms"))
_WORD = re.compile(r"[^\W\d_]+|\d+")
_UNIT = re.compile(
    r"[\[(]([^\[\]()\d][^\[\]()]*)[\])]\s*$|[_ ](deg|rad|mm|cm|m|s|sec|ms|us|ns)\s*$"
)
# Cells in quotes that need none, and such with a decimal comma.
_QUOTED = re.compile(r'(?<!")"([^",;\t\n]*+)"(?!")')
_QUOTED_NUMBER = re.compile(r'(?<!")"([-+]?+\d++),(\d*+)"(?!")')
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉−", "0123456789-")
# What columns hold that are no joint values, and such as were only wanted.
_OTHERS = re.compile(
    r"vel|speed|rate|acc|torque|effort|force|current|power|energy|temp|volt|jerk|error|qd|"
    r"(?<![a-z])(?:[xyz]|d+q|tau|tcp)(?![a-z])|roll|pitch|yaw|moment|output|mode"
)
_WANTED = re.compile(r"target|desired|command|setpoint|reference|(?<![a-z])d(?![a-z])")
# Names of joints of Universal Robots in ROS.
CALLED = {"base": "shoulderpan", "shoulder": "shoulderlift"}
# Lists that spreadsheets and loggers put into one cell.
_LIST = re.compile(r'"[\[(]([^"\[\]()]*+)[\])]"')


@dataclass(frozen=True, slots=True)
class Heading:
    """The words above a column: a name, the number in it or -1, and a unit or empty."""

    words: str
    name: str
    number: int
    unit: str


@dataclass(frozen=True, slots=True)
class Layout:
    """Layout of the cells in a table of motions.

    Attributes:
        divider: Separator of cells; None for blanks.
        head: Text above the columns; empty without a head.
        first: The line of the first row of numbers, from 0.
        row: Cells of that row.
    """

    divider: str | None
    head: tuple[Heading, ...]
    first: int
    row: tuple[str, ...]

    @property
    def times(self) -> int | None:
        """The column of times according to the head, or None."""
        named = (i for i, one in enumerate(self.head) if _letters(one.name) in TIMES)
        return next(named, None)

    @property
    def parts(self) -> int | None:
        """The column of nanoseconds that belong to times in whole seconds, or None."""
        words = [one.words.lower() for one in self.head]
        whole = "" if self.times is None else words[self.times]
        if not whole.endswith(("sec", "secs")) or whole.endswith(PARTS):
            return None
        return next((i for i, one in enumerate(words) if one.endswith(PARTS)), None)


@dataclass(frozen=True)
class MotionTable:
    """Joint values of a table, with their times.

    Attributes:
        times: Time of each row (m,), from 0, in s; None if the table has no times.
        q: Joint values (m, n) in rad and m.
        notes: The assumptions, one sentence each.
    """

    times: Array | None
    q: Array
    notes: tuple[str, ...]


def is_motion_table(path: Path) -> bool:
    """Return whether a text file contains joint values in rows rather than a robot."""
    if path.suffix.lower() not in TABLES:
        return False
    try:
        with path.open("rb") as stream:
            data = stream.read(HEAD_BYTES)
        wide = data[:2] in (BOM_UTF16_LE, BOM_UTF16_BE)
        text = data.decode("utf-16" if wide else "utf-8-sig", "ignore")
        layout = _layout(text)
    except (OSError, ValueError):
        return False
    if layout is None or _names_a_table(text, layout):
        return False
    # No robot has this number of joints.
    rows = text.count("\n") > MAX_JOINTS and not layout.head
    return rows or layout.times is not None or bool(_groups(layout))


def _names_a_table(text: str, layout: Layout) -> bool:
    """Return whether a line above the rows names the columns of a Denavit-Hartenberg table."""
    above = (_cells(line, _divider(line)) for line in text.splitlines()[: layout.first])
    return any(header_columns(cells[:MAX_JOINTS]) for cells in above)


@within_budget()
def read_motion_table(path: Path, robot: Robot, unit: str) -> MotionTable:
    """Read the joint values of a robot.

    Args:
        path: The file.
        robot: The robot.
        unit: Unit of the values of prismatic joints if the head gives none.

    Raises:
        FileErrors: No columns for the joints, an empty cell, a value that is not a number.
    """
    text = _text(path)
    layout = _layout(text)
    if layout is None:
        raise whole_file(path, f"has no rows of numbers; expected {robot.n} joint values in each")
    notes: list[str] = []
    at = _time_column(path, text, layout, robot.n, notes)
    joints = _joint_columns(path, layout, robot, at, notes)
    stamps = [i for i in (at, layout.parts) if i is not None]
    numbers = _numbers(path, text, layout, [*joints, *stamps])
    q = np.array(numbers[:, : robot.n])
    for k, joint in enumerate(robot.joints):
        said = SPELLINGS.get(layout.head[joints[k]].unit, "") if layout.head else ""
        named = UNITS.get(said)
        if named and named.dimension != ("angle" if joint.turns else "length"):
            words = f"column {joints[k] + 1} ({layout.head[joints[k]].words}) is in {said}"
            kind = "an angle" if joint.turns else "a length"
            raise FileErrors([FileError(str(path), 1, joints[k] + 1, f"{words}; expected {kind}")])
    turning = [
        k for k, joint in enumerate(robot.joints) if joint.turns and not _said(layout, joints[k])
    ]
    radians = bool(turning) and _in_radians(q[:, turning], notes)
    sliding = [
        k
        for k, joint in enumerate(robot.joints)
        if not joint.turns and not _said(layout, joints[k])
    ]
    length = _length_unit(robot, q, sliding, unit, notes)
    for k, joint in enumerate(robot.joints):
        usual = ("rad" if radians else "deg") if joint.turns else length
        q[:, k] *= UNITS[_said(layout, joints[k]) or usual].factor
    q.setflags(write=False)
    times = None if at is None else _seconds(path, layout, numbers[:, robot.n :], at, notes)
    if times is None:
        notes.append("there is no column with times; the time step is 0.02 s")
    return MotionTable(times, q, tuple(notes))


def check_motion_table(path: Path) -> None:
    """Read the joint values of an unknown robot, to report errors in their cells.

    Raises:
        FileErrors: Everything that is wrong with them.
    """
    text = _text(path)
    layout = _layout(text)
    if layout is None:
        raise whole_file(path, "has no rows of numbers; expected joint values in columns")
    columns = [i for group in _groups(layout).values() for i in group]
    if not layout.head:
        columns = list(range(len(layout.row) - (not layout.row[-1])))
    times = [i for i in (layout.times, layout.parts) if i is not None]
    numbers = _numbers(path, text, layout, [*columns, *times])
    if times:
        _seconds(path, layout, numbers[:, len(columns) :], times[0], [])


def _letters(words: str) -> str:
    return "".join(filter(str.isalpha, words.casefold()))


def _said(layout: Layout, column: int) -> str:
    """Return the unit in the head of a column of joint values, or nothing."""
    return SPELLINGS.get(layout.head[column].unit, "") if layout.head else ""


# Lines and cells


def _text(path: Path) -> str:
    text = plain_text(path, LARGEST)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if '"[' in text or '"(' in text:
        text = _LIST.sub(r"\1", text)
    rows = text.count("\n")
    if rows > MOST_ROWS:
        raise whole_file(path, f"has {rows:,} rows; RVS reads at most {MOST_ROWS:,}")
    check_lines(str(path), text, 1, LONGEST_LINE)
    return text


def _layout(text: str) -> Layout | None:
    """Return the layout of a text; None if there is no row of numbers near its beginning."""
    lines = text[:HEAD_BYTES].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    forced = None
    above: list[tuple[int, str]] = []
    for number, line in enumerate(lines[: MOST_TITLES + 1]):
        bare = line.strip()
        if number == 0 and re.fullmatch(r"sep=.", bare, re.IGNORECASE):
            forced = bare[-1]
            continue
        if not bare:
            continue
        divider = forced or _divider(bare)
        row = tuple(_cells(line, divider))[:MOST_CELLS]
        if _is_row(row, divider) and not bare.startswith("#"):
            return Layout(divider, _head(above, row, divider), number, row)
        above.append((number, bare))
    return None


def _divider(line: str) -> str | None:
    quoted = re.sub(r'"[^"]*"', "", line)
    return next((sign for sign in "\t;," if sign in quoted), None)


def _cells(line: str, divider: str | None) -> list[str]:
    if divider is None:
        return line.split(None, MOST_CELLS)
    if '"' in line:
        with suppress(csv.Error):
            return [one.strip() for one in next(csv.reader([line], delimiter=divider), [])]
    return [one.strip() for one in line.split(divider, MOST_CELLS)]


def _is_row(cells: Sequence[str], divider: str | None) -> bool:
    """Return whether most cells are numbers; cells of text and empty cells may be among them."""
    numbers = sum(_number(one, divider) is not None for one in cells)
    return 2 * numbers > sum(map(bool, cells))


def _number(cell: str, divider: str | None) -> float | None:
    """Return the number in a cell, seconds for a date; None for anything else."""
    bare = cell.strip().strip("'").replace("−", "-")
    if divider != "," or cell.count(",") == 1:
        bare = bare.replace(",", ".")
    with suppress(ValueError):
        value = float(bare)
        return value if "_" not in bare else None
    if len(bare) > 7 and bare[:4].isdigit():
        with suppress(ValueError):
            return datetime.fromisoformat(bare).timestamp()
    return None


def _head(
    above: Sequence[tuple[int, str]], row: Sequence[str], divider: str | None
) -> tuple[Heading, ...]:
    """Return the last line above the rows that has the same number of cells."""
    units: list[str] = []
    for _, line in reversed(above):
        words = _cells(line.lstrip("#").strip(), divider)
        if len(words) == len(row) - 1 and not row[-1]:
            words.append("")
        if len(words) != len(row):
            continue
        known = [_spelled(word.strip("[]() ")) for word in words]
        if not units and all(known) and len(words) > 1:
            units = known
            continue
        headings = [_heading(word) for word in words]
        if units:
            pairs = zip(headings, units, strict=True)
            headings = [Heading(one.words, one.name, one.number, unit) for one, unit in pairs]
        return tuple(headings)
    return ()


def _spelled(word: str) -> str:
    return word if word in SPELLINGS or word in SECONDS else ""


def _heading(cell: str) -> Heading:
    words = cell.strip().strip('"').lstrip("#%").strip()
    match = _UNIT.search(words)
    unit = next(filter(None, match.groups()), "") if match else ""
    name = words[: match.start()] if match else words
    digits = re.findall(r"\d+", name.translate(_SUBSCRIPTS))
    number = int(digits[-1][:6]) if digits else -1
    return Heading(words, name.strip(), number, unit.strip().casefold())


# Which column is what


def _time_column(
    path: Path, text: str, layout: Layout, joints: int, notes: list[str]
) -> int | None:
    if layout.head:
        return layout.times
    count = len(layout.row) - (not layout.row[-1])
    if count not in (joints, joints + 1):
        return None
    first = _numbers(path, text, layout, [0])[:, 0]
    rises = bool((np.diff(first) > 0.0).all())
    if count == joints:
        if rises and len(first) > 2 and first[0] == 0.0 and steps(first):
            notes.append("the first column increases as evenly as times, but was taken as joint 1")
        return None
    if not rises:
        return None
    notes.append("the first column increases from row to row and was taken as times, in s")
    return 0


def _stem(heading: Heading) -> str:
    """Return the name of a column without its joint number; such stems group columns."""
    return re.sub(r"(?<!\d)\d++(?=\D*+$)", "#", heading.name.translate(_SUBSCRIPTS).casefold())


def _groups(layout: Layout) -> dict[str, list[int]]:
    """Return numbered columns that can be joint values, grouped by the rest of their names."""
    head, found = layout.head, dict[str, list[int]]()
    for i, one in enumerate(head):
        words = layout.row[i] and _number(layout.row[i], layout.divider) is None
        if one.number >= 0 and _can_be_joint(one) and not words:
            found.setdefault(_stem(one), []).append(i)
    return {
        stem: sorted(columns, key=lambda i: head[i].number)
        for stem, columns in found.items()
        if _counts(head, columns)
    }


def _counts(head: Sequence[Heading], columns: Sequence[int]) -> bool:
    """Return whether column numbers are joint numbers, from 0 or 1, in any order."""
    numbers = sorted(head[i].number for i in columns)
    return numbers in (list(range(len(columns))), list(range(1, len(columns) + 1)))


def _can_be_joint(heading: Heading) -> bool:
    unit = heading.unit
    return (not unit or unit in SPELLINGS) and not _OTHERS.search(heading.name.casefold())


def _joint_columns(
    path: Path, layout: Layout, robot: Robot, at: int | None, notes: list[str]
) -> list[int]:
    """Return the columns of the joints in their order."""
    n, count = robot.n, len(layout.row)
    if not layout.head:
        free = [i for i in range(count) if i != at]
        if len(free) == n + 1 and not layout.row[-1]:
            # A comma ends every row.
            free = free[:-1]
        if len(free) != n:
            times = "a time and " if at is not None or count == n + 2 else ""
            hint = "" if len(free) < n else "; a header names the columns, such as time,q1,q2"
            message = f"{count} columns; expected {times}the {n} joint values of the robot{hint}"
            raise FileErrors([FileError(str(path), layout.first + 1, 1, message)])
        return free
    named = [_column_of(joint.name, layout.head) for joint in robot.joints]
    if None not in named and len(set(named)) == n:
        return [one for one in named if one is not None]
    groups = {stem: one for stem, one in _groups(layout).items() if len(one) == n}
    measured = [stem for stem in groups if not _WANTED.search(stem)]
    if len(groups) > 1 and len(measured) == 1:
        groups = {measured[0]: groups[measured[0]]}
        notes.append(f"joint values are those of {_span(layout, groups[measured[0]])}")
    if len(groups) == 1:
        return _by_names(layout, robot, next(iter(groups.values())), notes)
    if len(groups) > 1:
        spans = " or ".join(_span(layout, one) for one in groups.values())
        raise FileErrors(
            [
                FileError(
                    str(path),
                    1,
                    1,
                    f"joint values could be in {spans}; keep only one of these groups",
                )
            ]
        )
    free = [
        i
        for i, one in enumerate(layout.head)
        if i != at and _letters(one.name) not in COUNTERS and one.words and _can_be_joint(one)
    ]
    if len(free) != n:
        heads = ", ".join(one.words for one in layout.head[:12])
        message = (
            f"no columns for the {n} joints of the robot among {shorten(heads)}; expected "
            "the joints' names or numbers, such as time,q1,q2"
        )
        raise FileErrors([FileError(str(path), 1, 1, message)])
    # Such as θ₁, θ₂, θ₄, b₃, where those that slide stand behind.
    if _counts(layout.head, free):
        return sorted(free, key=lambda i: layout.head[i].number)
    _note_order([layout.head[i].words for i in free], robot, notes)
    return free


def _by_names(layout: Layout, robot: Robot, columns: list[int], notes: list[str]) -> list[int]:
    """Return columns in the order of the joints that other cells of a row name, if any do."""
    named: dict[str, list[int]] = {}
    for i, (one, cell) in enumerate(zip(layout.head, layout.row, strict=True)):
        if one.number >= 0 and cell and _number(cell, layout.divider) is None:
            named.setdefault(_stem(one), []).append(i)
    told = next((one for one in named.values() if len(one) == len(columns)), None)
    if told is None:
        return columns
    names = [layout.row[i] for i in sorted(told, key=lambda i: layout.head[i].number)]
    found = [_column_of(joint.name, [*map(_heading, names)]) for joint in robot.joints]
    places = [columns[i] for i in found if i is not None]
    if len(set(places)) == robot.n:
        return places
    _note_order(names, robot, notes)
    return columns


def _note_order(names: Sequence[str], robot: Robot, notes: list[str]) -> None:
    own = [joint.name or f"joint {k}" for k, joint in enumerate(robot.joints, 1)]
    pairs = ", ".join(f"{name[:40]!r} as {one[:40]}" for name, one in zip(names, own, strict=True))
    sorted_ = " (alphabetical)" * (len(names) > 2 and sorted(names) == [*names])
    notes.append(f"columns were taken in the order of the file{sorted_}: {pairs}")


def _column_of(joint: str, head: Sequence[Heading]) -> int | None:
    """Return the only column with a joint's name above it, alone or among other words."""
    name = _letters_digits(joint)
    places = [i for i, one in enumerate(head) if _can_be_joint(one)]
    for word in filter(None, (name, CALLED.get(name, ""))):
        same = [i for i in places if _letters_digits(head[i].name) == word]
        found = same or [i for i in places if word in _letters_digits(head[i].name)]
        if len(found) == 1:
            return found[0]
    return None


def _letters_digits(words: str) -> str:
    return "".join(_WORD.findall(words.casefold()))


def _span(layout: Layout, columns: Sequence[int]) -> str:
    return f"{layout.head[columns[0]].words} to {layout.head[columns[-1]].words}"


# Numbers


def _numbers(path: Path, text: str, layout: Layout, columns: Sequence[int]) -> Array:
    """Return the numbers of some columns (m, k), row by row."""
    body = text.split("\n", layout.first)[-1]
    if '"' in body:
        body = _QUOTED.sub(r"\1", _QUOTED_NUMBER.sub(r"\1.\2", body))
    if '"' not in body and "−" not in body:
        points = body if layout.divider == "," else body.replace(",", ".")
        with suppress(ValueError, UserWarning):
            values = np.loadtxt(
                io.StringIO(points), delimiter=layout.divider, usecols=columns, ndmin=2
            )
            if len(values) and np.isfinite(values).all():
                return values
    return _slow(path, text.split("\n")[layout.first :], layout, columns)


def _slow(path: Path, lines: Sequence[str], layout: Layout, columns: Sequence[int]) -> Array:
    rows: list[list[float]] = []
    errors: list[FileError] = []
    for number, line in enumerate(lines, layout.first + 1):
        if not line.strip(" \t,;") or line.lstrip().startswith("#"):
            continue
        cells = _cells(line, layout.divider)
        row = [_value(cells, i, layout) for i in columns]
        errors += [
            FileError(str(path), number, i + 1, one)
            for i, one in zip(columns, row, strict=True)
            if isinstance(one, str)
        ]
        if len(errors) >= MAX_ERRORS:
            break
        rows.append([one for one in row if isinstance(one, float)])
    if errors:
        raise FileErrors(errors[:MAX_ERRORS])
    return np.array(rows)


def _value(cells: Sequence[str], column: int, layout: Layout) -> float | str:
    """Return the number of a cell, or its fault."""
    place = f"column {column + 1}"
    if layout.head and layout.head[column].words:
        place += f" ({layout.head[column].words})"
    if column >= len(cells):
        return f"{place} is missing, the row has {len(cells)} cells; expected a number"
    if not cells[column]:
        return f"{place} is empty; expected a number"
    value = _number(cells[column], layout.divider)
    if value is None or not isfinite(value):
        return f"{place}: {shorten(cells[column])} is not a number"
    return value


def _in_radians(q: Array, notes: list[str]) -> bool:
    """Return whether angles without a unit are radians, which never exceed a full turn."""
    most = float(np.abs(q).max())
    if most > TURN or most == 0.0:
        return False
    notes.append(
        f"no angle exceeds {most:.3g}, so they were taken as radians; a header such as "
        "'q1 (deg)' sets the unit"
    )
    return True


def _length_unit(
    robot: Robot, q: Array, sliding: Sequence[int], unit: str, notes: list[str]
) -> str:
    """Return the unit of prismatic joints without one; not the robot's if that is implausible."""
    reach = _reach(robot)
    for k in sliding:
        most = float(np.abs(q[:, k]).max())
        lower, upper = robot.joints[k].limits
        far = max(map(abs, (lower, upper))) if isfinite(lower) and isfinite(upper) else reach
        if most and not most * UNITS[unit].factor <= 10.0 * far:
            other = next(
                (one for one in ("mm", "cm", "m") if most * UNITS[one].factor <= 1.5 * far), unit
            )
            if other != unit:
                notes.append(
                    f"joint {k + 1} would move {most:g} {unit}, so "
                    f"lengths were taken in {other}; a "
                    f"header such as 'q{k + 1} ({unit})' sets the unit"
                )
            return other
    return unit


def _reach(robot: Robot) -> float:
    return sum(abs(one.a) + abs(one.d) for one in robot.joints) or inf


def _seconds(path: Path, layout: Layout, stamps: Array, at: int, notes: list[str]) -> Array:
    """Return times in s from 0, from a column of times and perhaps one of nanoseconds."""
    times = stamps[:, 0]
    if stamps.shape[1] > 1:
        times = times - times[0] + 1e-9 * stamps[:, 1]
    unit = layout.head[at].unit if layout.head else ""
    factor = SECONDS.get(unit)
    if factor is None:
        unit = next((unit for least, unit in EPOCHS if abs(times[0]) > least), "s")
        factor = SECONDS[unit]
        if unit != "s":
            notes.append(f"times were taken in {unit}")
    found = (times - times[0]) * factor
    late = np.flatnonzero(np.diff(found) <= 0.0)
    if late.size:
        row = int(late[0]) + 2
        message = (
            f"the time of row {row} is not after that of the previous row; expected "
            "increasing times"
        )
        raise FileErrors([FileError(str(path), layout.first + row, at + 1, message)])
    if not found[-1] <= NUMBER.most:
        raise FileErrors(
            [FileError(str(path), layout.first + 1, at + 1, "times are too far apart")]
        )
    step = float(np.median(np.diff(found))) if len(found) > 1 else 0.0
    if not (layout.head and layout.head[at].unit) and step >= SLOW:
        notes.append(f"the time step is {step:g} s; a header such as 'time (ms)' sets the times")
    return np.asarray(found)


def steps(times: Array) -> float | None:
    """Return the time between rows if it is constant; else None."""
    if len(times) < 2:
        return None
    step = float(times[-1]) / (len(times) - 1)
    even = np.abs(times - step * np.arange(len(times))).max() <= EVEN * max(step, 1e-12) + 1e-12
    return step if even else None
