"""The Jacobian of the tool in base axes, against Pinocchio."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from measure import Contest, Missing, gap, run, show
from peers import missing, motions, pinocchio, puma

from rvs.engine import jacobian

NAME = "jacobian"
ANGULAR_FIRST = [3, 4, 5, 0, 1, 2]


def contests() -> Sequence[Contest | Missing]:
    """Return what is measured."""
    if why := missing("pinocchio"):
        return [Missing(NAME, "Pinocchio", why)]
    import pinocchio as pin

    robot, (q, _, _) = puma(), motions()
    model = pinocchio(robot)
    names = {
        "jacobian": jacobian,
        "robot": robot,
        "q": q,
        "model": model,
        "data": model.createData(),
        "frame": model.getFrameId("tool"),
        "theirs": pin.computeFrameJacobian,
        "axes": pin.ReferenceFrame.LOCAL_WORLD_ALIGNED,
    }
    statement = "theirs(model, data, q, frame, axes)"

    def agree() -> float:
        return gap(jacobian(robot, q), np.array(eval(statement, names))[ANGULAR_FIRST])

    peer = "Pinocchio computeFrameJacobian"
    return [Contest(NAME, peer, "jacobian(robot, q)", statement, names, agree, bar=2.5)]


if __name__ == "__main__":
    show(run(contests))
