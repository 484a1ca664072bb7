"""Names for installation: RVS, its extras, and another project named ``rvs``."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from rvs.engine.errors import RvsError

# The module and the command are called ``rvs``; on PyPI that is the name of another project.
DISTRIBUTION = "rvs-robots"
# name of the extra -> the package that it installs
EXTRAS = {
    "cad": "cadquery-ocp-novtk",
    "distributed": "distributed",
    "mujoco": "mujoco-core",
    "notebook": "anywidget",
    "pinocchio": "pin",
    "video": "av",
    "xacro": "xacro",
}

MODULE = "rvs"
# How the metadata of RVS begins to describe it, also where it was installed by its earlier name.
SUMMARY = "Robot Visualization System"

log = logging.getLogger(__name__)


def install_line(extra: str) -> str:
    """Return the shell command that installs an extra.

    >>> install_line("video")
    'python -m pip install av'
    """
    return f"python -m pip install {EXTRAS[extra]}"


def expect_cad() -> None:
    """Refuse files of CAD programs if OpenCascade is not installed.

    Raises:
        RvsError: It is not.
    """
    if find_spec("OCP") is None:
        raise RvsError(f"STEP needs OpenCascade, which is not installed: {install_line('cad')}")


def note_namesake(folders: Iterable[str] | None = None) -> None:
    """Log one sentence if the other project named ``rvs`` is also installed in this Python.

    Args:
        folders: Folders to search for installed projects; the import folders of this Python if
            None.
    """
    version = namesake(sys.path if folders is None else folders)
    if version:
        log.warning(
            "another project named %s (%s) is installed for this Python and shares its module and "
            "its command with RVS; remove both with 'python -m pip uninstall %s %s', then install "
            "RVS again",
            MODULE, version, MODULE, DISTRIBUTION,
        )  # fmt: skip


def namesake(folders: Iterable[str]) -> str:
    """Return the version of the other project named ``rvs`` in some folders, or nothing."""
    for folder in folders:
        try:
            found = [name for name in os.listdir(folder) if _may_describe(name)]
        except OSError:
            # Archives and folders that are gone may be named there, too.
            continue
        for name in found:
            if not _is_own(Path(folder, name)):
                return name.removeprefix(f"{MODULE}-").split(".dist-info")[0].split(".egg-info")[0]
    return ""


def _may_describe(name: str) -> bool:
    folded = name.lower()
    return folded.startswith(f"{MODULE}-") and folded.endswith((".dist-info", ".egg-info"))


def _is_own(folder: Path) -> bool:
    """Return whether metadata belong to RVS, or are unreadable."""
    for name in ("METADATA", "PKG-INFO"):
        try:
            head = (folder / name).read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        return f"Summary: {SUMMARY}" in head
    return True
