"""Cartesian trajectory files: moves of a tool, or rows of its poses."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from typing import Literal, NamedTuple, get_args

import numpy as np

from rvs.engine.arrays import ROTATION_TOLERANCE, Array
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Pose
from rvs.engine.rotations import from_rpy
from rvs.engine.screws import skew
from rvs.engine.trajectory import SCALINGS
from rvs.engine.transforms import nearest_rotation
from rvs.files.budget import spend, within_budget
from rvs.files.text.errors import FileError, FileErrors, whole_file
from rvs.files.text.fields import Fields, flat
from rvs.files.text.findings import MAX_ERRORS, Findings, findings_of
from rvs.files.text.rows import head_of, lines_of_rows, read_rows, split_rows, split_source
from rvs.files.text.scale import DEGREES, NUMBERS, Scale, length_scale
from rvs.files.text.source import Source, read_source
from rvs.files.text.syntax import Group, Tree, read_with
from rvs.model.array_value import block
from rvs.model.bounds import AMOUNT, LENGTH, MOST_MOVES, POSITIVE
from rvs.model.motions.player import REPEATS, Repeat
from rvs.model.numbers.units import LENGTH_UNITS
from rvs.model.paths import Move, MoveKind, MovePlan, Pace, PoseRows, ToolMotion
from rvs.model.paths.moves import KINDS, POINTS, Point
from rvs.model.paths.path import as_rows
from rvs.value_class import dataclass

Orientation = Literal["rpy", "quaternion", "matrix"]

ORIENTATIONS: tuple[Orientation, ...] = get_args(Orientation)
WIDTHS: dict[Orientation, int] = {"rpy": 3, "quaternion": 4, "matrix": 9}
PACE_KEYS = ("speed", "turning", "acceleration", "scaling")
HEAD_KEYS = ("robot", "unit", "orientation", "repeat", *PACE_KEYS, "blend", "path")
START = "start"
MOVE_KEYS = ("to", "via", "blend")
START_PACE = Pace()
NO_ROWS = PoseRows(block([0.0]), block(np.eye(4)[None]))

_BLOCK = re.compile(rf"\b({START}|{'|'.join(KINDS)})\s*{{")


@dataclass(frozen=True, eq=False)
class CartesianFile:
    """Contents of a Cartesian trajectory file.

    Attributes:
        way: Moves, or poses at given times; relative to the base of the robot, m.
        robot: Name of its robot, or empty.
        unit: Unit of length in the file.
        orientation: Notation of orientations in the file.
        repeat: Behaviour of players at its end.
        warnings: Warnings about the file.
        path: File from which moves were read, or None.
        text: Text from which moves were read, or empty.
    """

    way: MovePlan | PoseRows
    robot: str = ""
    unit: str = "m"
    orientation: Orientation = "rpy"
    repeat: Repeat = "once"
    warnings: tuple[FileError, ...] = ()
    path: Path | None = None
    text: str = ""

    @property
    def motion(self) -> ToolMotion:
        """Motion of the tool."""
        return self.way.timed if isinstance(self.way, MovePlan) else self.way


@dataclass(frozen=True)
class Units:
    """Conversion of the numbers of one file to poses."""

    length: Scale
    orientation: Orientation

    @property
    def width(self) -> int:
        """Numbers of one pose."""
        return 3 + WIDTHS[self.orientation]

    @property
    def scales(self) -> list[Scale]:
        """Units of the numbers of one pose."""
        turned = DEGREES if self.orientation == "rpy" else NUMBERS
        return [self.length] * 3 + [turned] * WIDTHS[self.orientation]

    def poses(self, numbers: Array) -> tuple[Array, list[int]]:
        """Return poses (m, 4, 4) of rows (m, width) in m and rad, and which are not poses."""
        found = np.tile(np.eye(4), (len(numbers), 1, 1))
        found[:, :3, 3] = numbers[:, :3]
        turned, faults = _rotations(numbers[:, 3:], self.orientation)
        found[:, :3, :3] = turned
        return found, faults


def _rotations(numbers: Array, orientation: Orientation) -> tuple[Array, list[int]]:
    if orientation == "rpy":
        return from_rpy(numbers), []
    if orientation == "quaternion":
        sizes = np.linalg.norm(numbers, axis=1)
        off = np.abs(sizes - 1.0)
        unit = numbers / np.where(sizes, sizes, 1.0)[:, None]
        turn = skew(unit[:, 1:])
        found = np.eye(3) + 2.0 * (unit[:, :1, None] * turn + turn @ turn)
    else:
        rows = numbers.reshape(-1, 3, 3)
        away = np.swapaxes(rows, 1, 2) @ rows - np.eye(3)
        off = np.where(np.linalg.det(rows) > 0.0, np.linalg.norm(away, axis=(1, 2)), np.inf)
        found = nearest_rotation(rows)
    return found, np.flatnonzero(off >= ROTATION_TOLERANCE).tolist()


FAULT = {
    "quaternion": "expected a unit quaternion; the norm of its four numbers is not 1",
    "matrix": "the nine numbers, row by row, are not a rotation",
}


@within_budget()
def read_ctraj(path: Path) -> CartesianFile:
    """Read a Cartesian trajectory.

    Raises:
        FileErrors: All errors of the file.
    """
    text, start = split_rows(path)
    if start is None or _BLOCK.search(text):
        return read_with(read_source(path), partial(moves_of, path=path))
    return _read_rows(path, text, start)


def parse_ctraj(text: str, name: str = "path") -> CartesianFile:
    """Return the contents of a file's text.

    Args:
        text: The text.
        name: Name in errors.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    source = Source(name, text)
    plain, start = split_source(source)
    if start is None or _BLOCK.search(plain):
        return read_with(source, partial(moves_of, path=None))
    return _read_rows(Path(name), plain, start)


def moves_of(tree: Tree, path: Path | None) -> CartesianFile:
    """Return the contents of a parsed file of moves.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    with findings_of(tree.source) as findings:
        file = _read_moves(findings, tree)
    if file is None:
        name = tree.source.path
        raise whole_file(name, "has neither rows nor moves; expected a start and moves, or rows")
    warnings = (*tree.warnings, *findings.warnings)
    return replace(file, warnings=warnings, path=path, text=tree.source.text)


def _units(fields: Fields) -> Units:
    unit = fields.word("unit", "m", LENGTH_UNITS)
    return Units(length_scale(unit), fields.choice("orientation", "rpy", ORIENTATIONS))


def _pace(fields: Fields, units: Units) -> Pace:
    def number(key: str, scale: Scale, default: float) -> float:
        return fields.number(key, default, scale, POSITIVE)

    return Pace(
        number("speed", units.length, START_PACE.speed),
        number("turning", DEGREES, START_PACE.turning),
        number("acceleration", units.length, inf),
        fields.word("scaling", START_PACE.scaling, tuple(SCALINGS)),
    )


def _head(fields: Fields, way: MovePlan | PoseRows) -> CartesianFile:
    return CartesianFile(
        way,
        fields.word("robot", ""),
        fields.word("unit", "m", LENGTH_UNITS),
        fields.choice("orientation", "rpy", ORIENTATIONS),
        fields.choice("repeat", "once", REPEATS),
    )


def _read_moves(findings: Findings, tree: Tree) -> CartesianFile | None:
    fields = Fields(findings, tree.root, HEAD_KEYS, (START, *KINDS))
    for key in ("blend", "path"):
        if key in fields:
            fields.error(
                key, f"'{key}': only allowed for rows of via points; each move has its own"
            )
    units = _units(fields)
    pace = _pace(fields, units)
    starts = [group for group in tree.root.groups if group.key == START]
    groups = [group for group in tree.root.groups if group.key in KINDS]
    if len(groups) > MOST_MOVES:
        findings.stop(groups[MOST_MOVES].start, f"more than {MOST_MOVES:,} moves")
    if not starts and not groups:
        return None
    start = _start(findings, tree.root, starts, units)
    moves = [move for group in groups if (move := _move(findings, group, units)) is not None]
    if findings or start is None:
        return None
    try:
        return _head(fields, MovePlan(start, tuple(moves), pace))
    except ArgumentError as error:
        number = _pose_at_fault(str(error))
        at = groups[number - 1].start if 1 <= number <= len(groups) else tree.root.start
        findings.error(at, str(error))
        return None


def _start(findings: Findings, root: Group, starts: Sequence[Group], units: Units) -> Pose | None:
    if len(starts) != 1:
        place = starts[1].start if starts else root.start
        findings.error(place, f"expected one 'start' block, found {len(starts)}")
        return None
    fields = Fields(findings, starts[0], ("at",))
    fields.require(("at",))
    poses = _poses(fields, "at", units, 1)
    return poses[0] if poses else None


def _move(findings: Findings, group: Group, units: Units) -> Move | None:
    kind: MoveKind = next(kind for kind in KINDS if kind == group.key)
    fields = Fields(findings, group, MOVE_KEYS)
    to: tuple[Pose, ...] = ()
    if kind != "circle":
        fields.require(("to",))
        to = _poses(fields, "to", units, None if kind == "spline" else 1)
    via = _points(fields, units, POINTS[kind])
    blend = fields.number("blend", 0.0, units.length, AMOUNT)
    try:
        return Move(kind, to, via, blend)
    except ArgumentError as error:
        findings.together(group.start, group.end, str(error))
        return None


def _poses(fields: Fields, key: str, units: Units, count: int | None) -> tuple[Pose, ...]:
    """Return poses of a key: one after another, each as position and orientation."""
    node = fields.node(key)
    if node is None:
        return ()
    size = len(list(flat(node)))
    wanted = units.width * (count or max(size // units.width, 1))
    scales = units.scales * (wanted // units.width)
    numbers = fields.numbers(key, (wanted,), LENGTH, scales)
    if numbers is None:
        return ()
    poses, faults = units.poses(np.reshape(numbers, (-1, units.width)))
    if faults:
        fields.error(key, f"'{key}': {FAULT[units.orientation]}")
        return ()
    return tuple(as_rows(pose) for pose in poses)


def _points(fields: Fields, units: Units, count: int) -> tuple[Point, ...]:
    if count == 0:
        if "via" in fields:
            fields.error("via", "'via': only arcs and circles have via points")
        return ()
    fields.require(("via",))
    numbers = fields.numbers("via", (3 * count,), LENGTH, [units.length] * 3 * count)
    if numbers is None:
        return ()
    return tuple((x, y, z) for x, y, z in np.reshape(numbers, (-1, 3)).tolist())


class _HeadOfRows(NamedTuple):
    """The head above rows: their type, their path, and whether they are via points."""

    head: CartesianFile
    units: Units
    via: bool
    path: Callable[[Array], MovePlan]


def _read_rows(path: Path, text: str, start: int) -> CartesianFile:
    source = Source(str(path), re.sub(r"#.*", "", text[:start]))
    body, line = text[start:], text.count("\n", 0, start) + 1
    with head_of(str(path), body, line):
        said = read_with(source, _read_head)
    via = said.via
    times, poses = _numbers(path, body, line, said.units, via)
    try:
        way = said.path(poses) if via else PoseRows.at_times(times, poses)
    except ArgumentError as error:
        late = [] if via else np.flatnonzero(np.diff(times) <= 0.0).tolist()
        row = late[0] + 1 if late else _pose_at_fault(str(error))
        (place,) = lines_of_rows(body, line, [row])
        raise FileErrors([FileError(str(path), place, 1, str(error))]) from error
    return replace(said.head, way=way)


def _read_head(tree: Tree) -> _HeadOfRows:
    findings = Findings(tree.source)
    fields = Fields(findings, tree.root, HEAD_KEYS)
    units = _units(fields)
    pace = _pace(fields, units)
    blend = fields.number("blend", 0.0, units.length, AMOUNT)
    joined = fields.word("path", "line", ("line", "spline"))
    via = "speed" in fields
    if not via:
        _refuse_pace(fields)
    head = _head(fields, NO_ROWS)
    findings.check()
    head = replace(head, warnings=(*tree.warnings, *findings.warnings))
    return _HeadOfRows(head, units, via, partial(_via, pace=pace, blend=blend, joined=joined))


def _pose_at_fault(words: str) -> int:
    """Return the pose after the start to which an error of a path refers, or 0 for none."""
    move = re.search(r"move (\d+)", words)
    pose = re.search(r"pose (\d+)|poses \d+ and (\d+)", words)
    within = int(pose[1] or pose[2]) - 2 if pose else 0
    # The second pose of a part is where its first move leads.
    return (int(move[1]) if move else 1 if pose else 0) + within


def _refuse_pace(fields: Fields) -> None:
    for key in ("blend", "path", "turning", "acceleration", "scaling"):
        if key in fields:
            fields.error(key, f"'{key}': expected 'speed' as well; rows without it have times")


def _numbers(path: Path, body: str, line: int, units: Units, via: bool) -> tuple[Array, Array]:
    """Return times (m,) and poses (m, 4, 4) of the rows; via points have no times."""
    width = units.width + (0 if via else 1)
    said = "position" if via else "time, position"
    expected = f"expected {width}: {said} and orientation as {units.orientation}"
    numbers = read_rows(str(path), body, line, width, expected)
    fault = spend("poses", len(numbers))
    if via and len(numbers) > MOST_MOVES:
        fault = f"has more than {MOST_MOVES:,} via points"
    if fault:
        raise whole_file(path, fault)
    columns = numbers[:, width - units.width :].T
    inside = [scale.inside(column) for scale, column in zip(units.scales, columns, strict=True)]
    poses, faults = units.poses(np.transpose(inside))
    if faults:
        places = lines_of_rows(body, line, faults[:MAX_ERRORS])
        fault = FAULT[units.orientation]
        raise FileErrors([FileError(str(path), place, 1, fault) for place in places])
    return numbers[:, 0], poses


def _via(poses: Array, pace: Pace, blend: float, joined: str) -> MovePlan:
    first, *others = (as_rows(pose) for pose in poses)
    if not others:
        raise ArgumentError("rows: expected at least two via points")
    if joined == "spline":
        return MovePlan(first, (Move("spline", tuple(others)),), pace)
    last = len(others) - 1
    moves = [Move("line", (to,), (), blend if i < last else 0.0) for i, to in enumerate(others)]
    return MovePlan(first, tuple(moves), pace)
