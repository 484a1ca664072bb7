"""What is so in the window, as the tutorial asks for it."""

from __future__ import annotations

from rvs.model.current import current_robot
from rvs.ui.desk import Desk
from rvs.ui.help.tutorial import Fact
from rvs.ui.saving import changes


def facts(desk: Desk) -> dict[str, Fact]:
    """Return what conditions of the tutorial may tell of.

    ``robots``, ``things``, ``steps`` and ``grips`` (of all programs), ``figures`` and
    ``collisions`` (of the motion, as it was checked) are counts, and so are some kinds of things;
    ``robot``, ``effector`` and ``payload`` are names of the current robot's; ``motion``,
    ``checked`` and ``saved`` are yes or no.
    """
    state = desk.session.state
    passage = desk.collisions.passage
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
        "checked": passage is not None,
        "collisions": len(passage.collisions) if passage is not None else 0,
    }
    for kind in ("table", "conveyor", "pallet"):
        found[kind] = sum(thing.kind == kind for thing in document.things)
    return found
