"""The numbers of a table that a design may change, their ranges, and their vector."""

from __future__ import annotations

from dataclasses import field

import numpy as np

from rvs.engine.arrays import Array, Booleans
from rvs.engine.errors import ArgumentError
from rvs.engine.offset_naming import LETTERS, offset_letter
from rvs.study.design.architecture import COLUMNS, LENGTHS, THETA, A, B
from rvs.value_class import dataclass

# Angles have no bounds but these, so that no solver runs away.
FAR = 1e3
# The logarithm of L in typical lengths stays within this, whatever a solver tries.
RANGE = 30.0


@dataclass(frozen=True, eq=False)
class Freedom:
    """The design variables of a robot.

    Attributes:
        free: Mask of the free numbers of the table (n, 4): a, b, alpha, theta.
        lower: Their lower bounds (n, 4), m and rad, -inf if there is none.
        upper: Their upper bounds (n, 4).
        length: The characteristic length is free, too; else it keeps its value.

    Raises:
        ArgumentError: Nothing may move, or a lower bound lies above its upper one.
    """

    free: Booleans
    lower: Array
    upper: Array
    length: bool = True
    unit: float = field(default=1.0)

    def __post_init__(self) -> None:
        if not self.free.any():
            raise ArgumentError("free: expected at least one number of the table")
        if (self.lower > self.upper).any():
            row, column = np.argwhere(self.lower > self.upper)[0]
            name = column_names()[column]
            raise ArgumentError(
                f"bounds: the lower bound of {name} of joint {row + 1} lies above its upper bound"
            )

    @property
    def scales(self) -> Array:
        """Unit of each variable (v,): a typical length, or 1 rad."""
        table = np.ones(self.free.shape)
        table[:, list(LENGTHS)] = self.unit
        return table[self.free]

    def pack(self, table: Array, length: float) -> Array:
        """Return the design vector: the scaled free numbers, then log L if it is free."""
        values = table[self.free] / self.scales
        return np.append(values, np.log(length / self.unit)) if self.length else values

    def unpack(self, x: Array, table: Array, length: float) -> tuple[Array, float]:
        """Return the table (n, 4) and L of a design vector.

        Args:
            x: The design vector.
            table: Source of the fixed numbers (n, 4).
            length: L, if it is fixed, m.
        """
        found = table.copy()
        own = x[:-1] if self.length else x
        found[self.free] = own * self.scales
        return found, float(
            np.exp(np.clip(x[-1], -RANGE, RANGE)) * self.unit
        ) if self.length else length

    def gradient(self, table: Array, length: float, by_length: float) -> Array:
        """Return the gradient, converted from the table (n, 4) and L to the design vector."""
        own = table[self.free] * self.scales
        return np.append(own, by_length * length) if self.length else own

    def slopes(self, table: Array, length: float, by_length: Array) -> Array:
        """Return derivatives, converted from the table (r, n, 4) to the design vector (r, v)."""
        own = table[:, self.free] * self.scales
        return np.column_stack([own, by_length * length]) if self.length else own

    def bounds(self) -> tuple[Array, Array]:
        """Return lower and upper bounds of the design vector (v,) each."""
        low, high = self.lower[self.free] / self.scales, self.upper[self.free] / self.scales
        low, high = np.maximum(low, -FAR), np.minimum(high, FAR)
        if self.length:
            return np.append(low, -RANGE), np.append(high, RANGE)
        return low, high


def freedom(
    table: Array,
    names: tuple[str, ...] = ("a", "b", "alpha", "theta"),
    *,
    turns: Booleans,
    longest: float = np.inf,
    wrist: bool = False,
    length: bool = True,
) -> Freedom:
    """Return the freedom of columns and single numbers of a table.

    Args:
        table: Rows a, b, alpha, theta (n, 4), m and rad.
        names: Free columns, of ``"a"``, ``"b"``, ``"alpha"`` and ``"theta"``, and single numbers of
            them, such as ``"a3"`` for the third joint. The joint variables are always free:
            ``theta`` of revolute joints, ``b`` of prismatic ones.
        turns: True for revolute joints (n,).
        longest: Largest magnitude of a and b, m.
        wrist: Let the axes of joints 4, 5 and 6 meet in one point: a4 = a5 = b5 = 0.
        length: The characteristic length is free.

    Raises:
        ArgumentError: An unknown name or joint, or a wrist of fewer than six
            joints.
    """
    free = np.zeros(table.shape, dtype=bool)
    for name in names:
        free[_places(name, len(table))] = True
    free[turns, THETA] = True
    free[~turns, B] = True
    if wrist:
        if len(table) < 6:
            raise ArgumentError("wrist: a spherical wrist needs at least six joints")
        free[3, A] = free[4, A] = free[4, B] = False
    low, high = np.full(table.shape, -np.inf), np.full(table.shape, np.inf)
    low[:, list(LENGTHS)], high[:, list(LENGTHS)] = -longest, longest
    return Freedom(free, low, high, length, typical(table))


def column_names() -> tuple[str, ...]:
    """Return the names of the columns of a table, with the chosen letter for offsets."""
    return tuple(offset_letter() if name in LETTERS else name for name in COLUMNS)


def _places(name: str, count: int) -> tuple[slice, int]:
    """Return rows and the column of a name, for a table with this number of joints."""
    written = name.rstrip("0123456789")
    number = name.removeprefix(written)
    column = "b" if written in LETTERS else written
    if column not in COLUMNS:
        known = ", ".join(column_names())
        raise ArgumentError(
            f"free: {name!r} is not one of {known}, alone or followed by the number of a joint"
        )
    if not number:
        return slice(None), COLUMNS.index(column)
    joint = int(number)
    if not 1 <= joint <= count:
        raise ArgumentError(f"free: {name!r}: the robot has joints 1 to {count}")
    return slice(joint - 1, joint), COLUMNS.index(column)


def typical(table: Array) -> float:
    """Return a typical length of a table, m; 1 if all lengths are 0."""
    lengths = np.abs(table[:, list(LENGTHS)])
    return float(np.sqrt(np.mean(lengths[lengths > 0] ** 2))) if lengths.any() else 1.0
