"""The robot that is meant of a file with several, as the command line names it."""

from __future__ import annotations

_NAMED: list[str] = []


def name_robot(name: str) -> None:
    """Let files of several robots mean the one of this name; "" for none."""
    _NAMED[:] = [name] * bool(name)


def named_robot() -> str:
    """Return the name, or an empty text."""
    return "".join(_NAMED)
