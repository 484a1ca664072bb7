"""The least value of a smooth function from many starts: BFGS, all starts in one array."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rvs.engine.arrays import Array, Booleans, Integers

Function = Callable[[Array], tuple[Array, Array]]
"""Values (b,) and gradients (b, d) of points (b, d)."""

# A first step goes no farther than this; it is halved so often before it is given up.
FARTHEST, HALVINGS = 0.5, 30
# Of the decrease that the slope promises, a step has to make this part (Armijo).
PART = 1e-4
# A slope below this is none.
FLAT = 1e-13
# A decrease that is lost in the rounding of the value.
LOST = 1e-16
# A decrease below this is rounding; steps that make it lead nowhere, one after another.
GAIN = 1e-15


def descend(function: Function, starts: Array, steps: int) -> tuple[Array, Array]:
    """Return the ends of descents with decreasing values, and the values there.

    The Broyden-Fletcher-Goldfarb-Shanno method with a step that is halved until the value decreases
    (Nocedal and Wright, Numerical Optimization, 2nd ed. 2006, ch. 6).

    Args:
        function: The function to minimise.
        starts: Initial points (b, d).
        steps: Greatest number of steps.

    Returns:
        Points (b, d) and values (b,).
    """
    x = np.array(starts)
    value, slope = function(x)
    eye = np.eye(x.shape[1])
    model = np.broadcast_to(eye, (*x.shape, x.shape[1])).copy()
    alive, plain = np.ones(len(x), dtype=bool), np.ones(len(x), dtype=bool)
    for _ in range(steps):
        alive &= np.abs(slope).max(axis=1, initial=0.0) > FLAT
        going = np.flatnonzero(alive)
        if not len(going):
            break
        step, trust = _direction(model[going], slope[going])
        model[going[~trust]], plain[going[~trust]] = eye, True
        hope = -np.einsum("bi,bi->b", step, slope[going])
        worth = hope > LOST * np.maximum(np.abs(value[going]), 1.0)
        alive[going[~worth]] = False
        going, step, trust = going[worth], step[worth], trust[worth]
        if not len(going):
            break
        tried, found, after, moved = _shortened(
            function, x[going], value[going], slope[going], step
        )
        stuck = going[~moved]
        # a model that leads nowhere is forgotten once; then the start has arrived
        alive[stuck[plain[stuck]]] = False
        model[stuck], plain[stuck] = eye, True
        plain[going[moved]] = False
        _learn(model, going[moved], (tried - x[going])[moved], (after - slope[going])[moved])
        x[going[moved]], value[going[moved]] = tried[moved], found[moved]
        slope[going[moved]] = after[moved]
    return x, value


def _direction(model: Array, slope: Array) -> tuple[Array, Booleans]:
    """Return steps from the models of the curvature, and whether these are reliable."""
    step = -np.einsum("bij,bj->bi", model, slope)
    trust = np.einsum("bi,bi->b", step, slope) < 0
    step = np.where(trust[:, None], step, -slope)
    far = np.abs(step).max(axis=1) / FARTHEST
    return step / np.maximum(far, 1.0)[:, None], trust


def _shortened(
    function: Function, x: Array, value: Array, slope: Array, step: Array
) -> tuple[Array, Array, Array, Booleans]:
    """Return points, values and slopes after successful steps, and a mask of their starts."""
    promise = PART * np.einsum("bi,bi->b", step, slope)
    point, found, after = x.copy(), value.copy(), slope.copy()
    open_ = np.arange(len(x))
    part = 1.0
    for _ in range(HALVINGS):
        tried = x[open_] + part * step[open_]
        f, g = function(tried)
        fine = f <= value[open_] + part * promise[open_]
        done = open_[fine]
        point[done], found[done], after[done] = tried[fine], f[fine], g[fine]
        open_ = open_[~fine]
        if not len(open_):
            break
        part *= 0.5
    moved = value - found > GAIN * np.maximum(np.abs(value), 1.0)
    return point, found, after, moved


def _learn(model: Array, which: Integers, step: Array, change: Array) -> None:
    """Update the inverse Hessians of some starts by a step and the change of the slope."""
    product = np.einsum("bi,bi->b", step, change)
    good = product > 1e-12 * np.linalg.norm(step, axis=1) * np.linalg.norm(change, axis=1)
    which, step, change, product = which[good], step[good], change[good], product[good]
    if not len(which):
        return
    old = model[which]
    pushed = np.einsum("bij,bj->bi", old, change)
    bend = 1.0 + np.einsum("bi,bi->b", change, pushed) / product
    crossed = step[:, :, None] * pushed[:, None, :]
    model[which] = (
        old
        + (bend / product)[:, None, None] * step[:, :, None] * step[:, None, :]
        - (crossed + crossed.swapaxes(1, 2)) / product[:, None, None]
    )
