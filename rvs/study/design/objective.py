"""Objectives to minimise: the condition number, and the distance of a Jacobian from isotropy."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array, Booleans
from rvs.study.design.architecture import (
    Geometry,
    Task,
    derivatives,
    halves,
    homogeneous,
    pull_back,
)
from rvs.value_class import dataclass

# Rows of the Jacobian that a task has; a planar arm moves in the plane normal to its first axis.
ROWS: dict[Task, tuple[int, ...]] = {
    "pose": (0, 1, 2, 3, 4, 5),
    "position": (3, 4, 5),
    "orientation": (0, 1, 2),
    "planar": (2, 3, 4),
}
# Past this the condition number counts as infinite.
SINGULAR = 1e12


@dataclass(frozen=True)
class Objective:
    """The measures of one kind of robot.

    Attributes:
        turns: True for each revolute joint, in order.
        task: Rows of the Jacobian that are used.
    """

    turns: tuple[bool, ...]
    task: Task = "pose"

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows that are used."""
        return ROWS[self.task]

    @property
    def size(self) -> int:
        """Number of relevant singular values: rows of the task, or joints if they are fewer."""
        return min(len(self.rows), len(self.turns))

    def flags(self) -> Booleans:
        """Return a mask of the revolute joints (n,)."""
        return np.array(self.turns)

    def jacobian(self, found: Geometry, length: float) -> Array:
        """Return the rows of H that are used (m, n)."""
        return homogeneous(found, length)[list(self.rows)]

    def condition(self, found: Geometry, length: float) -> float:
        """Return the condition number in the weighted Frobenius norm (thesis, eq. 8.4).

        Infinite if the Jacobian is singular.
        """
        values = np.linalg.svd(self.jacobian(found, length), compute_uv=False)
        if values[-1] * SINGULAR <= values[0]:
            return float("inf")
        return float(np.sqrt(np.sum(values**2) * np.sum(values**-2)) / self.size)

    def slope(self, found: Geometry, length: float) -> tuple[float, Array, float]:
        """Return the logarithm of the squared condition number with its gradient.

        The logarithm does not move the optima and reduces the slope near singularities.

        Returns:
            The value, its gradient with respect to the table (n, 4), and to L.
        """
        H = self.jacobian(found, length)
        wide = H if H.shape[0] <= H.shape[1] else H.T
        inverse = np.linalg.inv(wide @ wide.T)
        f1, f2 = float(np.trace(wide @ wide.T)), float(np.trace(inverse))
        by = 2.0 * wide / f1 - 2.0 * inverse @ inverse @ wide / f2
        full = np.zeros((6, len(self.turns)))
        full[list(self.rows)] = by if wide is H else by.T
        table, own = pull_back(found, length, full)
        return float(np.log(f1 * f2 / self.size**2)), table, own

    def misfit(self, found: Geometry, length: float) -> tuple[Array, Array, Array]:
        """Return the distance of the Jacobian from isotropy, with derivatives.

        With six joints or more this is 3 / n_R H H^T - 1, n_R the number of revolute joints: their
        axes are unit vectors, which determines the size of an isotropic H.  With fewer joints it is
        H^T H / s^2 - 1, s^2 the mean square of the singular values, and likewise for tasks of fewer
        rows.

        Returns:
            Entries on and above the diagonal (r,), derivatives with respect to table (r, n, 4), and
            to L (r,).
        """
        H, by_table, by_length = self._parts(found, length)
        size, turning = self.size, sum(self.turns)
        product = H @ H.T
        upper = np.triu_indices(size)
        changes = np.concatenate([by_table.reshape(-1, *H.shape), by_length[None]]) @ H.T
        changes = changes + changes.swapaxes(-1, -2)
        if self.task == "pose" and len(self.turns) >= 6:
            scale = turning / 3.0
            rest, slopes = product / scale - np.eye(size), changes / scale
        else:
            scale = np.trace(product) / size
            grown = np.trace(changes, axis1=-2, axis2=-1)[:, None, None] / size
            rest = product / scale - np.eye(size)
            slopes = (changes - grown * product / scale) / scale
        slopes = slopes[:, *upper].T
        return rest[upper], slopes[:, :-1].reshape(-1, len(self.turns), 4), slopes[:, -1]

    def _parts(self, found: Geometry, length: float) -> tuple[Array, Array, Array]:
        """Return the Jacobian with its derivatives, transposed if it has more rows than columns."""
        rows = list(self.rows)
        H = homogeneous(found, length)[rows]
        by_table = derivatives(found, length)[:, :, rows]
        angular, linear = halves(found)
        by_length = np.vstack([0.0 * angular, -linear * found.turns / length**2])[rows]
        if H.shape[0] <= H.shape[1]:
            return H, by_table, by_length
        return H.T, by_table.swapaxes(-1, -2), by_length.T
