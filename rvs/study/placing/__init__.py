"""Where a robot, or the work that it does, has to stand: places from which all is reached."""

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
