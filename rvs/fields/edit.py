"""An edit of the document, described once: the function, its name, and its label for undo."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from inspect import Signature, signature
from typing import Any, TypeVar

from rvs.value_class import dataclass

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Edit:
    """An edit that the window and scripts call by name.

    Attributes:
        function: The function of the edit; its first argument is the document.
        label: Name of the step for undo, with arguments in braces; the words for one and for
            several follow a colon, as in ``"Delete {names:posture/postures}"``.
        adds: The field of the document that gets the new item whose id or name is returned.
        several: It may add several, and returns all of their ids.
    """

    function: Callable[..., Any]
    label: str
    adds: str = ""
    several: bool = False

    @property
    def name(self) -> str:
        """Name for scripts."""
        return self.function.__name__

    @property
    def module(self) -> str:
        """Module of its function."""
        return self.function.__module__

    @cached_property
    def signature(self) -> Signature:
        """Parameters of its function."""
        return signature(self.function)

    def words(self, arguments: Mapping[str, Any]) -> str:
        """Return the label of the step for undo, for some arguments."""
        return self.label.format_map({key: _Said(value) for key, value in arguments.items()})


class _Said:
    """An argument as worded in a label."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def __format__(self, kinds: str) -> str:
        if not isinstance(self._value, (list, tuple, set, frozenset)):
            return item_words(self._value)
        one, _, several = kinds.partition("/")
        if len(self._value) != 1:
            return f"{len(self._value)} {several}"
        return f"{one} {item_words(next(iter(self._value)))}".lstrip()


def item_words(item: Any) -> str:
    """Return the name of an item of the document: its id, its name, or itself."""
    return str(getattr(item, "id", None) or getattr(item, "name", None) or item)


# By their functions, in the order in which they were made.
MADE: dict[Callable[..., Any], Edit] = {}


def edit(label: str, adds: str = "", several: bool = False) -> Callable[[Function], Function]:
    """Return a decorator that makes a function an edit; the arguments are those of ``Edit``."""

    def named(function: Function) -> Function:
        MADE[function] = Edit(function, label, adds, several)
        return function

    return named
