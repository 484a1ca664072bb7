"""Identity of two values in all their contents, even if they compare equal."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any, cast

import numpy as np


def same(one: Any, other: Any) -> bool:
    """Return whether two values have the same contents, to the last bit of every number.

    Equal robots may differ in their comments, and equal numbers in the sign of a zero; identical
    ones do not.
    """
    if one is other:
        return True
    if isinstance(one, float) and isinstance(other, float):
        return repr(float(one)) == repr(float(other))
    if type(one) is not type(other):
        return isinstance(one, Mapping) and isinstance(other, Mapping) and _mappings(one, other)
    if is_dataclass(one):
        return all(
            same(getattr(one, f), getattr(other, f)) for f in field_names(cast(Hashable, type(one)))
        )
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, Mapping):
        return _mappings(one, other)
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    return bool(one == other)


# By class, of which there are few; asked for every value of a document.
@lru_cache(maxsize=256)
def field_names(made_by: Hashable) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass."""
    return tuple(one.name for one in fields(cast(Any, made_by)))


def changed(old: Any, new: Any) -> dict[str, Any]:
    """Return the changed fields of a dataclass, with their new values."""
    if old is new:
        return {}
    return {
        name: getattr(new, name)
        for name in field_names(cast(Hashable, type(new)))
        if not same(getattr(old, name), getattr(new, name))
    }


def _mappings(one: Mapping[Any, Any], other: Mapping[Any, Any]) -> bool:
    return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
