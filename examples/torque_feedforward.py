"""Torque feed-forward computed only 20 times a second (Robotics Toolbox, demonstration 4)."""

import sys
from pathlib import Path

import numpy as np

from rvs.engine.control import GravityPD, RobotPlant, TorqueFeedforward, follow, simulate
from rvs.engine.robot import without_friction
from rvs.engine.trajectory import jtraj
from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.plots.plot import Axis, Plot, curve

STRETCHED = np.zeros(6)
READY = np.radians([0, 90, -90, 0, 0, 0])
KP = np.array([800, 800, 400, 40, 40, 40.0])
KD = np.array([80, 80, 40, 4, 4, 4.0])


def main(folder: Path) -> tuple[np.ndarray, np.ndarray]:
    """Write ``torque_feedforward.pdf``; return the errors (m, 6) with feed-forward and without."""
    puma = without_friction(load_robot("puma560").robot)
    t = np.linspace(0, 2, 401)
    wanted = jtraj(STRETCHED, READY, t)
    path, plant = follow(t, *wanted), RobotPlant(puma)
    ahead = simulate(plant, TorqueFeedforward(puma, KP, KD, period=0.05), path, t, STRETCHED)
    plain = simulate(plant, GravityPD(puma, KP, KD), path, t, STRETCHED)
    with_ff, without = (np.degrees(wanted[0] - history.q) for history in (ahead, plain))

    time = Axis("time", "s")
    plots = [
        Plot(
            "Feed-forward at 20 Hz keeps a PUMA 560 on its path",
            time,
            Axis("error of joint 2", "°"),
            (
                curve(t, with_ff[:, 1], "feed-forward", 0),
                curve(t, without[:, 1], "gravity only", 1),
            ),
            note="the same feedback in both; gravity only leaves the inertia to it",
        ),
        Plot(
            "What the motors get",
            time,
            Axis("torque", "N m"),
            tuple(curve(t, ahead.command[:, i], f"joint {i + 1}", i) for i in range(3)),
        ),
    ]
    write_plot(folder / "torque_feedforward.pdf", plots)
    return with_ff, without


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
