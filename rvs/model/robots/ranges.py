"""Range of a joint's slider, and nearness of a value to a limit."""

from __future__ import annotations

from functools import lru_cache
from math import inf, isfinite, pi

from rvs.engine.robot import Robot
from rvs.value_class import dataclass

ZONE_PART = 0.06


@dataclass(frozen=True, slots=True)
class Range:
    """Ends of a slider, in rad or m; ``assumed`` if the robot's maker published no limits."""

    lower: float
    upper: float
    assumed: bool = False

    @property
    def ends(self) -> tuple[float, float]:
        """The lower and the upper end."""
        return self.lower, self.upper

    @property
    def zone(self) -> float:
        """Width of the zone at each end in which a limit counts as near."""
        return 0.0 if self.assumed else ZONE_PART * (self.upper - self.lower)

    def room(self, value: float) -> float:
        """Return the distance to the nearer limit; negative beyond it, infinite without one."""
        return inf if self.assumed else min(value - self.lower, self.upper - value)

    def clamp(self, value: float) -> float:
        """Return the value, limited to the range."""
        return min(max(value, self.lower), self.upper)


# By value: a robot is compared by its joints, so one read again has its answer at once.
@lru_cache(maxsize=512)
def reach(robot: Robot) -> float:
    """Return an upper bound of the tool's distance from the base, in m: the sum of all lengths."""
    total = 0.0
    for joint in robot.joints:
        slides = [bound for bound in joint.limits if isfinite(bound)] or [joint.d]
        total += joint.span + (max(map(abs, slides)) if joint.kind == "prismatic" else 0.0)
    return total or 1.0


# By value: asked for every joint in every frame.
@lru_cache(maxsize=4096)
def joint_range(robot: Robot, index: int) -> Range:
    """Return the range of joint ``index`` (from 0).

    A missing bound becomes half a turn, or the reach for a prismatic joint, or the initial value if
    that is beyond.
    """
    joint = robot.joints[index]
    lower, upper = joint.limits
    if isfinite(lower) and isfinite(upper):
        return Range(lower, upper)
    span = pi if joint.turns else reach(robot)
    if isfinite(lower):
        return Range(lower, max(lower + span, span, joint.home), assumed=True)
    if isfinite(upper):
        return Range(min(upper - span, -span, joint.home), upper, assumed=True)
    return Range(min(-span, joint.home), max(span, joint.home), assumed=True)
