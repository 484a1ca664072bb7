"""Every posture for a pose of the PUMA 560, against EAIK's closed form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from measure import Contest, Missing, run, show
from peers import missing, motions, puma

from rvs.engine import fkine, ikine_all

NAME = "ikine_all, PUMA 560"


def contests() -> Sequence[Contest | Missing]:
    """Return what is measured."""
    if why := missing("eaik"):
        return [Missing(NAME, "EAIK", why)]
    from eaik.IK_DH import DhRobot

    robot, (q, _, _) = puma(), motions()
    pose = fkine(robot, q)
    columns = [np.array([getattr(j, name) for j in robot.joints]) for name in ("alpha", "a", "d")]
    peer = DhRobot(*columns)
    names = {"ikine_all": ikine_all, "robot": robot, "pose": pose, "peer": peer}

    def agree() -> float:
        """The worst pose of either side's eight postures, infinite where there are not eight."""
        theirs: Any = peer.IK(pose)
        found = [ikine_all(robot, pose).q, np.array(theirs.Q)[~np.array(theirs.is_LS, dtype=bool)]]
        if any(len(postures) != 8 for postures in found):
            return float("inf")
        return float(max(np.abs(fkine(robot, postures) - pose).max() for postures in found))

    return [
        Contest(
            NAME,
            "EAIK DhRobot.IK",
            "ikine_all(robot, pose)",
            "peer.IK(pose)",
            names,
            agree,
            bar=2.5,
            note="RVS also folds, verifies and sorts the postures",
        )
    ]


if __name__ == "__main__":
    show(run(contests))
