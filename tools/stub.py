"""Write what type checkers and editors know of ``import rvs`` and of the edits of a cell.

That is rvs/__init__.pyi and rvs/scripting/edited.pyi.

Run it after adding a name to ``rvs/scripting/names.py`` or a function under ``@edit``:

    python tools/stub.py
"""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import rvs
from rvs.scripting.cell import Cell, on_current
from rvs.scripting.edits import EDITS
from rvs.scripting.names import FUNCTIONS, ON_CELL, VALUES

ROOT = Path(__file__).resolve().parent.parent
STUB = ROOT / "rvs" / "__init__.pyi"
EDITED = ROOT / "rvs" / "scripting" / "edited.pyi"
# It has types of its own; what it imports need not be here to write them.
WINDOW = "rvs.ui.show"
WORD = re.compile(r"(?<![\w.'\"])[A-Za-z_]\w*")
HEAD = '"""Names of ``import rvs``, written by tools/stub.py."""\n'
EDITS_HEAD = '"""The edits of a cell as methods; written by tools/stub.py."""\n'


@cache
def imported(module: str) -> dict[str, tuple[str, str]]:
    """Return the names that a module imports or makes: where each is from, and its name there."""
    tree = ast.parse(inspect.getsource(import_module(module)))
    found: dict[str, tuple[str, str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module != "__future__":
            home = node.module or ""
            found |= {alias.asname or alias.name: (home, alias.name) for alias in node.names}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            found[node.name] = module, node.name
        elif isinstance(node, ast.Assign):
            made = (one.id for one in node.targets if isinstance(one, ast.Name))
            found |= {name: (module, name) for name in made}
    return found


class Stub:
    """Collects functions, and what their annotations have to import."""

    def __init__(self) -> None:
        self.imports: set[tuple[str, str, str]] = set()
        self.lines: list[str] = []

    def need(self, module: str, name: str, shown: str = "") -> None:
        """Import a name, under another one if that is given."""
        new = module, name, shown or name
        others = {one for one in self.imports if one[2] == new[2]} - {new}
        if others:
            raise SystemExit(
                f"{new[2]} is of {module} and of {others.pop()[0]}; rename one of them"
            )
        self.imports.add(new)

    def know(self, annotation: str, module: str) -> str:
        """Import what an annotation speaks of, and return it."""
        for word in WORD.findall(annotation):
            home = imported(module).get(word)
            if home and word not in VALUES:
                self.need(*home, word)
        return annotation

    def function(self, name: str, found: Callable[..., Any], module: str, first: str = "") -> None:
        """Add a function, or with a first argument, ``self``, a method."""
        shown = inspect.signature(found)
        given = list(shown.parameters.values())
        if "contextmanager" in inspect.getsource(inspect.unwrap(found)).split("def ")[0]:
            self.need("contextlib", "AbstractContextManager")
            returns = str(shown.return_annotation).replace("Iterator", "AbstractContextManager")
        else:
            returns = self.know(str(shown.return_annotation), module)
        said = [first] if first else []
        for one, before in zip(given, [None, *given], strict=False):
            free = one.kind is one.KEYWORD_ONLY
            plain = (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)
            if free and (before is None or before.kind in plain):
                said.append("*")
            star = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, "")
            usual = "" if one.default is one.empty else " = ..."
            # A field of a question may be annotated where another room declares it.
            home = getattr(found, "homes", {}).get(one.name, module)
            said.append(f"{star}{one.name}: {self.know(str(one.annotation), home)}{usual}")
        fixed = sum(one.kind is one.POSITIONAL_ONLY for one in given)
        if fixed:
            said.insert(fixed + bool(first), "/")
        self.add(f"def {name}({', '.join(said)}) -> {returns}:", found.__doc__ or "", bool(first))

    def add(self, head: str, words: str, inside: bool) -> None:
        """Add a definition with its docstring; of methods one sentence does."""
        words = inspect.cleandoc(words)
        if inside:
            words = words.splitlines()[0]
        end = "\n" if "\n" in words else ""
        pad = "    " * inside
        self.lines.append(pad + head)
        self.lines.append(textwrap.indent(f'"""{words}{end}"""', pad + "    "))


def _home(name: str) -> str:
    return EDITS[name].module if name in EDITS else Cell.__module__


def edits() -> str:
    """Return the stub of the edits of a cell."""
    stub = Stub()
    stub.lines.append("class Edited:")
    stub.lines.append('    """What has the edits of the document as methods."""')
    for name in EDITS:
        stub.function(name, on_current(name), _home(name), "self")
    known = [name for name in VALUES if any(_speaks(line, name) for line in stub.lines)]
    for name in known:
        stub.need(VALUES[name], name)
    imports = [f"from {module} import {name}" for module, name, _ in sorted(stub.imports)]
    return _formatted("\n".join([EDITS_HEAD, *imports, "", *stub.lines, ""]), EDITED)


def _speaks(line: str, name: str) -> bool:
    return line.lstrip().startswith("def ") and name in WORD.findall(line)


def text() -> str:
    """Return the stub."""
    stub = Stub()
    stub.need(Cell.__module__, "Cell")
    for name in (*EDITS, *ON_CELL):
        stub.function(name, on_current(name), _home(name))
    for name, module in FUNCTIONS.items():
        found = getattr(import_module(module), name) if module != WINDOW else None
        if found is None or inspect.isclass(found):
            stub.need(module, name)
        else:
            stub.function(name, found, module)
    for name, module in VALUES.items():
        stub.need(module, name)
    stub.need("rvs.version", "__version__")
    stub.function("load", rvs.load, "rvs")
    # What is imported under its own name again is offered by ``rvs`` itself.
    offered = {*VALUES, *FUNCTIONS, "__version__"}
    imports = [
        f"from {module} import {name}"
        + (f" as {shown}" if shown in offered or shown != name else "")
        for module, name, shown in sorted(stub.imports)
    ]
    return _formatted("\n".join([HEAD, *imports, "", *stub.lines, ""]))


def _formatted(source: str, path: Path = STUB) -> str:
    for words in (("check", "--select", "I", "--fix"), ("format",)):
        command = [sys.executable, "-m", "ruff", *words, "-q", "--stdin-filename", str(path), "-"]
        done = subprocess.run(
            command, input=source, capture_output=True, check=True, encoding="utf-8"
        )
        source = done.stdout
    return source


if __name__ == "__main__":
    for path, words in ((STUB, text()), (EDITED, edits())):
        path.write_text(words, encoding="utf-8", newline="\n")
        print(f"wrote {path.relative_to(ROOT)}")
