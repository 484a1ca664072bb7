"""Names of a script while it is worked out, and how they become unknown."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

import numpy as np

from rvs.files.tables.script_objects import (
    CHANGERS,
    LOOKERS,
    MOST_IN_ONE,
    MOST_STEPS,
    Broken,
    Exhausted,
    Frame,
    Language,
    Place,
    last_name,
)
from rvs.files.tables.script_values import (
    ScriptError,
    Thing,
    Value,
)


class Names:
    """A script whose names have been worked out.

    Attributes:
        names: Values of its names at its end, those of its functions among them.
        frames: Names of the script and of the functions that were called, as they ended.
        made: Objects of a toolbox in the order in which they were made.
        lost: Names that stood for an object of a toolbox, and why they do not any more.
        faults: Why objects of a toolbox could not be made.
        missed: Those of them that would have been robots.
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        self.frame = Frame()
        self.frames = [self.frame]
        self.made: list[Thing] = []
        self.spoiled: dict[int, tuple[Value, ScriptError]] = {}
        self.lost: dict[str, ScriptError] = {}
        self.faults: list[ScriptError] = []
        self.missed: list[ScriptError] = []
        self._shapes: list[tuple[tuple[int, ...], int]] = []
        self.wanted = 1
        self._ends: list[float] = []
        self._steps = 0
        self._bound = MOST_IN_ONE
        self._calls = 0

    @property
    def names(self) -> dict[str, Value]:
        """Values of its names, those of the script itself before those of functions."""
        return {
            name: one
            for frame in [*self.frames[1:], self.frames[0]]
            for name, one in frame.names.items()
        }

    def known(self, value: Value) -> Value:
        """Return a value.

        Raises:
            ScriptError: It is not known.
        """
        if isinstance(value, ScriptError):
            raise value
        if self.spoiled and id(value) in self.spoiled:
            raise self.spoiled[id(value)][1]
        return value

    def _spend(self, count: int = 1) -> None:
        self._steps += count
        if self._steps > min(self._bound, MOST_STEPS):
            raise Exhausted

    def _name(self, name: str, value: Value) -> None:
        frame = self.frame.elsewhere.get(name, self.frame)
        old = frame.names.get(name)
        if isinstance(value, ScriptError) and isinstance(old, Thing) and old in self.made:
            self.lost[name] = value
        frame.names[name] = value

    def spoil(self, value: Value, error: ScriptError) -> None:
        """Forget what a value holds; whatever depends on it is as little known."""
        if isinstance(value, list | dict | Thing | np.ndarray) and id(value) not in self.spoiled:
            self.spoiled[id(value)] = (value, error)
            for one in value if isinstance(value, list) else ():
                self.spoil(one, error)

    def _spoil_target(self, target: Any, error: ScriptError) -> None:
        while not isinstance(target, ast.Name):
            target = getattr(target, "value", None)
            if target is None:
                return
        holder = self.frame.holder(target.id)
        if holder is not None:
            self.spoil(holder.names[target.id], error)
        if holder is None or not isinstance(holder.names[target.id], list | dict | Thing):
            self._name(target.id, error)

    def _spoil_names(self, nodes: Sequence[ast.AST], error: ScriptError) -> None:
        """Forget whatever statements may change that are not gone through."""
        self._note(nodes, error)
        for node in (one for top in nodes for one in ast.walk(top)):
            match node:
                case ast.Name(id=name, ctx=ast.Store()):
                    self._name(name, error)
                case (
                    ast.Attribute(ctx=ast.Store())
                    | ast.Subscript(ctx=ast.Store())
                    | Place(ctx=ast.Store())
                ):
                    self._spoil_target(node, error)
                case (
                    ast.FunctionDef(name=name)
                    | ast.ClassDef(name=name)
                    | ast.alias(asname=str() as name)
                ):
                    self._name(name, error)
                case ast.alias(name=name):
                    self._name(name.split(".")[0], error)
                case Broken(names=names):
                    for name in names:
                        if name not in self.language.makers:
                            self._name(name, error)
                case ast.Call(func=func, args=args) | Place(value=func, places=args):
                    self._spoil_given(func, [self._looked(one) for one in args], error)
                    if isinstance(func, ast.Attribute) and isinstance(
                        self._looked(func.value), list | dict
                    ):
                        self.spoil(self._looked(func.value), error)

    def _looked(self, node: ast.AST) -> Value:
        """Return the value of a name, without working anything out."""
        match node:
            case ast.Name(id=name):
                holder = self.frame.holder(name)
                return holder.names[name] if holder else None
            case ast.Attribute(value=inner, attr=name):
                owner = self._looked(inner)
                return owner.said.get(name) if isinstance(owner, Thing) else None
        return None

    def _spoil_given(self, func: ast.AST, values: Sequence[Value], error: ScriptError) -> None:
        """Forget what a function that is not known may change of what it is given."""
        name = last_name(func)
        if name in ("eval", "evalin", "exec"):
            # It may give any name another value.
            for one in list(self.frame.names):
                self._name(one, error)
        if name in LOOKERS or name in self.language.handed or name in self.language.functions:
            return
        if self.language.matlab and isinstance(self._looked(func), np.ndarray | list | Thing):
            return
        for one in values:
            if isinstance(one, Thing | list | dict) or (
                name in CHANGERS and isinstance(one, np.ndarray)
            ):
                self.spoil(one, error)

    def _note(self, nodes: Sequence[ast.AST], error: ScriptError) -> None:
        walked = [one for top in nodes for one in ast.walk(top)]
        called = {
            *map(last_name, walked),
            *(x for one in walked for x in getattr(one, "names", ())),
        }
        makers = [
            one
            for name, one in self.language.makers.items()
            if name in called and self._looked(ast.Name(name)) in (None, one)
        ]
        self.faults += [error] * bool(makers)
        self.missed += [error] * any(one.robot for one in makers)
