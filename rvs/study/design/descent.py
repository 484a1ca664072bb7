"""Descent to the least condition number: methods of SciPy, and the method of the thesis."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from rvs.engine.arrays import Array
from rvs.value_class import dataclass

Slope = Callable[[Array], tuple[float, Array]]
Equations = Callable[[Array], tuple[Array, Array]]

MOST_STEPS = 1500
STILL = 1e-15
GRADIENT = 1e-10
# A step has to lower the objective by this share of what its slope promises, and may be halved
# down to the shortest one.
SLOPE, SHORTEST = 1e-6, 1e-9


def by_scipy(method: str) -> Callable[[Slope, Array, Array, Array], Iterator[Array]]:
    """Return a method of ``scipy.optimize.minimize`` as a generator of iterates.

    Args:
        method: ``"BFGS"``, without bounds, ``"L-BFGS-B"`` or ``"SLSQP"``.
    """

    def iterates(slope: Slope, x: Array, low: Array, high: Array) -> Iterator[Array]:
        from scipy.optimize import minimize  # type: ignore[import-untyped]

        extra: dict[str, Any] = {}
        if method != "BFGS":
            extra["bounds"] = np.column_stack([low, high])
        tolerance = {"BFGS": "gtol", "L-BFGS-B": "gtol", "SLSQP": "ftol"}[method]
        options = {"maxiter": MOST_STEPS, tolerance: 1e-16 if method == "SLSQP" else GRADIENT}
        if method == "L-BFGS-B":
            options["ftol"] = STILL

        def run(seen: Callable[[Array], None]) -> None:
            with np.errstate(all="ignore"):
                minimize(slope, x, jac=True, method=method, callback=seen, options=options, **extra)

        yield from streamed(run)

    return iterates


class _Stopped(Exception):
    """No more iterates are required."""


def streamed(run: Callable[[Callable[[Array], None]], None]) -> Iterator[Array]:
    """Yield the reports of a running solver; closing the iterator stops it.

    Args:
        run: Runs the solver, and calls its argument with every iterate.
    """
    # one at a time: the solver waits until its iterate has been seen
    found: queue.Queue[Array | BaseException | None] = queue.Queue(maxsize=1)
    closed = threading.Event()

    def put(value: Array | BaseException | None) -> None:
        while not closed.is_set():
            try:
                found.put(value, timeout=0.05)
                return
            except queue.Full:
                continue
        raise _Stopped

    def seen(x: Array) -> None:
        put(np.array(x))

    def work() -> None:
        try:
            run(seen)
            put(None)
        except _Stopped:
            return
        except BaseException as error:
            if not closed.is_set():
                put(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        while (value := found.get()) is not None:
            if isinstance(value, BaseException):
                raise value
            yield value
    finally:
        closed.set()
        thread.join()


def orthogonal_decomposition(
    slope: Slope, x: Array, low: Array, high: Array, equations: Equations | None = None
) -> Iterator[Array]:
    """Yield the iterates of the orthogonal-decomposition algorithm (Teng and Angeles 2001).

    Each step solves a quadratic programme: the objective with its Hessian, made positive definite,
    and the equations, linearised.  The gradient of the equations is decomposed orthogonally (QR)
    into the directions that they determine and those that they leave free; the objective is reduced
    along the latter.  The thesis names this method.  Without its equations 8.8 and 8.9, which do
    not belong to these variables, all directions are free.

    Args:
        slope: Returns the objective and its gradient (v,).
        x: Initial point (v,).
        low: Lower bounds (v,); steps are shortened there.
        high: Upper bounds (v,).
        equations: Returns the values to be made 0 (e,) and their derivatives (e, v), or None.
    """
    for _ in range(MOST_STEPS // 3):
        value, gradient = slope(x)
        split = _decomposed(x, gradient, equations)
        hessian = split.free.T @ _hessian(slope, x, split.weights, equations) @ split.free
        step = split.settle + split.free @ np.linalg.solve(
            _positive(hessian), -split.free.T @ gradient
        )
        price = 2.0 * float(np.abs(split.weights).max(initial=0.0)) + 1.0
        merit = value + price * split.rest
        enough, share = SLOPE * abs(float(gradient @ step)), 1.0
        while share > SHORTEST:
            tried = np.clip(x + share * step, low, high)
            gain = merit - slope(tried)[0] - price * _rest(tried, equations)
            if gain > share * enough:
                break
            share /= 2.0
        else:
            return
        x = tried
        yield x
        if gain <= STILL:
            return


@dataclass(frozen=True, eq=False)
class _Split:
    """Step that solves the equations, free directions, multipliers and residual."""

    settle: Array
    free: Array
    weights: Array
    rest: float


def _decomposed(x: Array, gradient: Array, equations: Equations | None) -> _Split:
    if equations is None:
        return _Split(np.zeros(len(x)), np.eye(len(x)), np.zeros(0), 0.0)
    rest, slopes = equations(x)
    turned, triangle = np.linalg.qr(slopes.T, mode="complete")
    count = len(rest)
    settle = turned[:, :count] @ np.linalg.solve(triangle[:count].T, -rest)
    weights = np.linalg.solve(triangle[:count], turned[:, :count].T @ gradient)
    return _Split(settle, turned[:, count:], weights, float(np.abs(rest).sum()))


def _rest(x: Array, equations: Equations | None) -> float:
    return 0.0 if equations is None else float(np.abs(equations(x)[0]).sum())


def _hessian(
    slope: Slope, x: Array, weights: Array, equations: Equations | None, h: float = 1e-6
) -> Array:
    """Return the second derivatives of the Lagrangian, by central differences of its gradient."""

    def gradient(x: Array) -> Array:
        own = slope(x)[1]
        return own if equations is None else own - equations(x)[1].T @ weights

    steps = h * np.eye(len(x))
    found = np.array([(gradient(x + step) - gradient(x - step)) / (2.0 * h) for step in steps])
    return np.asarray((found + found.T) / 2.0)


def _positive(hessian: Array) -> Array:
    """Return the nearest matrix whose eigenvalues are all clearly positive."""
    values, vectors = np.linalg.eigh(hessian)
    least = 1e-8 * max(1.0, float(np.abs(values).max()))
    return np.asarray((vectors * np.maximum(np.abs(values), least)) @ vectors.T)
