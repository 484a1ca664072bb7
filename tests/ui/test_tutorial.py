"""The tutorial as it stands on its page, done step by step with mouse and keys."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog

from rvs.model.things.edits import add_thing
from rvs.model.things.thing import Thing
from rvs.ui.help import spotlight
from rvs.ui.help.guide import GuidePanel, facts
from rvs.ui.help.pages import library
from rvs.ui.help.tutorial import PAGE, Do, NoSentence, Step, holds, parse, steps

from .hands import type_into

pytestmark = [pytest.mark.ui, pytest.mark.whole]

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


class Hands:
    """Does what a sentence of the tutorial says."""

    def __init__(self, window, qtbot) -> None:
        self.window, self.qtbot = window, qtbot

    def do(self, do: Do) -> None:
        getattr(self, do.verb)(do)
        QApplication.processEvents()

    def menu(self, do: Do) -> None:
        action = spotlight.menu_action(self.window, do.name)
        assert action is not None, do
        assert action.isEnabled(), do
        keys = action.shortcut()
        if keys.isEmpty():
            action.trigger()
        else:
            self.press(keys)

    def key(self, do: Do) -> None:
        self.press(QKeySequence(do.name))

    def open(self, do: Do) -> None:
        dock = spotlight.named_place(self.window, do.panel)
        assert dock is not None, do
        dock.call()
        self.qtbot.waitUntil(lambda: dock.in_sight, timeout=2000)

    def press(self, keys: QKeySequence) -> None:
        self.window.activateWindow()
        self.qtbot.waitUntil(self.window.isActiveWindow, timeout=5000)
        self.window.viewport.setFocus()
        combination = keys[0]
        QTest.keyClick(self.window, combination.key(), combination.keyboardModifiers())

    def widget(self, do: Do):
        found = spotlight.named_widget(self.window, do)
        assert found is not None, do
        # What the step names can be seen: its panel is in front, and its name is on the screen.
        self.qtbot.waitUntil(lambda: found.isVisible() and found.isEnabled(), timeout=2000)
        home = spotlight.named_place(self.window, do.panel)
        assert home.isWindow() or home.in_sight, do
        return found

    def button(self, do: Do) -> None:
        QTest.mouseClick(self.widget(do), LEFT)

    def type(self, do: Do) -> None:
        field = self.widget(do)
        type_into(field, do.value)

    def choose(self, do: Do) -> None:
        box = self.widget(do)
        assert isinstance(box, QComboBox)
        box.setFocus()
        row = box.findText(do.value)
        assert row >= 0, do
        steps = row - box.currentIndex()
        for _ in range(abs(steps)):
            QTest.keyClick(box, Qt.Key.Key_Down if steps > 0 else Qt.Key.Key_Up)
        assert box.currentIndex() == row, do

    def click(self, do: Do) -> None:
        found = spotlight.named_row(self.window, do)
        assert found is not None, do
        view, index = found
        view.scrollTo(index)
        at = view.visualRect(index).center()
        QTest.mouseClick(view.viewport(), LEFT, NONE, at)

    def double(self, do: Do) -> None:
        self.click(do)
        view, index = spotlight.named_row(self.window, do)
        QTest.mouseDClick(view.viewport(), LEFT, NONE, view.visualRect(index).center())


def finished(step: Step, window) -> bool:
    return holds(step.done, facts(window.desk))


def is_done(window, step: Step) -> None:
    now = facts(window.desk)
    assert holds(step.done, now), f"{step.number}. {step.title}: {step.done}, but {now}"


def test_the_tutorial_can_be_done(window, qtbot, tmp_path, monkeypatch) -> None:
    cell = tmp_path / "pick-and-place.rvs"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(cell), ""))
    hands = Hands(window, qtbot)
    window.gallery.strip.offer()
    window.actions_["guide"].trigger()
    assert not window.gallery.strip.isVisible()
    card = window.findChild(GuidePanel)
    for step in steps():
        if step.done:
            assert not holds(step.done, facts(window.desk)), f"{step.title}: done beforehand"
        for place, do in enumerate(step.dos, 1):
            hands.do(do)
            if do.done:
                assert place == len(step.dos) or not finished(step, window), do
                qtbot.waitUntil(lambda do=do: holds(do.done, facts(window.desk)), timeout=20000)
            assert card.in_sight, do
        # A motion is checked in the background.
        qtbot.waitUntil(lambda step=step: is_done(window, step), timeout=20000)
        errors = [m for m in window.messages.messages if m.severity == "error"]
        assert errors == [], step.title


def test_the_card_points_notices_and_goes_on(window, qtbot) -> None:
    window.actions_["guide"].trigger()
    card = window.findChild(GuidePanel)
    assert card.in_sight
    assert not card.geometry().intersects(window.viewports.geometry())
    assert (card.step.number, card.done) == (1, False)
    window.actions_["remove"].trigger()
    qtbot.waitUntil(lambda: card.done, timeout=5000)
    assert card.told.text() == "Done"
    assert ticked(card) == [True]
    QTest.mouseClick(card.next, LEFT)
    assert (card.step.number, card.done) == (2, False)
    assert ticked(card) == [False, False]
    QTest.mouseClick(card.show_me, LEFT)
    spot, field = card.spotlight, window.library.search
    assert spot.isVisible()
    assert spot.geometry().contains(field.mapTo(window, field.rect().center()))
    QTest.mouseClick(card.show_me, LEFT)
    assert spot.geometry().top() > field.mapTo(window, field.rect().bottomLeft()).y()
    QTest.mouseClick(card.back, LEFT)
    assert card.step.number == 1
    window.actions_["undo"].trigger()
    QTest.mouseClick(card.show_me, LEFT)
    menu = spotlight.menu_action(window, "Robot").menu()
    assert menu.isVisible()
    assert menu.activeAction() is window.actions_["remove"]
    menu.close()
    for _ in steps():
        card.go(1)
    assert not card.isVisible()


def test_what_is_followed_by_something_done_is_ticked_and_scrolled_past(window, qtbot) -> None:
    window.actions_["guide"].trigger()
    card = window.findChild(GuidePanel)
    card.go(9)
    first, click, add, *others = ticked(card)
    assert not any((first, click, add, *others))
    thing = Thing("cylinder", "cylinder")
    window.session.edit("Add", lambda document: add_thing(document, thing))
    qtbot.waitUntil(lambda: ticked(card)[2], timeout=5000)
    assert ticked(card) == [True, True, True, *[False] * len(others)]
    bar = card.list.verticalScrollBar()
    assert bar.maximum() == 0 or bar.value() > 0


def ticked(card: GuidePanel) -> list[bool]:
    """Which items of its list have a tick."""
    return ["✓" in row for row in card.items.text().split("</tr>")[:-1]]


def test_the_tutorial_goes_on_where_it_was_left(make_window) -> None:
    first = make_window()
    first.actions_["guide"].trigger()
    first.findChild(GuidePanel).go(1)
    first.session.mark_saved()
    first.close()
    again = make_window().findChild(GuidePanel)
    assert again.isVisible()
    assert again.step.number == 2


def test_every_step_says_what_to_do_and_when_it_is_done() -> None:
    found = steps()
    assert [step.number for step in found] == list(range(1, len(found) + 1))
    assert all(step.dos and step.done and step.words for step in found)
    assert library().page(PAGE) is not None


@pytest.mark.parametrize(
    ("sentence", "meaning"),
    [
        ("Choose **File ▸ New robot**.", Do("menu", "File ▸ New robot")),
        ("Press `Ctrl+P`: the program opens.", Do("key", "Ctrl+P")),
        ("Press *Teach* in *Program*.", Do("button", "Teach", "Program")),
        ("Type `0.4` into *X* in *Tool pose*.", Do("type", "X", "Tool pose", "0.4")),
        ("Choose *Box* for *Payload* in *Tool*.", Do("choose", "Payload", "Tool", "Box")),
        ("Double-click *PUMA 560* in *Library*.", Do("double", "PUMA 560", "Library")),
        ("Click *Table* in *Add an object*.", Do("click", "Table", "Add an object")),
        ("Open *Program* (`Ctrl+P`).", Do("open", "Program", "Program")),
        (
            "Choose *Straight* for *Move* in row 2 of *Program*. <!-- done: steps.2.by == line -->",
            Do("choose", "Move", "Program", "Straight", 2, "steps.2.by == line"),
        ),
    ],
)
def test_sentences(sentence: str, meaning: Do) -> None:
    assert parse(sentence) == meaning


@pytest.mark.parametrize("sentence", ["Think.", "Press Teach in Program.", "Choose **X", ""])
def test_other_sentences_are_refused(sentence: str) -> None:
    with pytest.raises(NoSentence):
        parse(sentence)


def test_conditions() -> None:
    now = {"robots": 2, "payload": "box", "saved": True}
    assert holds("robots >= 2 and payload == box and saved == yes", now)
    assert not holds("robots == 1", now)
    assert not holds("payload != box", now)
    sizes = {"table": 1, "table.height": 0.35000001}
    assert holds("table.height == 0.35 and table == 1", sizes)
    assert not holds("table.height == 0.36", sizes)
    assert not holds("table.height == 0.35", {"table": 0})
    assert holds("", now)
    with pytest.raises(NoSentence):
        holds("clouds == 3", now)
    with pytest.raises(NoSentence):
        holds("robots", now)
