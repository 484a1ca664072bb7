"""Writer of paths made of moves; unchanged moves keep their text."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.quaternion import Quaternion
from rvs.engine.robot import Pose
from rvs.engine.rotations import from_rpy, to_rpy
from rvs.files.motions.ctraj import (
    START,
    START_PACE,
    CartesianFile,
    Orientation,
    moves_of,
)
from rvs.files.text.edit import Editor
from rvs.files.text.forms import Name, Num, Seq, Want
from rvs.files.text.scale import DEGREES, NUMBERS, Scale, length_scale
from rvs.files.text.source import Source
from rvs.files.text.syntax import Group, parse
from rvs.model.paths import Move, MovePlan
from rvs.model.paths.moves import KINDS

# Angles are written with this number of decimals of a degree where that gives the same rotation.
TIDY = 12
ROUNDING = 1e-15
HEADING = "/*** Path of a tool ***/\n"


def start_text(pose: Pose, unit: str, orientation: Orientation = "rpy") -> str:
    """Return the block of the start of a path."""
    writer = _Writer(length_scale(unit), orientation)
    return writer.block(START, [writer.place("at", (pose,))])[0]


def move_text(move: Move, unit: str, orientation: Orientation = "rpy") -> str:
    """Return the block of a move in a file."""
    writer = _Writer(length_scale(unit), orientation)
    wants = [want for want in writer.wants(move) if want.form and not want.default]
    return writer.block(move.kind, wants)[0]


def _turned(R: Array, orientation: Orientation) -> Array:
    if orientation == "rpy":
        exact = np.degrees(to_rpy(R))
        tidy = np.round(exact, TIDY) + 0.0
        same = np.abs(from_rpy(np.radians(tidy)) - R).max() < ROUNDING
        return np.asarray(tidy if same else exact)
    if orientation == "quaternion":
        return Quaternion.from_rotation(R).array
    return R.reshape(9)


def _head(file: CartesianFile) -> list[Want]:
    return [
        Want("robot", Name(file.robot), not file.robot),
        Want("unit", Name(file.unit), file.unit == "m"),
        Want("orientation", Name(file.orientation), file.orientation == "rpy"),
        Want("repeat", Name(file.repeat), file.repeat == "once"),
    ]


def moves_text(file: CartesianFile, plan: MovePlan, text: str) -> str:
    """Return the text of moves: their source if that is still true."""
    tree = parse(Source(file.robot, text or HEADING))
    before = moves_of(tree, None).way if text else None
    editor = Editor(tree)
    writer = _Writer(length_scale(file.unit), file.orientation)
    editor.update(tree.root, [*_head(file), *_pace(plan, writer.length)])
    starts = [group for group in tree.root.groups if group.key == START]
    groups = [group for group in tree.root.groups if group.key in KINDS]
    if not isinstance(before, MovePlan):
        editor.add_block(None, writer.block(START, [writer.place("at", (plan.start,))]))
    elif before.start != plan.start:
        editor.update(starts[0], [writer.place("at", (plan.start,))])
    old = before.moves if isinstance(before, MovePlan) else ()
    _write_moves(editor, writer, groups, old, plan.moves)
    return editor.result()


def _write_moves(
    editor: Editor,
    writer: _Writer,
    groups: Sequence[Group],
    before: Sequence[Move],
    moves: Sequence[Move],
) -> None:
    """Edit moves that keep their kind in place, remove the rest and add new ones."""
    same = 0
    while same < min(len(before), len(moves)) and before[same].kind == moves[same].kind:
        if before[same] != moves[same]:
            editor.update(groups[same], writer.changes(before[same], moves[same]))
        same += 1
    for group in groups[same:]:
        editor.remove(group)
    for move in moves[same:]:
        wants = [want for want in writer.wants(move) if want.form and not want.default]
        editor.add_block(None, writer.block(move.kind, wants))


def _pace(plan: MovePlan, length: Scale) -> list[Want]:
    pace = plan.pace
    push = None if isinf(pace.acceleration) else Num(pace.acceleration, length)
    return [
        Want("speed", Num(pace.speed, length), pace.speed == START_PACE.speed),
        Want("turning", Num(pace.turning, DEGREES), pace.turning == START_PACE.turning),
        Want("acceleration", push),
        Want("scaling", Name(pace.scaling), pace.scaling == START_PACE.scaling),
    ]


class _Writer:
    """Poses and moves as the keys of one file."""

    def __init__(self, length: Scale, orientation: Orientation) -> None:
        self.length = length
        self.orientation = orientation

    def block(self, key: str, wants: Sequence[Want]) -> list[str]:
        """Return lines of a new block."""
        said = "  ".join(want.line() for want in wants)
        return [f"{key} {{ {said} }}"]

    def place(self, key: str, poses: Sequence[Pose]) -> Want:
        """Return a key for poses, each with position and orientation."""
        lists = [self._pose(pose) for pose in poses]
        return Want(key, lists[0] if len(lists) == 1 else Seq(tuple(lists)))

    def wants(self, move: Move) -> list[Want]:
        """Return all keys of a move."""
        points = [tuple(Num(x, self.length) for x in point) for point in move.via]
        via = Seq(tuple(Seq(point) for point in points)) if points else None
        to = self.place("to", move.to) if move.to else Want("to", None)
        blend = Want("blend", Num(move.blend, self.length), move.blend == 0.0)
        return [to, Want("via", via), blend]

    def changes(self, before: Move, move: Move) -> list[Want]:
        """Return the changed keys of a move."""
        differs = (before.to != move.to, before.via != move.via, before.blend != move.blend)
        pairs = zip(self.wants(move), differs, strict=True)
        return [want for want, changed in pairs if changed]

    def _pose(self, pose: Pose) -> Seq:
        T = np.array(pose)
        point = [Num(x, self.length) for x in T[:3, 3].tolist()]
        turned = _turned(T[:3, :3], self.orientation).tolist()
        if self.orientation == "rpy":
            numbers = [Num(float(np.radians(angle)), DEGREES) for angle in turned]
        else:
            numbers = [Num(number, NUMBERS) for number in turned]
        return Seq((*point, *numbers))
