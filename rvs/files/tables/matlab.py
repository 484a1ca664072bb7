"""The syntax tree of MATLAB scripts, by MATLAB's own grammar."""

from __future__ import annotations

import ast
import re
import time
from collections.abc import Iterator, Sequence
from typing import Any

from rvs.files.tables.script_objects import Broken, Place
from rvs.files.tables.script_values import ScriptError, Text

OPERATORS: dict[str, type[ast.AST] | str] = {
    "+": ast.Add, "-": ast.Sub, "*": ast.MatMult, ".*": ast.Mult, "./": ast.Div, "/": "mrdivide",
    "^": "mpower", ".^": ast.Pow, "==": ast.Eq, "~=": ast.NotEq, "<": ast.Lt, "<=": ast.LtE,
    ">": ast.Gt, ">=": ast.GtE, "&&": ast.And, "||": ast.Or, "&": "and_", "|": "or_",
}  # fmt: skip
# Words of Octave for MATLAB's, as long as they are, and its signs in lines without texts.
_OCTAVE = re.compile(r"^([^\S\n]*)(?:(end)(?:if|for|while|function|switch)\b|#)", re.MULTILINE)
_SIGNS = re.compile(r"^(?=[^'\"\n]*[!#])[^'\"\n]+$", re.MULTILINE)
# The point of a whole number that belongs to the sign behind it.
_POINTS = re.compile(r"(?<![\w.])(\d+)(?=\.[*/^\\])")
# What Octave writes to change a value; MATLAB itself does not know it.
_CHANGES = re.compile(r"(\w+(?:\([^=()]*\))?)\s*(?:([-+*/])=(?!=)([^=;]+)|(\+\+|--));?$")
POWERS = ("^", ".^")
# Seconds of the processor for the grammar, and bytes that it is handed at a time: whole pieces are
# copied for the text of every node.
PATIENCE, PIECE = 3.0, 1_024
TANGLED = "takes too long to read; check that all its brackets and comments are closed"
# Commands whose words are names that get values.
GIVERS = ("syms", "sym", "persistent")
LEFT_OUT = ("comment", "line_continuation", ";", ",", "(", ")", "[", "]", "{", "}", "\n")
# Statements that are broken where anything in them is.
LEAVES = ("assignment", "function_call", "binary_operator", "comparison_operator", "lambda")
NO_STATEMENTS = ("persistent_operator",)


class _Unreadable(Exception):
    """Syntax that the grammar does not recognise."""


def statements(text: str) -> Sequence[ast.stmt]:
    """Return the statements of a MATLAB script; its functions precede the others.

    Raises:
        ScriptError: It is nested too deeply, or a bracket in it is not closed.
    """
    from tree_sitter import Language, Parser
    from tree_sitter_matlab import language

    plain = _OCTAVE.sub(lambda one: one[1] + ("end" if one[2] else "%"), text)
    plain = _SIGNS.sub(lambda one: one[0].replace("!", "~").replace("#", "%"), plain)
    plain = _POINTS.sub(r"\1.0", plain)
    data = f"{plain}\n".encode("utf-8", "replace")
    began = time.process_time()
    try:
        # Brackets and comments that are never closed take the square of their number.
        tree = Parser(Language(language())).parse(
            lambda start, _: data[start : start + PIECE],
            progress_callback=lambda *_: time.process_time() - began > PATIENCE,
        )
    except ValueError as error:
        raise ScriptError(0, TANGLED) from error
    try:
        found = list(_block(tree.root_node.children))
    except RecursionError as error:
        raise ScriptError(0, "is nested too deeply") from error
    functions = [one for one in found if isinstance(one, ast.FunctionDef)]
    others = [one for one in found if not isinstance(one, ast.FunctionDef)]
    if functions and not others:
        # A file of functions means the first of them.
        first = functions[0]
        others = [_at(ast.Expr(_at(Place(_name(first.name)), first)), first)]
    return [*functions, *others]


def _block(nodes: Sequence[Any]) -> Iterator[ast.stmt]:
    # What can't be read next to a statement belongs to it.
    broken = {one.start_point[0] for one in nodes if one.type == "ERROR"}
    for node in nodes:
        if node.type in LEFT_OUT or not (node.is_named or node.type == "ERROR"):
            continue
        changed = _CHANGES.match(_text(node))
        if changed and node.type in ("command", "binary_operator"):
            name, sign, rest, step = changed.groups()
            made = statements(f"{name} = {name} {sign or step[0]} ({rest or 1});")
            for one in (inner for outer in made for inner in ast.walk(outer)):
                one.lineno = node.start_point[0] + 1  # type: ignore[attr-defined]
            # With anything else in it, it is not a change.
            yield made[0] if len(made) == 1 else _broken(node, [name.partition("(")[0]])
            continue
        try:
            if node.end_point[0] in broken or (node.has_error and node.type in LEAVES):
                raise _Unreadable
            made = _statement(node)
            yield from made if isinstance(made, list) else [_at(made, node)]
        except _Unreadable:
            names = {"identifier", "command_name"}
            yield _broken(node, sorted({_text(one) for one in _walk(node) if one.type in names}))


def _broken(node: Any, names: Sequence[str], why: str = Broken.why) -> Any:
    found = Broken()
    found.names, found.why = names, why
    return _at(found, node)


def _walk(node: Any) -> Iterator[Any]:
    waiting = [node]
    while waiting:
        yield (one := waiting.pop())
        waiting.extend(one.children)


def _at(made: Any, node: Any) -> Any:
    """Return a node of the tree with the line and the words of its source."""
    made.lineno = getattr(node, "lineno", None) or node.start_point[0] + 1
    made.col_offset = 0
    if hasattr(node, "start_point"):
        made.text = _text(node)[:200]
    return made


def _text(node: Any) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def _name(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _parts(node: Any) -> list[Any]:
    return [one for one in node.children if one.type not in LEFT_OUT] if node else []


def _first(node: Any, kind: str) -> Any:
    return next((one for one in node.children if one.type == kind), None)


def _words(node: Any) -> list[str]:
    return [_text(one) for one in _walk(node) if one.type == "identifier"][::-1] if node else []


def _statement(node: Any) -> Any:
    kind, parts = node.type.removesuffix("_statement"), _parts(node)
    match kind:
        case "assignment":
            return ast.Assign([_target(node.child_by_field_name("left"))], _part(node, "right"))
        case "if" | "switch":
            return (_branches if kind == "if" else _cases)(node, parts)
        case "for":
            name, *_, values = _parts(_first(node, "iterator"))
            return ast.For(_target(name), _value(values), _inside(parts), [])
        case "while":
            return ast.While(_part(node, "condition"), _inside(parts), [])
        case "try":
            clause = _first(node, "catch_clause")
            name = _first(clause, "identifier") if clause else None
            taken = ast.ExceptHandler(None, name and _text(name), _inside(_parts(clause)))
            return ast.Try(_inside(parts), [_at(taken, node)], [], [])
        case "function_definition":
            return _function(node, parts)
        case "class_definition":
            return _class(node)
        case "command":
            return _command(node)
        case "break" | "continue":
            return ast.Break() if kind == "break" else ast.Continue()
        case "return":
            return ast.Return(None)
        case "global_operator":
            return ast.Global([_text(one) for one in parts[1:]])
        case "block":
            return list(_block(node.children))
        case _ if kind in NO_STATEMENTS:
            raise _Unreadable
    return ast.Expr(_value(node))


def _inside(parts: Sequence[Any]) -> list[ast.stmt]:
    if any(one.type == "ERROR" for one in parts):
        raise _Unreadable
    return [made for one in parts if one.type == "block" for made in _block(one.children)]


def _branches(node: Any, parts: Sequence[Any]) -> Any:
    last = made = ast.If(_part(node, "condition"), _inside(parts), [])
    for clause in parts:
        if clause.type == "elseif_clause":
            inner = ast.If(_part(clause, "condition"), _inside(_parts(clause)), [])
            last.orelse, last = [_at(inner, clause)], inner
        elif clause.type == "else_clause":
            last.orelse = _inside(_parts(clause))
    return made


def _cases(node: Any, parts: Sequence[Any]) -> list[ast.stmt]:
    rest: list[ast.stmt] = []
    for clause in reversed(parts):
        body = _inside(_parts(clause))
        if clause.type == "otherwise_clause":
            rest = body
        elif clause.type == "case_clause":
            words = _part(clause, "condition")
            many = clause.child_by_field_name("condition").type == "cell"
            cases = [one for row in words.args[0].elts for one in row.elts] if many else [words]
            subject = _part(node, "condition")
            tests = [_at(ast.Compare(subject, [ast.Eq()], [one]), clause) for one in cases]
            rest = [_at(ast.If(_at(ast.BoolOp(ast.Or(), tests), clause), body, rest), clause)]
    return rest


def _function(node: Any, parts: Sequence[Any]) -> Any:
    names = [_text(one) for one in _parts(_first(node, "function_arguments"))]
    rest = ast.arg(names.pop()) if names[-1:] == ["varargin"] else None
    given = ast.arguments([], [ast.arg(one) for one in names], rest, [], [], None, [])
    made = ast.FunctionDef(_text(node.child_by_field_name("name")), given, _inside(parts), [])
    made.outputs = _words(_first(node, "function_output"))  # type: ignore[attr-defined]
    return made


def _class(node: Any) -> Any:
    """Return a class; without a base class handle, its objects are values."""
    name = _text(_first(node, "identifier"))
    bases = _words(_first(node, "superclasses"))
    body: list[ast.stmt] = []
    for part in (one for one in node.children if one.type in ("properties", "methods")):
        static = any(_text(one).startswith("Static") for one in _parts(_first(part, "attributes")))
        for one in part.children:
            if one.type == "property":
                value = _first(one, "default_value")
                held = _value(_parts(value)[-1]) if value else ast.Constant(None)
                word = _first(one, "identifier") or _first(one, "property_name")
                body.append(_at(ast.Assign([_target(word)], held), one))
            elif one.type == "function_definition":
                body.append(_at(_of_class(_function(one, _parts(one)), name, static), one))
    made = ast.ClassDef(name, [_name(one) for one in bases if one != "handle"], [], body, [])
    made.values = "handle" not in bases  # type: ignore[attr-defined]
    for base in made.bases:
        _at(base, node)
    return made


def _of_class(made: Any, owner: str, static: bool) -> Any:
    """Return a function of a class; a constructor is handed the object that it gives."""
    if made.name == owner:
        made.name = "__init__"
        made.args.args.insert(0, ast.arg(made.outputs[0]))
    elif static:
        made.decorator_list.append(_name("staticmethod"))
    return made


def _command(node: Any) -> Any:
    word, *words = map(_text, node.children)
    if word in ("clear", "clearvars"):
        names = [one for one in words if one.isidentifier() and one not in ("all", "classes")]
        every = ["*"] if not words or "all" in words else []
        return ast.Delete([_name(one) for one in names or every])
    if word in GIVERS:
        return _broken(node, words, f"the values of {word} can't be computed without running it")
    # Words of a command are texts.
    head = _at(_name(word), node)
    return ast.Expr(_at(Place(head, *map(ast.Constant, words)), node) if words else head)


def _target(node: Any) -> Any:
    if node.type == "multioutput_variable":
        return _at(ast.Tuple([_target(one) for one in _parts(node)], ast.Store()), node)
    made = _at(_name("~"), node) if node.type == "ignored_argument" else _value(node)
    if not isinstance(made, ast.Name | Place | ast.Attribute):
        raise _Unreadable
    made.ctx = ast.Store()
    return made


def _part(node: Any, field: str) -> Any:
    return _value(node.child_by_field_name(field))


def _value(node: Any) -> Any:
    if node is None or node.type == "ERROR" or node.is_missing:
        raise _Unreadable
    return _at(_made(node, _parts(node)), node)


def _made(node: Any, parts: list[Any]) -> Any:
    match node.type:
        case "number":
            try:
                return ast.Constant(float(node.text))
            except ValueError as error:
                # It is imaginary.
                raise _Unreadable from error
        case "string":
            sign, text = _text(node)[0], _text(node)[1:-1]
            if sign == '"' and "\\" in text:
                # It stands for itself in MATLAB and not in Octave.
                raise _Unreadable
            text = text.replace(sign * 2, sign)
            return ast.Constant(Text(text) if sign == '"' else text)
        case "identifier" | "end_keyword":
            return _name(_text(node))
        case "handle_operator" | "parenthesis":
            return _value(parts[-1])
        case "boolean":
            return ast.Constant(_text(node) == "true")
        case "binary_operator" | "comparison_operator" | "boolean_operator":
            return _operation(node)
        case "unary_operator" | "not_operator":
            signs = {"-": ast.USub, "+": ast.UAdd}
            return ast.UnaryOp(signs.get(node.children[0].type, ast.Not)(), _value(parts[-1]))
        case "postfix_operator":
            return Place(_name("transpose"), _part(node, "operand"))
        case "range":
            return Place(_name("colon"), *(_value(one) for one in parts if one.type != ":"))
        case "matrix" | "cell":
            rows = [ast.List([_value(x) for x in _parts(row)], ast.Load()) for row in parts]
            if any(row.type != "row" for row in parts):
                raise _Unreadable
            head = _at(_name("matrix" if node.type == "matrix" else "cells"), node)
            held = [_at(one, row) for one, row in zip(rows, parts, strict=True)]
            return ast.Call(head, [_at(ast.List(held, ast.Load()), node)], [])
        case "function_call":
            return _brackets(node)
        case "field_expression":
            return _field(node, parts)
        case "lambda":
            names = [ast.arg(_text(one)) for one in _parts(_first(node, "arguments"))]
            given = ast.arguments([], names, None, [], [], None, [])
            return ast.Lambda(given, _part(node, "expression"))
        case "spread_operator":
            return ast.Slice(None, None, None)
    raise _Unreadable


def _operation(node: Any) -> Any:
    parts = _parts(node)
    if len(parts) != 3:
        raise _Unreadable
    left, sign, right = parts
    if sign.type in POWERS:
        return _powers(node)
    return _combined(sign.type, _value(left), _value(right))


def _combined(sign: str, left: ast.expr, right: ast.expr) -> Any:
    kind = OPERATORS.get(sign)
    if kind is None:
        raise _Unreadable
    if isinstance(kind, str):
        return Place(_name(kind), left, right)
    if kind in (ast.And, ast.Or):
        return ast.BoolOp(kind(), [left, right])
    if issubclass(kind, ast.cmpop):
        return ast.Compare(left, [kind()], [right])
    return ast.BinOp(left, kind(), right)  # type: ignore[arg-type]


def _powers(node: Any) -> Any:
    """Return a chain of powers, grouped from the right, signs first, unlike in MATLAB."""
    powers: list[tuple[str, Any]] = []
    while node.type == "binary_operator" and (parts := _parts(node))[1].type in POWERS:
        base, sign, node = parts
        powers.append((sign.type, base))
    (_, base), minus = powers[0], 0
    while base.type == "unary_operator":
        minus += base.children[0].type == "-"
        base = _parts(base)[-1]
    if base.type == "not_operator":
        raise _Unreadable
    found, signs = _value(base), [sign for sign, _ in powers]
    for sign, one in zip(signs, [*(base for _, base in powers[1:]), node], strict=True):
        found = _at(_combined(sign, found, _value(one)), one)
    return ast.UnaryOp(ast.USub(), found) if minus % 2 else found


def _brackets(node: Any) -> Any:
    given, made = _first(node, "arguments"), Place(_part(node, "name"))
    made.curly = _first(node, "{") is not None
    if given is not None and _first(given, "ERROR"):
        raise _Unreadable
    waiting = _parts(given)
    while waiting:
        one = waiting.pop(0)
        if waiting and waiting[0].type == "=":
            waiting.pop(0)
            made.keywords.append(ast.keyword(_text(one), _value(waiting.pop(0))))
        elif one.type in (":", "spread_operator"):
            made.places.append(_at(ast.Slice(None, None, None), one))
        else:
            made.places.append(_value(one))
    return made


def _field(node: Any, parts: list[Any]) -> Any:
    made = _value(parts[0])
    for one in (one for one in parts[1:] if one.type != "."):
        inner = _brackets(one) if one.type == "function_call" else None
        name = inner.value if inner else _value(one)
        if not isinstance(name, ast.Name):
            raise _Unreadable
        made = _at(ast.Attribute(made, name.id, ast.Load()), node)
        if inner:
            inner.value, made = made, _at(inner, node)
    return made
