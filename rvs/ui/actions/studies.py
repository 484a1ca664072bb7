"""Actions that open a study of the current robot, and actions for its dexterity."""

from __future__ import annotations

from rvs.model.views.view import EllipsoidKind
from rvs.scripting.studies import OPTIMUM, OPTIMUM_TITLE, STUDIES
from rvs.ui.actions.entries import HAS_ROBOT, Entry, calls, view_says
from rvs.ui.commands import dexterity as commands

PANEL = "design"


def action_of(study: str) -> str:
    """Return the id of the action that opens a study."""
    return f"study_{study}"


STUDY_ENTRIES = (
    Entry(
        action_of(OPTIMUM), OPTIMUM_TITLE, calls(PANEL, OPTIMUM),
        tip="Make the robot better conditioned, step by step", needs=HAS_ROBOT,
        also="optimise optimisation isotropy dimensions conditioning",
    ),
    *(
        Entry(
            action_of(study.name), study.title, calls(PANEL, study.name), tip=study.tip,
            needs=HAS_ROBOT, also=study.also,
        )
        for study in STUDIES
    ),
)  # fmt: skip
STUDY_MENU = tuple(entry.id for entry in STUDY_ENTRIES)
# The question that each asks, by its action.
ASKS = {action_of(study.name): study.asks for study in STUDIES}


def _ellipsoid(kind: EllipsoidKind, text: str, also: str) -> Entry:
    return Entry(
        f"{kind}_ellipsoid",
        text,
        lambda desk: commands.toggle_ellipsoid(desk, kind),
        tip=commands.ELLIPSOID_TIPS[kind],
        checked=view_says(lambda view: view.ellipsoids in (kind, "both")),
        also=also,
    )


DEXTERITY_ENTRIES = (
    _ellipsoid("velocity", "Velocity ellipsoid", "manipulability ellipsoid dexterity"),
    _ellipsoid("force", "Force ellipsoid", "manipulability ellipsoid dexterity"),
    Entry(
        "masses", "Centres of mass", lambda desk: commands.toggle(desk, "masses"),
        tip="Show the centre of mass and the inertia ellipsoid of every link that has a mass",
        checked=view_says(lambda view: view.masses),
        also="centre inertia weight dynamics",
    ),
    Entry(
        "lost_direction", "Direction lost at a singularity",
        lambda desk: commands.toggle(desk, "lost_direction"),
        tip="Near a singularity, draw arrows for the tool motion that is lost or hardest",
        checked=view_says(lambda view: view.lost_direction),
        also="singular hardest arrow dexterity",
    ),
    Entry(
        "colored_trace", "Tool path coloured by conditioning", commands.toggle_colored_trace,
        tip="Colour the tool path by the conditioning index 100 %/κF",
        checked=view_says(lambda view: view.trace and view.trace_colors == "conditioning"),
        also="way trace kappa dexterity heat map",
    ),
    Entry(
        "best_posture", "Best posture", commands.go_best,
        tip="Go to the posture with the smallest κF", needs=HAS_ROBOT,
        also="isotropic optimum dexterity kappa",
    ),
    Entry(
        "maximum_reach", "Maximum reach", commands.go_far,
        tip="Extend the arm to its maximum reach", needs=HAS_ROBOT,
        also="farthest stretched longest dexterity",
    ),
    Entry(
        "compare_workspaces", "Compare workspaces…", commands.compare_workspaces,
        tip="Compare robots in the cell and the library by reach, volume, conditioning and mass",
        also="table volume reach kci gci several",
    ),
)  # fmt: skip
DEXTERITY_SHOWN = ("velocity_ellipsoid", "force_ellipsoid", "lost_direction", "colored_trace")
DEXTERITY_POSTURES = ("best_posture", "maximum_reach", "compare_workspaces")
