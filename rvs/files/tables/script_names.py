"""Names of a script during its evaluation, and the reasons why they become unknown."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from rvs.files.tables.script_objects import (
    LOOKERS,
    RENAMERS,
    UNSEEN,
    Broken,
    Exhausted,
    Frame,
    Function,
    Language,
    Place,
    last_name,
    stored,
)
from rvs.files.tables.script_values import MOST_IN_ONE, MOST_STEPS, ScriptError, Thing, Value

# What makes a robot of another file, or of one in a toolbox.
ELSEWHERE = re.compile(r"loadrobot|importrobot|models|URDF|mdl_\w+")
# Wholes that are remembered of one name.
MOST_PARTS = 100
# Gives the statements of a file that stands beside the script, by its name, or None.
Beside = Callable[[str], Sequence[ast.stmt] | None]


class Names:
    """Names of an evaluated script, and the knowledge about them.

    Attributes:
        language: Built-in names of the language.
        beside: Finds other files of the script.
        frame: Names visible at the current position.
        frames: Names of the script and of the called functions, in their final state.
        made: Objects of a toolbox in the order in which they were made.
        lost: Names that no longer refer to an object of a toolbox, and the reasons.
        faults: Reasons why objects of a toolbox could not be made.
        missed: Those that would have been robots.
        trials: Number of enclosing statements that catch exceptions.
        doubt: Reason why it is unknown if the innermost of them has caught one.
    """

    def __init__(self, language: Language, beside: Beside) -> None:
        self.language, self.beside = language, beside
        self.frame = Frame()
        self.frames = [self.frame]
        self.made: list[Thing] = []
        self.lost: dict[str, ScriptError] = {}
        self.faults: list[ScriptError] = []
        self.missed: list[ScriptError] = []
        self.trials = 0
        self.doubt: ScriptError | None = None
        self.steps, self.bound = 0, MOST_IN_ONE
        # Names that functions of MATLAB share.
        self.shared = Frame()
        self._spoiled: dict[int, tuple[Value, ScriptError]] = {}

    @property
    def names(self) -> dict[str, Value]:
        """Values of its names; the script's own names come before those of functions."""
        return {
            name: one
            for frame in [*self.frames[1:], self.frames[0]]
            for name, one in frame.names.items()
        }

    def known(self, value: Value) -> Value:
        """Return a known value.

        Raises:
            ScriptError: It is not known.
        """
        if isinstance(value, ScriptError):
            raise value
        if self._spoiled and id(_whole(value)) in self._spoiled:
            raise self._spoiled[id(_whole(value))][1]
        return value

    def spend(self, count: int = 1) -> None:
        """Count steps.

        Raises:
            Exhausted: There are more than a statement may take.
        """
        self.steps += count
        if self.steps > min(self.bound, MOST_STEPS):
            raise Exhausted

    def name(self, name: str, value: Value) -> None:
        """Set a name to a value, or to the reason why it is unknown."""
        frame = self.frame.elsewhere.get(name, self.frame)
        old = frame.names.get(name)
        if isinstance(value, ScriptError) and isinstance(old, Thing) and old in self.made:
            self.lost[name] = value
        frame.names[name] = value
        frame.parts.pop(name, None)

    def keep_parts(self, target: ast.AST, node: ast.AST) -> None:
        """Record the objects that unknown names may be parts of, given their expression."""
        wholes = self._wholes(node)
        for name in stored([target]) if wholes else ():
            self.frame.parts[name] = wholes

    def _wholes(self, node: ast.AST) -> list[Value]:
        """Return the objects and lists that the value of an expression may be part of."""
        head = getattr(node, "func", node.value if isinstance(node, Place) else None)
        if head is not None and last_name(head) in LOOKERS:
            return []
        walked = list(ast.walk(node))
        self.steps += len(walked) // UNSEEN
        held = [
            value
            for one in walked
            if isinstance(one, ast.Name)
            for value in (self.looked(one), *self.frame.parts.get(one.id, ()))
            if isinstance(value, Thing | list | dict)
        ]
        return held[:MOST_PARTS]

    def spoil(self, value: Value, error: ScriptError) -> None:
        """Forget the contents of a value; values that depend on it also become unknown."""
        value = _whole(value)
        if not isinstance(value, list | dict | set | tuple | Thing | np.ndarray):
            return
        if id(value) not in self._spoiled:
            self._spoiled[id(value)] = (value, error)
            inner: Any = value.said if isinstance(value, Thing) else value
            inner = inner.values() if isinstance(inner, dict) else inner
            for one in inner if not isinstance(inner, np.ndarray) else ():
                self.spoil(one, error)

    def spoil_target(self, target: Any, error: ScriptError) -> None:
        """Forget the value that contains a position without an assigned value."""
        while not isinstance(target, ast.Name):
            target = getattr(target, "value", None)
            if target is None:
                return
        holder = self.frame.holder(target.id)
        if holder is not None:
            for one in [holder.names[target.id], *holder.parts.get(target.id, ())]:
                self.spoil(one, error)
        if holder is None or not isinstance(holder.names[target.id], list | dict | Thing):
            self.name(target.id, error)

    def spoil_all(self, error: ScriptError) -> None:
        """Forget all names, since a text that can change them is executed."""
        self.steps += len(self.frame.names) // UNSEEN + 1
        for one, value in list(self.frame.names.items()):
            if not (self.language.matlab and isinstance(value, Function)):
                self.name(one, error)

    def spoil_names(
        self, nodes: Sequence[ast.AST], error: ScriptError, spared: Sequence[str] = ()
    ) -> None:
        """Forget everything that unvisited statements can change."""
        self.note(nodes, error)
        for node in (one for top in nodes for one in ast.walk(top)):
            match node:
                case ast.Name(id=name, ctx=ast.Store()) | ast.ExceptHandler(name=str() as name):
                    self._forget(name, error, spared)
                case (
                    ast.Attribute(ctx=ast.Store() | ast.Del())
                    | ast.Subscript(ctx=ast.Store() | ast.Del())
                    | Place(ctx=ast.Store())
                ):
                    self.spoil_target(node, error)
                case ast.For(target=target, iter=values, body=body) if _changed(target, body):
                    for one in self._wholes(values):
                        self.spoil(one, error)
                case (
                    ast.FunctionDef(name=name)
                    | ast.ClassDef(name=name)
                    | ast.alias(asname=str() as name)
                ):
                    self._forget(name, error, spared)
                case ast.alias(name="*"):
                    self.spoil_all(error)
                case ast.alias(name=name):
                    self._forget(name.split(".")[0], error, spared)
                case Broken(names=names):
                    for name in names:
                        if name not in self.language.makers:
                            self.name(name, error)
                case ast.Call(func=func, args=args) | Place(value=func, places=args):
                    self.spoil_given(func, [self.looked(one) for one in args], error)
                    owner = self.looked(getattr(func, "value", None))
                    if isinstance(func, ast.Attribute) and isinstance(owner, list | dict | set):
                        self.spoil(owner, error)

    def _forget(self, name: str, error: ScriptError, spared: Sequence[str]) -> None:
        if name not in spared:
            self.name(name, error)

    def looked(self, node: Any) -> Value:
        """Return the value of a name without evaluation."""
        match node:
            case ast.Name(id=name):
                holder = self.frame.holder(name)
                return holder.names[name] if holder else None
            case ast.Attribute(value=inner, attr=name):
                owner = self.looked(inner)
                return owner.said.get(name) if isinstance(owner, Thing) else None
        return None

    def spoil_given(self, func: ast.AST, values: Sequence[Value], error: ScriptError) -> None:
        """Forget everything in its arguments that an unknown function can change."""
        name = last_name(func)
        if name in RENAMERS:
            self.spoil_all(error)
        # A method that has a name of its own changes its object.
        for one in self.frame.parts.get(getattr(func, "id", ""), ()):
            self.spoil(one, error)
        if name in LOOKERS or name in self.language.handed or name in self.language.functions:
            return
        if self.language.matlab and isinstance(self.looked(func), np.ndarray | list | Thing):
            return
        for one in values:
            if isinstance(one, Thing | list | dict | set | tuple) or (
                not self.language.matlab and isinstance(one, np.ndarray)
            ):
                self.spoil(one, error)

    def miss(self, words: str) -> None:
        """Record that an unevaluated part would be a robot.

        Raises:
            ScriptError: Always.
        """
        self.missed.append(ScriptError(0, words))
        raise self.missed[-1]

    def note(self, nodes: Sequence[ast.AST], error: ScriptError) -> None:
        """Record that the results of statements are missing."""
        walked = [one for top in nodes for one in ast.walk(top)]
        # Work that nobody stops here; whoever spends the next step is told.
        self.steps += len(walked) // UNSEEN
        called = {
            *map(last_name, walked),
            *(x for one in walked for x in getattr(one, "names", ())),
        }
        # By identity: arrays that have the name of a maker have no truth.
        makers = [
            one
            for name, one in self.language.makers.items()
            if name in called and any(self.looked(ast.Name(name)) is held for held in (None, one))
        ]
        elsewhere = any(ELSEWHERE.fullmatch(str(one)) for one in called)
        self.faults += [error] * bool(makers or elsewhere)
        self.missed += [error] * any(one.robot for one in makers)


def _changed(target: ast.AST, body: Sequence[ast.AST]) -> bool:
    """Return whether statements assign to a member or a position of a name in a target."""
    names = {*stored([target])}
    inner = [one for top in body for one in ast.walk(top)]
    put = [one for one in inner if isinstance(getattr(one, "ctx", None), ast.Store | ast.Del)]
    return any(
        isinstance(one, ast.Name) and one.id in names
        for top in put
        if not isinstance(top, ast.Name)
        for one in ast.walk(top)
    )


def _whole(value: Value) -> Value:
    """Return the base array of an array that is a view."""
    while isinstance(value, np.ndarray) and isinstance(value.base, np.ndarray):
        value = value.base
    return value
