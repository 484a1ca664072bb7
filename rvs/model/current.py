"""The current robot and the pose of its tool."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.kinematics import fkine
from rvs.model.document import Document, PlacedRobot
from rvs.model.refs import Ref, link_ref, whole
from rvs.model.robots.seen_variant import renamed_variants, with_variants
from rvs.model.state import State
from rvs.model.things.edits import with_group
from rvs.model.things.thing import TargetFrame, Thing


def current_robot(state: State) -> PlacedRobot | None:
    """Return the robot for panels and commands, the active one, or None.

    If the state names none, it is the selected robot, or else the first.
    """
    robots = state.document.robots
    by_id = {placed.id: placed for placed in robots}
    named = (state.active, *state.chosen[:1])
    return next((by_id[one] for one in named if one in by_id), robots[0] if robots else None)


def after_change(before: State, after: State) -> State:
    """Return the state after a change of its document, with existing active and selected items.

    Views of a renamed variant continue to show it.
    """
    chosen = present(after.document, after.selection)
    found = replace(after, active=_active_after(before, after), selection=chosen)
    names = renamed_variants(before.document, after.document)
    return with_variants(found, names) if names else found


def present(document: Document, chosen: tuple[Ref, ...]) -> tuple[Ref, ...]:
    """Return the selected items that exist in a document."""
    known = {*document.ids} if chosen else set()
    return tuple(ref for ref in chosen if ref[:1] and ref[0] in known)


def _active_after(before: State, after: State) -> str:
    """Return the id of the active robot after a change of the document.

    A robot added to others becomes active.  A removed robot is replaced by the robot at its
    position in the list, or by the last one.
    """
    old = [placed.id for placed in before.document.robots]
    new = [placed.id for placed in after.document.robots]
    came = [one for one in new if one not in old]
    if came and old and len(new) > len(old):
        return came[-1]
    if not new:
        return ""
    if after.active in new:
        return after.active
    place = old.index(after.active) if after.active in old else 0
    return new[min(place, len(new) - 1)]


def joint_at(document: Document, ref: Ref) -> tuple[PlacedRobot, int] | None:
    """Return the robot and the joint (from 0) that moves a link, a part of it or the tool.

    Any other item gives None.
    """
    for placed in document.robots:
        if ref[:2] == (placed.id, "tool"):
            return placed, placed.robot.n - 1
        if ref[:1] == (placed.id,):
            joints = range(placed.robot.n)
            thing = whole(ref)
            return next(((placed, i) for i in joints if thing == link_ref(placed.id, i + 1)), None)
    return None


def picked_things(state: State) -> tuple[str, ...]:
    """Return the ids of the individually selected objects, in the order of selection."""
    known = {thing.id for thing in state.document.things}
    picked = (str(ref[0]) for ref in state.selection if ref[1:2] == ("thing",))
    return tuple(one for one in picked if one in known)


def chosen_things(state: State) -> tuple[str, ...]:
    """Return the ids of the selected objects and of all others in their groups."""
    return with_group(state.document, picked_things(state))


def chosen_item(state: State) -> Thing | TargetFrame | None:
    """Return the first of the selected objects, or the selected target, or None."""
    ref, picked = state.chosen, picked_things(state)
    if ref[1:2] == ("target",):
        return next((one for one in state.document.targets if one.id == ref[0]), None)
    return state.document.thing(picked[0]) if picked else None


def held_thing(state: State) -> str:
    """Return the id of the first selected object that is locked, or an empty text."""
    return next((one for one in chosen_things(state) if state.document.thing(one).locked), "")


def tool_pose(placed: PlacedRobot, posture: tuple[float, ...]) -> Array:
    """Return the pose of a robot's tool in the world (4, 4)."""
    pose: Array = np.asarray(placed.place) @ fkine(placed.robot, posture)
    return pose
