"""Joints from columns of numbers, one entry per joint: shared by the constructors of a robot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import (
    Array,
    check_bounds,
    check_choice,
    check_numbers,
    check_text,
)
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import DH_CONVENTIONS, KIND_LETTERS, Convention, Inertia, Joint, Kind, Motor


def dh_joints(
    a: ArrayLike,
    alpha: ArrayLike,
    d: ArrayLike,
    theta: ArrayLike,
    kind: str | None,
    *,
    pitch: ArrayLike,
    convention: Convention,
    offset: ArrayLike,
) -> list[Joint]:
    """Return the joints of a Denavit-Hartenberg table; ``Robot.from_dh`` explains the arguments.

    Raises:
        ArgumentError: Columns of different lengths, an unknown kind, a number that is not finite.
    """
    check_choice(convention, "convention", DH_CONVENTIONS)
    given = {"a": a, "alpha": alpha, "d": d, "theta": theta, "pitch": pitch, "offset": offset}
    arrays = {label: check_numbers(values, label) for label, values in given.items()}
    # the length that most of them have, so that the odd one is the one to complain about
    lengths = [array.size for array in arrays.values() if array.ndim]
    lengths += [] if kind is None else [len(check_text(kind, "kind"))]
    count = Counter(lengths or [1]).most_common(1)[0][0]
    if count == 0:
        raise ArgumentError("a: a robot needs at least one joint")
    kinds = _kinds("R" * count if kind is None else kind, count)
    table = {label: column(array, count, label).tolist() for label, array in arrays.items()}
    return [
        Joint(
            **{label: values[i] for label, values in table.items()},
            kind=kinds[i],
            convention=convention,
        )
        for i in range(count)
    ]


def _kinds(letters: str, count: int) -> list[Kind]:
    if len(letters) != count or set(letters.upper()) - set(KIND_LETTERS):
        raise ArgumentError(f"kind: expected {count} letters from R, P and H, got {letters!r}")
    return [KIND_LETTERS[letter] for letter in letters.upper()]


def equip(
    joints: Sequence[Joint],
    *,
    limits: ArrayLike | None = None,
    locked: ArrayLike | None = None,
    home: ArrayLike | None = None,
    mass: ArrayLike | None = None,
    com: ArrayLike | None = None,
    inertia: ArrayLike | None = None,
    motor_inertia: ArrayLike | None = None,
    gear: ArrayLike | None = None,
    viscous: ArrayLike | None = None,
    coulomb: ArrayLike | None = None,
    effort: ArrayLike | None = None,
    rate: ArrayLike | None = None,
    acceleration: ArrayLike | None = None,
    stiffness: ArrayLike | None = None,
) -> tuple[Joint, ...]:
    """Return joints with their limits, masses and motors; ``Robot.from_dh`` explains the arguments.

    Raises:
        ArgumentError: A column of another shape, or a number that is not finite.
    """
    count = len(joints)
    changes: list[dict[str, Any]] = [{} for _ in joints]
    bounded = {
        "effort": effort, "rate": rate, "acceleration": acceleration, "stiffness": stiffness,
    }  # fmt: skip
    for label, values in bounded.items():
        if values is not None:
            _put(changes, label, column(values, count, label, finite=False).tolist())
    if limits is not None:
        rows = column(limits, count, "limits", 2, finite=False).tolist()
        _put(changes, "limits", [tuple(row) for row in rows])
    if locked is not None:
        flags = column(locked, count, "locked")
        if not np.isin(flags, (0, 1)).all():
            raise ArgumentError("locked: expected True or False for each joint")
        _put(changes, "locked", flags.astype(bool).tolist())
    if home is not None:
        for change, joint, value in zip(changes, joints, column(home, count, "home"), strict=True):
            change["d" if joint.kind == "prismatic" else "theta"] = float(value)
    if any(values is not None for values in (mass, com, inertia)):
        _put(changes, "inertia", _inertias(count, mass, com, inertia))
    if any(values is not None for values in (motor_inertia, gear, viscous, coulomb)):
        _put(changes, "motor", _motors(count, motor_inertia, gear, viscous, coulomb))
    return tuple(replace(joint, **change) for joint, change in zip(joints, changes, strict=True))


def _put(changes: list[dict[str, Any]], field: str, values: Sequence[Any]) -> None:
    for change, value in zip(changes, values, strict=True):
        change[field] = value


def _inertias(
    count: int, mass: ArrayLike | None, com: ArrayLike | None, inertia: ArrayLike | None
) -> list[Inertia]:
    masses = column(0.0 if mass is None else mass, count, "mass").tolist()
    centers = column(np.zeros((count, 3)) if com is None else com, count, "com", 3).tolist()
    moments = _moments(np.zeros((count, 6)) if inertia is None else inertia, count).tolist()
    return [Inertia(masses[i], tuple(centers[i]), tuple(moments[i])) for i in range(count)]


def _moments(inertia: ArrayLike, count: int) -> Array:
    """Return the moments of inertia as rows Ixx Iyy Izz Ixy Iyz Ixz."""
    array = check_numbers(inertia, "inertia")
    if array.shape == (count, 6):
        return array
    if array.shape != (count, 3, 3):
        raise ArgumentError(
            f"inertia: expected shape ({count}, 6) or ({count}, 3, 3), got {array.shape}"
        )
    if not np.allclose(array, np.swapaxes(array, 1, 2), rtol=1e-9, atol=1e-12):
        raise ArgumentError("inertia: expected symmetric matrices")
    rows, columns = [0, 1, 2, 0, 1, 0], [0, 1, 2, 1, 2, 2]
    return array[:, rows, columns]


def _motors(
    count: int,
    motor_inertia: ArrayLike | None,
    gear: ArrayLike | None,
    viscous: ArrayLike | None,
    coulomb: ArrayLike | None,
) -> list[Motor]:
    rotors = column(0.0 if motor_inertia is None else motor_inertia, count, "motor_inertia")
    gears = column(1.0 if gear is None else gear, count, "gear")
    damping = column(0.0 if viscous is None else viscous, count, "viscous")
    dry = column(np.zeros((count, 2)) if coulomb is None else coulomb, count, "coulomb", 2)
    return [
        Motor(float(rotors[i]), float(gears[i]), float(damping[i]), (float(plus), float(minus)))
        for i, (plus, minus) in enumerate(dry)
    ]


def column(
    values: ArrayLike, count: int, name: str, width: int | None = None, *, finite: bool = True
) -> Array:
    """Return one number, or ``width`` numbers, for each of ``count`` joints.

    A single number applies to all joints.

    Raises:
        ArgumentError: Another shape, or not numbers, or not finite where that is required.
    """
    array = check_numbers(values, name) if finite else check_bounds(values, name)
    if array.ndim == 0 and width is None:
        return np.full(count, float(array))
    shape = (count,) if width is None else (count, width)
    if array.shape != shape:
        raise ArgumentError(f"{name}: expected shape {shape}, got {array.shape}")
    return array
