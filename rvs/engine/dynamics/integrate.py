"""Integration of motions: smooth ones as a whole, any others by explicit Runge-Kutta steps.

Between two samples of a controller a motion needs only one or two steps.  SciPy's integrator takes
longer to start than such a step, so the steps are computed here from its table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from rvs.engine.arrays import FARTHEST_JOINT, Array
from rvs.engine.errors import NoSolution
from rvs.value_class import dataclass

Slope = Callable[[float, Array], Array]
RELATIVE_TOLERANCE = 1e-10
ABSOLUTE_TOLERANCE = 1e-12
# a step is never made longer or shorter than this at once, and a little shorter than it may be
GROWTH, SHRINKING, CAUTION = 8.0, 0.2, 0.9
SHORTEST = 1e-12


def integrate(slope: Slope, times: Array, state: Array) -> Array:
    """Return the states (m, d) of a smooth motion, to a relative error of 1e-10 per step.

    Args:
        slope: Derivative of the state as a function of time and state.
        times: Rising times (m,) in s, starting at the first state.
        state: The first state (d,).

    Raises:
        NoSolution: The motion diverges, so that no step is small enough.
    """
    from scipy.integrate import solve_ivp  # type: ignore[import-untyped]

    def bounded(time: float, state: Array) -> Array:
        # a step that leads so far is made smaller, until none is small enough
        return np.full_like(state, np.nan) if running_away(state) else slope(time, state)

    span, wanted = (times[0], times[-1]), times[1:]
    tolerances = {"rtol": RELATIVE_TOLERANCE, "atol": ABSOLUTE_TOLERANCE}
    answer: Any = solve_ivp(bounded, span, state, method="DOP853", t_eval=wanted, **tolerances)
    if answer.status < 0:
        raise NoSolution(f"the motion after {times[0]:g} s", answer.message)
    return np.vstack([state, np.transpose(answer.y)])


def running_away(state: Array) -> bool:
    """Return whether numbers are undefined or too large for a posture."""
    return not bool(np.abs(state).max(initial=0.0) < FARTHEST_JOINT)


@dataclass(frozen=True, eq=False)
class Method:
    """A Runge-Kutta method.

    Attributes:
        stages: Weights of earlier slopes in each later stage, row i of length i.
        weights: Weights of the slopes in the step (s,).
        longest: Longest step in s, if the step length is controlled.
        errors: Weights (s + 1,) of the error estimates of order 5 and 3; None: steps are not
            controlled.
        tolerance: Largest error of a step, relative and absolute.
    """

    stages: tuple[Array, ...]
    weights: Array
    longest: float = 0.0
    errors: tuple[Array, Array] | None = None
    tolerance: float = 0.0

    @cached_property
    def moments(self) -> list[float]:
        """Times of the later stages as fractions of a step."""
        return [float(row.sum()) for row in self.stages]


EULER = Method((), np.array([1.0]))
# Runge-Kutta of order 4, for the short steps between samples of a controller
RK4 = Method(
    (np.array([0.5]), np.array([0.0, 0.5]), np.array([0.0, 0.0, 1.0])),
    np.array([1.0, 2.0, 2.0, 1.0]) / 6.0,
    longest=0.002,
)


# the table is the same for every robot; it is loaded with SciPy only where a run needs it
@lru_cache(maxsize=4)
def dormand_prince(tolerance: float, longest: float) -> Method:
    """Return the method of order 8 with error estimates of order 5 and 3 (Hairer et al. 1993).

    Args:
        tolerance: Largest error of a step, relative and absolute.
        longest: Longest step in s.

    >>> len(dormand_prince(1e-12, 0.01).weights)
    12
    """
    from scipy.integrate import DOP853

    table: Any = DOP853
    stages = tuple(np.array(table.A[i, :i]) for i in range(1, table.n_stages))
    errors = np.array(table.E5), np.array(table.E3)
    return Method(stages, np.array(table.B), longest, errors, tolerance)


def stepped(method: Method, slope: Slope, t: float, state: Array, h: float) -> tuple[Array, float]:
    """Return the state one step later, and the error relative to the tolerance; 0 if uncontrolled.

    Args:
        method: The method.
        slope: Derivative of the state as a function of time and state.
        t: Time of the state in s.
        state: The state (d,).
        h: Length of the step in s.
    """
    slopes = np.empty((len(method.weights) + 1, len(state)))
    slopes[0] = slope(t, state)
    for i, (row, part) in enumerate(zip(method.stages, method.moments, strict=True), 1):
        slopes[i] = slope(t + h * part, state + h * (row @ slopes[:i]))
    later = state + h * (method.weights @ slopes[:-1])
    if method.errors is None:
        return later, 0.0
    slopes[-1] = slope(t + h, later)
    return later, h * _error(method, method.errors, slopes, state, later)


def _error(
    method: Method, errors: tuple[Array, Array], slopes: Array, state: Array, later: Array
) -> float:
    """Return the error estimate of Hairer et al. 1993, II.10, for each second of the step."""
    scale = method.tolerance * (1.0 + np.maximum(np.abs(state), np.abs(later)))
    fifth, third = ((weights @ slopes) / scale for weights in errors)
    large, small = float(fifth @ fifth), float(third @ third)
    if large == 0.0 and small == 0.0:
        return 0.0
    return float(large / np.sqrt((large + 0.01 * small) * len(state)))


def next_length(method: Method, h: float, error: float) -> float:
    """Return the length of the next step after an error of this multiple of the tolerance."""
    if method.errors is None:
        return method.longest
    if error == 0.0:
        return min(method.longest, GROWTH * h)
    factor: float = min(GROWTH, max(SHRINKING, CAUTION * float(error**-0.125)))
    return min(method.longest, factor * h)


def controlled(
    method: Method, slope: Slope, t: float, state: Array, h: float
) -> tuple[Array, float, float]:
    """Return the state after an accepted step, its length, and the length of the next step.

    Args:
        method: The method.
        slope: Derivative of the state as a function of time and state.
        t: Time of the state in s.
        state: The state (d,).
        h: Length of the step to try, in s.

    Raises:
        NoSolution: No step is short enough.
    """
    while True:
        later, error = stepped(method, slope, t, state, h)
        if error <= 1.0:
            return later, h, next_length(method, h, error)
        if h < SHORTEST or not np.isfinite(later).all():
            raise NoSolution("the motion", "the motion diverges: no step size is small enough")
        h = next_length(method, h, error)
