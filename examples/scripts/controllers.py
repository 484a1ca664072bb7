"""Comparison of control laws along one motion, with models whose masses are wrong by 10 %.

rvs run examples/scripts/controllers.py FOLDER
"""

import sys
from pathlib import Path

import numpy as np

import rvs

LAWS = {"pd": "PD", "pd-gravity": "PD and gravity", "computed-torque": "Computed torque"}


def main(folder: Path, duration: float | None = None) -> dict[str, float]:
    """Write a table and a plot; return the error of each law, mean over joints, degrees."""
    errors, curves, times = {}, {}, np.zeros(0)
    for law, words in LAWS.items():
        run = rvs.simulate(
            "puma560", law, motion="puma560-place", model_error=0.1, duration=duration
        )
        error = run.outcome.error
        assert error is not None, "a law requires a motion"
        errors[words] = float(np.degrees(np.sqrt((error**2).mean(axis=0))).mean())
        curves[words] = np.degrees(np.abs(error).max(axis=1))[::10]
        times = run.t[::10]
    rows = list(errors.items())
    rvs.tabulate(rows, ("law", "error, rms (°)"), "Laws with wrong masses").save(
        folder / "laws.tex"
    )
    rvs.chart(
        times, curves, across="time", up="largest error of a joint", units=("s", "°")
    ).save(folder / "laws.pdf")  # fmt: skip
    for words, error in rows:
        print(f"{words}: {error:.3f}°")
    return errors


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
