"""Expressions of a script, what they give, and the places that are given values."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from rvs.files.tables.script_calls import bracketed, entered, worked_call
from rvs.files.tables.script_functions import formatted
from rvs.files.tables.script_names import Beside, Names
from rvs.files.tables.script_objects import (
    MOST_IN_ONE,
    OPERATORS,
    Class,
    Frame,
    Function,
    Language,
    Maker,
    Module,
    Place,
    Raised,
    Super,
    shown,
    unknown,
    unrun,
    word_of,
)
from rvs.files.tables.script_values import (
    FAULTS,
    LARGEST,
    Cells,
    Certain,
    Pose4,
    ScriptError,
    Struct,
    Text,
    Thing,
    Value,
    array,
    check_shape,
    each,
    elements,
    indexed,
    plain,
    put,
    scalar,
    shape_of,
)

Block = Callable[["Evaluator", Sequence[ast.stmt]], None]


class Evaluator(Names):
    """Values of expressions, without running anything.

    Attributes:
        block: Goes through statements, as those of a function.
        wanted: How many values are asked of the expression.
        depth: Calls within calls.
        files: Other files of the script that were gone through.
    """

    def __init__(self, language: Language, block: Block, beside: Beside = lambda _: None) -> None:
        super().__init__(language, beside)
        self.block, self.wanted, self.depth = block, 1, 0
        self.files: dict[str, Value] = {}
        # What ``end`` means: the value in whose brackets it stands, how many places, and which.
        self._ends: list[tuple[tuple[int, ...], int, int]] = []

    def soft(self, node: ast.expr) -> Value:
        """Return the value of an expression, or why there is none."""
        try:
            return self.value(node)
        except ScriptError as error:
            if error.raised and self.trials:
                raise Raised(error) from None
            self.doubt = self.doubt or error
            return error.alone()

    def caught(self, node: Any, work: Callable[[], Value]) -> Value:
        """Return what a work gives, or why it can't be done."""
        try:
            return work()
        except ScriptError as error:
            return error.alone()
        except FAULTS as fault:
            return unknown(node, fault)

    def value(self, node: Any) -> Value:
        """Return the value of an expression.

        Raises:
            ScriptError: It is not known.
        """
        self.spend()
        try:
            return self.known(self._value(node))
        except ScriptError as error:
            error.line = error.line or node.lineno
            raise
        except FAULTS as fault:
            raise unknown(node, fault) from fault

    def truth(self, value: Value) -> bool:
        """Return whether a condition holds.

        Raises:
            ScriptError: It is not known.
        """
        value = self.known(value)
        if isinstance(value, np.ndarray) and self.language.matlab:
            return bool(value.size and value.all())
        if isinstance(value, np.ndarray) and value.size != 1:
            raise Certain("ValueError")
        if isinstance(value, Thing | Module | Pose4):
            raise ValueError("an object is no condition")
        return bool(value)

    def _value(self, node: Any) -> Value:
        match node:
            case ast.Constant(value=constant):
                return _bounded(constant)
            case ast.Name(id=name):
                return self._named(node, name)
            case ast.Attribute(value=inner, attr=name):
                return self.member(self.value(inner), name, node)
            case ast.Call():
                return worked_call(self, node)
            case Place():
                return bracketed(self, node)
            case ast.BinOp(left=left, op=sign, right=right):
                return self.combined(sign, self.value(left), self.value(right))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                held = self.value(operand)
                many = self.language.matlab and isinstance(held, np.ndarray)
                return held == 0 if many else not self.truth(held)
            case ast.UnaryOp(op=sign, operand=operand):
                return plain(OPERATORS[type(sign)](self.value(operand)))
            case ast.BoolOp(op=sign, values=values):
                return self._both(isinstance(sign, ast.And), values)
            case ast.Compare(left=left, ops=signs, comparators=others):
                return self._compared(left, signs, others)
            case ast.IfExp(test=test, body=body, orelse=other):
                return self.value(body if self.truth(self.value(test)) else other)
            case ast.List(elts=items) | ast.Tuple(elts=items):
                held = self._items(items)
                return held if isinstance(node, ast.List) else tuple(held)
            case ast.Set(elts=items):
                return {self.known(one) for one in self._items(items)}
            case ast.Dict(keys=keys, values=values):
                return self._paired(keys, values)
            case ast.ListComp() | ast.GeneratorExp() | ast.SetComp() | ast.DictComp():
                return self._listed(node)
            case ast.Subscript(value=inner, slice=key):
                return self._item(self.item_owner(self.value(inner)), self.value(key))
            case ast.Slice(lower=lower, upper=upper, step=step):
                return slice(*(x if x is None else self.value(x) for x in (lower, upper, step)))
            case ast.JoinedStr(values=values):
                return "".join(self.value(one) for one in values)
            case ast.FormattedValue(value=inner, format_spec=spec, conversion=-1):
                return formatted(self.value(inner), self.value(spec) if spec else "")
            case ast.Lambda():
                return self.function(node)
            case ast.NamedExpr(target=target, value=inner):
                self.store(target, found := self.value(inner))
                return found
        raise unrun(node)

    def function(self, node: Any) -> Function:
        """Return a function with its defaults as they are where it is defined."""
        said, frame = node.args, self.frame
        last = [*said.posonlyargs, *said.args][-len(said.defaults) :] if said.defaults else []
        pairs = [*zip(last, said.defaults, strict=True), *zip(said.kwonlyargs, said.kw_defaults,
                                                            strict=True)]  # fmt: skip
        defaults = {name.arg: self.soft(one) for name, one in pairs if one is not None}
        if self.language.matlab and isinstance(node, ast.Lambda):
            # MATLAB keeps what the names stand for now.
            kept = Frame(frame.outer, frame.closed)
            kept.names, kept.elsewhere = dict(frame.names), frame.elsewhere
            self.spend(len(kept.names))
            return Function(node, kept, defaults, frame.owner)
        of_class = isinstance(frame.owner, Class) and frame.names is frame.owner.names
        return Function(node, frame.outer if of_class else frame, defaults, frame.owner)  # type: ignore[arg-type]

    def _named(self, node: ast.expr, name: str) -> Value:
        holder, language = self.frame.holder(name), self.language
        if holder is not None:
            found = holder.names[name]
            is_call = isinstance(found, Function) and not isinstance(found.node, ast.Lambda)
            return entered(self, found, [], {}, node) if language.matlab and is_call else found
        if name == "end" and self._ends:
            shape, ways, way = self._ends[-1]
            return float(np.prod(shape) if ways == 1 else shape[min(way, 1)])
        if name in language.makers:
            maker = language.makers[name]
            return maker.make(self, node.lineno, [], {}, None) if language.matlab else maker
        if language.matlab and isinstance(found := self.file(name, node), Function):
            return entered(self, found, [], {}, node)
        if name in language.constants:
            return language.constants[name]
        if name in (*language.functions, *language.handed, "super"):
            return Module((name,))
        raise ScriptError(node.lineno, f"{name[:40]!r} is not known")

    def file(self, name: str, node: Any) -> Value:
        """Return the function in another file of a script of MATLAB, True for a script, or None.

        Raises:
            ScriptError: It can't be read.
        """
        if name not in self.files:
            found = self.caught(node, lambda: self.beside(name))
            if isinstance(found, ScriptError):
                self.files[name] = ScriptError(node.lineno, f"{name}: {found.message}")
            elif found and isinstance(found[0], ast.FunctionDef):
                frame = Frame()
                for one in found:
                    if isinstance(one, ast.FunctionDef):
                        frame.names[one.name] = Function(one, frame, {}, None)
                self.files[name] = frame.names[found[0].name]
            else:
                self.files[name] = found and True
        return self.known(self.files[name])

    def _items(self, nodes: list[ast.expr]) -> list[Value]:
        found: list[Value] = []
        for one in nodes:
            if isinstance(one, ast.Starred):
                found.extend(each(self.value(one.value)))
            else:
                found.append(self.soft(one))
            self.spend()
        return found

    def _paired(self, keys: list[ast.expr | None], values: list[ast.expr]) -> dict[Value, Value]:
        found: dict[Value, Value] = {}
        for key, one in zip(keys, values, strict=True):
            found |= self.value(one) if key is None else {self.value(key): self.soft(one)}
            self.spend(len(found) if key is None else 1)
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
            one = (self.value(node.key), self.soft(node.value)) if pair else self.soft(node.elt)
            found.append(self.known(one) if isinstance(node, ast.SetComp) else one)
            return
        for one in each(self.value(rest[0].iter)):
            self.spend()
            self.store(rest[0].target, one)
            if all(self.truth(self.value(test)) for test in rest[0].ifs):
                self._generate(node, rest[1:], found)

    def _both(self, wanted: bool, nodes: list[ast.expr]) -> Value:
        for node in nodes:
            found = self.value(node)
            if self.truth(found) != wanted:
                break
        return self.truth(found) if self.language.matlab else found

    def _compared(self, left: ast.expr, signs: list[ast.cmpop], others: list[ast.expr]) -> Value:
        held, found = self.value(left), True
        for sign, node in zip(signs, others, strict=True):
            other = self.value(node)
            if not isinstance(sign, ast.Is | ast.IsNot):
                self.spend(elements(held) + elements(other))
                if isinstance(held, Thing | Module) or isinstance(other, Thing | Module):
                    raise ValueError("objects are not compared")
                if isinstance(held, np.ndarray) or isinstance(other, np.ndarray):
                    check_shape(*np.broadcast_shapes(np.shape(held), np.shape(other)))
            found = plain(OPERATORS[type(sign)](held, other))
            if len(signs) > 1 and not self.truth(found):
                return False
            held = other
        return found

    def combined(self, sign: ast.AST, left: Value, right: Value) -> Value:
        """Return what an operator makes of two values.

        Raises:
            ValueError: It is not worked out, or becomes too large.
        """
        kind, matlab, both = type(sign), self.language.matlab, (left, right)
        if any(isinstance(one, str) for one in both):
            texts = all(isinstance(one, str) for one in both)
            joins = any(isinstance(one, Text) for one in both) if matlab else texts
            if kind is not ast.Add or not joins:
                raise ValueError("only added texts are worked out")
            found = word_of(left) + word_of(right)
            check_shape(len(found))
            return Text(found) if matlab else found
        if any(isinstance(one, Pose4) for one in both):
            if kind not in (ast.Mult, ast.MatMult):
                raise ValueError("expected a product")
            return Pose4(left) @ Pose4(right)
        if any(isinstance(one, Thing) for one in both):
            if any(isinstance(one, Thing) and "links" in one.said for one in both):
                self.miss("what an operator makes of a robot can't be worked out")
            raise ValueError("an object among numbers")
        arrays = any(isinstance(one, np.ndarray) for one in both)
        if arrays or any(isinstance(one, list | tuple) for one in both):
            count = self._joined(kind, left, right)
            if count > MOST_IN_ONE * 4:
                raise ValueError("too many products")
            self.spend(count // 16)
            if matlab or arrays:
                left, right = np.asarray(left), np.asarray(right)
                if kind is ast.MatMult and (left.size == 1 or right.size == 1) and matlab:
                    kind = ast.Mult
                made = OPERATORS[kind](left, right)
                if made.dtype.kind not in "bif":
                    raise ValueError("expected numbers")
                return scalar(made) if matlab else plain(made)
            return OPERATORS[kind](left, right)
        if not all(isinstance(one, int | float) for one in both):
            raise ValueError("expected numbers")
        if kind is ast.Pow and all(isinstance(one, int) for one in both) and abs(right) > 63:
            raise ValueError("a whole number that is too large")
        if matlab:
            left, right = float(left), float(right)
            if kind is ast.Div and not right:
                raise ValueError("divided by zero")
            kind = ast.Mult if kind is ast.MatMult else kind
        found = OPERATORS[kind](left, right)
        return _bounded(found)

    def _joined(self, kind: type[ast.AST], left: Value, right: Value) -> int:
        """Count the elements that come of two lists or arrays, before they do."""
        lists = not isinstance(left, np.ndarray) and not isinstance(right, np.ndarray)
        if lists and not self.language.matlab:
            sizes = [len(one) if isinstance(one, list | tuple) else one for one in (left, right)]
            if kind not in (ast.Add, ast.Mult):
                raise ValueError("expected lists to join")
            added = sizes[0] + sizes[1] if kind is ast.Add else max(sizes[0] * sizes[1], 1)
            return check_shape(added)[0]
        shapes = [np.shape(one) for one in (left, right) if elements(one)]
        if kind is ast.MatMult and all(len(one) == 2 for one in shapes):
            (count, _) = check_shape(shapes[0][0] * shapes[1][1], 1)
            return int(count * shapes[0][1])
        if kind is ast.MatMult:
            return LARGEST // 16
        return int(np.prod(check_shape(*np.broadcast_shapes(*shapes)), dtype=int))

    def item_owner(self, owner: Value) -> Value:
        """Return a list in place of the robot that holds one."""
        held = isinstance(owner, Thing) and "links" in owner.said
        return self.known(owner.said["links"]) if held else owner

    def _item(self, held: Value, key: Value) -> Value:
        if isinstance(held, Module) and held.path == ("numpy", "r_"):
            elements(key)
            return np.concatenate([array(np.atleast_1d(one)) for one in each(key)])
        if isinstance(held, np.ndarray):
            keys = [np.shape(x) for x in (key if isinstance(key, tuple) else (key,))
                    if isinstance(x, list | np.ndarray)]  # fmt: skip
            if keys:
                chosen = np.prod(np.broadcast_shapes(*keys), dtype=int)
                check_shape(chosen, held.size if np.size(chosen) else 1)
            return plain(held[key])
        if not isinstance(held, list | tuple | dict | str):
            raise TypeError("no places")
        if isinstance(held, list | tuple | str) and not isinstance(key, int | slice):
            raise TypeError("no place")
        try:
            return held[key]
        except LookupError as error:
            raise Certain(type(error).__name__) from error

    # members

    def member(self, held: Value, name: str, node: Any) -> Value:
        """Return a member of a value.

        Raises:
            ScriptError: It is not known.
        """
        match held:
            case Module(path=path):
                return self.of_module((*path, name))
            case Super(owner=owner, thing=thing):
                found = (one.find(name) if isinstance(one, Class) else one for one in owner.bases)
                base = next((self.known(one) for one in found if one is not None), None)
                if isinstance(base, Function):
                    return base.of(thing)
                return (base, thing) if isinstance(base, Maker) and name == "__init__" else None
            case Maker() if name == "__init__":
                return (held, None)
            case Class() if (found := held.find(name)) is not None:
                of_class = isinstance(found, Function) and found.has("classmethod")
                return found.of(held) if of_class else found
            case Pose4(matrix=matrix) if name in ("A", "T", "t", "R", "double"):
                return {"t": matrix[:3, 3], "R": matrix[:3, :3]}.get(name, matrix)
            case np.ndarray() if name in ("T", "shape", "size"):
                return getattr(held, name)
            case Thing():
                return self._member_of(held, name, node)
        raise ScriptError(node.lineno, f"{shown(node)} is not known")

    def _member_of(self, thing: Thing, name: str, node: Any) -> Value:
        name = getattr(thing.form, "called", {}).get(name, name)
        found = thing.form.find(name) if isinstance(thing.form, Class) else None
        if isinstance(found, Function) and found.has("property"):
            return entered(self, found.of(thing), [], {}, node)
        if name in thing.said:
            return thing.said[name]
        if isinstance(found, Function):
            if found.has("staticmethod"):
                return found
            return found.of(thing.form if found.has("classmethod") else thing)
        if found is not None and not isinstance(found, Maker):
            return self.known(found)
        usual = getattr(thing.form, "usual", {})
        if name == "n" and isinstance(thing.said.get("links"), list):
            return len(thing.said["links"])
        if name in usual:
            return usual[name]
        if name in self.language.makers:
            return (self.language.makers[name], thing)
        raise ScriptError(node.lineno, f"{shown(node)} is not known")

    def of_module(self, path: tuple[str, ...]) -> Value:
        """Return what a name of a module stands for."""
        name, language = path[-1], self.language
        if name in language.makers and "models" not in path:
            return language.makers[name]
        return language.constants[name] if name in language.constants else Module(path)

    # places that are given values

    def store(self, target: ast.AST, value: Value) -> None:
        """Let a name, a member or a place have a value, or what may change be unknown."""
        match target:
            case ast.Name(id=name):
                self.name(name, value)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                self._unpack(target, parts, value)
            case ast.Starred(value=inner):
                self.store(inner, value)
            case ast.Attribute() | ast.Subscript() | Place():
                fault = self.caught(target, lambda: self._put(target, value))
                if isinstance(fault, ScriptError):
                    self.spoil_target(target, fault)
                    self.faults += [fault] * isinstance(value, Thing)
                    if fault.raised and self.trials:
                        raise Raised(fault)
                    self.doubt = self.doubt or fault

    def _unpack(self, target: Any, parts: list[Any], value: Value) -> None:
        matlab = self.language.matlab

        def taken() -> list[Value]:
            row = np.ravel(value) if matlab and isinstance(value, np.ndarray) else value
            values = [plain(one) for one in each(self.known(row))]
            many = next((k for k, one in enumerate(parts) if isinstance(one, ast.Starred)), None)
            if many is not None:
                last = len(values) - (len(parts) - many - 1)
                values = [*values[:many], values[many:last], *values[last:]]
            if len(values) < len(parts) or (len(values) > len(parts) and not matlab):
                raise Certain("ValueError")
            return values

        values = self.caught(target, taken)
        if isinstance(values, ScriptError):
            self.doubt = self.doubt or values
            values = [values] * len(parts)
        for part, one in zip(parts, values, strict=False):
            self.store(part, one)

    def _put(self, target: Any, value: Value) -> None:
        if isinstance(target, Place):
            held = self._held(target.value)
            if held is not None and not isinstance(held, np.ndarray | list | Thing | float | int):
                raise ValueError("no such place")
            places = self.places(held, target)
            self.store(target.value, put(held, places, value, target.curly))
            return
        if isinstance(target, ast.Subscript):
            owner, key = self.item_owner(self.value(target.value)), self.value(target.slice)
            if not isinstance(owner, np.ndarray | list | dict):
                raise ValueError("no place in it")
            if not isinstance(owner, np.ndarray):
                elements(key)
            fills = isinstance(owner, np.ndarray) or isinstance(key, slice)
            owner[key] = array(self.known(value)) if isinstance(owner, np.ndarray) else (
                list(each(self.known(value))) if fills else value
            )  # fmt: skip
            return
        owner = self._held(target.value)
        if owner is None or (isinstance(owner, np.ndarray) and not owner.size):
            owner = Thing(Struct(), target.lineno)
            self.store(target.value, owner)
        if isinstance(owner, Class):
            owner.names[target.attr] = value
            return
        if not isinstance(owner, Thing):
            raise ValueError("no member can be set")
        values = getattr(owner.form, "values", False)
        owner = self.copied(owner, False) if values else owner
        name = getattr(owner.form, "called", {}).get(target.attr, target.attr)
        if name in getattr(owner.form, "fast", ()):
            raise ValueError("a member that can't be given another value")
        if isinstance(owner.form, Class):
            setters = map(owner.form.find, (name, "__setattr__"))
            # A property may do anything.
            if any(isinstance(one, Function | ScriptError) for one in setters):
                raise ValueError("a property of the script's own")
        owner.said[name] = value
        if values:
            self.store(target.value, owner)

    def _held(self, node: ast.AST) -> Value:
        """Return the value of a place before something is put into it, or None."""
        match node:
            case ast.Name(id=name) if self.frame.holder(name) is None:
                return None
            case Place(value=inner) if (held := self._held(inner)) is not None:
                at = self.places(held, node)
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

    # brackets of MATLAB

    def places(self, held: Value, node: Place) -> list[Value]:
        """Return the places in brackets; ``end`` is the last one of the value before them."""
        shape = shape_of(held if held is not None else [])
        found: list[Value] = []
        for way, one in enumerate(node.places):
            with self._counted((shape, len(node.places), way)):
                found.append(slice(None) if isinstance(one, ast.Slice) else self.value(one))
        return found

    @contextmanager
    def _counted(self, end: tuple[tuple[int, ...], int, int]) -> Iterator[None]:
        self._ends.append(end)
        try:
            yield
        finally:
            self._ends.pop()

    def copied(self, value: Value, deep: bool) -> Value:
        """Return a copy of a value, and of those in its lists if it is a deep one."""
        self.known(value)
        if isinstance(value, Thing):
            if "links" in value.said and not deep and not value.form.values:
                self.miss("a copy of a robot can't be worked out: its links may be shared")
            made = value.copy()
            if value in self.made:
                self.made.append(made)
            for key, one in made.said.items() if deep else ():
                made.said[key] = one if isinstance(one, ScriptError) else self.copied(one, deep)
            return made
        self.spend(elements(value))
        if deep and isinstance(value, list):
            return [self.copied(one, deep) for one in value]
        if deep and isinstance(value, dict):
            return {key: self.copied(one, deep) for key, one in value.items()}
        return value.copy() if isinstance(value, list | dict | np.ndarray) else value


def _bounded(value: Value) -> Value:
    if isinstance(value, complex):
        raise ValueError("expected a real number")
    if isinstance(value, int) and abs(value) > 2**63:
        raise ValueError("a whole number that is too large")
    return value
