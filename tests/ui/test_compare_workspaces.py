"""The table of robots compared by what they reach."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from rvs.ui.commands.files import show_robot
from rvs.ui.dialogs import compare_robots as module
from rvs.ui.dialogs.compare_robots import CompareWorkspaces

pytestmark = pytest.mark.ui


def test_robots_are_added_compared_copied_and_removed(
    window, qtbot, project_root, monkeypatch
) -> None:
    monkeypatch.setattr(module, "LEVELS", 1)
    assert show_robot(window.desk, str(project_root / "arch" / "planar-2r.arch"))
    window.actions_["compare_workspaces"].trigger()
    dialog = next(one for one in window.findChildren(CompareWorkspaces) if one.isVisible())
    qtbot.waitUntil(lambda: len(dialog.summaries) == 1, timeout=30000)
    row = dialog.more.findData("scara.arch", flags=Qt.MatchFlag.MatchEndsWith)
    dialog.more.activated.emit(row)
    qtbot.waitUntil(lambda: len(dialog.summaries) == 2, timeout=60000)
    assert [dialog.table.item(k, 0).text() for k in range(2)] == ["Planar 2R", "SCARA"]
    first, second = dialog.summaries
    assert (first.planar, second.planar) == (True, False)
    assert first.measure == pytest.approx(12.566, rel=1e-3)
    dialog.copy_as(".csv")
    copied = QGuiApplication.clipboard().text()
    assert "SCARA" in copied
    assert "area (m²)" in copied
    dialog.table.setCurrentCell(0, 0)
    QTest.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    assert [one.name for one in dialog.summaries] == ["SCARA"]
    dialog.accept()
