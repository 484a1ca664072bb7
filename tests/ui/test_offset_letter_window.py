"""The letter of the offset along an axis, chosen in the menu: the whole window follows at once."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QTableView, QWidget

from rvs.engine import offset_naming
from rvs.engine.offset_naming import offset_letter
from rvs.scene.items import Label
from rvs.ui.commands import files
from rvs.ui.panels.table import PANELS

pytestmark = pytest.mark.ui
SAYS_B = re.compile(r"(?<![\w.\-])b(?:[₀-₉]+)?(?![\w\-])")
ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)


def said(window) -> list[str]:
    """All that can be read in the window, with tool tips and heads of tables."""
    found: list[str] = []
    for widget in window.findChildren(QWidget):
        found += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()]
        if isinstance(widget, QLabel | QAbstractButton | QLineEdit):
            found.append(widget.text())
        if isinstance(widget, QComboBox):
            found += [widget.itemText(i) for i in range(widget.count())]
    for model in [view.model() for view in window.findChildren(QTableView)]:
        columns = range(model.columnCount())
        found += [
            str(model.headerData(i, Qt.Orientation.Horizontal, role) or "")
            for i in columns
            for role in ROLES
        ]
        found += [
            str(model.data(model.index(row, i), role) or "")
            for row in range(model.rowCount())
            for i in columns
            for role in ROLES
        ]
    items = window.viewport.scene().items
    found += [item.text + item.subscript for item in items if isinstance(item, Label)]
    return [re.sub(r"</?b>", "", words) for words in found if words]


@pytest.fixture
def stanford(window, monkeypatch):
    monkeypatch.setenv(offset_naming.VARIABLE, "b")
    assert files.show_robot(window.desk, "stanford")
    window.panels.make_rest()
    for row in PANELS:
        window.desk.call(row.name)
    return window


def test_no_text_of_the_window_says_b_where_d_is_chosen(stanford) -> None:
    window = stanford
    before = [words for words in said(window) if SAYS_B.search(words)]
    assert any("b₃" in words for words in before)
    window.actions_["offset_letter_d"].trigger()
    assert offset_letter() == "d"
    assert window.desk.settings.preferences.offset_letter == "d"
    left = [words for words in said(window) if SAYS_B.search(words)]
    assert [words for words in left if "some textbooks call it b" not in words] == []
    assert "b" not in window.statusBar().conventions.text()
    assert any("d₃" in words for words in said(window))
    window.actions_["offset_letter_b"].trigger()
    assert sorted(w for w in said(window) if SAYS_B.search(w)) == sorted(before)


def test_the_help_says_the_letter(stanford) -> None:
    from rvs.ui.help.pages import library

    page = library().page("guide/robots.md")
    assert "| b, θ |" in page.source
    stanford.actions_["offset_letter_d"].trigger()
    assert "| d, θ |" in library().page("guide/robots.md").source
