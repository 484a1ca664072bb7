"""Feedback compensates for a wrong model (Modern Robotics, ``SimulateControl``)."""

import sys
from pathlib import Path

import numpy as np

from rvs.engine.control import ComputedTorque, History, RobotPlant, follow, simulate
from rvs.engine.robot import Robot
from rvs.engine.trajectory import jtraj
from rvs.engine.transforms import pose
from rvs.export.plots.plot import write_plot
from rvs.model.plots.plot import Axis, Plot, curve, curves

# a vertical shaft, then two joints in a vertical plane
SCREWS = np.array(
    [[0, 0, 1, 0, 0, 0], [0, 1, 0, -0.089, 0, 0], [0, 1, 0, -0.089, 0, 0.425]], dtype=float
).T
STEPS = ([0, 0, 0.089159], [0.28, 0.13585, 0], [0.395, -0.1197, 0], [0, 0, 0.14225])
MASSES = (3.7, 8.393, 2.275)
MOMENTS = ([0.010267, 0.010267, 0.00666], [0.22689, 0.22689, 0.0151074], [0.0494, 0.0494, 0.004095])


def arm(mass_factor: float, down: float) -> Robot:
    """Return the arm with all masses times a factor, and gravity ``down`` in m/s^2."""
    frames = np.array([pose(p=step) for step in STEPS])
    home = np.linalg.multi_dot(list(frames))
    inertias = [
        mass_factor * np.diag([*moments, mass, mass, mass])
        for moments, mass in zip(MOMENTS, MASSES, strict=True)
    ]
    return Robot.from_screws(
        home, SCREWS, link_frames=frames, inertias=inertias, gravity=(0, 0, -down)
    )


def main(folder: Path) -> History:
    """Write ``imperfect_model.pdf`` and return the result."""
    real, model = arm(1.0, 9.8), arm(1.2, 8.8)
    t = np.linspace(0, 2, 401)
    start = np.array([0.1, 0.1, 0.1])
    wanted = jtraj(start, np.pi * np.array([0.5, 1.0, 1.5]), t)
    controller = ComputedTorque(model, kp=200.0, kd=28.0, ki=300.0)
    plant = RobotPlant(real, wrench=lambda _: np.ones(6))
    history = simulate(plant, controller, follow(t, *wanted), t, start, [0.1, 0.2, 0.3])

    joints = [f"joint {i}" for i in (1, 2, 3)]
    dashed = [curve(t, np.degrees(q), "", i, True) for i, q in enumerate(wanted[0].T)]
    plots = [
        Plot(
            "Computed torque with a model 20 % too heavy",
            Axis("time", "s"),
            Axis("joint angle", "°"),
            (*curves(t, np.degrees(history.q), joints), *dashed),
            note="desired values (dashed); the tool presses with 1 N and 1 N m along every axis",
        ),
        Plot(
            "Remaining error",
            Axis("time", "s"),
            Axis("error", "°"),
            curves(t, np.degrees(wanted[0] - history.q), joints),
        ),
        Plot(
            "Torques", Axis("time", "s"), Axis("torque", "N m"), curves(t, history.command, joints)
        ),
    ]
    write_plot(folder / "imperfect_model.pdf", plots, height=210)
    return history


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
