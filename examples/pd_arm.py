"""A PUMA 560 under plain PD feedback (Robotics Toolbox manual, example of ``fdyn``)."""

import sys
from pathlib import Path

import numpy as np

from rvs.engine.dynamics import fdyn
from rvs.engine.robot import without_friction
from rvs.engine.trajectory import joint_line, quintic
from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.plots.plot import Axis, Plot, curve

READY = np.radians([0, 90, -90, 0, 0, 0])
P = np.array([20, 100, 20, 5, 5, 5.0])
D = np.array([-5, -10, -2, 0, 0, 0.0])


def main(folder: Path) -> np.ndarray:
    """Write ``pd_arm.pdf`` and return the postures (m, 6)."""
    puma = without_friction(load_robot("puma560").robot)
    t = np.arange(0, 5, 0.056)
    path = joint_line(np.zeros(6), READY, quintic(t, t[-1]).s)

    def torque(time: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        demand = READY * quintic(min(time, t[-1]), t[-1]).s
        return P * (demand - q) + D * qd

    q, _ = fdyn(puma, t, torque, np.zeros(6), np.zeros(6))
    angles, wanted = np.degrees(q), np.degrees(path)
    plot = Plot(
        "Low gains let a PUMA 560 sag",
        Axis("time", "s"),
        Axis("joint angle", "°"),
        (
            *(curve(t, wanted[:, i], "", i, dashed=True) for i in range(3)),
            *(curve(t, angles[:, i], f"joint {i + 1}", i) for i in range(3)),
        ),
        note="desired values (dashed); gravity pulls joints 2 and 3 off their path",
    )
    write_plot(folder / "pd_arm.pdf", plot)
    return q


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
