"""Data sheet of one page: processor time from the question to the file.

    python benchmarks/sheet.py

The bar is 3 s for the UR5e, with its picture, reach chart and payload diagram.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import rvs

BAR = 3.0
ROBOTS = ("ur5e", "puma560", "panda", "scara", "canadarm2")


def main() -> None:
    """Print what was measured."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ROBOTS:
            begun = time.process_time()
            rvs.sheet(name).save(Path(folder) / f"{name}.pdf")
            took = time.process_time() - begun
            told = "reached" if took <= BAR else "missed"
            print(f"{name}: {took:.2f} s, bar {BAR:g} s: {told}")


if __name__ == "__main__":
    main()
