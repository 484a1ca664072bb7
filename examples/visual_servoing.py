"""A camera on the tool finds its place before a square (Robotics Toolbox, demonstration 6)."""

import sys
from pathlib import Path

import numpy as np

from rvs.engine.control import Camera, ImageServo, RatePlant, simulate
from rvs.engine.kinematics import fkine
from rvs.engine.transforms import pose, rotx, roty, rotz
from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.plots.plot import Axis, Marker, Plot, curve

NOMINAL = np.radians([0, 45, 180, 0, 45, 0])
SIDE = 0.2
CORNERS = SIDE / 2 * np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]])
DISTANCE = 0.5


def main(folder: Path) -> np.ndarray:
    """Write ``visual_servoing.pdf`` and return the errors in the picture (m, 8), in pixels."""
    puma, camera = load_robot("puma560").robot, Camera(800.0, 640.0, 480.0)
    X_CT = pose(rotz(0.3) @ rotx(0.25) @ roty(-0.2), [0.08, -0.05, 0.65])
    X_WT = fkine(puma, NOMINAL) @ X_CT
    target = CORNERS @ X_WT[:3, :3].T + X_WT[:3, 3]
    wanted = camera.project(CORNERS + np.array([0, 0, DISTANCE]))

    def observe(q: np.ndarray) -> np.ndarray:
        return camera.view(fkine(puma, q), target)

    t = np.linspace(0, 6, 301)
    servo = ImageServo(puma, camera, observe, depth=DISTANCE, gain=1.0)
    history = simulate(RatePlant(puma), servo, lambda _: wanted, t, NOMINAL)
    seen = np.array([observe(q) for q in history.q])
    error = (seen - wanted).reshape(len(t), -1)

    paths = [curve(*seen[:, i].T, f"corner {i + 1}", i) for i in range(4)]
    outlines = [curve(*np.vstack([s, s[:1]]).T, "", 5, dashed=True) for s in (seen[0], wanted)]
    goals = [Marker(*corner, "", i, "ring") for i, corner in enumerate(wanted)]
    starts = [Marker(*corner, "", i) for i, corner in enumerate(seen[0])]
    plots = [
        Plot(
            "What the camera sees",
            Axis("u", "pixels", 0, 640),
            Axis("v", "pixels", 0, 480, downward=True),
            (*outlines, *paths),
            markers=(*starts, *goals),
            note="from where the corners were (dots) to where they should be (rings)",
            equal=True,
            tall=1.4,
        ),
        Plot(
            "The error in the picture dies away",
            Axis("time", "s"),
            Axis("distance", "pixels"),
            tuple(
                curve(t, np.hypot(*(seen - wanted)[:, i].T), f"corner {i + 1}", i) for i in range(4)
            ),
        ),
    ]
    write_plot(folder / "visual_servoing.pdf", plots)
    return error


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
