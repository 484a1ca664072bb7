"""Scripts of MATLAB as the syntax tree that ``Script`` works out, by MATLAB's own grammar."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import Any

from rvs.files.tables.script_objects import Broken, Place
from rvs.files.tables.script_values import ScriptError, Text

OPERATORS: dict[str, type[ast.AST] | str] = {
    "+": ast.Add, "-": ast.Sub, "*": ast.MatMult, ".*": ast.Mult, "./": ast.Div, "/": "mrdivide",
    "^": "mpower", ".^": ast.Pow, "==": ast.Eq, "~=": ast.NotEq, "<": ast.Lt, "<=": ast.LtE,
    ">": ast.Gt, ">=": ast.GtE, "&&": ast.And, "||": ast.Or, "&": "and_", "|": "or_",
}  # fmt: skip
# Words of Octave for MATLAB's, as long as they are.
_OCTAVE = re.compile(r"^(\s*)(end)(?:if|for|while|function|switch)\b|^(\s*)#", re.MULTILINE)
_SIGNS = re.compile(r"^(?=[^'\"\n]*[!#])[^'\"\n]+$", re.MULTILINE)
# The point of a whole number that belongs to the sign behind it.
_POINTS = re.compile(r"(?<![\w.])(\d+)(?=\.[*/^\\])")
# What Octave writes to change a value; MATLAB itself does not know it.
_CHANGES = re.compile(r"(\w+(?:\([^=()]*\))?)\s*(?:([-+*/])=(?!=)([^=;]+)|(\+\+|--));?$")
POWERS = ("^", ".^")
# Commands whose words are names that get values, or files that give them.
GIVERS = ("syms", "sym", "persistent")
LEFT_OUT = ("comment", "line_continuation", ";", ",", "(", ")", "[", "]", "{", "}", "\n")


LEAVES = (
    "assignment",
    "binary_operator",
    "comparison_operator",
    "boolean_operator",
    "function_call",
)


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
    plain = _SIGNS.sub(lambda found: found[0].replace("!", "~").replace("#", "%"), plain)
    plain = _POINTS.sub(r"\1.0", plain)
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
    # What can't be read next to a statement belongs to it.
    broken = {one.start_point[0] for one in nodes if one.type == "ERROR"}
    for node in nodes:
        if node.type in LEFT_OUT or not (node.is_named or node.type == "ERROR"):
            continue
        changed = _CHANGES.match((node.text or b"").decode("utf-8", "replace"))
        try:
            if changed and node.type in ("command", "binary_operator"):
                name, sign, rest, step = changed.groups()
                for made in statements(f"{name} = {name} {sign or step[0]} ({rest or 1});"):
                    for one in ast.walk(made):
                        one.lineno = node.start_point[0] + 1  # type: ignore[attr-defined]
                    yield made
                continue
            if node.end_point[0] in broken or (node.has_error and node.type in LEAVES):
                raise _Unreadable
            yield from _statement(node)
        except _Unreadable:
            names = {"identifier", "command_name"}
            yield _broken(
                node, sorted({one.text.decode() for one in _walk(node) if one.type in names})
            )


def _broken(node: Any, names: Sequence[str], why: str = Broken.why) -> Broken:
    found = Broken()
    found.names, found.why = names, why
    return _at(found, node)  # type: ignore[no-any-return]


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
            yield _tried(node, parts)
        case "function_definition":
            yield _function(node)
        case "command":
            yield from _command(node)
        case "break_statement" | "continue_statement":
            yield _at(ast.Break() if node.type[0] == "b" else ast.Continue(), node)
        case "return_statement":
            yield _at(ast.Return(None), node)
        case "global_operator":
            yield _at(ast.Global([one.text.decode() for one in parts[1:]]), node)
        case "persistent_operator" | "class_definition":
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


def _tried(node: Any, parts: Sequence[Any]) -> ast.stmt:
    clause = next((one for one in parts if one.type == "catch_clause"), None)
    inner = _parts(clause) if clause else []
    name = next((one.text.decode() for one in inner if one.type == "identifier"), None)
    handler = _at(ast.ExceptHandler(None, name, _inside(inner)), clause or node)
    return _at(ast.Try(_inside(parts), [handler], [], []), node)  # type: ignore[no-any-return]


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
    if word in ("clear", "clearvars"):
        names = [one for one in words if one.isidentifier() and one not in ("all", "classes")]
        targets: list[ast.expr] = [_name(one) for one in names] or (
            [_name("*")] if not words or "all" in words else []
        )
        yield _at(ast.Delete(targets), node)
    elif word in GIVERS:
        yield _broken(node, words, f"the values of {word} can't be worked out without running it")
    elif words:
        # Words of a command are texts.
        texts = [ast.Constant(one) for one in words]
        yield _at(ast.Expr(_at(Place(_at(_name(word), node), *texts), node)), node)
    else:
        yield _at(ast.Expr(_at(_name(word), node)), node)


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
            try:
                return ast.Constant(float(node.text))
            except ValueError as error:
                # It is imaginary.
                raise _Unreadable from error
        case "string":
            sign = node.text[:1].decode()
            text = node.text[1:-1].decode("utf-8", "replace").replace(sign * 2, sign)
            if sign == '"' and "\\" in text:
                # It stands for itself in MATLAB and not in Octave.
                raise _Unreadable
            return ast.Constant(Text(text) if sign == '"' else text)
        case "identifier":
            return _name(node.text.decode())
        case "handle_operator":
            return _value(parts[-1])  # type: ignore[no-any-return]
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
    if sign.type in POWERS:
        return _powers(node)
    return _combined(sign.type, _value(left), _value(right))


def _combined(sign: str, left: ast.expr, right: ast.expr) -> ast.expr:
    kind = OPERATORS.get(sign)
    if kind is None:
        raise _Unreadable
    if isinstance(kind, str):
        return _call(kind, left, right)
    if kind in (ast.And, ast.Or):
        return ast.BoolOp(kind(), [left, right])
    if issubclass(kind, ast.cmpop):
        return ast.Compare(left, [kind()], [right])
    return ast.BinOp(left, kind(), right)  # type: ignore[arg-type]


def _powers(node: Any) -> ast.expr:
    """A chain of powers: the grammar takes it from the right and signs first, MATLAB does not."""
    bases, signs, minus = [], [], 0
    while node.type == "binary_operator" and node.children[1].type in POWERS:
        base, sign, node = node.children
        if not bases:
            while base.type in ("unary_operator", "not_operator"):
                if base.type == "not_operator":
                    raise _Unreadable
                minus += base.children[0].type == "-"
                base = base.children[-1]
        bases.append(base)
        signs.append(sign.type)
    found = _value(bases[0])
    for sign, one in zip(signs, [*bases[1:], node], strict=True):
        found = _at(_combined(sign, found, _value(one)), one)
    return ast.UnaryOp(ast.USub(), _at(found, bases[0])) if minus % 2 else found


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
