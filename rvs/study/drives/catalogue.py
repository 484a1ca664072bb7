"""Motors, gears and actuators with the data of their makers, and the possible pairs of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import isnan, nan
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.value_class import dataclass

PartKind = Literal["motor", "gear", "actuator"]
KINDS: tuple[PartKind, ...] = ("motor", "gear", "actuator")
# Without one of these a pair can't be checked; such pairs come after all others.
ESSENTIAL = (
    "rated torque", "peak torque", "speed", "inertia", "gear's rated torque", "gear's peak torque",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A motor, a gear, or an actuator: a motor with its own gear.

    Numbers are SI, and nan if the maker does not publish them.

    Attributes:
        kind: Its kind; numbers of motors are at their shaft, those of gears and actuators at the
            output, except for speeds of gears and all inertias, which are at the input.
        maker: Its maker.
        name: Name in the maker's range.
        ratio: Turns of the input per turn of the output; 1 for a motor.
        rated_torque: Permissible continuous torque, in N m.
        peak_torque: Permissible repeated torque, in N m.
        stall_torque: Torque at standstill at its voltage, in N m.
        rated_speed: Speed at rated torque; average speed for a gear, in rad/s.
        no_load_speed: Speed without torque at its voltage, in rad/s.
        max_speed: Largest speed, in rad/s.
        inertia: Inertia of rotor or input, in kg m^2.
        efficiency: Fraction of the power that a gear transmits.
        stiffness: Torsional stiffness of the output with a held input, in N m/rad; if it rises with
            the torque, that for small torques.
        mass: Mass in kg.
        price: Price, in its currency.
        currency: Code of the currency, such as USD; may be empty.
        fits: Names of the motors that fit a gear; any when empty.
        source: Public source of the numbers.
    """

    kind: PartKind
    maker: str
    name: str
    ratio: float = 1.0
    rated_torque: float = nan
    peak_torque: float = nan
    stall_torque: float = nan
    rated_speed: float = nan
    no_load_speed: float = nan
    max_speed: float = nan
    inertia: float = nan
    efficiency: float = nan
    stiffness: float = nan
    mass: float = nan
    price: float = nan
    currency: str = ""
    fits: tuple[str, ...] = ()
    source: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ArgumentError(f"kind: expected {', '.join(KINDS)}, got {self.kind!r:.40}")
        for key in ("ratio", "rated_torque", "peak_torque", "stall_torque", "rated_speed",
                    "no_load_speed", "max_speed", "inertia", "mass", "efficiency",
                    "stiffness"):  # fmt: skip
            if not (isnan(getattr(self, key)) or 0.0 < getattr(self, key) < np.inf):
                raise ArgumentError(f"{key}: expected more than 0, got {getattr(self, key):g}")
        if self.price < 0.0:
            raise ArgumentError(f"price: expected at least 0, got {self.price:g}")
        if self.efficiency > 1.0:
            raise ArgumentError(f"efficiency: expected at most 1, got {self.efficiency:g}")
        if isnan(self.ratio):
            raise ArgumentError(f"ratio: expected a number for a {self.kind}")

    @property
    def title(self) -> str:
        """Maker and name."""
        return f"{self.maker} {self.name}".strip()


@dataclass(frozen=True, eq=False)
class Pair:
    """A motor with a gear, an actuator, or a direct drive.

    All torques and speeds are at the shaft of the motor; those that begin with ``gear`` are as
    described for the gear.  Unknown numbers are nan.
    """

    motor: Part
    gear: Part | None

    @property
    def title(self) -> str:
        """Names of both."""
        return self.motor.title if self.gear is None else f"{self.motor.title} + {self.gear.title}"

    @cached_property
    def numbers(self) -> dict[str, float]:
        """The numbers required for a choice, by the names of the fields of ``Pairs``."""
        m, g = self.motor, self.gear
        # torques of an actuator are behind its gear, whose losses they contain
        n = m.ratio if m.kind == "actuator" else 1.0
        fastest = m.max_speed
        if isnan(fastest):
            fastest = m.no_load_speed if not isnan(m.no_load_speed) else m.rated_speed
        stall = m.stall_torque
        if isnan(stall) and m.rated_speed < m.no_load_speed:
            # the line through the rated point and the speed without torque
            stall = m.rated_torque / (1.0 - m.rated_speed / m.no_load_speed)
        inside = (nan,) * 4
        if g is not None:
            inside = (g.rated_torque, g.peak_torque, g.max_speed, g.rated_speed)
        return {
            "ratio": n if g is None else g.ratio,
            "efficiency": 1.0 if g is None else g.efficiency,
            "inertia": m.inertia + (0.0 if g is None or isnan(g.inertia) else g.inertia),
            "stiffness": (m if g is None else g).stiffness,
            "mass": m.mass + (0.0 if g is None else g.mass),
            "price": m.price + (0.0 if g is None else self._price_of_gear(g)),
            "rated": m.rated_torque / n,
            "peak": m.peak_torque / n,
            "stall": stall / n,
            "no_load": m.no_load_speed * n,
            "fastest": fastest * n,
            "gear_rated": inside[0],
            "gear_peak": inside[1],
            "gear_fastest": inside[2],
            "gear_mean": inside[3],
        }

    def _price_of_gear(self, gear: Part) -> float:
        """Return the price of the gear, unknown if it is not in the currency of the motor."""
        return gear.price if gear.currency == self.motor.currency else nan

    @cached_property
    def unknown(self) -> tuple[str, ...]:
        """Unpublished numbers, in words."""
        of, m, g = self.numbers, self.motor, self.gear
        missing = {
            "rated torque": isnan(of["rated"]),
            "peak torque": isnan(m.peak_torque) and isnan(m.stall_torque),
            "speed": isnan(of["fastest"]),
            "inertia": isnan(of["inertia"]),
            "mass": isnan(of["mass"]),
        }
        if g is not None:
            missing |= {
                "efficiency": isnan(g.efficiency),
                "gear's inertia": isnan(g.inertia),
                "gear's rated torque": isnan(g.rated_torque),
                "gear's peak torque": isnan(g.peak_torque),
                "gear's largest speed": isnan(g.max_speed),
            }
        return tuple(words for words, it in missing.items() if it)


@dataclass(frozen=True, eq=False)
class Pairs:
    """Pairs with their numbers as arrays (p,), as in ``Pair.numbers``."""

    each: tuple[Pair, ...]

    @cached_property
    def _columns(self) -> dict[str, Array]:
        rows = [pair.numbers for pair in self.each]
        return {key: np.array([row[key] for row in rows]) for key in rows[0]} if rows else {}

    def __getitem__(self, key: str) -> Array:
        """Return the numbers of one name (p,)."""
        return self._columns[key]

    def __len__(self) -> int:
        return len(self.each)

    @cached_property
    def currencies(self) -> tuple[str, ...]:
        """The currencies of the known prices; one may have no name."""
        each = (part for pair in self.each for part in (pair.motor, pair.gear) if part)
        return tuple(sorted({part.currency for part in each if not isnan(part.price)}))

    @cached_property
    def unsure(self) -> NDArray[np.bool_]:
        """Pairs (p,) with unknown essential data."""
        return np.array([not set(ESSENTIAL).isdisjoint(pair.unknown) for pair in self.each])


def pairs_of(parts: Sequence[Part]) -> Pairs:
    """Return all pairs: each motor alone and with every fitting gear, each actuator.

    Raises:
        ArgumentError: There is no motor and no actuator.
    """
    gears = [part for part in parts if part.kind == "gear"]
    found: list[Pair] = []
    for part in parts:
        if part.kind == "gear":
            continue
        found.append(Pair(part, None))
        if part.kind == "motor":
            fitting = (gear for gear in gears if not gear.fits or part.name in gear.fits)
            found += (Pair(part, gear) for gear in fitting)
    if not found:
        raise ArgumentError("catalogue: expected at least one motor or actuator, got none")
    return Pairs(tuple(found))
