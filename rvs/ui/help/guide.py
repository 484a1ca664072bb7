"""Tutorial in the window: a panel that shows a step, points at controls, and tracks progress."""

from __future__ import annotations

import re
from html import escape

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea, QWidget

from rvs.geometry.things import KINDS
from rvs.model.current import current_robot, tool_pose
from rvs.model.document import Document
from rvs.model.things.thing import all_sizes
from rvs.ui.commands.tool_edits import tip_missed
from rvs.ui.defer import defer
from rvs.ui.desk import Desk
from rvs.ui.help.spotlight import Spotlight, show_do
from rvs.ui.help.tutorial import Fact, Step, holds, steps
from rvs.ui.icons import pixmap
from rvs.ui.saving import changes
from rvs.ui.settings import store
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import STRETCH, hbox, vbox
from rvs.words import tr


def facts(desk: Desk) -> dict[str, Fact]:
    """Return the facts that conditions of the tutorial may name.

    ``robots``, ``things``, ``steps`` (of all programs), ``figures`` and ``collisions`` (of the
    motion, as it was checked) are counts, and so is every kind of object; ``table.height`` or
    ``table.x`` is the size or position of the last one of a kind, ``steps.2.z``, ``steps.2.by`` and
    ``steps.2.action`` are the position of the tool and the choices of a step, lengths in m.
    ``robot``, ``effector`` and ``payload`` are names that belong to the current robot; ``tip`` (the
    tool frame is at the tip), ``motion``, ``checked`` and ``saved`` are yes or no.
    """
    state = desk.session.state
    passage = desk.collisions.passage
    document, placed = state.document, current_robot(state)
    found: dict[str, Fact] = {
        "robots": len(document.robots),
        "things": len(document.things),
        "robot": placed.robot.name if placed else "",
        "effector": placed.end_effector if placed else "",
        "payload": placed.payload.kind if placed and placed.payload else "",
        "tip": placed is not None and tip_missed(state, placed) is False,
        "steps": sum(len(program.steps) for program in document.programs),
        "motion": state.motion is not None,
        "saved": desk.cell_file.path is not None and not changes.unsaved(desk),
        "figures": len(document.figures),
        "checked": passage is not None,
        "collisions": len(passage.collisions) if passage is not None else 0,
    }
    return found | _of_things(document) | _of_steps(document)


def _of_things(document: Document) -> dict[str, Fact]:
    found: dict[str, Fact] = dict.fromkeys(KINDS, 0)
    for thing in document.things:
        found[thing.kind] = int(found[thing.kind]) + 1
        sizes = {**all_sizes(thing), **dict(zip("xyz", (r[3] for r in thing.place), strict=False))}
        found |= {f"{thing.kind}.{name}": value for name, value in sizes.items()}
    return found


def _of_steps(document: Document) -> dict[str, Fact]:
    robots = {placed.id: placed for placed in document.robots}
    found: dict[str, Fact] = {}
    for program in document.programs:
        placed = robots.get(program.robot_id)
        for number, step in enumerate(program.steps, 1):
            at = tool_pose(placed, step.q)[:3, 3].tolist() if placed else ()
            named = {"by": step.by, "action": step.action, **dict(zip("xyz", at, strict=False))}
            found |= {f"steps.{number}.{name}": value for name, value in named.items()}
    return found


TICK = 16
LOOK_MS = 400
# Of a list, in pixels.
STEPS_HIGH = 160
KEPT = "tutorial"
_MARKS = (
    (re.compile(r"\*\*([^*]+)\*\*"), r"<b>\1</b>"),
    (re.compile(r"\*([^*]+)\*"), r"<i>\1</i>"),
    (re.compile(r"`([^`]+)`"), r"<b>\1</b>"),
)


class GuidePanel(Dock):
    """A panel in a separate area, so that it hides nothing and nothing hides it.

    *Show me* points at one item after another; the step is stored between sessions.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__("guide", "Tutorial", desk.theme, desk.window)
        self._desk = desk
        self._steps: tuple[Step, ...] = ()
        self._at, self._shown = 0, -1
        self._ticks: tuple[bool, ...] = ()
        self.done = False
        self.spotlight = Spotlight(desk.theme)
        self.title, self.words = named_label("DockTitle"), named_label("Secondary")
        self.items, self.list = QLabel(), QScrollArea()
        self.tick, self.told = QLabel(), named_label("Secondary")
        self.back, self.show_me, self.next = map(QPushButton, ("Back", "Show me", "Next"))
        self._look = QTimer(self, interval=LOOK_MS)
        self.set_body(self._make_body())
        self.back.clicked.connect(lambda: self.go(-1))
        self.next.clicked.connect(lambda: self.go(1))
        self.show_me.clicked.connect(self.point)
        self._look.timeout.connect(self.notice)
        desk.closing.connect(self._look.stop)

    @property
    def step(self) -> Step:
        """The displayed step."""
        return self._steps[self._at]

    def take_room(self) -> None:
        """Grow until the whole list of most steps is visible, up to a part of the window."""
        seen = self.list.viewport()
        self.take_room_for(seen, max(self.items.heightForWidth(seen.width()), STEPS_HIGH))

    def notice(self) -> None:
        """Check which parts of the step are done; unobservable ones by those after them."""
        now = facts(self._desk)
        done = holds(self.step.done, now)
        seen = [bool(do.done) and holds(do.done, now) for do in self.step.dos]
        ticks = tuple(
            done or (seen[i] if do.done else any(seen[i:])) for i, do in enumerate(self.step.dos)
        )
        if (ticks, done) != (self._ticks, self.done):
            self._ticks, self.done = ticks, done
            self._list()
            self._seek(len(ticks) - 1 if done else self._first_open())
            self._say_done()

    def point(self) -> None:
        """Show the control of the next item of the list."""
        self._shown = max(self._shown + 1, self._first_open()) % len(self.step.dos)
        self._list()
        self._seek(self._shown)
        show_do(self._desk.window, self.step.dos[self._shown], self.spotlight)

    def go(self, by: int) -> None:
        """Show another step; after the last one the panel closes."""
        if self._at + by >= len(self._steps):
            self._tell(0)
            self.hide()
        else:
            self._tell(max(self._at + by, 0))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._steps:
            self._steps = steps()
            self._tell(self._kept())
            defer(self, self.take_room)
        self._look.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._look.stop()
        self.spotlight.hide()

    def tint(self) -> None:
        """Colour its icons in the theme."""
        super().tint()
        if self._steps:
            self._list()
            self._say_done()

    def _kept(self) -> int:
        """Return the last visited step, from 0; a damaged number gives the first."""
        text = str(store().value(KEPT, "0"))
        return min(int(text) if text.isdigit() else 0, len(self._steps) - 1)

    def _seek(self, at: int) -> None:
        """Scroll the list to one of its items."""
        bar = self.list.verticalScrollBar()
        bar.setValue(bar.maximum() * at // max(len(self.step.items) - 1, 1))

    def _first_open(self) -> int:
        """Return the position of the item after the last one that is observed to be done."""
        seen = [i for i, tick in enumerate(self._ticks) if tick]
        return (seen[-1] + 1) % len(self._ticks) if seen else 0

    def _make_body(self) -> QWidget:
        for label in (self.title, self.words, self.items):
            label.setWordWrap(True)
        self.items.setProperty("rich", True)
        self.items.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.list.setWidget(self.items)
        self.list.setWidgetResizable(True)
        self.list.setAccessibleName("Instructions for this step")
        self.list.setFrameShape(QScrollArea.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.show_me.setToolTip("Point at the controls of this step one by one")
        body = QWidget()
        body.setObjectName("ScrollBody")
        vbox(
            self.title,
            self.words,
            (self.list, 1),
            hbox(self.tick, (self.told, 1), gap=6),
            hbox(self.back, self.show_me, STRETCH, self.next),
            gap=6,
            edges=(16, 4, 12, 12),
            of=body,
        )
        return body

    def _tell(self, at: int) -> None:
        self._at, self._shown, self._ticks, self.done = at, -1, (), False
        store().setValue(KEPT, at)
        self.spotlight.hide()
        self.subtitle.setText(tr("step {at} of {count}", at + 1, len(self._steps)))
        self.title.setText(self.step.title)
        self.words.setText(self.step.words)
        self.list.verticalScrollBar().setValue(0)
        self.back.setEnabled(at > 0)
        self.next.setText("Next" if at + 1 < len(self._steps) else "Finish")
        self.notice()
        self._list()
        self._say_done()

    def _list(self) -> None:
        """Write the tasks: done ones muted, with a tick, the indicated one in the accent colour."""
        colors = self._desk.theme.colors
        rows = []
        for i, item in enumerate(self.step.items):
            done = i < len(self._ticks) and self._ticks[i]
            color = colors.accent_text if i == self._shown else colors.text_2 if done else ""
            style = f" style='color:{color}'" if color else ""
            number = f"<td align='right'{style}>{'✓' if done else f'{i + 1}.'}&nbsp;</td>"
            rows.append(f"<tr>{number}<td{style}>{_rich(item)}</td></tr>")
        self.items.setText(f"<table cellspacing='0' cellpadding='1'>{''.join(rows)}</table>")

    def _say_done(self) -> None:
        self.told.setText("Done" if self.done else "Not yet done")
        self.tick.setVisible(self.done)
        ok = self._desk.theme.colors.ok
        self.tick.setPixmap(pixmap("check", ok, TICK, self.devicePixelRatioF()))
        # Until it is done, to go on is not what is asked for.
        self.next.setProperty("filled", self.done)
        self.next.style().unpolish(self.next)
        self.next.style().polish(self.next)


def _rich(item: str) -> str:
    text = escape(item.rstrip("."))
    for pattern, to in _MARKS:
        text = pattern.sub(to, text)
    return text
