"""Scripts of MATLAB as the syntax tree that ``Script`` works out, by MATLAB's own grammar."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import Any

from rvs.files.tables.script_objects import Broken, Place
from rvs.files.tables.script_values import ScriptError

OPERATORS: dict[str, type[ast.AST] | str] = {
    "+": ast.Add, "-": ast.Sub, "*": ast.MatMult, ".*": ast.Mult, "./": ast.Div, "/": "mrdivide",
    "^": "mpower", ".^": ast.Pow, "==": ast.Eq, "~=": ast.NotEq, "!=": ast.NotEq, "<": ast.Lt,
    "<=": ast.LtE, ">": ast.Gt, ">=": ast.GtE, "&&": ast.And, "||": ast.Or, "&": ast.BitAnd,
    "|": ast.BitOr,
}  # fmt: skip
# Words of Octave for MATLAB's, as long as they are.
_OCTAVE = re.compile(r"^(\s*)(end)(?:if|for|while|function|switch)\b|^(\s*)#", re.MULTILINE)
# What Octave writes to change a value; MATLAB itself does not know it.
_CHANGES = re.compile(r"(\w+(?:\([^=()]*\))?)\s*([-+*/])=(?!=)([^=;]+);?$")
LEFT_OUT = ("comment", "line_continuation", ";", ",", "(", ")", "[", "]", "{", "}", "\n")


class _Unreadable(Exception):
    """Something that the grammar does not know."""


def statements(text: str) -> Sequence[ast.stmt]:
    """Return the statements of a script of MATLAB; its functions come first.

    Raises:
        ScriptError: It lies too deep to be read.
    """
    from tree_sitter import Language, Parser
    from tree_sitter_matlab import language

    plain = _OCTAVE.sub(
        lambda found: (found[1] or "") + ("end" if found[2] else (found[3] or "") + "%"), text
    )
    tree = Parser(Language(language())).parse(f"{plain}\n".encode("utf-8", "replace"))
    try:
        found = list(_block(tree.root_node.children))
    except RecursionError as error:
        raise ScriptError(0, "is too deep to be read") from error
    functions = [one for one in found if isinstance(one, ast.FunctionDef)]
    others = [one for one in found if not isinstance(one, ast.FunctionDef)]
    if functions and not others:
        # A file of functions means the first of them.
        others = [
            _at(
                ast.Expr(_at(Place(_name(functions[0].name)), functions[0])),
                functions[0],
            )
        ]
    return [*functions, *others]


def _block(nodes: Sequence[Any]) -> Iterator[ast.stmt]:
    for node in nodes:
        if node.type in LEFT_OUT or not (node.is_named or node.type == "ERROR"):
            continue
        changed = _CHANGES.match((node.text or b"").decode("utf-8", "replace"))
        try:
            if changed and node.type in ("command", "binary_operator"):
                name, sign, rest = changed.groups()
                for made in statements(f"{name} = {name} {sign} ({rest});"):
                    yield _moved(made, node)
                continue
            yield from _statement(node)
        except _Unreadable:
            broken = Broken()
            broken.names = sorted(
                {
                    one.text.decode()
                    for one in _walk(node)
                    if one.type in ("identifier", "command_name")
                }
            )
            yield _at(broken, node)


def _walk(node: Any) -> Iterator[Any]:
    waiting = [node]
    while waiting:
        yield (one := waiting.pop())
        waiting.extend(one.children)


def _at(made: Any, node: Any) -> Any:
    """A node of the tree with the line of what it was made of, and its words."""
    made.lineno = getattr(node, "lineno", None) or node.start_point[0] + 1
    made.col_offset = 0
    if hasattr(node, "start_point"):
        made.text = (node.text or b"")[:200].decode("utf-8", "replace")
    return made


def _name(name: str, store: bool = False) -> ast.Name:
    return ast.Name(name, ast.Store() if store else ast.Load())


def _parts(node: Any) -> list[Any]:
    return [one for one in node.children if one.type not in LEFT_OUT]


def _statement(node: Any) -> Iterator[ast.stmt]:
    parts = _parts(node)
    match node.type:
        case "assignment":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            yield _at(ast.Assign([_target(left)], _value(right)), node)
        case "if_statement":
            yield from _if(node, parts)
        case "for_statement" | "while_statement":
            yield _loop(node, parts)
        case "switch_statement":
            yield from _switch(node, parts)
        case "try_statement":
            yield from _inside(parts)
        case "function_definition":
            yield _function(node)
        case "command":
            yield from _command(node)
        case "break_statement" | "continue_statement":
            yield _at(ast.Break() if node.type[0] == "b" else ast.Continue(), node)
        case "return_statement":
            yield _at(ast.Return(None), node)
        case "global_operator" | "persistent_operator" | "class_definition":
            raise _Unreadable
        case "block":
            yield from _block(node.children)
        case _:
            yield _at(ast.Expr(_value(node)), node)


def _inside(parts: Sequence[Any]) -> list[ast.stmt]:
    if any(one.type == "ERROR" for one in parts):
        raise _Unreadable
    return [made for one in parts if one.type == "block" for made in _block(one.children)]


def _if(node: Any, parts: Sequence[Any]) -> Iterator[ast.stmt]:
    body = _inside(parts)
    made = _at(ast.If(_value(node.child_by_field_name("condition")), body, []), node)
    innermost = made
    for clause in parts:
        if clause.type == "elseif_clause":
            inner = _at(
                ast.If(
                    _value(clause.child_by_field_name("condition")), _inside(_parts(clause)), []
                ),
                clause,
            )
            innermost.orelse, innermost = [inner], inner
        elif clause.type == "else_clause":
            innermost.orelse = _inside(_parts(clause))
    yield made


def _loop(node: Any, parts: Sequence[Any]) -> Any:
    body = _inside(parts)
    if node.type == "while_statement":
        return _at(ast.While(_value(node.child_by_field_name("condition")), body, []), node)
    head = next(one for one in parts if one.type == "iterator")
    name, *_, values = _parts(head)
    return _at(ast.For(_target(name), _value(values), body, []), node)


def _switch(node: Any, parts: Sequence[Any]) -> Iterator[ast.stmt]:
    subject = _value(node.child_by_field_name("condition"))
    clauses = [one for one in parts if one.type in ("case_clause", "otherwise_clause")]
    rest: list[ast.stmt] = []
    for clause in reversed(clauses):
        body = _inside(_parts(clause))
        if clause.type == "otherwise_clause":
            rest = body
            continue
        case = clause.child_by_field_name("condition")
        words = _value(case)
        many = (
            [one for row in words.args[0].elts for one in row.elts]
            if case.type == "cell"
            else [words]
        )
        tests = [_at(ast.Compare(subject, [ast.Eq()], [one]), clause) for one in many]
        rest = [_at(ast.If(_at(ast.BoolOp(ast.Or(), tests), clause), body, rest), clause)]
    yield from rest


def _function(node: Any) -> ast.stmt:
    given = next((one for one in node.children if one.type == "function_arguments"), None)
    names = [one.text.decode() for one in _parts(given)] if given else []
    rest = names.pop() if names[-1:] == ["varargin"] else None
    said = ast.arguments(
        [], [ast.arg(one) for one in names], ast.arg(rest) if rest else None, [], [], None, []
    )
    name = node.child_by_field_name("name").text.decode()
    made = _at(ast.FunctionDef(name, said, _inside(_parts(node)), []), node)
    out = next((one for one in node.children if one.type == "function_output"), None)
    made.outputs = (
        [one.text.decode() for one in _walk(out) if one.type == "identifier"][::-1] if out else []
    )
    return made  # type: ignore[no-any-return]


def _command(node: Any) -> Iterator[ast.stmt]:
    word, *words = (one.text.decode("utf-8", "replace") for one in node.children)
    match word:
        case "clear" | "clearvars":
            names = [one for one in words if one.isidentifier() and one not in ("all", "classes")]
            targets: list[ast.expr] = [_name(one) for one in names] or (
                [_name("*")] if not words or "all" in words else []
            )
            yield _at(ast.Delete(targets), node)
        case "syms" | "sym" | "load" | "global" | "persistent":
            broken = Broken()
            broken.names = words
            broken.why = f"the values of {word} can't be worked out without running it"
            yield _at(broken, node)


def _moved(made: ast.stmt, node: Any) -> ast.stmt:
    for one in ast.walk(made):
        one.lineno = node.start_point[0] + 1  # type: ignore[attr-defined]
    return made


def _target(node: Any) -> ast.expr:
    match node.type:
        case "identifier":
            return _at(_name(node.text.decode(), True), node)  # type: ignore[no-any-return]
        case "ignored_argument":
            return _at(_name("~", True), node)  # type: ignore[no-any-return]
        case "multioutput_variable":
            return _at(ast.Tuple([_target(one) for one in _parts(node)], ast.Store()), node)  # type: ignore[no-any-return]
    made = _value(node)
    if not isinstance(made, Place | ast.Attribute):
        raise _Unreadable
    made.ctx = ast.Store()
    return made


def _value(node: Any) -> Any:
    if node is None or node.type == "ERROR" or node.is_missing:
        raise _Unreadable
    return _at(_made(node, _parts(node)), node)


def _call(name: str, *args: ast.expr) -> ast.expr:
    return Place(_name(name), *args)


def _made(node: Any, parts: list[Any]) -> ast.expr:
    match node.type:
        case "number":
            return ast.Constant(float(node.text))
        case "string":
            sign = node.text[:1].decode()
            return ast.Constant(node.text[1:-1].decode("utf-8", "replace").replace(sign * 2, sign))
        case "identifier":
            return _name(node.text.decode())
        case "end_keyword":
            return _name("end")
        case "boolean":
            return ast.Constant(node.text == b"true")
        case "parenthesis":
            return _value(parts[0])  # type: ignore[no-any-return]
        case "binary_operator" | "comparison_operator" | "boolean_operator":
            return _operation(node)
        case "unary_operator":
            sign = ast.USub() if node.children[0].type == "-" else ast.UAdd()
            return ast.UnaryOp(sign, _value(node.child_by_field_name("operand")))
        case "not_operator":
            return ast.UnaryOp(ast.Not(), _value(parts[-1]))
        case "postfix_operator":
            return _at(_call("transpose", _value(node.child_by_field_name("operand"))), node)  # type: ignore[no-any-return]
        case "range":
            return _call("colon", *(_value(one) for one in parts if one.type != ":"))
        case "matrix" | "cell":
            return _rows(node, parts)
        case "function_call":
            return _brackets(node)
        case "field_expression":
            return _field(node, parts)
        case "lambda":
            return _lambda(node)
        case "spread_operator":
            return ast.Slice(None, None, None)
    raise _Unreadable


def _operation(node: Any) -> ast.expr:
    parts = [one for one in node.children if one.type not in ("comment", "line_continuation")]
    if len(parts) != 3:
        raise _Unreadable
    left, sign, right = parts
    kind = OPERATORS.get(sign.type)
    if kind is None:
        raise _Unreadable
    values = _value(left), _value(right)
    if isinstance(kind, str):
        return _call(kind, *values)
    if kind in (ast.And, ast.Or):
        return ast.BoolOp(kind(), list(values))
    if issubclass(kind, ast.cmpop):
        return ast.Compare(values[0], [kind()], [values[1]])
    return ast.BinOp(values[0], kind(), values[1])  # type: ignore[arg-type]


def _rows(node: Any, parts: list[Any]) -> ast.expr:
    if any(one.type != "row" for one in parts):
        raise _Unreadable
    rows = [_at(ast.List([_value(one) for one in _parts(row)], ast.Load()), row) for row in parts]
    kind = "matrix" if node.type == "matrix" else "cells"
    return ast.Call(_at(_name(kind), node), [_at(ast.List(rows, ast.Load()), node)], [])


def _brackets(node: Any) -> ast.expr:
    given = next((one for one in node.children if one.type == "arguments"), None)
    made = Place(_value(node.child_by_field_name("name")))
    made.curly = any(one.type == "{" for one in node.children)
    waiting = _parts(given) if given else []
    if given is not None and any(one.type == "ERROR" for one in given.children):
        raise _Unreadable
    while waiting:
        one = waiting.pop(0)
        if waiting and waiting[0].type == "=":
            waiting.pop(0)
            made.keywords.append(ast.keyword(one.text.decode(), _value(waiting.pop(0))))
        elif one.type in (":", "spread_operator"):
            made.places.append(_at(ast.Slice(None, None, None), one))
        else:
            made.places.append(_value(one))
    return made


def _field(node: Any, parts: list[Any]) -> ast.expr:
    made = _value(parts[0])
    for one in parts[1:]:
        if one.type == ".":
            continue
        if one.type == "identifier":
            made = _at(ast.Attribute(made, one.text.decode(), ast.Load()), node)
        elif one.type == "function_call":
            inner = _brackets(one)
            if not isinstance(inner.value, ast.Name):  # type: ignore[attr-defined]
                raise _Unreadable
            inner.value = _at(ast.Attribute(made, inner.value.id, ast.Load()), node)  # type: ignore[attr-defined]
            made = _at(inner, node)
        else:
            raise _Unreadable
    return made  # type: ignore[no-any-return]


def _lambda(node: Any) -> ast.expr:
    given = next((one for one in node.children if one.type == "arguments"), None)
    names = [ast.arg(one.text.decode()) for one in _parts(given)] if given else []
    return ast.Lambda(
        ast.arguments([], names, None, [], [], None, []),
        _value(node.child_by_field_name("expression")),
    )
