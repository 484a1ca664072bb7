"""Every public name of the engine has an example in its docstring, and the example is true."""

import doctest
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import rvs.engine

MODULES = sorted(m.name for m in pkgutil.walk_packages(rvs.engine.__path__, "rvs.engine."))
ROOMS = (
    "transforms",
    "quaternion",
    "screws",
    "robot",
    "kinematics",
    "inverse",
    "dynamics",
    "trajectory",
    "control",
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name: str) -> None:
    module = importlib.import_module(name)
    with np.printoptions(legacy=False):
        result = doctest.testmod(module, extraglobs={"np": np})
    assert result.failed == 0


def public_functions(room: str) -> Iterator[tuple[str, Any]]:
    """The functions that a room offers, whichever module they are written in, and methods."""
    module = importlib.import_module(f"rvs.engine.{room}")
    here = [name for name, value in vars(module).items() if inspect.getmodule(value) is module]
    for name in getattr(module, "__all__", here):
        value = getattr(module, name)
        if name.startswith("_"):
            continue
        if inspect.isroutine(value):
            yield name, value
        elif inspect.isclass(value):
            for member_name, member in vars(value).items():
                plain = getattr(member, "__func__", member)
                if inspect.isfunction(plain) and not member_name.startswith("_"):
                    yield f"{name}.{member_name}", plain


@pytest.mark.parametrize("room", ROOMS)
def test_every_public_function_has_an_example(room: str) -> None:
    functions = dict(public_functions(room))
    assert functions
    assert [name for name, value in functions.items() if ">>>" not in (value.__doc__ or "")] == []
