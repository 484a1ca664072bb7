"""RVS, the Robot Visualization System: describe, see, pose and move serial robots."""

from __future__ import annotations

from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from rvs.version import __version__

if _TYPE_CHECKING:
    from rvs.engine.robot import Robot
    from rvs.ui.show import show

__all__ = ["__version__", "load", "show"]


def load(name: str) -> Robot:
    """Return a robot of the library, or of a file.

    Args:
        name: Its name, in any case and with any punctuation, or a path.

    Raises:
        RvsError: There is no such robot, or its file has errors.

    >>> load("puma560").n
    6
    """
    from rvs.files.library import load_robot

    return load_robot(name).robot


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> _Any:
    # Only when asked for: everything but the window works without Qt.
    if name == "show":
        from rvs.ui.show import show

        return show
    raise AttributeError(f"module 'rvs' has no attribute {name!r}")
