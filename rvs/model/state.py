"""Everything that is true now, as one immutable value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rvs.model.document import Document
from rvs.model.refs import NOTHING, Ref
from rvs.model.view import View

Posture = tuple[float, ...]
Postures = Mapping[str, Posture]

NO_POSTURES: Postures = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class State:
    """What the whole program shows.

    Attributes:
        document: What the user makes.
        postures: Joint values of every robot by its id, rad and m.
        view: How it is looked at.
        selection: What is chosen, or the empty Ref.
        playhead: Time shown, in s.
    """

    document: Document = field(default_factory=Document)
    postures: Postures = field(default_factory=lambda: NO_POSTURES)
    view: View = field(default_factory=View)
    selection: Ref = NOTHING
    playhead: float = 0.0


def fit_postures(document: Document, postures: Postures) -> Postures:
    """Return postures for exactly the document's robots; new or re-jointed ones start at home."""
    fitted = {}
    for placed in document.robots:
        kept = postures.get(placed.id, ())
        home = tuple(placed.robot.home.tolist())
        fitted[placed.id] = kept if len(kept) == placed.robot.n else home
    return postures if fitted == dict(postures) else MappingProxyType(fitted)


def with_posture(postures: Postures, robot_id: str, q: Posture) -> Postures:
    """Return the postures with one robot's replaced."""
    return MappingProxyType({**postures, robot_id: q})
