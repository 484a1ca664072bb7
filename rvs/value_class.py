"""``dataclass`` like that of the standard library, made in a fifth of the time.

The standard one compiles five functions for each class, which was a fifth of the time until the
first frame of the window.  Here only ``__init__`` is compiled, when it is first needed: comparison,
hash, representation and immutability differ between classes by the names of the fields alone.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, FrozenInstanceError
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # with all that type checkers know of it
    from dataclasses import dataclass as dataclass
else:

    def dataclass(kind=None, /, *, frozen=False, eq=True, slots=False, kw_only=False):
        """Make a class from its annotations, with the arguments of ``dataclasses.dataclass``."""

        def made(kind):
            return _value_class(kind, frozen, eq, slots, kw_only)

        return made if kind is None else made(kind)


class _Factory:
    """Placeholder for a default that is made separately for each value."""

    def __repr__(self) -> str:
        return "<factory>"


_FACTORY = _Factory()


def _value_class(kind: Any, frozen: bool, eq: bool, slots: bool, kw_only: bool) -> Any:
    own = set(vars(kind))
    # Fields, their defaults and slots are the library's; told to freeze it would compile again.
    bare = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)
    kind = bare(kind)
    fields = dataclasses.fields(kind)
    methods: dict[str, Any] = {"__init__": _Init(kind, fields, frozen)}
    methods["__repr__"] = _repr([one.name for one in fields if one.repr])
    if eq:
        methods |= _equality([one.name for one in fields if one.compare], frozen)
    if frozen:
        methods |= _refusals(kind, {one.name for one in fields})
    if frozen and slots:
        methods |= {"__getstate__": _state, "__setstate__": _set_state}
    for name, method in methods.items():
        if name not in own:
            setattr(kind, name, method)
    return kind


class _Init:
    """The setter of the fields, compiled when it is first called or read.

    Most of the classes that a command loads have no values in it.
    """

    def __init__(self, kind: Any, fields: Iterable[Field[Any]], frozen: bool) -> None:
        self.kind, self.fields, self.frozen = kind, fields, frozen

    def __get__(self, value: Any, of: Any = None) -> Any:
        made = _init(self.kind, self.fields, self.frozen)
        # by the class of the fields, which a derived one may share
        self.kind.__init__ = made
        return made if value is None else made.__get__(value, of)


def _init(kind: Any, fields: Iterable[Field[Any]], frozen: bool) -> Callable[..., None]:
    """Compile the setter of the fields, in the namespace of the module of the class."""
    known: dict[str, Any] = {"_factory": _FACTORY, "_set": object.__setattr__}
    usual, named, lines = ["self"], list[str](), list[str]()
    for one in fields:
        parameter = name = one.name
        value = default = f"_default_{name}"
        if one.default_factory is not MISSING:
            known[default] = one.default_factory
            parameter, value = f"{name}=_factory", f"{default}()"
        elif one.default is not MISSING:
            known[default] = one.default
            parameter = f"{name}={default}"
        elif not one.init:
            continue
        if one.init:
            (named if one.kw_only else usual).append(parameter)
            anew = one.default_factory is not MISSING
            value = f"{value} if {name} is _factory else {name}" if anew else name
        lines.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(kind, "__post_init__"):
        lines.append("self.__post_init__()")
    parameters = ", ".join([*usual, *(["*", *named] if named else [])])
    head, body = f"def __init__({parameters}):", "\n  ".join(lines) or "pass"
    text = f"def made({', '.join(known)}):\n {head}\n  {body}\n return __init__"
    made: dict[str, Any] = {}
    exec(text, vars(sys.modules[kind.__module__]), made)
    init: Callable[..., None] = made["made"](**known)
    init.__qualname__ = f"{kind.__qualname__}.__init__"
    init.__annotations__ = {one.name: one.type for one in fields if one.init} | {"return": None}
    return init


def _repr(names: list[str]) -> Callable[[Any], str]:
    def shown(self: Any) -> str:
        inside = ", ".join([f"{name}={getattr(self, name)!r}" for name in names])
        return f"{type(self).__qualname__}({inside})"

    return shown


def _equality(names: list[str], hashes: bool) -> dict[str, Any]:
    if len(names) > 1:
        members: Callable[[Any], Any] = attrgetter(*names)
    else:

        def members(self: Any) -> Any:
            return tuple(getattr(self, name) for name in names)

    def equal(self: Any, other: object) -> Any:
        if self is other:
            return True
        if other.__class__ is self.__class__:
            return members(self) == members(other)
        return NotImplemented

    def hashed(self: Any) -> int:
        return hash(members(self))

    return {"__eq__": equal, "__hash__": hashed if hashes else None}


def _refusals(kind: Any, names: set[str]) -> dict[str, Any]:
    """Return the methods that make a value immutable; a derived class may add members."""

    def put(self: Any, name: str, value: object) -> None:
        if type(self) is kind or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(kind, self).__setattr__(name, value)

    def remove(self: Any, name: str) -> None:
        if type(self) is kind or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(kind, self).__delattr__(name)

    return {"__setattr__": put, "__delattr__": remove}


def _state(self: Any) -> list[Any]:
    return [getattr(self, one.name) for one in dataclasses.fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for one, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)
