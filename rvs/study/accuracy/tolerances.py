"""Tolerances of a table, backlash of joints and steps of encoders, and their distributions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isfinite, radians, sqrt
from typing import Literal

import numpy as np

from rvs.engine.arrays import Array, Booleans, Integers, check_choice
from rvs.engine.errors import ArgumentError
from rvs.engine.offset_naming import LETTERS
from rvs.study.accuracy.table import LENGTHS, LINK, Table, places
from rvs.value_class import dataclass

Spread = Literal["uniform", "normal", "triangular"]
SPREADS: dict[Spread, str] = {
    "uniform": "uniform: all values within the tolerance are equally likely",
    "normal": "normal: the tolerance is a number of standard deviations",
    "triangular": "triangular: the nominal value is the most likely",
}
# One of a unit in rad or m.
ANGLES = {"deg": radians(1.0), "°": radians(1.0), "rad": 1.0, "mrad": 1e-3,
          "arcmin": radians(1.0) / 60.0, "arcsec": radians(1.0) / 3600.0}  # fmt: skip
DISTANCES = {"m": 1.0, "mm": 1e-3, "um": 1e-6, "µm": 1e-6, "μm": 1e-6, "in": 0.0254}
# What is taken where nothing is stated.
USUAL = ("lengths=0.1mm", "angles=0.01deg")
# Names that stand for several columns.
GROUPS = {"lengths": ("a", "b"), "angles": ("alpha", "theta")}
JOINTS = ("backlash", "encoder")
# In m or rad, as for the numbers of a table; squares of much larger ones would overflow.
LARGEST = 1e6
_SIZE = r"[-+]?(?:\d++(?>(?:\.\d*+)?)|\.\d++)(?>(?:[eE][-+]?\d++)?)"
_WORD = re.compile(rf"([A-Za-z]++)(\d{{0,3}}+)=({_SIZE})([^\s\d]*+)")


@dataclass(frozen=True, eq=False)
class Scatter:
    """Scatter of the numbers of a robot.

    Attributes:
        table: Tolerance of each number of the links (n, 5), plus or minus, rad and m.
        backlash: Total play of each joint (n,), rad and m.
        encoder: Step of each encoder at the joint (n,), rad and m.
        spread: Distribution of the numbers within their tolerance.
        sigmas: Number of standard deviations in the tolerance of a normal distribution.
    """

    table: Array
    backlash: Array
    encoder: Array
    spread: Spread = "uniform"
    sigmas: float = 3.0

    @property
    def deviations(self) -> Array:
        """Standard deviations of the numbers of the links (n, 5)."""
        parts = {"uniform": sqrt(3.0), "normal": self.sigmas, "triangular": sqrt(6.0)}
        return np.asarray(self.table / parts[self.spread])

    @property
    def joints(self) -> Array:
        """Standard deviations of each joint by play and by encoder (2, n): width / sqrt(12)."""
        return np.stack([self.backlash, self.encoder]) / sqrt(12.0)

    def draw(self, count: int, rng: np.random.Generator) -> Array:
        """Return changes of the numbers of many robots (count, n, 5)."""
        size = (count, *self.table.shape)
        if self.spread == "normal":
            return rng.standard_normal(size) * (self.table / self.sigmas)
        found = rng.uniform(-1.0, 1.0, size)
        if self.spread == "triangular":
            # the mean of two is triangular
            found = 0.5 * (found + rng.uniform(-1.0, 1.0, size))
        return found * self.table

    def draw_joints(self, count: int, rng: np.random.Generator) -> Array:
        """Return deviations of the joints in many repetitions (count, n), rad and m."""
        size = (count, len(self.backlash))
        return 0.5 * (
            rng.uniform(-1.0, 1.0, size) * self.backlash
            + rng.uniform(-1.0, 1.0, size) * self.encoder
        )


def scatter_of(
    table: Table,
    words: Sequence[str],
    spread: Spread = "uniform",
    sigmas: float = 3.0,
    locked: Sequence[bool] = (),
) -> Scatter:
    """Return the scatter described in words; later words replace earlier ones.

    Args:
        table: The table.
        words: Words such as ``"a=0.1mm"``, ``"alpha3=0.02deg"``, ``"lengths=0.1mm"``,
            ``"angles=0.01deg"``, ``"backlash=1arcmin"``, ``"encoder2=20arcsec"``.
        spread: Distribution of the numbers within their tolerance.
        sigmas: Number of standard deviations in the tolerance of a normal distribution.
        locked: Joints (n,) that are locked, so that they have neither play nor an encoder step;
            none if empty.

    Raises:
        ArgumentError: A word of another form, an unknown name or joint, a unit that does not fit,
            or the play or step of a locked joint.
    """
    check_choice(spread, "spread", tuple(SPREADS))
    found = Scatter(np.zeros((table.n, LINK)), np.zeros(table.n), np.zeros(table.n), spread, sigmas)
    for word in words:
        name, number, size, unit = _read(word)
        if name in JOINTS:
            row = found.backlash if name == "backlash" else found.encoder
            joints = _joints(word, number, table.n)
            held = np.array([any(locked) and locked[joint] for joint in joints], dtype=bool)
            if number and size and held.any():
                raise ArgumentError(
                    f"tolerances: {word!r}: joint {number} is locked, so it has neither backlash "
                    "nor an encoder step; leave it out"
                )
            joints = joints[~held]
            _set(row, joints, table.turn[joints] == 0, size, unit, word)
            continue
        for column in GROUPS.get(name, (name,)):
            _set_column(found.table, table, column, number, size, unit, word)
    return found


def _set_column(
    into: Array, table: Table, column: str, number: str, size: float, unit: str, word: str
) -> None:
    try:
        index = places(table, [column + number])
    except ArgumentError as error:
        raise ArgumentError(f"tolerances: {error}") from error
    flat = into.reshape(-1)
    lengths = np.isin(index % LINK, LENGTHS)
    _set(flat, index, lengths, size, unit, word)


def _set(
    into: Array, index: Integers, lengths: Booleans, size: float, unit: str, word: str
) -> None:
    """Set the size of those numbers whose kind fits its unit: lengths or angles."""
    if size == 0.0 or not len(index):
        into[index] = 0.0
        return
    fits = lengths if unit in DISTANCES else ~lengths if unit in ANGLES else lengths & ~lengths
    if not fits.any():
        needed = "a length, for example 0.1mm" if lengths.all() else "an angle, for example 0.01deg"
        raise ArgumentError(f"tolerances: {word!r}: expected {needed}")
    width = size * {**DISTANCES, **ANGLES}[unit]
    if width > LARGEST:
        largest = "m" if unit in DISTANCES else "rad"
        raise ArgumentError(f"tolerances: {word!r}: expected at most {LARGEST:g} {largest}")
    into[index[fits]] = width


def _read(word: str) -> tuple[str, str, float, str]:
    match = _WORD.fullmatch(word.strip())
    try:
        name, number, digits, unit = match.groups() if match else ("", "", "", "")
        size = float(digits)
    except ValueError:
        size = -1.0
    if not isfinite(size) or size < 0.0:
        raise ArgumentError(
            f"tolerances: {word!r}: expected NAME=SIZE with a unit, for example a3=0.1mm"
        )
    return "b" if name in LETTERS else name, number, size, unit


def _joints(word: str, number: str, n: int) -> Integers:
    if number and not 1 <= int(number) <= n:
        raise ArgumentError(f"tolerances: {word!r}: expected a joint from 1 to {n}")
    return np.array([int(number) - 1]) if number else np.arange(n)
