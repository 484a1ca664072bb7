"""Every control of the window and its dialogs has a name for those who hear it."""

import pytest
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QTabBar, QWidget

from .hands import settle
from .test_choose_chain import described
from .test_sizes import DIALOGS

pytestmark = [pytest.mark.ui, pytest.mark.whole]

ROLE = QAccessible.Role
# What is used, besides all that takes the keyboard.
CONTROLS = {
    *(ROLE.Button, ROLE.ButtonMenu, ROLE.CheckBox, ROLE.RadioButton, ROLE.ComboBox),
    *(ROLE.EditableText, ROLE.SpinBox, ROLE.Slider, ROLE.PageTabList, ROLE.Tree, ROLE.Table),
}
# Their rows are data, and are read from it.
HOLD_DATA = {ROLE.Table, ROLE.Tree, ROLE.List}


def unnamed(widget: QWidget) -> list[str]:
    """Return the controls of a window that have no name, each with what it is in."""
    return list(_unnamed(QAccessible.queryAccessibleInterface(widget), ()))


def _unnamed(one: QAccessibleInterface, above: tuple[str, ...]):
    name = one.text(QAccessible.Text.Name) or one.text(QAccessible.Text.Description)
    if isinstance(one.object(), QTabBar) and not one.object().count():
        return  # Qt keeps it for later
    here = (*above, f"{type(one.object()).__name__} {name}")
    if (one.role() in CONTROLS or one.state().focusable) and not name.strip():
        yield " > ".join(here[-4:])
    if one.role() not in HOLD_DATA:
        for k in range(one.childCount()):
            inside = one.child(k)
            if inside is not None and inside.isValid():
                yield from _unnamed(inside, here)


def test_every_control_of_the_window_has_a_name(make_window) -> None:
    window = make_window("pick-and-place")
    assert len(window.panels) > 20
    settle()
    assert unnamed(window) == []


def test_every_control_of_the_dialogs_has_a_name(make_window, tmp_path) -> None:
    window = make_window("puma560")
    file = tmp_path / "twin.urdf"
    file.write_text(described({"left": 4, "right": 6}), encoding="utf-8")
    nameless = {}
    for kind, make in DIALOGS.items():
        dialog = make(window.desk, file)
        dialog.show()
        settle()
        nameless[kind.__name__] = unnamed(dialog)
        dialog.close()
        dialog.deleteLater()
        settle()
    assert {kind: found for kind, found in nameless.items() if found} == {}
