"""Layout of Python expressions: on one line if they fit, else with their parts below."""

from __future__ import annotations

from collections.abc import Sequence

from rvs.value_class import dataclass

WIDTH, STEP = 100, 4


@dataclass(frozen=True, slots=True)
class Bracket:
    """A call, a tuple, a list or a dictionary.

    Attributes:
        head: All text up to its opening bracket.
        items: Its parts, each with its prefix, such as ``"a="``.
        tail: Its closing bracket, and the text after it.
        comma: A comma follows its only part, as in a tuple.
    """

    head: str
    items: tuple[tuple[str, Expression], ...]
    tail: str
    comma: bool = False


Expression = str | Bracket


def flat(shown: Expression) -> str:
    """Return an expression on one line."""
    if isinstance(shown, str):
        return shown
    comma = "," if shown.comma else ""
    return f"{shown.head}{', '.join(b + flat(one) for b, one in shown.items)}{comma}{shown.tail}"


def laid_out(shown: Expression, indent: int = 0, before: int = 0) -> str:
    """Return an expression on as many lines as it needs.

    Args:
        shown: The expression.
        indent: Indentation of its line.
        before: Number of characters before it on its line, plus one for a comma after it.
    """
    line = flat(shown)
    if isinstance(shown, str) or not shown.items or indent + before + len(line) <= WIDTH:
        return line
    inner = indent + STEP
    parts = [b + laid_out(one, inner, len(b) + 1) + "," for b, one in shown.items]
    rows = _filled(parts, inner) if _short(parts) else parts
    pad = "\n" + " " * inner
    return f"{shown.head}{''.join(pad + row for row in rows)}\n{' ' * indent}{shown.tail}"


def _short(parts: Sequence[str]) -> bool:
    """Return whether arguments fit next to each other: numbers and words do, calls do not."""
    return all("(" not in part and len(part) < WIDTH // 4 for part in parts)


def _filled(parts: Sequence[str], indent: int) -> list[str]:
    rows: list[str] = []
    for part in parts:
        if rows and indent + len(rows[-1]) + 1 + len(part) <= WIDTH:
            rows[-1] += f" {part}"
        else:
            rows.append(part)
    return rows
