"""Integration of smooth motions up to an event, with Dormand and Prince's method of order 8."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from rvs.engine.arrays import FARTHEST_JOINT, Array
from rvs.engine.errors import NoSolution

RELATIVE_TOLERANCE = 1e-10
ABSOLUTE_TOLERANCE = 1e-12


class Stop(NamedTuple):
    """How far an integration came.

    Attributes:
        states: States at the times it reached (k, d).
        time: Where it stopped, in s.
        state: The state there (d,).
        events: Which events stopped it; none at the end of the times.
    """

    states: Array
    time: float
    state: Array
    events: tuple[int, ...]


def integrate(
    slope: Callable[[float, Array], Array],
    times: Array,
    start: float,
    state: Array,
    events: Sequence[Callable[[float, Array], float]] = (),
) -> Stop:
    """Follow a state through times, to a relative error of 1e-10 a step, or up to an event.

    Args:
        slope: Derivative of the state by time.
        times: Rising times wanted (m,), after the start, in s.
        start: Time of the first state.
        state: The first state (d,).
        events: Functions of time and state; one that falls through 0 stops the integration.

    Raises:
        NoSolution: The motion runs away, so that no step is small enough.
    """
    from scipy.integrate import solve_ivp  # type: ignore[import-untyped]

    def bounded(time: float, state: Array) -> Array:
        # a step that leads so far is made smaller, until none is small enough
        return np.full_like(state, np.nan) if running_away(state) else slope(time, state)

    answer: Any = solve_ivp(
        bounded,
        (start, times[-1]),
        state,
        method="DOP853",
        t_eval=times,
        events=[_ending(event) for event in events] or None,
        rtol=RELATIVE_TOLERANCE,
        atol=ABSOLUTE_TOLERANCE,
    )
    if answer.status < 0:
        raise NoSolution(f"the motion after {start:g} s", answer.message)
    reached = np.reshape(np.transpose(answer.y), (-1, len(state)))
    if answer.status == 0:
        return Stop(reached, float(times[-1]), reached[-1], ())
    hit = tuple(i for i, at in enumerate(answer.t_events) if len(at))
    first = hit[0]
    return Stop(reached, float(answer.t_events[first][0]), answer.y_events[first][0], hit)


def running_away(state: Array) -> bool:
    """Return whether numbers are so large, or undefined, that no posture can be made of them."""
    return not bool(np.abs(state).max(initial=0.0) < FARTHEST_JOINT)


def _ending(event: Callable[[float, Array], float]) -> Callable[[float, Array], float]:
    """The event in a form that the integrator stops at when it falls."""

    def function(time: float, state: Array) -> float:
        return event(time, state)

    function.terminal = True  # type: ignore[attr-defined]
    function.direction = -1.0  # type: ignore[attr-defined]
    return function
