"""The actions for the surroundings of the robots, as tables."""

from __future__ import annotations

from rvs.ui.actions.entries import Entry
from rvs.ui.actions.needs import (
    HAS_ROBOT,
    HAS_THINGS,
    ITEM_CHOSEN,
    PLACE_CHOSEN,
    THING_CHOSEN,
    THINGS_CHOSEN,
)
from rvs.ui.commands import things as thing_commands

INSERT = (
    Entry(
        "add_thing",
        "Add object…",
        thing_commands.ask_kind,
        tip="Choose an object, such as a table, a conveyor or a fence, or drag it into the view",
        also="thing obstacle furniture table conveyor fence",
    ),
    Entry(
        "add_mesh",
        "Add mesh file…",
        thing_commands.ask_mesh,
        tip="STL, OBJ, glTF",
        also="import stl obj gltf glb cad model",
    ),
    Entry(
        "keep_place",
        "Store tool pose as named place…",
        thing_commands.keep_tool,
        tip="Name the current pose of the tool",
        needs=HAS_ROBOT,
        also="keep place of the tool frame target waypoint",
    ),
    Entry(
        "place_on_thing",
        "Named place on top of object",
        thing_commands.place_at_thing,
        tip="Create a named place on top of the selected object",
        needs=THING_CHOSEN,
    ),
    Entry(
        "open_environment",
        "Open work environment…",
        thing_commands.ask_environment,
        tip="Add the objects of a file to the cell",
        also="import scene",
    ),
    Entry(
        "save_environment",
        "Save work environment as…",
        thing_commands.save_environment_as,
        tip="Save the objects around the robots",
        needs=HAS_THINGS,
    ),
)
ARRANGE = (
    Entry(
        "duplicate_things",
        "Duplicate",
        thing_commands.duplicate,
        tip="Place a copy next to it; Ctrl+D in the view and the panel",
        needs=THING_CHOSEN,
    ),
    Entry(
        "array_things",
        "Linear array…",
        thing_commands.array,
        needs=THING_CHOSEN,
        also="pattern grid copies repeat",
    ),
    Entry(
        "group_things",
        "Group",
        thing_commands.group,
        tip="Group the selected objects",
        needs=THINGS_CHOSEN,
        also="combine",
    ),
    Entry("ungroup_things", "Ungroup", thing_commands.ungroup, needs=THING_CHOSEN),
    Entry(
        "things_to_floor",
        "Drop to the floor",
        thing_commands.to_floor,
        needs=THING_CHOSEN,
    ),
    Entry(
        "lock_things",
        "Locked",
        lambda desk: thing_commands.toggle(desk, "locked"),
        tip="Lock the selection against changes",
        needs=THING_CHOSEN,
        checked=lambda desk: thing_commands.all_are(desk, "locked"),
    ),
    Entry(
        "hide_things",
        "Hidden",
        lambda desk: thing_commands.toggle(desk, "hidden"),
        tip="Hide the selection; hidden objects are ignored by the collision check",
        needs=THING_CHOSEN,
        checked=lambda desk: thing_commands.all_are(desk, "hidden"),
    ),
    Entry("remove_things", "Remove", thing_commands.remove, needs=ITEM_CHOSEN),
    Entry(
        "go_to_place",
        "Move tool here",
        thing_commands.go_to_chosen,
        needs=PLACE_CHOSEN,
        also="target pose",
    ),
)
