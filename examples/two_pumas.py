"""Two PUMAs facing each other: they meet over the table and part again, in one window.

``python examples/two_pumas.py`` writes a picture; with the argument ``show`` it opens the window
and moves both robots, as the Robotics Toolbox for MATLAB shows two robots in one figure.
"""

import sys
from pathlib import Path

import numpy as np

import rvs
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.engine.trajectory import SCALINGS
from rvs.engine.transforms import pose, rotation
from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.plots.plot import Axis, Plot, curve

APART = 1.6
READY = np.radians([0, 90, -90, 0, 0, 0])
OVER_THE_TABLE = np.radians([15, 45, -175, 0, -50, 0])
ROWS, SECONDS = 121, 0.02


def pumas() -> tuple[Robot, Robot]:
    """Return two PUMA 560 robots that face each other."""
    puma = load_robot("puma560").robot
    turned = pose(rotation([0, 0, 1], np.pi), [APART, 0, 0])
    return puma.replace(name="left"), puma.replace(name="right", base=turned @ puma.base)


def there_and_back() -> np.ndarray:
    """Return postures from ready to the table and back (m, 6), rad."""
    t = np.linspace(0.0, 1.0, ROWS)
    part = SCALINGS["quintic"](t, 1.0).s[:, None]
    way = READY + part * (OVER_THE_TABLE - READY)
    return np.vstack([way, way[::-1]])


def main(folder: Path) -> np.ndarray:
    """Write ``two_pumas.pdf`` and return the distances of the tools (m,)."""
    left, right = pumas()
    q = there_and_back()
    places = [fkine(robot, q)[:, :3, 3] for robot in (left, right)]
    apart = np.linalg.norm(places[0] - places[1], axis=1)
    t = 2 * SECONDS * np.arange(len(q))
    plots = [
        Plot(
            "The tools seen from above",
            Axis("x", "m"),
            Axis("y", "m"),
            tuple(
                curve(*place[:, :2].T, robot.name, k)
                for k, (robot, place) in enumerate(zip((left, right), places, strict=True))
            ),
            equal=True,
            tall=1.2,
        ),
        Plot(
            "They meet over the table and part again",
            Axis("time", "s", 0),
            Axis("distance of the tools", "m", 0),
            (curve(t, apart),),
        ),
    ]
    write_plot(folder / "two_pumas.pdf", plots)
    return apart


def show() -> None:
    """Open one window with both robots and move them until it is closed."""
    robots = rvs.show(pumas(), [READY, READY], frames=False)
    while robots.open:
        robots.play([there_and_back()] * 2, SECONDS)


if __name__ == "__main__":
    if "show" in sys.argv[1:]:
        show()
    else:
        main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
