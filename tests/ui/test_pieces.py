"""The small parts of the window, each by itself."""

from math import pi, radians

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPixmap

from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.model.appearance.colors import WINDOW, rgba
from rvs.model.document import Document, PlacedRobot
from rvs.model.preferences import Preferences
from rvs.model.robots.ranges import Range
from rvs.model.session import Session
from rvs.model.state import State
from rvs.model.views.view import Camera
from rvs.ui import icons
from rvs.ui.bind import Binding
from rvs.ui.icons import PATHS, pixmap
from rvs.ui.settings import Settings
from rvs.ui.theme import style_sheet
from rvs.ui.view.navigation import NAVIGATION, drag_gesture, scroll_gesture
from rvs.ui.widgets.fields.joint_slider import JointSlider
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.lists.library_list import kinds
from rvs.ui.work.clock import Clock, between

pytestmark = pytest.mark.ui


def session() -> Session:
    return Session(State(Document((PlacedRobot("arm", Robot((Joint(), Joint()))),))))


# -- binding ---------------------------------------------------------------------------------


def test_followers_hear_of_their_part_alone() -> None:
    held, seen = session(), []
    binding = Binding(held)
    binding.follow(lambda s: (s.view,), lambda s: seen.append(s.view.frames))
    assert seen == [True]
    held.pose("arm", [1.0, 0.0])
    assert seen == [True]
    held.look(frames=False)
    assert seen == [True, False]
    binding.end()
    held.look(frames=True)
    assert seen == [True, False]


# -- clock -----------------------------------------------------------------------------------


def test_the_clock_runs_steps_until_they_end(qapp) -> None:
    clock, passed = Clock(), []

    def step(seconds: float) -> bool:
        passed.append(seconds)
        return len(passed) < 3

    clock.run("one", step)
    for _ in range(5):
        clock.tick(0.25)
    assert passed == [0.25] * 3


def test_a_step_replaces_the_one_of_its_name(qapp) -> None:
    clock, heard = Clock(), []
    clock.run("turn", lambda _: heard.append("old") or True)
    clock.run("turn", lambda _: heard.append("new") or True)
    clock.tick(0.1)
    assert heard == ["new"]
    clock.stop("turn")
    clock.tick(0.1)
    assert heard == ["new"]


def test_a_step_can_begin_its_successor(qapp) -> None:
    clock, heard = Clock(), []

    def first(_: float) -> bool:
        clock.run("turn", lambda _: heard.append("second") or False)
        return False

    clock.run("turn", first)
    clock.tick(0.1)
    clock.tick(0.1)
    assert heard == ["second"]


CAMERAS = st.builds(
    Camera,
    target=st.tuples(*[st.floats(-5, 5)] * 3),
    azimuth=st.floats(-pi, pi),
    elevation=st.floats(-pi / 2, pi / 2),
    distance=st.floats(0.1, 100.0),
)


@pytest.mark.property
@given(CAMERAS, CAMERAS, st.floats(0.0, 1.0))
def test_a_glide_goes_the_short_way_and_arrives(start: Camera, end: Camera, part: float) -> None:
    assert between(start, end, 1.0) is end
    way = between(start, end, part)
    assert abs(way.azimuth - start.azimuth) <= pi + 1e-9
    low, high = sorted((start.distance, end.distance))
    assert low * (1 - 1e-9) <= way.distance <= high * (1 + 1e-9)
    assert between(start, end, 0.0).distance == pytest.approx(start.distance)


# -- navigation ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAVIGATION)
def test_every_habit_orbits_pans_and_zooms_a_trackpad(name: str) -> None:
    habit = NAVIGATION[name]
    assert {"orbit", "pan"} <= set(habit.drags.values())
    assert set(habit.scrolls.values()) == {"orbit", "pan", "zoom"}


def test_chords() -> None:
    none, shift = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
    blender = NAVIGATION["blender"]
    assert drag_gesture(blender, Qt.MouseButton.MiddleButton, none) == "orbit"
    assert drag_gesture(blender, Qt.MouseButton.MiddleButton, shift) == "pan"
    assert drag_gesture(blender, Qt.MouseButton.LeftButton, none) is None
    assert drag_gesture(blender, Qt.MouseButton.BackButton, none) is None
    assert scroll_gesture(NAVIGATION["cad"], shift) == "orbit"


# -- looks -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PATHS)
def test_every_icon_draws_something(qapp, name: str) -> None:
    picture = pixmap(name, "#FF0000", 18, 2.0)
    image = picture.toImage()
    inked = sum(
        image.pixelColor(x, y).alpha() > 100
        for x in range(image.width())
        for y in range(image.height())
    )
    assert picture.deviceIndependentSize().width() == 18
    assert inked > 15
    edge = [image.pixelColor(0, y).alpha() for y in range(image.height())]
    assert max(edge) < 60, "it touches the edge"


@pytest.mark.parametrize("theme", WINDOW)
@pytest.mark.parametrize("ground", ["window", "panel", "raised", "sunken"])
def test_text_can_be_read(theme: str, ground: str) -> None:
    colors = WINDOW[theme]
    for name in ("text", "text_2", "text_3", "limit", "warn", "ok", "accent_text"):
        if (name, ground) == ("ok", "sunken"):
            continue
        assert contrast(getattr(colors, name), getattr(colors, ground)) >= 4.5, name
    assert contrast(colors.on_accent, colors.accent) >= 4.5
    assert contrast(colors.accent_text, colors.accent_soft) >= 4.5


@pytest.mark.parametrize("theme", WINDOW)
def test_the_style_sheet_leaves_no_name_open(theme: str) -> None:
    sheet = style_sheet(WINDOW[theme])
    assert "$" not in sheet
    assert WINDOW[theme].accent in sheet


def contrast(a: str, b: str) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(color: str) -> float:
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgba(color)[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@pytest.mark.parametrize(
    ("letters", "short"),
    [
        ("RRRRRR", "6R"),
        ("PRRRRRR", "P6R"),
        ("RRPR", "RRPR"),
        ("RRPRRR", "RRPRRR"),
        ("P", "1P"),
        ("", ""),
    ],
)
def test_kinds_are_counted(letters: str, short: str) -> None:
    assert kinds(letters) == short


# -- widgets ---------------------------------------------------------------------------------


def test_a_slider_shows_without_telling(qtbot) -> None:
    slider = JointSlider(WINDOW["light"])
    qtbot.addWidget(slider)
    told = []
    slider.moved.connect(told.append)
    slider.set_limits(Range(-1.0, 1.0), 0.01)
    slider.show_value(0.3333333333, warned=False)
    slider.set_limits(Range(-2.0, 2.0), 0.01)
    slider.show_value(5.0, warned=True)
    assert told == []
    assert slider.number == 5.0
    assert slider.position(5.0) == slider.position(2.0)


@pytest.mark.property
@given(st.floats(-1.0, 1.0), st.floats(-3.0, 0.0), st.floats(0.01, 3.0))
def test_a_slider_never_tells_what_it_was_told(
    qapp, value: float, lower: float, span: float
) -> None:
    slider, told = JointSlider(WINDOW["dark"]), []
    slider.moved.connect(told.append)
    slider.set_limits(Range(lower, lower + span), radians(1.0))
    slider.show_value(value, warned=False)
    assert told == []
    assert slider.number == value


def test_a_field_is_not_overwritten_while_typed_in(qtbot) -> None:
    field = NumberField()
    qtbot.addWidget(field)
    field.show_value(1.0)
    field.selectAll()
    qtbot.keyClicks(field, "12")
    field.show_value(1.0)
    assert field.text() == "12"
    field.show_value(2.0)
    assert field.text() == "114.59 °"


def test_settings_tell_and_write_once(qapp, own_home) -> None:
    settings, told = Settings(Preferences()), []
    settings.changed.connect(lambda: told.append(settings.preferences.theme))
    settings.change(theme="dark")
    settings.change(theme="dark")
    assert told == ["dark"]
    assert 'theme = "dark"' in (own_home / "preferences.toml").read_text(encoding="utf-8")


def test_a_disk_that_refuses_does_not_stop_the_program(qapp, tmp_path, caplog) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    settings = Settings(Preferences(), tmp_path / "file" / "preferences.toml")
    settings.change(theme="dark")
    assert settings.preferences.theme == "dark"
    assert "could not be written" in caplog.text


def test_no_key_means_two_things() -> None:
    from collections import Counter

    from rvs.ui.actions.menus import MENUS
    from rvs.ui.actions.table import TABLE

    keys = [key for entry in TABLE for key in entry.keys]
    keys += [f"Alt+{title[title.index('&') + 1].upper()}" for title, _ in MENUS if "&" in title]
    assert [key for key, count in Counter(keys).items() if count > 1] == []


def test_a_number_field_says_what_it_is_and_then_what_is_wrong(qapp, qtbot) -> None:
    from rvs.ui.widgets.fields.number_field import NumberField

    field = NumberField()
    qtbot.addWidget(field)
    field.setAccessibleName("θ₁, value in deg")
    assert field.toolTip().startswith("θ₁, value in deg; ")
    field.setText("half")
    field._draft()
    field.commit()
    assert "half" in field.toolTip()
    field.entered.connect(field.show_value)
    field.setText("30")
    field._draft()
    field.commit()
    assert field.toolTip().startswith("θ₁, value in deg; ")


# -- messages ----------------------------------------------------------------------------------


def test_what_ends_a_block_is_told_in_one_sentence_and_asked_for_afterwards(qapp) -> None:
    from rvs.engine.errors import RvsError
    from rvs.files.text.errors import FileError, FileErrors
    from rvs.ui.messages import MessageLog

    log = MessageLog()
    with log.telling("not saved", "a.arch") as fine:
        pass
    assert fine
    assert not log.messages
    with log.telling("not saved", "a.arch") as refused:
        raise RvsError("a: expected a number")
    with log.telling("not saved", "a.arch") as full:
        raise OSError(28, "No space left on device", "/tmp/a.arch")
    with log.telling("not saved", "a.arch") as wrong:
        raise FileErrors([FileError("a.arch", 1, 2, "x"), FileError("a.arch", 3, 4, "y")])
    assert not any((refused, full, wrong))
    assert [(one.text, one.place) for one in log.messages] == [
        ("not saved: a: expected a number", "a.arch"),
        ("not saved: no space left on device", "a.arch"),
        ("not saved: x", "a.arch:1:2"),
        ("not saved: y", "a.arch:3:4"),
    ]
    with log.telling("not saved", "a.arch"):
        pass
    assert not log.messages
    with pytest.raises(KeyError), log.telling("not saved"):
        raise KeyError("a fault of the program goes on")


def test_an_icon_is_drawn_once(qapp, monkeypatch) -> None:
    first = icons.pixmap("robot", "#010203", 18, 2.0)
    monkeypatch.setattr(icons, "_drawn", None)
    again = icons.pixmap("robot", "#010203", 18, 2.0)
    assert again.toImage() == first.toImage()
    assert again.devicePixelRatio() == 2.0
    with pytest.raises(TypeError):
        icons.pixmap("robot", "#010204", 18, 2.0)


def strokes(picture: QPixmap) -> str:
    """The colour of an icon: that of the pixel that it covers most."""
    image = picture.toImage()
    pixels = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    return max(pixels, key=QColor.alpha).name()


def test_an_icon_is_drawn_when_it_is_seen(qapp, monkeypatch) -> None:
    colors, drawn = WINDOW["light"], icons._drawn
    monkeypatch.setattr(icons, "_drawn", None)
    icon = icons.icon("lock", colors)
    monkeypatch.setattr(icons, "_drawn", drawn)
    for ratio in (1.0, 1.5, 2.0):
        picture = icon.pixmap(QSize(18, 18), ratio)
        assert picture.size() == QSize(18, 18) * ratio
        assert picture.devicePixelRatio() == ratio
    off, on = QIcon.State.Off, QIcon.State.On
    for mode, state, color in (
        (QIcon.Mode.Normal, off, colors.text_2),
        (QIcon.Mode.Normal, on, colors.accent_text),
        (QIcon.Mode.Disabled, off, colors.line_strong),
    ):
        assert strokes(icon.pixmap(QSize(16, 16), mode, state)) == color.lower()
    assert icon.actualSize(QSize(64, 64)) == QSize(18, 18)
    assert not QIcon(icon).pixmap(18, 18).isNull()
