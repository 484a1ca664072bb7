"""Evaluation of the names of a script, without running it.

A script is a syntax tree of Python; a MATLAB script is converted to one by ``matlab``, with
``Place`` for its brackets.  A value that can't be determined is replaced by a ``ScriptError``,
which is passed on until something depends on it.  After statements that can't be evaluated,
everything they may change is unknown.
"""

from __future__ import annotations

import ast
import builtins
import re
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from rvs.files.tables.script_names import Beside
from rvs.files.tables.script_objects import (
    ENDS,
    KNOWN,
    QUIET,
    Broken,
    Call,
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
    MOST_IN_ONE,
    MOST_STEPS,
    ScriptError,
    Thing,
    Value,
    columns,
    each,
)

# Files that one script may consist of.
MOST_FILES = 20
LEAVES = (("return", ast.Return), ("break", ast.Break | ast.Continue))
_MAGIC = re.compile(r"^( *)(?:%{1,2}[A-Za-z]|!).*$", re.MULTILINE)
# Words before a function that say how it belongs to its class.
BELONGS = {"property": property, "staticmethod": staticmethod, "classmethod": classmethod}


def python_statements(text: str) -> Sequence[ast.stmt]:
    """Return the statements of a Python script.

    Raises:
        ScriptError: Not Python.
    """
    try:
        # What Python warns of in a script is nothing to its reader.
        with warnings.catch_warnings(action="ignore"):
            try:
                return ast.parse(text).body
            except SyntaxError:
                # Commands of notebooks.
                return ast.parse(_MAGIC.sub(r"\1pass", text)).body
    except SyntaxError as error:
        raise ScriptError(error.lineno or 0, f"can't be read: {error.msg}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise ScriptError(0, "is not a script, or is nested too deeply") from error


class Script(Evaluator):
    """A script during its evaluation, statement by statement.

    Args:
        text: The script.
        language: Built-in names of the language.
        beside: Returns the statements of a named file, or None.

    Raises:
        ScriptError: It is not a script, or takes more steps than are allowed.
    """

    def __init__(self, text: str, language: Language, beside: Beside = lambda _: None) -> None:
        super().__init__(language, beside)
        self.frame.names |= {} if language.matlab else {"__name__": "__main__"}
        with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
            try:
                for node in language.parse(text):
                    self._alone(node)
            except (Done, Raised):
                # Here the script ends.
                pass

    def _alone(self, node: ast.stmt) -> None:
        """Evaluate a statement of the file itself."""
        self.bound = self.steps + MOST_IN_ONE
        try:
            self.block([node])
        except ScriptError as error:
            self.spoil_names([node], error)
        except (Exhausted, RecursionError) as error:
            if self.steps > MOST_STEPS:
                words = "the script has more steps than RVS computes"
                raise ScriptError(node.lineno, words) from error
            self.bound = self.steps + MOST_IN_ONE
            words = "has too many steps to compute"
            self.spoil_names([node], ScriptError(node.lineno, words))

    def tried(self, name: str, value: Value) -> Value:
        """Return the value of a named class or function without arguments, or why it failed."""
        node = ast.parse(f"{name}()").body[0].value  # type: ignore[attr-defined]
        self.bound = self.steps + MOST_IN_ONE
        try:
            return self.caught(node, lambda: self.called(value, Call([], {}, node)))
        except (Exhausted, Done, Raised, RecursionError):
            return None

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """Evaluate statements one after the other."""
        for node in statements:
            self.spend()
            self.wanted = 1
            self._statement(node)

    def _statement(self, node: Any) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                self.wanted = len(targets[0].elts) if isinstance(targets[0], ast.Tuple) else 1
                found = self._noted(value)
                for target in targets:
                    self.store(target, found)
                    if isinstance(found, ScriptError):
                        self.keep_parts(target, value)
            case ast.AnnAssign(value=ast.expr() as value, target=target):
                self.store(target, self._noted(value))
            case ast.AugAssign():
                self._augment(node)
            case ast.Expr(value=value):
                self.wanted = 0
                self._expression(value)
            case ast.If():
                self._branch(node)
            case ast.For() | ast.While():
                self._loop(node)
            case ast.FunctionDef():
                self._define(node)
            case ast.ClassDef():
                self._define_class(node)
            case ast.Return(value=value):
                raise Done("return", value and self._noted(value))
            case ast.Break():
                raise Done("break")
            case ast.Continue():
                raise Done("continue")
            case ast.Import() | ast.ImportFrom():
                self._import(node)
            case ast.With():
                self._with(node)
            case ast.Try():
                try:
                    self._try(node)
                finally:
                    self.block(node.finalbody)
            case ast.Raise(exc=kind):
                name = last_name(kind) or "Exception"
                raise Raised(ScriptError(node.lineno, f"{name} is raised", name))
            case ast.Assert(test=test):
                held = self.soft(test)
                if self.caught(test, lambda: self.truth(held)) is False:
                    raise Raised(ScriptError(node.lineno, "an assertion fails", "AssertionError"))
            case ast.Global() | ast.Nonlocal():
                self._elsewhere(node)
            case ast.Delete(targets=targets):
                for target in targets:
                    self._delete(target)
            case Broken(names=names, why=why):
                error = ScriptError(node.lineno, why)
                self.spoil_names([node], error)
                if not names:
                    self.spoil_all(error)
            case ast.Pass() | ast.AnnAssign():
                pass
            case _:
                self.spoil_names([node], unrun(node, "this"))

    def _noted(self, node: ast.expr) -> Value:
        """Return the value of an expression, or the reason for its failure, which is recorded."""
        found = self.soft(node)
        if isinstance(found, ScriptError):
            self.note([node], found)
        return found

    def _expression(self, node: Any) -> None:
        """Run an expression used as a statement; in MATLAB it may be another script."""
        name = getattr(node, "id", "")
        if not self.language.matlab or not name or self.frame.holder(name):
            self._noted(node)
        elif self.caught(node, lambda: self.file(name, node)) is True:
            self.block(self.beside(name) or ())
        elif name in ENDS:
            raise Raised(ScriptError(node.lineno, f"{name} ends the script", "error"))
        elif name not in QUIET and isinstance(self._noted(node), ScriptError):
            words = f"{name} is not read, so any name can have changed"
            self.note([node], error := ScriptError(node.lineno, words))
            self.spoil_all(error)

    # ways through a script

    def _undecided(self, nodes: Sequence[ast.stmt], error: ScriptError) -> None:
        """Forget what statements may change, and the effect of an exit that they may take."""
        self.spoil_names(nodes, error)
        _leave(nodes, error)

    def _branch(self, node: ast.If) -> None:
        test = self.soft(node.test)
        try:
            holds = self.truth(test)
        except (ScriptError, *FAULTS) as fault:
            error = fault if isinstance(fault, ScriptError) else unknown(node.test)
            self._undecided([*node.body, *node.orelse], error)
            return
        self.block(node.body if holds else node.orelse)

    def _loop(self, node: ast.For | ast.While) -> None:
        start, bound = self.steps, self.bound
        self.bound = min(bound, start + MOST_IN_ONE // 2)
        try:
            for values in self._rounds(node):
                if values is not node:
                    self.store(node.target, values)  # type: ignore[union-attr]
                try:
                    self.block(node.body)
                except Done as done:
                    if done.kind == "return" or isinstance(done.value, ScriptError):
                        raise
                    if done.kind == "break":
                        return
            self.block(node.orelse)
        except Done as done:
            if done.kind == "return" or not isinstance(done.value, ScriptError):
                raise
            self.spoil_names([node], done.value)
        except Exhausted:
            if self.steps >= min(bound, MOST_STEPS):
                raise
            self.bound = bound
            words = "the loop has more iterations than RVS computes"
            self.spoil_names([node], ScriptError(node.lineno, words))
        except ScriptError as error:
            self._undecided([node], error)
        finally:
            self.bound = bound

    def _condition(self, test: ast.expr) -> bool:
        try:
            return self.truth(self.value(test))
        except ScriptError:
            raise
        except FAULTS as fault:
            raise unknown(test, fault) from fault

    def _rounds(self, node: ast.For | ast.While) -> Iterator[Value]:
        if isinstance(node, ast.While):
            while self._condition(node.test):
                yield node
            return
        values = self.value(node.iter)
        if isinstance(values, Thing) and "links" in values.said:
            values = self.known(values.said["links"])
        try:
            yield from columns(values) if self.language.matlab else each(values)
        except FAULTS as error:
            raise unknown(node.iter) from error

    def _try(self, node: ast.Try) -> None:
        before, start = tuple(self.frame.names), 0
        doubt, self.doubt = self.doubt, None
        self.trials += 1
        try:
            for one in node.body:
                self.block([one])
                start += 1
                if self.doubt:
                    break
        except Raised as raised:
            self.trials -= 1
            if self.doubt:
                self._undecided([node], self.doubt)
            else:
                self._handle(node, raised)
            self.trials += 1
            return
        finally:
            self.trials -= 1
            self.doubt, found = self.doubt or doubt, self.doubt
        if found is None:
            self.block(node.orelse)
            return
        # From there on it may have gone on with a handler, unless that ends the script.
        told = [x for one in node.handlers if not _ends(one.body) for x in one.body]
        doubtful = any(not _ends(one.body) for one in node.handlers)
        error = ScriptError(found.line, found.message)
        try:
            self.block([*node.body[start:], *node.orelse])
        except Done as done:
            raise Done(done.kind, error if told else done.value) from done
        if doubtful:
            stored = {x.id for one in told for x in ast.walk(one) if isinstance(x, ast.Name)}
            spared = {x.id for one in node.body for x in ast.walk(one) if isinstance(x, ast.Name)}
            self.spoil_names([*node.body[start - 1 :], *node.orelse, *told], error,
                             tuple(spared - stored - set(before)))  # fmt: skip
            _leave(told, error)

    def _handle(self, node: ast.Try, raised: Raised) -> None:
        """Continue with the handler of an exception."""
        kind = getattr(builtins, raised.error.raised, None)
        for one in node.handlers:
            types = one.type.elts if isinstance(one.type, ast.Tuple) else [one.type]
            names = [last_name(x) for x in types if x is not None]
            bases = [getattr(builtins, name, None) for name in names]
            general = not names or {"BaseException", raised.error.raised} & {*names}
            own = kind is None and "Exception" in names
            related = kind is not None and any(x is not None and issubclass(kind, x) for x in bases)
            if general or own or related:
                if one.name:
                    self.name(one.name, ScriptError(one.lineno, f"{one.name} can't be computed"))
                self.block(one.body)
                return
            if kind is None or None in bases:
                words = f"the arguments of {', '.join(names)} are not known"
                self._undecided([node], ScriptError(one.lineno, words))
                return
        raise raised

    def _with(self, node: ast.With) -> None:
        held = [self.soft(item.context_expr) for item in node.items]
        for item, one in zip(node.items, held, strict=True):
            if item.optional_vars is not None:
                self.store(item.optional_vars, one)
        try:
            self.trials += 1
            self.block(node.body)
        except Raised as raised:
            if not any(isinstance(one, ScriptError) for one in held):
                raise
            # What holds it may have taken the exception.
            self.spoil_names(node.body, raised.error)
        finally:
            self.trials -= 1

    # definitions, and other files

    def _define(self, node: ast.FunctionDef) -> None:
        made: Value = self.function(node)
        for word in node.decorator_list[::-1]:
            name = last_name(word)
            if name in BELONGS:
                made = BELONGS[name](made)
            elif name != "override":
                made = unrun(node, f"@{name}")
        self.name(node.name, made)

    def _define_class(self, node: ast.ClassDef) -> None:
        bases = [self.soft(one) for one in node.bases]
        bases = [one for one in bases if not (isinstance(one, Module) and one.path[-1] == "object")]
        made = Class(node.name, bases, {}, getattr(node, "values", False))
        data = not bases and [last_name(one) for one in node.decorator_list] == ["dataclass"]
        body = [*node.body, _initial(node)] if data else node.body
        self._inside(Frame(self.frame, names=made.names, owner=made), body)
        # Of an ancestor that it has twice, what it says would stand behind all others.
        twice = len(made.ancestors) > len(set(map(id, made.ancestors)))
        known = (data or not node.decorator_list) and not node.keywords and not twice
        word = f"@{last_name(node.decorator_list[0])}" if node.decorator_list else node.name
        self.name(node.name, made if known else ScriptError(node.lineno, f"{word} is not known"))

    def _inside(self, frame: Frame, statements: Sequence[ast.stmt]) -> None:
        outer, self.frame = self.frame, frame
        try:
            self.block(statements)
        finally:
            self.frame = outer

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        for one in node.names:
            name = one.asname or one.name.split(".")[0]
            if isinstance(node, ast.ImportFrom):
                held = self._imported(node, one)
            else:
                held = self._module(one.name if one.asname else name, node)
            unread = isinstance(held, Module) and held.path[0] not in KNOWN
            if unread or isinstance(held, ScriptError):
                self.doubt = self.doubt or ScriptError(node.lineno, f"{one.name} is not read")
            if one.name != "*":
                self.name(name, held)
            elif isinstance(held, ScriptError):
                self.spoil_all(held)

    def _imported(self, node: ast.ImportFrom, one: ast.alias) -> Value:
        """Return the value that a module gives for a name, or all of them for a star."""
        root = node.module or ""
        if node.level:
            package = self.frame.root.names.get("__name__", "").split(".")[: -node.level]
            root = ".".join([*package, root]).strip(".") if package or node.level == 1 else "?"
        held = self._module(root, node) if root else None
        if isinstance(held, Module) and held.path[0] in KNOWN and one.name != "*":
            return self.of_module((*held.path, one.name))
        if one.name == "*" and isinstance(held, Thing | Module) and (
            isinstance(held, Thing) or held.path[0] in KNOWN
        ):  # fmt: skip
            said = held.said if isinstance(held, Thing) else {
                # Names that mean something else there.
                path[1]: Module(tuple(path)) for path in
                (exact.split(".") for exact in self.language.functions)
                if len(path) == 2 and path[0] == held.path[0]
            }  # fmt: skip
            for key, value in said.items():
                if not key.startswith("_"):
                    self.name(key, value)
            return held
        if isinstance(held, Thing) and one.name in held.said:
            return held.said[one.name]
        inner = self._module(f"{root}.{one.name}".strip("."), node)
        if isinstance(inner, Thing):
            return inner
        words = f"{one.asname or one.name} comes from {root or '.'}, which is not read"
        return held if isinstance(held, ScriptError) else ScriptError(node.lineno, words)

    def _module(self, name: str, node: ast.stmt) -> Value:
        """Return a module, the names of a file next to the script, or the reason for a failure."""
        if name not in self.files and name.split(".")[0] not in KNOWN:
            found = self.caught(node, lambda: self.beside(name))
            if len(self.files) >= MOST_FILES:
                found = ScriptError(node.lineno, "the script imports more files than RVS reads")
            self.files[name] = found
            if isinstance(found, ScriptError):
                self.files[name] = ScriptError(node.lineno, f"{name}: {found.message}")
            elif found is not None:
                frame = Frame(names={"__name__": name})
                self.files[name] = Thing(Module((name,)), node.lineno, frame.names)
                self._inside(frame, found)
        return self.files.get(name) or Module(tuple(name.split(".")))

    # names that change

    def _elsewhere(self, node: ast.Global | ast.Nonlocal) -> None:
        for name in node.names:
            frame: Any = self.frame.outer
            if isinstance(node, ast.Nonlocal):
                frame = (frame and frame.holder(name)) or self.frame.root
            elif self.language.matlab:
                frame = self.shared
                frame.names.setdefault(name, np.zeros((0, 0)))
            else:
                frame = self.frame.root
            if frame is not self.frame:
                self.frame.elsewhere[name] = frame

    def _augment(self, node: ast.AugAssign) -> None:
        held, more = self.soft(node.target), self.soft(node.value)
        if isinstance(held, list) and isinstance(node.op, ast.Add):
            more = self.caught(node.value, lambda: list(each(self.known(more))))
        found = self.caught(
            node, lambda: self.combined(node.op, self.known(held), self.known(more))
        )
        if isinstance(held, list) and isinstance(found, list):
            held[:] = found
            found = held
        elif (
            isinstance(held, np.ndarray)
            and isinstance(found, np.ndarray | int | float)
            and np.shape(found) == held.shape
            and np.can_cast(np.asarray(found).dtype, held.dtype, "same_kind")
        ):
            held[...] = found
            found = held
        elif isinstance(held, np.ndarray | list | dict | set):
            found = found if isinstance(found, ScriptError) else unknown(node)
            self.spoil(held, found)
        self.store(node.target, found)

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
                    self.spoil_target(target, unknown(target))


def _initial(node: ast.ClassDef) -> ast.FunctionDef:
    """Return the function that sets the members of a dataclass."""
    fields = [one for one in node.body if isinstance(one, ast.AnnAssign)]
    names = [one.target.id for one in fields if isinstance(one.target, ast.Name)]
    self_, given = ast.Name("self", ast.Load()), [ast.arg(name) for name in ("self", *names)]
    body: list[ast.stmt] = [
        ast.Assign([ast.Attribute(self_, name, ast.Store())], ast.Name(name, ast.Load()))
        for name in names
    ]
    if any(getattr(one, "name", "") == "__post_init__" for one in node.body):
        body.append(ast.Expr(ast.Call(ast.Attribute(self_, "__post_init__", ast.Load()), [], [])))
    usual = [one.value for one in fields if one.value is not None]
    made = ast.FunctionDef(
        "__init__", ast.arguments([], given, None, [], [], None, usual), body, []
    )
    made.lineno = node.lineno
    return ast.fix_missing_locations(made)


def _ends(statements: Sequence[ast.stmt]) -> bool:
    # MATLAB's may be empty.
    last = statements[-1] if statements else None
    call = getattr(last, "value", None)
    return isinstance(last, ast.Raise) or (
        isinstance(call, ast.Call) and last_name(call.func) in ENDS
    )


def _leave(nodes: Sequence[ast.AST], error: ScriptError) -> None:
    """Treat the code after a possible exit as unknown to the same extent."""
    walked = [one for top in nodes for one in ast.walk(top)]
    for kind, leaves in LEAVES:
        if any(isinstance(one, leaves) for one in walked):
            raise Done(kind, error) from error
