"""A template with arguments, opened in the window: they are asked for once, with their defaults."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest

from rvs.model.current import current_robot
from rvs.ui.commands import files
from rvs.ui.saving import opening
from tests.ui.hands import click, in_dialogs

pytest.importorskip("xacro")
pytestmark = pytest.mark.ui
ARM = """<robot name="$(arg name)" xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:arg name="name" default="arm"/><xacro:arg name="reach" default="0.5"/>
<xacro:arg name="kind" default="one"/>
<xacro:if value="${'$(arg kind)' == 'two'}"><material name="$(arg more)"/>
</xacro:if>
<link name="base"/><link name="hand"/>
<joint name="j" type="continuous"><parent link="base"/><child link="hand"/>
<origin xyz="0 0 $(arg reach)"/><axis xyz="0 1 0"/></joint></robot>"""


@pytest.fixture
def arm(tmp_path):
    path = tmp_path / "arm.xacro"
    path.write_text(ARM, encoding="utf-8")
    return path


def typed(field, text: str) -> None:
    field.selectAll()
    QTest.keyClicks(field, text)


def test_arguments_are_asked_for_with_their_defaults_and_kept(window, arm) -> None:
    seen = {}

    def answer(dialog) -> None:
        seen.update({name: field.text() for name, field in dialog.fields.items()})
        typed(dialog.fields["reach"], "0.75")
        click(dialog.button)

    in_dialogs(answer)
    assert opening.open_all(window.desk, [str(arm)])
    assert seen == {"name": "arm", "reach": "0.5", "kind": "one"}
    placed = current_robot(window.session.state)
    assert dict(placed.imported.choices.args) == {"name": "arm", "reach": "0.75"}
    before = placed.robot
    arm.write_text(ARM.replace('xyz="0 0 $', 'xyz="0.1 0 $'), encoding="utf-8")
    # no question: it is read as it was chosen
    files.reload(window.desk)
    placed = current_robot(window.session.state)
    assert placed.robot != before
    assert dict(placed.imported.choices.args) == {"name": "arm", "reach": "0.75"}


def test_what_is_wrong_is_said_beside_the_fields_and_new_arguments_are_asked(window, arm) -> None:
    said: list[str] = []

    def answer(dialog) -> None:
        typed(dialog.fields["reach"], "far")
        click(dialog.button)
        said.append(dialog.notice.text)
        typed(dialog.fields["reach"], "0.25")
        typed(dialog.fields["kind"], "two")
        click(dialog.button)
        said.append(dialog.notice.text)
        typed(dialog.fields["more"], "1")
        click(dialog.button)

    in_dialogs(answer)
    assert opening.open_all(window.desk, [str(arm)])
    assert "expected 3 finite numbers" in said[0]
    assert "'more'" in said[1]
    assert dict(current_robot(window.session.state).imported.choices.args)["more"] == "1"


def test_nothing_is_opened_without_an_answer(window, arm) -> None:
    before = window.session.state.document
    in_dialogs(lambda dialog: click(dialog.cancel))
    assert not opening.open_all(window.desk, [str(arm)])
    assert window.session.state.document is before


def test_at_a_start_a_template_that_lacks_arguments_is_asked_for_later(
    make_window, qtbot, arm
) -> None:

    def answer(dialog) -> None:
        above = dialog.parent()
        click(dialog.button)
        # A virtual screen has no manager that makes the window active again.
        above.activateWindow()

    in_dialogs(answer)
    window = make_window(str(arm))
    qtbot.waitUntil(lambda: current_robot(window.session.state).imported is not None)
    assert not window.messages.messages
