"""A motion in the course of which a payload is taken and let go."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from rvs.engine.arrays import Array
from rvs.model.motions.grips import Grips, holds, opening
from rvs.model.motions.motion import Moment, Motion


@dataclass(frozen=True)
class Handling:
    """A motion in the course of which a payload is taken and let go.

    Attributes:
        motion: The motion.
        robot_id: The robot that carries.
        payload_id: Name of the payload in ``Moment.held``.
        grips: When it is held.
        wide: How far the gripper is open while it holds nothing, 0 to 1.
        closed: How far it is open while it holds the payload.
    """

    motion: Motion
    robot_id: str
    payload_id: str
    grips: Grips
    wide: float = 1.0
    closed: float = 0.0

    @property
    def duration(self) -> float:
        """How long it takes, in s."""
        return self.motion.duration

    @property
    def keys(self) -> Array:
        """Times worth stopping at (k,), in s."""
        return self.motion.keys

    def at(self, t: float) -> Moment:
        """Return the moment at a time in s."""
        moment = self.motion.at(t)
        tools = {**moment.tools, self.robot_id: opening(self.grips, t, self.wide, self.closed)}
        held = dict(moment.held)
        if holds(self.grips, t):
            held[self.payload_id] = self.robot_id
        return Moment(moment.postures, MappingProxyType(tools), MappingProxyType(held))
