"""How far long work has come."""

from __future__ import annotations

from rvs.value_class import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """How far something has come: 0 to 1, and what is being done."""

    part: float
    words: str
