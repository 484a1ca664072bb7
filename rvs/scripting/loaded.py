"""A motion loaded for a robot: its rows, their origin, and what is displayed of them."""

from __future__ import annotations

from dataclasses import is_dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from rvs.model.document import PlacedRobot
from rvs.model.motions.cartesian import Finding
from rvs.model.motions.kept import KeptMotion
from rvs.model.motions.motion import JointTrajectory, Motion
from rvs.model.motions.player import Repeat
from rvs.model.motions.rates import Violation, times_of, violations
from rvs.model.motions.recording import keyframes
from rvs.model.state import Posture
from rvs.scripting.layout import Expression
from rvs.value_class import dataclass

if TYPE_CHECKING:
    from rvs.files.motions.ctraj import CartesianFile


@dataclass(frozen=True, eq=False)
class Followed:
    """A loaded path, and the options for following it.

    Attributes:
        file: Contents of the file, at the current pace.
        name: Displayed name.
        path: The file.
        placed: The robot.
        start: Posture that defines the branch, rad and m.
        damping: Permitted deviation of the tool from the path near singularities.
        limits: Respect the limits of the joints.
    """

    file: CartesianFile
    name: str
    path: Path
    placed: PlacedRobot
    start: Posture
    damping: float = 0.0
    limits: bool = True


@dataclass(frozen=True)
class Loaded:
    """A trajectory with its displayed properties.

    Attributes:
        name: Displayed name.
        trajectory: The rows.
        placed: Its robot.
        repeat: Behaviour at its end, from its file.
        path: Its source file, or None.
        motion: The played motion if it contains more than the rows, such as a path of the tool.
        findings: Obstacles to that motion.
        followed: The path that it follows, for following it in another way.
        marks: Times at which the steps of a program are reached, in s.
        simulated: It is a run of the simulation, which no other run may follow.
        free: It shows the result of the mechanics, ignoring limits and bodies.
        source: Its expression in a script, if it is neither a file nor a program.
        made: The document stores it, by its name, as it was made here.
    """

    name: str
    trajectory: JointTrajectory
    placed: PlacedRobot
    repeat: Repeat = "once"
    path: Path | None = None
    motion: Motion | None = None
    findings: tuple[Finding, ...] = ()
    followed: Followed | None = None
    marks: tuple[float, ...] = ()
    simulated: bool = False
    free: bool = False
    source: Expression | None = None
    made: bool = False

    @classmethod
    def kept(cls, motion: KeptMotion, placed: PlacedRobot) -> Loaded:
        """Return a motion of the document in the form for playing."""
        return cls(
            motion.name, motion.trajectory, placed, motion.repeat,
            marks=motion.marks, simulated=motion.simulated, made=True,
        )  # fmt: skip

    @property
    def as_kept(self) -> KeptMotion:
        """Motion in the form of the document."""
        return KeptMotion(self.name, self.trajectory, self.repeat, self.marks, self.simulated)

    def of(self, placed: PlacedRobot) -> Loaded:
        """Return the same track for a renamed robot."""
        trajectory = replace(self.trajectory, robot_id=placed.id)
        motion = None
        if is_dataclass(self.motion) and hasattr(self.motion, "robot_id"):
            motion = replace(self.motion, robot_id=placed.id)
        # What is no plain record of one robot is played as its rows; what made it names the old id.
        return replace(self, trajectory=trajectory, placed=placed, motion=motion, source=None)

    @property
    def played(self) -> Motion:
        """Motion that the player plays."""
        return self.trajectory if self.motion is None else self.motion

    @cached_property
    def keys(self) -> tuple[float, ...]:
        """Times at which the robot rests, in s."""
        if self.marks:
            return tuple(sorted({0.0, *self.marks, self.trajectory.duration}))
        if self.motion is not None:
            return tuple(self.motion.keys.tolist())
        return tuple(keyframes(self.trajectory).tolist())

    @cached_property
    def violations(self) -> tuple[Violation, ...]:
        """Periods beyond limits; none if these do not apply."""
        return () if self.free else violations(self.placed.robot, self.trajectory)

    @cached_property
    def beyond(self) -> tuple[tuple[float, float], ...]:
        """Periods beyond any limit: starts and ends, in s."""
        return tuple(times_of(self.violations))
