"""Small tables of designs: nothing in them is cut where there is room for all of it."""

import pytest

from rvs.model.appearance.colors import WINDOW
from rvs.ui.theme import style_sheet
from rvs.ui.widgets.design.tables import SmallTable

pytestmark = pytest.mark.ui


@pytest.fixture(autouse=True)
def dressed(qapp) -> None:
    """Tables have the paddings of the window, whichever test ran before."""
    qapp.setStyleSheet(style_sheet(WINDOW["light"]))


STARTS = [(f"{k}*", f"1.0{k}80262", "1173.21", "1597") for k in range(10, 22)]


@pytest.mark.parametrize("wide", [262, 276, 320, 500])
@pytest.mark.parametrize(
    ("heads", "rows"),
    [
        (("start", "κ", "L, mm", "iterations"), STARTS),
        (("", "κ", "L, mm", "Σ spans"), [("1", "1.031396", "186.8", "9")]),
        (("", "a, mm", "b, mm", "α, °", "θ, °"), [("tool", "x 0", "y 0", "z 0", "turned 0.12")]),
    ],
)
def test_every_cell_and_heading_is_seen_whole(qapp, qtbot, wide, heads, rows) -> None:
    table = SmallTable("Starts", heads)
    qtbot.addWidget(table)
    table.resize(wide, 300)
    table.show()
    for shown in (rows[:1], rows):
        table.show_rows(shown)
        for column in range(len(heads)):
            need = table.sizeHintForColumn(column)
            assert need <= table.columnWidth(column), (column, wide)
            head = table.horizontalHeader().sectionSizeHint(column)
            assert head <= table.columnWidth(column), (heads[column], wide)
        total = sum(map(table.columnWidth, range(len(heads))))
        assert total <= table.viewport().width()


def test_columns_that_need_little_share_what_is_left(qapp, qtbot) -> None:
    table = SmallTable("Differences", ("", "this", "other", "third"))
    qtbot.addWidget(table)
    table.resize(400, 200)
    table.show()
    table.show_rows([("a", "1", "2", "3")])
    assert abs(table.columnWidth(1) - table.columnWidth(2)) <= 1
    table.show_rows([("a", "one that is far longer than the others are", "2", "3")])
    assert table.columnWidth(1) > table.columnWidth(2)
    assert abs(table.columnWidth(2) - table.columnWidth(3)) <= 1
