"""Works out what the names of a script stand for, without running any of it.

A script is a syntax tree of Python; one of MATLAB is lowered to that by ``matlab``, with ``Place``
for its brackets.  A value that can't be known is a ``ScriptError`` in its place, which is handed on
until something depends on it.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from rvs.files.tables.script_calls import Calls
from rvs.files.tables.script_objects import (
    KNOWN,
    MOST_IN_ONE,
    MOST_STEPS,
    Broken,
    Class,
    Done,
    Exhausted,
    Frame,
    Function,
    Module,
    Place,
    last_name,
    unknown,
)
from rvs.files.tables.script_values import (
    FAULTS,
    Cells,
    ScriptError,
    Struct,
    Thing,
    Value,
    columns,
    each,
    elements,
    indexed,
    plain,
    put,
)


class Script(Calls):
    """A script whose names are worked out, statement by statement."""

    def read(self, text: str) -> None:
        """Go through a script of Python.

        Raises:
            ScriptError: It is no script, or takes more steps than are allowed.
        """
        try:
            # What Python warns of in a script is nothing to its reader.
            with warnings.catch_warnings(action="ignore"):
                tree = ast.parse(text)
        except SyntaxError as error:
            raise ScriptError(error.lineno or 0, f"can't be read: {error.msg}") from error
        except (ValueError, RecursionError, MemoryError) as error:
            raise ScriptError(0, "is not a script, or too deep to be read") from error
        self.run(tree.body)

    def run(self, statements: Sequence[ast.stmt]) -> None:
        """Work out statements of the script itself.

        Raises:
            ScriptError: They take more steps than are allowed.
        """
        with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
            for node in statements:
                self._bound = self._steps + MOST_IN_ONE
                try:
                    self._statement(node)
                except Done:
                    pass
                except ScriptError as error:
                    self._spoil_names([node], error)
                except (Exhausted, RecursionError) as error:
                    if self._steps > MOST_STEPS:
                        words = "the script has more steps than are worked out"
                        raise ScriptError(node.lineno, words) from error
                    self._bound = self._steps + MOST_IN_ONE
                    self._spoil_names(
                        [node], ScriptError(node.lineno, "has too many steps to be worked out")
                    )

    def tried(self, value: Value) -> Value:
        """Return what a class or function gives without arguments, or why nothing."""
        node = ast.parse("f()").body[0].value  # type: ignore[attr-defined]
        self._bound = self._steps + MOST_IN_ONE
        try:
            return self._caught(node, lambda: self._called(value, [], {}, node))
        except (Exhausted, Done, RecursionError):
            return None

    def _block(self, statements: Sequence[ast.stmt]) -> None:
        for node in statements:
            self._statement(node)

    def _statement(self, node: Any) -> None:
        self._spend()
        match node:
            case ast.Assign(targets=targets, value=value):
                self.wanted = len(targets[0].elts) if isinstance(targets[0], ast.Tuple) else 1
                found = self._noted(value)
                for target in targets:
                    self._store(target, found)
            case ast.AnnAssign(value=ast.expr() as value, target=target):
                self._store(target, self.soft(value))
            case ast.AugAssign():
                self._augment(node)
            case ast.Expr(value=value):
                self.wanted = 0
                self._noted(value)
            case ast.If():
                self._branch(node)
            case ast.For() | ast.While():
                self._loop(node)
            case ast.FunctionDef():
                self._define(node)
            case ast.ClassDef():
                self._define_class(node)
            case ast.Return():
                raise Done("return", self._noted(node.value) if node.value else None)
            case ast.Break() | ast.Continue():
                raise Done("break" if isinstance(node, ast.Break) else "continue")
            case ast.Import() | ast.ImportFrom():
                self._import(node)
            case ast.With():
                for item in node.items:
                    held = self.soft(item.context_expr)
                    if item.optional_vars is not None:
                        self._store(item.optional_vars, held)
                self._block(node.body)
            case ast.Try():
                self._block([*node.body, *node.orelse, *node.finalbody])
            case ast.Global() | ast.Nonlocal():
                outer = self.frame.outer if isinstance(node, ast.Nonlocal) else None
                outer = outer or self.frames[0]
                self.frame.elsewhere |= dict.fromkeys(node.names, outer)
            case ast.Delete():
                for target in node.targets:
                    self._delete(target)
            case Broken():
                error = ScriptError(node.lineno, node.why)
                self._spoil_names([node], error)
            case ast.Pass() | ast.Assert() | ast.AnnAssign() | ast.Raise():
                pass
            case _:
                self._spoil_names(
                    [node], ScriptError(node.lineno, "can't be worked out without running it")
                )

    def _branch(self, node: ast.If) -> None:
        test = self.soft(node.test)
        try:
            holds = self._truth(test)
        except (ScriptError, *FAULTS) as fault:
            error = fault if isinstance(fault, ScriptError) else unknown(node.test)
            self._spoil_names([*node.body, *node.orelse], error)
            # What follows a way out that may have been taken is as little known.
            for kind, leaves in (("return", ast.Return), ("break", ast.Break | ast.Continue)):
                if any(isinstance(one, leaves) for one in ast.walk(node)):
                    raise Done(kind, error) from error
            return
        self._block(node.body if holds else node.orelse)

    def _loop(self, node: ast.For | ast.While) -> None:
        start, bound = self._steps, self._bound
        self._bound = min(bound, start + MOST_IN_ONE // 2)
        try:
            for values in self._rounds(node):
                if values is not node:
                    self._store(node.target, values)  # type: ignore[union-attr]
                try:
                    self._block(node.body)
                except Done as done:
                    if done.kind == "return" or isinstance(done.value, ScriptError):
                        raise
                    if done.kind == "break":
                        return
            self._block(node.orelse)
        except Done as done:
            if done.kind == "return" or not isinstance(done.value, ScriptError):
                raise
            self._spoil_names([node], done.value)
        except Exhausted:
            if self._steps >= min(bound, MOST_STEPS):
                raise
            self._bound = bound
            words = "the loop has more rounds than are worked out"
            self._spoil_names([node], ScriptError(node.lineno, words))
        except ScriptError as error:
            self._spoil_names([node], error)
        finally:
            self._bound = bound

    def _rounds(self, node: ast.For | ast.While) -> Iterator[Value]:
        if isinstance(node, ast.While):
            while self._truth(self.value(node.test)):
                yield node
            return
        values = self.value(node.iter)
        try:
            yield from columns(values) if self.language.matlab else each(values)
        except FAULTS as error:
            raise unknown(node.iter) from error

    def _define(self, node: ast.FunctionDef) -> None:
        defaults = [self.soft(one) for one in node.args.defaults]
        made: Value = Function(node, self.frame, defaults, self.frame.owner)
        for word in node.decorator_list:
            name = last_name(word)
            if name not in ("property", "staticmethod", "classmethod", "override"):
                made = ScriptError(node.lineno, f"@{name} can't be worked out without running it")
        self._name(node.name, made)

    def _define_class(self, node: ast.ClassDef) -> None:
        bases = [self.soft(one) for one in node.bases]
        made = Class(node.name, bases, {})
        outer, self.frame = self.frame, Frame(self.frame)
        self.frame.owner, self.frame.names = made, made.names
        try:
            self._block(node.body)
        finally:
            self.frame = outer
        if node.decorator_list:
            self._name(
                node.name,
                ScriptError(node.lineno, f"@{last_name(node.decorator_list[0])} is not known"),
            )
        else:
            self._name(node.name, made)

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        root = (getattr(node, "module", None) or "").split(".")[0]
        for one in node.names:
            name = one.asname or one.name.split(".")[0]
            path = (root, one.name) if root else (one.name.split(".")[0],)
            if path[0] in KNOWN:
                if one.name != "*":
                    self._name(name, self._of_module(path) if root else Module(path))
                continue
            module = getattr(node, "module", None) or one.name
            if one.name != "*":
                words = f"{name} comes from {module}, which is not read"
                self._name(name, ScriptError(node.lineno, words) if root else Module(path))

    def _augment(self, node: ast.AugAssign) -> None:
        held, more = self.soft(node.target), self.soft(node.value)
        if isinstance(held, list) and isinstance(node.op, ast.Add) and not self.language.matlab:
            try:
                self._call_method(held, "extend", [self.known(more)], {})
            except (ScriptError, *FAULTS) as error:
                self.spoil(held, error if isinstance(error, ScriptError) else unknown(node.value))
            return
        found = self._caught(
            node, lambda: self._combined(node.op, self.known(held), self.known(more))
        )
        if (
            isinstance(held, np.ndarray)
            and isinstance(found, np.ndarray)
            and held.shape == found.shape
        ):
            held[...] = found
            found = held
        self._store(node.target, found)

    # places that are given values

    def _store(self, target: ast.AST, value: Value) -> None:
        match target:
            case ast.Name(id=name):
                self._name(name, value)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                self._unpack(target, parts, value)
            case ast.Starred(value=inner):
                self._store(inner, value)
            case ast.Attribute() | ast.Subscript() | Place():
                try:
                    self._put(target, value)
                except (ScriptError, *FAULTS) as error:
                    fault = error if isinstance(error, ScriptError) else unknown(target)
                    self._spoil_target(target, fault)
                    self.faults += [fault] * isinstance(value, Thing)

    def _unpack(self, target: Any, parts: list[Any], value: Value) -> None:
        try:
            row = (
                np.ravel(value) if self.language.matlab and isinstance(value, np.ndarray) else value
            )
            values = [plain(one) for one in each(self.known(row))]
            many = next((k for k, one in enumerate(parts) if isinstance(one, ast.Starred)), None)
            if many is not None:
                last = len(values) - (len(parts) - many - 1)
                values = [*values[:many], values[many:last], *values[last:]]
            if len(values) < len(parts) or (len(values) > len(parts) and not self.language.matlab):
                raise ValueError("other lengths")
        except (ScriptError, *FAULTS) as error:
            values = [error if isinstance(error, ScriptError) else unknown(target)] * len(parts)
        for part, one in zip(parts, values, strict=False):
            self._store(part, one)

    def _put(self, target: Any, value: Value) -> None:
        if isinstance(target, Place):
            held = self._held(target.value)
            if held is not None and not isinstance(held, np.ndarray | list | Thing | float | int):
                raise ValueError("no such place")
            with self._counted(held, len(target.places)):
                places = [self._at(one, k) for k, one in enumerate(target.places)]
            self._store(target.value, put(held, places, value, target.curly))
            return
        if isinstance(target, ast.Subscript):
            owner, key = self.value(target.value), self.value(target.slice)
            owner = self._item_owner(owner)
            if not isinstance(owner, np.ndarray):
                elements(key)
            owner[key] = self.known(value) if isinstance(owner, np.ndarray) else value
            return
        owner = self._held(target.value)
        if owner is None or (isinstance(owner, np.ndarray) and not owner.size):
            owner = Thing(Struct(), target.lineno)
            self._store(target.value, owner)
        if not isinstance(owner, Thing):
            raise ValueError("no member can be set")
        values = getattr(owner.form, "values", False)
        owner = self._copied(owner, False) if values else owner
        name = getattr(owner.form, "called", {}).get(target.attr, target.attr)
        setter = owner.form.find(name) if isinstance(owner.form, Class) else None
        if isinstance(setter, Function):
            raise ValueError("a property of the script's own")
        owner.said[name] = value
        if values:
            self._store(target.value, owner)

    def _held(self, node: ast.AST) -> Value:
        """Return the value of a place before something is put into it, or None."""
        match node:
            case ast.Name(id=name) if self.frame.holder(name) is None:
                return None
            case Place(value=inner, places=places) if self._held(inner) is not None:
                held = self._held(inner)
                with self._counted(held, len(places)):
                    at = [self._at(one, k) for k, one in enumerate(places)]
                try:
                    found = self.known(indexed(held, at))
                except LookupError:
                    if all(isinstance(one, Thing) and isinstance(one.form, Struct) for one in held):
                        return None
                    raise
                return found[0] if isinstance(found, Cells) and len(found) == 1 else found
            case Place():
                return None
            case ast.Attribute(value=inner, attr=name) if self.language.matlab:
                owner = self._held(inner)
                if isinstance(owner, Thing) and isinstance(owner.form, Struct):
                    return self.known(owner.said.get(name))
                return None if owner is None else self.value(node)
        return self.value(node)

    def _delete(self, target: ast.AST) -> None:
        match target:
            case ast.Name(id="*"):
                self.frame.names.clear()
            case ast.Name(id=name):
                self.frame.names.pop(name, None)
            case ast.Subscript(value=owner, slice=key):
                try:
                    del self.value(owner)[self.value(key)]
                except (ScriptError, *FAULTS):
                    self._spoil_target(target, unknown(target))
