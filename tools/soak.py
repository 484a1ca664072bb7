"""Call the C++ kernels ten million times and report whether memory grows.

    python tools/soak.py [CALLS]

Good calls, batches, and calls that end in an error take turns.  Works where /proc does (Linux).
"""

from __future__ import annotations

import contextlib
import itertools
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from rvs.engine import Robot, accel, fkine, frames, ikine_all, inertia, jacobian, kernels, rne
from rvs.engine.errors import RvsError
from rvs.engine.inverse import ikine

CALLS = 10_000_000
ROUNDS = 10
# what the allocator may take between rounds without anything being lost, in bytes
SLACK = 1 << 20


def main(words: list[str]) -> int:
    """Print how much memory each round ends with; 1 if it grows."""
    calls = int(words[0]) if words else CALLS
    print(f"engine: {kernels.state()}")
    deeds = itertools.cycle(operations())
    sizes = []
    for turn in range(ROUNDS):
        for deed in itertools.islice(deeds, calls // ROUNDS):
            deed()
        sizes.append(resident())
        print(f"{(turn + 1) * calls // ROUNDS} calls: {sizes[-1] / 1e6:.2f} MB", flush=True)
    growth = sizes[-1] - sizes[1]
    print(f"growth after the second round: {growth / 1e3:.0f} kB")
    return int(growth > SLACK)


def operations() -> list[Callable[[], object]]:
    """Return calls of every kind."""
    arm = Robot.from_dh(
        [0, 0.4, 0.1, 0, 0, 0],
        np.array([1, 0, -1, 1, -1, 0]) * np.pi / 2,
        [0.6, 0, 0.1, 0.4, 0, 0],
        0,
        mass=1,
        com=np.full((6, 3), 0.1),
        inertia=np.tile(np.eye(3), (6, 1, 1)),
    )
    q, rows = np.linspace(0.1, 1.1, 6), np.full((3, 6), 0.4)
    pose = fkine(arm, q)
    good: list[Callable[[], object]] = [
        lambda: fkine(arm, q),
        lambda: fkine(arm, rows),
        lambda: fkine(arm, [0.1, 0.2, 0, 0, 0, 1]),
        lambda: frames(arm, q),
        lambda: jacobian(arm, q, frame="tool", active=True),
        lambda: jacobian(arm, rows, link=3),
        lambda: rne(arm, q, q, rows, gravity=(0, 0, -9.81), wrench=q),
        lambda: inertia(arm, q),
        lambda: accel(arm, q, q, q, friction=False),
    ]
    slow: list[Callable[[], object]] = [
        lambda: ikine(arm, pose, q),
        lambda: ikine(arm, np.array([pose, pose]), q),
        lambda: ikine_all(arm, pose),
        *(lambda wrong=wrong: refused(arm, wrong) for wrong in ("q", [1], rows[:, :2], None)),
        lambda: Robot.from_dh([1, 1], 0, 0, 0).native_chain,
    ]
    # errors and solvers take long, so they come once in a hundred calls
    return [deed for late in slow for deed in (*good * 11, late)]


def refused(arm: Robot, wrong: object) -> None:
    """Make a call that has to fail."""
    with contextlib.suppress(RvsError):
        fkine(arm, wrong)  # type: ignore[arg-type]


def resident() -> int:
    """Return the memory of this process, in bytes."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * 4096


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
