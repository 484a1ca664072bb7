"""The actions about robots, their postures and motions, as a table."""

from __future__ import annotations

from rvs.ui.actions.entries import Entry, calls, has_robot, prefers, toggles
from rvs.ui.commands import bodies as body_commands
from rvs.ui.commands import cell as cell_commands
from rvs.ui.commands import chosen_thing as thing_commands
from rvs.ui.commands import files as commands
from rvs.ui.commands import tool as tool_commands
from rvs.ui.commands import tracks as track_commands
from rvs.ui.commands import trajectories as trajectory_commands
from rvs.ui.commands import view as view_commands

ROBOT = (
    Entry(
        "edit_robot",
        "Edit table",
        toggles("robot_table"),
        ("Alt+T",),
        "table",
        "Show or hide the Denavit-Hartenberg table",
        enabled=has_robot,
    ),
    Entry(
        "dh_studio",
        "DH studio",
        toggles("dh_studio"),
        ("Alt+D",),
        "studio",
        "How the numbers of a row carry one frame to the next",
        enabled=has_robot,
    ),
    Entry(
        "home",
        "Home posture",
        commands.home,
        ("Ctrl+Home",),
        "home",
        "Initial posture",
        enabled=has_robot,
    ),
    Entry(
        "zero",
        "Zero posture",
        commands.zero,
        ("Ctrl+0",),
        "zero",
        "All joints to zero",
        enabled=has_robot,
    ),
    Entry(
        "home_joint",
        "Home this joint",
        thing_commands.home_joint,
        ("Alt+Home",),
        tip="Initial value of the chosen joint",
        enabled=thing_commands.has_joint,
    ),
    Entry(
        "zero_joint",
        "Zero this joint",
        thing_commands.zero_joint,
        ("Alt+0",),
        tip="Chosen joint to zero",
        enabled=thing_commands.has_joint,
    ),
    Entry(
        "ignore_limits",
        "Ignore joint limits",
        lambda desk: view_commands.prefer(
            desk, ignore_limits=not desk.settings.preferences.ignore_limits
        ),
        checked=prefers(lambda preferences: preferences.ignore_limits),
    ),
    Entry(
        "gizmo",
        "Drag the tool",
        tool_commands.toggle_gizmo,
        ("G",),
        "gizmo",
        "Show arrows and rings to move the tool by",
        enabled=has_robot,
        checked=tool_commands.gizmo_shown,
    ),
    Entry(
        "tool",
        "End-effector and payload",
        toggles("tool"),
        ("Alt+O",),
        "gripper",
        "Choose what the robot carries and when it takes it",
        enabled=has_robot,
    ),
    Entry(
        "solutions",
        "Inverse kinematics",
        toggles("solutions"),
        ("Alt+I",),
        "branches",
        "List all postures that reach the pose of the tool",
        enabled=has_robot,
    ),
    Entry(
        "collision",
        "Collision",
        toggles("collision"),
        ("Alt+B",),
        "collision",
        "What collides, how near the rest is, and whole motions checked",
    ),
    Entry(
        "next_robot",
        "Next robot",
        lambda desk: commands.step_robot(desk, 1),
        ("Ctrl+Tab", "Ctrl+PgDown"),
        "next",
        "Let the panels work on the next robot of the cell",
        enabled=cell_commands.has_several,
    ),
    Entry(
        "previous_robot",
        "Previous robot",
        lambda desk: commands.step_robot(desk, -1),
        ("Ctrl+Shift+Tab", "Ctrl+PgUp"),
        "previous",
        "Let the panels work on the robot before",
        enabled=cell_commands.has_several,
    ),
    Entry(
        "robots",
        "Robots in the cell",
        toggles("robots"),
        ("Ctrl+B",),
        tip="List the robots: which is active, where they stand, names and colors",
    ),
    Entry("add_robot", "Add robot to cell…", cell_commands.add_robot_from_library),
    Entry(
        "duplicate_robot",
        "Duplicate robot",
        cell_commands.duplicate,
        ("Ctrl+Shift+D",),
        tip="Place a copy beside the others",
        enabled=has_robot,
    ),
    Entry(
        "move_base",
        "Move the base",
        cell_commands.toggle_base,
        ("Shift+G",),
        tip="Show arrows and rings to move the robot by; Ctrl snaps",
        enabled=has_robot,
        checked=cell_commands.base_shown,
    ),
    Entry(
        "series",
        "Connect in series…",
        cell_commands.connect,
        tip="Make one robot of two, the second on the tool of the first",
    ),
    Entry(
        "remove", "Remove robot", commands.remove, ("Ctrl+Backspace",), "remove", enabled=has_robot
    ),
)
MODEL = (
    Entry(
        "edit_model",
        "Edit full model",
        body_commands.toggle_editor,
        ("Alt+M",),
        "mode_full",
        "Add, move, size and paint the parts of the full model",
        enabled=has_robot,
    ),
    Entry("load_model", "Load full model…", body_commands.ask, enabled=has_robot),
    Entry(
        "begin_model",
        "Make full model of the body",
        body_commands.begin,
        tip="Take the automatic body as the beginning of a full model",
        enabled=has_robot,
    ),
    Entry(
        "save_model", "Save full model as…", body_commands.save_as, enabled=body_commands.has_model
    ),
    Entry("drop_model", "Remove full model", body_commands.drop, enabled=body_commands.has_model),
)
POSTURES = (
    Entry("postures", "Postures", calls("postures"), ("Alt+P",)),
    Entry(
        "keep_posture",
        "Keep posture…",
        calls("postures", "keep"),
        ("Alt+K",),
        tip="Give the present posture a name",
        enabled=has_robot,
    ),
)
TRAJECTORY = (
    Entry(
        "play",
        "Play or pause",
        lambda desk: desk.playback.toggle(),
        ("Space",),
        "play",
        enabled=trajectory_commands.has_motion,
    ),
    Entry(
        "play_reverse",
        "Play backwards",
        lambda desk: desk.playback.reverse(),
        enabled=trajectory_commands.has_motion,
        checked=lambda desk: trajectory_commands.goes_back(desk),
    ),
    Entry(
        "record",
        "Record trajectory…",
        calls("postures", "record"),
        ("Ctrl+Shift+R",),
        tip="Make a trajectory of postures",
        enabled=has_robot,
    ),
    Entry("load_trajectory", "Load trajectory…", trajectory_commands.ask, ("Ctrl+L",)),
    Entry(
        "path_editor",
        "Path of the tool",
        toggles("path_editor"),
        ("Ctrl+Shift+J",),
        tip="Write a path of lines, arcs, circles, screws and splines",
        enabled=has_robot,
    ),
    Entry(
        "save_trajectory",
        "Save trajectory as…",
        trajectory_commands.save_as,
        tip="Save what is loaded, a path or a program too, as rows of joint values",
        enabled=trajectory_commands.has_motion,
    ),
    Entry(
        "unload_trajectory",
        "Unload trajectory",
        lambda desk: desk.playback.unload(),
        enabled=trajectory_commands.has_motion,
    ),
    Entry(
        "unload_all",
        "Unload all trajectories",
        track_commands.unload_all,
        enabled=trajectory_commands.has_motion,
    ),
    Entry(
        "run_all",
        "Run all programs",
        track_commands.run_all,
        ("Ctrl+Alt+P",),
        tip="Play a program of every robot that has one, all together",
        enabled=track_commands.has_programs,
    ),
    Entry(
        "trajectory",
        "Trajectory",
        toggles("trajectory"),
        ("Ctrl+J",),
        "trajectory",
        "Show or hide the trajectory",
    ),
    Entry(
        "program",
        "Program",
        toggles("program"),
        ("Ctrl+P",),
        "program",
        "Teach a list of postures and run it",
        enabled=has_robot,
    ),
)
