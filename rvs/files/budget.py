"""The budget of one opening: a file with all its includes, meshes and pictures.

Code that creates values from a file first requests them from the budget; a file referred to
repeatedly is read once.  The limits ensure that no file takes a gigabyte or ten seconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from rvs.engine.errors import RvsError

P = ParamSpec("P")
T = TypeVar("T")

MEGABYTE = 1024 * 1024
PARTS = "visible or solid parts"
HULLS = "points whose convex hull is needed"
POSES = "poses of frames, bodies and geoms"
WORDS = "words, numbers and comments"
# What an opening may have of each; the words are those of the sentence that refuses more.
MOST: Mapping[str, int] = {
    "bytes": 512 * MEGABYTE,
    WORDS: 1_500_000,
    "elements": 400_000,
    "attributes": 1_500_000,
    "numbers": 20_000_000,
    "poses": 500_000,
    POSES: 60_000,
    "points": 6_000_000,
    "triangles": 4_000_000,
    "pieces of meshes": 50_000,
    "triangles with a mass": 2_000_000,
    HULLS: 250_000,
    PARTS: 10_000,
    "pixels of pictures": 100_000_000,
}
_open: ContextVar[Counter[Any] | None] = ContextVar("budget", default=None)
# What was read in the opening, or why it could not be.
_read: ContextVar[dict[Any, Any]] = ContextVar("read")


@contextmanager
def within_budget() -> Iterator[None]:
    """Count everything from now on as one opening, or as part of a surrounding one.

    Values that are too large become NaN in the results, which every value rejects.
    """
    if _open.get() is not None:
        yield
        return
    # Only here: names are found and listed without NumPy.
    import numpy as np

    token, known = _open.set(Counter()), _read.set({})
    try:
        with np.errstate(all="ignore"):
            yield
    finally:
        _open.reset(token)
        _read.reset(known)


def read_once(read: Callable[P, T]) -> Callable[P, T]:
    """Turn a reader into an opening, or a part of one that reads a file with equal choices once."""

    @wraps(read)
    @within_budget()
    def reading(*args: P.args, **kwargs: P.kwargs) -> T:
        known, key = _read.get(), (read, args, *kwargs.items())
        if key not in known:
            try:
                known[key] = read(*args, **kwargs)
            except RvsError as error:
                known[key] = error
        found = known[key]
        if isinstance(found, RvsError):
            raise found.with_traceback(None)
        value: T = found
        return value

    return reading


def spend(kind: str, count: int = 1, once: object = None) -> str:
    """Deduct a number from the budget of the opening; return an error if the budget is exceeded.

    Args:
        kind: One of ``MOST``.
        count: Number of values about to be made; 0 checks whether the budget is exhausted.
        once: Object to which they belong, if it may be requested again and is counted once.
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
        return f"is too large with the files that it uses; RVS reads at most {most // MEGABYTE} MB"
    return (
        f"contains more than {most:,} {kind}, including copies and the files that it uses; "
        "RVS does not read more"
    )
