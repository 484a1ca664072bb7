"""Classes of values are those that the standard library makes."""

import copy
import dataclasses
import inspect
import pickle
import re
from dataclasses import FrozenInstanceError, field, replace
from pathlib import Path
from typing import Any

import pytest

from rvs import value_class

ARGUMENTS = [
    {},
    {"eq": False},
    {"slots": True},
    {"frozen": True},
    {"frozen": True, "eq": False},
    {"frozen": True, "slots": True},
    {"frozen": True, "slots": True, "eq": False},
    {"frozen": True, "slots": True, "kw_only": True},
]


def point(make: Any, **arguments: Any) -> Any:
    """Return a class with fields of all kinds, made by a decorator."""

    class Point:
        """A point."""

        x: float
        y: float = 2.0
        names: list[str] = field(default_factory=list)
        note: str = field(default="", compare=False, repr=False)
        length: float = field(default=0.0, init=False)
        kept: dict[str, int] = field(default_factory=dict, init=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "length", abs(self.x))

    Point.__qualname__ = "Point"
    return make(**arguments)(Point)


def both(**arguments: Any) -> tuple[Any, Any]:
    """Return the class as it is made here and by the standard library."""
    return tuple(
        point(make, **arguments) for make in (value_class.dataclass, dataclasses.dataclass)
    )


@value_class.dataclass(frozen=True, slots=True)
class Kept:
    x: float
    more: tuple[int, ...] = ()


@value_class.dataclass(frozen=True)
class Base:
    x: float


@value_class.dataclass(frozen=True)
class Derived(Base):
    y: float = 1.0


class Open(Base):
    pass


@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_a_class_is_the_one_of_the_standard_library(arguments: dict[str, Any]) -> None:
    ours, theirs = (
        point(value_class.dataclass, **arguments),
        point(dataclasses.dataclass, **arguments),
    )
    for values in ({"x": 1.5}, {"x": -3.0, "y": 4.0, "names": ["a"], "note": "n"}):
        one, other = ours(**values), theirs(**values)
        assert repr(one) == repr(other)
        assert dataclasses.asdict(one) == dataclasses.asdict(other)
        assert repr(replace(one, y=7.0)) == repr(replace(other, y=7.0))
    assert str(inspect.signature(ours)) == str(inspect.signature(theirs))
    assert ours.__match_args__ == theirs.__match_args__
    assert hasattr(ours(x=1.0), "__dict__") == hasattr(theirs(x=1.0), "__dict__")
    assert (ours.__hash__ is None) == (theirs.__hash__ is None)
    assert ours(x=1.0).names is not ours(x=1.0).names


@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_values_are_equal_where_those_of_the_standard_library_are(
    arguments: dict[str, Any],
) -> None:
    ours, theirs = (
        point(value_class.dataclass, **arguments),
        point(dataclasses.dataclass, **arguments),
    )
    values: list[dict[str, Any]] = [{"x": 1.0}, {"x": 1.0, "note": "n"}, {"x": 1.0, "y": 3.0}]
    for first in values:
        for second in values:
            equal = theirs(**first) == theirs(**second)
            assert (ours(**first) == ours(**second)) is equal
    assert ours(x=1.0) != theirs(x=1.0)
    assert ours(x=1.0) != 1.0


@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_a_frozen_value_refuses_what_others_take(arguments: dict[str, Any]) -> None:
    one = point(value_class.dataclass, **arguments)(x=1.0)
    if not arguments.get("frozen"):
        one.x = 2.0
        assert one.x == 2.0
        return
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'x'"):
        one.x = 2.0
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'x'"):
        del one.x
    with pytest.raises(FrozenInstanceError):
        one.unheard_of = 1


@pytest.mark.parametrize("value", [Kept(1.0, (2, 3)), Derived(1.0, 2.0)])
def test_values_travel_and_are_copied(value: Any) -> None:
    for other in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert other == value
        assert hash(other) == hash(value)
        assert other is not value


def test_a_hash_is_that_of_the_compared_fields() -> None:
    for kind in both(frozen=True):
        with pytest.raises(TypeError, match="unhashable"):
            hash(kind(x=1.0))
    assert hash(Kept(1.0, (2,))) == hash((1.0, (2,)))
    assert hash(Base(1.0)) == hash((1.0,))


def test_derived_classes_keep_fields_and_refuse_them() -> None:
    assert Derived(1.0) == Derived(1.0, 1.0)
    assert Derived(1.0) != Base(1.0)
    assert [one.name for one in dataclasses.fields(Derived)] == ["x", "y"]
    with pytest.raises(FrozenInstanceError):
        Derived(1.0).x = 2.0  # type: ignore[misc]
    loose = Open(1.0)
    loose.other = 3.0  # type: ignore[attr-defined]
    assert loose.other == 3.0  # type: ignore[attr-defined]
    with pytest.raises(FrozenInstanceError):
        loose.x = 2.0  # type: ignore[misc]


def test_a_method_of_the_class_itself_stays() -> None:
    @value_class.dataclass(frozen=True)
    class Named:
        name: str

        def __repr__(self) -> str:
            return f"<{self.name}>"

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Named) and other.name.lower() == self.name.lower()

        def __hash__(self) -> int:
            return hash(self.name.lower())

    assert repr(Named("A")) == "<A>"
    assert Named("A") == Named("a")
    assert len({Named("A"), Named("a")}) == 1


def test_every_class_of_the_program_is_made_so(project_root: Path) -> None:
    theirs = re.compile(
        r"^\s*from dataclasses import .*\bdataclass\b|dataclasses\.dataclass\b", re.M
    )
    allowed = project_root / "rvs" / "value_class.py"
    found = [
        path
        for path in (project_root / "rvs").rglob("*.py")
        if path != allowed and theirs.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []
