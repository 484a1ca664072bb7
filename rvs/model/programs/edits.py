"""Edits of the programs of a document."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rvs.engine.errors import ArgumentError
from rvs.model.document import Document, fresh_id
from rvs.model.programs.program import Program, Step


def add_program(document: Document, program: Program) -> Document:
    """Add a program; its name gets a number when it is taken."""
    name = fresh_id(program.name, (other.name for other in document.programs))
    return replace(document, programs=(*document.programs, replace(program, name=name)))


def remove_program(document: Document, name: str) -> Document:
    """Take a program away."""
    gone = find_program(document, name)
    return replace(document, programs=tuple(p for p in document.programs if p is not gone))


def rename_program(document: Document, name: str, new: str) -> Document:
    """Give a program another name, with a number when that is taken."""
    taken = (other.name for other in document.programs if other.name != name)
    return _change(document, name, lambda program: replace(program, name=fresh_id(new, taken)))


def insert_step(document: Document, name: str, index: int, step: Step) -> Document:
    """Put a step ahead of the one of that index, or at the end."""

    def change(program: Program) -> Program:
        if not 0 <= index <= len(program.steps):
            raise ArgumentError(f"index: {name} has {len(program.steps)} steps")
        steps = (*program.steps[:index], step, *program.steps[index:])
        return replace(program, steps=steps)

    return _change(document, name, change)


def change_step(document: Document, name: str, index: int, /, **changes: Any) -> Document:
    """Change fields of a step, such as ``speed=0.2``.

    Raises:
        ArgumentError: No such program or step, or a value the step refuses.
    """

    def change(program: Program) -> Program:
        step = replace(_step(program, index), **changes)
        return replace(program, steps=(*program.steps[:index], step, *program.steps[index + 1 :]))

    return _change(document, name, change)


def remove_step(document: Document, name: str, index: int) -> Document:
    """Take a step out of a program."""

    def change(program: Program) -> Program:
        _step(program, index)
        return replace(program, steps=program.steps[:index] + program.steps[index + 1 :])

    return _change(document, name, change)


def move_step(document: Document, name: str, index: int, to: int) -> Document:
    """Move a step to another place."""

    def change(program: Program) -> Program:
        steps = list(program.steps)
        moved = _step(program, index)
        steps.remove(moved) if steps.count(moved) == 1 else steps.pop(index)
        steps.insert(max(0, min(to, len(steps))), moved)
        return replace(program, steps=tuple(steps))

    return _change(document, name, change)


def with_steps(document: Document, name: str, steps: tuple[Step, ...]) -> Document:
    """Give a program other steps.

    Raises:
        ArgumentError: No such program, or steps that don't fit together.
    """
    return _change(document, name, lambda program: replace(program, steps=steps))


def find_program(document: Document, name: str) -> Program:
    """Return the program of that name.

    Raises:
        ArgumentError: The document has no such program.
    """
    for program in document.programs:
        if program.name == name:
            return program
    raise ArgumentError(f"name: the cell has no program {name!r}")


def _step(program: Program, index: int) -> Step:
    if not 0 <= index < len(program.steps):
        raise ArgumentError(f"index: {program.name} has {len(program.steps)} steps")
    return program.steps[index]


def _change(document: Document, name: str, change: Callable[[Program], Program]) -> Document:
    old = find_program(document, name)
    new = change(old)
    return replace(document, programs=tuple(new if p is old else p for p in document.programs))
