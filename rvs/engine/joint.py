"""One joint with the link that follows it, as four Denavit-Hartenberg numbers and what it carries."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from rvs.engine.errors import ArgumentError

Kind = Literal["revolute", "prismatic", "helical"]
Convention = Literal["standard", "modified"]

KINDS: tuple[Kind, ...] = ("revolute", "prismatic", "helical")
CONVENTIONS: tuple[Convention, ...] = ("standard", "modified")
KIND_LETTERS: dict[str, Kind] = {"R": "revolute", "P": "prismatic", "H": "helical"}
NO_LIMITS = (-math.inf, math.inf)


@dataclass(frozen=True, slots=True)
class Inertia:
    """Mass properties of a link in its own frame, SI units.

    Attributes:
        mass: Mass in kg.
        com: Centre of mass in the link frame, in m.
        moments: Ixx, Iyy, Izz, Ixy, Iyz, Ixz about the centre of mass, link axes, in kg m^2.
    """

    mass: float = 0.0
    com: tuple[float, float, float] = (0.0, 0.0, 0.0)
    moments: tuple[float, float, float, float, float, float] = (0.0,) * 6


@dataclass(frozen=True, slots=True)
class Motor:
    """A joint's motor and gear, motor-side quantities.

    Attributes:
        inertia: Rotor inertia Jm in kg m^2.
        gear: Gear ratio G, motor turns per joint turn; its sign is kept.
        viscous: Viscous friction B in N m s/rad at the motor.
        coulomb: Coulomb friction (Tc+, Tc-) in N m at the motor; Tc- is negative.
    """

    inertia: float = 0.0
    gear: float = 1.0
    viscous: float = 0.0
    coulomb: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Joint:
    """A joint and the link after it (Denavit and Hartenberg 1955; Craig's modified form).

    The frame moves by ``q + offset``.  The table entry of the joint's own variable (``theta`` of a
    revolute or helical joint, ``d`` of a prismatic one) is its initial value ``home`` and never adds;
    the other one is constant geometry.

    Attributes:
        a: Link length in m.
        alpha: Link twist in rad.
        d: Link offset in m (the thesis writes b).
        theta: Joint angle in rad.
        kind: ``"revolute"``, ``"prismatic"`` or ``"helical"``.
        pitch: Advance of a helical joint in m per rad.
        offset: Added to q, in rad or m.
        limits: Lower and upper bound of q; infinite where there is none.
        rate: Largest speed; infinite where there is none.
        acceleration: Largest acceleration; infinite where there is none.
        effort: Largest torque in N m or force in N; infinite where there is none.
        locked: The joint cannot move.
        convention: ``"standard"`` or ``"modified"``.
        inertia: Mass properties of the link, or None where they are not known.
        motor: Motor and gear, or None.
        name: What people call the joint, such as ``"waist"``; may be empty.
    """

    a: float = 0.0
    alpha: float = 0.0
    d: float = 0.0
    theta: float = 0.0
    kind: Kind = "revolute"
    pitch: float = 0.0
    offset: float = 0.0
    limits: tuple[float, float] = NO_LIMITS
    rate: float = math.inf
    acceleration: float = math.inf
    effort: float = math.inf
    locked: bool = False
    convention: Convention = "standard"
    inertia: Inertia | None = None
    motor: Motor | None = None
    name: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ArgumentError(f"kind: {self.kind!r} is not one of {', '.join(KINDS)}")
        if self.convention not in CONVENTIONS:
            raise ArgumentError(f"convention: {self.convention!r} is not 'standard' or 'modified'")
        for field in ("a", "alpha", "d", "theta", "pitch", "offset"):
            if not math.isfinite(getattr(self, field)):
                raise ArgumentError(f"{field}: {getattr(self, field)} is not a finite number")
        lower, upper = self.limits
        if not lower <= upper:
            raise ArgumentError(f"limits: the lower bound {lower} is not below the upper {upper}")
        for field in ("rate", "acceleration", "effort"):
            if not getattr(self, field) > 0:
                raise ArgumentError(f"{field}: {getattr(self, field)} is not a positive number")

    @property
    def home(self) -> float:
        """Initial value of q: the table entry of the joint's own variable, in rad or m."""
        return self.d if self.kind == "prismatic" else self.theta

    @property
    def turns(self) -> bool:
        """Whether q is an angle (revolute and helical joints)."""
        return self.kind != "prismatic"
