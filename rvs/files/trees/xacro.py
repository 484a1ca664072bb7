"""XACRO: templates of URDF, expanded by the package of that name where it is installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rvs.files.text.errors import whole_file
from rvs.files.text.source import MEGABYTE, read_data
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
        return str(package.process_file(str(path)).toxml())
    except Exception as error:
        # Templates run expressions of their own, which may fail in any way.
        reason = str(error).strip().splitlines()
        words = f": {reason[0][:160]}" if reason else ""
        raise whole_file(path, f"can't be expanded{words}") from error
