"""Choices that a file of a robot leaves open: one value, made where it is opened."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from rvs.engine.errors import ArgumentError
from rvs.engine.words import DH_CONVENTIONS, Convention
from rvs.value_class import dataclass


@dataclass(frozen=True, slots=True)
class Choices:
    """What is chosen of the file of a robot; the usual where nothing is said.

    Attributes:
        root: Link of a description with branches that stands still, or empty for the usual one.
        tip: Link at the other end of the chain, or empty for the usual one.
        convention: ``"standard"`` or ``"modified"``, for a table made from links.
        snap: Angle in rad below which axes of links are made parallel.
        zeros: The numbers of a table for the joints' own variables are the zeros of the joints,
            not a posture.
        robot: Name of the robot in a file that holds several, or empty for the only one.
        tips: Tips of all robots beside each other that are made of a description, of which this is
            one; or none.
        effector: Link of a description that becomes an end-effector, with all that it carries; or
            empty.
        args: Arguments of a XACRO template, names and values.
        allow: Folders from which a description may read files besides its own.
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

    @classmethod
    def of(
        cls,
        args: Mapping[str, Any] | None = None,
        allow: Iterable[str] = (),
        tips: Iterable[str] = (),
        **said: Any,
    ) -> Choices:
        """Return choices as scripts and commands say them.

        Args:
            args: Values of arguments by their names.
            allow: Folders, or one of them.
            tips: Links.
            said: The others.

        Raises:
            ArgumentError: A convention that is none.
        """
        given = said.get("convention", "standard")
        if given not in DH_CONVENTIONS:
            raise ArgumentError(f"convention: expected standard or modified, got {given!r:.80}")
        pairs = ((str(name), _word(value)) for name, value in dict(args or {}).items())
        folders = [allow] if isinstance(allow, str | os.PathLike) else allow
        whole = dict.fromkeys(os.path.abspath(one) for one in folders)
        own = tuple(sorted(pairs))
        return cls(args=own, allow=tuple(whole), tips=tuple(tips), **said)

    @property
    def said(self) -> dict[str, Any]:
        """What is not the usual, by the names of the arguments that say it to ``of``."""
        pairs = ((one, getattr(self, one)) for one in NAMES)
        found = {name: value for name, value in pairs if value != getattr(USUAL, name)}
        return found | {"args": dict(self.args)} if self.args else found


def _word(value: object) -> str:
    """A value as a template writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


NAMES = tuple(one.name for one in fields(Choices))
# Nothing is chosen.
USUAL = Choices()
