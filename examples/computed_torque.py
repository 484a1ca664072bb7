"""Computed torque with a model that is a little wrong (Robotics Toolbox, demonstration 3)."""

import sys
from pathlib import Path

import numpy as np

from rvs.engine.control import ComputedTorque, RobotPlant, follow, simulate
from rvs.engine.robot import perturb, without_friction
from rvs.engine.trajectory import jtraj
from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.plots.plot import Axis, Plot, curves

STRETCHED = np.zeros(6)
READY = np.radians([0, 90, -90, 0, 0, 0])


def main(folder: Path) -> tuple[np.ndarray, np.ndarray]:
    """Write ``computed_torque.pdf``; return the errors with the right model and the wrong one."""
    puma = without_friction(load_robot("puma560").robot)
    t = np.linspace(0, 2, 401)
    wanted = jtraj(STRETCHED, READY, t)
    histories = {
        model.name: simulate(
            RobotPlant(puma),
            ComputedTorque(model, kp=100.0, kd=20.0),
            follow(t, *wanted),
            t,
            STRETCHED,
        )
        for model in (puma, perturb(puma, 0.1, rng=1))
    }
    right, wrong = (np.degrees(wanted[0] - history.q) for history in histories.values())

    joints = [f"joint {i}" for i in range(1, 7)]
    motion = np.degrees(list(histories.values())[1].q)
    error, time = Axis("error", "°"), Axis("time", "s")
    plots = [
        Plot(
            "Computed torque moves a PUMA 560",
            time,
            Axis("joint angle", "°"),
            curves(t, motion, joints),
            note=f"models: {' and '.join(histories)}; poles at 10 rad/s",
        ),
        Plot("Masses and inertias off by up to 10 %", time, error, curves(t, wrong, joints)),
        Plot("With the right model", time, error, curves(t, right, joints)),
    ]
    write_plot(folder / "computed_torque.pdf", plots, height=210)
    return right, wrong


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
