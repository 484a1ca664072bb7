"""Edits of the placement of robots in a cell and of their ids; robots on a common base."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from numpy.typing import ArrayLike

from rvs.engine.arrays import pose_rows
from rvs.engine.errors import ArgumentError
from rvs.fields.edit import edit
from rvs.model.annotations.edits import with_changed_id
from rvs.model.appearance.colors import rgba
from rvs.model.document import Document, PlacedRobot, add_robot, change_robot
from rvs.model.members import fresh_id
from rvs.model.programs.edits import add_program

LONGEST_ID = 200


@edit("Move {robot_id}")
def stand(document: Document, robot_id: str, place: ArrayLike) -> Document:
    """Set the place of a robot.

    Raises:
        ArgumentError: No such robot, or not a rigid motion.
    """
    return change_robot(document, robot_id, place=pose_rows(place, "place"))


@edit("Set the colour of {robot_id}")
def paint(document: Document, robot_id: str, color: str) -> Document:
    """Set a robot's colour, ``#RRGGBB``, or an empty text for the standard one.

    Raises:
        ArgumentError: No such robot, or no such colour.
    """
    if color:
        rgba(color)
    return change_robot(document, robot_id, color=color)


@edit("Set the drawing mode of {robot_id}")
def set_display(document: Document, /, robot_id: str, **changes: Any) -> Document:
    """Change the display of a robot, such as ``mode="skeleton"``, ``joints=False`` or ``line=0.5``.

    Raises:
        ArgumentError: No such robot, or a value that is none of the choices.
    """
    old = document.robot(robot_id)
    return change_robot(document, robot_id, display=replace(old.display, **changes))


@edit("Set the start of {robot_id}")
def begin_at(document: Document, robot_id: str, start: float) -> Document:
    """Set the start of a robot's motion on the time line, in s.

    Raises:
        ArgumentError: No such robot, or a time before the time line.
    """
    return change_robot(document, robot_id, start=float(start))


@edit("Rename {robot_id}")
def rename_robot(document: Document, robot_id: str, name: str) -> Document:
    """Change a robot's id, and all references to it.

    Raises:
        ArgumentError: No such robot, or an id that is taken, empty or too long.
    """
    document.robot(robot_id)
    if not name.strip() or len(name) > LONGEST_ID:
        raise ArgumentError(f"name: expected 1 to {LONGEST_ID} characters")
    if name != robot_id and name in document.ids:
        raise ArgumentError(f"name: {name!r} is already used")
    robots = tuple(replace(r, id=name) if r.id == robot_id else r for r in document.robots)
    programs = tuple(
        replace(one, robot_id=name) if one.robot_id == robot_id else one
        for one in document.programs
    )
    figures = tuple(
        replace(one, postures=tuple((name if r == robot_id else r, q) for r, q in one.postures))
        for one in document.figures
    )
    motions = tuple(
        replace(one, trajectory=replace(one.trajectory, robot_id=name))
        if one.robot_id == robot_id
        else one
        for one in document.motions
    )
    return replace(
        document,
        robots=robots,
        programs=programs,
        figures=figures,
        motions=motions,
        **with_changed_id(document, robot_id, name),
    )


@edit("Duplicate {robot_id}", adds="robots")
def duplicate_robot(document: Document, robot_id: str, place: ArrayLike) -> Document:
    """Add a copy of a robot, with its programs, after the others.

    Raises:
        ArgumentError: No such robot, or not a rigid motion.
    """
    old = document.robot(robot_id)
    copy = replace(old, id=numbered(robot_id, document.ids), place=pose_rows(place, "place"))
    programs = [one for one in document.programs if one.robot_id == robot_id]
    document = add_robot(document, copy)
    for program in programs:
        document = add_program(document, replace(program, robot_id=copy.id))
    return document


def numbered(robot_id: str, taken: Sequence[str]) -> str:
    """Return a free id for a copy: the stem of the old one followed by a number.

    >>> numbered("arm 2", ["arm", "arm 2"])
    'arm 3'
    """
    stem, _, last = robot_id.rpartition(" ")
    return fresh_id(stem if stem and last.isdecimal() else robot_id, taken)


def renamed(before: Document, after: Document) -> dict[str, str]:
    """Return the new ids of renamed robots, by their old ones.

    A robot is identified by its position in the list.
    """
    old, new = before.robots, after.robots
    if len(old) != len(new):
        return {}
    ids = {placed.id for placed in old} & {placed.id for placed in new}
    return {
        a.id: b.id
        for a, b in zip(old, new, strict=True)
        if a.id != b.id and not {a.id, b.id} & ids and a.robot is b.robot
    }


def add_together(document: Document, robots: Sequence[PlacedRobot]) -> Document:
    """Place robots on the base of the first one, which carries them all."""
    return stand_on(add_robot(document, robots[0]), len(document.robots), robots[1:])


def stand_on(document: Document, index: int, robots: Sequence[PlacedRobot]) -> Document:
    """Place more robots on the base of an existing one, given by its index.

    Raises:
        ArgumentError: No robot has this index.
    """
    if not 0 <= index < len(document.robots):
        raise ArgumentError(f"index: expected 0 to {len(document.robots) - 1}, got {index}")
    place = document.robots[index].place
    for one in robots:
        document = add_robot(document, replace(one, place=place))
    return document
