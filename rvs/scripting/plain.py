"""Arguments of edits in the form of documents: tuples instead of arrays and lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeVar

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
