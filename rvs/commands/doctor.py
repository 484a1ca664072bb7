"""``rvs doctor``: versions, graphics and folders, to put under a question or a bug report."""

from __future__ import annotations

import argparse
import locale
import os
import platform
import sys
from importlib import metadata
from subprocess import SubprocessError
from subprocess import run as start

from rvs.commands.answers import print_json
from rvs.distribution import EXTRAS, install_line
from rvs.engine.kernels import state
from rvs.files.storage.places import bundled_folder, user_folder
from rvs.model.folders import cache_folder, config_folder
from rvs.version import __version__

HELP = "tell versions, graphics and folders"
# What RVS needs, and what somebody may have installed beside it.
PACKAGES = (
    "numpy", "scipy", "PySide6-Essentials", "PyOpenGL", "Pillow", "contourpy", "defusedxml",
    "fonttools", "manifold3d", "platformdirs", "pyqtgraph", "reportlab", "shapely", "tree-sitter",
    "tree-sitter-matlab",
)  # fmt: skip
# What tells how a desktop shows windows.
DESKTOP = ("XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP", "WAYLAND_DISPLAY", "DISPLAY",
           "QT_QPA_PLATFORM", "QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS")  # fmt: skip
NOT_BUILT = "not built"
BUILD = "with a C++ compiler, g++ or clang++, install RVS again to have the kernels"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def run(options: argparse.Namespace) -> int:
    """Print what this installation consists of and whether it can render."""
    facts = {
        "rvs": __version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        "commit": _commit(),
        "language": _language(),
        **{name: _version(name) for name in PACKAGES},
        **{name: _version(name, extra) for extra, name in EXTRAS.items()},
        "engine": f"{state()}; {BUILD}" if NOT_BUILT in state() else state(),
        "rendering without a display": _rendering(),
        "windows": _windows(),
        "desktop": _desktop(),
        "bundled robots": str(bundled_folder()),
        "your robots": str(user_folder()),
        "preferences": str(config_folder()),
        "remembered": str(cache_folder()),
        "can't be written": ", ".join(_locked()) or "none of these folders",
    }
    if options.json:
        print_json(facts)
        return 0
    width = max(map(len, facts))
    for name, fact in facts.items():
        print(f"{name.ljust(width)}  {fact}")
    return 0


def _version(package: str, extra: str = "") -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return f"not installed; {install_line(extra)}" if extra else "not installed"


def _commit() -> str:
    """The commit of a checkout, as the files of Git say it, or that it is none."""
    folder = bundled_folder() / ".git"
    if not folder.exists():
        return "no checkout"
    try:
        words = ["git", "-C", str(bundled_folder()), "describe", "--always", "--dirty"]
        return start(words, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
    except (OSError, SubprocessError):
        return "a checkout that Git can't read"


def _language() -> str:
    language = locale.getlocale()[0] or "none"
    return f"{language}, names of files in {sys.getfilesystemencoding()}"


def _desktop() -> str:
    said = [f"{name}={os.environ[name]}" for name in DESKTOP if os.environ.get(name)]
    return ", ".join(said) or "nothing said"


def _locked() -> list[str]:
    """The user's folders that RVS can't write to, or make where they are missing."""
    locked = []
    for folder in (user_folder(), config_folder(), cache_folder()):
        there = next(one for one in (folder, *folder.absolute().parents) if one.exists())
        if not os.access(there, os.W_OK):
            locked.append(str(folder))
    return locked


def _windows() -> str:
    # Only here: Qt is not needed to answer anything else.
    from rvs.scripting.showing.window_system import window_fault

    return window_fault() or "can be opened"


def _rendering() -> str:
    # Only here: OpenGL is not needed to answer anything else.
    from rvs.gl.context.offscreen import describe_gl

    return describe_gl()
