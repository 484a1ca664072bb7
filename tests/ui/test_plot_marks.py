"""Numbers at the axes of plots."""

import pytest

from rvs.ui.widgets.plot_view import ROOM, _marks


@pytest.mark.parametrize(
    ("values", "spacing", "unit", "marks"),
    [
        ([-90.0, 0.0, 90.0], 90.0, "°", ["−90°", "0°", "90°"]),
        ([0.0, 0.2], 0.2, "m", ["0.0 m", "0.2 m"]),
        ([1.0, 2.0], 1.0, "%", ["1 %", "2 %"]),
        ([0.0], 0.0, "", ["0 "]),
        # no room for the unit: then none of them has it
        ([-1000.0, 0.0], 500.0, "rad/s²", ["−1000", "0"]),
    ],
)
def test_marks_have_the_unit_where_there_is_room(values, spacing, unit, marks) -> None:
    assert _marks(values, spacing, unit) == marks
    assert max(map(len, marks)) <= ROOM
