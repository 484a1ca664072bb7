"""Towards an isotropic Jacobian by damped least squares, one iterate after another.

The method of Levenberg and Marquardt, damped by the square of the misfit itself (Fan and Yuan,
"On the quadratic convergence of the Levenberg-Marquardt method without nonsingularity
assumption", Computing 74, 2005): isotropic robots are no isolated points but whole surfaces, where
the derivatives have no full rank.  What is at a bound and pushed further rests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from rvs.engine.arrays import Array, Integers

Misfit = Callable[[Array], tuple[Array, Array]]

MOST_STEPS = 400
# Damping by the squared misfit: at first, at least and at most, and how it changes.
DAMPING, LEAST, MOST, CHANGE = 1e-2, 1e-8, 1e12, 4.0
# A step that gains more than this share of what was expected may be longer, one below it shorter.
GOOD, POOR = 0.75, 0.25
# Damping that is always there, as a share of the trace of the equations.
FLOOR = 1e-14
# It ends where the misfit, or all progress, is lost in rounding.
SMALL, STILL = 1e-26, 1e-13


def iterates(misfit: Misfit, x: Array, low: Array, high: Array) -> Iterator[Array]:
    """Yield better and better design vectors.

    Args:
        misfit: Gives the misfit (r,) and its derivatives (r, v).
        x: Where to begin (v,).
        low: Lower bounds (v,).
        high: Upper bounds (v,).
    """
    x = np.clip(x, low, high)
    rest, slopes = misfit(x)
    damping, value = DAMPING, float(rest @ rest)
    for _ in range(MOST_STEPS):
        if value <= SMALL:
            return
        free = _free(x, slopes.T @ rest, low, high)
        while damping < MOST:
            step = _step(rest, slopes, free, damping * value)
            tried = np.clip(x + step, low, high)
            next_rest, next_slopes = misfit(tried)
            found = float(next_rest @ next_rest)
            if found < value:
                break
            damping *= CHANGE
        else:
            return
        expected = value - float(np.sum((rest + slopes @ step) ** 2))
        gain, before = (value - found) / max(expected, 1e-300), value
        if gain > GOOD:
            damping = max(damping / CHANGE, LEAST)
        elif gain < POOR:
            damping *= CHANGE
        x, rest, slopes, value = tried, next_rest, next_slopes, found
        yield x
        if before - value <= STILL * before:
            return


def _free(x: Array, gradient: Array, low: Array, high: Array) -> Integers:
    """Places of the variables that are not pushed against a bound."""
    held = ((x <= low) & (gradient > 0)) | ((x >= high) & (gradient < 0))
    return np.flatnonzero(~held)


def _step(rest: Array, slopes: Array, free: Integers, damping: float) -> Array:
    step = np.zeros(slopes.shape[1])
    own = slopes[:, free]
    normal = own.T @ own
    # what rounding leaves of a singular matrix must not decide
    normal += (damping + FLOOR * np.trace(normal)) * np.eye(len(free))
    step[free] = -np.linalg.solve(normal, own.T @ rest)
    return step
