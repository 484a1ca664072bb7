"""Values in a DAE file: elements by their ids, numbers, points; each error with its location."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np

from rvs.engine.arrays import Array
from rvs.files.text.errors import FileError, FileErrors
from rvs.files.trees.xml import LARGEST_NUMBER, Element, number_of


class Dae:
    """A file as its elements.

    Attributes:
        root: Its root element.
        path: The file.
    """

    def __init__(self, root: Element, path: Path) -> None:
        self.root, self.path = root, path
        self._ids: dict[str, Element] = {}
        waiting = [root]
        while waiting:
            one = waiting.pop()
            if one.get("id"):
                self._ids.setdefault(one.get("id"), one)
            waiting.extend(one.children)

    def error(self, element: Element, words: str) -> FileErrors:
        """Return the error about a wrong element, to be raised."""
        place = (str(self.path), element.line, element.column)
        return FileErrors([FileError(*place, f"{element}: {words}")])

    def find(self, reference: str, tag: str) -> Element | None:
        """Return the element of a reference in the file, such as ``#box``; None without one."""
        found = self._ids.get(reference.removeprefix("#"))
        return found if found is not None and found.tag == tag else None

    def referred(self, element: Element, key: str, tag: str) -> Element:
        """Return the element referred to by an attribute.

        Raises:
            FileErrors: There is none in this file.
        """
        found = self.find(element.get(key), tag)
        if found is None:
            words = f"{key}={element.get(key)[:60]!r}: there is no <{tag}> of that id in this file"
            raise self.error(element, words)
        return found

    def number(
        self, element: Element, key: str, default: float, bounds: tuple[float, float]
    ) -> float:
        """Return a number of an attribute, the default if it is missing.

        Raises:
            FileErrors: No number, or out of bounds.
        """
        if key not in element.attributes:
            return default
        value, (low, high) = number_of(element.get(key)), bounds
        if value is None or not low <= value <= high:
            words = f"{key}={element.get(key)[:40]!r}: expected a number from {low:g} to {high:g}"
            raise self.error(element, words)
        return value

    def numbers(self, element: Element, count: int = 0) -> Array:
        """Return the finite numbers in an element (n,).

        Args:
            element: The element.
            count: Required number of values, if known.

        Raises:
            FileErrors: It has another type.
        """
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                found = np.fromstring(element.text, dtype=float, sep=" ")
        except (ValueError, DeprecationWarning) as error:
            raise self.error(element, "expected numbers with blanks between them") from error
        if not np.isfinite(found).all() or (len(found) and np.abs(found).max() > LARGEST_NUMBER):
            raise self.error(element, f"expected finite numbers of at most {LARGEST_NUMBER:g}")
        if count and len(found) != count:
            raise self.error(element, f"expected {count} numbers, found {len(found)}")
        return found

    def points(self, source: Element) -> Array:
        """Return the points referred to by an input (n, 3).

        Raises:
            FileErrors: They are missing, or not three numbers each.
        """
        held = self.referred(source, "source", "source")
        array = held.first("float_array")
        technique = held.first("technique_common")
        accessor = technique.first("accessor") if technique else None
        if array is None:
            raise self.error(held, "it has no <float_array>")
        values = self.numbers(array)
        stride = int(self.number(accessor, "stride", 3, (3, 64))) if accessor else 3
        start = int(self.number(accessor, "offset", 0, (0, 1e9))) if accessor else 0
        rows = values[start:]
        count = len(rows) // stride
        if accessor is not None and "count" in accessor.attributes:
            said = int(self.number(accessor, "count", 0, (0, 1e9)))
            if said * stride > len(rows) + stride - 3:
                raise self.error(accessor, f"{said} points are declared, but {count} are present")
        found: Array = rows[: count * stride].reshape(count, stride)[:, :3]
        return found
