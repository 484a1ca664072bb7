"""Origin of a robot from a file, and the choices that the file leaves open."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from numbers import Real
from pathlib import Path
from typing import Any

from rvs.engine.errors import ArgumentError
from rvs.engine.words import DH_CONVENTIONS, Convention
from rvs.model.numbers.units import UNITS
from rvs.value_class import dataclass


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices about a robot file, or defaults.

    Attributes:
        root: Fixed link of a description with branches, or empty for the usual one.
        tip: Link at the other end of the chain, or empty for the usual one.
        convention: ``"standard"`` or ``"modified"``, for a table made from links.
        snap: Angle in rad below which axes of links are made parallel.
        zeros: The numbers of a table for the joints' own variables are the zeros of the joints,
            not a posture.
        robot: Name of the robot in a file with several, or empty for the only one.
        tips: Tips of all adjacent robots made from a description, including this one; or none.
        effector: Link of a description that becomes an end-effector, with everything that it
            carries; or empty.
        args: Arguments of a XACRO template, names and values.
        allow: Additional folders from which a description may read files.
        take: Different interpretations of its numbers, names of ``TAKEN``, in order.
    """

    root: str = ""
    tip: str = ""
    convention: Convention = "standard"
    snap: float = 0.0
    zeros: bool = False
    robot: str = ""
    tips: tuple[str, ...] = ()
    effector: str = ""
    args: tuple[tuple[str, str], ...] = ()
    allow: tuple[str, ...] = ()
    take: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        args: Mapping[str, Any] | None = None,
        allow: Iterable[str] = (),
        tips: Iterable[str] = (),
        take: Iterable[str] = (),
        **said: Any,
    ) -> Choices:
        """Return choices from the arguments of scripts and commands.

        Args:
            args: Values of arguments by their names.
            allow: Folders, or one of them.
            tips: Links, or one of them.
            take: Names of ``TAKEN``, or one of them.
            said: The other choices.

        Raises:
            ArgumentError: One is invalid.
        """
        for name, value in said.items():
            kind, words = EXPECTED[type(getattr(USUAL, name))]
            if not isinstance(value, kind):
                raise ArgumentError(f"{name}: expected {words}, got {value!r:.80}")
        given, snap = said.get("convention", "standard"), said.get("snap", 0.0)
        if given not in DH_CONVENTIONS:
            raise ArgumentError(f"convention: expected standard or modified, got {given!r:.80}")
        if not 0.0 <= snap < MOST_SNAP:
            raise ArgumentError(f"snap: expected radians from 0 to {MOST_SNAP:.4f}, got {snap!r}")
        if not isinstance(args, Mapping | None):
            raise ArgumentError(f"args: expected values by their names, got {args!r:.80}")
        pairs = ((str(name), _word(value)) for name, value in (args or {}).items())
        folders, links, ways = _texts("allow", allow), _texts("tips", tips), _texts("take", take)
        for one in ways:
            if one not in TAKEN:
                raise ArgumentError(f"take: expected one of {', '.join(TAKEN)}, got {one!r:.80}")
        whole = dict.fromkeys(os.path.abspath(one) for one in folders)
        return cls(args=tuple(sorted(pairs)), allow=tuple(whole), tips=links, take=ways, **said)

    @property
    def each(self) -> tuple[Choices, ...]:
        """Return the choices with each of the tips, if several are chosen."""
        if self.tip or not self.tips:
            return (self,)
        return tuple(replace(self, tip=tip) for tip in self.tips)

    @property
    def said(self) -> dict[str, Any]:
        """The choices that are not defaults, by the names of the arguments of ``of``."""
        pairs = ((one, getattr(self, one)) for one in NAMES)
        found = {name: value for name, value in pairs if value != getattr(USUAL, name)}
        return found | {"args": dict(self.args)} if self.args else found


def _texts(name: str, given: Any) -> tuple[str, ...]:
    """Return several texts or paths, or one as a sequence."""
    one = isinstance(given, str | os.PathLike) or not isinstance(given, Iterable)
    found = (given,) if one else tuple(given)
    if not all(isinstance(text, str | os.PathLike) for text in found):
        raise ArgumentError(f"{name}: expected texts, got {given!r:.80}")
    return tuple(map(os.fspath, found))


def _word(value: object) -> str:
    """Return a value in the notation of a template."""
    return str(value).lower() if isinstance(value, bool) else str(value)


# Ways to take numbers of a file: in other units, limits in degrees or left out, and four bare
# columns as theta, d, a and alpha.
LIMITS_DEG, NO_LIMITS, NEW_ORDER = "limits-deg", "no-limits", "new-order"
TAKEN = (*UNITS, LIMITS_DEG, NO_LIMITS, NEW_ORDER)
# A degree: what is farther from parallel is not made so.
MOST_SNAP = math.radians(1.0)
EXPECTED: Mapping[type, tuple[Any, str]] = {
    str: (str, "a text"),
    float: (Real, "a number"),
    bool: (int, "True or False"),
}
NAMES = tuple(one.name for one in fields(Choices))
# Nothing is chosen.
USUAL = Choices()


@dataclass(frozen=True, slots=True)
class Imported:
    """A file of another program, and the choices used to make a robot from it.

    Attributes:
        path: The file.
        choices: The choices.
        length: Unit assumed for lengths where the file gives none.
        angle: Unit assumed for angles where the file gives none.
        assumed: ``"length"`` and ``"angle"``, if the file gives no unit for such numbers.
        old_order: Columns without names were read in the order of release 7 of the Robotics
            Toolbox.
    """

    path: str
    choices: Choices = USUAL
    length: str = "m"
    angle: str = "rad"
    assumed: tuple[str, ...] = ()
    old_order: bool = False

    @classmethod
    def of(cls, path: Path, choices: Choices = USUAL) -> Imported:
        """Return the value with the absolute path of the file, for scripts in any folder."""
        return cls(os.path.abspath(path), choices)
