"""Forward kinematics of one posture: a new pose from `fkine`, against Pinocchio."""

from __future__ import annotations

from collections.abc import Sequence

from measure import Contest, Missing, gap, run, show
from peers import missing, motions, pinocchio, puma

from rvs.engine import fkine

NAME = "fkine, one posture"


def contests() -> Sequence[Contest | Missing]:
    """Return what is measured."""
    if why := missing("pinocchio"):
        return [Missing(NAME, "Pinocchio", why)]
    import pinocchio as pin

    robot, (q, _, _) = puma(), motions()
    model = pinocchio(robot)
    data = model.createData()
    # the tool of this robot is the frame of its last joint, so that no further frame is needed
    names = {
        "fkine": fkine,
        "robot": robot,
        "q": q,
        "model": model,
        "data": data,
        "forward": pin.forwardKinematics,
    }

    def agree() -> float:
        pin.forwardKinematics(model, data, q)
        return gap(fkine(robot, q), data.oMi[6].homogeneous)

    theirs = "forward(model, data, q); data.oMi[6].homogeneous"
    peer = "Pinocchio forwardKinematics and the pose read out"
    return [Contest(NAME, peer, "fkine(robot, q)", theirs, names, agree, bar=5)]


if __name__ == "__main__":
    show(run(contests))
