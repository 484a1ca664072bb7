"""Tour 6: the torques of a motion, what gravity takes of them, and the inertia on the way."""

import sys
from pathlib import Path

import numpy as np

from rvs.engine.dynamics import accel, gravload, inertia, rne
from rvs.engine.trajectory import jtraj
from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.plots.plot import Axis, Plot, curve

READY = np.radians([0, 90, -90, 0, 0, 0])


def main(folder: Path) -> np.ndarray:
    """Write ``tour_dynamics.pdf`` and return the torques (m, 6)."""
    puma = load_robot("puma560").robot
    t = np.linspace(0, 1.5, 151)
    q, qd, qdd = jtraj(np.zeros(6), READY, t)
    torque, gravity = rne(puma, q, qd, qdd), gravload(puma, q)
    assert np.allclose(accel(puma, q, qd, torque), qdd, atol=1e-8)

    plots = [
        Plot(
            "Torques of a PUMA 560 on its way to the ready posture",
            Axis("time", "s"),
            Axis("torque", "N m"),
            (
                *(curve(t, gravity[:, i], "", i, dashed=True) for i in (1, 2)),
                *(curve(t, torque[:, i], f"joint {i + 1}", i) for i in range(3)),
            ),
            note="gravity alone (dashed); the jumps at the ends are dry friction",
        ),
        Plot(
            "Inertia about the waist",
            Axis("time", "s"),
            Axis("inertia of joint 1", "kg m²", 0),
            (curve(t, inertia(puma, q)[:, 0, 0]),),
        ),
    ]
    write_plot(folder / "tour_dynamics.pdf", plots)
    return torque


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
