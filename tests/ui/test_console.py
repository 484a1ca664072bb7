"""The console, driven by real keys, and what is done in the window as lines."""

import sys
import time
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

import rvs
from rvs.model.preferences import Preferences
from rvs.model.things.edits import add_thing
from rvs.model.things.thing import Thing
from rvs.scripting.cell import Cell, working_on
from rvs.scripting.console import completions
from rvs.scripting.plain import same
from rvs.ui.pictures.offscreen import HiddenContext
from rvs.ui.saving import cell_trajectories
from rvs.ui.settings import Settings
from rvs.ui.theme import Theme
from rvs.ui.widgets.console import MOST_COLORED, Said, Transcript, tokens
from rvs.ui.work import interrupt

ENTER, TAB, UP, DOWN, ESCAPE = (
    *(Qt.Key.Key_Return, Qt.Key.Key_Tab),
    *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Escape),
)
CONTROL = Qt.KeyboardModifier.ControlModifier
PUMA = "PUMA 560"


@pytest.fixture
def window(make_window):
    return make_window("puma560")


@pytest.fixture
def console(window, qtbot):
    """Open the console by its keys."""
    panel = window.panels["console"]
    panel.hide()
    QTest.keyClick(window, Qt.Key.Key_QuoteLeft, CONTROL)
    qtbot.waitUntil(lambda: panel.isVisible() and panel.field.hasFocus())
    return panel


def keys(console, text: str, *after: Qt.Key) -> None:
    """Type into the field, a list of words apart, as it is while the list is there."""
    for line, last in zip(text.split("\n"), [*[ENTER] * text.count("\n"), None], strict=True):
        QTest.keyClicks(console.field, line)
        console.field.popup.hide()
        if last is not None:
            QTest.keyClick(console.field, last)
    for key in after:
        QTest.keyClick(console.field, key)


def shown(console, sort: str = "") -> list[str]:
    """Return the pieces of the transcript, or those of one sort."""
    return [one.text for one in console.transcript.pieces if sort in ("", one.sort)]


def settled(window) -> None:
    window.desk.echo.settle()


def test_a_line_changes_the_cell_as_one_step(window, console):
    keys(console, f'rvs.set_joint("{PUMA}", 2, a=0.5)', ENTER)
    robot = window.session.state.document.robots[0].robot
    assert robot.joints[2].a == 0.5
    assert window.session.undo_label == f'rvs.set_joint("{PUMA}", 2, a=0.5)'
    assert console.field.code == ""
    keys(console, f'for k in range(3):\nrvs.set_joint("{PUMA}", k, d=0.25)')
    assert "    rvs.set_joint" in console.field.code
    keys(console, "", ENTER, ENTER)
    joints = window.session.state.document.robots[0].robot.joints
    assert [joint.d for joint in joints[:3]] == [0.25] * 3
    assert window.session.undo_label == "for k in range(3):…"
    QTest.keyClick(window, Qt.Key.Key_Z, CONTROL)
    assert window.session.state.document.robots[0].robot is robot


def test_values_words_and_errors_are_shown(window, console):
    before = window.session.state.document
    keys(console, "robot.n", ENTER)
    keys(console, "print('two'); _ + 1", ENTER)
    assert shown(console, "value") == ["6", "7"]
    assert shown(console, "output") == ["two\n"]
    keys(console, f'rvs.set_joint("{PUMA}", 1, a=1.0); 1 / 0', ENTER)
    (error,) = shown(console, "error")
    assert "ZeroDivisionError" in error
    assert "rvs/" not in error.replace("\\", "/")
    assert window.session.state.document == before
    keys(console, f'rvs.set_joint("{PUMA}", 9, a=1.0)', ENTER)
    assert shown(console, "error")[-1].endswith(f"index: {PUMA} has joints 0 to 5")
    keys(console, "robot.name = 'mine'", ENTER)
    assert "never change" in shown(console, "error")[-1]
    keys(console, "rvs.pose([0.0])", ENTER)
    assert "missing a required argument: 'q'" in shown(console, "error")[-1]
    assert not any("value_class" in one or "cell.py" in one for one in shown(console, "error"))
    keys(console, "rvs.pose?", ENTER)
    assert "Set a robot's posture" in shown(console, "note")[-1]
    keys(console, "raise SystemExit", ENTER)
    assert window.isVisible()


def test_tab_completes_and_calls_say_how_they_are_made(console):
    keys(console, "rvs.set_jo")
    QTest.keyClick(console.field, TAB)
    assert console.field.code == "rvs.set_joint"
    QTest.keyClicks(console.field, "(")
    assert console._call.text().startswith("rvs.set_joint(robot_id, index, **changes)")
    assert console._call.isVisible()
    QTest.keyClicks(console.field, '"PU')
    QTest.keyClick(console.field, TAB)
    assert console.field.code == f'rvs.set_joint("{PUMA}'
    QTest.keyClick(console.field, ESCAPE)
    console.field.popup.hide()
    console.field.clear()
    QTest.keyClicks(console.field, "rvs.set_")
    QTest.keyClick(console.field, TAB)
    assert console.field.popup.isVisible()
    QTest.keyClick(console.field.popup, DOWN)
    QTest.keyClick(console.field.popup, ENTER)
    assert console.field.code == "rvs.set_collision"
    # a list that came by itself does not take Enter, which runs the line
    console.field.clear()
    QTest.keyClicks(console.field, "robot.n")
    assert console.field.popup.isVisible()
    QTest.keyClick(console.field, ENTER)
    assert shown(console, "value")[-1] == "6"


def test_what_was_typed_comes_back(console, make_window):
    for line in ("1 + 1", "2 + 2"):
        keys(console, line, ENTER)
    keys(console, "3 +", UP)
    assert console.field.code == "2 + 2"
    keys(console, "", UP)
    assert console.field.code == "1 + 1"
    keys(console, "", DOWN, DOWN)
    assert console.field.code == "3 +"
    later = make_window("puma560").panels["console"]
    QTest.keyClick(later.field, UP)
    assert later.field.code == "2 + 2"


def click_stop(console) -> None:
    """Press Stop as the system tells it to the whole window."""
    place = console.stop.mapTo(console.window(), console.stop.rect().center())
    top = console.window().windowHandle()
    QTest.mouseClick(top, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)


@pytest.fixture
def stops(console, monkeypatch):
    """Press Stop each time that RVS looks around, with what the fixture's list holds last."""
    look, hands = interrupt._look_around, [click_stop]

    def pressing(gate, ring) -> None:
        look(gate, lambda: (hands[-1](console), ring()))

    monkeypatch.setattr(interrupt, "_look_around", pressing)
    return hands


FOR_EVER = {
    "a loop": f'rvs.set_joint("{PUMA}", 1, a=1.0)\nwhile True:\n    pass',
    "a wait": f'import time\nrvs.set_joint("{PUMA}", 1, a=1.0)\ntime.sleep(100000)',
    "a loop that catches everything": (
        f'import time\nrvs.set_joint("{PUMA}", 1, a=1.0)\n'
        "while True:\n    try:\n        time.sleep(1000)\n    except BaseException:\n        pass"
    ),
    "a loop that catches everything twice": (
        "import time\nwhile True:\n"
        "    try:\n        try:\n            time.sleep(1000)\n"
        "        except BaseException:\n            pass\n"
        "    except BaseException:\n        pass"
    ),
    "functions that catch everything": (
        "import time\ndef one():\n    try:\n        time.sleep(1000)\n    except BaseException:\n"
        "        one_more = 1\ndef two():\n    try:\n        one()\n    except BaseException:\n"
        "        pass\nwhile True:\n    try:\n        two()\n    finally:\n        continue"
    ),
    "a wait for a thread": (
        f'import threading\nrvs.set_joint("{PUMA}", 1, a=1.0)\nthreading.Event().wait(100000)'
    ),
}


@pytest.mark.parametrize("code", FOR_EVER.values(), ids=FOR_EVER)
def test_what_runs_for_long_is_stopped(window, console, stops, code):
    before = window.session.state.document
    console.field.put(code)
    QTest.keyClick(console.field, ENTER, CONTROL)
    assert "Stopped" in shown(console, "note")[-1]
    assert not console.stop.isVisible()
    assert window.session.state.document == before
    keys(console, "1 + 1", ENTER)
    assert shown(console, "value") == ["2"]


@pytest.mark.parametrize("key", [(Qt.Key.Key_Escape,), (Qt.Key.Key_C, CONTROL)])
def test_keys_stop_what_runs(console, stops, key):
    stops.append(lambda console: QTest.keyClick(console.window().windowHandle(), *key))
    console.run("while True: pass")
    assert "Stopped" in shown(console, "note")[-1]


def test_after_one_press_lines_may_tidy_up_and_go_on(console, stops):
    presses = []

    def press_once(console) -> None:
        presses.append(len(presses))
        if presses == [0]:
            click_stop(console)

    stops.append(press_once)
    console.interpreter.names["presses"] = presses
    console.run(
        "import time\ntry:\n    time.sleep(1000)\nexcept BaseException:\n"
        "    while len(presses) < 4: pass\n'tidy'"
    )
    assert shown(console, "value") == ["'tidy'"]


def test_what_else_is_done_while_lines_run_is_dropped(window, console, stops):
    def wrongly(console) -> None:
        QTest.keyClick(console.window().windowHandle(), Qt.Key.Key_X)
        window.close()
        assert window.isVisible()
        click_stop(console)

    stops.append(wrongly)
    console.run("while True: pass")
    assert "Stopped" in shown(console, "note")[-1]
    assert window.isVisible()
    assert not console.field.code


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("while True: pass", "Stopped. The value is not shown."),
        ("import time; time.sleep(100000)", "Stopped. The value is not shown."),
        ("raise SystemExit", "This does not close the window"),
        ("raise KeyboardInterrupt", "Stopped."),
    ],
)
@pytest.mark.parametrize("method", ["__repr__", "_repr_svg_", "_repr_png_"])
def test_a_value_that_never_shows_itself_is_stopped(window, console, stops, method, body, said):
    console.field.put(f"class Shy:\n    def {method}(self):\n        {body}\nshy = Shy()\nshy")
    QTest.keyClick(console.field, ENTER, CONTROL)
    assert said in console.transcript.pieces[-1].text
    assert not console.stop.isVisible()
    keys(console, "1 + 1", ENTER)
    assert shown(console, "value")[-1] == "2"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("-" * 100_000 + "1", "nested too deeply"),
        ("(" * 100_000, ""),
        ("1+" * 30_000 + "1", ""),
        ("x = '" + "y" * 1_000_001 + "'", "characters; the limit is 1,000,000"),
        ("raise KeyboardInterrupt", "Stopped"),
        ("import sys; sys.setrecursionlimit(10**6)\ndef f(): f()\nf()", "RecursionError"),
        ("import sys; sys.setrecursionlimit(60)\ndef f(): f()\nf()", "RecursionError"),
        ("robot.q = [0.0] * 6", "rvs.pose moves a robot"),
        ("view.mode = 'body'", "rvs.look change"),
    ],
    ids=range(9),
)
def test_lines_that_can_not_be_run_are_an_error_and_no_more(window, console, code, said):
    limit = sys.getrecursionlimit()
    console.run(code)
    assert sys.getrecursionlimit() == limit
    assert said in console.transcript.pieces[-1].text
    assert console.transcript.pieces[-1].sort in ("error", "note", "value")
    assert len(console.transcript.pieces[-1].text) < 30_000
    assert not console.stop.isVisible()
    keys(console, "2 + 2", ENTER)
    assert shown(console, "value")[-1] == "4"


def test_only_the_first_letters_of_a_long_line_have_colours():
    assert len(list(tokens("1 " * 50_000))) == MOST_COLORED // 2
    assert completions("rvs.set_joint(" + "1," * 50_000, {"rvs": rvs}).words == ()


def test_the_text_is_arranged_once_for_all_that_comes_together(qapp, qtbot):
    transcript = Transcript(Theme(Settings(Preferences())))
    qtbot.addWidget(transcript)
    changes = []
    transcript.document().contentsChanged.connect(lambda: changes.append(len(changes)))
    transcript.add(Said("typed", "1 + " * 50 + "1\n2"), Said("value", "51\n2"))
    assert len(changes) == 1
    assert transcript.toPlainText().splitlines()[1:] == ["... 2", "51", "2"]


def test_own_names_have_help_of_their_own(console):
    for name, said in (("q", "rvs.pose"), ("robot", "rvs.set_joint"), ("view", "rvs.look")):
        keys(console, f"{name}?", ENTER)
        assert said in shown(console, "note")[-1]
    keys(console, "q = [1, 2]", ENTER)
    keys(console, "q?", ENTER)
    assert shown(console, "note")[-1] == "a list"


def test_pictures_are_shown(console):
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40">'
    svg = f'{head}<rect width="9" height="9"/></svg>'
    code = f"class Shown:\n    def _repr_svg_(self):\n        return '{svg}'\nShown()"
    console.field.put(code)
    QTest.keyClick(console.field, ENTER, CONTROL)
    (piece,) = [one for one in console.transcript.pieces if one.picture is not None]
    assert piece.picture.pixelColor(2, 2).lightness() < 40
    assert piece.picture.pixelColor(60, 30).lightness() > 200


def test_the_window_is_echoed_in_quieter_lines(window, console, qtbot, drag):
    field = window.joints.rows[1].field
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "60")
    QTest.keyClick(field, ENTER)
    window.session.edit("Add table", lambda now: add_thing(now, Thing("bench", "table")))
    window.session.undo()
    qtbot.waitUntil(lambda: "rvs.undo()" in shown(console, "echo"))
    echoed = shown(console, "echo")
    assert echoed[-2] == 'rvs.add_thing(rvs.Thing("bench", "table"))'
    assert any(line.startswith(f'rvs.pose(\n    "{PUMA}"') for line in echoed)
    view = window.viewport
    entries = len(window.desk.echo.recorder.entries)
    middle = view.width() / 2, view.height() / 2
    right = Qt.MouseButton.RightButton
    drag(view, middle, *((middle[0] + 5 * k, middle[1]) for k in range(1, 20)), button=right)
    qtbot.waitUntil(lambda: shown(console, "echo")[-1].startswith("rvs.look("))
    assert len(window.desk.echo.recorder.entries) == entries + 1


def test_views_and_selection_can_be_left_out(window, console):
    switch = next(one for one in console._menu.actions() if "views" in one.text())
    switch.setChecked(False)
    window.session.look(frames=False)
    window.session.select((PUMA, "link", 2))
    window.session.pose(PUMA, [0.1] * 6)
    settled(window)
    assert shown(console, "echo")[-1].startswith("rvs.pose(")
    assert not any("rvs.look(frames" in one for one in shown(console, "echo"))
    window.actions_["copy_script"].trigger()
    assert "frames=False" not in QGuiApplication.clipboard().text()
    switch.setChecked(True)
    window.session.look(frames=True)
    settled(window)
    assert shown(console, "echo")[-1] == "rvs.look(frames=True)"


def test_a_view_that_only_makes_room_is_no_line(window, console, qtbot):
    entries = window.desk.echo.recorder.entries
    camera = window.session.state.view.camera
    window.framing._look(window.viewport, replace(camera, distance=2 * camera.distance))
    qtbot.waitUntil(lambda: entries[-1].quiet, timeout=20_000)
    assert not any("Camera" in one for one in shown(console, "echo"))


def test_what_was_done_is_copied_as_a_script_that_gives_the_same_cell(window, console, tmp_path):
    session = window.session
    keys(console, f'rvs.set_joint("{PUMA}", 2, a=0.5)', ENTER)
    session.edit("Add table", lambda now: add_thing(now, Thing("bench", "table")))
    session.pose(PUMA, [0.1] * 6)
    window.actions_["copy_script"].trigger()
    script = QGuiApplication.clipboard().text()
    said = f"Copied a script of {len(script.splitlines())} lines"
    assert window.statusBar().currentMessage() == said
    with working_on(Cell()):
        exec(script, {"rvs": rvs})
        after = rvs.current().state
    assert same(after.document, session.state.document)
    assert same(after.postures, session.state.postures)
    # a part of it: the lines that are selected
    settled(window)
    cursor = console.transcript.textCursor()
    place = console.transcript.toPlainText().index("rvs.add_thing")
    cursor.setPosition(place)
    cursor.setPosition(place + 5, cursor.MoveMode.KeepAnchor)
    console.transcript.setTextCursor(cursor)
    console._copy_chosen(console.transcript.chosen_entries())
    part = QGuiApplication.clipboard().text()
    assert part.splitlines()[-1] == 'rvs.add_thing(rvs.Thing("bench", "table"))'


def test_opening_and_saving_are_lines_and_open_in_the_window(window, console, tmp_path):
    path = tmp_path / "mine.rvs"
    assert window.desk.cell_file.save(path)
    settled(window)
    assert shown(console, "echo")[-1] == f'rvs.save("{path}")'
    window.session.edit("Add table", lambda now: add_thing(now, Thing("bench", "table")))
    keys(console, f'rvs.open("{path}")', ENTER)
    assert "not saved" in shown(console, "error")[-1]
    window.session.undo()
    keys(console, f'rvs.open("{path}")', ENTER)
    assert window.desk.cell_file.path == path
    assert not window.session.history
    assert not window.session.state.document.things
    assert window.desk.cell_file.open(path)
    settled(window)
    assert shown(console, "echo")[-1] == f'rvs.open("{path}")'


def test_a_cell_that_is_opened_is_neither_saved_nor_loaded_twice(
    make_window, tmp_path, project_root
):
    path = tmp_path / "mine.rvs"
    path.write_bytes((project_root / "work_env" / "two-pumas.rvs").read_bytes())
    window = make_window("puma560")
    assert window.desk.cell_file.open(path)
    cell_trajectories.load_first(window.desk)
    settled(window)
    script = window.desk.echo.recorder.script()
    # one line when the track of each robot came, the second with both
    assert script.count("rvs.load_motion(") == 2
    assert script.count("beside=True") == 1
    assert "rvs.save(" not in script
    assert script.splitlines()[2] == f'rvs.open("{path}")'
    with working_on(Cell()):
        exec(script, {"rvs": rvs})
        assert rvs.current().state.motion is not None


def test_it_wears_the_theme(window, console):
    keys(console, "robot.n  # joints", ENTER)
    text = console.transcript.toPlainText()
    window.actions_["theme_dark"].trigger()
    assert console.transcript.toPlainText() == text
    window.actions_["theme_light"].trigger()


def test_another_thread_is_refused_and_what_it_prints_waits(console, window, qtbot):
    before = window.session.state
    keys(console, "from concurrent.futures import ThreadPoolExecutor as Pool", ENTER)
    keys(console, "Pool().submit(print, 'from beside', flush=True).result()", ENTER)
    assert "from beside" in "".join(shown(console, "output"))
    keys(console, "Pool().submit(cell.pose, 'puma560', [0] * 6).result()", ENTER)
    assert window.session.state.postures is before.postures
    assert "can't be changed from another thread" in shown(console, "error")[-1]


@pytest.mark.parametrize(
    ("before", "typed"),
    [
        ("2 * sys . maxs", "maxs"),
        ("(sys.maxs", "maxs"),
        ("sys.maxs\n", ""),
        ('print("sys", sys.maxs', "maxs"),
        ("# don't\nsys.maxs", "maxs"),
    ],
)
def test_a_chain_is_read_back_from_the_cursor(before, typed):
    found = completions(before, {"sys": sys})
    assert found.typed == typed
    assert "maxsize" in found.words or not typed


def test_names_in_texts_are_completed_in_any_case(console):
    keys(console, "rvs.pose('pu")
    QTest.keyClick(console.field, TAB)
    assert console.field.code == f"rvs.pose('{PUMA}"


def test_a_line_that_asks_is_refused_with_its_cure(console):
    keys(console, "n = input('how many? ')", ENTER)
    assert "there is no keyboard input while lines run" in shown(console, "error")[-1]
    assert "closed file" not in shown(console, "error")[-1]


@pytest.mark.gl
def test_the_window_is_not_painted_while_a_script_draws(console, monkeypatch, tmp_path):
    painted = HiddenContext()

    def paint(*_: object) -> None:
        looks.append(time.perf_counter())
        with painted:
            pass

    looks: list[float] = []
    place = (tmp_path / "alone.png").as_posix()
    draw = f"rvs.render(size=(160, 120)).save('{place}'.replace('alone', name))"
    console.run(f"for name in ['alone']:\n    {draw}\n")
    monkeypatch.setattr(interrupt, "FIRST_S", 0.002)
    monkeypatch.setattr(interrupt, "EVERY_S", 0.002)
    monkeypatch.setattr(interrupt, "_look_around", paint)
    console.run(f"for name in 'abcd':\n    {draw}\n    for _ in range(500_000): pass\n")
    assert looks
    first, *others = (np.asarray(Image.open(one)) for one in sorted(tmp_path.glob("*.png")))
    assert len(others) == 4
    assert all(np.array_equal(one, first) for one in others)
    painted.release()
