"""Progress of long work."""

from __future__ import annotations

from rvs.value_class import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of some work: 0 to 1, and the current step."""

    part: float
    words: str
