"""The next postures to measure: those that reduce the uncertainty most."""

from __future__ import annotations

from typing import Literal

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.progress import with_progress
from rvs.engine.robot import Robot
from rvs.study.accuracy.iso_poses import random_postures
from rvs.study.calibration.fit import Fit, information

Index = Literal["D", "A"]
INDICES: dict[Index, str] = {
    "D": "D: volume of uncertainty",
    "A": "A: sum of the variances, of parameters scaled to their current uncertainty",
}
POSTURES = 1500


def telling_postures(
    robot: Robot, fit: Fit, count: int, turned: bool, index: Index = "D", seed: int = 0
) -> tuple[Array, Array]:
    """Return the most informative postures, one after the other (greedy; Sun and Hollerbach 2008).

    Args:
        robot: The robot, whose limits are respected.
        fit: The current estimate of the parameters.
        count: Number of postures.
        turned: Orientations would be measured.
        index: The measure: D-optimal (the determinant) or A-optimal (the trace).
        seed: Seed of the random candidate postures.

    Returns:
        Postures (count, n), and the fraction of the mean standard deviation that remains after each
        (count,).
    """
    q = random_postures(robot, POSTURES, np.random.default_rng(seed))
    # in units of the present uncertainty
    sigma = np.sqrt(np.diag(fit.covariance))
    J = information(fit.table, q, fit.free, fit.noise, turned) * sigma
    C = fit.covariance / np.outer(sigma, sigma)
    chosen, left, first = [], [], np.trace(C)
    for _ in with_progress(range(count)):
        S = J @ C @ np.swapaxes(J, 1, 2) + np.eye(J.shape[1])
        if index == "D":
            gains = np.linalg.slogdet(S)[1]
        else:
            K = J @ C
            gains = np.einsum("mij,mij->m", np.linalg.solve(S, K), K)
        best = int(np.argmax(gains))
        K = J[best] @ C
        C = C - K.T @ np.linalg.solve(S[best], K)
        chosen.append(q[best])
        left.append(float(np.sqrt(max(np.trace(C), 0.0) / first)))
    return np.array(chosen).reshape(count, robot.n), np.array(left)
