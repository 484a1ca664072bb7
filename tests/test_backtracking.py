"""No regular expression of the program reads a text in more steps than the text is long."""

import ast
import importlib
import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import rvs
from rvs.ui.palette.rank import SPELLINGS
from tests.backtracking import fault

ROOT = Path(rvs.__file__).parent
FUNCTIONS = ("search", "match", "fullmatch", "findall", "finditer", "sub", "subn", "split")
CALLED = re.compile(r"\bre\s*\.")

WORDS = "words that are escaped, and behind them nothing that could fail"
PAGES = "a page that the program brings"
# Patterns made of values of the function around them, and why they can't go back.
MADE = {
    "rvs/scripting/showing/installation.py:text": WORDS,
    "rvs/ui/help/window.py:pattern": WORDS,
    "rvs/ui/help/view.py:pattern": WORDS,
    "rvs/ui/help/tutorial.py:match": PAGES,
    "rvs/ui/palette/rank.py:f'\\\\b{american}'": "they are tested below",
}
# Patterns that do go back, and the bound of the texts that they read.
SHORT = {
    "rvs/ui/help/pages.py:_COMMENT": PAGES,
    "rvs/ui/help/tutorial.py:_DONE": PAGES,
    "rvs/ui/help/tutorial.py:'<!--.*?-->'": PAGES,
}


class Use(NamedTuple):
    """A regular expression at one place of the program."""

    place: str
    pattern: str | bytes
    flags: int
    methods: frozenset[str]


def trees() -> list[tuple[str, list[ast.AST]]]:
    """The nodes of modules that use `re`, and of those that mention a name of a pattern there."""
    texts = {path: path.read_text("utf-8") for path in sorted(ROOT.rglob("*.py"))}
    parsed = {path: walked(text) for path, text in texts.items() if CALLED.search(text)}
    names = {
        name.id
        for nodes in parsed.values()
        for node in nodes
        if isinstance(node, ast.Assign) and any(is_call(n, ("compile",)) for n in ast.walk(node))
        for name in ast.walk(node)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    }
    named = re.compile(rf"\b(?:{'|'.join(names)})\b")
    return [
        (path.relative_to(ROOT.parent).as_posix(), parsed.get(path) or walked(text))
        for path, text in texts.items()
        if path in parsed or named.search(text)
    ]


def walked(text: str) -> list[ast.AST]:
    return list(ast.walk(ast.parse(text)))


def is_call(node: ast.AST, names: tuple[str, ...]) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
        and node.func.attr in names
    )


def uses_of_names(modules: list[tuple[str, list[ast.AST]]]) -> dict[tuple[str, str], set[str]]:
    """Return the uses of each name of a module: as a function of a compiled pattern, or alone."""
    found: dict[tuple[str, str], set[str]] = {}
    for file, nodes in modules:
        origins = {
            alias.asname or alias.name: (node.module or "", alias.name)
            for node in nodes
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        called = {
            id(node.func.value): node
            for node in nodes
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        }
        for node in nodes:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                origin = origins.get(node.id, (module_of(file), node.id))
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                origin = (".".join(origins.get(node.value.id, ())), node.attr)
            else:
                continue
            found.setdefault(origin, set()).add(method_of(called.get(id(node))))
    return found


def module_of(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def method_of(call: ast.Call | None) -> str:
    """The function of a pattern that is called; one that goes through a text is a search."""
    if call is None or not isinstance(call.func, ast.Attribute):
        return "search"
    anchored = call.func.attr in ("match", "fullmatch") and len(call.args) < 2
    return call.func.attr if anchored else "search"


# Once, and only where its tests run: it reads and imports all of the program.
@cache
def collect() -> tuple[list[Use], list[str]]:
    """All regular expressions of the program, and the places of those that can't be known."""
    modules = trees()
    used = uses_of_names(modules)
    found, unknown = [], []
    for file, nodes in modules:
        calls = [n for n in nodes if is_call(n, (*FUNCTIONS, "compile"))]
        names: dict[int, str] = {}
        direct: dict[int, str] = {}
        for node in nodes:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                pairs = [(node.targets[0], node.value)]
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple):
                pairs = list(
                    zip(getattr(node.targets[0], "elts", ()), node.value.elts, strict=False)
                )
            else:
                pairs = []
            names |= {id(value): t.id for t, value in pairs if isinstance(t, ast.Name)}
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                direct[id(node.func.value)] = method_of(node)
            elif isinstance(node, ast.Attribute):
                direct.setdefault(id(node.value), node.attr)
        if not calls:
            continue
        module = importlib.import_module(module_of(file))
        for call in calls:
            name = names.get(id(call), "")
            place = f"{file}:{name or ast.unparse(call.args[0])}"
            methods = {call.func.attr}
            if call.func.attr == "compile":
                once = {direct.get(id(call), "search")}
                methods = used.get((module.__name__, name), once)
            methods = {one if one in ("match", "fullmatch") else "search" for one in methods}
            try:
                made = values_of(call, module.__dict__)
            except NameError:
                unknown.append(place)
            else:
                found += [Use(place, *one, frozenset(methods)) for one in made]
    return found, unknown


def values_of(call: ast.Call, names: dict[str, Any]) -> list[tuple[str | bytes, int]]:
    """The patterns and flags of a call of `re`, as the module itself makes them."""
    first = call.args[0]
    patterns = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
    flags = [one.value for one in call.keywords if one.arg == "flags"]
    at = {"compile": 1, "sub": 4, "subn": 4, "split": 3}.get(call.func.attr, 2)
    flags = [*flags, *call.args[at : at + 1], ast.Constant(0)]
    found = []
    for one in patterns:
        both = ast.Tuple([one, flags[0]], ast.Load())
        code = compile(ast.fix_missing_locations(ast.Expression(both)), "pattern", "eval")
        pattern, value = eval(code, names)
        found.append((pattern, int(value)))
    return found


def faults(pattern: str | bytes, flags: int, methods: frozenset[str]) -> list[str]:
    return [f"{one}: {bad}" for one in sorted(methods) if (bad := fault(pattern, flags, one))]


def test_no_pattern_goes_back_without_bound():
    uses, _ = collect()
    found = {use.place: bad for use in uses if (bad := faults(*use[1:]))}
    assert found.keys() - SHORT == set(), found
    assert SHORT.keys() == found.keys(), "these are no longer needed"


def test_patterns_that_are_not_known_are_named():
    _, unknown = collect()
    assert set(unknown) == set(MADE)


def test_spellings_do_not_go_back():
    for pattern, _ in SPELLINGS:
        assert fault(pattern.pattern, pattern.flags) is None


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"(a|a)*b", "match"),
        (r"(a*)*b", "match"),
        (r"(a*|b)*c", "match"),
        (r"(\w+\s?)*!", "match"),
        (r"(?:a|a){0,40}b", "match"),
        (r"a*a*b", "match"),
        (r"(.*)(.*)x", "match"),
        (r".*x.*y", "match"),
        (r"\s*\s*x", "fullmatch"),
        (r"\s*(.*)", "fullmatch"),
        (r"a*b", "search"),
        (r"a++b", "search"),
        (r"(?>a*)b", "search"),
        (r"\s+$", "search"),
        (r"(?m)^\s*x", "search"),
        (r"(?i)k*K*b", "match"),
        (rb"/\*.*?\*/", "finditer"),
        (r"a(?:[^c]*c)?", "sub"),
        (r"\d+(?=\D*$)", "sub"),
        (r"x(?=\w*!)", "split"),
    ],
)
def test_patterns_that_go_back_are_found(pattern, method):
    assert fault(pattern, method=method)


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"a*b", "match"),
        (r"\s*\s*", "match"),
        (r"\s*+\s*+x", "match"),
        (r"\s*+(.*)", "fullmatch"),
        (r"(?:\d++|x)*y", "match"),
        (r"(\w+\s?)*", "match"),
        (r"\s+", "sub"),
        (r"a++", "sub"),
        (r'"[^"]*"', "sub"),
        (r"(?<!\d)\d++x", "search"),
        (r"(?<!\s)\s+$", "search"),
        (r"\b\w+!", "search"),
        (r"(?m)^[ ]*x", "search"),
        (r"\A\s*x", "search"),
        (r"a{1,99}b", "search"),
        (r"/\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/)?", "sub"),
    ],
)
def test_patterns_that_do_not_go_back_pass(pattern, method):
    assert fault(pattern, method=method) is None
