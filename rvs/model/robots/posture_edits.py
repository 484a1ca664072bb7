"""Edits of the named postures of a robot."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from rvs.engine.errors import ArgumentError
from rvs.fields.edit import edit
from rvs.model.document import Document, change_robot
from rvs.model.members import fresh_id
from rvs.model.robots.named_posture import NamedPosture, NamedPostures

LONGEST_NAME = 200


@edit("Store posture {posture}")
def keep_posture(document: Document, robot_id: str, posture: NamedPosture) -> Document:
    """Store a posture, replacing one of the same name or becoming the last.

    Raises:
        ArgumentError: No such robot, or not one value per joint.
    """
    named = _fits(document, robot_id, posture)
    if posture.name not in _names(named):
        return _with(document, robot_id, (*named, posture))
    kept = (posture if one.name == posture.name else one for one in named)
    return _with(document, robot_id, tuple(kept))


@edit("Add postures of {robot_id}")
def add_postures(
    document: Document, robot_id: str, postures: Iterable[NamedPosture]
) -> tuple[Document, tuple[str, ...]]:
    """Add missing postures, renamed if another one has their name.

    Returns:
        The document, and the current names of the postures in it.

    Raises:
        ArgumentError: No such robot, or not one value per joint.
    """
    names = []
    for posture in postures:
        named = _fits(document, robot_id, posture)
        same = next((one for one in named if one.name == posture.name), None)
        if same is None or same.q != posture.q:
            posture = replace(posture, name=fresh_id(posture.name, _names(named)))
            document = _with(document, robot_id, (*named, posture))
        names.append(posture.name)
    return document, tuple(names)


@edit("Rename posture {old}")
def rename_posture(document: Document, robot_id: str, old: str, new: str) -> Document:
    """Rename a posture; another one of that name is removed.

    Raises:
        ArgumentError: No such robot or posture, or a name that is empty or too long.
    """
    named = _having(document, robot_id, (old,))
    if not new.strip() or len(new) > LONGEST_NAME:
        raise ArgumentError(f"name: expected 1 to {LONGEST_NAME} characters")
    kept = (one for one in named if one.name == old or one.name != new)
    renamed = (replace(one, name=new) if one.name == old else one for one in kept)
    return _with(document, robot_id, tuple(renamed))


@edit("Delete {names:posture/postures}")
def remove_postures(document: Document, robot_id: str, names: Collection[str]) -> Document:
    """Remove postures.

    Raises:
        ArgumentError: No such robot or posture.
    """
    named = _having(document, robot_id, names)
    return _with(document, robot_id, tuple(one for one in named if one.name not in names))


@edit("Move {names:posture/postures}")
def move_postures(
    document: Document, robot_id: str, names: Collection[str], place: int
) -> Document:
    """Move postures, in their order, so that the first is at a given position in the list.

    Args:
        document: The document.
        robot_id: The robot.
        names: Names of the postures.
        place: Number of postures before them; a larger number means the end.

    Raises:
        ArgumentError: No such robot or posture, or a place below 0.
    """
    if place < 0:
        raise ArgumentError(f"place: expected 0 or more, got {place}")
    named = _having(document, robot_id, names)
    moved = [one for one in named if one.name in names]
    rest = [one for one in named if one.name not in names]
    return _with(document, robot_id, (*rest[:place], *moved, *rest[place:]))


def _with(document: Document, robot_id: str, named: NamedPostures) -> Document:
    return change_robot(document, robot_id, named=named)


def _fits(document: Document, robot_id: str, posture: NamedPosture) -> NamedPostures:
    placed = document.robot(robot_id)
    if len(posture.q) != placed.robot.n:
        raise ArgumentError(f"q: posture {posture.name!r} needs {placed.robot.n} values")
    return placed.named


def _having(document: Document, robot_id: str, names: Collection[str]) -> NamedPostures:
    named = document.robot(robot_id).named
    missing = sorted(set(names) - _names(named))
    if missing:
        raise ArgumentError(f"name: {robot_id} has no posture {missing[0]!r}")
    return named


def _names(named: NamedPostures) -> set[str]:
    return {one.name for one in named}
