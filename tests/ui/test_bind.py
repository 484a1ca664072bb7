"""What follows a motion is shown less often while it plays, and its end always."""

import pytest
from PySide6.QtCore import QObject

from rvs.ui.bind import Calm

pytestmark = pytest.mark.ui


def test_what_plays_is_shown_at_most_thirty_times_a_second_and_its_last_state_soon(qapp, qtbot):
    owner, shown, now = QObject(), [], [0]
    calm = Calm(owner, lambda: shown.append(now[0]), lambda: True)
    for now[0] in range(5):
        calm()
    assert shown == [0]
    qtbot.waitUntil(lambda: shown == [0, 4], timeout=2000)
    qtbot.wait(100)
    assert shown == [0, 4]


def test_what_does_not_play_is_shown_at_once(qapp):
    owner, shown = QObject(), []
    calm = Calm(owner, lambda: shown.append(1), lambda: False)
    for _ in range(3):
        calm()
    assert len(shown) == 3
