"""Run script: asked first, run beside the window, one step, and nothing where it fails."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel

from rvs.ui.dialogs.run_script import RunScript

from .hands import click, type_into

pytestmark = pytest.mark.ui


@pytest.fixture
def asked(window, tmp_path, monkeypatch):
    """Choose a script by the menu, and return the dialog that asks."""

    def ask(text: str) -> RunScript:
        path = tmp_path / "work.py"
        path.write_text(text, encoding="utf-8")
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
        window.actions_["run_script"].trigger()
        return window.findChildren(RunScript)[-1]

    return ask


def run(dialog, qtbot) -> None:
    click(dialog.button)
    qtbot.waitUntil(lambda: not dialog.busy, timeout=20000)


def test_a_script_is_one_step_that_undo_takes_back(window, asked, qtbot):
    before = window.session.state
    robot = before.document.robots[0].id
    dialog = asked(
        "import rvs, sys\n"
        "rvs.add_thing(rvs.Thing('table', 'table'))\n"
        f"rvs.pose({robot!r}, [0.1] * rvs.current().robots[0].robot.n)\n"
        "rvs.look(frames=False)\n"
        "print('added', sys.argv[1])\n"
    )
    assert window.session.state is before
    assert any("can do anything" in one.text() for one in dialog.findChildren(QLabel))
    type_into(dialog.arguments, '"one table"')
    run(dialog, qtbot)
    assert dialog.output.toPlainText() == "added one table\n"
    assert dialog.notice.text == "Done"
    now = window.session.state
    assert [one.id for one in now.document.things] == ["table"]
    assert now.postures[robot][0] == 0.1
    assert not now.view.frames
    assert window.session.undo_label == "Run work.py"
    window.actions_["undo"].trigger()
    assert window.session.state.document == before.document
    assert window.session.state.postures == before.postures
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_a_failure_leaves_all_as_it_was_and_is_told_in_full(window, asked, qtbot):
    before = window.session.state
    dialog = asked("import rvs\nrvs.look(mode='body')\nrvs.add_thing(rvs.Thing('t', 'tabel'))\n")
    run(dialog, qtbot)
    assert window.session.state is before
    assert "line 3" in dialog.output.toPlainText()
    assert "rvs.add_thing(rvs.Thing('t', 'tabel'))" in dialog.output.toPlainText()
    assert dialog.notice.text == "It failed; the cell is unchanged"
    (said,) = window.desk.messages.messages
    assert said.place.endswith("work.py:3:1")
    assert dialog.button.text() == "Run again"
    dialog.reject()


def test_a_script_that_never_ends_is_stopped(window, asked, qtbot):
    before = window.session.state
    dialog = asked(
        "import rvs\nrvs.add_thing(rvs.Thing('table', 'table'))\n"
        "print('begun')\nwhile True:\n    try:\n        pass\n    except Exception:\n        pass\n"
    )
    click(dialog.button)
    qtbot.waitUntil(lambda: "begun" in dialog.output.toPlainText(), timeout=20000)
    assert dialog.cancel.text() == "Stop"
    click(dialog.cancel)
    qtbot.waitUntil(lambda: not dialog.busy, timeout=20000)
    assert dialog.notice.text == "Stopped; the cell is unchanged"
    assert window.session.state is before
    dialog.reject()


def test_nothing_runs_before_the_user_says_so(window, asked, tmp_path):
    dialog = asked(f"open({str(tmp_path / 'made.txt')!r}, 'w').close()\n")
    dialog.reject()
    assert not (tmp_path / "made.txt").exists()


@pytest.mark.gl
def test_pictures_are_drawn_for_a_script_and_windows_are_refused(window, asked, qtbot, tmp_path):
    dialog = asked(
        "import rvs\n"
        f"rvs.render(size=(64, 48)).save({str(tmp_path / 'a.png')!r})\n"
        "try:\n    rvs.show('planar-2r')\nexcept rvs.RvsError as error:\n    print(error)\n"
    )
    run(dialog, qtbot)
    assert (tmp_path / "a.png").stat().st_size > 100
    assert "rvs run" in dialog.output.toPlainText()
    dialog.reject()


def test_what_a_script_has_saved_is_saved(window, asked, qtbot, tmp_path):
    path = tmp_path / "cell.rvs"
    dialog = asked(
        f"import rvs\nrvs.add_thing(rvs.Thing('table', 'table'))\nrvs.save({str(path)!r})\n"
    )
    run(dialog, qtbot)
    assert window.desk.cell_file.path == path
    assert not window.session.dirty
