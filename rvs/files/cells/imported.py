"""Where a robot of a cell comes from whose file another program wrote, and how it was taken."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rvs.engine.errors import ArgumentError
from rvs.files.text.fields import Fields, flat, shorten
from rvs.files.text.forms import Form, Name, Seq
from rvs.files.text.keys import Key, Kind
from rvs.model.bounds import LONGEST_TEXT
from rvs.model.numbers.units import ANGLE_UNITS, LENGTH_UNITS
from rvs.model.robots.choices import NAMES, USUAL, Choices
from rvs.model.robots.imported import Imported

# What was found out of the file, and which words it may be.
FOUND: Mapping[str, Sequence[str]] = {
    "length": LENGTH_UNITS,
    "angle": ANGLE_UNITS,
    "assumed": ("length", "angle"),
    "old_order": ("yes",),
}
# Which folders may be read is for the user to say, not for the file of a cell.
KEPT = tuple(name for name in NAMES if name != "allow")


class Source(Kind):
    """A file of another program with what was chosen of it."""

    def read(self, fields: Fields, key: str, default: Any) -> Imported | None:
        """Return the value of a key, or the default; notes what is wrong."""
        node = fields.node(key)
        if node is None:
            return default  # type: ignore[no-any-return]
        texts = [one.text for one in flat(node) if one.kind in ("word", "text")]
        try:
            if node.kind != "list" or not texts:
                raise ArgumentError('expected a list such as [ "arm.urdf", "tip=hand" ]')
            return _imported(texts)
        except ArgumentError as error:
            fields.warn(key, f"'{key}': {error}")
            return None

    def form(self, value: Any) -> Form | None:
        """Return how a file is written; not one whose names are longer than texts may be."""
        texts = (value.path, *_told(value)) if value is not None else ()
        if not texts or max(map(len, texts)) > LONGEST_TEXT:
            return None
        return Seq(tuple(Name(text, quoted=True) for text in texts))

    @property
    def words(self) -> str:
        """Values that may stand there, in words for the documentation."""
        return "list of texts"


IMPORTED_KEY = Key("imported", Source(), "file of another program that it was made from, and how "
                   "its numbers were taken; inline only, and never opened to read the cell",
                   'imported = [ "arm.urdf", "tip=hand", "take=mm" ]', None)  # fmt: skip


def _told(value: Imported) -> Iterator[str]:
    """Yield what differs from the usual: ``tip=hand``."""
    usual, choices = Imported(""), value.choices
    told = {name: (getattr(choices, name), getattr(USUAL, name)) for name in KEPT}
    told |= {name: (getattr(value, name), getattr(usual, name)) for name in FOUND}
    for name, (own, normal) in told.items():
        if own == normal:
            continue
        for one in own if isinstance(own, tuple) else (own,):
            words = "=".join(one) if isinstance(one, tuple) else str(one)
            yield f"{name}={'yes' if one is True else words}"


def _imported(texts: Sequence[str]) -> Imported:
    """Return the file that texts tell.

    Raises:
        ArgumentError: One tells nothing that may be chosen of a file or found out of it.
    """
    path, *more = texts
    said: dict[str, list[str]] = defaultdict(list)
    for text in more:
        name, _, value = text.partition("=")
        if name not in KEPT and value not in FOUND.get(name, ()):
            raise ArgumentError(f"{shorten(text)} is nothing that is known of a file")
        said[name].append(value)
    found = {name: _value(values, getattr(Imported(""), name))
             for name, values in said.items() if name in FOUND}  # fmt: skip
    chosen = {name: _value(values, getattr(USUAL, name))
              for name, values in said.items() if name in KEPT}  # fmt: skip
    if "args" in chosen:
        chosen["args"] = dict(text.split("=", 1) for text in said["args"] if "=" in text)
    return replace(Imported(path, Choices.of(**chosen)), **found)


def _value(values: Sequence[str], usual: Any) -> Any:
    if isinstance(usual, tuple):
        return tuple(values)
    if isinstance(usual, bool):
        return values[0] == "yes"
    try:
        return type(usual)(values[0])
    except ValueError as error:
        raise ArgumentError(f"expected a number, got {shorten(values[0])}") from error
