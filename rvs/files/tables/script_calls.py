"""Calls in a script: functions that are known, its own ones, and classes."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

import numpy as np

from rvs.files.tables.script_objects import (
    CHANGERS,
    ENDS,
    KNOWN,
    METHODS,
    MOST_CALLS,
    MOST_FRAMES,
    RENAMERS,
    UNSEEN,
    Class,
    Done,
    Frame,
    Function,
    Maker,
    Module,
    Place,
    Raised,
    Super,
    shown,
    stored,
    unknown,
    unrun,
)
from rvs.files.tables.script_values import (
    FAULTS,
    Cells,
    Certain,
    Pose4,
    ScriptError,
    Several,
    Thing,
    Value,
    check_shape,
    columns,
    each,
    elements,
    indexed,
    plain,
    scalar,
)

if TYPE_CHECKING:
    from rvs.files.tables.script_terms import Evaluator

Named = dict[str, Value]
# Functions that call another one for each value, and those that give as many values as are asked.
MAPPERS, MANY = ("map", "cellfun", "arrayfun", "feval"), ("size", "deal")


def worked_call(script: Evaluator, node: ast.Call) -> Value:
    """Return the value of a call of Python."""
    func = node.func
    if isinstance(func, ast.Attribute):
        owner = script.value(func.value)
        if isinstance(owner, tuple(METHODS)):
            return _method(script, owner, func.attr, *arguments(script, node))
        held = script.caught(func, lambda: script.known(script.member(owner, func.attr, func)))
    else:
        held = _callable(script, func)
    return called(script, held, *arguments(script, node), node)


def bracketed(script: Evaluator, node: Place) -> Value:
    """Return the value of what MATLAB writes as a call: one, or what stands in places."""
    held = _callable(script, node.value)
    if isinstance(held, ScriptError | Maker | Module | Function | tuple):
        return called(script, held, *arguments(script, node), node)
    places = script.places(held, node)
    try:
        found = indexed(held, places)
    except LookupError as error:
        raise Certain("error") from error
    if node.curly and isinstance(found, Cells):
        alone = len(found) == 1 and not isinstance(node.places[0], ast.Slice)
        return found[0] if alone else Several(found)
    return found


def arguments(script: Evaluator, node: Any) -> tuple[list[Value], Named]:
    """Return the values between the brackets of a call, known or not, and those with names."""
    wanted, script.wanted = script.wanted, 1
    args: list[Value] = []
    for one in node.args if isinstance(node, ast.Call) else node.places:
        if isinstance(one, ast.Starred):
            args.extend(each(script.value(one.value)))
            continue
        held = script.soft(one)
        args.extend(held if isinstance(held, Several) else [held])
    named: Named = {}
    for pair in node.keywords:
        held = script.soft(pair.value)
        named |= script.known(held) if pair.arg is None else {pair.arg: held}
        script.spend(len(named))
    script.wanted = wanted
    return args, named


def called(script: Evaluator, held: Value, args: list[Value], named: Named, node: Any) -> Value:
    """Return what something gives that is called.

    Raises:
        ScriptError: It can't be worked out; what it may have changed is unknown, too.
    """
    match held:
        case (Maker() as maker, thing):
            own = thing if thing is not None else args.pop(0)
            return maker.make(script, node.lineno, args, named, own)
        case Maker():
            return held.make(script, node.lineno, args, named, None)
        case Class():
            return _constructed(script, held, args, named, node)
        case Function():
            return entered(script, held, args, named, node)
        case Module(path=("super",)) if script.frame.owner is not None or args:
            own = script.frame
            return Super(args[0] if args else own.owner, args[1] if args else own.first)
        case Module(path=path):
            return _function(script, path, args, named, node)
    error = held if isinstance(held, ScriptError) else unknown(node)
    script.spoil_given(_head(node), [*args, *named.values()], error)
    raise error


def _head(node: Any) -> ast.expr:
    return node.func if isinstance(node, ast.Call) else getattr(node, "value", node)


def _function(
    script: Evaluator, path: tuple[str, ...], args: list[Value], named: Named, node: Any
) -> Value:
    name, language = path[-1], script.language
    known = len(path) <= 3 and not {"random", "models", "symbolic"} & set(path)
    if known and name in ("copy", "deepcopy") and len(args) == 1:
        return script.copied(args[0], name == "deepcopy" or language.matlab)
    if known and name in ENDS and path[0] in ("sys", name):
        kind = "error" if language.matlab else "SystemExit"
        raise Raised(ScriptError(node.lineno, f"{name}() ends the script", kind))
    if known and name in MAPPERS and args:
        return _mapped(script, name, args, named, node)
    if known and name == "assignin" and (args[0] == "base" or script.depth == 1):
        script.frames[0].names[str(script.known(args[1]))] = args[2]
        return None
    if language.matlab and name == "run" and len(args) == 1:
        other = str(script.known(args[0])).removesuffix(".m")
        if script.file(other, node) is True:
            return script.block(script, script.beside(other) or ())
    if known and name == "exist" and script.frame.holder(str(args[0])):
        return 1.0
    if script.wanted > 1 and language.matlab and name not in MANY:
        raise unknown(node)
    if known and name in language.handed:
        script.spend(sum(len(one) for one in args if isinstance(one, list | tuple | dict)) // 4)
        for one in args:
            script.known(one)
        return language.handed[name](*args, **named)
    exact = f"{path[0]}.{name}"
    if known and (name in language.functions or exact in language.functions):
        given = [script.known(one) for one in [*args, *named.values()]]
        script.spend(sum(map(elements, given)) // 4 + 1)
        found = language.functions[exact if exact in language.functions else name](*args, **named)
        script.spend(np.size(found) // 16 if isinstance(found, np.ndarray) else 0)
        return scalar(found) if language.matlab else plain(found)
    error = unrun(node, f"{name[:40]}()")
    if path[0] not in KNOWN or name in CHANGERS or name in RENAMERS:
        script.spoil_given(_head(node), [*args, *named.values()], error)
    raise error


def _mapped(script: Evaluator, name: str, args: list[Value], named: Named, node: Any) -> Value:
    """Let a function be called for each of the values, or once."""
    held, *lists = [script.known(one) for one in args]
    if isinstance(held, str):
        held = _callable(script, ast.Name(held, lineno=node.lineno))
    if name == "feval":
        return called(script, held, lists, {}, node)
    uniform = named.pop("UniformOutput", True)
    if "UniformOutput" in lists[1:]:
        k = lists.index("UniformOutput")
        uniform, lists = lists[k + 1], lists[:k]
    if named or not lists:
        raise ValueError("expected a function and values")
    parts = [columns(np.ravel(one)[None, :]) if isinstance(one, np.ndarray) else
             each(one) if isinstance(one, list | tuple) else [one] for one in lists]  # fmt: skip
    found = [called(script, held, list(x), {}, node) for x in zip(*parts, strict=name != "map")]
    if name == "map":
        return found
    if not uniform:
        return Cells(found)
    return scalar(np.array([[script.known(one) for one in found]], float))


def _constructed(
    script: Evaluator, held: Class, args: list[Value], named: Named, node: Any
) -> Value:
    thing, begin = Thing(held, node.lineno), held.find("__init__")
    if isinstance(held.find("__new__"), Function) or any(
        isinstance(one, ScriptError | Module) for one in held.bases
    ):
        raise unrun(node)
    if isinstance(begin, Function):
        entered(script, begin.of(thing), args, named, node)
    elif isinstance(begin, Maker):
        begin.make(script, node.lineno, args, named, thing)
    elif begin is not None or args or named:
        script.known(begin)
        raise unrun(node)
    return thing


def _method(script: Evaluator, owner: Value, name: str, args: list[Value], named: Named) -> Value:
    kind = next(one for one in METHODS if isinstance(owner, one))

    def worked() -> Value:
        if kind is np.ndarray and name == "dot":
            return _function(script, ("numpy", "dot"), [owner, *args], named, None)
        if name not in METHODS[kind] or any(one.said.get("links") is owner for one in script.made):
            raise ValueError(f"{name} is not worked out")
        if name in ("append", "insert", "setdefault", "get", "update", "pop"):
            script.spend()
        else:
            script.spend(1 + sum(elements(script.known(one)) for one in args) // 8)
        if kind is not Pose4:
            check_shape(np.size(owner) if kind is np.ndarray else len(owner))
        if name == "extend":
            args[:] = [list(each(script.known(args[0])))]
        found = getattr(owner, name)(*args, **named)
        return list(found) if name in ("items", "keys", "values") else plain(found)

    try:
        return worked()
    except (ScriptError, *FAULTS) as error:
        words = f".{name}() can't be worked out without running it"
        script.spoil(owner, error if isinstance(error, ScriptError) else ScriptError(0, words))
        raise error


def entered(script: Evaluator, held: Function, args: list[Value], named: Named, node: Any) -> Value:
    """Return what one of the script's own functions gives."""
    wanted, script.wanted = script.wanted, 1
    walks = (ast.Yield, ast.YieldFrom, ast.Await)
    parts = list(ast.walk(held.node))
    script.spend(len(parts) // UNSEEN)
    if script.depth >= MOST_CALLS or any(isinstance(one, walks) for one in parts):
        raise unrun(node)
    matlab = hasattr(held.node, "outputs")
    inner = Frame(held.frame, matlab)
    given = [held.bound, *args] if held.bound is not None else args
    inner.owner, inner.first = held.owner, (given or [None])[0]
    inner.names |= _bound(held, given, named, node)
    if not isinstance(held.node, ast.Lambda):
        held.own = held.own or frozenset(stored(held.node.body))
        inner.own = held.own
    outer, script.frame = script.frame, inner
    script.depth += 1
    try:
        if isinstance(held.node, ast.Lambda):
            return script.value(held.node.body)
        if len(script.frames) < MOST_FRAMES:
            script.frames.append(inner)
        if not matlab:
            script.block(script, held.node.body)
            return None
        inner.names |= {"nargin": float(len(args)), "nargout": float(wanted)}
        try:
            script.block(script, held.node.body)
        except Done as done:
            if isinstance(done.value, ScriptError):
                return done.value
        return _outputs(held, inner, wanted, node)
    except Done as done:
        return done.value
    finally:
        script.depth -= 1
        script.frame = outer


def _outputs(held: Function, inner: Frame, wanted: int, node: Any) -> Value:
    names = held.node.outputs
    if not names:
        return None
    found = [inner.names.get(one, unknown(node)) for one in names]
    if names[-1] == "varargout" and isinstance(found[-1], list):
        found = [*found[:-1], *found[-1]]
    return found if wanted > 1 else found[0]


def _bound(held: Function, args: list[Value], named: Named, node: Any) -> Named:
    """Values of the arguments of a function by their names."""
    said, rest, matlab = held.node.args, dict(named), hasattr(held.node, "outputs")
    names = [one.arg for one in (*said.posonlyargs, *said.args)]
    values = {**held.defaults, **dict(zip(names, args, strict=False))}
    others = [*names[len(said.posonlyargs) :], *(one.arg for one in said.kwonlyargs)]
    taken = {name: rest.pop(name) for name in others if name in rest}
    twice = set(taken) & set(names[: len(args)])
    if said.vararg:
        values[said.vararg.arg] = (Cells if matlab else tuple)(args[len(names) :])
    if said.kwarg:
        values[said.kwarg.arg] = rest
    if twice or (rest and not said.kwarg) or (len(args) > len(names) and not said.vararg):
        words = f"{shown(node)}: other arguments than the function takes"
        raise ScriptError(node.lineno, words, "TypeError")
    values |= taken
    wanted = [*names, *(one.arg for one in said.kwonlyargs)]
    missing = [] if matlab else [name for name in wanted if name not in values]
    if missing:
        raise ScriptError(node.lineno, f"{shown(node)}: {missing[0]!r} is not given", "TypeError")
    return values


def _callable(script: Evaluator, func: ast.expr) -> Value:
    """Return the value before a bracket, or why it is not known."""
    language = script.language
    if isinstance(func, ast.Attribute):
        root = func.value
        if isinstance(root, ast.Name) and script.frame.holder(root.id) is None:
            # A function that is named with its package.
            found = language.makers.get(func.attr)
            return found or Module((root.id, func.attr))
        return script.caught(func, lambda: script.value(func))
    if not isinstance(func, ast.Name):
        return script.soft(func)
    holder = script.frame.holder(func.id)
    if holder is not None:
        return script.caught(func, lambda: script.known(holder.names[func.id]))
    if func.id in language.makers:
        return language.makers[func.id]
    if language.matlab:
        found = script.caught(func, lambda: script.file(func.id, func))
        if isinstance(found, Function | ScriptError):
            return found
    words = ("super", "copy", "deepcopy", "assignin", "exist", "run", *MAPPERS, *ENDS)
    if func.id in (*language.functions, *language.handed, *words):
        return Module((func.id,))
    return unrun(func, f"{func.id[:40]}()")
