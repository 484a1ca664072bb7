"""The actions of the window as one table, the source of menus, tool bar and list of shortcuts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import is_
from typing import get_args

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QToolBar

from rvs.model.numbers.orientations import ROLL_PITCH_YAW
from rvs.model.preferences import WindowPercent
from rvs.model.state import State
from rvs.model.views.view import Camera
from rvs.ui import tab_order
from rvs.ui.actions import frames as frame_actions
from rvs.ui.actions import studies as dexterity_actions
from rvs.ui.actions.cell_table import ARRANGE, INSERT, MODEL, POSTURES, ROBOT, TRAJECTORY
from rvs.ui.actions.entries import (
    BODY_CHOSEN,
    CAN_REDO,
    CAN_UNDO,
    HAS_FILE,
    HAS_ROBOT,
    HAS_VARIANTS,
    HAS_VIEWS,
    Entry,
    arrangement,
    choice,
    language_at,
    mode_switch,
    shows,
    side,
    standard_view,
    view_says,
    window_at,
)
from rvs.ui.actions.studies import STUDY_ENTRIES as STUDIES
from rvs.ui.commands import files as commands
from rvs.ui.commands import help as help_commands
from rvs.ui.commands import robots as robot_commands
from rvs.ui.commands import scripts as running
from rvs.ui.commands import scripts as script_commands
from rvs.ui.commands import things
from rvs.ui.commands import view as view_commands
from rvs.ui.defer import after_first_frame
from rvs.ui.desk import Desk
from rvs.ui.icons import icon
from rvs.ui.language import available
from rvs.ui.panel_set import BOTTOM, LEFT, RIGHT, entries_of
from rvs.ui.panels.table import PANELS
from rvs.ui.paper import commands as figure_commands
from rvs.ui.paper import commands as paper
from rvs.ui.saving import changes, opening, unsaved
from rvs.ui.view import view_tools
from rvs.ui.view.navigation import NAVIGATION
from rvs.words import tr

Ids = Sequence[str | None]
LANGUAGES = available()

FILE = (
    Entry(
        "new_robot",
        "New robot…",
        robot_commands.new_robot,
        ("Ctrl+N",),
        "new",
        "Make a robot from scratch, from a template, or from a robot in the library",
        also="create design scratch template denavit hartenberg dh",
    ),
    Entry(
        "open",
        "Open…",
        opening.ask,
        ("Ctrl+O",),
        "open",
        "Open robots (also URDF, SDF and MJCF), cells or postures",
        also="load import file postures urdf xacro mjcf sdf gazebo ros mujoco description",
    ),
    Entry("reload", "Reload", commands.reload, ("Ctrl+R",), needs=HAS_FILE),
    Entry(
        "save",
        "Save",
        unsaved.save,
        ("Ctrl+S",),
        "save",
        "Save the robot with its full model and postures, or the cell",
        title=lambda desk: tr("Save {work}", changes.name(desk, inside=True)).strip(),
    ),
    Entry("save_as", "Save as…", unsaved.save_as, ("Ctrl+Shift+S",)),
    Entry(
        "save_cell",
        "Save cell",
        unsaved.save_cell,
        ("Ctrl+Alt+S",),
        tip="Save robots, postures, objects and programs in one file",
        also="scene project workcell",
    ),
    Entry("save_cell_as", "Save cell as…", unsaved.save_cell_as),
    Entry(
        "save_robot",
        "Save robot",
        robot_commands.save,
        tip="Save the robot to its file, with its full model and its postures",
        needs=HAS_ROBOT,
    ),
    Entry("save_robot_as", "Save robot as…", robot_commands.save_as, needs=HAS_ROBOT),
    Entry(
        "save_picture",
        "Save picture…",
        view_commands.save_picture,
        ("F12",),
        "picture",
        "Save the view as PNG, JPEG or BMP",
        also="screenshot image png jpeg bmp render photo",
    ),
    Entry(
        "export_figure",
        "Export figure…",
        figure_commands.export_figure,
        ("Ctrl+E",),
        tip="Draw the view as SVG, PDF, EPS, PS or PNG for print",
        also="vector svg pdf eps latex paper print drawing",
    ),
    Entry(
        "run_script",
        "Run script…",
        running.ask,
        tip="Run a Python program that works on the cell",
        also="python script macro automate program batch py code",
    ),
    Entry("quit", "Quit", lambda desk: desk.window.close(), ("Ctrl+Q",), also="exit close"),
)
EDIT = (
    Entry(
        "undo",
        "Undo",
        lambda desk: desk.refused.undo(),
        ("Ctrl+Z",),
        "undo",
        needs=CAN_UNDO,
        title=lambda desk: tr("Undo {step}", desk.refused.undo_label or "").strip(),
        also="revert back",
    ),
    Entry(
        "redo",
        "Redo",
        lambda desk: desk.session.redo(),
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        "redo",
        needs=CAN_REDO,
        title=lambda desk: tr("Redo {step}", desk.session.redo_label or "").strip(),
    ),
    Entry(
        "copy_figure",
        "Copy figure",
        lambda desk: figure_commands.figure_window(desk).copy_unseen(),
        ("Ctrl+Shift+C",),
        tip="Copy the view as SVG, PDF and PNG, in the style of the last figure",
    ),
    Entry(
        "copy_picture",
        "Copy picture",
        figure_commands.copy_picture,
        ("Ctrl+Alt+C",),
        tip="Copy the view as pixels",
    ),
    Entry(
        "copy_script",
        "Copy as script",
        script_commands.copy_script,
        tip="Copy all actions since the start as lines of Python that repeat them",
        also="python macro record history echo console",
    ),
)
VIEW = (
    Entry(
        "fit",
        "Fit",
        view_commands.fit,
        ("F",),
        "fit",
        "Show everything",
        also="zoom all frame everything",
    ),
    standard_view("front", "1"),
    standard_view("back", "Ctrl+1"),
    standard_view("right", "3"),
    standard_view("left", "Ctrl+3"),
    standard_view("top", "7"),
    standard_view("bottom", "Ctrl+7"),
    standard_view("iso", "0"),
    Entry(
        "parallel",
        "Parallel projection",
        view_commands.toggle_parallel,
        ("5",),
        "cube",
        "Perspective or parallel projection",
        checked=view_says(lambda view: view.camera.parallel),
        also="orthographic perspective camera",
    ),
    arrangement("one", "One view", "Ctrl+Alt+1"),
    arrangement("two", "Two views", "Ctrl+Alt+2"),
    arrangement("three", "Three views", "Ctrl+Alt+3"),
    arrangement("four", "Four views", "Ctrl+Alt+4"),
    arrangement("first_angle", "Four views in first-angle order"),
    Entry(
        "compare_variants",
        "Compare variants in views",
        view_commands.compare_variants,
        tip="Show the current state and the first variants of the robots, each in a view",
        needs=HAS_VARIANTS,
        also="variant design side by side split panes two three four viewports",
    ),
    Entry(
        "linked_views",
        "Move parallel views together",
        lambda desk: desk.viewports.link(not desk.session.state.panes.linked),
        tip="Pan and zoom parallel views together, and turn those of several variants together",
        needs=HAS_VIEWS,
        checked=lambda desk: desk.session.state.panes.linked,
        also="synchronise",
    ),
    Entry(
        "maximize_view",
        "Maximise the active view",
        lambda desk: desk.viewports.toggle_maximized(),
        ("Ctrl+Space",),
        tip="Maximise the active view, or restore all views",
        needs=HAS_VIEWS,
        checked=lambda desk: desk.viewports.maximized,
    ),
    mode_switch(
        "skeleton", "Skeleton", "Draw cylinders along the table", "Alt+1", "wireframe sticks"
    ),
    mode_switch("body", "Body", "Draw a solid body made from the table", "Alt+2"),
    mode_switch(
        "full", "Full model", "Draw the full model, or the automatic body if there is none", "Alt+3"
    ),
    shows("frames", "Frames", "frames", "Frames of the joints", "Alt+X"),
    *frame_actions.ENTRIES,
    *dexterity_actions.DEXTERITY_ENTRIES,
    shows("labels", "Labels", "labels", "Names of the axes", "Alt+L"),
    shows("floor", "Floor", "floor", "Floor grid", "Alt+G"),
    shows("shadow", "Shadow", "shadow", "Shadow on the floor", "Alt+S"),
    shows("limit_arcs", "Joint limits", "limits", "Draw the range of every joint", "Alt+A"),
    Entry(
        "notes",
        "Notes and measurements",
        lambda desk: desk.session.look(notes=not desk.session.state.view.notes),
        checked=view_says(lambda view: view.notes),
    ),
    Entry(
        "first_frame",
        "Number frames from 1",
        view_commands.toggle_first_frame,
        checked=view_says(lambda view: view.first_frame == 1),
    ),
    choice("theme", "system", "Follow the system", "appearance colours"),
    choice("theme", "light", "Light", "appearance colours mode theme"),
    choice("theme", "dark", "Dark", "appearance colours mode theme night"),
    choice(
        "theme",
        "contrast",
        "High contrast",
        "appearance colours accessibility low vision",
    ),
    *(language_at(code, name) for code, name in LANGUAGES.items()),
    *(window_at(percent) for percent in get_args(WindowPercent)),
    Entry(
        "reduced_motion",
        "Reduce motion",
        lambda desk: view_commands.prefer(
            desk, reduced_motion=not desk.settings.preferences.reduced_motion
        ),
        checked=lambda desk: desk.settings.preferences.reduced_motion,
        tip="Switch views and postures at once, without animation",
        also="animation accessibility dizzy vestibular glide jump",
    ),
    Entry(
        "switch_theme",
        "Light or dark",
        lambda desk: desk.settings.change(theme="light" if desk.theme.dark else "dark"),
        ("Ctrl+T",),
        "sun",
        also="colours appearance night mode theme",
    ),
    choice("background", "theme", "Follow the theme"),
    choice("background", "light", "Light"),
    choice("background", "dark", "Dark"),
    choice("background", "paper", "Paper"),
    *(
        choice("navigation", name, habit.title, "mouse buttons zoom orbit pan")
        for name, habit in NAVIGATION.items()
    ),
    Entry(
        "look_at",
        "Centre on selection",
        things.look_at,
        ("Alt+C",),
        tip="Orbit around the selection",
        needs=BODY_CHOSEN,
        also="centre focus zoom selection orbit",
    ),
    side(LEFT, "Left panels", "F7"),
    side(RIGHT, "Right panels", "F8"),
    side(BOTTOM, "Bottom panels", "F9"),
    Entry(
        "next_panel",
        "Next panel",
        lambda desk: tab_order.step_panel(desk.window, desk.viewports, forward=True),
        ("F6",),
        tip="Move the keyboard focus to the next panel",
        also="focus keyboard tab",
    ),
    Entry(
        "previous_panel",
        "Previous panel",
        lambda desk: tab_order.step_panel(desk.window, desk.viewports, forward=False),
        ("Shift+F6",),
        tip="Move the keyboard focus to the previous panel",
        also="focus keyboard tab",
    ),
    Entry(
        "hide_panel",
        "Hide this panel",
        view_commands.hide_panel,
        ("Shift+Esc",),
        tip="Hide the panel that has the keyboard focus",
        also="close panel",
    ),
    Entry(
        "reset_layout",
        "Reset window layout",
        lambda desk: desk.layout.reset(),
        also="restore panels windows default",
    ),
)
LENGTHS = {
    "mm": "millimetres",
    "cm": "centimetres",
    "dm": "decimetres",
    "m": "metres",
    "in": "inches",
    "ft": "feet",
}
UNITS = (
    choice("angle", "deg", "Degrees", "units"),
    choice("angle", "rad", "Radians", "units"),
    choice("offset_letter", "b", "b, as in Angeles", "dh denavit notation symbol letter"),
    choice(
        "offset_letter",
        "d",
        "d, as in Craig, Siciliano, Spong, Corke",
        "dh denavit notation symbol letter",
    ),
    *(choice("roll_axis", axis, way.title) for axis, way in ROLL_PITCH_YAW.items()),
    choice("length", "robot", "As in the robot's file", "units"),
    *(choice("length", unit, unit, f"units {name}") for unit, name in LENGTHS.items()),
)
HELP = (
    Entry(
        "palette",
        "Find anything…",
        help_commands.find_anything,
        ("Ctrl+Shift+P",),
        "search",
        "Search actions, robots, trajectories and the help",
        also="command search",
    ),
    Entry("help", "Contents", help_commands.show_page, ("Ctrl+F1",), "help", "Open the help"),
    Entry(
        "help_here",
        "Help for this panel",
        help_commands.show_here,
        ("Shift+F1",),
        tip="Open the help for the focused panel",
    ),
    Entry(
        "examples",
        "Examples…",
        help_commands.show_examples,
        tip="Show robots and cells to start with; one click opens one",
    ),
    Entry(
        "tutorial",
        "Tutorial",
        lambda desk: help_commands.show_page(desk, help_commands.TUTORIAL),
        tip="Build a working cell from scratch, step by step",
    ),
    Entry(
        "guide",
        "Tutorial in the window",
        help_commands.begin_guide,
        tip="Show a guide in the window that points at each control and ticks off each step",
        also="walkthrough learn lesson",
    ),
    Entry(
        "keys",
        "Keyboard shortcuts",
        lambda desk: help_commands.show_keys(desk, SECTIONS),
        ("F1",),
        also="shortcuts hotkeys keyboard",
    ),
    Entry(
        "about",
        "About RVS",
        help_commands.show_about,
        also="version licence license update bug report fault",
    ),
)
SECTIONS: dict[str, tuple[Entry, ...]] = {
    "File": (*FILE, *paper.REPORT),
    "Edit": (*EDIT, *entries_of(PANELS, "Edit")),
    "View": (*VIEW, *view_tools.ENTRIES, *entries_of(PANELS, "View"), *UNITS),
    "Robot": (
        *entries_of(PANELS, "Robot", "Full model"),
        *STUDIES,
        *ROBOT,
        *paper.TABLE,
        *MODEL,
        *POSTURES,
    ),
    "Insert": INSERT,
    "Arrange": ARRANGE,
    "Trajectory": (*entries_of(PANELS, "Trajectory"), *TRAJECTORY, *paper.MOTION),
    "Help": (*HELP, *entries_of(PANELS, "Help")),
}
TABLE: tuple[Entry, ...] = tuple(entry for section in SECTIONS.values() for entry in section)
ICONS = {entry.id: entry.icon for entry in TABLE if entry.icon}


def _views(state: State) -> tuple[object, ...]:
    view = state.view
    panes = (state.panes.arrangement, state.panes.active, state.panes.linked)
    return (*panes, view.notes, view.section.on)


class Actions:
    """The table's actions as Qt actions, updated with the state and the preferences."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._groups: dict[str, QActionGroup] = {}
        self._shown: tuple[object, ...] = ()
        self._parts: tuple[object, ...] = (object(),)
        self.by_id = {entry.id: self._make(entry) for entry in TABLE}
        self._tinted: set[str] = set()
        after_first_frame(desk.viewport, self._tint_rest)
        desk.theme.changed.connect(self._retint)
        desk.settings.changed.connect(self.refresh)
        desk.refused.changed.connect(self.refresh)
        desk.binding.follow(
            lambda s: (s.document, s.postures, s.selection, s.view, s.motion, s.panes), self._follow
        )

    def __getitem__(self, action_id: str) -> QAction:
        self._tint(action_id)
        return self.by_id[action_id]

    def fill(self, menu: QMenu | QToolBar, ids: Ids) -> None:
        """Add actions in this order; None is a separator."""
        for action_id in ids:
            if action_id is None:
                menu.addSeparator()
            else:
                # A menu can't be opened before the first frame, which waits for no icon of it.
                menu.addAction(
                    self[action_id] if isinstance(menu, QToolBar) else self.by_id[action_id]
                )

    def refresh(self) -> None:
        """Update texts, switches and enabled actions."""
        for entry in TABLE:
            action = self.by_id[entry.id]
            if entry.needs is not None:
                action.setEnabled(entry.needs.met(self._desk))
            if entry.checked is not None:
                action.setChecked(entry.checked(self._desk))
            if entry.title is not None:
                action.setText(entry.title(self._desk))

    def _follow(self, state: State) -> None:
        """Refresh only when something that actions show differs: postures change all the time."""
        session, view = self._desk.session, state.view
        parts = (
            state.document, state.selection, state.motion, view, state.panes,
            session.undo_label, session.redo_label,
        )  # fmt: skip
        if all(map(is_, parts, self._parts)):
            return
        self._parts = parts
        switches = replace(view, camera=Camera(parallel=view.camera.parallel))
        shown = (*parts[:3], switches, _views(state), *parts[5:])
        if shown != self._shown:
            self._shown = shown
            self.refresh()

    def _make(self, entry: Entry) -> QAction:
        action = QAction(entry.text, self._desk.window)
        action.setObjectName(entry.id)
        action.setShortcuts([QKeySequence(keys) for keys in entry.keys])
        action.setCheckable(entry.checked is not None)
        # A menu shows either an icon or a check mark.
        action.setIconVisibleInMenu(entry.checked is None)
        if entry.group:
            group = self._groups.setdefault(entry.group, QActionGroup(self._desk.window))
            group.addAction(action)
        keys = f" ({action.shortcut().toString()})" if entry.keys else ""
        action.setToolTip(tr(entry.tip or entry.text).rstrip("…") + keys)
        action.triggered.connect(lambda _=False, entry=entry: self._run(entry))
        self._desk.window.addAction(action)
        return action

    def _run(self, entry: Entry) -> None:
        entry.run(self._desk)
        # A switch that Qt has turned by itself shows again what is true.
        self.refresh()

    def _retint(self) -> None:
        self._tinted.clear()
        self._tint_rest()

    def _tint_rest(self) -> None:
        for action_id in self.by_id:
            self._tint(action_id)

    def _tint(self, action_id: str) -> None:
        """Give an action its icon in the colours of the theme, if it does not have it yet."""
        name = ICONS.get(action_id)
        if name is None or action_id in self._tinted:
            return
        self._tinted.add(action_id)
        if action_id == "switch_theme":
            name = "sun" if self._desk.theme.dark else "moon"
        self.by_id[action_id].setIcon(icon(name, self._desk.theme.colors))
