"""Every posture for a pose of a 6R arm without any structure, against ssik.

ssik prepares an arm once, for minutes, and keeps that on disk; only what follows is timed.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from measure import Contest, Missing, run, show
from peers import missing

from rvs.engine import Robot, fkine, ikine_all

NAME = "ikine_all, general 6R"
ARM_SEED = 5


def contests() -> Sequence[Contest | Missing]:
    """Return what is measured."""
    if why := missing("ssik"):
        return [Missing(NAME, "ssik", why)]
    from ssik import Manipulator

    rng = np.random.default_rng(ARM_SEED)
    a, d, alpha = rng.uniform(-1, 1, 6), rng.uniform(-1, 1, 6), rng.uniform(-np.pi, np.pi, 6)
    robot, peer = Robot.from_dh(a, alpha, d, 0), Manipulator.from_dh(alpha, a, d)
    pose = fkine(robot, rng.uniform(-3, 3, 6))
    peer.prepare()
    names = {"ikine_all": ikine_all, "robot": robot, "pose": pose, "peer": peer}

    def agree() -> float:
        """The worst pose of either side's postures, infinite where their numbers differ."""
        found = [ikine_all(robot, pose).q, np.array([one.q for one in peer.solve(pose)])]
        if len(found[0]) != len(found[1]):
            return float("inf")
        return float(max(np.abs(fkine(robot, postures) - pose).max() for postures in found))

    return [
        Contest(
            NAME, "ssik", "ikine_all(robot, pose)", "peer.solve(pose)", names, agree, bar=20,
            within=1e-6, note="ssik needed minutes to prepare the arm, RVS no time",
        )
    ]  # fmt: skip


if __name__ == "__main__":
    show(run(contests))
