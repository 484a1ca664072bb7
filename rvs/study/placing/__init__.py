"""Placement of a robot, or of its work: places from which all targets are reached."""

from __future__ import annotations

from rvs.study.placing.search import (
    MOUNTS,
    Cause,
    Fit,
    Mount,
    Wanted,
    evaluated,
    mounted,
    refined,
    turned,
)

__all__ = [
    "MOUNTS", "Cause", "Fit", "Mount", "Wanted", "evaluated", "mounted", "refined", "turned",
]  # fmt: skip
