"""Where the panels are: the first arrangement, and the one the user left behind."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings, QSize, Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QMainWindow

from rvs.model.preferences import config_folder

FIRST_SIZE = QSize(1440, 900)
LEFT_WIDTH, RIGHT_WIDTH, POSE_HEIGHT, MESSAGES_HEIGHT, TABLE_HEIGHT = 272, 328, 332, 160, 320
TRAJECTORY_HEIGHT = 304
# Raise it when panels come or go, so that an old arrangement does not hide them.
VERSION = 11

AREAS = {
    "library": Qt.DockWidgetArea.LeftDockWidgetArea,
    "postures": Qt.DockWidgetArea.LeftDockWidgetArea,
    "joints": Qt.DockWidgetArea.RightDockWidgetArea,
    "tool_pose": Qt.DockWidgetArea.RightDockWidgetArea,
    "messages": Qt.DockWidgetArea.BottomDockWidgetArea,
    "robot_table": Qt.DockWidgetArea.BottomDockWidgetArea,
    "trajectory": Qt.DockWidgetArea.BottomDockWidgetArea,
    "program": Qt.DockWidgetArea.BottomDockWidgetArea,
    "path_editor": Qt.DockWidgetArea.BottomDockWidgetArea,
    "solutions": Qt.DockWidgetArea.RightDockWidgetArea,
    "collision": Qt.DockWidgetArea.RightDockWidgetArea,
    "body_editor": Qt.DockWidgetArea.RightDockWidgetArea,
    "things": Qt.DockWidgetArea.RightDockWidgetArea,
    "dh_studio": Qt.DockWidgetArea.RightDockWidgetArea,
    "tool": Qt.DockWidgetArea.RightDockWidgetArea,
    "history": Qt.DockWidgetArea.LeftDockWidgetArea,
    "robots": Qt.DockWidgetArea.LeftDockWidgetArea,
    "marks": Qt.DockWidgetArea.LeftDockWidgetArea,
}
# Shown when they are called for.
CALLED = (
    *("messages", "robot_table", "trajectory", "program", "dh_studio", "history"),
    *("solutions", "tool", "body_editor", "path_editor", "things", "robots", "collision", "marks"),
)


def store() -> QSettings:
    """Return where the arrangement is kept, beside the preferences."""
    return QSettings(str(config_folder() / "window.ini"), QSettings.Format.IniFormat)


def save(window: QMainWindow) -> None:
    """Remember size, place and panels."""
    kept = store()
    kept.setValue("geometry", window.saveGeometry())
    kept.setValue("panels", window.saveState(VERSION))
    kept.sync()


def restore(window: QMainWindow) -> None:
    """Arrange the panels as they were left, or as they are the first time."""
    kept = store()
    arrange(window)
    geometry, panels = _bytes(kept.value("geometry")), _bytes(kept.value("panels"))
    if not window.restoreGeometry(geometry):
        window.resize(FIRST_SIZE.boundedTo(window.screen().availableSize()))
    if not window.restoreState(panels, VERSION):
        # Sizes of panels hold only once the window has its own.
        QTimer.singleShot(0, window, lambda: _share_room(window))


def reset(window: QMainWindow) -> None:
    """Forget how it was left and arrange the panels as they are the first time."""
    store().clear()
    arrange(window)
    _share_room(window)


def arrange(window: QMainWindow) -> None:
    """Put every panel where it is the first time; messages stay as they are shown."""
    window.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea)
    window.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
    docks = _docks(window)
    for name, area in AREAS.items():
        docks[name].setFloating(False)
        window.addDockWidget(area, docks[name])
        if name not in CALLED:
            docks[name].show()
    for name in (
        "robot_table",
        "history",
        "robots",
        "marks",
        "trajectory",
        "program",
        "path_editor",
    ):
        docks[name].hide()
    window.splitDockWidget(docks["joints"], docks["tool_pose"], Qt.Orientation.Vertical)
    window.tabifyDockWidget(docks["messages"], docks["robot_table"])
    window.tabifyDockWidget(docks["messages"], docks["program"])
    window.tabifyDockWidget(docks["messages"], docks["path_editor"])
    window.tabifyDockWidget(docks["messages"], docks["trajectory"])
    window.tabifyDockWidget(docks["library"], docks["postures"])
    window.tabifyDockWidget(docks["library"], docks["robots"])
    window.tabifyDockWidget(docks["library"], docks["marks"])
    docks["library"].raise_()
    for name in ("body_editor", "things", "collision"):
        window.tabifyDockWidget(docks["joints"], docks[name])
        docks[name].hide()
    for name in ("solutions", "dh_studio", "tool"):
        window.tabifyDockWidget(docks["tool_pose"], docks[name])
        docks[name].hide()


def _share_room(window: QMainWindow) -> None:
    docks = _docks(window)
    sides = [docks["library"], docks["joints"]]
    window.resizeDocks(sides, [LEFT_WIDTH, RIGHT_WIDTH], Qt.Orientation.Horizontal)
    right = [docks["joints"], docks["tool_pose"]]
    rest = window.height() - POSE_HEIGHT
    window.resizeDocks(right, [rest, POSE_HEIGHT], Qt.Orientation.Vertical)
    window.resizeDocks([docks["messages"]], [MESSAGES_HEIGHT], Qt.Orientation.Vertical)
    window.resizeDocks([docks["robot_table"]], [TABLE_HEIGHT], Qt.Orientation.Vertical)
    window.resizeDocks([docks["trajectory"]], [TRAJECTORY_HEIGHT], Qt.Orientation.Vertical)


def _bytes(value: object) -> QByteArray:
    """Return a kept value; whatever is no such value is nothing."""
    return value if isinstance(value, QByteArray) else QByteArray()


def _docks(window: QMainWindow) -> dict[str, QDockWidget]:
    return {dock.objectName(): dock for dock in window.findChildren(QDockWidget)}
