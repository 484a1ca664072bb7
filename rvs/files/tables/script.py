"""Works out what the names of a script stand for, without running any of it.

A script is a syntax tree of Python; one of MATLAB is lowered to that by ``matlab``, with ``Place``
for its brackets.  A value that can't be known is a ``ScriptError`` in its place, which is handed on
until something depends on it.  Statements that can't be gone through leave unknown what they may
change.
"""

from __future__ import annotations

import ast
import builtins
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from rvs.files.tables.script_calls import called
from rvs.files.tables.script_names import Beside
from rvs.files.tables.script_objects import (
    ENDS,
    KNOWN,
    MOST_IN_ONE,
    MOST_STEPS,
    OPERATORS,
    QUIET,
    RENAMERS,
    Broken,
    Class,
    Done,
    Exhausted,
    Frame,
    Language,
    Module,
    Raised,
    last_name,
    unknown,
    unrun,
)
from rvs.files.tables.script_terms import Evaluator
from rvs.files.tables.script_values import (
    FAULTS,
    ScriptError,
    Thing,
    Value,
    columns,
    each,
)

# Files that one script may consist of.
MOST_FILES = 20
LEAVES = (("return", ast.Return), ("break", ast.Break | ast.Continue))


def python_statements(text: str) -> Sequence[ast.stmt]:
    """Return the statements of a script of Python.

    Raises:
        ScriptError: It is none.
    """
    try:
        # What Python warns of in a script is nothing to its reader.
        with warnings.catch_warnings(action="ignore"):
            return ast.parse(text).body
    except SyntaxError as error:
        raise ScriptError(error.lineno or 0, f"can't be read: {error.msg}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise ScriptError(0, "is not a script, or too deep to be read") from error


def worked_out(text: str, language: Language, beside: Beside = lambda _: None) -> Evaluator:
    """Return what the names of a script stand for.

    Args:
        text: The script.
        language: What it knows without saying what it is.
        beside: Gives the statements of a file that it names, or None.

    Raises:
        ScriptError: It is no script, or takes more steps than are allowed.
    """
    script = Evaluator(language, block, beside)
    script.frame.names |= {} if language.matlab else {"__name__": "__main__"}
    with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
        try:
            for node in language.parse(text):
                _alone(script, node)
        except (Done, Raised):
            # Here the script ends.
            pass
    return script


def _alone(script: Evaluator, node: ast.stmt) -> None:
    """Work out a statement of a file itself."""
    script.bound = script.steps + MOST_IN_ONE
    try:
        statement(script, node)
    except ScriptError as error:
        script.spoil_names([node], error)
    except (Exhausted, RecursionError) as error:
        if script.steps > MOST_STEPS:
            words = "the script has more steps than are worked out"
            raise ScriptError(node.lineno, words) from error
        script.bound = script.steps + MOST_IN_ONE
        words = "has too many steps to be worked out"
        script.spoil_names([node], ScriptError(node.lineno, words))


def tried(script: Evaluator, value: Value) -> Value:
    """Return what a class or function gives without arguments, or why nothing."""
    node = ast.parse("f()").body[0].value  # type: ignore[attr-defined]
    script.bound = script.steps + MOST_IN_ONE
    try:
        return script.caught(node, lambda: called(script, value, [], {}, node))
    except (Exhausted, Done, Raised, RecursionError):
        return None


def block(script: Evaluator, statements: Sequence[ast.stmt]) -> None:
    """Work out statements one after the other."""
    for node in statements:
        statement(script, node)


def statement(script: Evaluator, node: Any) -> None:
    """Work out a statement."""
    script.spend()
    script.wanted = 1
    match node:
        case ast.Assign(targets=targets, value=value):
            script.wanted = len(targets[0].elts) if isinstance(targets[0], ast.Tuple) else 1
            found = _noted(script, value)
            for target in targets:
                script.store(target, found)
        case ast.AnnAssign(value=ast.expr() as value, target=target):
            script.store(target, _noted(script, value))
        case ast.AugAssign():
            _augment(script, node)
        case ast.Expr(value=value):
            script.wanted = 0
            _expression(script, value)
        case ast.If():
            _branch(script, node)
        case ast.For() | ast.While():
            _loop(script, node)
        case ast.FunctionDef():
            _define(script, node)
        case ast.ClassDef():
            _define_class(script, node)
        case ast.Return():
            raise Done("return", _noted(script, node.value) if node.value else None)
        case ast.Break() | ast.Continue():
            raise Done("break" if isinstance(node, ast.Break) else "continue")
        case ast.Import() | ast.ImportFrom():
            _import(script, node)
        case ast.With():
            _with(script, node)
        case ast.Try():
            try:
                _try(script, node)
            finally:
                block(script, node.finalbody)
        case ast.Raise():
            kind = last_name(node.exc) or "Exception"
            raise Raised(ScriptError(node.lineno, f"{kind} is raised", kind))
        case ast.Assert(test=test):
            held = script.soft(test)
            if isinstance(script.caught(test, lambda: _sure(script, held)), ScriptError):
                raise Raised(ScriptError(node.lineno, "an assertion fails", "AssertionError"))
        case ast.Global() | ast.Nonlocal():
            _elsewhere(script, node)
        case ast.Delete():
            for target in node.targets:
                _delete(script, target)
        case Broken(names=names):
            error = ScriptError(node.lineno, node.why)
            script.spoil_names([node], error)
            if not names:
                script.spoil_all(error)
        case ast.Pass() | ast.AnnAssign():
            pass
        case _:
            script.spoil_names([node], unrun(node, "this"))


def _sure(script: Evaluator, held: Value) -> None:
    if not isinstance(held, ScriptError) and not script.truth(held):
        raise ScriptError(0, "does not hold")


def _noted(script: Evaluator, node: ast.expr) -> Value:
    """The value of an expression; why it has none, if it would make something."""
    found = script.soft(node)
    if isinstance(found, ScriptError):
        script.note([node], found)
    return found


def _expression(script: Evaluator, node: Any) -> None:
    """An expression that stands alone; in MATLAB it may be another script, or any."""
    name = getattr(node, "id", "")
    if not script.language.matlab or not name or script.frame.holder(name):
        _noted(script, node)
        return
    held = script.caught(node, lambda: script.file(name, node))
    if held is True:
        block(script, script.beside(name) or ())
    elif name in ENDS or (name not in QUIET and (found := _noted(script, node)) is not None):
        if name in ENDS:
            raise Raised(ScriptError(node.lineno, f"{name} ends the script", "error"))
        if isinstance(found, ScriptError):
            words = f"{name} is not read, and may change every name"
            script.spoil_all(ScriptError(node.lineno, words))


def _branch(script: Evaluator, node: ast.If) -> None:
    test = script.soft(node.test)
    try:
        holds = script.truth(test)
    except (ScriptError, *FAULTS) as fault:
        error = fault if isinstance(fault, ScriptError) else unknown(node.test)
        script.spoil_names([*node.body, *node.orelse], error)
        _leave([node], error)
        return
    block(script, node.body if holds else node.orelse)


def _leave(nodes: Sequence[ast.AST], error: ScriptError) -> None:
    """Take what follows a way out that may have been taken for as little known."""
    walked = [one for top in nodes for one in ast.walk(top)]
    for kind, leaves in LEAVES:
        if any(isinstance(one, leaves) for one in walked):
            raise Done(kind, error) from error


def _loop(script: Evaluator, node: ast.For | ast.While) -> None:
    start, bound = script.steps, script.bound
    script.bound = min(bound, start + MOST_IN_ONE // 2)
    try:
        for values in _rounds(script, node):
            if values is not node:
                script.store(node.target, values)  # type: ignore[union-attr]
            try:
                block(script, node.body)
            except Done as done:
                if done.kind == "return" or isinstance(done.value, ScriptError):
                    raise
                if done.kind == "break":
                    return
        block(script, node.orelse)
    except Done as done:
        if done.kind == "return" or not isinstance(done.value, ScriptError):
            raise
        script.spoil_names([node], done.value)
    except Exhausted:
        if script.steps >= min(bound, MOST_STEPS):
            raise
        script.bound = bound
        words = "the loop has more rounds than are worked out"
        script.spoil_names([node], ScriptError(node.lineno, words))
    except ScriptError as error:
        script.spoil_names([node], error)
        _leave([node], error)
    finally:
        script.bound = bound


def _rounds(script: Evaluator, node: ast.For | ast.While) -> Iterator[Value]:
    if isinstance(node, ast.While):
        while script.truth(script.value(node.test)):
            yield node
        return
    values = script.value(node.iter)
    try:
        yield from columns(values) if script.language.matlab else each(values)
    except FAULTS as error:
        raise unknown(node.iter) from error


def _try(script: Evaluator, node: ast.Try) -> None:
    before, start = tuple(script.frame.names), 0
    doubt, script.doubt = script.doubt, None
    script.trials += 1
    try:
        for one in node.body:
            statement(script, one)
            start += 1
            if script.doubt:
                break
    except Raised as raised:
        script.trials -= 1
        if script.doubt:
            script.spoil_names([node], script.doubt)
            _leave([node], script.doubt)
        else:
            _handle(script, node, raised)
        script.trials += 1
        return
    finally:
        script.trials -= 1
        script.doubt, found = script.doubt or doubt, script.doubt
    if found is None:
        block(script, node.orelse)
        return
    # From there on it may have gone on with a handler, unless that ends the script.
    rest = [*node.body[start:], *node.orelse]
    others = [one for one in node.handlers if not _ends(one.body)]
    told = [one for x in others for one in x.body]
    error = ScriptError(found.line, found.message)
    try:
        block(script, rest)
    except Done as done:
        raise Done(done.kind, error if told else done.value) from done
    if others:
        stored = {x.id for one in told for x in ast.walk(one) if isinstance(x, ast.Name)}
        spared = {x.id for one in node.body for x in ast.walk(one) if isinstance(x, ast.Name)}
        script.spoil_names([*node.body[start - 1 :], *node.orelse, *told], error,
                           tuple(spared - stored - set(before)))  # fmt: skip
        _leave(told, error)


def _ends(statements: Sequence[ast.stmt]) -> bool:
    # MATLAB's may be empty.
    last = statements[-1] if statements else None
    call = getattr(last, "value", None)
    return isinstance(last, ast.Raise) or (
        isinstance(call, ast.Call) and last_name(call.func) in ENDS
    )


def _handle(script: Evaluator, node: ast.Try, raised: Raised) -> None:
    """Go on with the handler that takes an exception."""
    kind = getattr(builtins, raised.error.raised, None)
    for one in node.handlers:
        types = one.type.elts if isinstance(one.type, ast.Tuple) else [one.type]
        names = [last_name(x) for x in types if x is not None]
        bases = [getattr(builtins, name, None) for name in names]
        general = not names or "BaseException" in names
        own = kind is None and "Exception" in names
        related = kind is not None and any(x is not None and issubclass(kind, x) for x in bases)
        if general or own or related or raised.error.raised in names:
            if one.name:
                script.name(one.name, ScriptError(one.lineno, f"{one.name} is not worked out"))
            block(script, one.body)
            return
        if kind is None or None in bases:
            error = ScriptError(one.lineno, f"it is not known what {', '.join(names)} takes")
            script.spoil_names([node], error)
            _leave([node], error)
            return
    raise raised


def _with(script: Evaluator, node: ast.With) -> None:
    known = True
    for item in node.items:
        held = script.soft(item.context_expr)
        known = known and not isinstance(held, ScriptError)
        if item.optional_vars is not None:
            script.store(item.optional_vars, held)
    try:
        script.trials += 1
        block(script, node.body)
    except Raised as raised:
        if known:
            raise
        # What holds it may have taken the exception.
        script.spoil_names(node.body, raised.error)
    finally:
        script.trials -= 1


def _define(script: Evaluator, node: ast.FunctionDef) -> None:
    made: Value = script.function(node)
    for word in node.decorator_list:
        name = last_name(word)
        if name not in ("property", "staticmethod", "classmethod", "override"):
            made = unrun(node, f"@{name}")
    script.name(node.name, made)


def _define_class(script: Evaluator, node: ast.ClassDef) -> None:
    bases = [script.soft(one) for one in node.bases]
    bases = [one for one in bases if not (isinstance(one, Module) and one.path[-1] == "object")]
    made = Class(node.name, bases, {})
    outer, script.frame = script.frame, Frame(script.frame)
    script.frame.owner, script.frame.names = made, made.names
    try:
        block(script, node.body)
    finally:
        script.frame = outer
    # Of an ancestor that it has twice, what it says would stand behind all others.
    twice = len(made.ancestors) > len(set(map(id, made.ancestors)))
    known = not node.decorator_list and not node.keywords and not twice
    word = f"@{last_name(node.decorator_list[0])}" if node.decorator_list else node.name
    script.name(node.name, made if known else ScriptError(node.lineno, f"{word} is not known"))


def _import(script: Evaluator, node: ast.Import | ast.ImportFrom) -> None:
    for one in node.names:
        if isinstance(node, ast.ImportFrom):
            held = _imported(script, node, one)
        else:
            held = _module(script, one.name if one.asname else one.name.split(".")[0], node)
        unread = isinstance(held, Module) and held.path[0] not in KNOWN
        if unread or isinstance(held, ScriptError):
            script.doubt = script.doubt or ScriptError(node.lineno, f"{one.name} is not read")
        if one.name != "*":
            script.name(one.asname or one.name.split(".")[0], held)
        elif isinstance(held, ScriptError):
            script.spoil_all(held)


def _imported(script: Evaluator, node: ast.ImportFrom, one: ast.alias) -> Value:
    """Return what a module gives by a name, or by a star to all names."""
    root = node.module or ""
    if node.level:
        package = script.frame.root.names.get("__name__", "").split(".")[: -node.level]
        root = ".".join([*package, root]).strip(".")
        if node.level > 1 and not package:
            root = "?"
    held = _module(script, root, node) if root else None
    if isinstance(held, Module) and held.path[0] in KNOWN:
        if one.name == "*":
            # Names that mean something else there.
            for path in (exact.split(".") for exact in script.language.functions):
                if len(path) == 2 and path[0] == held.path[0]:
                    script.name(path[1], Module(tuple(path)))
            return held
        return script.of_module((*held.path, one.name))
    if isinstance(held, Thing) and one.name == "*":
        for key, value in held.said.items():
            if not key.startswith("_"):
                script.name(key, value)
        return held
    if isinstance(held, Thing) and one.name in held.said:
        return held.said[one.name]
    inner = _module(script, f"{root}.{one.name}".strip("."), node)
    if isinstance(inner, Thing):
        return inner
    words = f"{one.asname or one.name} comes from {root or '.'}, which is not read"
    return held if isinstance(held, ScriptError) else ScriptError(node.lineno, words)


def _module(script: Evaluator, name: str, node: ast.stmt) -> Value:
    """A module, the names of one that is a file beside the script, or why it can't be read."""
    if name not in script.files and name.split(".")[0] not in KNOWN:
        found = script.caught(node, lambda: script.beside(name))
        if len(script.files) >= MOST_FILES:
            found = ScriptError(node.lineno, "the script has more files than are read")
        script.files[name] = found
        if isinstance(found, ScriptError):
            script.files[name] = ScriptError(node.lineno, f"{name}: {found.message}")
        elif found is not None:
            frame = Frame()
            frame.names["__name__"] = name
            script.files[name] = Thing(Module((name,)), node.lineno, frame.names)
            outer, script.frame = script.frame, frame
            try:
                block(script, found)
            finally:
                script.frame = outer
    found = script.files.get(name)
    return Module(tuple(name.split("."))) if found is None else found


def _elsewhere(script: Evaluator, node: ast.Global | ast.Nonlocal) -> None:
    for name in node.names:
        frame: Any = script.frame.outer
        if isinstance(node, ast.Nonlocal):
            frame = (frame and frame.holder(name)) or script.frame.root
        elif script.language.matlab:
            frame = script.shared
            frame.names.setdefault(name, np.zeros((0, 0)))
        else:
            frame = script.frame.root
        if frame is not script.frame:
            script.frame.elsewhere[name] = frame


def _augment(script: Evaluator, node: ast.AugAssign) -> None:
    held, more = script.soft(node.target), script.soft(node.value)
    if isinstance(held, list) and isinstance(node.op, ast.Add):
        more = script.caught(node.value, lambda: list(each(script.known(more))))
    found = script.caught(
        node, lambda: script.combined(node.op, script.known(held), script.known(more))
    )
    same = isinstance(held, np.ndarray) and isinstance(found, np.ndarray | int | float)
    if isinstance(held, list) and isinstance(found, list):
        held[:] = found
        found = held
    elif same and np.shape(found) == held.shape and np.can_cast(
        np.asarray(found).dtype, held.dtype, "same_kind"
    ):  # fmt: skip
        held[...] = found
        found = held
    elif isinstance(held, np.ndarray | list | dict | set):
        found = found if isinstance(found, ScriptError) else unknown(node)
        script.spoil(held, found)
    script.store(node.target, found)


def _delete(script: Evaluator, target: ast.AST) -> None:
    match target:
        case ast.Name(id="*"):
            script.frame.names.clear()
        case ast.Name(id=name):
            script.frame.names.pop(name, None)
        case ast.Subscript(value=owner, slice=key):
            try:
                del script.value(owner)[script.value(key)]
            except (ScriptError, *FAULTS):
                script.spoil_target(target, unknown(target))


__all__ = ["OPERATORS", "RENAMERS", "block", "python_statements", "tried", "worked_out"]
