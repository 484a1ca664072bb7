"""Tour 5: Jacobians, and how well a PUMA 560 moves near the singularity of its wrist."""

import sys
from pathlib import Path

import numpy as np

from rvs.engine.kinematics import jacobian, manipulability, singularity, velocity
from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.plots.plot import Axis, Band, Plot, curve

NOMINAL = np.radians([0, 45, 180, 0, 45, 0])


def main(folder: Path) -> np.ndarray:
    """Write ``tour_jacobians.pdf`` and return the manipulabilities (m,)."""
    puma = load_robot("puma560").robot
    rates = np.radians([10, 20, -10, 0, 30, 0])
    assert np.allclose(jacobian(puma, NOMINAL) @ rates, velocity(puma, NOMINAL, rates))

    wrist = np.linspace(-60, 60, 121)
    q = np.tile(NOMINAL, (len(wrist), 1))
    q[:, 4] = np.radians(wrist)
    measure = manipulability(puma, q)
    singular = np.append(NOMINAL[:4], [0.0, 0.0])

    needed = np.linalg.solve(jacobian(puma, q + 1e-6), np.array([0.1, 0, 0, 0, 0, 0]))
    hurry = np.where(np.abs(wrist) < 1, np.nan, np.degrees(needed[:, 3]))
    plots = [
        Plot(
            f"A straight {singularity(puma, singular).kind} is singular",
            Axis("joint 5", "°"),
            Axis("manipulability"),
            (curve(wrist, measure),),
            bands=(Band(-5, 5, name="5°"),),
            note="Yoshikawa's measure",
        ),
        Plot(
            "Joint 4 must hurry there",
            Axis("joint 5", "°"),
            Axis("rate of joint 4", "°/s", -120, 120),
            (curve(wrist, hurry),),
            bands=(Band(-5, 5),),
            note="to turn the tool by 0.1 rad/s about x",
        ),
    ]
    write_plot(folder / "tour_jacobians.pdf", plots)
    return measure


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
