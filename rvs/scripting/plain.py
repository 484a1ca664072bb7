"""Values in the form of documents, and whether two are the same in all their contents."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from rvs.engine.errors import ArgumentError
from rvs.model.array_value import Block

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


Item = TypeVar("Item", bound="DataclassInstance")
# Most of what a document holds.
PLAIN = frozenset((str, float, int, bool, NoneType))


def plain(value: Any) -> Any:
    """Return a value of the model with tuples instead of arrays or lists.

    Values of the document are compared and cached, which is impossible with arrays.
    """
    if type(value) in PLAIN:
        return value
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        parts = tuple(map(plain, value))
        same = isinstance(value, tuple) and all(a is b for a, b in zip(parts, value, strict=True))
        return value if same else parts
    if _is_item(value):
        old = {field.name: getattr(value, field.name) for field in fields(value) if field.init}
        new = {name: plain(part) for name, part in old.items()}
        changes = {name: part for name, part in new.items() if part is not old[name]}
        return replace(value, **changes) if changes else value
    return value


def _is_item(value: Any) -> bool:
    """Return whether a value is an item of a document; blocks are whole, motions contain arrays."""
    home = type(value).__module__
    return (
        is_dataclass(value)
        and not isinstance(value, type | Block)
        and home.startswith("rvs.model.")
        and not home.startswith("rvs.model.motions.")
    )


def with_fields(value: Item, changes: Mapping[str, Any], what: str) -> Item:
    """Return a value with other fields.

    Raises:
        ArgumentError: It has no such field.
    """
    known = [field.name for field in fields(value)]
    for name in changes:
        if name not in known:
            raise ArgumentError(f"{name}: {what} has {', '.join(known)}")
    return replace(value, **changes)


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
