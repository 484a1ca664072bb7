"""Comparison of the current robot with another one, in a table."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QFileDialog

from rvs.engine.descriptions.comparison import turned_over
from rvs.files.library import load_robot
from rvs.ui.dialogs.compare_robots import CompareRobots

from .hands import click

pytestmark = pytest.mark.ui


def rows(dialog: CompareRobots) -> list[tuple[str, ...]]:
    table = dialog.table
    return [tuple(table.item(row, k).text() for k in range(3)) for row in range(table.rowCount())]


def test_two_robots_are_told_apart(make_window, qtbot, monkeypatch, tmp_path: Path) -> None:
    window = make_window("scara")
    window.actions_["compare_robots"].trigger()
    (dialog,) = window.findChildren(CompareRobots)
    assert dialog.other.currentText() == "Choose a robot…"
    assert not dialog.table.isVisible()

    def answer() -> str:
        qtbot.waitUntil(lambda: dialog.found is not None, timeout=60_000)
        return dialog.notice.text

    for name, words in (("SCARA", "The same robot (poses"), ("PUMA 560", "Not the same robot")):
        dialog.other.setCurrentText(name)
        dialog.other.activated.emit(dialog.other.currentIndex())
        assert answer().startswith(words)
    assert rows(dialog) == [("number of joints", "4", "6"), ("joint 3, kind", *KINDS)]
    robot = load_robot("scara").robot
    base = np.eye(4)
    base[2, 3] = 0.25
    other = turned_over(robot, np.array([1.0, -1.0, 1.0, 1.0])).replace(base=base @ robot.base)
    dialog.compare(other, "turned")
    assert answer().startswith("The same robot, except for the differences below")
    shown = rows(dialog)
    assert ("base, moved by", "–", "0, 0, 0.25 m") in shown
    assert any(row[0].endswith("direction") for row in shown)
    broken = tmp_path / "x.urdf"
    broken.write_text("<robot>", encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(broken), ""))
    click(dialog.file)
    assert "x.urdf" in dialog.notice.text
    assert not dialog.table.isVisible()


KINDS = ("prismatic", "revolute")
