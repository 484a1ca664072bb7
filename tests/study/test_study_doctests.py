"""The examples in the docstrings of the study rooms are true."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import rvs.study

MODULES = sorted(m.name for m in pkgutil.walk_packages(rvs.study.__path__, "rvs.study."))


@pytest.mark.parametrize("name", [*MODULES, "rvs.model.collision.rules"])
def test_examples(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
