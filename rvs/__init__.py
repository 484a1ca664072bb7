"""RVS, the Robot Visualization System: describe, see, pose and move serial robots."""

from __future__ import annotations

from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from rvs.version import __version__

if _TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rvs.engine.joint import Convention
    from rvs.engine.robot import Robot

__all__ = ["__version__", "load"]  # the others are in rvs.scripting.names, and in the stub


def load(
    name: str,
    *,
    root: str = "",
    tip: str = "",
    convention: Convention = "standard",
    snap: float = 0.0,
    zeros: bool = False,
    robot: str = "",
    args: Mapping[str, _Any] | None = None,
    allow: Sequence[str] = (),
) -> Robot:
    """Return a robot of the library, or of a file.

    Args:
        name: Its name, in any case and with any punctuation, or a path.
        root: Fixed link of a description with branches; the usual one if omitted.
        tip: Link at the other end of the chain; the usual one if omitted.
        convention: ``"standard"`` or ``"modified"``, for a table made from links.
        snap: Angle in rad below which axes of links are made parallel.
        zeros: Use the numbers of a table for the joint variables as the zeros of the joints, not as
            a posture.
        robot: Name of the robot in a file with several robots; not needed for a single one.
        args: Arguments of a XACRO template by name; the defaults if omitted.
        allow: Folders from which a description may read files, in addition to its own folder.

    Raises:
        RvsError: There is no such robot, or its file has errors.

    >>> load("puma560").n
    6
    """
    from rvs.files.library import load_and_tell
    from rvs.model.robots.imported import Choices

    own = {"root": root, "tip": tip, "convention": convention, "snap": snap}
    choices = Choices.of(args, allow, zeros=zeros, robot=robot, **own)
    return load_and_tell(name, choices).robot


def __dir__() -> list[str]:
    from rvs.scripting.names import every_name

    return sorted([*__all__, *every_name()])


def __getattr__(name: str) -> _Any:
    # Only when asked for: a script waits for what it uses alone, and nothing but the window for Qt.
    if name.startswith("_"):
        raise AttributeError(f"module 'rvs' has no attribute {name!r}")
    from rvs.scripting.names import find

    found = globals()[name] = find(name)
    return found
