"""Calls in a script: functions that are known, its own ones, and classes."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

import numpy as np

from rvs.files.tables.script_objects import (
    CHANGERS,
    KNOWN,
    METHODS,
    MOST_CALLS,
    MOST_FRAMES,
    Class,
    Done,
    Frame,
    Function,
    Maker,
    Module,
    Place,
    Super,
    shown,
    unknown,
)
from rvs.files.tables.script_terms import Terms
from rvs.files.tables.script_values import (
    FAULTS,
    Cells,
    Pose4,
    ScriptError,
    Several,
    Thing,
    Value,
    check_shape,
    each,
    elements,
    indexed,
    plain,
    scalar,
)


class Calls(Terms):
    """Values of calls; MATLAB writes the places of its values as it writes calls."""

    def _call(self, node: ast.Call) -> Value:
        wanted = self.wanted
        func = node.func
        if isinstance(func, ast.Attribute):
            owner = self.value(func.value)
            owned = self._owned(owner, func.attr)
            if owned is not None:
                return self._call_method(owned, func.attr, *self._arguments(node))
            held = self._caught(func, lambda: self.known(self._member(owner, func.attr, func)))
        else:
            held = self._callable(func)
        args, named = self._arguments(node)
        self.wanted = wanted
        return self._called(held, args, named, node)

    def _owned(self, owner: Value, name: str) -> Value:
        """The value whose own method is called, or None."""
        if isinstance(owner, Pose4) and name == "inv":
            return owner
        return owner if any(isinstance(owner, one) for one in METHODS) else None

    def _arguments(self, node: Any) -> tuple[list[Value], dict[str, Value]]:
        args: list[Value] = []
        for one in node.args if isinstance(node, ast.Call) else node.places:
            if isinstance(one, ast.Starred):
                args.extend(each(self.value(one.value)))
                continue
            held = self.soft(one)
            args.extend(held if isinstance(held, Several) else [held])
        named: dict[str, Value] = {}
        for each_one in node.keywords:
            held = self.soft(each_one.value)
            if each_one.arg is None:
                named |= self.known(held)
                self._spend(len(named))
            else:
                named[each_one.arg] = held
        return args, named

    def _called(self, held: Value, args: list[Value], named: dict[str, Value], node: Any) -> Value:
        match held:
            case (Maker() as maker, thing):
                own = thing if thing is not None else args.pop(0)
                return maker.make(self, node.lineno, args, named, own)
            case Maker():
                return held.make(self, node.lineno, args, named, None)
            case Class():
                return self._construct(held, args, named, node)
            case Function():
                return self._enter(held, args, named, node)
            case Module(path=("super",)) if self.frame.owner is not None or args:
                return Super(
                    args[0] if args else self.frame.owner, args[1] if args else self.frame.first
                )
            case Module(path=path):
                return self._function(path, args, named, node)
        error = held if isinstance(held, ScriptError) else unknown(node)
        self._spoil_given(node.func if isinstance(node, ast.Call) else node.value,
                          [*args, *named.values()], error)  # fmt: skip
        raise error

    def _function(
        self, path: tuple[str, ...], args: list[Value], named: dict[str, Value], node: Any
    ) -> Value:
        name, language = path[-1], self.language
        known = len(path) <= 3 and not {"random", "models", "symbolic"} & set(path)
        if known and name in ("copy", "deepcopy") and len(args) == 1:
            return self._copied(args[0], name == "deepcopy")
        if known and name in language.handed:
            self._spend(sum(len(one) for one in args if isinstance(one, list | tuple | dict)) // 4)
            return language.handed[name](*args, **named)
        if known and name in language.functions:
            self._spend(sum(elements(self.known(one)) for one in [*args, *named.values()]) // 4 + 1)
            found = language.functions[name](*args, **named)
            self._spend(np.size(found) // 16 if isinstance(found, np.ndarray) else 0)
            return scalar(found) if language.matlab else plain(found)
        error = ScriptError(node.lineno, f"{name[:40]}() can't be worked out without running it")
        if path[0] not in KNOWN or name in CHANGERS:
            self._spoil_given(node.func if isinstance(node, ast.Call) else node.value, args, error)
        raise error

    def _copied(self, value: Value, deep: bool) -> Value:
        if isinstance(value, Thing):
            made = value.copy()
            if value in self.made:
                self.made.append(made)
            return made
        self._spend(elements(value))
        if deep and isinstance(value, list):
            return [self._copied(one, deep) for one in value]
        return value.copy() if isinstance(value, list | dict | np.ndarray) else value

    def _construct(
        self, held: Class, args: list[Value], named: dict[str, Value], node: Any
    ) -> Value:
        thing, begin = Thing(held, node.lineno), held.find("__init__")
        if isinstance(begin, Function):
            self._enter(begin.of(thing), args, named, node)
        elif isinstance(begin, Maker):
            begin.make(self, node.lineno, args, named, thing)
        elif begin is not None:
            self.known(begin)
        return thing

    def _call_method(
        self, owner: Value, name: str, args: list[Value], named: dict[str, Value]
    ) -> Value:
        if isinstance(owner, Pose4):
            return Pose4(np.linalg.inv(owner.matrix))
        kind = next(one for one in METHODS if isinstance(owner, one))
        try:
            if name not in METHODS[kind]:
                raise ValueError(f"{name} is not worked out")
            if name in ("append", "insert", "setdefault", "get", "update", "pop"):
                self._spend()
            else:
                self._spend(1 + sum(elements(self.known(one)) for one in args) // 8)
            check_shape(np.size(owner) if kind is np.ndarray else len(owner))
            found = getattr(owner, name)(*args, **named)
            return list(found) if name in ("items", "keys", "values") else plain(found)
        except (ScriptError, *FAULTS) as error:
            words = f".{name}() can't be worked out without running it"
            fault = error if isinstance(error, ScriptError) else ScriptError(0, words)
            if isinstance(owner, list | dict):
                self.spoil(owner, fault)
            raise error

    def _enter(
        self, held: Function, args: list[Value], named: dict[str, Value], node: Any
    ) -> Value:
        """Work out a call of one of the script's own functions."""
        inner, wanted = Frame(held.frame), self.wanted
        inner.owner, inner.first = (
            held.owner,
            held.bound if held.bound is not None else (args or [None])[0],
        )
        if self._calls >= MOST_CALLS or any(
            isinstance(one, ast.Yield) for one in ast.walk(held.node)
        ):
            raise ScriptError(node.lineno, f"{shown(node)} can't be worked out without running it")
        given = [held.bound, *args] if held.bound is not None else args
        self._bind(held, inner, given, named, node)
        outer, self.frame = self.frame, inner
        self._calls += 1
        try:
            if isinstance(held.node, ast.Lambda):
                return self.value(held.node.body)
            if len(self.frames) < MOST_FRAMES:
                self.frames.append(inner)
            outputs = getattr(held.node, "outputs", None)
            if outputs is not None:
                inner.names |= {"nargin": float(len(args)), "nargout": float(wanted)}
            try:
                self._block(held.node.body)
            except Done as done:
                if outputs is None or isinstance(done.value, ScriptError):
                    return done.value
            if not outputs:
                return None
            found = [inner.names.get(one, unknown(node)) for one in outputs]
            return found if wanted > 1 else found[0]
        finally:
            self._calls -= 1
            self.frame = outer

    @staticmethod
    def _bind(
        held: Function, inner: Frame, args: list[Value], named: dict[str, Value], node: Any
    ) -> None:
        said, rest = held.node.args, dict(named)
        names = [one.arg for one in (*said.posonlyargs, *said.args)]
        values = dict(zip(names[len(names) - len(held.defaults) :], held.defaults, strict=True))
        values |= dict(zip(names, args, strict=False))
        for one, usual in zip(said.kwonlyargs, said.kw_defaults, strict=True):
            values[one.arg] = (
                rest.pop(one.arg) if one.arg in rest else getattr(usual, "value", None)
            )
        values |= {name: rest.pop(name) for name in names if name in rest}
        if said.vararg:
            values[said.vararg.arg] = tuple(args[len(names) :])
        if said.kwarg:
            values[said.kwarg.arg] = rest
        elif rest or (len(args) > len(names) and not said.vararg):
            raise ScriptError(
                node.lineno, f"{shown(node)}: other arguments than the function takes"
            )
        missing = (
            [] if hasattr(held.node, "outputs") else [name for name in names if name not in values]
        )
        if missing:
            raise ScriptError(node.lineno, f"{shown(node)}: {missing[0]!r} is not given")
        inner.names |= values

    def _place(self, node: Place) -> Value:
        wanted, held = self.wanted, self._callable(node.value)
        if isinstance(held, ScriptError | Maker | Module | Function | tuple):
            args, named = self._arguments(node)
            self.wanted = wanted
            return self._called(held, args, named, node)
        with self._counted(held, len(node.places)):
            places = [self._at(one, k) for k, one in enumerate(node.places)]
        found = indexed(held, places)
        if node.curly and isinstance(found, Cells):
            alone = len(found) == 1 and not isinstance(node.places[0], ast.Slice)
            return found[0] if alone else Several(found)
        return found

    def _callable(self, func: ast.expr) -> Value:
        """Return the value before a bracket, or why it is not known."""
        if isinstance(func, ast.Attribute):
            return self._qualified(func)
        if not isinstance(func, ast.Name):
            return self.soft(func)
        holder, language = self.frame.holder(func.id), self.language
        if holder is not None:
            return self._caught(func, lambda: self.known(holder.names[func.id]))
        if func.id in language.makers:
            return language.makers[func.id]
        if func.id in (*language.functions, *language.handed, "super", "copy", "deepcopy"):
            return Module((func.id,))
        words = f"{func.id[:40]}() can't be worked out without running it"
        return ScriptError(func.lineno, words)

    def _qualified(self, func: ast.Attribute) -> Value:
        """A member of an object, or a function that is named with its package."""
        root = func.value
        if isinstance(root, ast.Name) and self.frame.holder(root.id) is None:
            language = self.language
            if func.attr in language.makers:
                return language.makers[func.attr]
            return Module((root.id, func.attr))
        return self._caught(func, lambda: self.value(func))

    def _block(self, statements: Sequence[ast.stmt]) -> None:
        raise NotImplementedError
