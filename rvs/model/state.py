"""The whole current state as one immutable value."""

from __future__ import annotations

import copyreg
from collections import defaultdict, deque
from collections.abc import Mapping
from dataclasses import field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from rvs.engine.notebooks import Shown
from rvs.engine.robot import Robot
from rvs.model.bounds import JOINT_VALUE
from rvs.model.document import Document, PlacedRobot
from rvs.model.refs import NOTHING, Ref
from rvs.model.views.panes import Panes
from rvs.model.views.view import View
from rvs.value_class import dataclass

if TYPE_CHECKING:
    from rvs.model.motions.motion import Motion
    from rvs.model.workspace_result import Found

Posture = tuple[float, ...]
Postures = Mapping[str, Posture]

NO_POSTURES: Postures = MappingProxyType({})


def read_only(values: Mapping[str, Posture]) -> MappingProxyType[str, Posture]:
    """Return a read-only mapping."""
    return MappingProxyType(dict(values))


# So that states, and cells and figures with them, can be sent to other processes.
copyreg.pickle(MappingProxyType, lambda values: (read_only, (dict(values),)))


@dataclass(frozen=True, slots=True)
class State(Shown):
    """State of the whole program.

    Attributes:
        document: The user's work.
        postures: Joint values of every robot by its id, rad and m.
        view: The view of it.
        selection: All selected items, in the order of selection; ``chosen`` is the first.
        playhead: Time shown, in s.
        motion: The motion to play, or None.
        active: Id of the robot used by panels and commands; maintained by the session.
        panes: The adjacent viewports; the view is that of the active one.
        found: The workspace computed last, or None.
    """

    document: Document = field(default_factory=Document)
    postures: Postures = field(default_factory=lambda: NO_POSTURES)
    view: View = field(default_factory=View)
    selection: tuple[Ref, ...] = ()
    playhead: float = 0.0
    motion: Motion | None = None
    active: str = ""
    panes: Panes = field(default_factory=Panes)
    found: Found | None = None

    @property
    def chosen(self) -> Ref:
        """The first selected item, or the empty Ref."""
        return self.selection[0] if self.selection else NOTHING


def fit_postures(
    document: Document, postures: Postures, before: Document | None = None
) -> Postures:
    """Return postures for exactly the document's robots; new or changed ones start at home.

    This includes robots with a value that is not a number, or that files cannot store.

    Args:
        document: The user's work.
        postures: Previous joint values.
        before: Their document.  A joint from it keeps its value, whatever its current position.
    """
    earlier = {placed.id: placed.robot for placed in before.robots} if before else {}
    fitted = {}
    for placed in document.robots:
        kept = postures.get(placed.id, ())
        old = earlier.get(placed.id)
        if old is not None and old is not placed.robot and len(kept) == old.n:
            kept = carry_posture(old, placed.robot, kept)
        home = tuple(placed.robot.home.tolist())
        fits = len(kept) == placed.robot.n and all(map(JOINT_VALUE.has, kept))
        fitted[placed.id] = kept if fits else home
    return postures if fitted == dict(postures) else MappingProxyType(fitted)


def carry_posture(old: Robot, new: Robot, q: Posture) -> Posture:
    """Return the posture of a robot whose table was edited.

    An edit keeps the identical values of untouched joints, which are thus identified.  If the
    number of joints is unchanged, a changed joint keeps the value at its position if its kind is
    still revolute or still prismatic; any other is at its initial value.
    """
    places: dict[int, deque[int]] = defaultdict(deque)
    for place, joint in enumerate(old.joints):
        places[id(joint)].append(place)
    came_from = [
        places[id(joint)].popleft() if places.get(id(joint)) else None for joint in new.joints
    ]
    values = []
    for place, (joint, source) in enumerate(zip(new.joints, came_from, strict=True)):
        if source is None and old.n == new.n and place not in came_from:
            source = place if old.joints[place].turns == joint.turns else None
        values.append(joint.home if source is None else q[source])
    return tuple(values)


def carry_named(
    robots: tuple[PlacedRobot, ...], before: tuple[PlacedRobot, ...]
) -> tuple[PlacedRobot, ...]:
    """Return robots whose named postures are adjusted to added or removed joints."""
    earlier = {placed.id: placed for placed in before}
    return tuple(_carried(placed, earlier.get(placed.id)) for placed in robots)


def _carried(placed: PlacedRobot, old: PlacedRobot | None) -> PlacedRobot:
    """Return a robot with its named postures restored after joints were added or removed."""
    if old is None or old.robot.n == placed.robot.n or placed.named or old.origin != placed.origin:
        return placed
    named = (replace(one, q=carry_posture(old.robot, placed.robot, one.q)) for one in old.named)
    return replace(placed, named=tuple(named))


def with_posture(postures: Postures, robot_id: str, q: Posture) -> Postures:
    """Return the postures with that of one robot replaced."""
    return MappingProxyType({**postures, robot_id: q})
