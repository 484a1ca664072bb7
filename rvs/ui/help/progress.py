"""What is so in the window, as the tutorial asks for it."""

from __future__ import annotations

from rvs.model.current import current_robot
from rvs.ui import changes
from rvs.ui.desk import Desk
from rvs.ui.help.tutorial import Fact


def facts(desk: Desk) -> dict[str, Fact]:
    """Return what conditions of the tutorial may tell of.

    ``robots``, ``things``, ``steps`` (of all programs) are counts; ``robot``, ``effector`` and
    ``payload`` are names of the current robot's; ``motion``, ``saved`` are yes or no; the things
    are counted by kind too.
    """
    state = desk.session.state
    document, placed = state.document, current_robot(state)
    found: dict[str, Fact] = {
        "robots": len(document.robots),
        "things": len(document.things),
        "robot": placed.robot.name if placed else "",
        "effector": placed.end_effector if placed else "",
        "payload": placed.payload.kind if placed and placed.payload else "",
        "steps": sum(len(program.steps) for program in document.programs),
        "grips": sum(bool(step.action) for one in document.programs for step in one.steps),
        "motion": state.motion is not None,
        "saved": desk.cell_file.path is not None and not changes.unsaved(desk),
        "figures": len(document.figures),
    }
    for kind in ("table", "conveyor", "pallet"):
        found[kind] = sum(thing.kind == kind for thing in document.things)
    return found
