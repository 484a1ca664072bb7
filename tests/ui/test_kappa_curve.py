"""The fall of the condition number as a curve."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from rvs.model.preferences import Preferences
from rvs.ui.settings import Settings
from rvs.ui.theme import Theme
from rvs.ui.widgets.design.curve import KappaCurve, decades

pytestmark = pytest.mark.ui


class Told(list):
    """A curve that counts how often it is read from its beginning."""

    read = 0

    def __iter__(self):
        self.read += 1
        return super().__iter__()


@pytest.fixture
def curve(qapp, qtbot):
    shown = KappaCurve(Theme(Settings(Preferences())))
    qtbot.addWidget(shown)
    shown.resize(300, 110)
    shown.show()
    return shown


def test_painting_reads_every_curve_a_few_times_however_many_points_there_are(curve) -> None:
    told = [Told(1.0 + 2.0 ** -np.arange(40.0)) for _ in range(12)]
    curve.show_curves(told, 3, 7)
    curve.grab()
    assert max(one.read for one in told) <= 4


def test_what_is_infinite_stands_at_the_top_and_a_click_finds_the_step(curve, qtbot) -> None:
    curve.show_curves([[np.inf, 11.0, 1.1, 1.002], [3.0, 2.0]], 0, 1)
    assert decades([[np.inf, 11.0, 1.1, 1.002]]) == (-3, 1)
    points = curve._points([np.inf, 11.0, 1.1, 1.002])
    assert points[0].y() == points[1].y() < points[2].y() < points[3].y()
    assert [curve._points([1.1], 2)[0].x()] == [points[2].x()]
    with qtbot.waitSignal(curve.scrubbed) as told:
        QTest.mouseClick(curve, Qt.MouseButton.LeftButton, pos=points[2].toPoint())
    assert told.args == [2]


def test_without_numbers_there_is_a_scale(curve) -> None:
    curve.show_curves([], 0, 0)
    assert not curve.grab().isNull()
    assert decades([[np.inf]]) == (-3, 0)
