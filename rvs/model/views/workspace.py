"""Display of the workspace of a robot."""

from __future__ import annotations

from dataclasses import field
from typing import Literal, get_args

from rvs.engine.arrays import check_choice
from rvs.model.bounds import check_texts
from rvs.model.views.section import Plane
from rvs.value_class import dataclass

WorkspaceColors = Literal["conditioning", "manipulability", "postures", "service", "plain"]

WORKSPACE_COLORS: tuple[WorkspaceColors, ...] = get_args(WorkspaceColors)


@dataclass(frozen=True, slots=True)
class WorkspaceView:
    """Displayed parts of a workspace.

    Attributes:
        on: Show it.
        robot: Id of the robot.
        limits: Keep revolute joints within their limits.
        collisions: Exclude points that no posture reaches without collision.
        cloud: Points distributed evenly over it.
        surface: Its boundary.
        slice: A plane on which it is filled.
        colors: Quantity shown by colours: 1/condition number, manipulability, number of postures,
            share of the orientations that are reached, or none.
        legend: Explain the colours in the picture.
    """

    on: bool = False
    robot: str = ""
    limits: bool = True
    collisions: bool = False
    cloud: bool = True
    surface: bool = False
    slice: Plane = field(default_factory=Plane)
    colors: WorkspaceColors = "conditioning"
    legend: bool = True

    def __post_init__(self) -> None:
        check_choice(self.colors, "colors", WORKSPACE_COLORS)
        check_texts(self, "robot")
