"""The errors of RVS: one sentence each, saying what is wrong, where, and what was expected."""

from __future__ import annotations

__all__ = ["ArgumentError", "LimitError", "NoSolution", "RvsError"]


class RvsError(Exception):
    """Base of every error that RVS raises on purpose."""


class ArgumentError(RvsError, ValueError):
    """An argument has the wrong shape, type or value."""


class LimitError(RvsError):
    """A joint value lies outside its limits."""

    def __init__(self, joint: str, value: float, lower: float, upper: float) -> None:
        super().__init__(f"joint {joint}: {value:g} is outside its limits {lower:g} to {upper:g}")
        self.joint = joint
        self.value = value
        self.lower = lower
        self.upper = upper


class NoSolution(RvsError):
    """A pose that the robot cannot reach, with the reason."""

    def __init__(self, target: str, reason: str) -> None:
        super().__init__(f"no solution for {target}: {reason}")
        self.target = target
        self.reason = reason
