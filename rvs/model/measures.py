"""Measurements that stay in the cell: two anchors, and what is between them."""

from __future__ import annotations

from dataclasses import dataclass

from rvs.engine.errors import ArgumentError
from rvs.model.anchors import Anchor


@dataclass(frozen=True, slots=True)
class Measure:
    """A measurement; its ends keep to what they were put on.

    Attributes:
        id: Stable name inside the document, which robots and things share.
        first: From where.
        second: To where.
    """

    id: str
    first: Anchor
    second: Anchor

    def __post_init__(self) -> None:
        if not self.id:
            raise ArgumentError("measurement: it needs an id")
