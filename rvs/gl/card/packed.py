"""Arrays packed once per item and sent again only when the items change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")
P = TypeVar("P")


class Packs(Generic[T, P]):
    """Packed data of each item of the last picture, stored by identity."""

    def __init__(self, pack: Callable[[T], P]) -> None:
        self._pack = pack
        self._kept: dict[int, tuple[T, P]] = {}

    def of(self, items: Sequence[T]) -> tuple[list[P], bool]:
        """Return the pack of each item, and whether the items are those of the last call."""
        before = self._kept
        keys = [id(item) for item in items]
        same = keys == list(before)
        if not same:
            self._kept = {
                key: before.get(key) or (item, self._pack(item))
                for key, item in zip(keys, items, strict=True)
            }
        return [self._kept[key][1] for key in keys], same
