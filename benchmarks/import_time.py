"""Time of a new process to import the engine, beyond `import numpy`, and to answer once."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from dataclasses import dataclass

ROUNDS = 15
BAR = 0.050
SCRIPTS = {
    "import numpy": "import numpy",
    "import rvs.engine": "import numpy, rvs.engine",
    "from rvs.engine import Robot, fkine": "import numpy; from rvs.engine import Robot, fkine",
    "first fkine": (
        "import numpy; from rvs.engine import Robot, fkine; "
        "fkine(Robot.from_dh([1, 1], 0, 0, 0), [0.1, 0.2])"
    ),
}


@dataclass(frozen=True)
class Start:
    """Seconds that a process takes above one that imports NumPy alone."""

    name: str
    above: float

    @property
    def reached(self) -> bool:
        """Return whether the bar is reached."""
        return self.above <= BAR


def starts() -> list[Start]:
    """Measure all scripts in turns."""
    times: dict[str, list[float]] = {name: [] for name in SCRIPTS}
    for _ in range(ROUNDS):
        for name, script in SCRIPTS.items():
            begin = time.perf_counter()
            subprocess.run([sys.executable, "-c", script], check=True)
            times[name].append(time.perf_counter() - begin)
    base = statistics.median(times.pop("import numpy"))
    return [Start(name, statistics.median(values) - base) for name, values in times.items()]


if __name__ == "__main__":
    for start in starts():
        print(f"{start.name}: {1e3 * start.above:.1f} ms above import numpy, bar {1e3 * BAR:.0f}")
