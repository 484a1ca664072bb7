"""The strip at the bottom is read by its pixels; what is refused stands where one looks."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from rvs.model.refs import thing_ref
from rvs.model.things import edits as thing_edits
from rvs.model.things.thing import Thing

pytestmark = pytest.mark.ui

SIZES = ((1024, 700), (1366, 768), (1920, 1080))
SAID = (
    "Copied a script of 12 lines",
    "pallet is locked; unlock it to move it",
    "Saved /home/someone/robots/arch/My isotropic six-axis arm.arch",
    "Not renamed: there is a robot of this name already, and names tell robots apart",
    "bench is not reached: the pose is 0.573 m beyond the reach of the arm, whatever the posture",
    "Saved /home/someone/a folder with a rather long name/another one/cells/2026/welding line 4, "
    "second version.cell, but not what is red: a of row 3 is 27O; the robot has 270 (and 2 more)",
    "räum.env: 12 objects\nfrom two lines; 3 were renamed with a number",
)


def picture(widget: QWidget, ratio: int) -> np.ndarray:
    """Draw a widget as a screen of so many pixels for each of its own shows it."""
    image = QImage(widget.size() * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.white)
    widget.render(image, QPoint())
    return np.asarray(image.constBits()).reshape(image.height(), image.width(), 4)[..., :3].copy()


def written(text: str, like: QLabel, size: QSize, ratio: int) -> np.ndarray:
    """Draw a text alone, on the ground and in the looks of a label."""
    image = QImage(size * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(like.palette().window().color())
    painter = QPainter(image)
    painter.setFont(like.font())
    painter.setPen(like.palette().windowText().color())
    single = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
    painter.drawText(QRect(QPoint(), size), single, text)
    painter.end()
    return np.asarray(image.constBits()).reshape(image.height(), image.width(), 4)[..., :3].copy()


def ink(seen: np.ndarray) -> np.ndarray:
    """Tell which pixels are not the ground."""
    return np.abs(seen.astype(int) - seen[0, -1]).max(axis=-1) > 24


@pytest.mark.parametrize("size", SIZES)
def test_what_is_said_is_read_in_pixels(make_window, qapp, size):
    window = make_window("puma560", size=size)
    strip = window.statusBar()
    for sign in ("", "2 collisions", "Checking for collisions…"):
        window.collision_sign.setVisible(bool(sign))
        window.collision_sign.setText(sign)
        strip.speed.setText("27 fps · llvmpipe" if sign else "")
        for words in SAID:
            window.desk.say(words)
            qapp.processEvents()
            line, said = strip.line, strip.said
            text = words.replace("\n", " ")
            room = QFontMetrics(said.font()).elidedText(
                text, Qt.TextElideMode.ElideRight, said.width()
            )
            assert said.width() > 400
            if room != text:
                assert said.tip == text
            for ratio in (1, 2):
                seen = ink(picture(line, ratio))
                right = ratio * said.width()
                alone = ink(written(room, said, said.size(), ratio))
                assert alone.any()
                assert np.array_equal(seen[:, :right], alone), (words, sign, ratio)


def test_words_push_the_speed_of_drawing_aside_and_give_the_room_back(window, qapp):
    strip = window.statusBar()
    strip._timer.stop()
    window.resize(1024, 700)
    strip.speed.setText("27 fps · a graphics card with quite a long name of its own")
    qapp.processEvents()
    assert strip.speed.isVisible()
    assert strip.conventions.isVisible()
    assert not strip.said.isVisible()
    window.desk.say(SAID[5])
    qapp.processEvents()
    assert not strip.speed.isVisible()
    assert not strip.conventions.isVisible()
    assert strip.said.isVisible()
    strip.clearMessage()
    qapp.processEvents()
    assert strip.speed.isVisible()
    assert strip.conventions.isVisible()


def test_a_long_sentence_is_told_whole_under_the_pointer(window, qapp):
    strip = window.statusBar()
    window.desk.say(SAID[0])
    qapp.processEvents()
    assert strip.said.tip == ""
    window.desk.say(SAID[5])
    qapp.processEvents()
    assert strip.said.tip == SAID[5]


def refusal(window, panel=""):
    """The words that stand over a panel, or over the views."""
    over = window.panels[panel].room if panel else None
    bar = window.refusals._bars.get(over)
    return bar.notice.text if bar is not None and bar.isVisible() else ""


def test_a_refusal_stands_over_the_view_until_its_cause_is_gone(make_window, qapp):
    window = make_window("puma560")
    session = window.session
    session.edit("Add", lambda d: thing_edits.add_thing(d, Thing("pallet", "pallet")))
    name = "pallet"
    session.edit("Lock", lambda d: thing_edits.change_thing(d, name, locked=True))
    session.select(thing_ref(name))
    window.actions_["things_to_floor"].trigger()
    qapp.processEvents()
    assert "locked" in refusal(window)
    assert window.statusBar().currentMessage().lower() == refusal(window).lower()
    session.undo()
    qapp.processEvents()
    assert refusal(window) == ""


def test_a_refusal_of_a_panel_stands_in_it_whole(make_window, qapp):
    window = make_window("puma560")
    panel = window.robots
    panel.call()
    qapp.processEvents()
    panel.rows.topLevelItem(0).setText(0, "long " * 100)
    qapp.processEvents()
    words = refusal(window, "robots")
    assert words.startswith("Not renamed: ")
    bar = window.refusals._bars[panel.room]
    assert panel.room.rect().contains(bar.geometry())
    label = bar.notice._words
    assert label.heightForWidth(label.width()) <= label.height()
    QTest.mouseClick(bar._close, Qt.MouseButton.LeftButton)
    assert refusal(window, "robots") == ""
    # Behind another panel it could not be read.
    window.library.call()
    qapp.processEvents()
    window.desk.refuse("not renamed: no", "robots")
    assert refusal(window) == "Not renamed: no"
