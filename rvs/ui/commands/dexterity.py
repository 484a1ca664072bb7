"""Commands about dexterity."""

from __future__ import annotations

from typing import Any

from rvs.engine.arrays import Array
from rvs.engine.robot import Robot
from rvs.model.numbers.quantities import shown_short
from rvs.model.views.view import EllipsoidKind, Ellipsoids
from rvs.study.dexterity import maximum_reach, optimum_posture, usual_task
from rvs.ui.desk import Desk
from rvs.words import tr

ELLIPSOID_TIPS: dict[EllipsoidKind, str] = {
    "velocity": "Show the tool point velocities for joint rates of unit norm",
    "force": "Show the forces at the tool point that joint efforts of unit norm can hold",
}


def toggle_ellipsoid(desk: Desk, kind: EllipsoidKind) -> None:
    """Show or hide an ellipsoid; the other one stays unchanged."""
    shown = desk.session.state.view.ellipsoids
    other: EllipsoidKind = "force" if kind == "velocity" else "velocity"
    after: dict[Ellipsoids, Ellipsoids] = {
        "none": kind, kind: "none", other: "both", "both": other
    }  # fmt: skip
    desk.session.look(ellipsoids=after[shown])


def toggle(desk: Desk, name: str) -> None:
    """Toggle a switch of the view for this session."""
    changes: dict[str, Any] = {name: not getattr(desk.session.state.view, name)}
    desk.session.look(**changes)


def toggle_colored_trace(desk: Desk) -> None:
    """Colour the tool path by the conditioning index and show it, or use a single colour."""
    view = desk.session.state.view
    if view.trace and view.trace_colors == "conditioning":
        desk.session.look(trace_colors="plain")
    else:
        desk.session.look(trace=True, trace_colors="conditioning")


def go_best(desk: Desk) -> None:
    """Compute the posture with the least condition number within the limits, and go there."""
    search = desk.posture_search
    chosen, limits = search.task, search.limits

    def best(robot: Robot) -> Array:
        return optimum_posture(robot, task=chosen or usual_task(robot), limits=limits).q

    search.go("Go to the best posture", best)


def go_far(desk: Desk) -> None:
    """Compute the posture with the largest reach, and go there."""
    limits, unit = desk.posture_search.limits, desk.units[0]

    def words(robot: Robot) -> str:
        far = shown_short(maximum_reach(robot, limits).distance, unit)
        if robot.joints[0].kind != "revolute":
            return tr("The tool point reaches {far} from the origin of the base.", far)
        across = maximum_reach(robot, limits, axis=True).distance
        return tr(
            "The tool point reaches {far} from the origin of the base, "
            "and at most {across} from axis 1.",
            far,
            shown_short(across, unit),
        )

    desk.posture_search.go(
        "Go to the maximum reach", lambda robot: maximum_reach(robot, limits).q, words
    )


def compare_workspaces(desk: Desk) -> None:
    """Show the table that compares robots by their workspaces."""
    from rvs.ui.dialogs.compare_robots import CompareWorkspaces

    CompareWorkspaces(desk).show()
