"""Pages of the names of ``rvs`` and its engine, whose text Sphinx takes from the docstrings."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

from rvs.scripting.edits import EDITS
from rvs.scripting.names import FUNCTIONS, ON_CELL, VALUES

PACKAGES = ("rvs.engine", "rvs.study")


def write_reference(folder: Path) -> None:
    """Write the pages of the reference, and their table of contents.

    Args:
        folder: Where the pages go; made.
    """
    folder.mkdir()
    pages = {
        "functions": _page("Functions of rvs", [n for n in FUNCTIONS if n[0].islower()]),
        "cell": _page("Changing a cell", [*ON_CELL, *EDITS]),
        "values": _page("Values", [n for n in (*FUNCTIONS, *VALUES) if n[0].isupper()]),
    }
    for package in PACKAGES:
        pages[package.rpartition(".")[2]] = _modules(package)
    for name, text in pages.items():
        (folder / f"{name}.rst").write_text(text, encoding="utf-8")
    rows = "\n   ".join(pages)
    head = _title("Python, from the docstrings")
    (folder / "index.rst").write_text(f"{head}\n.. toctree::\n\n   {rows}\n", encoding="utf-8")


def _page(title: str, names: Iterable[str]) -> str:
    """Return a page of names that ``import rvs`` offers."""
    entries = [
        f".. autoclass:: rvs.{name}\n   :members:\n{_index(name)}"
        if name[0].isupper()
        else f".. autofunction:: rvs.{name}\n"
        for name in names
    ]
    return _title(title) + "\n" + "\n".join(entries)


def _index(name: str) -> str:
    """Values of the engine are found where their module is described."""
    home = VALUES.get(name, "")
    return "   :no-index:\n" if home.startswith(PACKAGES) else ""


def _modules(package: str) -> str:
    """Return a page of the public modules of a package."""
    found = import_module(package)
    names = [package, *(one.name for one in pkgutil.walk_packages(found.__path__, f"{package}."))]
    public = [name for name in names if not any(part[0] == "_" for part in name.split("."))]
    entries = [f"{_title(name, '-')}\n.. automodule:: {name}\n{_members(name)}" for name in public]
    return _title(package) + "\n" + "\n".join(entries)


def _members(name: str) -> str:
    """A package offers what its modules define, which stands with them."""
    return "" if hasattr(import_module(name), "__path__") else "   :members:\n"


def _title(text: str, line: str = "=") -> str:
    return f"{text}\n{line * len(text)}\n"
