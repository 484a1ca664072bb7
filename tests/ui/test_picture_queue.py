"""Small pictures are drawn one at a time, when nothing else is going on."""

import numpy as np
import pytest
from PySide6.QtGui import QPixmap

from rvs.engine.errors import RvsError
from rvs.ui.pictures import picture_queue
from rvs.ui.pictures.picture_queue import Parts, PictureQueue, kept_picture

pytestmark = pytest.mark.ui


class Drawer:
    """Draws what is wanted in two parts, unless it is told to fail or to wait."""

    def __init__(self) -> None:
        self.busy, self.begun, self.drawn, self.arrived = False, [], [], []

    def draw(self, _context, key, wanted) -> Parts:
        self.begun.append(key)
        yield
        if wanted == "broken":
            raise RvsError("it can't be drawn")
        self.drawn.append(key)
        return QPixmap(4, 4)

    def queue(self, **more) -> PictureQueue:
        return PictureQueue(lambda: self.busy, self.draw, self.arrived.append, **more)


def test_pictures_come_in_turn_and_failed_ones_are_empty(qapp, qtbot) -> None:
    drawer = Drawer()
    queue = drawer.queue()
    for key, wanted in ((1, "a"), (2, "broken"), (3, "c"), (1, "a")):
        assert queue.picture(key, wanted) is None
    qtbot.waitUntil(lambda: drawer.arrived == [1, 2, 3], timeout=5000)
    assert drawer.drawn == [1, 3]
    assert not queue.picture(1, "a").isNull()
    assert queue.picture(2, "broken").isNull()
    queue.release()


def test_it_waits_while_the_window_is_busy_and_forgets_what_is_no_longer_seen(qapp, qtbot) -> None:
    drawer = Drawer()
    queue = drawer.queue()
    drawer.busy = True
    queue.picture(1, "a")
    qtbot.waitUntil(lambda: queue._waited == 2)
    assert drawer.arrived == []
    queue.forget_wishes()
    drawer.busy = False
    queue.picture(2, "b")
    qtbot.waitUntil(lambda: drawer.arrived == [2], timeout=5000)
    queue.release()
    assert queue.picture(3, "c") is None
    assert not queue._timer.isActive()
    assert drawer.arrived == [2]


def test_it_keeps_so_many(qapp, qtbot) -> None:
    drawer = Drawer()
    queue = drawer.queue(most=2)
    for key in (1, 2, 3):
        queue.picture(key, "x")
    qtbot.waitUntil(lambda: drawer.arrived == [1, 2, 3], timeout=5000)
    assert queue.picture(1, "x") is None
    assert queue.picture(3, "x") is not None
    queue.release()


def test_what_plays_slows_pictures_down_and_does_not_starve_them(qapp, qtbot) -> None:
    drawer = Drawer()
    queue = drawer.queue()
    drawer.busy = True
    for key in (1, 2):
        queue.picture(key, "a")
    qtbot.waitUntil(lambda: queue._waited == 2)
    assert drawer.arrived == []
    qtbot.waitUntil(lambda: drawer.arrived == [1, 2], timeout=10_000)
    queue.release()


@pytest.fixture
def begun(qapp, qtbot, monkeypatch) -> tuple[Drawer, PictureQueue]:
    """A picture of which one part is drawn, while something plays."""
    monkeypatch.setattr("rvs.ui.pictures.picture_queue.BUSY_MS", 20)
    drawer = Drawer()
    queue = drawer.queue()
    drawer.busy = True
    queue.picture(1, "a")
    qtbot.waitUntil(lambda: drawer.begun == [1], timeout=5000)
    return drawer, queue


def test_of_what_plays_a_picture_takes_a_part_at_a_time(begun, qtbot) -> None:
    drawer, queue = begun
    assert drawer.drawn == []
    assert queue.picture(1, "a") is None
    qtbot.waitUntil(lambda: drawer.arrived == [1], timeout=5000)
    assert drawer.begun == [1], "it is not begun again"
    queue.release()


def test_what_is_begun_and_no_longer_seen_is_left(begun, qtbot) -> None:
    drawer, queue = begun
    queue.forget_wishes()
    queue.picture(2, "b")
    drawer.busy = False
    qtbot.waitUntil(lambda: drawer.arrived == [2], timeout=5000)
    assert drawer.drawn == [2]
    queue.release()


def test_what_draws_is_let_go_when_nothing_is_wanted_for_a_while(qapp, qtbot, monkeypatch) -> None:
    monkeypatch.setattr("rvs.ui.pictures.picture_queue.IDLE_MS", 30)
    drawer, contexts = Drawer(), []

    def draw(context, key, wanted) -> Parts:
        contexts.append(context())
        return (yield from drawer.draw(context, key, wanted))

    queue = PictureQueue(lambda: False, draw, drawer.arrived.append)
    queue.picture(1, "a"), queue.picture(2, "b")
    qtbot.waitUntil(lambda: drawer.arrived == [1, 2], timeout=5000)
    assert contexts[0] is contexts[1]
    qtbot.waitUntil(lambda: queue.context.made is None, timeout=5000)
    queue.picture(3, "c")
    qtbot.waitUntil(lambda: drawer.arrived == [1, 2, 3], timeout=5000)
    assert contexts[2] is not contexts[1]
    queue.release()


def test_a_picture_that_is_forgotten_is_drawn_anew(qapp, qtbot) -> None:
    drawer = Drawer()
    queue = drawer.queue()
    queue.picture(1, "a")
    qtbot.waitUntil(lambda: drawer.arrived == [1], timeout=5000)
    queue.forget(1), queue.forget(2)
    assert queue.picture(1, "a") is None
    qtbot.waitUntil(lambda: drawer.arrived == [1, 1], timeout=5000)
    queue.release()


def test_a_kept_picture_that_is_damaged_is_drawn_again(qapp, monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(picture_queue, "cache_folder", lambda: tmp_path)
    drawn = []

    def draw():
        drawn.append(1)
        yield
        return np.full((3, 5, 4), 255, np.uint8)

    def picture() -> QPixmap:
        parts = kept_picture(b"facts", draw)
        while True:
            try:
                next(parts)
            except StopIteration as end:
                return end.value

    assert [picture().width(), picture().width()] == [5, 5]
    assert len(drawn) == 1
    (file,) = (tmp_path / "thumbnails").iterdir()
    file.write_bytes(file.read_bytes()[:-9])
    assert picture().height() == 3
    assert len(drawn) == 2
