"""A step for a two-link arm with elastic drives (Robotics Toolbox, Simulink demonstration 2)."""

import sys
from pathlib import Path

import numpy as np

from rvs.engine.control import FlexiblePlant, History, JointReference, MotorPD, simulate
from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.plots.plot import Axis, Plot, curve, curves


def step(t: float) -> JointReference:
    """Joint 1 is to jump by 0.5 rad at 1 s, joint 2 to stay."""
    return JointReference(np.array([0.5 * (t >= 1), 0.0]), np.zeros(2), np.zeros(2))


def main(folder: Path) -> History:
    """Write ``flexible_transmission.pdf`` and return what happened."""
    arm = load_robot("twolink").robot
    plant = FlexiblePlant(arm, stiffness=200.0, damping=6.0, motor_inertia=1.0)
    t = np.linspace(0, 10, 1001)
    history = simulate(plant, MotorPD(kp=300.0, kd=30.0), step, t, [0, 0])

    demand = curve(t, np.degrees([want.q[0] for want in history.wanted]), "", 0, dashed=True)
    motors = history.states[:, 4:6]
    plots = [
        Plot(
            "Elastic drives let a two-link arm swing",
            Axis("time", "s"),
            Axis("link angle", "°"),
            (demand, *curves(t, np.degrees(history.q), ["joint 1", "joint 2"])),
            note="step for joint 1 (dashed); joint 2 is pulled along",
        ),
        Plot(
            "The springs between motors and links",
            Axis("time", "s"),
            Axis("twist", "°"),
            curves(t, np.degrees(motors - history.q), ["joint 1", "joint 2"]),
        ),
    ]
    write_plot(folder / "flexible_transmission.pdf", plots)
    return history


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
