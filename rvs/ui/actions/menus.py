"""Positions of the actions: menus and tool bar, as lists of their names."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TypeAlias

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QDockWidget,
    QMainWindow,
    QMenu,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from rvs.ui.actions.frames import MENU as FRAMES
from rvs.ui.actions.studies import DEXTERITY_SHOWN as DEXTERITY
from rvs.ui.actions.studies import STUDY_MENU as STUDIES
from rvs.ui.actions.table import LANGUAGES, Actions
from rvs.ui.panel_set import BOTTOM, LEFT, RIGHT, entries_of
from rvs.ui.panels.table import PANELS
from rvs.ui.widgets.tool_strip import ToolStrip

# An action, a line, or a menu of its own with its title.
Part: TypeAlias = "str | tuple[str, tuple[Part, ...]] | None"

VIEWS = (
    *("view_front", "view_back", "view_right", "view_left", "view_top", "view_bottom", "view_iso"),
    *(None, "parallel"),
)
BOOKMARKS = ("add_bookmark", "marks", None, *(f"bookmark_{k}" for k in range(1, 10)))
VIEWPORTS = (
    *("views_one", "views_two", "views_three", "views_four", "views_first_angle", None),
    *("compare_variants", None, "linked_views", "maximize_view"),
)
BACKGROUNDS = ("background_theme", None, "background_light", "background_dark", "background_paper")
LENGTHS = ("mm", "cm", "dm", "m", "in", "ft")
SHOW = ("frames", "labels", "floor", "shadow", "limit_arcs", "trace", "masses")
UNITS: tuple[Part, ...] = (
    ("Angles", ("angle_deg", "angle_rad")),
    ("Lengths", ("length_robot", None, *(f"length_{unit}" for unit in LENGTHS))),
    ("Letter of the link offset", ("offset_letter_b", "offset_letter_d")),
    ("Roll, pitch, yaw", ("roll_axis_x", "roll_axis_z")),
)
# The panels of each side follow, once the menu opens.
SIDES = (
    *("left_side", "right_side", "bottom_side", "reset_layout", None),
    *("next_panel", "previous_panel", "hide_panel", None),
)
POSTURE = (
    *("home", "zero", None, "home_joint", "zero_joint", "ignore_limits", None),
    *("best_posture", "maximum_reach", "worst_posture", None, "keep_posture"),
)


def _panels(menu: str) -> tuple[str, ...]:
    return tuple(entry.id for entry in entries_of(PANELS, menu))


MENUS: tuple[tuple[str, tuple[Part, ...]], ...] = (
    (
        "&File",
        (
            *("new_robot", "open", "reload", None, "save", "save_as", None),
            *("save_robot", "save_robot_as", "save_cell", "save_cell_as", None),
            *("open_environment", "save_environment", None),
            *("export_figure", "export_model", "save_picture", "report", None),
            *("run_script", None, "quit"),
        ),
    ),
    (
        "&Edit",
        (
            "undo",
            "redo",
            None,
            "copy_figure",
            "copy_picture",
            "copy_script",
            None,
            *_panels("Edit"),
        ),
    ),
    (
        "&View",
        (
            "fit",
            "look_at",
            ("Standard views", VIEWS[:-2]),
            "parallel",
            ("Viewports", VIEWPORTS),
            ("Bookmarks", BOOKMARKS),
            ("Notes", ("add_note", "edit_note", "remove_mark", None, "notes")),
            "measure",
            "section",
            "lengths",
            None,
            *_panels("View"),
            None,
            *("mode_skeleton", "mode_body", "mode_full"),
            None,
            ("Show", SHOW),
            ("Visible frames", FRAMES),
            ("Robot annotations", ("joint_axes", "names", "base_line", None, "trail", "bounds")),
            ("Dexterity display", DEXTERITY),
            None,
            ("Theme", ("theme_system", None, "theme_light", "theme_dark", "theme_contrast")),
            ("Language", tuple(f"language_{code}" for code in LANGUAGES)),
            ("Size", ("window_100", "window_125", "window_150", "window_200")),
            "reduced_motion",
            ("Background", BACKGROUNDS),
            ("Units", UNITS),
            ("Navigation", ("navigation_rvs", "navigation_blender", "navigation_cad")),
            None,
            ("Panels", SIDES),
        ),
    ),
    (
        "&Robot",
        (
            *_panels("Robot"),
            ("Studies", STUDIES),
            None,
            ("Posture", POSTURE),
            "gizmo",
            None,
            (
                "Full model",
                (
                    *_panels("Full model"),
                    "load_model",
                    "begin_model",
                    "save_model",
                    None,
                    "drop_model",
                ),
            ),
            "effector_from_file",
            ("Dynamics", ("masses_from_body", "joint_torques")),
            ("Copy or save table", ("copy_table", "copy_table_markdown", "save_table")),
            ("Compare", ("compare_robots", "compare_workspaces")),
            None,
            *("previous_robot", "next_robot", None),
            *("add_robot", "duplicate_robot", "move_base", "series"),
            *(None, "remove"),
        ),
    ),
    (
        "Insert",
        (
            *("add_thing", "add_mesh", "add_robot", None),
            *("keep_place", "place_on_thing", "add_note", None, "open_environment"),
        ),
    ),
    (
        "Arrange",
        (
            *("duplicate_things", "array_things", None, "group_things", "ungroup_things", None),
            *("things_to_floor", "lock_things", "hide_things", None, "go_to_place", None),
            "remove_things",
        ),
    ),
    (
        "Tra&jectory",
        (
            *_panels("Trajectory"),
            *(None, "play", "play_reverse", None),
            *("record", "load_trajectory", "save_trajectory", None),
            *("export_film", "export_plot", None),
            *("run_all", "unload_trajectory", "unload_all", "discard_motion"),
        ),
    ),
    (
        "&Help",
        (
            *("palette", None, "help", "help_here", "keys", None),
            *("examples", *_panels("Help"), "tutorial", "guide", None, "about"),
        ),
    ),
)
TOOLS = (
    *("new_robot", "open", "save", None, "undo", "redo", None),
    *("edit_robot", "dh_studio", "home", "zero", "gizmo", "solutions", "trajectory", None),
    *("mode_skeleton", "mode_body", "mode_full", None),
    *("frames", "labels", "floor", "shadow", "limit_arcs", None, "parallel", "fit"),
)
# What a narrow window leaves out of the tool bar, the first one first.
SPARED = (
    *("switch_theme", "limit_arcs", "shadow", "floor", "parallel", "labels", "frames"),
    *("zero", "dh_studio", "solutions", "home"),
)
AREAS = {LEFT: "On the left", RIGHT: "On the right", BOTTOM: "At the bottom"}
TOOLBAR_HEIGHT, ICON = 48, 18


def add_menus(window: QMainWindow, actions: Actions, panels: Mapping[str, QDockWidget]) -> None:
    """Fill the menu bar; ``panels`` can be shown and hidden from the View menu."""
    for title, parts in MENUS:
        menu = window.menuBar().addMenu(title)
        for part in parts:
            made = _add(menu, actions, part)
            if made is not None and part is not None and part[0] == "Panels":
                for side in {row.area: row for row in PANELS}:
                    inner = made.addMenu(AREAS[side])
                    inner.aboutToShow.connect(partial(_fill_panels, inner, panels, side))


def _fill_panels(menu: QMenu, panels: Mapping[str, QDockWidget], side: Qt.DockWidgetArea) -> None:
    """Fill the menu when it opens: panels determine their names, and most are made late."""
    menu.clear()
    for row in PANELS:
        if row.area == side:
            menu.addAction(panels[row.name].toggleViewAction())


def add_toolbar(window: QMainWindow, actions: Actions) -> tuple[ToolStrip, QAction]:
    """Make the tool bar: frequent actions, and one filled button at its end.

    Returns:
        The bar, and the action in it after the choice of a robot.
    """
    bar = ToolStrip("Tools", window)
    bar.setObjectName("tools")
    bar.setMovable(False)
    bar.setIconSize(QSize(ICON, ICON))
    bar.setFixedHeight(TOOLBAR_HEIGHT)
    bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
    actions.fill(bar, TOOLS)
    room = QWidget()
    room.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    bar.addWidget(room)
    bar.addAction(actions["switch_theme"])
    behind = bar.addWidget(_filled_button(actions, "save_picture"))
    bar.spare([actions[name] for name in SPARED])
    window.addToolBar(bar)
    return bar, behind


def _filled_button(actions: Actions, action_id: str) -> QToolButton:
    action = actions[action_id]
    button = QToolButton()
    button.setProperty("filled", True)
    button.setText(action.text().rstrip("…"))
    button.setToolTip(action.toolTip())
    button.clicked.connect(action.trigger)
    return button


def _add(menu: QMenu, actions: Actions, part: Part) -> QMenu | None:
    """Add a part; return the menu that was made for it, if any."""
    if not isinstance(part, tuple):
        actions.fill(menu, (part,))
        return None
    title, parts = part
    inner = menu.addMenu(title)
    for one in parts:
        _add(inner, actions, one)
    return inner
