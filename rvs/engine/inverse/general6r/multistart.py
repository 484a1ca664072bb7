"""Many random starts: what is left where the algebra gives no certainty."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.inverse.general6r.loop import JOINTS
from rvs.engine.inverse.general6r.polish import CLOSED, polish

STARTS = 256
_STEPS = 60


def search(links: Array, starts: int = STARTS, seed: int = 0) -> Array:
    """Return closed postures that Levenberg and Marquardt's method reaches, (k, 6).

    Args:
        links: The loop (6, 4, 4).
        starts: Number of random postures to start from.
        seed: Of the random numbers; the same starts at every call.
    """
    u = np.random.default_rng(seed).uniform(-np.pi, np.pi, (starts, JOINTS))
    u, left = polish(np.broadcast_to(links, (starts, JOINTS, 4, 4)), u, _STEPS)
    return np.asarray(u[left < CLOSED])
