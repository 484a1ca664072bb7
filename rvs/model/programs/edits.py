"""Edits of the programs of a document, and steps taught at a target."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.inverse import ikine
from rvs.engine.kinematics import fkine
from rvs.engine.screws import log3
from rvs.engine.transforms import inverse
from rvs.fields.edit import edit
from rvs.model.document import Document, PlacedRobot
from rvs.model.members import added, changed, find, renamed, without
from rvs.model.numbers.quantities import shown_short
from rvs.model.numbers.units import UNITS
from rvs.model.programs.program import Posture, Program, Step


@edit("New {program}", adds="programs")
def add_program(document: Document, program: Program) -> Document:
    """Add a program; its name gets a number if it is taken."""
    return added(document, "programs", program)


@edit("Remove {name}")
def remove_program(document: Document, name: str) -> Document:
    """Remove a program."""
    return without(document, "programs", name)


@edit("Rename {name}")
def rename_program(document: Document, name: str, new: str) -> Document:
    """Rename a program, with a number if the name is taken."""
    return renamed(document, "programs", name, new)


@edit("Change {name}")
def change_program(document: Document, name: str, /, **changes: Any) -> Document:
    """Change fields of a program except its name, such as ``acceleration=3.0``.

    Raises:
        ArgumentError: No such program, or a value it refuses.
    """
    if "name" in changes:
        raise ArgumentError("name: use rename_program to change it")
    return changed(document, "programs", name, **changes)


@edit("Add a step to {name}")
def insert_step(document: Document, name: str, index: int, step: Step) -> Document:
    """Insert a step before the one with that index, or at the end."""
    steps = find_program(document, name).steps
    if not 0 <= index <= len(steps):
        raise ArgumentError(f"index: {name} has {len(steps)} steps")
    return set_steps(document, name, (*steps[:index], step, *steps[index:]))


@edit("Change a step of {name}")
def change_step(document: Document, name: str, index: int, /, **changes: Any) -> Document:
    """Change fields of a step, such as ``speed=0.2``.

    Raises:
        ArgumentError: No such program or step, or a value the step refuses.
    """
    steps = _steps(document, name, index)
    steps[index] = replace(steps[index], **changes)
    return set_steps(document, name, tuple(steps))


@edit("Remove a step of {name}")
def remove_step(document: Document, name: str, index: int) -> Document:
    """Remove a step from a program."""
    steps = _steps(document, name, index)
    del steps[index]
    return set_steps(document, name, tuple(steps))


@edit("Move a step of {name}")
def move_step(document: Document, name: str, index: int, to: int) -> Document:
    """Move a step to another position."""
    steps = _steps(document, name, index)
    moved = steps.pop(index)
    steps.insert(max(0, min(to, len(steps))), moved)
    return set_steps(document, name, tuple(steps))


@edit("Change the steps of {name}")
def set_steps(document: Document, name: str, steps: tuple[Step, ...]) -> Document:
    """Replace the steps of a program.

    Raises:
        ArgumentError: No such program, or steps that don't fit together.
    """
    return changed(document, "programs", name, steps=steps)


def find_program(document: Document, name: str) -> Program:
    """Return the program with that name.

    Raises:
        ArgumentError: The document has no such program.
    """
    program: Program = find(document, "programs", name)
    return program


def _steps(document: Document, name: str, index: int) -> list[Step]:
    """Return the steps of a program after a check that there is one with the index."""
    steps = find_program(document, name).steps
    if not 0 <= index < len(steps):
        raise ArgumentError(f"index: {name} has {len(steps)} steps")
    return list(steps)


# How far from its place, in m and rad, a step may lead that is still there.
THERE, TURNED = 1e-4, 1e-3


def stale_words(document: Document, program: Program, index: int) -> str:
    """Return the deviation of a step from the target at which it was taught, or an empty text."""
    step, placed = program.steps[index], document.robot(program.robot_id)
    target = next((one for one in document.targets if one.id == step.place), None)
    if target is None:
        return ""
    off = inverse(np.array(target.place)) @ _tool(placed, step.q)
    away = float(np.linalg.norm(off[:3, 3]))
    if away <= THERE and np.linalg.norm(log3(off[:3, :3])) <= TURNED:
        return ""
    by = f"{shown_short(away, UNITS[placed.unit])} from" if away > THERE else "turned relative to"
    return f"step {index + 1} is {by} {step.place}, where it was taught"


def stale_steps(document: Document, program: Program) -> tuple[int, ...]:
    """Return the steps, from 0, that no longer lead to their targets."""
    return tuple(k for k in range(len(program.steps)) if stale_words(document, program, k))


@edit("Update the places of {name}")
def teach_places(document: Document, name: str) -> Document:
    """Teach all steps with a moved target again, and adjust their neighbours.

    A neighbour is the previous or next step on a straight move to or from the place, unless it was
    taught at a place itself: it keeps its pose relative to the place.

    Args:
        document: The document.
        name: The program.

    Raises:
        ArgumentError: No such program, or an unreachable pose; the message names the step.
    """
    program = find_program(document, name)
    placed = document.robot(program.robot_id)
    steps = list(program.steps)
    carried: set[int] = set()
    for index in stale_steps(document, program):
        step = program.steps[index]
        goal = np.array(document.target(step.place).place)
        motion = goal @ inverse(_tool(placed, step.q))
        for k in (index, *_neighbours(program.steps, index)):
            if k not in carried:
                carried.add(k)
                steps[k] = _moved(placed, program.steps[k], motion, k)
    return set_steps(document, name, tuple(steps))


def _neighbours(steps: tuple[Step, ...], index: int) -> Iterator[int]:
    if index and steps[index].by == "line" and not steps[index - 1].place:
        yield index - 1
    if index + 1 < len(steps) and steps[index + 1].by == "line" and not steps[index + 1].place:
        yield index + 1


def _moved(placed: PlacedRobot, step: Step, motion: Array, index: int) -> Step:
    """Return a step moved by a motion of the world, on its current branch."""
    stand = np.array(placed.place)
    goal = inverse(stand) @ motion @ _tool(placed, step.q)
    found = ikine(placed.robot, goal, q0=step.q)
    if not found.success:
        raise ArgumentError(f"step {index + 1}: its new pose is out of reach: {found.reason}")
    own = inverse(stand) @ motion @ stand
    points = [own[:3, :3] @ point + own[:3, 3] for point in step.points]
    via = tuple(float(x) for point in points for x in point)
    q: Posture = tuple(found.q.tolist())
    return replace(step, q=q, via=via)


def _tool(placed: PlacedRobot, q: Posture) -> Array:
    """Return the pose of the tool in the world in a posture (4, 4)."""
    return np.asarray(np.array(placed.place) @ fkine(placed.robot, q))
