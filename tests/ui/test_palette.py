"""The palette, by keys alone."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from rvs.ui.help.window import HelpWindow
from rvs.ui.palette import popup
from rvs.ui.palette.finds import ABSENCES, ASKS, asked_words, gather, plain
from rvs.ui.palette.popup import NOTHING

pytestmark = pytest.mark.ui

CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def opened(window):
    window.viewport.setFocus()
    QTest.keyClick(window, Qt.Key.Key_P, CTRL_SHIFT)
    assert window.palette_.isVisible()
    return window.palette_


@pytest.fixture
def palette(window):
    return opened(window)


def titles(palette) -> list[str]:
    rows = range(palette.rows.rowCount())
    return [palette.rows.find(palette.rows.index(row)).title for row in rows]


def press(palette, key: Qt.Key) -> None:
    QTest.keyClick(palette.field, key)


def look_for(palette, text: str) -> None:
    palette.field.clear()
    QTest.keyClicks(palette.field, text)


def paste(palette, text: str) -> None:
    """Look for a text that comes at once; letter by letter it is looked for as often."""
    palette.field.clear()
    palette.field.insert(text)


def test_what_is_found_is_run_or_opened_and_comes_first_the_next_time(palette, window) -> None:
    look_for(palette, "paral")
    assert titles(palette)[0] == "Parallel projection"
    press(palette, Qt.Key.Key_Return)
    assert window.session.state.view.camera.parallel
    assert not palette.isVisible()
    assert window.viewport.hasFocus()
    assert popup.recent()[0] == "action parallel"
    assert titles(opened(window))[0] == "Parallel projection"
    look_for(palette, "puma560-place")
    press(palette, Qt.Key.Key_Return)
    assert window.trajectory.playback.loaded is not None
    look_for(opened(window), "stanford")
    press(palette, Qt.Key.Key_Return)
    assert window.session.state.document.robots[0].id == "Stanford arm"
    names = {find.title for find in gather(window.desk, window.actions_)}
    assert "stanford-helix" in names
    assert "puma560-place" not in names


def test_panels_pages_and_reasons_are_told(palette, window) -> None:
    look_for(palette, "tool pose")
    kinds = [palette.rows.find(palette.rows.index(row)).group for row in range(3)]
    assert kinds[0] == "Panel"
    assert "Help" in kinds
    finds = gather(window.desk, window.actions_)
    ids = [find.id for find in finds]
    assert len(set(ids)) == len(ids)
    aside = {find.id: find.aside for find in finds}
    assert aside["action theme_dark"].startswith("View ▸ Theme")
    look_for(palette, "unload traj")
    find = palette.rows.find(palette.list.currentIndex())
    assert find.why == "no trajectory is loaded"
    press(palette, Qt.Key.Key_Return)
    assert palette.isVisible()
    assert find.why in palette.note.text()
    look_for(palette, "qqqqqq")
    assert palette.rows.rowCount() == 0
    assert palette.note.text() == NOTHING
    press(palette, Qt.Key.Key_Return)
    assert palette.isVisible()


def test_keys_choose_and_close_it_and_so_does_a_click_elsewhere(palette, window, qtbot) -> None:
    press(palette, Qt.Key.Key_Up)
    assert palette.list.currentIndex().row() == palette.rows.rowCount() - 1
    press(palette, Qt.Key.Key_Down)
    assert palette.list.currentIndex().row() == 0
    press(palette, Qt.Key.Key_PageDown)
    assert palette.list.currentIndex().row() > 5
    press(palette, Qt.Key.Key_Escape)
    assert not palette.isVisible()
    assert window.viewport.hasFocus()
    QTest.keyClick(opened(window).field, Qt.Key.Key_P, CTRL_SHIFT)
    assert not palette.isVisible()
    opened(window)
    for size in ((1280, 800), (900, 620)):
        window.resize(*size)
        qtbot.waitUntil(lambda: palette.geometry().right() < window.width())
        assert window.rect().contains(palette.geometry())
        assert abs(palette.geometry().center().x() - window.rect().center().x()) <= 1
    window.library.search.setFocus(Qt.FocusReason.MouseFocusReason)
    assert not palette.isVisible()
    assert window.library.search.hasFocus()


def test_a_damaged_memory_does_not_matter(own_home) -> None:
    (own_home / "palette.ini").write_bytes(b"[General]\nrecent=@Variant(\\0\\0)\n\xff")
    assert popup.recent() == ()


def test_texts_are_shown_without_their_marks() -> None:
    assert plain("&File") == "File"
    assert plain("Save && close…") == "Save & close"


SOUGHT = {
    "video": "Export film",
    "tcp": "End-effector and payload",
    "condition": "Dexterity",
    "singular": "Direction lost at a singularity",
    "units": "Degrees",
    "millimetres": "mm",
    "speed limit": "Edit table",
    "stl": "Add mesh file",
    "zoom": "Fit",
    "paste": "Edit table",
    "screenshot": "Save picture",
    "orthographic": "Parallel projection",
    "forward kinematics": "Joints",
    "torque": "Show joint torques",
    "gravity": "Edit table",
    "mass": "Compute masses from body",
    "inertia": "Compute masses from body",
    "motor": "Choice of drives",
    "gear friction": "Edit table",
    "controller": "Simulate",
    "pid": "Simulate",
    "import sdf": "Open",
    "import urdf": "Open",
    "import": "Open",
    "condition number": "Dexterity",
    "inverse dynamics": "Drives",
    "pick and place": "pick-and-place",
    "step file": "RVS does not read IGES or Parasolid files; it reads STEP",
    "script": "Run script",
    "repl": "Console",
    "language": "English",
    "preferences": "RVS has no preferences window",
    "dark mode": "Dark",
    "stiffness": "Stiffness",
    "torque limit": "Drives",
    "cycle time": "Program",
    "rename link": "In RVS, links have numbers, not names",
    "gear ratio": "Edit table",
    "export step": "RVS does not write IGES or DXF; it writes STEP, GLB, STL and 3MF",
    "letter d": "d, as in Craig, Siciliano, Spong, Corke",
    "bill of materials": "RVS does not write bills of materials",
    "backlash": "Accuracy and repeatability",
    "tolerance": "Accuracy and repeatability",
    "motors": "Choice of drives",
    "duplicate the robot": "Duplicate robot",
    "measure a distance": "Measure",
    "payload": "Payload diagram",
    "gear": "Choice of drives",
    "deflection": "Stiffness",
    "calibration": "Calibration",
    "repeatability": "Accuracy and repeatability",
    "sweep": "Sweep of designs",
    "pareto": "Sweep of designs",
    "sensitivity": "Sweep of designs",
    "base placement": "Base placement",
    "data sheet": "Data sheet",
    "variants": "Variants",
    "parameters": "Parameters",
}


LEADS = {
    "motor": "Edit table",
    "sweep": "Sweep of designs",
    "stl": "Export model",
    "print": "Export figure",
    "base": "Base and tool",
    "gear ratio": "Edit table",
    "gearbox": "Edit table",
    "reducer": "Edit table",
    "theta": "Edit table",
    "link length": "Edit table",
    "center of mass": "Centres of mass",
    "rename robot": "Robots",
    "rename link": "In RVS, links have numbers, not names",
    "rename joint": "In RVS, links have numbers, not names",
    "copy robot": "Duplicate robot",
    "dark mode": "Dark",
    "mode dark": "Dark",
    "mirror": "Edit full model",
    "mirror part": "Edit full model",
    "millimeter": "mm",
    "export step": "RVS does not write IGES or DXF; it writes STEP, GLB, STL and 3MF",
    "stiffness": "Stiffness",
    "bill of materials": "RVS does not write bills of materials",
    "backlash": "Accuracy and repeatability",
    "cycle time": "Trajectory",
    "torque limit": "Edit table",
    "license": "About RVS",
    "joint type": "Edit table",
    "convert convention": "Edit table",
    "wireframe": "Skeleton",
    "trace": "Tool path",
    "counterbalance": "RVS has no springs or weights that balance the arm",
    "exploded view": "RVS does not draw exploded views",
    "variants": "Variants",
}


@pytest.mark.whole
def test_what_does_it_comes_before_what_tells_of_it(palette) -> None:
    for query, title in LEADS.items():
        paste(palette, query)
        assert titles(palette)[0] == title, (query, titles(palette)[:5])


def test_what_people_call_it_finds_it(palette) -> None:
    for query, title in SOUGHT.items():
        paste(palette, query)
        assert title in titles(palette)[:3], (query, titles(palette)[:5])
    look_for(palette, "condition number")
    assert titles(palette)[0] == "Dexterity"
    look_for(palette, "pick and place")
    assert titles(palette)[0] == "pick-and-place"
    look_for(palette, "import urdf")
    assert "Open a robot" in titles(palette)
    look_for(palette, "workspace")
    assert "workspace" in titles(palette)[0].casefold()
    look_for(palette, "xyzzyq")
    assert titles(palette) == []
    assert palette.note.text() == NOTHING


def test_what_rvs_does_not_do_leads_to_what_comes_nearest(palette, window) -> None:
    from rvs.ui.help import links
    from rvs.ui.help.pages import library

    for absence in ABSENCES:
        target = links.parse(absence.link)
        if target is None:
            page, _, anchor = absence.link.partition("#")
            sections = library().page(page).sections
            assert not anchor or anchor in [section.anchor for section in sections], absence
        elif target.kind == "action":
            assert target.name in window.actions_.by_id, absence
        else:
            assert window.desk.dock(target.name) is not None, absence
    look_for(palette, "preferences")
    press(palette, Qt.Key.Key_Return)
    assert window.findChild(HelpWindow).view.page.name == "guide/first-steps.md"


def test_what_asks_a_question_is_found_by_its_fields(palette, window) -> None:
    also = {find.id: find.also.split() for find in gather(window.desk, window.actions_)}
    for name in ASKS:
        found = also.get(f"action {name}") or also.get(f"panel {name}")
        assert found is not None, name
        assert set(asked_words(name).split()) <= set(found)
    for words, title in (
        ("springs", "Simulate"),
        ("loop fps", "Export film"),
        ("author", "Report"),
    ):
        look_for(palette, words)
        assert titles(palette)[0] == title
