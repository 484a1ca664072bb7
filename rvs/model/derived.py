"""The only cache of derived values, keyed by their arguments, mostly by identity.

Values of the state are immutable, so an argument that *is* the earlier one gives the earlier
result.  Several threads may request a result simultaneously; at worst both compute it.  Results
that nobody has requested while the robots of the document changed many times are discarded: they
belong to removed robots.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from rvs.value_class import dataclass

P = ParamSpec("P")
T = TypeVar("T")
Key = tuple[object, ...]
# After how many changes of robots what was not used since the last time is forgotten.
GENERATION = 4


@dataclass(slots=True)
class _Kept:
    """A result with its arguments, whose ids are valid while they are alive."""

    arguments: tuple[object, ...]
    result: Any
    used: int


@dataclass(slots=True)
class _Age:
    changes: int = 0


class _Passing(threading.local):
    """The values stored by a thread since it began temporary work, or None."""

    made: list[tuple[OrderedDict[Key, _Kept], Key]] | None = None


_PASSING = _Passing()
_AGE = _Age()
_CACHES: list[OrderedDict[Key, _Kept]] = []


def count_change() -> None:
    """Record a change of the document's robots; discard results that were not used recently."""
    _AGE.changes += 1
    if _AGE.changes % GENERATION == 0:
        _forget(_AGE.changes - GENERATION)


def forget_all() -> None:
    """Discard all results: nothing that uses them is displayed any more."""
    _forget(_AGE.changes + 1)


@contextmanager
def passing() -> Iterator[None]:
    """Discard this thread's results from inside the block at its end, as for one drawing."""
    before = _PASSING.made
    made: list[tuple[OrderedDict[Key, _Kept], Key]] = []
    _PASSING.made = made
    try:
        yield
    finally:
        _PASSING.made = before
        for kept, key in made:
            kept.pop(key, None)


def _forget(before: int) -> None:
    for kept in _CACHES:
        for key, one in list(kept.items()):
            if one.used < before:
                kept.pop(key, None)


def _make_room(kept: OrderedDict[Key, _Kept], first: object, alike: int) -> None:
    """Discard the oldest results of an argument to make room for one more."""
    rivals = [key for key in list(kept) if key[0] == first]
    for key in rivals[: max(len(rivals) - alike + 1, 0)]:
        kept.pop(key, None)


def by_value(*arguments: object) -> Key:
    """Return a key that is the same for equal arguments."""
    return arguments


def by_members(*arguments: object) -> Key:
    """Return a key that is the same for equal arguments, and for new tuples of the same objects."""
    return tuple(tuple(map(id, one)) if isinstance(one, tuple) else one for one in arguments)


def derived(
    size: int = 8, alike: int | None = None, known: Callable[..., Key] | None = None
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Cache the last few results of a pure function, keyed by the identity of its arguments.

    Args:
        size: Number of results to store.
        alike: Number of results that may belong to the same first argument: for a moving robot only
            the last few postures are requested again.  All of them if omitted.
        known: Converts arguments to their keys; their identity if omitted.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        kept: OrderedDict[Key, _Kept] = OrderedDict()
        _CACHES.append(kept)

        @wraps(function)
        def remembered(*args: P.args, **kwargs: P.kwargs) -> T:
            values: tuple[object, ...] = args
            if kwargs:
                values = (*args, *(value for _, value in sorted(kwargs.items())))
            key: Key = known(*values) if known else tuple(map(id, values))
            if kwargs:
                key = (*key, *sorted(kwargs))
            found = kept.get(key)
            if found is not None:
                found.used = _AGE.changes
                result: T = found.result
                try:
                    kept.move_to_end(key)
                except KeyError:
                    # Another thread has just dropped it.
                    return result
                return result
            result = function(*args, **kwargs)
            if alike is not None:
                _make_room(kept, key[0], alike)
            # The arguments are kept alive, so their ids stay theirs.
            kept[key] = _Kept(values, result, _AGE.changes)
            if _PASSING.made is not None:
                _PASSING.made.append((kept, key))
            if len(kept) > size:
                kept.popitem(last=False)
            return result

        return remembered

    return decorate
