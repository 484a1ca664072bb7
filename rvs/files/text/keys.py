"""The keys of blocks: one row each defines reading, writing, checks and documentation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from typing import Any

import numpy as np

from rvs.engine.arrays import IDENTITY, Pose, pose_rows
from rvs.engine.errors import ArgumentError
from rvs.fields.field import About, described
from rvs.files.text.fields import NO, YES, Fields
from rvs.files.text.forms import Form, Name, Num, Seq, Spelling, Want
from rvs.files.text.scale import NUMBERS, Scale, length_scale
from rvs.model.bounds import (
    AMOUNT,
    ANGLE,
    JOINT_MOST,
    JOINT_VALUE,
    LENGTH,
    NUMBER,
    POSITIVE,
    Bounds,
)
from rvs.value_class import dataclass

METRES = length_scale("m")
WIDE = (LENGTH, ANGLE, NUMBER, AMOUNT, JOINT_VALUE)


class Kind:
    """Kind of value of a key, with its notation in a file."""

    def read(self, fields: Fields, key: str, default: Any) -> Any:
        """Return the value of a key, or the default; record errors."""
        raise NotImplementedError

    def form(self, value: Any) -> Spelling | None:
        """Return the text of a value; None if the key must not appear."""
        raise NotImplementedError

    @property
    def words(self) -> str:
        """Description of the allowed values, for the documentation."""
        raise NotImplementedError


@dataclass(frozen=True)
class Number(Kind):
    """A number.

    Attributes:
        unit: Name in the documentation.
        bounds: Least and greatest value after conversion.
        scale: The unit in the file.
        whole: It is an integer.
    """

    unit: str = "number"
    bounds: Bounds = NUMBER
    scale: Scale = NUMBERS
    whole: bool = False

    def read(self, fields: Fields, key: str, default: Any) -> Any:
        """Return the value of a key, or the default; record errors."""
        if key not in fields:
            return default
        number = fields.number(key, default or 0.0, self.scale, self.bounds)
        if self.whole and not number.is_integer():
            fields.error(key, f"'{key}': expected a whole number")
        return int(number) if self.whole else number

    def form(self, value: Any) -> Form | None:
        """Return the text of a number; None for no number or an infinite one."""
        return None if value is None or not isfinite(value) else Num(value, self.scale)

    @property
    def words(self) -> str:
        """Description of the allowed values, for the documentation."""
        unit = self.unit.replace("number", "whole number") if self.whole else self.unit
        if self.bounds in WIDE:
            return unit
        if self.bounds in (POSITIVE, JOINT_MOST):
            return f"{unit}, more than 0"
        ends = (float(self.scale.write(end)) for end in (self.bounds.least, self.bounds.most))
        return f"{unit}, {' to '.join(map(_shown, ends))}"


def _shown(bound: float) -> str:
    return f"{bound:,.0f}" if bound == int(bound) else f"{bound:g}"


@dataclass(frozen=True)
class Numbers(Kind):
    """A list of numbers, optionally in rows."""

    count: int
    unit: str = ""
    bounds: Bounds = NUMBER
    scales: Sequence[Scale] = ()
    whole: bool = False

    def read(self, fields: Fields, key: str, default: Any) -> Any:
        """Return the value of a key, or the default; record errors."""
        numbers = fields.numbers(key, (self.count,), self.bounds, self.scales)
        if numbers is None:
            return default
        if self.whole and not all(number.is_integer() for number in numbers):
            fields.error(key, f"'{key}': expected whole numbers")
        return tuple(map(int, numbers)) if self.whole else tuple(numbers)

    def form(self, value: Any) -> Form | None:
        """Return the text of numbers."""
        if value is None:
            return None
        scales = self.scales or [NUMBERS] * len(value)
        return Seq(tuple(map(Num, value, scales)))

    @property
    def words(self) -> str:
        """Description of the allowed values, for the documentation."""
        what = f"{self.count or 'list of'} {'whole ' if self.whole else ''}numbers"
        return f"{what}, {self.unit}" if self.unit else what


@dataclass(frozen=True)
class Flag(Kind):
    """Yes or no."""

    def read(self, fields: Fields, key: str, default: Any) -> Any:
        """Return the value of a key, or the default; record errors."""
        return fields.flag(key, default)

    def form(self, value: Any) -> Form | None:
        """Return its text; any other word with this meaning is kept."""
        return Name("yes", YES) if value else Name("no", NO)

    @property
    def words(self) -> str:
        """Description of the allowed values, for the documentation."""
        return "`yes`, `no`"


@dataclass(frozen=True)
class Choice(Kind):
    """One of some words; ``nothing`` is the word for an empty one."""

    choices: Sequence[str]
    nothing: str = ""

    def read(self, fields: Fields, key: str, default: Any) -> Any:
        """Return the value of a key, or the default; record errors."""
        word = fields.word(key, default or self.nothing, self._words)
        return "" if word == self.nothing else word

    def form(self, value: Any) -> Form | None:
        """Return the text of a choice."""
        word = value or self.nothing
        return Name(word) if word else None

    @property
    def words(self) -> str:
        """Description of the allowed values, for the documentation."""
        return ", ".join(f"`{word}`" for word in self._words)

    @property
    def _words(self) -> list[str]:
        return [choice or self.nothing for choice in self.choices if choice or self.nothing]


@dataclass(frozen=True)
class Text(Kind):
    """A text.

    Attributes:
        bare: A text that is a word is written without quotes.
        empty: An empty text is also written.
        said: Name in the documentation.
    """

    bare: bool = False
    empty: bool = False
    said: str = "word or text"

    def read(self, fields: Fields, key: str, default: Any) -> Any:
        """Return the value of a key, or the default; record errors."""
        return fields.word(key, default or "")

    def form(self, value: Any) -> Form | None:
        """Return a text as written; an empty one is omitted."""
        return Name(value, quoted=not self.bare) if value or self.empty else None

    @property
    def words(self) -> str:
        """Description of the allowed values, for the documentation."""
        return self.said


@dataclass(frozen=True)
class Key:
    """A key of a block.

    Attributes:
        name: Its name in the file.
        kind: Kind of its value.
        meaning: Its meaning, for documentation.
        example: A line of a file, for documentation.
        default: Value of a file without the key.
        field: Name of the field with its value, if different from its name.
        required: The key must be present.
        always: A new block has the key even at its default.
        fixed: A block with another value of this key is rewritten completely.
        usual: Description of the default in the documentation, if not its notation.
    """

    name: str
    kind: Kind
    meaning: str = ""
    example: str = ""
    default: Any = None
    field: str = ""
    required: bool = False
    always: bool = False
    fixed: bool = False
    usual: str = ""

    @property
    def inside(self) -> str:
        """Name of the field that holds its value."""
        return self.field or self.name

    def want(self, value: Any) -> Want:
        """Return the required value of the key."""
        default = not self.required and value == self.default
        return Want(self.name, self.kind.form(value), default, self.always, self.fixed)


def names(keys: Iterable[Key]) -> tuple[str, ...]:
    """Return the names of keys in the file."""
    return tuple(key.name for key in keys)


def read_keys(fields: Fields, keys: Iterable[Key]) -> dict[str, Any]:
    """Return the values in a block, by the names of their fields."""
    fields.require(key.name for key in keys if key.required)
    return {key.inside: key.kind.read(fields, key.name, key.default) for key in keys}


def key_wants(keys: Iterable[Key], value: object) -> list[Want]:
    """Return the required keys for a value with such attributes or members; nothing for None."""
    if value is None:
        return [Want(key.name, None) for key in keys]
    if isinstance(value, Mapping):
        return [key.want(value[key.inside]) for key in keys]
    return [key.want(getattr(value, key.inside)) for key in keys]


def defaults_of(value: object, *keys: Key) -> tuple[Key, ...]:
    """Return keys whose defaults are the attributes of a value."""
    return tuple(replace(key, default=getattr(value, key.inside)) for key in keys)


def asked_keys(value: object) -> tuple[Key, ...]:
    """Return the keys of a question; files omit the values of ``defaults``."""
    return tuple(
        Key(one.name, _kind(about), f"{about.says[0].lower()}{about.says[1:]}",
            f"{one.name} = {_example(about, one.default)}", getattr(value, one.name),
            usual=about.usual)
        for one, about in described(value)
    )  # fmt: skip


def _kind(about: About) -> Kind:
    if about.kind == "flag":
        return Flag()
    if about.kind == "word":
        return Choice(tuple(about.choices))
    if about.kind == "text":
        return Text()
    above = about.above is not None
    bounds = Bounds(about.least if about.above is None else about.above, about.most, above)
    if about.kind == "pixels":
        return Numbers(2, "pixels", bounds, whole=True)
    if about.kind == "numbers":
        return Numbers(about.size, about.unit, bounds, whole=about.whole)
    return Number(about.unit or "number", bounds, whole=about.whole)


def _example(about: About, default: Any) -> str:
    if about.kind == "flag":
        return "no" if default else "yes"
    return str([*about.choices][-1] if about.example is None else about.example)


@dataclass(frozen=True)
class Matrix(Kind):
    """A pose with its translation in a unit of length."""

    length: Scale = METRES

    def read(self, fields: Fields, key: str, default: Any = IDENTITY) -> Pose:
        """Return the pose of a key as rows, or the default; record errors."""
        numbers = fields.numbers(key, (16,), LENGTH, self._scales)
        if numbers is None:
            return default  # type: ignore[no-any-return]
        try:
            return pose_rows(np.reshape(numbers, (4, 4)), f"'{key}'")
        except ArgumentError as error:
            fields.error(key, str(error))
            return default  # type: ignore[no-any-return]

    def form(self, value: Any) -> Form:
        """Return the text of a pose: four rows."""
        scales = self._scales
        return Seq(
            tuple(
                Seq(tuple(map(Num, row, scales[4 * i : 4 * i + 4]))) for i, row in enumerate(value)
            )
        )

    @property
    def words(self) -> str:
        """Description of the allowed values, for the documentation."""
        return "16 numbers, or 4 rows of 4"

    @property
    def _scales(self) -> tuple[Scale, ...]:
        return ((*[NUMBERS] * 3, self.length) * 3) + (NUMBERS,) * 4
