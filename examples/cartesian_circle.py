"""The tool follows a circle by resolved rates, without inverse kinematics (demonstration 5)."""

import sys
from pathlib import Path

import numpy as np

from rvs.engine.control import RatePlant, ResolvedRate, simulate
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose
from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.plots.plot import Axis, Marker, Plot, curve

CENTER = np.array([0.5, 0.0, 0.0])
RADIUS = 0.05
PERIOD = 4.0
NOMINAL = np.radians([0, 45, 180, 0, 45, 0])


def puma_at_shoulder() -> Robot:
    """Return the PUMA 560 with the origin of the world in its shoulder, as the source has it."""
    puma = load_robot("puma560").robot
    return puma.replace(base=pose(p=[0, 0, -puma.joints[0].d]))


def main(folder: Path) -> np.ndarray:
    """Write ``cartesian_circle.pdf`` and return the distances from the circle (m,)."""
    puma = puma_at_shoulder()
    down = fkine(puma, NOMINAL)[:3, :3]

    def circle(t: float) -> np.ndarray:
        angle = 2 * np.pi * t / PERIOD
        return pose(down, CENTER + RADIUS * np.array([np.cos(angle), np.sin(angle), 0]))

    t = np.linspace(0, 1.5 * PERIOD, 601)
    history = simulate(RatePlant(puma), ResolvedRate(puma, gain=20.0), circle, t, NOMINAL)
    reached = fkine(puma, history.q)[:, :3, 3]
    distance = np.linalg.norm(reached - CENTER, axis=1) - RADIUS

    arrived = t >= 0.4
    wanted = np.array([circle(time)[:3, 3] for time in t])
    plots = [
        Plot(
            "The tool comes to the circle and follows it",
            Axis("x", "m"),
            Axis("y", "m"),
            (
                curve(*reached[:, :2].T, "tool", 0),
                curve(*wanted[:, :2].T, "wanted", 2, dashed=True),
            ),
            markers=(Marker(*reached[0, :2], "start"),),
            equal=True,
            tall=1.5,
        ),
        Plot(
            "Distance from the circle once it is there",
            Axis("time", "s", 0),
            Axis("distance outwards", "mm", -0.5, 0.5),
            (curve(t[arrived], 1000 * distance[arrived]),),
            note="a loop of the first order cuts the corner a little",
        ),
    ]
    write_plot(folder / "cartesian_circle.pdf", plots)
    return distance


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
