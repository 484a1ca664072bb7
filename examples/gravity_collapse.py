"""A PUMA 560 without power collapses under gravity (Robotics Toolbox, Simulink demonstration 1)."""

import sys
from pathlib import Path

import numpy as np

from rvs.engine.dynamics import energy, fdyn
from rvs.engine.robot import without_friction
from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.plots.plot import Axis, Plot, curves


def main(folder: Path) -> np.ndarray:
    """Write ``gravity_collapse.pdf`` and return the postures (m, 6)."""
    puma = without_friction(load_robot("puma560").robot)
    t = np.linspace(0, 6, 301)
    stretched = np.zeros(6)
    q, qd = fdyn(puma, t, None, stretched, np.zeros(6))

    kinetic, potential = energy(puma, q, qd)
    potential = potential - potential[0]
    time = Axis("time", "s")
    joints = [f"joint {i}" for i in range(1, 7)]
    names = ["kinetic", "potential", "total"]
    table = np.column_stack([kinetic, potential, kinetic + potential])
    plots = [
        Plot(
            "A PUMA 560 collapses under gravity",
            time,
            Axis("joint angle", "°"),
            curves(t, np.degrees(q), joints),
            note="no torques; viscous friction of the motors brakes the fall",
        ),
        Plot("Friction takes the energy", time, Axis("energy", "J"), curves(t, table, names)),
    ]
    write_plot(folder / "gravity_collapse.pdf", plots)
    return q


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
