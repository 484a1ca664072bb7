"""Named figures in a cell file: every field is a key, the view and postures are blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields as fields_of
from typing import Any, get_args, get_origin, get_type_hints

from rvs.engine.errors import ArgumentError
from rvs.files.cells.programs import joint_scales
from rvs.files.cells.view import VIEW, read_view, view_wants
from rvs.files.robots.arch import GEOMETRY
from rvs.files.text.edit import Editor
from rvs.files.text.fields import NO, YES, Fields, shorten
from rvs.files.text.findings import Findings
from rvs.files.text.forms import Form, Name, Num, Seq, Want
from rvs.files.text.scale import NUMBERS
from rvs.files.text.syntax import Group
from rvs.model.document import PlacedRobot
from rvs.model.figures.figure import BOUNDS, LARGEST_SIDE, MOST_GHOSTS, NamedFigure, Posture
from rvs.model.views.view import View

FIGURE, POSTURE = "figure", "posture"
APART = ("name", "view", "postures")
INDENT = " "
KINDS: Mapping[str, Any] = {
    name: kind for name, kind in get_type_hints(NamedFigure).items() if name not in APART
}
WHOLE = {"picture": (1.0, float(LARGEST_SIDE)), "ghosts": (0.0, float(MOST_GHOSTS))}
DEFAULT = NamedFigure("figure")
Robots = Mapping[str, PlacedRobot]


def read_figure(
    findings: Findings, group: Group, robots: Robots, known: Sequence[str]
) -> NamedFigure | None:
    """Return the figure of a block; None if anything is wrong with it.

    Args:
        findings: Where to note what is wrong.
        group: The block.
        robots: The robots of the cell that could be read, by id.
        known: Ids of all robots of the cell.
    """
    fields = Fields(findings, group, tuple(KINDS), (VIEW, POSTURE))
    said = {key: _read(fields, key, kind) for key, kind in KINDS.items() if key in fields}
    views = [block for block in group.groups if block.key == VIEW]
    for second in views[1:]:
        findings.error(second.start, "a second view; a figure has one")
    said["view"] = read_view(findings, views[0]) if views else View()
    said["postures"] = _postures(findings, group, robots, known)
    try:
        return NamedFigure(group.label, **said)
    except ArgumentError as error:
        findings.error(group.start, str(error))
        return None


def _read(fields: Fields, key: str, kind: Any) -> Any:
    default = getattr(DEFAULT, key)
    if kind is bool:
        return fields.flag(key, default)
    if kind is str:
        return fields.text(key)
    if key == "picture":
        sides = fields.numbers(key, (2,), WHOLE[key])
        return default if sides is None else tuple(_whole(fields, key, side) for side in sides)
    if kind is int:
        return _whole(fields, key, fields.number(key, default, NUMBERS, WHOLE[key]))
    if get_origin(kind) is not None and key not in BOUNDS:
        return fields.choice(key, default, get_args(kind))
    return fields.number(key, default or BOUNDS[key][0], NUMBERS, BOUNDS[key])


def _whole(fields: Fields, key: str, number: float) -> int:
    if number != int(number):
        fields.error(key, f"'{key}': expected a whole number")
    return int(number)


def _postures(
    findings: Findings, group: Group, robots: Robots, known: Sequence[str]
) -> tuple[tuple[str, Posture], ...]:
    found: dict[str, Posture] = {}
    for block in group.groups:
        if block.key != POSTURE:
            continue
        if block.label not in known:
            findings.error(block.start, f"the cell has no robot {shorten(block.label)}")
        elif block.label in found:
            findings.error(block.start, f"a second posture of {shorten(block.label)}")
        fields = Fields(findings, block, ("q",))
        fields.require(("q",))
        placed = robots.get(block.label)
        if placed is not None:
            scales = joint_scales(placed)
            found[block.label] = tuple(
                fields.numbers("q", (len(scales),), GEOMETRY, scales) or placed.robot.home.tolist()
            )
    return tuple((name, found[name]) for name in robots if name in found)


def figure_block(figure: NamedFigure, robots: Robots) -> list[str]:
    """Return the lines of a new block."""
    said = [want.line() for want in _wants(figure) if want.form and not want.default]
    lines = [INDENT + line for line in said]
    if figure.view != View():
        lines += _view_block(figure.view)
    lines += [_posture_line(robots[name], q) for name, q in figure.postures]
    return [f"{FIGURE} {Name(figure.name, quoted=True).text()} {{", *lines, "}"]


def update_figure(
    editor: Editor, group: Group, old: NamedFigure, new: NamedFigure, robots: Robots
) -> None:
    """Make a block say what a figure is now.

    Args:
        editor: Edits the file.
        group: The block.
        old: What it says.
        new: What it shall say.
        robots: The robots of the cell by their ids; units as in the file.
    """
    stood = {block.label: block for block in group.groups if block.key == POSTURE}
    stands = dict(new.postures)
    view = next((block for block in group.groups if block.key == VIEW), None)
    added = [] if view is not None or new.view == old.view else _view_block(new.view)
    added += [_posture_line(robots[name], q) for name, q in new.postures if name not in stood]
    gone = [block for name, block in stood.items() if name not in stands]
    if added and (gone or not group.entries):
        editor.replace(group, figure_block(new, robots))
        return
    editor.update(group, _wants(new))
    if view is not None:
        editor.update(view, view_wants(new.view))
    for name, block in stood.items():
        if name in stands:
            editor.update(block, [_posture_want(robots[name], stands[name])])
    for block in gone:
        editor.remove(block)
    if added:
        editor.append(group, added)


def _view_block(view: View) -> list[str]:
    said = "  ".join(want.line() for want in view_wants(view) if want.form and not want.default)
    return [f"{INDENT}{VIEW} {{ {said} }}"]


def _posture_line(placed: PlacedRobot, q: Posture) -> str:
    label = Name(placed.id, quoted=True).text()
    return f"{INDENT}{POSTURE} {label} {{ {_posture_want(placed, q).line()} }}"


def _posture_want(placed: PlacedRobot, q: Posture) -> Want:
    return Want("q", Seq(tuple(map(Num, q, joint_scales(placed)))))


def _wants(figure: NamedFigure) -> list[Want]:
    values = ((one.name, getattr(figure, one.name)) for one in fields_of(figure))
    return [
        Want(key, _form(value), value == getattr(DEFAULT, key))
        for key, value in values
        if key not in APART
    ]


def _form(value: Any) -> Form | None:
    if isinstance(value, bool):
        return Name("yes", YES) if value else Name("no", NO)
    if isinstance(value, str):
        return Name(value) if value else None
    if isinstance(value, tuple):
        return Seq(tuple(map(Num, value)))
    return None if value is None else Num(value)
