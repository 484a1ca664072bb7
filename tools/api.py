"""Write the signatures of ``docs/api.md`` as they are in the code; names and order are the page's.

    python tools/api.py

The functions of ``rvs`` itself are written by tools/formats.py.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from dataclasses import MISSING, fields
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parent.parent / "docs" / "api.md"
WIDTH = 100
SECTION = re.compile(r"^## (rvs\.[\w.]+)\n(.*?)(?=^## |\Z)", re.DOTALL | re.MULTILINE)
BLOCK = re.compile(r"(?<=^```python\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)
POWER = re.compile(r"(?<=\d)e-0(?=\d)")
# Defaults that are shown by value, up to so many letters.
SIMPLE, LONGEST = (int, float, str, tuple), 40
PLAIN = re.compile(r"'([^'\"\\]*)'")
Function = ast.FunctionDef
Named = ast.FunctionDef | ast.ClassDef


@cache
def definitions(module: str) -> dict[str, Named]:
    """Return the functions and classes of a module by name."""
    tree = ast.parse(inspect.getsource(import_module(module)))
    return {node.name: node for node in tree.body if isinstance(node, Named)}


def definition(value: Any) -> Named:
    """Return how a function or a class is defined."""
    found = inspect.unwrap(value)
    return definitions(found.__module__)[found.__name__]


def written(text: str) -> str:
    """Return an expression with texts in double quotes, and powers of ten as people write them."""
    return POWER.sub("e-", PLAIN.sub(r'"\1"', text))


def usual(node: ast.expr, module: str) -> str:
    """Return a default: the value of a name where that is short, otherwise as it is written."""
    if isinstance(node, ast.Name | ast.Attribute):
        value = eval(ast.unparse(node), vars(import_module(module)))
        if isinstance(value, SIMPLE) and len(repr(value)) <= LONGEST:
            return written(repr(value))
    return written(ast.unparse(node))


def arguments(node: Function, module: str) -> Iterator[str]:
    """Yield the arguments of a function as they are written."""
    a = node.args

    def one(arg: ast.arg, default: ast.expr | None = None, stars: str = "") -> str:
        kind = f": {written(ast.unparse(arg.annotation))}" if arg.annotation else ""
        return f"{stars}{arg.arg}{kind}" + (f" = {usual(default, module)}" if default else "")

    plain = [*a.posonlyargs, *a.args]
    defaults = [*[None] * (len(plain) - len(a.defaults)), *a.defaults]
    for number, pair in enumerate(zip(plain, defaults, strict=True), 1):
        yield one(*pair)
        if number == len(a.posonlyargs):
            yield "/"
    if a.vararg:
        yield one(a.vararg, None, "*")
    elif a.kwonlyargs:
        yield "*"
    for arg, default in zip(a.kwonlyargs, a.kw_defaults, strict=True):
        yield one(arg, default)
    if a.kwarg:
        yield one(a.kwarg, None, "**")


def function(node: Function, module: str, pad: str = "") -> str:
    """Return a function as one line, or its arguments on lines of their own."""
    given = list(arguments(node, module))
    returns = written(ast.unparse(node.returns)) if node.returns else "None"
    line = f"{pad}def {node.name}({', '.join(given)}) -> {returns}: ..."
    if len(line) <= WIDTH:
        return line
    # Blanks inside an argument must not part it.
    joined = " ".join(f"{one},".replace(" ", "\0") for one in given)
    inner = textwrap.fill(
        joined, WIDTH, initial_indent=f"{pad}    ", subsequent_indent=f"{pad}    ",
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    return f"{pad}def {node.name}(\n{inner}\n{pad}) -> {returns}: ...".replace("\0", " ")


def member(value: type, name: str) -> str:
    """Return a field, a property or a method of a class."""
    for base in value.__mro__:
        if base.__module__.split(".")[0] != "rvs":
            continue
        for node in definition(base).body:
            if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == name:
                default = usual(node.value, base.__module__) if node.value else ""
                if isinstance(node.value, ast.Call):
                    made = {one.name: one.default for one in fields(value)}[name]
                    default = "" if made is MISSING else written(repr(made))
                kind = written(ast.unparse(node.annotation))
                return f"    {name}: {kind}" + (f" = {default}" if default else "")
            if isinstance(node, ast.FunctionDef) and node.name == name:
                kinds = [ast.unparse(one) for one in node.decorator_list]
                if any(kind.endswith("property") for kind in kinds):
                    assert node.returns is not None
                    return f"    {name}: {written(ast.unparse(node.returns))}"
                marks = [f"    @{kind}\n" for kind in kinds if kind.endswith("method")]
                return "".join(marks) + function(node, base.__module__, "    ")
    raise SystemExit(f"{value.__name__} has no {name}")


def block(module: str, text: str) -> str:
    """Return a block of the page with the signatures of the names that it has."""
    room, said = import_module(module), []
    for node in ast.parse(text).body:
        value = getattr(room, node.name)
        if isinstance(node, ast.FunctionDef):
            found = definition(value)
            said.append(function(found, inspect.unwrap(value).__module__))
            continue
        names = [
            ast.unparse(one.target) if isinstance(one, ast.AnnAssign) else getattr(one, "name", "")
            for one in node.body
        ]
        bases = f"({', '.join(map(ast.unparse, node.bases))})" if node.bases else ""
        body = "\n".join(member(value, name) for name in names if name)
        head = f"class {node.name}{bases}:"
        said.append(f"{head}\n{body}" if body else f"{head} ...")
    lines = ""
    for before, after in zip(["", *said], said, strict=False):
        # Classes stand apart, one-line functions together.
        apart = lines and (after.startswith("class") or before.startswith("class"))
        lines += ("\n" if apart else "") + after + "\n"
    return lines


def text() -> str:
    """Return the page."""

    def section(found: re.Match[str]) -> str:
        body = BLOCK.sub(lambda one: block(found[1], one[0]), found[2])
        return f"## {found[1]}\n{body}"

    return SECTION.sub(section, PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8", newline="\n")
    print(f"wrote docs/{PAGE.name}")
