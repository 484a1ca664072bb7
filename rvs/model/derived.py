"""The one cache of derived values: results remembered by the identity of their arguments.

Values of the state are immutable, so an argument that *is* the earlier one gives the earlier
result.  Several threads may ask at once; at worst both work.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def derived(size: int = 8) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Remember the last few results of a pure function, keyed by the identity of its arguments.

    Args:
        size: How many results to keep.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        kept: OrderedDict[tuple[object, ...], tuple[tuple[object, ...], T]] = OrderedDict()

        @wraps(function)
        def remembered(*args: P.args, **kwargs: P.kwargs) -> T:
            values = (*args, *(value for _, value in sorted(kwargs.items())))
            key = (*map(id, values), *sorted(kwargs))
            found = kept.get(key)
            if found is not None:
                try:
                    kept.move_to_end(key)
                except KeyError:
                    # Another thread has just dropped it.
                    return found[1]
                return found[1]
            result = function(*args, **kwargs)
            # The arguments are kept alive, so their ids stay theirs.
            kept[key] = (values, result)
            if len(kept) > size:
                kept.popitem(last=False)
            return result

        return remembered

    return decorate
