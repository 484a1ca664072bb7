"""One posture for each of 1,000 random poses, against the Robotics Toolbox."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from measure import Contest, Missing, run, show
from peers import SEED, missing, puma, toolbox

from rvs.engine import fkine, ikine

COUNT = 1000
NAME = "ikine, 1,000 random poses"
# what the peer's error, half a square of m and rad together, has to fall below
PEER_TOLERANCE = 1e-14


def toolbox_loop(ets: Any, poses: np.ndarray, k: float) -> list[Any]:
    """Do what a user of the toolbox does: one pose after the other."""
    return [ets.ik_LM(T, method="chan", k=k, tol=PEER_TOLERANCE, joint_limits=False) for T in poses]


def contests() -> Sequence[Contest | Missing]:
    """Return what is measured."""
    if why := missing("roboticstoolbox"):
        return [Missing(NAME, "Robotics Toolbox", why)]
    robot = puma()
    ets = toolbox(robot).ets()
    poses = fkine(robot, np.random.default_rng(SEED).uniform(-np.pi, np.pi, (COUNT, 6)))

    def agree(k: float) -> float:
        """The worst that either side leaves, where all poses have to be reached."""
        ours = ikine(robot, poses, limits=False)
        theirs = toolbox_loop(ets, poses, k)
        if not ours.success.all() or not all(one.success for one in theirs):
            return float("inf")
        found = np.stack([fkine(robot, ours.q), fkine(robot, np.array([one.q for one in theirs]))])
        return float(np.abs(found - poses).max())

    return [
        Contest(
            NAME,
            f"Robotics Toolbox ets.ik_LM (chan, k={k})",
            "ikine(robot, poses, limits=False)",
            f"loop(ets, poses, {k})",
            {"ikine": ikine, "robot": robot, "poses": poses, "loop": toolbox_loop, "ets": ets},
            lambda k=k: agree(k),
            bar=6,
            within=1e-6,
            count=COUNT,
        )
        for k in (1.0, 0.1)
    ]


if __name__ == "__main__":
    show(run(contests))
