"""Completion of typed text: names, attributes, arguments, and the words of a call."""

from __future__ import annotations

import inspect
import io
import keyword
import re
import tokenize
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rvs.value_class import dataclass

# These read from the cursor back, because only the end of them is known.
_CHAIN = re.compile(r"\w*+(?>(?:\s*+\.\s*+\w*[A-Za-z_])*)").match
_BEFORE = re.compile(r"\s*+(\w*[A-Za-z_](?>(?:\.\w*[A-Za-z_])*))").match
_TEXT = re.compile(r"[\w .()+-]*+").match
_QUOTED = re.compile(r"'(?>(?:[^'\\]|\\.)*)(')?|\"(?>(?:[^\"\\]|\\.)*)(\")?")
MOST = 200
# So many letters are read again at each key.
MOST_READ = 20_000


PROGRAM = __name__.partition(".")[0]
# The names that a console begins with and that no docstring tells of.
HELP = {
    "q": (
        "ndarray",
        "The joint values of the active robot at the start of the line, in rad and m. "
        "This is a copy; rvs.pose moves the robot.",
    ),
    "robot": (
        "Robot",
        "The active robot as a value: its table, limits and masses. It never changes; "
        "rvs.set_joint and other functions of rvs change the robot of the cell.",
    ),
    "view": (
        "View",
        "The view of the cell as a value. rvs.look changes it, as in rvs.look(frames=False).",
    ),
    "cell": ("Cell", "The cell of the window; its methods are the functions of rvs that edit it."),
}


@dataclass(frozen=True, slots=True)
class Found:
    """Possible completions.

    Attributes:
        typed: The characters already typed.
        words: The possible completions, sorted; hidden names only if requested.
    """

    typed: str
    words: tuple[str, ...]


def completions(before: str, names: Mapping[str, Any], texts: Iterable[str] = ()) -> Found:
    """Return the possible texts at the cursor.

    Nothing is called; only attributes are looked up.

    Args:
        before: All text before the cursor.
        names: The known names.
        texts: Possible texts of an argument, such as the names of robots.
    """
    place = _place(before)
    if place.quote:
        typed = _match(_TEXT, before)
        return Found(typed, _alike(typed, texts))
    chain = _match(_CHAIN, before)
    owner, dot, typed = chain.replace(" ", "").rpartition(".")
    if dot:
        value = value_of(owner, names)
        known: Iterable[str] = () if value is None else dir(value)
        return Found(typed, _fitting(typed, known))
    arguments = [f"{one}=" for one in _arguments(place.call, names)]
    import builtins

    every = {*names, *dir(builtins), *keyword.kwlist} if typed else set[str]()
    return Found(typed, (*_fitting(typed, arguments), *_fitting(typed, every)))


def value_of(chain: str, names: Mapping[str, Any]) -> Any:
    """Return the value of a name with attributes, or None if there is none."""
    import builtins

    first, *rest = chain.split(".")
    value = names.get(first, getattr(builtins, first, None))
    for one in rest:
        try:
            value = getattr(value, one)
        except Exception:
            return None
    return value


def call_words(before: str, names: Mapping[str, Any]) -> str:
    """Return the call of the function whose arguments are being typed, or nothing."""
    call = _place(before).call
    value = value_of(call, names) if call else None
    if not callable(value):
        return ""
    said = inspect.getdoc(value) or ""
    first = _plain(said.split("\n\n")[0].replace("\n", " "))
    return f"{call}{_shape(value)}\n{first}".strip()


def description(chain: str, names: Mapping[str, Any]) -> str:
    """Return the help for a name, its signature first; empty for an undefined name."""
    value = value_of(chain.strip(), names)
    if value is None:
        return ""
    head = f"{chain.strip()}{_shape(value)}" if callable(value) else ""
    return f"{head}\n\n{_plain(_words(chain.strip(), value))}".strip()


def _words(chain: str, value: Any) -> str:
    """Return the help for a value; for data, its type rather than the manual of the type."""
    kind, own = HELP.get(chain, ("", ""))
    # A name may have been given to something else since.
    if own and type(value).__name__ == kind:
        return own
    told = callable(value) or inspect.ismodule(value)
    if told or type(value).__module__.partition(".")[0] == PROGRAM:
        return inspect.getdoc(value) or f"a {type(value).__name__}"
    return f"a {type(value).__name__}"


def _plain(words: str) -> str:
    """Return words without the markup of code in a manual."""
    return words.replace("``", "")


@dataclass(frozen=True, slots=True)
class _Place:
    """The position of the cursor: in the arguments of a call, and in a text there."""

    call: str = ""
    quote: bool = False


def _place(before: str) -> _Place:
    """Parse the text before the cursor, including open brackets and texts."""
    if len(before) > MOST_READ:
        return _Place()
    opened: list[str] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(before).readline):
            if token.type == tokenize.ERRORTOKEN and token.string in ("'", '"'):
                return _Place(opened[-1] if opened else "", quote=True)
            if token.type == tokenize.OP and token.string in "([{":
                head = before.splitlines()[token.start[0] - 1][: token.start[1]]
                opened.append(_match(_BEFORE, head) if token.string == "(" else "")
            elif token.type == tokenize.OP and token.string in ")]}" and opened:
                opened.pop()
    except (tokenize.TokenError, IndentationError, SyntaxError):
        # What is being typed is not whole; from Python 3.12 on, an open text says so here.
        if _open_quote(before):
            return _Place(opened[-1] if opened else "", quote=True)
    return _Place(opened[-1] if opened else "")


def _open_quote(before: str) -> bool:
    line = before.rsplit("\n", 1)[-1]
    bare = _QUOTED.sub(lambda one: "" if one.lastindex else one[0][0], line).split("#")[0]
    return "'" in bare or '"' in bare


def _arguments(call: str, names: Mapping[str, Any]) -> list[str]:
    value = value_of(call, names) if call else None
    if not callable(value):
        return []
    try:
        shown = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return []
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [one.name for one in shown if one.kind in named]


def _shape(value: Any) -> str:
    """Return the signature without the types of the arguments, which docstrings explain better."""
    try:
        shown = inspect.signature(value)
    except (TypeError, ValueError):
        return "(…)"
    empty = inspect.Parameter.empty
    bare = [one.replace(annotation=empty) for one in shown.parameters.values()]
    return str(shown.replace(parameters=bare, return_annotation=inspect.Signature.empty))


def _fitting(typed: str, known: Iterable[str]) -> tuple[str, ...]:
    hidden = typed.startswith("_")
    fits = (one for one in known if one.startswith(typed) and (hidden or not one.startswith("_")))
    return tuple(sorted(fits, key=str.casefold))[:MOST]


def _alike(typed: str, texts: Iterable[str]) -> tuple[str, ...]:
    """Return texts with this beginning, ignoring case, as in names of robots and objects."""
    folded = typed.casefold()
    fits = (one for one in texts if one.casefold().startswith(folded))
    return tuple(sorted(fits, key=str.casefold))[:MOST]


def _match(match: Callable[[str], re.Match[str] | None], text: str) -> str:
    found = match(text[::-1])
    return "" if found is None else found[found.re.groups][::-1]
