"""Inertia about the waist of a PUMA 560 over joints 2 and 3 (manual, ``inertia``)."""

import sys
from pathlib import Path

import numpy as np
from contourpy import contour_generator

from rvs.engine.dynamics import inertia
from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.plots.plot import Axis, Marker, Plot, curve

LEVELS = (2.25, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0)
CUTS = (0, 45, 90)


def main(folder: Path) -> np.ndarray:
    """Write ``inertia_surface.pdf`` and return the inertias (k, k), rows along joint 2."""
    puma = load_robot("puma560").robot
    degrees = np.arange(-180, 181, 2.5)
    q2, q3 = np.meshgrid(np.radians(degrees), np.radians(degrees), indexing="ij")
    q = np.zeros((q2.size, 6))
    q[:, 1], q[:, 2] = q2.ravel(), q3.ravel()
    surface = inertia(puma, q)[:, 0, 0].reshape(q2.shape)

    grid = contour_generator(degrees, degrees, surface.T)
    lines, heights = [], []
    for level in LEVELS:
        for line in grid.lines(level):
            lines.append(curve(*np.transpose(line), thin=True))
            if len(line) > 60:
                heights.append(Marker(*line[len(line) // 3], f"{level:g}", shape="words"))
    cuts = [
        curve(degrees, surface[list(degrees).index(angle)], f"joint 2 at {angle}°", i)
        for i, angle in enumerate(CUTS)
    ]
    plots = [
        Plot(
            "Inertia of a PUMA 560 about its waist",
            Axis("joint 2", "°"),
            Axis("joint 3", "°", -180, 180),
            tuple(lines),
            markers=tuple(heights),
            note="lines of equal inertia, kg m², motor included",
            equal=True,
            tall=1.6,
        ),
        Plot(
            "Cuts through it",
            Axis("joint 3", "°"),
            Axis("inertia of joint 1", "kg m²", 0),
            tuple(cuts),
        ),
    ]
    write_plot(folder / "inertia_surface.pdf", plots)
    return surface


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
