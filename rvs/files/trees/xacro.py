"""XACRO: templates of URDF, expanded by the package of that name where it is installed."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from rvs.distribution import install_line
from rvs.files.text.errors import FileErrors, whole_file
from rvs.files.text.source import MEGABYTE, read_data
from rvs.files.trees.found import searched_folders
from rvs.files.trees.xml import Element, parse_xml

LARGEST_TEMPLATE = 4 * MEGABYTE
# Expressions of a template may take for ever, s.
PATIENCE = 60.0
# A program of its own: nothing that a template computes can hold up or fill the one that asks.
EXPAND = (
    "import sys; sys.path[:] = sys.argv[1:]; from rvs.files.trees.xacro_process import serve; "
    "serve()"
)


def expanded(path: Path) -> Element:
    """Return the root element of a template with its macros expanded.

    Raises:
        FileErrors: The package ``xacro`` is not there, or can't expand it.
    """
    # Its size and its entities are looked at before another program reads it.
    parse_xml(read_data(path, LARGEST_TEMPLATE), path)
    if find_spec("xacro") is None:
        words = f"is a template of URDF, which needs the package xacro: {install_line('xacro')}"
        raise whole_file(path, words)
    return parse_xml(_text(path).encode(), path)


def _text(path: Path) -> str:
    job = {"path": str(path.absolute()), "folders": list(map(str, searched_folders()))}
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
        answer = json.loads(done.stdout)
    except subprocess.TimeoutExpired as error:
        raise _fault(path, f": its macros take more than {PATIENCE:.0f} s") from error
    except (OSError, ValueError) as error:
        raise _fault(path, ": the process that expands it ended early") from error
    if "fault" in answer:
        raise _fault(path, answer["fault"])
    return str(answer["text"])


def _fault(path: Path, reason: str) -> FileErrors:
    return whole_file(path, f"can't be expanded{reason}")
