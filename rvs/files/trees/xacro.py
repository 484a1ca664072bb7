"""XACRO: templates of URDF, expanded by the package of that name if it is installed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rvs.distribution import install_line
from rvs.files.text.errors import FileErrors, OutsideFiles, nearest, whole_file
from rvs.files.text.source import MEGABYTE, read_data
from rvs.files.trees.file_reach import reach_of
from rvs.files.trees.xml import Element, every_element, parse_xml
from rvs.model.robots.imported import Choices
from rvs.value_class import dataclass

LARGEST_TEMPLATE = 4 * MEGABYTE
# Expressions of a template may take for ever, s.
PATIENCE = 60.0
# A program of its own: nothing that a template computes can hold up or fill the one that asks.
EXPAND = (
    "import sys; sys.path[:] = sys.argv[1:]; from rvs.files.trees.xacro_process import serve; "
    "serve()"
)
ARGUMENT = "xacro:arg"
# How the part of a message begins that lists what the window asks for.
MAY_BE_GIVEN = "; arguments that may be given"
# Arguments named in one sentence; the rest is counted.
MOST_NAMED, LONGEST = 6, 24


@dataclass(frozen=True, slots=True)
class TemplateArgument:
    """An argument of a template.

    Attributes:
        name: Its name.
        default: Its default, if known.
        needed: It must be given, since the template uses it before it has a default.
    """

    name: str
    default: str = ""
    needed: bool = False


def expanded(path: Path, choices: Choices) -> Element:
    """Return the root element of a template with its macros expanded.

    Raises:
        FileErrors: The package ``xacro`` is missing or can't expand it, or the template
            lacks a given argument or requires another one.
    """
    own = _own_arguments(path)
    given = dict(choices.args)
    answer = _answer(path, choices)
    lacking = answer["lacking"]
    if lacking:
        default = own.get(lacking, "")
        value = default if default and "$" not in default else "VALUE"
        early = "before it declares it" if lacking in own else "which it does not declare"
        words = f"requires its argument {lacking!r}, {early}; give it (--arg {lacking}={value})"
        raise whole_file(path, words.replace(", before", " before"))
    known = tuple(dict.fromkeys([*own, *answer["args"], *answer["used"]]))
    for name in given:
        if name not in known:
            words = f"has no argument {name[:60]!r}{nearest(name, known)}"
            listed = f"it has {', '.join(known)}" if known else "it has none"
            raise whole_file(path, f"{words}; {listed}")
    if answer["outside"]:
        error = _fault(path, answer["fault"]).errors
        raise OutsideFiles(error, [Path(answer["outside"])])
    if "fault" in answer:
        raise _fault(
            path, answer["fault"] + (_open(answer["args"], given) if answer["file"] else "")
        )
    root = parse_xml(str(answer["text"]).encode(), path)
    for one in every_element(root):
        # Its lines are not those of the template.
        one.line = one.column = 0
    return root


def _open(declared: Mapping[str, str], given: Mapping[str, str]) -> str:
    """Name the missing arguments if a file is not found: they may determine its path."""
    left = [f"{name}={value[:LONGEST]}" for name, value in declared.items() if name not in given]
    more = f" and {len(left) - MOST_NAMED} more" if len(left) > MOST_NAMED else ""
    if not left:
        return ""
    return f"{MAY_BE_GIVEN} (--arg NAME=VALUE): {', '.join(left[:MOST_NAMED])}{more}"


def template_arguments(path: Path, choices: Choices) -> tuple[TemplateArgument, ...]:
    """Return the arguments of a template, in the order in which it declares them.

    Raises:
        FileErrors: The package ``xacro`` is missing, or the template is not XML.
    """
    own = _own_arguments(path)
    answer = _answer(path, choices)
    lacking = answer["lacking"]
    declared: dict[str, str] = {**own, **answer["args"]}
    names = dict.fromkeys([*own, *declared, *([lacking] if lacking else [])])
    return tuple(TemplateArgument(name, declared.get(name, ""), name == lacking) for name in names)


def _own_arguments(path: Path) -> dict[str, str]:
    """Return the arguments declared by a template itself, with their unevaluated defaults.

    Its size and its entities are also checked, before another program reads it.
    """
    root = parse_xml(read_data(path, LARGEST_TEMPLATE), path)
    found = (one for one in every_element(root) if one.tag == ARGUMENT and one.get("name"))
    return {one.get("name"): one.get("default") for one in found}


def _answer(path: Path, choices: Choices) -> dict[str, Any]:
    """Return the answer of the process that expands a template."""
    if find_spec("xacro") is None:
        words = f"is a template of URDF, which needs the package xacro: {install_line('xacro')}"
        raise whole_file(path, words)
    folders = list(map(str, reach_of(path, choices).folders))
    job = {"path": str(path.absolute()), "folders": folders, "args": dict(choices.args)}
    try:
        done = subprocess.run(
            [sys.executable, "-c", EXPAND, *sys.path],
            input=json.dumps(job).encode(),
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            # no console window beside ours
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        found: dict[str, Any] = json.loads(done.stdout)
    except subprocess.TimeoutExpired as error:
        raise _fault(path, f": its macros take more than {PATIENCE:.0f} s") from error
    except (OSError, ValueError) as error:
        words = (
            ": the process that expands it ended early, for example because of too much "
            "work or memory"
        )
        raise _fault(path, words) from error
    return found


def _fault(path: Path, reason: str) -> FileErrors:
    return whole_file(path, f"can't be expanded{reason}")
