"""The actions for the robots of a cell, their motions and their surroundings, as tables."""

from __future__ import annotations

from rvs.ui.actions.entries import (
    HAS_MADE,
    HAS_MODEL,
    HAS_MOTION,
    HAS_PROGRAM,
    HAS_ROBOT,
    HAS_ROBOTS,
    HAS_THINGS,
    ITEM_CHOSEN,
    JOINT_CHOSEN,
    PLACE_CHOSEN,
    THING_CHOSEN,
    THINGS_CHOSEN,
    Entry,
    calls,
)
from rvs.ui.commands import bodies as body_commands
from rvs.ui.commands import cell as cell_commands
from rvs.ui.commands import drives as drive_commands
from rvs.ui.commands import files as commands
from rvs.ui.commands import masses as mass_commands
from rvs.ui.commands import things
from rvs.ui.commands import things as thing_commands
from rvs.ui.commands import tool_edits as gripper_commands
from rvs.ui.commands import tool_edits as tool_commands
from rvs.ui.commands import trajectories as track_commands
from rvs.ui.commands import trajectories as trajectory_commands
from rvs.ui.commands import view as view_commands

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


ROBOT = (
    Entry(
        "home",
        "Home posture",
        commands.home,
        ("Ctrl+Home",),
        "home",
        "Initial posture",
        needs=HAS_ROBOT,
        also="initial start ready",
    ),
    Entry(
        "zero",
        "Zero posture",
        commands.zero,
        ("Ctrl+0",),
        "zero",
        "All joints to zero",
        needs=HAS_ROBOT,
    ),
    Entry(
        "home_joint",
        "Home this joint",
        things.home_joint,
        ("Alt+Home",),
        tip="Set the selected joint to its initial value",
        needs=JOINT_CHOSEN,
        also="reset joint",
    ),
    Entry(
        "zero_joint",
        "Zero this joint",
        things.zero_joint,
        ("Alt+0",),
        tip="Set the selected joint to zero",
        needs=JOINT_CHOSEN,
    ),
    Entry(
        "ignore_limits",
        "Ignore joint limits",
        lambda desk: view_commands.prefer(
            desk, ignore_limits=not desk.settings.preferences.ignore_limits
        ),
        checked=lambda desk: desk.settings.preferences.ignore_limits,
        also="stops range unlimited",
    ),
    Entry(
        "joint_torques",
        "Show joint torques",
        drive_commands.toggle_torques,
        tip="Show the torque that gravity and a tool force require from each joint",
        checked=lambda desk: desk.settings.preferences.joint_torques,
        also="gravity load effort holding payload motor statics force",
    ),
    Entry(
        "worst_posture",
        "Go to the worst posture",
        drive_commands.go_worst,
        tip="Move to the posture with the largest holding torque",
        needs=HAS_ROBOT,
        also="torque inverse dynamics gravity payload effort",
    ),
    Entry(
        "gizmo",
        "Drag the tool",
        tool_commands.toggle_gizmo,
        ("G",),
        "gizmo",
        "Show arrows and rings that move the tool",
        needs=HAS_ROBOT,
        checked=tool_commands.gizmo_shown,
        also="manipulator arrows move tcp cartesian",
    ),
    Entry(
        "next_robot",
        "Next robot",
        lambda desk: commands.step_robot(desk, 1),
        ("Ctrl+Tab", "Ctrl+PgDown"),
        "next",
        "Make the next robot in the cell active",
        needs=HAS_ROBOTS,
    ),
    Entry(
        "previous_robot",
        "Previous robot",
        lambda desk: commands.step_robot(desk, -1),
        ("Ctrl+Shift+Tab", "Ctrl+PgUp"),
        "previous",
        "Make the previous robot active",
        needs=HAS_ROBOTS,
    ),
    Entry(
        "add_robot",
        "Add robot to cell…",
        calls("library", "add"),
        also="second two robots multi",
    ),
    Entry(
        "duplicate_robot",
        "Duplicate robot",
        cell_commands.duplicate,
        ("Ctrl+Shift+D",),
        tip="Place a copy next to the other robots",
        needs=HAS_ROBOT,
        also="copy clone twin",
    ),
    Entry(
        "move_base",
        "Move the base",
        cell_commands.toggle_base,
        ("Shift+G",),
        tip="Show arrows and rings that move the robot; Ctrl snaps",
        needs=HAS_ROBOT,
        checked=cell_commands.base_shown,
        also="place mount position robot",
    ),
    Entry(
        "masses_from_body",
        "Compute masses from body…",
        mass_commands.from_body,
        tip="Compute mass, centre and inertia of each link from its shapes and their densities",
        needs=HAS_ROBOT,
        also="mass weight inertia density material dynamics kilogram",
    ),
    Entry(
        "series",
        "Connect in series…",
        cell_commands.connect,
        tip="Combine two robots into one, with the second mounted on the tool of the first",
        also="tandem macro mini attach",
    ),
    Entry(
        "compare_robots",
        "Compare with…",
        cell_commands.compare,
        tip="Compare with another robot, ignoring base, tool and zero positions",
        needs=HAS_ROBOT,
        also="same identical identify difference diff equal urdf table check",
    ),
    Entry(
        "remove", "Remove robot", commands.remove, ("Ctrl+Backspace",), "remove", needs=HAS_ROBOT
    ),
)
MODEL = (
    Entry(
        "load_model", "Load full model…", body_commands.ask, needs=HAS_ROBOT, also="cad body import"
    ),
    Entry(
        "begin_model",
        "Create full model from body",
        body_commands.begin,
        tip="Create a full model that starts as the automatic body",
        needs=HAS_ROBOT,
        also="make cad convert automatic",
    ),
    Entry("save_model", "Save full model as…", body_commands.save_as, needs=HAS_MODEL),
    Entry("drop_model", "Remove full model", body_commands.drop, needs=HAS_MODEL),
    Entry(
        "effector_from_file",
        "Import end-effector…",
        gripper_commands.ask_gripper,
        tip="Mount a gripper from a URDF, XACRO, SDF or MJCF file on the active robot",
        needs=HAS_ROBOT,
        also="file gripper hand tool urdf mjcf",
    ),
)
POSTURES = (
    Entry(
        "keep_posture",
        "Store posture…",
        calls("postures", "keep"),
        ("Alt+K",),
        tip="Name the current posture",
        needs=HAS_ROBOT,
        also="keep save pose configuration joint values",
    ),
)
TRAJECTORY = (
    Entry(
        "play",
        "Play or pause",
        lambda desk: desk.playback.toggle(),
        ("Space",),
        "play",
        needs=HAS_MOTION,
    ),
    Entry(
        "play_reverse",
        "Play backwards",
        lambda desk: desk.playback.reverse(),
        needs=HAS_MOTION,
        checked=lambda desk: trajectory_commands.goes_back(desk),
    ),
    Entry(
        "record",
        "Record trajectory…",
        calls("postures", "record"),
        ("Ctrl+Shift+R",),
        tip="Make a trajectory from postures",
        needs=HAS_ROBOT,
        also="list postures interpolate",
    ),
    Entry(
        "load_trajectory",
        "Load trajectory…",
        trajectory_commands.ask,
        ("Ctrl+L",),
        also="import motion jtraj",
    ),
    Entry(
        "save_trajectory",
        "Save trajectory as…",
        trajectory_commands.save_as,
        tip="Save the loaded trajectory, path or program as rows of joint values",
        needs=HAS_MOTION,
        also="export joint values csv motion",
    ),
    Entry(
        "unload_trajectory",
        "Unload trajectory",
        lambda desk: desk.playback.unload(),
        needs=HAS_MOTION,
    ),
    Entry(
        "unload_all",
        "Unload all trajectories",
        track_commands.unload_all,
        needs=HAS_MOTION,
    ),
    Entry(
        "discard_motion",
        "Discard motion",
        trajectory_commands.discard,
        tip="Remove the motion that was made here from the cell",
        needs=HAS_MADE,
        also="delete remove retimed simulated",
    ),
    Entry(
        "run_all",
        "Run all programs",
        track_commands.run_all,
        ("Ctrl+Alt+P",),
        tip="Play the programs of all robots together",
        needs=HAS_PROGRAM,
    ),
)
