"""Poses of 100,000 postures, against the best that the others have; one thread and all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from measure import Contest, Missing, gap, run, show
from peers import missing, motions, pinocchio, puma, toolbox
from threads import with_threads

from rvs.engine import fkine

COUNT = 100_000
NAME = "fkine, 100,000 postures"
OTHERS = "another library, py-opw-kinematics 1.3.0, took 3.5 µs per posture"


def pinocchio_loop(model: Any, data: Any, rows: np.ndarray) -> np.ndarray:
    """Do what a user of Pinocchio does: one posture after the other."""
    import pinocchio as pin

    forward, last = pin.forwardKinematics, data.oMi[6]
    poses = np.empty((len(rows), 4, 4))
    for i, row in enumerate(rows):
        forward(model, data, row)
        poses[i] = last.homogeneous
    return poses


def contests() -> Sequence[Contest | Missing]:
    """Return what is measured."""
    robot, (rows, _, _) = puma(), motions(COUNT)
    found: list[Contest | Missing] = []
    names: dict[str, Any] = {"robot": robot, "rows": rows}

    def add(peer: str, theirs: str, bar: float | None, threads: int = 1) -> None:
        def agree() -> float:
            return gap(fkine(robot, rows[:1000]), eval(theirs, {**names, "rows": rows[:1000]}))

        ours = {"fkine": with_threads(fkine, threads)}
        name = f"{NAME}, {threads} thread{'s' * (threads > 1)}"
        found.append(
            Contest(
                name,
                peer,
                "fkine(robot, rows)",
                theirs,
                {**names, **ours},
                agree,
                bar,
                count=COUNT,
                note=OTHERS if "eval" in theirs and threads == 1 else "",
            )
        )

    if why := missing("roboticstoolbox"):
        found.append(Missing(NAME, "Robotics Toolbox", why))
    else:
        names["ets"] = toolbox(robot).ets()
        add("Robotics Toolbox ets.eval", "ets.eval(rows)", 20)
        add("Robotics Toolbox ets.eval", "ets.eval(rows)", None, threads=2)
    if why := missing("pinocchio"):
        found.append(Missing(NAME, "Pinocchio", why))
    else:
        model = pinocchio(robot)
        names.update(loop=pinocchio_loop, model=model, data=model.createData())
        add("Pinocchio forwardKinematics in a loop", "loop(model, data, rows)", 20)
    return found


if __name__ == "__main__":
    show(run(contests))
