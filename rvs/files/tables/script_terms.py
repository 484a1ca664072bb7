"""Expressions of a script and what they give."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from rvs.files.tables.script_names import Names
from rvs.files.tables.script_objects import (
    MOST_IN_ONE,
    OPERATORS,
    Class,
    Frame,
    Function,
    Maker,
    Module,
    Place,
    Super,
    last_name,
    shown,
    unknown,
    word_of,
)
from rvs.files.tables.script_values import (
    FAULTS,
    LARGEST,
    Pose4,
    ScriptError,
    Thing,
    Value,
    check_shape,
    each,
    elements,
    plain,
    scalar,
    shape_of,
)


class Terms(Names):
    """Values of expressions, without running anything."""

    def _noted(self, node: ast.expr) -> Value:
        """The value of an expression; why it has none, if it would make something."""
        found = self.soft(node)
        if isinstance(found, ScriptError):
            self._note([node], found)
        return found

    def soft(self, node: ast.expr) -> Value:
        """Return the value of an expression, or why there is none."""
        try:
            return self.value(node)
        except ScriptError as error:
            return error.alone()

    def _caught(self, node: Any, work: Callable[[], Value]) -> Value:
        try:
            return work()
        except ScriptError as error:
            return error.alone()
        except FAULTS:
            return unknown(node)

    def value(self, node: Any) -> Value:
        """Return the value of an expression.

        Raises:
            ScriptError: It is not known.
        """
        self._spend()
        try:
            return self.known(self._value(node))
        except ScriptError:
            raise
        except FAULTS as error:
            raise unknown(node) from error

    def _value(self, node: Any) -> Value:
        match node:
            case ast.Constant(value=constant):
                whole = isinstance(constant, int) and abs(constant) > 2**63
                return float(constant) if whole else constant  # type: ignore[arg-type]
            case ast.Name(id=name):
                return self._named(node, name)
            case ast.Attribute(value=inner, attr=name):
                return self._member(self.value(inner), name, node)
            case ast.Call():
                return self._call(node)
            case Place():
                return self._place(node)
            case ast.BinOp(left=left, op=sign, right=right):
                return self._combined(sign, self.value(left), self.value(right))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                held = self.value(operand)
                many = self.language.matlab and isinstance(held, np.ndarray)
                return held == 0 if many else not self._truth(held)
            case ast.UnaryOp(op=sign, operand=operand):
                return plain(OPERATORS[type(sign)](self.value(operand)))
            case ast.BoolOp(op=sign, values=values):
                return self._both(isinstance(sign, ast.And), values)
            case ast.Compare(left=left, ops=signs, comparators=others):
                return self._compared(left, signs, others)
            case ast.IfExp(test=test, body=body, orelse=other):
                return self.value(body if self._truth(self.value(test)) else other)
            case ast.List(elts=items):
                return self._items(items)
            case ast.Tuple(elts=items):
                return tuple(self._items(items))
            case ast.Set(elts=items):
                return set(self._items(items))
            case ast.Dict(keys=keys, values=values):
                return {
                    self.value(key): self.soft(one) for key, one in zip(keys, values, strict=True)
                }
            case ast.ListComp() | ast.GeneratorExp() | ast.SetComp() | ast.DictComp():
                return self._listed(node)
            case ast.Subscript(value=inner, slice=key):
                return self._item(self._item_owner(self.value(inner)), self.value(key))
            case ast.Slice(lower=lower, upper=upper, step=step):
                return slice(
                    *(None if one is None else self.value(one) for one in (lower, upper, step))
                )
            case ast.JoinedStr(values=values):
                return "".join(word_of(self.value(one)) for one in values)
            case ast.FormattedValue(value=inner, format_spec=None):
                return self.value(inner)
            case ast.Lambda():
                return Function(node, self.frame, [self.soft(one) for one in node.args.defaults])
            case ast.NamedExpr(target=target, value=inner):
                self._store(target, found := self.value(inner))
                return found
        raise ScriptError(node.lineno, f"{shown(node)} can't be worked out without running it")

    def _named(self, node: ast.expr, name: str) -> Value:
        holder = self.frame.holder(name)
        if holder is not None:
            found = holder.names[name]
            bare = self.language.matlab and isinstance(found, Function)
            return self._enter(found, [], {}, node) if bare else found
        if name == "end" and self._ends:
            return self._ends[-1]
        language = self.language
        if name in language.constants:
            return language.constants[name]
        if name in language.makers:
            maker = language.makers[name]
            return maker.make(self, node.lineno, [], {}, None) if language.matlab else maker
        if (
            name in language.functions
            or name in language.handed
            or (name == "super" and not language.matlab)
        ):
            return Module((name,))
        raise ScriptError(node.lineno, f"{name[:40]!r} is not known")

    def _items(self, nodes: list[ast.expr]) -> list[Value]:
        found: list[Value] = []
        for one in nodes:
            if isinstance(one, ast.Starred):
                found.extend(each(self.value(one.value)))
            else:
                found.append(self.soft(one))
            self._spend()
        return found

    def _listed(self, node: Any) -> Value:
        found: list[Value] = []
        outer, self.frame = self.frame, Frame(self.frame)
        try:
            self._generate(node, list(node.generators), found)
        finally:
            self.frame = outer
        if isinstance(node, ast.DictComp):
            return dict(found)
        return set(found) if isinstance(node, ast.SetComp) else found

    def _generate(self, node: Any, rest: list[ast.comprehension], found: list[Value]) -> None:
        if not rest:
            pair = isinstance(node, ast.DictComp)
            found.append(
                (self.value(node.key), self.soft(node.value)) if pair else self.soft(node.elt)
            )
            return
        for one in each(self.value(rest[0].iter)):
            self._spend()
            self._store(rest[0].target, one)
            if all(self._truth(self.value(test)) for test in rest[0].ifs):
                self._generate(node, rest[1:], found)

    def _both(self, wanted: bool, nodes: list[ast.expr]) -> Value:
        for node in nodes:
            found = self.value(node)
            if self._truth(found) != wanted:
                break
        return self._truth(found) if self.language.matlab else found

    def _compared(self, left: ast.expr, signs: list[ast.cmpop], others: list[ast.expr]) -> Value:
        held, found = self.value(left), True
        for sign, node in zip(signs, others, strict=True):
            other = self.value(node)
            if not isinstance(sign, ast.Is | ast.IsNot):
                self._spend(elements(held) + elements(other))
            found = plain(OPERATORS[type(sign)](held, other))
            if len(signs) > 1 and not self._truth(found):
                return False
            held = other
        return found

    def _combined(self, sign: ast.AST, left: Value, right: Value) -> Value:
        kind = type(sign)
        matlab = self.language.matlab
        if isinstance(left, str) or isinstance(right, str):
            if kind is not ast.Add or (
                not matlab and not (isinstance(left, str) and isinstance(right, str))
            ):
                raise ValueError("only added texts are worked out")
            left, right = word_of(left), word_of(right)
            check_shape(len(left) + len(right))
        elif isinstance(left, Pose4) or isinstance(right, Pose4):
            if kind not in (ast.Mult, ast.MatMult):
                raise ValueError("expected a product")
            return Pose4(left) @ Pose4(right)
        elif isinstance(left, list | tuple | np.ndarray) or isinstance(
            right, list | tuple | np.ndarray
        ):
            count = self._joined(kind, left, right)
            if count > MOST_IN_ONE * 4:
                raise ValueError("too many products")
            self._spend(count // 16)
            if matlab or isinstance(left, np.ndarray) or isinstance(right, np.ndarray):
                left, right = np.asarray(left), np.asarray(right)
                if kind is ast.MatMult and (left.size == 1 or right.size == 1) and matlab:
                    kind = ast.Mult
                made = OPERATORS[kind](left, right)
                return scalar(made) if matlab else plain(made)
        elif not isinstance(left, int | float) or not isinstance(right, int | float):
            raise ValueError("expected numbers")
        if kind is ast.Pow and isinstance(left, int) and isinstance(right, int) and abs(right) > 60:
            left = float(left)
        if kind is ast.MatMult and matlab:
            kind = ast.Mult
        found = OPERATORS[kind](left, right)
        if isinstance(found, complex):
            raise ValueError("expected a real number")
        return float(found) if isinstance(found, int) and abs(found) > 2**63 else found

    def _joined(self, kind: type[ast.AST], left: Value, right: Value) -> int:
        """Count the elements that come of two lists or arrays, before they do."""
        plain_lists = not isinstance(left, np.ndarray) and not isinstance(right, np.ndarray)
        if plain_lists and not self.language.matlab:
            sizes = [len(one) if isinstance(one, list | tuple) else one for one in (left, right)]
            if kind not in (ast.Add, ast.Mult):
                raise ValueError("expected lists to join")
            (count,) = check_shape(
                sizes[0] + sizes[1] if kind is ast.Add else max(sizes[0] * sizes[1], 1)
            )
            return count
        shapes = [np.shape(one) for one in (left, right) if elements(one)]
        if kind is ast.MatMult and all(len(one) == 2 for one in shapes):
            (count, _) = check_shape(shapes[0][0] * shapes[1][1], 1)
            return int(count * shapes[0][1])
        if kind is ast.MatMult:
            return LARGEST // 16
        return int(np.prod(check_shape(*np.broadcast_shapes(*shapes)), dtype=int))

    def _item_owner(self, owner: Value) -> Value:
        """A list in place of the robot that holds one."""
        return (
            self.known(owner.said["links"])
            if isinstance(owner, Thing) and "links" in owner.said
            else owner
        )

    def _item(self, held: Value, key: Value) -> Value:
        if isinstance(held, Module) and held.path == ("numpy", "r_"):
            elements(key)
            return np.concatenate([np.atleast_1d(one) for one in each(key)])
        if isinstance(held, np.ndarray):
            keys = key if isinstance(key, tuple) else (key,)
            many = [len(one) for one in keys if isinstance(one, list | np.ndarray)]
            if len(many) > 1:
                raise ValueError("expected one list of places")
            if many:
                check_shape(many[0], held.size)
            return plain(held[key])
        if not isinstance(held, list | tuple | dict | str):
            raise TypeError("no places")
        return held[key]

    def _member(self, held: Value, name: str, node: ast.AST) -> Value:
        match held:
            case Module(path=path):
                return self._of_module((*path, name))
            case Super(owner=owner, thing=thing):
                found = (one.find(name) if isinstance(one, Class) else one for one in owner.bases)
                base = next((self.known(one) for one in found if one is not None), None)
                if isinstance(base, Function):
                    return base.of(thing)
                return (base, thing) if isinstance(base, Maker) and name == "__init__" else None
            case Maker() if name == "__init__":
                return (held, None)
            case Class():
                return held.find(name)
            case Pose4(matrix=matrix) if name in ("A", "T", "t", "R", "double"):
                return {"t": matrix[:3, 3], "R": matrix[:3, :3]}.get(name, matrix)
            case np.ndarray() if name in ("T", "shape", "size"):
                return getattr(held, name)
            case Thing():
                return self._member_of(held, name, node)
        raise ScriptError(node.lineno, f"{shown(node)} is not known")  # type: ignore[attr-defined]

    def _member_of(self, thing: Thing, name: str, node: Any) -> Value:
        called = getattr(thing.form, "called", {}).get(name, name)
        if called in thing.said:
            return thing.said[called]
        if isinstance(thing.form, Class):
            found = thing.form.find(name)
            if isinstance(found, Function):
                words = [last_name(one) for one in getattr(found.node, "decorator_list", ())]
                if "staticmethod" in words:
                    return found
                bound = found.of(thing.form if "classmethod" in words else thing)
                return self._enter(bound, [], {}, node) if "property" in words else bound
            if found is not None and not isinstance(found, Maker | ScriptError):
                return found
        usual = getattr(thing.form, "usual", {})
        if called == "n" and isinstance(thing.said.get("links"), list):
            return len(thing.said["links"])
        if called in usual:
            return usual[called]
        if name in self.language.makers:
            return (self.language.makers[name], thing)
        raise ScriptError(node.lineno, f"{shown(node)} is not known")

    def _of_module(self, path: tuple[str, ...]) -> Value:
        name, language = path[-1], self.language
        if name in language.makers and "models" not in path:
            return language.makers[name]
        if name in language.constants and len(path) <= 2:
            return language.constants[name]
        return Module(path)

    def _truth(self, value: Value) -> bool:
        value = self.known(value)
        if isinstance(value, np.ndarray) and self.language.matlab:
            return bool(value.size and value.all())
        if isinstance(value, np.ndarray) and value.size != 1:
            raise ValueError("expected one value")
        return bool(value)

    # brackets of MATLAB

    @contextmanager
    def _counted(self, held: Value, ways: int) -> Iterator[None]:
        """Let ``end`` mean the last place of a value."""
        self._ends.append(0.0)
        self._shapes.append((shape_of(held if held is not None else []), ways))
        try:
            yield
        finally:
            self._ends.pop()
            self._shapes.pop()

    def _at(self, node: ast.expr, way: int) -> Value:
        shape, ways = self._shapes[-1]
        self._ends[-1] = float(np.prod(shape) if ways == 1 else shape[min(way, 1)])
        return slice(None) if isinstance(node, ast.Slice) else self.value(node)

    def _store(self, target: ast.AST, value: Value) -> None:
        raise NotImplementedError

    def _call(self, node: ast.Call) -> Value:
        raise NotImplementedError

    def _place(self, node: Place) -> Value:
        raise NotImplementedError

    def _enter(
        self, held: Function, args: list[Value], named: dict[str, Value], node: Any
    ) -> Value:
        raise NotImplementedError
