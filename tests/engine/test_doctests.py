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
ROOMS = ("transforms", "quaternion", "screws", "robot", "kinematics", "inverse", "dynamics")


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name: str) -> None:
    module = importlib.import_module(name)
    with np.printoptions(legacy=False):
        result = doctest.testmod(module, extraglobs={"np": np})
    assert result.failed == 0


def public_callables(room: str) -> Iterator[tuple[str, Any]]:
    module = importlib.import_module(f"rvs.engine.{room}")
    names = getattr(module, "__all__", None) or [n for n in vars(module) if not n.startswith("_")]
    for name in names:
        value = getattr(module, name)
        if getattr(value, "__module__", "").startswith("rvs.engine") and callable(value):
            yield name, value
            if inspect.isclass(value):
                members = {n: m for n, m in vars(value).items() if not n.startswith("_")}
                for member_name, member in members.items():
                    bound = getattr(member, "__func__", member)
                    if inspect.isfunction(bound):
                        yield f"{name}.{member_name}", bound


@pytest.mark.parametrize("room", ROOMS)
def test_every_public_function_has_an_example(room: str) -> None:
    bare = [name for name, value in public_callables(room) if ">>>" not in (value.__doc__ or "")]
    assert bare == []
