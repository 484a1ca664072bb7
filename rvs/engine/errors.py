"""The errors of RVS: one sentence each, with the fault, its location and the expected value."""

from __future__ import annotations

__all__ = ["ArgumentError", "NoSolution", "RvsError"]


class RvsError(Exception):
    """Base of every error that RVS raises on purpose."""


class ArgumentError(RvsError, ValueError):
    """A wrong shape, type or value of an argument."""


class NoSolution(RvsError):
    """A pose that the robot cannot reach, with the reason."""

    def __init__(self, target: str, reason: str) -> None:
        super().__init__(f"no solution for {target}: {reason}")
        self.target = target
        self.reason = reason
