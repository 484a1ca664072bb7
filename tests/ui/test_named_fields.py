"""Whatever takes input can be heard and pointed at: a name for it, and words that explain it."""

import pytest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QDockWidget,
    QLabel,
    QLineEdit,
    QScrollBar,
    QWidget,
)

from rvs.ui.actions.table import TABLE
from rvs.ui.commands import tool_edits
from rvs.ui.widgets.fields.number_field import NumberField

pytestmark = pytest.mark.ui

KINDS = (QAbstractButton, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit)
# Parts that Qt makes inside of others, which speak for them.
OF_QT = (
    "qt_spinbox_lineedit",
    "qt_toolbar_ext_button",
    "qt_dockwidget_closebutton",
    "qt_dockwidget_floatbutton",
)


def fields(window) -> list[QWidget]:
    found = [
        widget for dock in window.findChildren(QDockWidget) for widget in dock.findChildren(QWidget)
    ]
    return [w for w in found if isinstance(w, KINDS) and not (made_by_qt(w) or spare(w))]


def made_by_qt(widget: QWidget) -> bool:
    """Scroll bars, the buttons in a field, the field of a box, the corner of a table."""
    inner = isinstance(widget.parent(), QLineEdit | QComboBox | QAbstractSpinBox)
    plain = type(widget) is QAbstractButton
    return isinstance(widget, QScrollBar) or inner or plain or widget.objectName() in OF_QT


def spare(widget: QWidget) -> bool:
    """Fields that panels keep for robots and orientations that need more of them."""
    return isinstance(widget, NumberField) and widget.isHidden()


def place(widget: QWidget) -> str:
    path = []
    step: QWidget | None = widget
    while step is not None and not isinstance(step, QDockWidget):
        path.append(f"{type(step).__name__}#{step.objectName()}")
        step = step.parentWidget()
    text = widget.text() if isinstance(widget, QAbstractButton | QLineEdit) else ""
    name = step.objectName() if step else "?"
    return f"{name}: {' < '.join(path[:3])} {text!r} name={widget.accessibleName()!r}"


def spoken(widget: QWidget) -> str:
    """Return the text for a screen reader: the name, a button's words, the label of a field."""
    words = widget.text() if isinstance(widget, QAbstractButton) else ""
    return widget.accessibleName() or words or labelled(widget)


def labelled(widget: QWidget) -> str:
    labels = widget.window().findChildren(QLabel)
    return next((label.text() for label in labels if label.buddy() is widget), "")


def explained(widget: QWidget) -> bool:
    return bool(widget.toolTip() or labelled(widget)) or (
        isinstance(widget, QAbstractButton) and bool(widget.text())
    )


@pytest.fixture
def full_window(make_window):
    """A window in which every panel has something to show."""
    window = make_window("puma560")
    for dock in window.findChildren(QDockWidget):
        dock.show()
    window.actions_["gizmo"].trigger()
    placed = window.session.state.document.robots[0]
    tool_edits.choose_payload(window.session, placed, "box")
    return window


def test_every_field_of_every_panel_has_a_name_and_is_explained(full_window) -> None:
    found = fields(full_window)
    assert len(found) > 60
    silent = [place(widget) for widget in found if not spoken(widget)]
    assert not silent, "\n".join(silent)
    bare = [place(widget) for widget in found if not explained(widget)]
    assert not bare, "\n".join(bare)
    unitless = [
        place(widget)
        for widget in full_window.findChildren(NumberField)
        if not spare(widget)
        and widget._unit.symbol not in widget.text()
        and widget._unit.name not in widget.toolTip()
    ]
    assert not unitless, "\n".join(unitless)
    for entry in TABLE:
        action = full_window.actions_[entry.id]
        assert action.toolTip(), entry.id
        if entry.keys:
            assert action.toolTip().endswith(f"({action.shortcut().toString()})"), entry.id
