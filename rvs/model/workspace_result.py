"""A computed workspace, and its match with a robot in the cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rvs.model.document import PlacedRobot
from rvs.model.state import State
from rvs.model.views.view import WorkspaceColors
from rvs.value_class import dataclass

if TYPE_CHECKING:
    from rvs.study.workspace.clearing import Clear, Service
    from rvs.study.workspace.workspace import Workspace

# What colours say that only samples know.
SAMPLED: tuple[WorkspaceColors, ...] = ("postures", "service")


@dataclass(frozen=True, eq=False)
class Found:
    """A robot's workspace.

    Attributes:
        placed: The robot at the time of the computation.
        limits: Revolute joints were kept within their limits.
        workspace: Its reachable points, regardless of collisions.
        among: Possible collision objects, as returned by ``surroundings``.
        clear: Its points reachable without collision, or None if not requested.
        service: Number of ways in which it reaches points, or None.
        done: Completed fraction of the search, 0 to 1.
    """

    placed: PlacedRobot
    limits: bool
    workspace: Workspace
    among: tuple[object, ...] = ()
    clear: Clear | None = None
    service: Service | None = None
    done: float = 0.0

    @property
    def measure(self) -> float:
        """Volume in m^3 or area in m^2, without positions with collisions."""
        share = self.clear.share if self.clear else 1.0
        return self.workspace.measure * share

    @property
    def error(self) -> float:
        """Estimated error of ``measure``, in its unit."""
        own = self.workspace.error
        if self.clear is None:
            return own
        drawn = self.workspace.measure * self.clear.error
        return float(((own * self.clear.share) ** 2 + drawn**2) ** 0.5)


def workspace_robot(state: State) -> PlacedRobot | None:
    """Return the robot of a state's workspace; the first one if none is named."""
    robots, name = state.document.robots, state.view.workspace.robot
    if not name:
        return robots[0] if robots else None
    return next((placed for placed in robots if placed.id == name), None)


def found_now(state: State) -> Found | None:
    """Return the workspace of a state, or None if no current one is known."""
    found, placed, wanted = state.found, workspace_robot(state), state.view.workspace
    if not wanted.on or found is None or placed is None:
        return None
    return found if is_for(found, state, placed) else None


def is_for(found: Found, state: State, placed: PlacedRobot) -> bool:
    """Return whether a workspace matches a robot in a state, and the settings of its view."""
    wanted = state.view.workspace
    if placed.robot is not found.placed.robot or wanted.limits != found.limits:
        return False
    if placed.id != found.placed.id or wanted.collisions != (found.clear is not None):
        return False
    around = surroundings(state, placed) if wanted.collisions else ()
    return len(around) == len(found.among) and all(
        a is b or (not isinstance(a, PlacedRobot) and a == b)
        for a, b in zip(around, found.among, strict=True)
    )


def surroundings(state: State, placed: PlacedRobot) -> tuple[object, ...]:
    """Return everything that a robot can collide with, independent of its own posture."""
    document = state.document
    others = [one for one in document.robots if one.id != placed.id]
    stand = tuple(state.postures[one.id] for one in others)
    return (*document.robots, document.things, document.collision, state.view.mode, stand)
