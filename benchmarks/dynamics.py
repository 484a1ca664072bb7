"""Torques, inertia matrix and accelerations of one posture, against Pinocchio."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from measure import Contest, Missing, gap, run, show
from peers import missing, motions, pinocchio, puma

from rvs.engine import accel, inertia, rne


def contests() -> Sequence[Contest | Missing]:
    """Return what is measured."""
    if why := missing("pinocchio"):
        return [Missing("rne, inertia, accel", "Pinocchio", why)]
    import pinocchio as pin

    robot, (q, qd, last) = puma(), motions()
    model = pinocchio(robot)
    names = {
        "rne": rne,
        "inertia": inertia,
        "accel": accel,
        "robot": robot,
        "q": q,
        "qd": qd,
        "last": last,
        "model": model,
        "data": model.createData(),
        "rnea": pin.rnea,
        "crba": pin.crba,
        "aba": pin.aba,
    }
    rows = [
        ("rne", "rnea", "(robot, q, qd, last)", "(model, data, q, qd, last)", 2.5),
        ("inertia", "crba", "(robot, q)", "(model, data, q)", 2.0),
        ("accel", "aba", "(robot, q, qd, last)", "(model, data, q, qd, last)", 2.5),
    ]

    def agree(ours: str, theirs: str) -> float:
        answers = [np.array(eval(statement, names)) for statement in (ours, theirs)]
        # crba fills the upper triangle alone
        return gap(*(np.triu(answer) for answer in answers))

    return [
        Contest(
            ours,
            f"Pinocchio {theirs}",
            ours + how,
            theirs + their_way,
            names,
            lambda a=ours + how, b=theirs + their_way: agree(a, b),
            bar,
        )
        for ours, theirs, how, their_way, bar in rows
    ]


if __name__ == "__main__":
    show(run(contests))
