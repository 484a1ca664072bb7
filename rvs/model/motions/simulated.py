"""Simulated runs as motions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rvs.model.array_value import block
from rvs.model.motions.motion import JointTrajectory
from rvs.study.simulate.run import Outcome


def run_trajectory(robot_id: str, outcome: Outcome) -> JointTrajectory:
    """Return the motion of a robot in a run, with rates; a single row lasts 0.01 s.

    Args:
        robot_id: The robot in the document.
        outcome: The result.
    """
    if len(outcome.t) < 2:
        return JointTrajectory.evenly(robot_id, [outcome.q[0], outcome.q[0]], 0.01)
    rows = JointTrajectory.evenly(robot_id, outcome.q, float(outcome.t[1] - outcome.t[0]))
    if len(outcome.t) < 3:
        return rows
    rates = np.gradient(outcome.qd, outcome.t, axis=0, edge_order=2)
    pushes = block(outcome.push) if outcome.push.any() else None
    return replace(rows, speeds=block(outcome.qd), accelerations=block(rates), pushes=pushes)
