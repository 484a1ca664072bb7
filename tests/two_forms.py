"""Functions that have a kernel in C++ beside their NumPy form, to be compared by tests."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from rvs.engine import kernels


def with_kernels(*functions: Callable[..., Any]) -> pytest.MarkDecorator:
    """Skip tests where one of the functions has no kernel."""
    return pytest.mark.skipif(
        kernels.NATIVE is None or any(inspect.unwrap(one) is one for one in functions),
        reason="the kernels are not built or turned off",
    )


def both(function: Callable[..., Any], *arguments: Any) -> tuple[Any, Any]:
    """Return the answers of the kernel and of the reference; the kernel itself has to answer."""

    def declined(*_: Any) -> None:
        raise AssertionError("the kernel declined")

    declined.__name__ = function.__name__
    kernel = kernels.accelerated(declined)
    return kernel(*arguments), inspect.unwrap(function)(*arguments)
