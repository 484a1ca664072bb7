"""Several starts of one design problem, and the best of them."""

from __future__ import annotations

from rvs.engine.arrays import check_index
from rvs.study.design.design import ISOTROPIC, Method, Problem, Step, design, starts


def search(
    found: Problem, method: Method = "least squares", count: int = 12, seed: int = 0
) -> tuple[Step, int]:
    """Return the best design of several starts, the robot itself first.

    An isotropic robot ends the search: none is better, unless there are other goals.

    Args:
        found: The problem.
        method: How to get there.
        count: Most starts.
        seed: Seed of the random ones; the same seed gives the same design.

    Returns:
        The design, and how many iterations all starts took.

    Raises:
        ArgumentError: No start, or an unknown method.
    """
    check_index(count, "count", 1, 10**6)
    best: Step | None = None
    iterations = 0
    for x in starts(found, count, seed):
        for step in design(found, method, x):
            iterations += 1
            if best is None or step.merit < best.merit:
                best = step
        iterations -= 1
        isotropic = best is not None and best.condition - 1.0 < ISOTROPIC
        if isotropic and not found.goals:
            break
    assert best is not None
    return best, iterations
