"""Level of detail of meshes in a quick picture, matched to its pixels."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache
from threading import Lock, Thread, main_thread

import numpy as np
from numpy.typing import NDArray

from rvs.geometry.coarse import FEWEST, ever_coarser
from rvs.geometry.mesh import Mesh
from rvs.gl.frame import Frame
from rvs.scene.camera import axes, pixel_size

# No surface moves farther than this, in pixels.
ERROR = 0.7
# Levels from a tolerance to twice as much.  Round bodies lose every other side at once, where the
# tolerance allows that: more levels let more of them.
STEPS = 2
# A mesh of more triangles than this may be coarser by some levels: what has so many small parts is
# quicker to draw, and moves.
MANY, COARSER = 1_000, range(1, 2 * STEPS + 1)
# Larger meshes would take too long and stay as they are.
LARGEST = 400_000
# Made at once: levels that are finer than wanted, and these beyond it.
FINER, BEYOND = STEPS, 3 * STEPS
# Levels that do, the first that there is.
NEAR = (0, -1, -2, 1, 2)
# Tolerances are from 2**FINEST to 2**COARSEST m.
FINEST, COARSEST = -20, 4
KEPT = 4_096
# How long the window may go on when the thread wants its turn, s.
TURN = 2e-4

Levels = NDArray[np.int64]


class Detail:
    """Coarser meshes, made and stored by a background thread."""

    def __init__(self) -> None:
        self._made: dict[tuple[Mesh, int], Mesh] = {}
        self._asked: set[tuple[Mesh, int]] = set()
        self._left: deque[tuple[Mesh, int]] = deque()
        self._lock, self._works, self._held = Lock(), False, False

    def hold(self) -> None:
        """Make nothing until ``go_on``; requests are answered then."""
        self._held = True

    def go_on(self) -> None:
        """Answer requests from now on, beginning with the pending ones."""
        self._held = False
        self._start()

    def choose(self, wanted: Iterable[tuple[Mesh, int]]) -> tuple[list[Mesh], bool]:
        """Return a mesh of each requested level, or a substitute until it is ready.

        Returns:
            The meshes, and whether all of them are of the requested level.
        """
        if len(self._made) > KEPT:
            self._made, self._asked = {}, set()
        chosen = [(mesh, level) for mesh, level in wanted]
        complete = not self._ask_for(chosen)
        return [self._chosen(mesh, level) for mesh, level in chosen], complete

    def foresee(self, wanted: Iterable[tuple[Mesh, int]]) -> bool:
        """Request meshes for later; return whether some are still missing."""
        return self._ask_for(wanted)

    def _chosen(self, mesh: Mesh, level: int) -> Mesh:
        near = (self._made.get((mesh, level + step)) for step in NEAR)
        found = next((one for one in near if one is not None), mesh)
        for step in COARSER:
            if len(found.triangles) <= MANY:
                break
            found = self._made.get((mesh, level + step), found)
        return found

    def _ask_for(self, wanted: Iterable[tuple[Mesh, int]]) -> bool:
        """Let the thread make the missing meshes; return whether there are any."""
        missing = [
            one for one in wanted
            if one not in self._made and FEWEST <= len(one[0].triangles) <= LARGEST
        ]  # fmt: skip
        # The largest first: without them a picture takes longest.
        missing.sort(key=lambda one: -len(one[0].triangles))
        for mesh, level in missing:
            if (mesh, level) not in self._asked:
                self._asked.update((mesh, step) for step in _steps(level))
                self._ask(mesh, level)
        return bool(missing)

    def _ask(self, mesh: Mesh, level: int) -> None:
        self._left.append((mesh, level))
        self._start()

    def _start(self) -> None:
        with self._lock:
            if self._works or self._held or not self._left:
                return
            self._works = True
        # No daemon: one that NumPy runs in C++ when Python ends would take the process down.
        Thread(target=self._work, name="coarser meshes").start()

    def _work(self) -> None:
        # Else a busy window lets it have its turn too seldom: it does many small things.
        usual = sys.getswitchinterval()
        sys.setswitchinterval(TURN)
        while True:
            with self._lock:
                self._works = bool(self._left)
                if not self._works:
                    sys.setswitchinterval(usual)
                    return
                mesh, level = self._left.popleft()
            made = {}
            for step, one in _ladder(mesh, level):
                made[mesh, step] = one
                # The program ends, and waits for this thread.
                if not main_thread().is_alive():
                    return
            # All at once: who has one may want a coarser one of them.
            self._made.update(made)


# One for the process: what a window has had made another one need not make again.
@cache
def shared_detail() -> Detail:
    """Return the maker of coarser meshes for all windows."""
    return Detail()


def _steps(level: int) -> range:
    return range(level - FINER, level + BEYOND + 1)


def _ladder(mesh: Mesh, level: int) -> Iterator[tuple[int, Mesh]]:
    steps = _steps(level)
    return zip(steps, ever_coarser(mesh, [2.0 ** (step / STEPS) for step in steps]), strict=True)


def levels(
    rows: NDArray[np.float32], middles: NDArray[np.float64], radii: NDArray[np.float64],
    frame: Frame,
) -> Levels:  # fmt: skip
    """Return the level of a sufficient tolerance for each solid (n,), in its own unit.

    Args:
        rows: Their poses in the first three of each row (n, 5, 4).
        middles: Middles of the boxes around their meshes (n, 3).
        radii: Radii of balls around these boxes (n,).
        frame: The picture.
    """
    turns = rows[:, :3, :3].astype(float)
    scale = np.sqrt((turns * turns).sum(axis=1).max(axis=1))
    places = (turns @ middles[:, :, None])[:, :, 0] + rows[:, :3, 3]
    camera, high = frame.camera, frame.device[1]
    # The nearest point of each decides.
    nearest = places + (radii * scale)[:, None] * axes(camera)[2]
    size = pixel_size(camera, nearest, high)
    doublings = np.log2(ERROR * size / np.maximum(scale, 1e-12))
    found: Levels = np.floor(STEPS * doublings).astype(np.int64)
    return np.clip(found, STEPS * FINEST, STEPS * COARSEST)
