"""Arithmetic typed into a field: numbers, + - * / **, a few functions, known names.

Grammar: ``sum = product {("+" | "-") product}``, ``product = sign {("*" | "/") sign}``,
``sign = {"+" | "-"} power``, ``power = atom ["**" sign]``,
``atom = number | name | name "(" sum {"," sum} ")" | "(" sum ")"``.  Where units are
checked (``computed``), a unit may follow a number.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from rvs.engine.errors import ArgumentError
from rvs.value_class import dataclass

LONGEST = 200
DEEPEST = 24
LARGEST_POWER = 8.0

CONSTANTS: Mapping[str, float] = {"pi": math.pi}
FUNCTIONS: Mapping[str, Callable[[list[float]], float]] = {
    "sqrt": lambda values: math.sqrt(values[0]),
    "sin": lambda values: math.sin(values[0]),
    "cos": lambda values: math.cos(values[0]),
    "abs": lambda values: abs(values[0]),
    "min": min,
    "max": max,
    "atan2": lambda values: math.atan2(values[0], values[1]),
}
# The same for angles in degrees, as files have them.
DEGREE_FUNCTIONS: Mapping[str, Callable[[list[float]], float]] = {
    **FUNCTIONS,
    "sin": lambda values: math.sin(math.radians(values[0])),
    "cos": lambda values: math.cos(math.radians(values[0])),
    "atan2": lambda values: math.degrees(math.atan2(values[0], values[1])),
}
ARGUMENTS = {"min": 0, "max": 0, "atan2": 2}

_SPELLINGS = str.maketrans({"−": "-", "×": "*", "·": "*", "÷": "/"})
_DECIMAL_COMMA = re.compile(r"(?<![\w.,])(\d+),(\d+)(?![\d.,])")
_UNCLEAR = re.compile(r"(?<![\w.,])[1-9]\d{0,2},\d{3}(?![\d.,])")
_TOKEN = re.compile(
    r"(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
    r"|(?P<name>[^\W\d]\w*)|(?P<sign>\*\*|[-+*/(),]))\s*+"
)


class ExpressionError(ArgumentError):
    """A text that is not an expression, with the column (from 1) of the fault."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message)
        self.column = column


class NoValue(ExpressionError):
    """An expression without a value for the numbers of its names."""


def evaluate(text: str, names: Mapping[str, float] | None = None, degrees: bool = False) -> float:
    """Return the value of an expression; it never runs code.

    Args:
        text: At most 200 characters.
        names: Values of names, in addition to ``pi``.
        degrees: Angles of ``sin``, ``cos`` and ``atan2`` are in degrees.

    Raises:
        ExpressionError: Not an expression, an unknown name, or a value that is not finite.
    """
    known = {**CONSTANTS, **(names or {})}
    functions = DEGREE_FUNCTIONS if degrees else FUNCTIONS
    value = computed(text, known, functions, {})
    try:
        value = float(value)
    except OverflowError as error:
        raise NoValue(f"has no value: {error}", 1) from error
    if not math.isfinite(value):
        raise NoValue("has no finite value", 1)
    return value


def computed(
    text: str,
    names: Mapping[str, Any],
    functions: Mapping[str, Callable[[list[Any]], Any]],
    units: Mapping[str, Any],
) -> Any:
    """Return the value of an expression over values with their own arithmetic.

    Args:
        text: At most 200 characters.
        names: Values of all names.
        functions: Functions of such values.
        units: Factors for a number before one of these names.

    Raises:
        ExpressionError: Not an expression, an unknown name, or one without a value.
    """
    try:
        return _Reader(_tokens(text), names, functions, units).whole()
    except (ArithmeticError, ValueError) as error:
        if isinstance(error, ExpressionError):
            raise
        reason = "a division by zero" if isinstance(error, ZeroDivisionError) else error
        raise NoValue(f"has no value: {reason}", 1) from error


def check(text: str, known: Callable[[str], bool]) -> None:
    """Raise an error unless a text is an expression over known names that may have a value.

    Args:
        text: The text.
        known: Function that returns whether a name is known.

    Raises:
        ExpressionError: It is not.
    """
    names = names_in(text) - CONSTANTS.keys()
    try:
        evaluate(text, {name: 1.0 for name in names if known(name)}, degrees=True)
    except NoValue:
        if not names:
            raise


def names_in(text: str) -> frozenset[str]:
    """Return the names in an expression, without functions and units.

    Raises:
        ExpressionError: Not made of numbers, names and operators.
    """
    tokens = _tokens(text)
    return frozenset(token.text for token in _named(tokens))


def renamed(text: str, old: str, new: str) -> str:
    """Return an expression with one name replaced by another.

    >>> renamed("L1/2 + L10", "L1", "upper")
    'upper/2 + L10'

    Raises:
        ExpressionError: Not made of numbers, names and operators.
    """
    places = [token.column - 1 for token in _named(_tokens(text)) if token.text == old]
    plain = _plain(text)
    for at in reversed(places):
        plain = plain[:at] + new + plain[at + len(old) :]
    return plain if places else text


def _named(tokens: Sequence[_Token]) -> list[_Token]:
    """Return the tokens that are names of values: no functions, no unit after a number."""
    return [
        token
        for before, token, after in zip((None, *tokens), tokens, tokens[1:], strict=False)
        if token.kind == "name"
        and after.text != "("
        and (before is None or before.kind != "number")
    ]


def with_points(text: str) -> str:
    """Return a typed expression with decimal points in place of decimal commas.

    Args:
        text: The expression; commas between the arguments of a function are kept.

    Raises:
        ExpressionError: A comma may be decimal or separate thousands, as in ``1,500``.
    """
    if "(" in text:
        return text
    unclear = _UNCLEAR.search(text)
    if unclear is not None:
        found = unclear.group()
        meanings = f"{found.replace(',', '.')} or {found.replace(',', '')}"
        raise ExpressionError(f"{found} may mean {meanings}", unclear.start() + 1)
    return _DECIMAL_COMMA.sub(r"\1.\2", text)


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    column: int


# By value: the sizes of a body are evaluated again whenever its table changes; their texts stay.
@lru_cache(maxsize=4096)
def _tokens(text: str) -> tuple[_Token, ...]:
    if len(text) > LONGEST:
        raise ExpressionError(f"longer than {LONGEST} characters", LONGEST + 1)
    plain = _plain(text)
    at = len(plain) - len(plain.lstrip())
    found: list[_Token] = []
    while at < len(plain):
        match = _TOKEN.match(plain, at)
        if match is None:
            raise ExpressionError(f"unexpected {plain[at]!r}", at + 1)
        kind = match.lastgroup or ""
        found.append(_Token(kind, match.group(kind), match.start(kind) + 1))
        at = match.end()
    return (*found, _Token("end", "", len(plain) + 1))


def _plain(text: str) -> str:
    return text.replace("π", "pi").translate(_SPELLINGS).rstrip()


class _Reader:
    """A recursive descent over the tokens that computes the value."""

    def __init__(
        self,
        tokens: Sequence[_Token],
        names: Mapping[str, Any],
        functions: Mapping[str, Callable[[list[Any]], Any]],
        units: Mapping[str, Any],
    ) -> None:
        self.tokens = tokens
        self.names = names
        self.functions = functions
        self.units = units
        self.at = 0
        self.depth = 0

    @property
    def next(self) -> _Token:
        return self.tokens[self.at]

    def take(self, *signs: str) -> str:
        """Consume the next token if it is one of the signs."""
        if self.next.text in signs and self.next.kind == "sign":
            self.at += 1
            return self.tokens[self.at - 1].text
        return ""

    def expect(self, sign: str) -> None:
        if not self.take(sign):
            raise self.unexpected(f"expected {sign!r}")

    def unexpected(self, wanted: str) -> ExpressionError:
        token = self.next
        got = "the end" if token.kind == "end" else repr(token.text)
        hint = "; decimals follow a point" if token.text == "," else ""
        return ExpressionError(f"{wanted}, found {got}{hint}", token.column)

    def whole(self) -> Any:
        value = self.sum()
        if self.next.kind != "end":
            raise self.unexpected("expected an operator such as + or *")
        return value

    def sum(self) -> Any:
        self.depth += 1
        if self.depth > DEEPEST:
            raise ExpressionError(f"nested deeper than {DEEPEST} levels", self.next.column)
        value = self.product()
        while sign := self.take("+", "-"):
            term = self.product()
            value = value + term if sign == "+" else value - term
        self.depth -= 1
        return value

    def product(self) -> Any:
        value = self.sign()
        while sign := self.take("*", "/"):
            factor = self.sign()
            value = value * factor if sign == "*" else value / factor
        return value

    def sign(self) -> Any:
        negative = False
        while sign := self.take("+", "-"):
            negative ^= sign == "-"
        value = self.power()
        return -value if negative else value

    def power(self) -> Any:
        base, column = self.atom(), self.next.column
        if not self.take("**"):
            return base
        exponent = self.sign()
        if abs(exponent) > LARGEST_POWER:
            raise NoValue(f"powers go up to {LARGEST_POWER:g}", column)
        value = base**exponent
        if isinstance(value, complex):
            raise NoValue("a root of a negative number", column)
        return value

    def atom(self) -> Any:
        token = self.next
        if token.kind == "number":
            self.at += 1
            number = float(token.text)
            if self.next.kind == "name" and self.next.text in self.units:
                self.at += 1
                return number * self.units[self.tokens[self.at - 1].text]
            return number
        if token.kind == "name":
            self.at += 1
            return self.call(token) if self.take("(") else self.named(token)
        self.expect_operand()
        value = self.sum()
        self.expect(")")
        return value

    def expect_operand(self) -> None:
        if not self.take("("):
            raise self.unexpected("expected a number")

    def named(self, token: _Token) -> Any:
        if token.text not in self.names:
            raise ExpressionError(f"unknown name {token.text!r}", token.column)
        return self.names[token.text]

    def call(self, token: _Token) -> Any:
        if token.text not in self.functions:
            known = ", ".join(self.functions)
            raise ExpressionError(
                f"unknown function {token.text!r}; expected one of {known}", token.column
            )
        values = [self.sum()]
        while self.take(","):
            values.append(self.sum())
        self.expect(")")
        wanted = ARGUMENTS.get(token.text, 1)
        if wanted and len(values) != wanted:
            words = "one number" if wanted == 1 else "two numbers"
            raise ExpressionError(f"{token.text} takes {words}", token.column)
        return self.functions[token.text](values)
