"""Expressions of a script, calls in them, and the targets of assignments."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from rvs.files.tables.script_functions import formatted
from rvs.files.tables.script_names import Beside, Names
from rvs.files.tables.script_objects import (
    CHANGERS,
    KNOWN,
    METHODS,
    MOST_CALLS,
    MOST_FRAMES,
    OPERATORS,
    RENAMERS,
    UNSEEN,
    Call,
    Class,
    Done,
    Frame,
    Function,
    Language,
    Maker,
    Module,
    Place,
    Raised,
    Super,
    arguments_of,
    shown,
    stored,
    unknown,
    unrun,
    word_of,
)
from rvs.files.tables.script_special import SPECIAL
from rvs.files.tables.script_values import (
    FAULTS,
    Cells,
    Certain,
    Pose4,
    ScriptError,
    Several,
    Struct,
    Text,
    Thing,
    Value,
    array,
    bounded,
    check_shape,
    each,
    elements,
    indexed,
    joined_size,
    plain,
    product_size,
    put,
    scalar,
    shape_of,
)

# Functions that give as many values as are asked, and the parts of arguments in a definition.
MANY = ("size", "deal")
WALKS = ast.Yield | ast.YieldFrom | ast.Await
ROBOT_IN_A_SUM = "the result of an operator on a robot can't be computed"


class Evaluator(Names):
    """Values of expressions, without running anything.

    Attributes:
        wanted: Number of values required from the expression.
        depth: Depth of nested calls.
        files: Other evaluated files of the script.
    """

    def __init__(self, language: Language, beside: Beside) -> None:
        super().__init__(language, beside)
        self.wanted, self.depth = 1, 0
        self.files: dict[str, Value] = {}
        # What ``end`` means: sizes of the value in whose brackets it stands, how many places these
        # have, and those that are before it.
        self._ends: list[tuple[tuple[int, ...], int, list[Value]]] = []

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """Evaluate statements one after the other."""
        raise NotImplementedError

    def soft(self, node: ast.expr) -> Value:
        """Return the value of an expression, or the reason why there is none."""
        try:
            return self.value(node)
        except ScriptError as error:
            if error.raised and self.trials:
                raise Raised(error) from None
            self.doubt = self.doubt or error
            return error.alone()

    def caught(self, node: Any, work: Callable[[], Value]) -> Value:
        """Return the result of an evaluation, or the reason for its failure."""
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
        """Return the truth of a condition.

        Raises:
            ScriptError: It is not known.
        """
        value = self.known(value)
        if isinstance(value, np.ndarray) and self.language.matlab:
            return bool(value.size and value.all())
        if isinstance(value, np.ndarray) and value.size != 1:
            raise Certain("ValueError")
        if isinstance(value, Thing | Module | Pose4):
            raise ValueError("an object can't be a condition")
        return bool(value)

    def _value(self, node: Any) -> Value:
        match node:
            case ast.Constant(value=constant):
                return bounded(constant)
            case ast.Name():
                return self._named(node)
            case ast.Attribute(value=ast.Name(id=word), attr=name) if self._of_package(word, name):
                maker = self.language.makers.get(name)
                return self.called(maker, Call([], {}, node)) if maker else []
            case ast.Attribute(value=inner, attr=name):
                return self.member(self.value(inner), name, node)
            case ast.Call():
                return self._worked_call(node)
            case Place():
                return self._bracketed(node)
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
            case ast.List(elts=items):
                return self._items(items)
            case ast.Tuple(elts=items):
                return tuple(self._items(items))
            case ast.Set(elts=items):
                return set(map(self.known, self._items(items)))
            case ast.Dict(keys=keys, values=values):
                return self._paired(zip(keys, values, strict=True))
            case ast.ListComp() | ast.GeneratorExp() | ast.SetComp() | ast.DictComp():
                return self._listed(node)
            case ast.Subscript(value=inner, slice=key):
                return self._item(self._item_owner(inner), self.value(key))
            case ast.Slice(lower=lower, upper=upper, step=step):
                return slice(*(x and self.value(x) for x in (lower, upper, step)))
            case ast.JoinedStr(values=values):
                return "".join(map(self.value, values))
            case ast.FormattedValue(value=inner, format_spec=spec, conversion=-1):
                return formatted(self.value(inner), self.value(spec) if spec else "")
            case ast.Lambda():
                return self.function(node)
            case ast.NamedExpr(target=target, value=inner):
                self.store(target, found := self.value(inner))
                return found
        raise unrun(node)

    # names, and operators

    def _holds(self, node: ast.Name) -> Value:
        """Return the callable value of a name, or NotImplemented."""
        name, language = node.id, self.language
        holder = self.frame.holder(name)
        if holder is not None:
            return self.known(holder.names[name])
        if name in language.makers:
            return language.makers[name]
        owner = self.frame.owner if language.matlab else None
        if isinstance(owner, Class) and isinstance(found := owner.find(name), Function):
            return found
        if language.matlab and isinstance(found := self.file(name, node), Function):
            return found
        known = name in language.functions or name in language.handed or name in SPECIAL
        return Module((name,)) if known else NotImplemented

    def _named(self, node: ast.Name) -> Value:
        name, language = node.id, self.language
        if name == "end" and self._ends:
            shape, ways, before = self._ends[-1]
            return float(np.prod(shape) if ways == 1 else shape[min(len(before), 1)])
        held = self._holds(node)
        if held is NotImplemented and name in language.constants:
            return language.constants[name]
        bare = isinstance(held, Module) and self.frame.holder(name) is None
        if held is NotImplemented or (bare and name in SPECIAL and name not in language.functions):
            raise ScriptError(node.lineno, f"{name[:40]!r} is not known")
        call = isinstance(held, Function) and not isinstance(held.node, ast.Lambda)
        calls = language.matlab and (call or isinstance(held, Maker))
        return self.called(held, Call([], {}, node)) if calls else held

    def _of_package(self, package: str, name: str) -> bool:
        """Return whether MATLAB means a class with its package, or an empty array of a class."""
        language = self.language
        found = name in language.makers or (name == "empty" and package in language.makers)
        return language.matlab and found and self.frame.holder(package) is None

    def file(self, name: str, node: Any) -> Value:
        """Return the function in another file of a MATLAB script, True for a script, or None.

        Raises:
            ScriptError: It can't be read.
        """
        if name not in self.files:
            found = self.caught(node, lambda: self.beside(name))
            if isinstance(found, ScriptError):
                found = ScriptError(node.lineno, f"{name}: {found.message}")
            elif found and isinstance(found[0], ast.FunctionDef):
                frame = Frame()
                functions = [one for one in found if isinstance(one, ast.FunctionDef)]
                frame.names |= {one.name: Function(one, frame) for one in functions}
                found = frame.names[functions[0].name]
            self.files[name] = (
                found if isinstance(found, Function | ScriptError) else found and True
            )
        return self.known(self.files[name])

    def _items(self, nodes: list[Any]) -> list[Value]:
        found: list[Value] = []
        for one in nodes:
            many = isinstance(one, ast.Starred)
            held = each(self.value(one.value)) if many else self.soft(one)
            found += held if many or isinstance(held, Several) else [held]
            self.spend()
        return found

    def _paired(self, pairs: Any) -> dict[Value, Value]:
        found: dict[Value, Value] = {}
        for key, one in pairs:
            found |= self.value(one) if key is None else {self.value(key): self.soft(one)}
            self.spend(len(found) if key is None else 1)
        return found

    def _listed(self, node: Any) -> Value:
        found: list[Value] = []
        outer, self.frame = self.frame, Frame(self.frame)
        try:
            self._generate(node, node.generators, found)
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
            both = held, other = held, self.value(node)
            if not isinstance(sign, ast.Is | ast.IsNot):
                self.spend(sum(map(elements, both)))
                if any(isinstance(one, Thing | Module) for one in both):
                    raise ValueError("objects can't be compared")
                if any(isinstance(one, np.ndarray) for one in both):
                    check_shape(*np.broadcast_shapes(*map(np.shape, both)))
            found = plain(OPERATORS[type(sign)](held, other))
            if len(signs) > 1 and not self.truth(found):
                return False
            held = other
        return found

    def combined(self, sign: ast.AST, left: Value, right: Value) -> Value:
        """Return the result of an operator for two values.

        Raises:
            ValueError: It is not supported, or becomes too large.
        """
        kind, matlab, both = type(sign), self.language.matlab, (left, right)
        if any(isinstance(one, str) for one in both):
            needed = any(isinstance(one, Text) for one in both) if matlab else (
                all(isinstance(one, str) for one in both)
            )  # fmt: skip
            if kind is not ast.Add or not needed:
                raise ValueError("texts can only be added")
            found = word_of(left) + word_of(right)
            check_shape(len(found))
            return Text(found) if matlab else found
        if any(isinstance(one, Pose4) for one in both):
            if kind not in (ast.Mult, ast.MatMult):
                raise ValueError("expected a product")
            return Pose4(left) @ Pose4(right)
        if any(isinstance(one, Thing) and "links" in one.said for one in both):
            self.miss(ROBOT_IN_A_SUM)
        if kind is ast.BitOr and all(isinstance(one, dict) for one in both):
            self.spend((len(left) + len(right)) // UNSEEN)
            return left | right
        arrays = any(isinstance(one, np.ndarray) for one in both)
        if arrays or any(isinstance(one, list | tuple) for one in both):
            joins = not arrays and not matlab
            self.spend((joined_size if joins else product_size)(kind, *both) // 16)
            if joins:
                return OPERATORS[kind](left, right)
            left, right = map(np.asarray, both)
            alone = matlab and 1 in (left.size, right.size)
            made = OPERATORS[ast.Mult if alone and kind is ast.MatMult else kind](left, right)
            if made.dtype.kind not in "bif":
                raise ValueError("expected numbers")
            return scalar(made) if matlab else plain(made)
        if not all(isinstance(one, int | float) for one in both):
            raise ValueError("expected numbers")
        if matlab:
            left, right = float(left), float(right)
            if kind is ast.Div and not right:
                raise ValueError("divided by zero")
            kind = ast.Mult if kind is ast.MatMult else kind
        elif kind is ast.Pow and all(isinstance(one, int) for one in both) and abs(right) > 63:
            raise ValueError("the whole number is too large")
        return bounded(OPERATORS[kind](left, right))

    def _item_owner(self, node: ast.expr) -> Value:
        """Return the indexed value; for a robot, its list."""
        owner = self.value(node)
        held = isinstance(owner, Thing) and "links" in owner.said
        return self.known(owner.said["links"]) if held else owner

    def _item(self, held: Value, key: Value) -> Value:
        if isinstance(held, Module) and held.path == ("numpy", "r_"):
            elements(key)
            return np.concatenate([array(np.atleast_1d(one)) for one in each(key)])
        if isinstance(held, np.ndarray):
            parts = key if isinstance(key, tuple) else (key,)
            keys = [np.shape(x) for x in parts if isinstance(x, list | np.ndarray)]
            if keys:
                chosen = np.prod(np.broadcast_shapes(*keys), dtype=int)
                check_shape(chosen, held.size if np.size(chosen) else 1)
            return plain(held[key])
        if not isinstance(held, list | tuple | dict | str) or not (
            isinstance(held, dict) or isinstance(key, int | slice)
        ):
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
                found = next(
                    (x for base in owner.bases if (x := _find(base, name)) is not None), None
                )
                if isinstance(made := self._of_class(self.known(found), owner, thing), Function):
                    return made
                return (found, thing) if isinstance(found, Maker) and name == "__init__" else None
            case Maker() if name == "__init__":
                return (held, None)
            case Pose4(matrix=matrix) if name in ("A", "T", "t", "R", "double"):
                return {"t": matrix[:3, 3], "R": matrix[:3, :3]}.get(name, matrix)
            case np.ndarray() if name in ("T", "shape", "size"):
                return getattr(held, name)
            case Class() if (found := held.find(name)) is not None:
                return self._of_class(found, held, None)
            case Thing():
                return self._of_thing(held, name, node)
        raise ScriptError(node.lineno, f"{shown(node)} is not known")

    def _of_class(self, found: Value, owner: Class, thing: Thing | None) -> Value:
        """Return a member of a class as seen from the class, or from an object of it."""
        function: Any = getattr(found, "__func__", found)
        if isinstance(found, classmethod):
            return function.of(owner)
        return found.of(thing) if isinstance(found, Function) and thing else function

    def _of_thing(self, thing: Thing, name: str, node: Any) -> Value:
        form, makers = thing.form, self.language.makers
        name = getattr(form, "called", {}).get(name, name)
        found = form.find(name) if isinstance(form, Class) else None
        if isinstance(found, property):
            getter: Any = found.fget
            return self.entered(getter.of(thing), Call([], {}, node))
        if name in thing.said:
            return thing.said[name]
        if found is not None and not isinstance(found, Maker):
            return self.known(self._of_class(found, form, thing))
        if name == "n" and isinstance(thing.said.get("links"), list):
            return len(thing.said["links"])
        if name in (usual := getattr(form, "usual", {})):
            return usual[name]
        if name in makers:
            return (makers[name], thing)
        raise ScriptError(node.lineno, f"{shown(node)} is not known")

    def of_module(self, path: tuple[str, ...]) -> Value:
        """Return the value of a name in a module."""
        name, language = path[-1], self.language
        if name in language.makers and "models" not in path:
            return language.makers[name]
        return language.constants.get(name, Module(path))

    # calls

    def _worked_call(self, node: ast.Call) -> Value:
        """Return the value of a call in Python."""
        func = node.func
        if not isinstance(func, ast.Attribute):
            return self.called(self.head(func), self._call(node))
        owner = self.value(func.value)
        if isinstance(owner, tuple(METHODS)):
            return self._method(owner, func.attr, self._call(node))
        held = self.caught(func, lambda: self.known(self.member(owner, func.attr, func)))
        return self.called(held, self._call(node))

    def _bracketed(self, node: Place) -> Value:
        """Return the value of a call in MATLAB: one value, or the elements at some indices."""
        held = self.head(node.value)
        if isinstance(held, ScriptError | Maker | Module | Function | tuple):
            return self.called(held, self._call(node))
        try:
            found = indexed(held, self.places(held, node))
        except LookupError as error:
            raise Certain("error") from error
        if node.curly and isinstance(found, Cells):
            alone = len(found) == 1 and not isinstance(node.places[0], ast.Slice)
            return found[0] if alone else Several(found)
        return found

    def head(self, func: ast.expr) -> Value:
        """Return the value before a bracket, or the reason why it is unknown."""
        if isinstance(func, ast.Name):
            held = self.caught(func, lambda: self._holds(func))
            return unrun(func, f"{func.id[:40]}()") if held is NotImplemented else held
        if not isinstance(func, ast.Attribute):
            return self.soft(func)
        root = func.value
        if isinstance(root, ast.Name) and self.frame.holder(root.id) is None:
            # A function that is named with its package.
            return self.language.makers.get(func.attr) or Module((root.id, func.attr))
        return self.caught(func, lambda: self.value(func))

    def _call(self, node: Any) -> Call:
        """Return a call with the values between its brackets, known or not."""
        wanted, self.wanted = self.wanted, 1
        call = Call(self._items(node.args if isinstance(node, ast.Call) else node.places), {}, node)
        for pair in node.keywords:
            held = self.soft(pair.value)
            call.named.update(self.known(held) if pair.arg is None else {pair.arg: held})
            self.spend(len(call.named))
        self.wanted = wanted
        return call

    def called(self, held: Value, call: Call) -> Value:
        """Return the result of a call.

        Raises:
            ScriptError: It can't be computed; all values that it may have changed are unknown, too.
        """
        match held:
            case (Maker() as maker, thing):
                return maker.make(self, call, call.args.pop(0) if thing is None else thing)
            case Maker():
                return held.make(self, call, None)
            case Class():
                return self._constructed(held, call)
            case Function():
                return self.entered(held, call)
            case Module(path=path):
                return self._function(path, call)
        error = held if isinstance(held, ScriptError) else unknown(call.node)
        self.spoil_given(call.head, call.values, error)
        raise error

    def _function(self, path: tuple[str, ...], call: Call) -> Value:
        name, language, args = path[-1], self.language, call.args
        known = len(path) <= 3 and not {"random", "models", "symbolic"} & set(path)
        if known and name in SPECIAL:
            found = SPECIAL[name](self, path, call)
            if found is not NotImplemented:
                return found
        if language.matlab and self.wanted > 1 and name not in MANY:
            raise unknown(call.node)
        if known and name in language.handed:
            self.spend(sum(len(one) for one in args if isinstance(one, list | tuple | dict)) // 4)
            return language.handed[name](*map(self.known, args), **call.named)
        exact = f"{path[0]}.{name}"
        work = language.functions.get(exact, language.functions.get(name)) if known else None
        if work:
            given = [*map(self.known, call.values)]
            self.spend(sum(map(elements, given)) // 4 + 1)
            found = work(*args, **call.named)
            self.spend(np.size(found) // 16 if isinstance(found, np.ndarray) else 0)
            return scalar(found) if language.matlab else plain(found)
        error = unrun(call.node, f"{name[:40]}()")
        if path[0] not in KNOWN or name in CHANGERS or name in RENAMERS:
            self.spoil_given(call.head, call.values, error)
        raise error

    def _constructed(self, held: Class, call: Call) -> Value:
        thing, begin = Thing(held, call.line), held.find("__init__")
        unread = [one for one in held.bases if isinstance(one, ScriptError | Module)]
        if unread and isinstance(unread[0], ScriptError):
            raise unread[0].alone()
        if unread or isinstance(held.find("__new__"), Function):
            raise unrun(call.node)
        if isinstance(begin, Function):
            made = self.entered(begin.of(thing), call)
            thing = made if isinstance(made, Thing) else thing
        elif isinstance(begin, Maker):
            begin.make(self, call, thing)
        elif begin is not None or call.values:
            self.known(begin)
            raise unrun(call.node)
        return thing

    def _method(self, owner: Value, name: str, call: Call) -> Value:
        kind, args = next(one for one in METHODS if isinstance(owner, one)), call.args
        try:
            if kind is np.ndarray and name == "dot":
                return self._function(("numpy", "dot"), Call([owner, *args], call.named, None))
            if name not in METHODS[kind] or any(x.said.get("links") is owner for x in self.made):
                raise ValueError(f"{name} can't be computed")
            alone = name in ("append", "insert", "setdefault", "get", "update", "pop")
            self.spend(1 if alone else 1 + sum(elements(self.known(one)) for one in args) // 8)
            if kind is not Pose4:
                check_shape(np.size(owner) if kind is np.ndarray else len(owner))
            if name == "extend":
                args[:] = [list(each(self.known(args[0])))]
            found = getattr(owner, name)(*args, **call.named)
            return list(found) if name in ("items", "keys", "values") else plain(found)
        except (ScriptError, *FAULTS) as error:
            words = f".{name}() can't be computed without running it"
            self.spoil(owner, error if isinstance(error, ScriptError) else ScriptError(0, words))
            raise

    # functions of the script

    def function(self, node: Any) -> Function:
        """Return a function with its defaults at the time of definition."""
        said, frame, owner = node.args, self.frame, self.frame.owner
        positions = [*said.posonlyargs, *said.args]
        last = positions[len(positions) - len(said.defaults) :]
        pairs = [*zip(last, said.defaults, strict=True),
                 *zip(said.kwonlyargs, said.kw_defaults, strict=True)]  # fmt: skip
        defaults = {name.arg: self.soft(one) for name, one in pairs if one is not None}
        if self.language.matlab and isinstance(node, ast.Lambda):
            # MATLAB keeps what the names stand for now.
            kept = Frame(frame.outer, frame.closed)
            kept.names, kept.elsewhere = dict(frame.names), frame.elsewhere
            self.spend(len(kept.names))
            return Function(node, kept, defaults)
        of_class = isinstance(owner, Class) and frame.names is owner.names
        return Function(node, frame.outer if of_class else frame, defaults, owner)  # type: ignore[arg-type]

    def entered(self, held: Function, call: Call) -> Value:
        """Return the result of one of the script's own functions."""
        wanted, self.wanted = self.wanted, 1
        node, parts = held.node, list(ast.walk(held.node))
        self.spend(len(parts) // UNSEEN)
        if self.depth >= MOST_CALLS or any(isinstance(one, WALKS) for one in parts):
            raise unrun(call.node)
        matlab, alone = hasattr(node, "outputs"), isinstance(node, ast.Lambda)
        inner = Frame(held.frame, matlab)
        given = call.args if held.bound is None else [held.bound, *call.args]
        inner.owner, inner.first = held.owner, next(iter(given), None)
        inner.names |= arguments_of(held, given, call, self.language.matlab)
        inner.names |= {"nargin": float(len(call.args)), "nargout": float(wanted)} if matlab else {}
        if not alone:
            held.own = held.own or frozenset(stored(node.body))
            inner.own = held.own
        outer, self.frame = self.frame, inner
        self.depth += 1
        try:
            if alone:
                return self.value(node.body)
            if len(self.frames) < MOST_FRAMES:
                self.frames.append(inner)
            self.block(node.body)
        except Done as done:
            if not matlab or isinstance(done.value, ScriptError):
                return done.value
        finally:
            self.depth -= 1
            self.frame = outer
        if not matlab or not node.outputs:
            return None
        found = [inner.names.get(one, unknown(call.node)) for one in node.outputs]
        if node.outputs[-1] == "varargout" and isinstance(found[-1], list):
            found = [*found[:-1], *found[-1]]
        return found if wanted > 1 else found[0]

    # places that are given values

    def store(self, target: ast.AST, value: Value) -> None:
        """Assign a value to a name, a member or a position, or make it unknown."""
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
                values[many:last] = [values[many:last]]
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
        if isinstance(target, ast.Subscript):
            owner, key = self._item_owner(target.value), self.value(target.slice)
            if isinstance(owner, np.ndarray):
                owner[key] = array(self.known(value))
                return
            if not isinstance(owner, list | dict):
                raise ValueError("this value has no elements that can be set")
            elements(key)
            owner[key] = list(each(self.known(value))) if isinstance(key, slice) else value
            return
        owner = self._held(target.value)
        if isinstance(target, Place):
            if not isinstance(owner, np.ndarray | list | Thing | float | int | None):
                raise ValueError("this value has no elements that can be set")
            made = put(owner, self.places(owner, target), value, target.curly)
            self.store(target.value, made)
            return
        if owner is None or (isinstance(owner, np.ndarray) and not owner.size):
            self.store(target.value, owner := Thing(Struct(), target.lineno))
        if isinstance(owner, Class):
            owner.names[target.attr] = value
            return
        if not isinstance(owner, Thing):
            raise ValueError("no member can be set")
        form = owner.form
        values = getattr(form, "values", False)
        owner = self.copied(owner, False) if values else owner
        name = getattr(form, "called", {}).get(target.attr, target.attr)
        setters = [form.find(x) for x in (name, "__setattr__")] if isinstance(form, Class) else []
        # A property may do anything.
        anything = any(isinstance(one, Function | property | ScriptError) for one in setters)
        if anything or name in getattr(form, "fast", ()):
            raise ValueError("a member that can't be given another value, or a property")
        owner.said[name] = value
        if values:
            self.store(target.value, owner)

    def _held(self, node: ast.AST) -> Value:
        """Return the value of a position before an assignment to it, or None."""
        match node:
            case ast.Name(id=name) if self.frame.holder(name) is None:
                return None
            case Place(value=inner):
                held = self._held(inner)
                if held is None:
                    return None
                try:
                    found = self.known(indexed(held, self.places(held, node)))
                except LookupError:
                    if all(isinstance(one, Thing) and isinstance(one.form, Struct) for one in held):
                        return None
                    raise
                return found[0] if isinstance(found, Cells) and len(found) == 1 else found
            case ast.Attribute(value=inner, attr=name) if self.language.matlab:
                owner = self._held(inner)
                if isinstance(owner, Thing) and isinstance(owner.form, Struct):
                    return self.known(owner.said.get(name))
                return None if owner is None else self.value(node)
        return self.value(node)

    def places(self, held: Value, node: Place) -> list[Value]:
        """Return the positions in brackets; ``end`` is the last one of the value before them."""
        # A large array is copied for each of its places.
        self.spend(np.size(held) // 64 if isinstance(held, np.ndarray) else 0)
        found: list[Value] = []
        self._ends.append((shape_of(held if held is not None else []), len(node.places), found))
        try:
            for one in node.places:
                found.append(slice(None) if isinstance(one, ast.Slice) else self.value(one))
        finally:
            self._ends.pop()
        return found

    def copied(self, value: Value, deep: bool) -> Value:
        """Return a copy of a value, and of those in its lists for a deep copy."""
        self.known(value)
        if isinstance(value, Thing):
            if "links" in value.said and not deep and not value.form.values:
                self.miss("a copy of a robot can't be computed: its links can be shared")
            made = value.copy()
            self.made += [made] * (value in self.made)
            for key, one in made.said.items() if deep else ():
                made.said[key] = one if isinstance(one, ScriptError) else self.copied(one, deep)
            return made
        self.spend(elements(value))
        if deep and isinstance(value, list):
            return [self.copied(one, deep) for one in value]
        if deep and isinstance(value, dict):
            return {key: self.copied(one, deep) for key, one in value.items()}
        return value.copy() if isinstance(value, list | dict | np.ndarray) else value


def _find(base: Value, name: str) -> Value:
    return base.find(name) if isinstance(base, Class) else base
