"""A question as a function: signature and docstring from the fields of its class."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Iterable
from typing import Any

from rvs.fields.field import About, abouts, described

WIDTH = 92
PLACE, NAMED = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
REST = inspect.Parameter.VAR_KEYWORD


def parameters(kind: Any, by_place: Iterable[str] = ()) -> list[inspect.Parameter]:
    """Return the parameters of a question, positional ones first."""
    order = list(by_place)
    made = {
        one.name: inspect.Parameter(one.name, REST, annotation="Any")
        if about.kind == "fields"
        else inspect.Parameter(
            one.name,
            PLACE if one.name in order else NAMED,
            default=one.default,
            annotation=one.type,
        )
        for one, about in described(kind)
    }
    given = [*(made.pop(name) for name in order), *made.values()]
    return sorted(given, key=lambda one: one.kind == REST)


def homes(kind: type) -> dict[str, str]:
    """Return the module in which each field of a class is annotated, by the field's name."""
    return {
        name: one.__module__
        for one in reversed(kind.__mro__)
        for name in vars(one).get("__annotations__", {})
    }


def said_of(about: About) -> str:
    """Return the facts about a field in a sentence.

    >>> said_of(About("Wait so long", unit="s", usual="0.5 s more than the motion"))
    'Wait so long, in s; 0.5 s more than the motion if left out.'
    """
    unit = f", in {about.unit}" if about.unit not in ("", "1") else ""
    zero = ", counted from 0" if about.kind == "numbered" else ""
    usual = f"; {about.usual} if left out" if about.usual else ""
    words = ", ".join(f'``"{word}"``' for word in about.choices)
    choices = f": {words}" if words and words.count('"') > 2 else ""
    return f"{about.says}{unit}{zero}{choices}{usual}."


def documented(kind: type, subject: Iterable[tuple[str, str]], by_place: Iterable[str] = ()) -> str:
    """Return the docstring of a question's function: that of its class, and the arguments.

    Args:
        kind: The class of the question.
        subject: Name and sentence of each argument that is not a field.
        by_place: The fields that may be given by position.
    """
    about, order = abouts(kind), list(by_place)
    first, *more = subject
    rows = [first, *((name, said_of(about.pop(name))) for name in order), *more]
    rows += [(name, said_of(one)) for name, one in about.items()]
    lines = [
        textwrap.fill(f"{name}: {says}", WIDTH, initial_indent=" " * 4, subsequent_indent=" " * 8,
                      break_on_hyphens=False)
        for name, says in rows
    ]  # fmt: skip
    head, _, rest = inspect.cleandoc(kind.__doc__ or "").partition("\n\n")
    return "\n".join([head, "", "Args:", *lines, *(["", rest] if rest else [])])
