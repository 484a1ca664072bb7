"""Facts about the window for the checks of the tutorial."""

from __future__ import annotations

from rvs.geometry.things import KINDS
from rvs.model.current import current_robot, tool_pose
from rvs.model.document import Document
from rvs.model.things.thing import all_sizes
from rvs.ui.commands.tool_edits import tip_missed
from rvs.ui.desk import Desk
from rvs.ui.help.tutorial import Fact
from rvs.ui.saving import changes


def facts(desk: Desk) -> dict[str, Fact]:
    """Return the facts that conditions of the tutorial may name.

    ``robots``, ``things``, ``steps`` (of all programs), ``figures`` and ``collisions`` (of the
    motion, as it was checked) are counts, and so is every kind of object; ``table.height`` or
    ``table.x`` is the size or position of the last one of a kind, ``steps.2.z``, ``steps.2.by`` and
    ``steps.2.action`` are the position of the tool and the choices of a step, lengths in m.
    ``robot``, ``effector`` and ``payload`` are names that belong to the current robot; ``tip`` (the
    tool frame is at the tip), ``motion``, ``checked`` and ``saved`` are yes or no.
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
        "tip": placed is not None and tip_missed(state, placed) is False,
        "steps": sum(len(program.steps) for program in document.programs),
        "motion": state.motion is not None,
        "saved": desk.cell_file.path is not None and not changes.unsaved(desk),
        "figures": len(document.figures),
        "checked": passage is not None,
        "collisions": len(passage.collisions) if passage is not None else 0,
    }
    return found | _of_things(document) | _of_steps(document)


def _of_things(document: Document) -> dict[str, Fact]:
    found: dict[str, Fact] = dict.fromkeys(KINDS, 0)
    for thing in document.things:
        found[thing.kind] = int(found[thing.kind]) + 1
        sizes = {**all_sizes(thing), **dict(zip("xyz", (r[3] for r in thing.place), strict=False))}
        found |= {f"{thing.kind}.{name}": value for name, value in sizes.items()}
    return found


def _of_steps(document: Document) -> dict[str, Fact]:
    robots = {placed.id: placed for placed in document.robots}
    found: dict[str, Fact] = {}
    for program in document.programs:
        placed = robots.get(program.robot_id)
        for number, step in enumerate(program.steps, 1):
            at = tool_pose(placed, step.q)[:3, 3].tolist() if placed else ()
            named = {"by": step.by, "action": step.action, **dict(zip("xyz", at, strict=False))}
            found |= {f"steps.{number}.{name}": value for name, value in named.items()}
    return found
