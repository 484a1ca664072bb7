"""1,000 poses on a line from one pose to another, against the Robotics Toolbox."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from measure import Contest, Missing, gap, run, show
from peers import missing, motions, puma

from rvs.engine import ctraj, fkine

COUNT = 1000
NAME = "ctraj, 1,000 poses"


def contests() -> Sequence[Contest | Missing]:
    """Return what is measured."""
    if why := missing("roboticstoolbox"):
        return [Missing(NAME, "Robotics Toolbox", why)]
    import roboticstoolbox as rtb
    from spatialmath import SE3

    robot, (rows, _, _) = puma(), motions(2)
    start, end = fkine(robot, rows)
    # a time scaling is a matter of taste, so both get the same parts of the way
    parts = np.linspace(0, 1, COUNT)
    names = {
        "ctraj": ctraj,
        "start": start,
        "end": end,
        "parts": parts,
        "theirs": rtb.ctraj,
        "SE3_start": SE3(start),
        "SE3_end": SE3(end),
    }
    statement = "theirs(SE3_start, SE3_end, s=parts)"

    def agree() -> float:
        return gap(ctraj(start, end, parts), np.array([one.A for one in eval(statement, names)]))

    ours = "ctraj(start, end, parts)"
    return [Contest(NAME, "Robotics Toolbox ctraj", ours, statement, names, agree, bar=100)]


if __name__ == "__main__":
    show(run(contests))
