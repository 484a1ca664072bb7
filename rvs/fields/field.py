"""A field of a question: its meaning, unit, bounds and choices, in addition to its default.

Everything else is derived from it: the option of the command line, the parameter of the script
function, the control of the form, the row of the manual, and the errors with their wording.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING
from math import inf, isfinite, isnan
from operator import index
from typing import Any, Literal

from rvs.engine.arrays import check_choice, check_flag
from rvs.engine.errors import ArgumentError
from rvs.value_class import dataclass

# flag: yes or no; word: one of the choices; words: some of them; number; numbers: a tuple;
# each: one number, or one for each joint; joints: a number for each joint, rad and m;
# numbered: numbers of joints, from 0; gains: numbers by their keys; motion: one, or its name;
# value: another value with fields of its own; listed: words; several: values that texts mean;
# motions: several of them; text: any words; file: the path of one; pixels: width and height;
# fields: some fields of a value, by their names; executor: what does the work.
Kind = Literal[
    "flag", "word", "words", "number", "numbers", "each", "joints", "numbered", "gains", "motion",
    "motions", "text", "file", "pixels", "value", "fields", "listed", "several", "studies",
    "executor",
]  # fmt: skip
# How numbers are shown where SI would be clumsy: symbol -> SI units in one of it.
SHOWN = {"ms": 1e-3, "mm": 1e-3, "%": 0.01}


@dataclass(frozen=True, slots=True)
class About:
    """Facts about a field in addition to its name, type and default.

    Attributes:
        says: An imperative sentence without its full stop: help, tool tip and docstring.
        kind: Kind of its values.
        unit: The SI unit of its numbers.
        shown: Unit symbol in the window, a key of ``SHOWN``, if it differs from its unit.
        typed: Unit symbol on the command line, a key of ``SHOWN``, if it differs from its unit.
        usual: Meaning of an omitted value, in words, if its default does not show it.
        least: The smallest number.
        most: The largest number.
        above: Exclusive lower bound of the numbers.
        below: Exclusive upper bound of the numbers.
        choices: The permitted words, each with its label in the window.
        whole: Its numbers are integers.
        endless: Infinity is one of its numbers.
        size: Number of values; 0 means any.
        example: A value for documentation, if not the last choice.
        label: Name in the window.
        start: Initial value in the window if the field is optional.
        option: Its option on the command line, if that differs from its name.
        metavar: Name of its value there, if the kind does not show it.
        nothing: The command-line word for no choice.
        of: The class of its value, or of values accepted in addition to words; for some fields one
            class or several.
        read: Converts a command-line text to its value, or to one of several values.
    """

    says: str
    kind: Kind = "number"
    unit: str = ""
    shown: str = ""
    typed: str = ""
    usual: str = ""
    least: float = -inf
    most: float = inf
    above: float | None = None
    below: float | None = None
    choices: Mapping[str, str] = dataclasses.field(default_factory=dict)
    whole: bool = False
    endless: bool = False
    size: int = 0
    example: Any = None
    label: str = ""
    start: Any = None
    option: str = ""
    metavar: str = ""
    nothing: str = ""
    of: Any = None
    read: Callable[[str], Any] = str

    @property
    def factor(self) -> float:
        """SI units per unit of the window."""
        return SHOWN.get(self.shown, 1.0)

    def title(self, name: str) -> str:
        """Return the displayed name of the field.

        Args:
            name: Its name in the class.
        """
        words = self.label or name.replace("_", " ")
        return words[:1].upper() + words[1:]

    def settled(self, got: Any, name: str) -> Any:
        """Return a value of the field in the form in which it is stored.

        Args:
            got: The value.
            name: Name in errors.

        Raises:
            ArgumentError: The field can't have it.
        """
        if got is None:
            return None
        if self.kind == "word" and self.of is not None and isinstance(got, self.of):
            return got
        if self.kind in ("word", "words"):
            some = (got,) if isinstance(got, str) else tuple(got)
            for word in some:
                check_choice(word, name, self.choices)
            return some if self.kind == "words" else got
        if self.kind in ("listed", "several", "motions", "studies"):
            return tuple(got)
        if self.kind == "flag":
            return check_flag(got, name)
        if self.whole:
            got = _whole(got, name)
        if self.kind not in ("number", "numbers"):
            return got
        numbers = self._numbers(got, name)
        for number in numbers:
            if not (isfinite(number) or self.endless):
                raise ArgumentError(f"{name}: expected a finite number, got {number:g}")
            if not self.takes(number):
                raise ArgumentError(f"{name}: expected {self.range_words()}, got {number:g}")
        return tuple(numbers) if self.kind == "numbers" else got

    def takes(self, number: float) -> bool:
        """Return whether a number (SI) is within the bounds."""
        above = self.above is None or number > self.above
        return (
            self.least <= number <= self.most
            and above
            and not (self.below is not None and number >= self.below)
        )

    def _numbers(self, got: Any, name: str) -> list[float]:
        try:
            some = [float(one) for one in ([got] if self.kind == "number" else got)]
        except (TypeError, ValueError):
            some = []
        if not some or any(map(isnan, some)) or len(some) != (self.size or len(some)):
            count = self.size if self.kind == "numbers" else 0
            told = f"{count} numbers" if count else "a number"
            raise ArgumentError(f"{name}: expected {told}, got {got!r:.80}")
        return some

    def range_words(self, shown: bool = False) -> str:
        """Return the bounds in words, in SI units or the window's.

        >>> About("Wait", unit="s", least=0.0, most=1.0, shown="ms").range_words(shown=True)
        '0 to 1000 ms'
        """
        factor, symbol = (self.factor, self.shown or self.unit) if shown else (1.0, self.unit)
        unit = f" {symbol}" if symbol else ""
        if isfinite(self.least) and isfinite(self.most):
            return f"{self.least / factor:g} to {self.most / factor:g}{unit}"
        low = f"{self.least / factor:g}{unit} or more" if isfinite(self.least) else ""
        high = f"at most {self.most / factor:g}{unit}" if isfinite(self.most) else ""
        above = f"more than {self.above / factor:g}{unit}" if self.above is not None else ""
        below = f"below {self.below / factor:g}{unit}" if self.below is not None else ""
        return ", ".join(filter(None, (low, above, high, below))) or "a number"


def asked(default: Any = MISSING, /, says: str = "", **facts: Any) -> Any:
    """Return a field of a question; its kind is derived from its default if possible.

    Args:
        default: Its value if not given; a field without a default is required.
        says: Its meaning, an imperative sentence without its full stop.
        facts: Other attributes of ``About``.
    """
    if "kind" not in facts:
        if isinstance(default, bool):
            facts["kind"] = "flag"
        elif "choices" in facts:
            facts["kind"] = "words" if isinstance(default, tuple) else "word"
        elif isinstance(default, str):
            facts["kind"] = "text"
        elif "of" in facts:
            facts["kind"] = "value"
    whole = isinstance(default, int) and not isinstance(default, bool)
    metadata = {"about": About(says, **{"whole": whole} | facts)}
    if default is MISSING:
        return dataclasses.field(metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


def _whole(got: Any, name: str) -> int:
    try:
        return index(got)
    except TypeError:
        raise ArgumentError(f"{name}: expected a whole number, got {got!r:.80}") from None


def described(kind: Any) -> Iterator[tuple[dataclasses.Field[Any], About]]:
    """Yield the fields of questions in one or several classes, with the facts about them."""
    for each in kind if isinstance(kind, tuple) else (kind,):
        for one in dataclasses.fields(each):
            if "about" in one.metadata:
                yield one, one.metadata["about"]


def abouts(kind: Any) -> dict[str, About]:
    """Return the facts about the fields of one or several classes, by name."""
    return {one.name: about for one, about in described(kind)}


def settle(value: Any) -> None:
    """Check a new value by its fields, and convert each to the form in which it is stored.

    Raises:
        ArgumentError: A field has a value that it can't have.
    """
    for one, about in described(value):
        got = getattr(value, one.name)
        if got is not one.default:
            settled = about.settled(got, one.name)
            if settled is not got:
                object.__setattr__(value, one.name, settled)


def shared(kind: Any, value: Any) -> dict[str, Any]:
    """Return the values of the fields that a value has from a class, by name."""
    return {one.name: getattr(value, one.name) for one, _ in described(kind)}
