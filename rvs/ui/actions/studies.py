"""The actions that open a study of the current robot, made from the table of studies."""

from __future__ import annotations

from rvs.scripting.studies import OPTIMUM, OPTIMUM_TITLE, STUDIES
from rvs.ui.actions.entries import Entry, calls
from rvs.ui.actions.needs import HAS_ROBOT

PANEL = "design"


def action_of(study: str) -> str:
    """Return the id of the action that opens a study."""
    return f"study_{study}"


ENTRIES = (
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
MENU = tuple(entry.id for entry in ENTRIES)
# The question that each asks, by its action.
ASKS = {action_of(study.name): study.asks for study in STUDIES}
