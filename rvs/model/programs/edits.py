"""Edits of the programs of a document."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rvs.engine.errors import ArgumentError
from rvs.fields.edit import edit
from rvs.model.document import Document
from rvs.model.members import added, changed, find, renamed, without
from rvs.model.programs.program import Program, Step


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
