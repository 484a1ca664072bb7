"""XACRO: templates of URDF, expanded by the package of that name where it is installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rvs.files.text.errors import whole_file
from rvs.files.text.source import MEGABYTE, read_data
from rvs.files.trees.found import own_package, package_folders
from rvs.files.trees.xml import Element, parse_xml

LARGEST_TEMPLATE = 4 * MEGABYTE


def expanded(path: Path) -> Element:
    """Return the root element of a template with its macros expanded.

    Raises:
        FileErrors: The package ``xacro`` is not there, or can't expand it.
    """
    # Its size and its entities are looked at before another program reads it.
    parse_xml(read_data(path, LARGEST_TEMPLATE), path)
    try:
        import xacro
    except ImportError as error:
        words = "is a template of URDF: install the package xacro (pip install xacro) to open it"
        raise whole_file(path, words) from error
    return parse_xml(_text(xacro, path).encode(), path)


def _text(package: Any, path: Path) -> str:
    try:
        with _finding(path.absolute().parent):
            return str(package.process_file(str(path)).toxml())
    except Exception as error:
        # Templates run expressions of their own, which may fail in any way.
        reason = str(error).strip().splitlines()
        words = f": {reason[0][:160]}" if reason else ""
        raise whole_file(path, f"can't be expanded{words}") from error


@contextmanager
def _finding(folder: Path) -> Iterator[None]:
    """Let ``$(find NAME)`` mean a folder above or beside the template, as ``package://`` does.

    Without this it asks the index of an installed ROS, which is asked last.
    """
    from xacro import substitution_args

    ask = substitution_args._eval_find

    def find(name: str) -> str:
        known = package_folders(folder, name) or _renamed(folder, name)
        if known:
            return str(known[0])
        try:
            return str(ask(name))
        except ImportError as error:
            words = f"there is no folder {name!r} above or beside it, which $(find {name}) means"
            raise substitution_args.SubstitutionException(words) from error

    substitution_args._eval_find = find
    try:
        yield
    finally:
        substitution_args._eval_find = ask


def _renamed(folder: Path, name: str) -> list[Path]:
    """The template's own package, where its folder has the name but for an ending."""
    own = own_package(folder)
    alike = own.name.startswith(name) or name.startswith(own.name)
    return [own] if own.name and alike else []
