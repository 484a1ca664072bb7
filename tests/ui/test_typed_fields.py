"""Half-typed is not typed: a text in red leaves what was there before, in every field."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from rvs.ui.commands import robots as robot_commands
from rvs.ui.commands import things as thing_commands
from rvs.ui.saving import unsaved
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.fields.typed_field import RED, TypedField, discard

from .hands import type_into

pytestmark = pytest.mark.ui


def numbers(window) -> list[NumberField]:
    found = [field for dock in window.panels.values() for field in dock.findChildren(NumberField)]
    return [one for one in found if one.isEnabled() and one.accessibleName()]


def cell(window) -> tuple[object, object]:
    state = window.session.state
    return state.document, dict(state.postures)


@pytest.mark.whole
def test_no_field_of_any_panel_takes_the_beginning_of_a_text(window) -> None:
    window.things.show()
    thing_commands.add(window.desk, "table")
    window.session.settle()
    before, steps = cell(window), list(window.session.history)
    fields = numbers(window)
    assert len(fields) > 50
    for field in fields:
        if not field.isEnabled():
            continue
        held = field.number
        type_into(field, "27O")
        assert field.state == "invalid", field.accessibleName()
        assert field.number == held, field.accessibleName()
        assert cell(window) == before, field.accessibleName()
        assert "did you mean 270" in field.toolTip()
        assert window.desk.refused.all[-1].words.count(f'{field.accessibleName()}: "27O"') == 1
        assert list(window.session.history) == steps
        window.desk.refused.undo()
        assert field.state != "invalid", field.accessibleName()
        assert list(window.session.history) == steps
    assert not window.desk.refused.all
    assert window.desk.gizmos.things.steps[0] != 27.0


def test_a_field_typed_live_shows_what_it_means_until_it_means_nothing(window) -> None:
    window.things.show()
    thing_commands.add(window.desk, "table")
    field = window.things.form.place.fields[0]
    before, steps = window.session.state.document, len(window.session.history)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "27")
    assert window.session.state.document is not before
    QTest.keyClicks(field, "O")
    assert window.session.state.document is before
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.number == pytest.approx(27.0 * window.desk.units[0].factor)
    assert len(window.session.history) == steps + 1
    window.desk.refused.undo()
    assert window.session.state.document is before


def test_a_size_that_cannot_be_takes_back_the_one_before_it(window) -> None:
    window.things.show()
    thing_commands.add(window.desk, "table")
    name, field = next(iter(window.things.form.sizes.items()))
    before = window.session.state.document
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "1")
    assert window.session.state.document is not before
    QTest.keyClicks(field, "e5")
    assert field.state == "invalid", name
    assert window.session.state.document is before


def test_a_save_takes_the_field_that_is_being_typed_into(window, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(unsaved.file_dialogs, "save_file", lambda *_: tmp_path / "a.rvs")
    field = window.robots.fields["X"]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "0.5")
    assert unsaved.save_cell(window.desk)
    assert window.session.state.document.robots[0].place[0][3] == 0.5
    assert not window.session.dirty


def test_a_save_names_the_fields_in_red(window, tmp_path) -> None:
    type_into(window.robots.fields["Y"], "1O")
    placed = window.session.state.document.robots[0]
    robot_commands.write(window.desk, placed, tmp_path / "red.arch")
    said = window.desk.messages.messages[-1]
    assert 'Robots, Y of the base: "1O": 1O is not a number; did you mean 10?' in said.text
    assert said.text.endswith("0.0000 m counts")
    type_into(window.robots.fields["Y"], "0.1")
    assert said not in window.desk.messages.messages
    assert not RED.all


def test_a_red_field_that_is_gone_is_red_no_more(window) -> None:
    field = TypedField(window.robots)
    field.mark("invalid", "no")
    assert [one.text for one in window.desk.refused.all] == [""]
    form = QWidget(window.robots)
    field.setParent(form)
    discard(form)
    assert not window.desk.refused.all
