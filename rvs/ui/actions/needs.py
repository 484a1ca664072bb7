"""Conditions that enable an action, and the messages if they are not met."""

from __future__ import annotations

from collections.abc import Callable

from rvs.model.current import chosen_item, chosen_things, current_robot, joint_at, picked_things
from rvs.model.document import Document, PlacedRobot
from rvs.model.refs import Ref
from rvs.model.robots.seen_variant import variant_names
from rvs.model.state import State
from rvs.ui.desk import Desk
from rvs.value_class import dataclass

# A program of one step moves nothing.
LEAST_STEPS = 2


@dataclass(frozen=True, slots=True)
class Need:
    """A condition.

    Attributes:
        met: Returns whether it is met.
        reason: Reason why the action is unavailable if it is not met, in a few words.
    """

    met: Callable[[Desk], bool]
    reason: str


def of_state(test: Callable[[State], object], reason: str) -> Need:
    """Return a condition of the state."""
    return Need(lambda desk: bool(test(desk.session.state)), reason)


def of_robot(test: Callable[[PlacedRobot], object], reason: str) -> Need:
    """Return a condition on the active robot."""

    def met(state: State) -> bool:
        placed = current_robot(state)
        return placed is not None and bool(test(placed))

    return of_state(met, reason)


def marks_of(document: Document) -> list[Ref]:
    """Return the Refs of all notes and measurements."""
    notes: list[Ref] = [(note.id,) for note in document.notes]
    return notes + [(measure.id,) for measure in document.measures]


def _free_joint(state: State) -> bool:
    held = joint_at(state.document, state.chosen)
    return held is not None and not held[0].robot.joints[held[1]].locked


def _moves(state: State) -> bool:
    return any(len(program.steps) >= LEAST_STEPS for program in state.document.programs)


HAS_ROBOT = of_state(current_robot, "there is no robot")
HAS_ROBOTS = of_state(lambda s: len(s.document.robots) > 1, "the cell has only one robot")
HAS_VARIANTS = of_state(lambda s: variant_names(s.document), "no robot has a variant")
HAS_FILE = of_robot(
    lambda placed: placed.origin or placed.imported is not None, "the robot has no file"
)
HAS_MODEL = of_robot(lambda placed: placed.body is not None, "the robot has no full model")
HAS_MOTION = of_state(lambda s: s.motion is not None, "no trajectory is loaded")
HAS_MADE = of_state(lambda s: s.document.motions, "no motion was made in this cell")
HAS_PROGRAM = of_state(_moves, "there is no program")
HAS_THINGS = of_state(lambda s: s.document.things or s.document.targets, "the cell has no objects")
HAS_VIEWS = of_state(lambda s: len(s.panes) > 1, "only one view is open")
CAN_UNDO = Need(lambda desk: desk.refused.undo_label is not None, "nothing to undo")
CAN_REDO = Need(lambda desk: desk.session.redo_label is not None, "nothing to redo")
BODY_CHOSEN = of_state(lambda s: len(s.chosen) > 1, "nothing is selected in the view")
JOINT_CHOSEN = of_state(_free_joint, "no joint is selected in the view")
THING_CHOSEN = of_state(picked_things, "no object is selected")
THINGS_CHOSEN = of_state(lambda s: len(chosen_things(s)) > 1, "fewer than two objects are selected")
ITEM_CHOSEN = of_state(chosen_item, "no object or named place is selected")
PLACE_CHOSEN = of_state(
    lambda s: s.chosen[1:2] == ("target",) and current_robot(s), "no named place is selected"
)
NOTE_CHOSEN = of_state(
    lambda s: s.chosen[:1] in [(note.id,) for note in s.document.notes], "no note is selected"
)
MARK_CHOSEN = of_state(
    lambda s: s.chosen in marks_of(s.document), "no note or measurement is selected"
)
