"""The budget of one opening: a file with all that it includes, its meshes and its pictures.

Whoever makes something of a file asks first.  The numbers are such that no file takes a gigabyte
or ten seconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

MEGABYTE = 1024 * 1024
PARTS = "parts to be seen or touched"
# What an opening may have of each; the words are those of the sentence that refuses more.
MOST: Mapping[str, int] = {
    "bytes": 512 * MEGABYTE,
    "elements": 400_000,
    "attributes": 1_500_000,
    "numbers": 20_000_000,
    "points": 6_000_000,
    "triangles": 4_000_000,
    "pieces of meshes": 50_000,
    "triangles with a mass": 2_000_000,
    PARTS: 10_000,
    "pixels of pictures": 100_000_000,
}
_open: ContextVar[Counter[Any] | None] = ContextVar("budget", default=None)


@contextmanager
def opening() -> Iterator[None]:
    """Count what is made from here on as one opening; within another one, as a part of that."""
    if _open.get() is not None:
        yield
        return
    token = _open.set(Counter())
    try:
        yield
    finally:
        _open.reset(token)


def over(kind: str, count: int = 1, once: object = None) -> str:
    """Take so many from the budget of the opening; return what is wrong if there are not so many.

    Args:
        kind: One of ``MOST``.
        count: How many are about to be made; 0 asks whether it is spent.
        once: What they belong to, if that may be asked for again and counts once.
    """
    taken, used = _open.get(), count
    if taken is not None:
        if once is None or not taken[kind, once]:
            taken[kind] += count
            taken[kind, once] = 1
        used = taken[kind]
    most = MOST[kind]
    if used <= most:
        return ""
    if kind == "bytes":
        return f"is large, with what it refers to; at most {most // MEGABYTE} MB are read"
    return f"holds more than {most:,} {kind}, with copies and what it refers to; no more are read"
