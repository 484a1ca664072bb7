"""One joint with the link after it: geometry, masses and motor."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import (
    IDENTITY,
    Array,
    Pose,
    check_bounds,
    check_choice,
    check_flag,
    check_numbers,
    check_text,
    pose_rows,
)
from rvs.engine.errors import ArgumentError
from rvs.engine.words import CONVENTIONS as CONVENTIONS
from rvs.engine.words import DH_CONVENTIONS as DH_CONVENTIONS
from rvs.engine.words import KIND_LETTERS as KIND_LETTERS
from rvs.engine.words import KINDS as KINDS
from rvs.engine.words import Convention as Convention
from rvs.engine.words import Kind as Kind
from rvs.value_class import dataclass

NO_LIMITS = (-math.inf, math.inf)


def _number(value: float, name: str, *, bounds: bool = False) -> float:
    """Return a float, finite unless it is a bound; zero has no sign, which no file would store."""
    # most are floats already, and a dragged slider makes many joints
    if type(value) is float and (math.isfinite(value) or (bounds and not math.isnan(value))):
        return value + 0.0
    array = check_bounds(value, name) if bounds else check_numbers(value, name)
    if array.ndim:
        raise ArgumentError(f"{name}: expected one number, got shape {array.shape}")
    return float(array) + 0.0


def _numbers(values: ArrayLike, name: str, count: int, *, bounds: bool = False) -> Any:
    """Return a tuple of this number of floats, finite unless they are bounds."""
    if isinstance(values, tuple) and len(values) == count:
        return tuple(_number(value, name, bounds=bounds) for value in values)
    array = check_bounds(values, name) if bounds else check_numbers(values, name)
    if array.shape != (count,):
        raise ArgumentError(f"{name}: expected {count} numbers, got shape {array.shape}")
    return tuple((array + 0.0).tolist())


@dataclass(frozen=True, slots=True)
class Inertia:
    """Mass properties of a link in its own frame, SI units.

    Attributes:
        mass: Mass in kg.
        com: Centre of mass in the link frame, in m.
        moments: Ixx, Iyy, Izz, Ixy, Iyz, Ixz about the centre of mass, link axes, in kg m^2.

    Raises:
        ArgumentError: A field that is not that many finite numbers.

    >>> Inertia(2.0, (0.1, 0, 0)).mass
    2.0
    """

    mass: float = 0.0
    com: tuple[float, float, float] = (0.0, 0.0, 0.0)
    moments: tuple[float, float, float, float, float, float] = (0.0,) * 6

    def __post_init__(self) -> None:
        object.__setattr__(self, "mass", _number(self.mass, "mass"))
        object.__setattr__(self, "com", _numbers(self.com, "com", 3))
        object.__setattr__(self, "moments", _numbers(self.moments, "moments", 6))


@dataclass(frozen=True, slots=True)
class Motor:
    """A joint's motor and gear, motor-side quantities.

    Attributes:
        inertia: Rotor inertia Jm in kg m^2.
        gear: Gear ratio G, motor turns per joint turn, with its sign.
        viscous: Viscous friction B in N m s/rad at the motor.
        coulomb: Coulomb friction (Tc+, Tc-) in N m at the motor; Tc- is negative.

    Raises:
        ArgumentError: A field that is not that many finite numbers.

    >>> Motor(gear=-50.0).gear
    -50.0
    """

    inertia: float = 0.0
    gear: float = 1.0
    viscous: float = 0.0
    coulomb: tuple[float, float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        for field in ("inertia", "gear", "viscous"):
            object.__setattr__(self, field, _number(getattr(self, field), field))
        object.__setattr__(self, "coulomb", _numbers(self.coulomb, "coulomb", 2))


@dataclass(frozen=True, slots=True)
class Joint:
    """A joint and the link after it (Denavit and Hartenberg 1955; Craig's modified form).

    The frame moves by ``q + offset``.  The table entry of the joint's own variable (``theta`` of a
    revolute or helical joint, ``d`` of a prismatic one) is its initial value ``home`` and is never
    added; the other one is constant geometry.

    A joint of the ``"general"`` convention is used where four numbers are insufficient: it moves
    about the z axis of the pose ``before``, and ``after`` leads to the link frame.  It has no other
    constant geometry: a and alpha are 0, and so is whichever of d and theta is not ``home``.

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
        convention: ``"standard"``, ``"modified"`` or ``"general"``.
        inertia: Mass properties of the link, or None if unknown.
        motor: Motor and gear, or None.
        name: Name of the joint for people, such as ``"waist"``; may be empty.
        before: Pose of a general joint's axis in the previous link frame, as rows.
        after: Pose of its link frame in the frame that moves with the joint, as rows.
        link: Name of the link that it carries, such as ``"panda_link1"``; may be empty.
        stiffness: Stiffness of drive and bearings between motor and link, in N m/rad or N/m;
            infinite if rigid or unknown.

    Raises:
        ArgumentError: A field has an invalid value.

    >>> Joint(a=0.4, theta=0.1).home
    0.1
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
    before: Pose = IDENTITY
    after: Pose = IDENTITY
    link: str = ""
    stiffness: float = math.inf

    def __post_init__(self) -> None:
        check_choice(self.kind, "kind", KINDS)
        check_choice(self.convention, "convention", CONVENTIONS)
        for field in ("a", "alpha", "d", "theta", "pitch", "offset"):
            object.__setattr__(self, field, _number(getattr(self, field), field))
        self._check_bounds()
        object.__setattr__(self, "locked", check_flag(self.locked, "locked"))
        for field, kind in (("inertia", Inertia), ("motor", Motor)):
            value = getattr(self, field)
            if value is not None and not isinstance(value, kind):
                raise ArgumentError(f"{field}: expected {kind.__name__} or None, got {value!r:.60}")
        check_text(self.name, "name")
        check_text(self.link, "link")
        self._check_geometry()

    def _check_bounds(self) -> None:
        if self.limits is not NO_LIMITS:
            object.__setattr__(self, "limits", _numbers(self.limits, "limits", 2, bounds=True))
        lower, upper = self.limits
        if not lower <= upper:
            raise ArgumentError(
                f"limits: the lower limit {lower} is not below the upper limit {upper}"
            )
        for field in ("rate", "acceleration", "effort", "stiffness"):
            value = _number(getattr(self, field), field, bounds=True)
            if not value > 0:
                raise ArgumentError(f"{field}: {value} is not a positive number")
            object.__setattr__(self, field, value)

    def _check_geometry(self) -> None:
        if self.convention != "general":
            if self.before is not IDENTITY and self.before != IDENTITY:
                raise ArgumentError("before: only a joint of the general convention has it")
            if self.after is not IDENTITY and self.after != IDENTITY:
                raise ArgumentError("after: only a joint of the general convention has it")
            return
        for field in ("a", "alpha", "theta" if self.kind == "prismatic" else "d"):
            if getattr(self, field) != 0:
                raise ArgumentError(f"{field}: expected 0; a general joint has before and after")
        object.__setattr__(self, "before", pose_rows(self.before, "before"))
        object.__setattr__(self, "after", pose_rows(self.after, "after"))

    @property
    def home(self) -> float:
        """Initial value of q: the table entry of the joint's own variable, in rad or m."""
        return self.d if self.kind == "prismatic" else self.theta

    @property
    def turns(self) -> bool:
        """Return whether q is an angle (revolute and helical joints)."""
        return self.kind != "prismatic"

    def friction(self, qd: ArrayLike) -> Array:
        """Return the torque that overcomes the joint's friction, on the link side.

        ``G^2 B qd``, and ``|G| Tc+`` or ``|G| Tc-`` by the sign of the speed.

        Args:
            qd: Speed of the joint, or several of them (m,).

        Raises:
            ArgumentError: qd is not finite.

        >>> Joint(motor=Motor(gear=-10.0, viscous=0.1, coulomb=(2.0, -3.0))).friction([1.0, -1.0])
        array([ 30., -40.])
        """
        speeds = check_numbers(qd, "qd")
        motor = self.motor or Motor()
        forward, backward = motor.coulomb
        dry = np.where(speeds > 0, forward, np.where(speeds < 0, backward, 0.0))
        return np.asarray(motor.gear**2 * motor.viscous * speeds + abs(motor.gear) * dry)

    @property
    def span(self) -> float:
        """Length of the link without the joint's own motion, an upper bound, in m."""
        along = 0.0 if self.kind == "prismatic" else abs(self.d)
        sides = [math.hypot(*(row[3] for row in pose[:3])) for pose in (self.before, self.after)]
        return abs(self.a) + along + sum(sides)


def each_its_own(joints: Iterable[Joint]) -> tuple[Joint, ...]:
    """Return joints as distinct objects: edits identify them by identity."""
    seen: set[int] = set()
    own = []
    for joint in joints:
        own.append(replace(joint) if id(joint) in seen else joint)
        seen.add(id(joint))
    return tuple(own)
