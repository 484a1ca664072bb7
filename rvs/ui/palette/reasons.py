"""Why an action can't be used now, in a few words."""

from __future__ import annotations

from collections.abc import Callable

from rvs.ui.actions.entries import Entry, has_file, has_robot
from rvs.ui.commands import bodies as body_commands
from rvs.ui.commands import chosen_thing as thing_commands
from rvs.ui.commands import things as room_commands
from rvs.ui.commands import trajectories as trajectory_commands
from rvs.ui.desk import Desk
from rvs.ui.view import view_tools as viewports_kit

BY_TEST: dict[Callable[[Desk], bool], str] = {
    has_robot: "there is no robot",
    has_file: "the robot has no file",
    body_commands.has_model: "the robot has no full model",
    thing_commands.has_body: "nothing is chosen in the view",
    thing_commands.has_joint: "no joint is chosen in the view",
    trajectory_commands.has_motion: "no trajectory is loaded",
    room_commands.has_chosen: "no thing is chosen",
    room_commands.has_several: "fewer than two things are chosen",
    room_commands.has_item: "neither a thing nor a named place is chosen",
    room_commands.has_place: "no named place is chosen",
    room_commands.has_things: "there are no things",
    viewports_kit.is_noted: "no note is chosen",
    viewports_kit.is_marked: "no note or measurement is chosen",
}
BY_ID = {
    "undo": "nothing to undo",
    "redo": "nothing to redo",
    "next_robot": "there is one robot only",
    "previous_robot": "there is one robot only",
    "linked_views": "there is one view only",
    "maximize_view": "there is one view only",
    "run_all": "there is no program",
}
OTHERWISE = "not now"


def reason(entry: Entry) -> str:
    """Return why an action that is switched off can't be used."""
    known = BY_TEST.get(entry.enabled) if entry.enabled is not None else None
    return known or BY_ID.get(entry.id, OTHERWISE)
