"""``rvs doctor``: versions, graphics and folders, to put under a question or a bug report."""

from __future__ import annotations

import argparse
import platform
from importlib import metadata

from rvs.commands.arguments import print_json
from rvs.engine.kernels import state
from rvs.files.storage.places import bundled_folder, user_folder
from rvs.version import __version__

HELP = "tell versions, graphics and folders"
PACKAGES = ("numpy", "PySide6-Essentials", "PyOpenGL", "Pillow", "platformdirs")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def run(options: argparse.Namespace) -> int:
    """Print what this installation consists of and whether it can render."""
    facts = {
        "rvs": __version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        **{name: _version(name) for name in PACKAGES},
        "engine": state(),
        "rendering without a display": _rendering(),
        "windows": _windows(),
        "bundled robots": str(bundled_folder()),
        "your robots": str(user_folder()),
    }
    if options.json:
        print_json(facts)
        return 0
    width = max(map(len, facts))
    for name, fact in facts.items():
        print(f"{name.ljust(width)}  {fact}")
    return 0


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def _windows() -> str:
    # Only here: Qt is not needed to answer anything else.
    from rvs.scripting.showing.window_system import window_fault

    return window_fault() or "can be opened"


def _rendering() -> str:
    # Only here: OpenGL is not needed to answer anything else.
    from rvs.gl.context.offscreen import describe_gl

    return describe_gl()
