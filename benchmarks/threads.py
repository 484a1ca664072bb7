"""Functions of the engine held to a number of threads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rvs.engine.kernels import NATIVE


def with_threads(function: Callable[..., Any], count: int) -> Callable[..., Any]:
    """Return a function that lets large batches take so many threads, as others keep their own."""
    if NATIVE is None:
        return function

    def held(*args: Any) -> Any:
        NATIVE.use_threads(count)
        return function(*args)

    return held
