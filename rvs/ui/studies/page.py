"""The page of a question: the form of its fields, its background work, and its answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QHideEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.progress import progress_to
from rvs.files.cells.session_file import HeldCell
from rvs.model.calls import Offer
from rvs.model.current import current_robot
from rvs.model.derived import derived
from rvs.model.document import Document, PlacedRobot
from rvs.model.jobs import Progress
from rvs.model.session import Session
from rvs.model.state import State
from rvs.model.views.view import Background
from rvs.scene.items import Item
from rvs.scripting.asking import contents_of, sentences
from rvs.scripting.studies import Study
from rvs.ui.defer import defer
from rvs.ui.desk import Desk
from rvs.ui.file_dialogs import save_file
from rvs.ui.messages import reason_of
from rvs.ui.paper.work_dialog import file_name
from rvs.ui.studies.answer_view import AnswerView, Shown
from rvs.ui.widgets.chip import page_chip
from rvs.ui.widgets.fields.asked_field import asked_fields, row_label
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.labels import Notice, named_label
from rvs.ui.widgets.layouts import STRETCH, Page, grid, hbox, holding, lay_out, vbox
from rvs.ui.widgets.masses_offer import MassesOffer
from rvs.ui.work.jobs import Latest
from rvs.ui.work.study_answers import Studied
from rvs.words import begun, tr

if TYPE_CHECKING:
    from rvs.scripting.cell import Cell
    from rvs.scripting.layout import Expression


MORE_OPTIONS = "More options"
# An error of a question begins with the field: its name and a colon.
FIELD = re.compile(r"(\w++)(?>(?:, \w++)*):")


class StudyForm(QWidget):
    """``refused`` gives the reason why typed text is invalid; "" once it is valid.

    Attributes:
        rows: The fields by their names, in order.
        more: Shows the fields that are normally hidden, if there are any.
    """

    refused = Signal(str)

    def __init__(self, study: Study) -> None:
        super().__init__()
        self._kind = study.kind()
        found = asked_fields(self._kind)
        first = [name for name in study.first or found if name in found]
        self.rows = {name: found[name] for name in (*first, *(n for n in found if n not in first))}
        self.more = page_chip(MORE_OPTIONS)
        self._rest = QWidget()
        seen = QWidget()
        self._fill(seen, first)
        self._fill(self._rest, [name for name in self.rows if name not in first])
        self._rest.hide()
        self.more.setVisible(len(first) < len(self.rows))
        self.more.setToolTip("Show options that are needed less often")
        self.more.toggled.connect(self._rest.setVisible)
        vbox(seen, hbox(self.more, STRETCH), self._rest, gap=6, of=self)

    def show_robot(self, placed: PlacedRobot, posture: Sequence[float]) -> None:
        """Show the available choices for a robot."""
        scales = [0.017453292519943295 if joint.turns else 1.0 for joint in placed.robot.joints]
        for row in self.rows.values():
            row.set_robot(scales, posture)

    def show_motions(self, names: Sequence[tuple[str, Any]]) -> None:
        """Show the available motions by name."""
        for row in self.rows.values():
            row.set_motions(names)

    def question(self) -> Any:
        """Return the question in the fields.

        Raises:
            ArgumentError: A field has an invalid value; its control is marked.
        """
        try:
            said = {}
            for row in self.rows.values():
                value = row.value
                if value is not row.default:
                    said[row.name] = value
            return self._kind(**said)
        except ArgumentError as error:
            self.mark(str(error))
            raise

    def mark(self, reason: str) -> None:
        """Mark the field named in an error, if any."""
        found = FIELD.match(reason)
        row = self.rows.get(found.group(1)) if found else None
        if row is None:
            return
        if row.control is not None and self._rest.isAncestorOf(row.control):
            self.more.setChecked(True)
        row.refuse(reason)

    def _fill(self, form: QWidget, names: Sequence[str]) -> None:
        rows = grid(6, 6, grows=(0,), of=form)
        place = 0
        for name in names:
            row = self.rows[name]
            label = row.box if row.box is not None else row_label(row)
            control = row.control
            row.follow(self.refused.emit)
            if control is None:
                rows.addWidget(label, place, 0, 1, 2)
            elif isinstance(control, NumberField):
                rows.addWidget(label, place, 0)
                rows.addWidget(control, place, 1)
            else:
                rows.addWidget(label, place, 0, 1, 2)
                place += 1
                button = row.button
                shown = holding(hbox((control, 1), button, gap=6)) if button else control
                rows.addWidget(shown, place, 0, 1, 2)
            place += 1


STALE = "The robot, its motion or its surroundings have changed. Compute again."
COMPUTING = "Computing…"
BEST = "Cancelled. This is the best so far; the robot is unchanged."
LOADED = "The loaded motion"
DRAWING = "Drawing…"
# What stays in sight above an answer, in pixels.
ABOVE = 16
TABLES = "CSV (*.csv);;Markdown (*.md);;LaTeX (*.tex);;HTML (*.html)"
# Actions of the window on a page, with the texts of their buttons.
MORE = {"variants": (("compare_variants", "Compare in views"),)}
# Parts of the document on which a motion depends that is named.
TAUGHT = ("programs", "motions", "targets")
EXPORTS = {
    "table": TABLES,
    "plots": "PDF (*.pdf);;SVG (*.svg);;EPS (*.eps);;Numbers as CSV (*.csv)",
    "figure": "PDF (*.pdf);;SVG (*.svg);;EPS (*.eps);;PNG (*.png)",
}


class Given(Exception):
    """The user has cancelled the work."""


class Teller(QObject):
    """Passes progress texts to the thread of the window."""

    told = Signal(str)
    better = Signal(object, object)


class StudyPage(Page):
    """Asks one question of the active robot, and shows the answer.

    Attributes:
        study: Its row of the table.
        form: The question.
        view: The answer.
        foot: Always visible part below the page.
        go: Computes, or cancels the computation.
        more: Buttons of actions that belong to the study.
        found: The displayed answer, or None.
    """

    def __init__(self, desk: Desk, study: Study) -> None:
        super().__init__()
        self.study, self._desk, self._session = study, desk, desk.session
        self._kind = study.kind()
        self.form, self.view = StudyForm(study), AnswerView(desk.theme, self._kind.draws)
        self.stale, self.notice = Notice(wraps=True), Notice(wraps=True)
        self.offer = MassesOffer(desk, "This study needs them.")
        self.go = QPushButton(self._words)
        self.more = [
            _button_of(desk.actions[name], words) for name, words in MORE.get(study.name, ())
        ]
        self.found: Shown | None = None
        # the question with its basis: of the answer, and of what is computed
        self._of: tuple[object, ...] = ()
        self._asked: tuple[Any, str, Expression | None] | None = None
        self._begun: tuple[Any, tuple[object, ...]] = (None, ())
        self._work, self._stop = Latest(desk.closing), Event()
        self._told = ("", "")
        self._teller = Teller()
        self._teller.told.connect(self._tell)
        self._teller.better.connect(self._watch)
        self._best: tuple[Any, Document, Document] | None = None
        says = named_label("Secondary", f"{study.tip}." if study.tip else "")
        says.setWordWrap(True)
        self.go.setProperty("filled", True)
        self.go.setToolTip(study.tip or self._words)
        vbox(
            says, self.form, *self.more, self.offer, self.stale, self.view, STRETCH,
            gap=10, edges=(16, 10, 16, 12), of=self,
        )  # fmt: skip
        self.foot = holding(vbox(self.notice, self.go, gap=6, edges=(16, 8, 16, 10)))
        self._connect()
        self._follow(self._session.state)

    @property
    def busy(self) -> bool:
        """Return whether it is computing."""
        return self._work.busy

    @property
    def is_stale(self) -> bool:
        """Return whether the robot of the answer has changed."""
        named = bool(self._of and self._of[0])
        return self.found is not None and self._of != self._rests_on(self._session.state, named)

    @property
    def studied(self) -> Studied | None:
        """The answer for a report, if it still applies to the robot."""
        if self.found is None or self._asked is None or self.is_stale:
            return None
        return Studied(*self._asked, self.found.contents)

    def compute(self) -> None:
        """Ask the question, or cancel the running computation."""
        if self.busy:
            self.cancel()
            return
        state, placed = self._session.state, current_robot(self._session.state)
        if placed is None:
            return
        self._say("")
        stop = self._stop = Event()
        try:
            question = self.form.question()
        except RvsError as error:
            self._refuse(error)
            return
        path = self._ask_path(placed) if self._kind.files else None
        if self._kind.files and path is None:
            return
        named = any(isinstance(one, str) for one in _motions(question))
        self._begun = (question, placed.id, self._motion(question)), self._rests_on(state, named)
        cell = self._cell(state)

        def work() -> Generator[Any, None, Any]:
            yield COMPUTING
            try:
                with progress_to(self._hearing(stop), partial(self._teller.better.emit, stop)):
                    answer = question.answer(cell, placed.id)
                    found = answer if path is not None else Shown(
                        answer, contents_of(answer), tuple(answer.offers)
                    )  # fmt: skip
                return found if path is None else (yield from answer.steps(path))
            except Given:
                return None

        self._work.start(work, self._finish, self._fail, self._progress)
        self._show_state()

    def cancel(self) -> None:
        """Cancel the running computation; the best answer so far stays available to the user."""
        self._stop.set()
        best, self._best = self._best, None
        if self._work.cancel():
            # It ends where it next tells how far it is; nobody waits for it.
            self._work = Latest(self._desk.closing)
            self._say("Cancelled", "note")
            if best is not None:
                self._show_best(best[0])
        self._show_state()
        self._desk.viewport.redraw()

    def _show_best(self, answer: Any) -> None:
        """Show the answer of cancelled work; no line of Python reproduces it."""
        self._asked, self._of = None, self._begun[1]
        self.found = Shown(answer, contents_of(answer), tuple(answer.offers))
        self.view.show_answer(self.found)
        self._say(BEST, "note")
        defer(self, partial(self._reveal, self.view))

    # -- making -------------------------------------------------------------------------------

    @property
    def _words(self) -> str:
        return "Save…" if self._kind.files else "Compute"

    def _connect(self) -> None:
        desk = self._desk
        self.go.clicked.connect(lambda _=False: self.compute())
        self.form.refused.connect(lambda why: self._say(why, "error" if why else ""))
        self.view.offered.connect(self._take)
        self.view.chosen.connect(self._choose)
        self.view.exported.connect(self._export)
        desk.viewport.extras.append(self._drawn)
        desk.viewport.stand_ins.append(self._tried)
        desk.studied.sources.append(lambda: self.studied)
        desk.playback.changed.connect(self._show_motions)
        desk.binding.follow(
            lambda s: (s.document, s.selection, s.active, s.postures), self._follow, of=self
        )
        desk.theme.changed.connect(self._retint)
        desk.closing.connect(lambda: self._stop.set())

    def _hearing(self, stop: Event) -> Callable[[str], None]:
        """Return the function that shows the progress of some work, and ends it on cancellation."""
        teller, last = self._teller, [""]

        def hear(words: str) -> None:
            if stop.is_set():
                raise Given
            if words != last[0]:
                last[0] = words
                teller.told.emit(words)

        return hear

    def _cell(self, state: State) -> Cell:
        """Return the current cell, unaffected by later changes in the window."""
        from rvs.scripting.cell import Cell

        held = HeldCell(Session(state))
        held.take(self._desk.cell_file.present())
        return Cell(held)

    def _motion(self, question: Any) -> Expression | None:
        """Return the expression of the loaded motion, if the question uses it."""
        loaded = self._desk.playback.loaded
        if loaded is None or not any(one is loaded.trajectory for one in _motions(question)):
            return None
        return self._desk.echo.source_of(loaded)

    # -- answers ------------------------------------------------------------------------------

    def _progress(self, step: object) -> None:
        if isinstance(step, Progress):
            self._say(f"{begun(step.words)} {step.part:.0%}")
        else:
            self._say(str(step))

    def _tell(self, words: str) -> None:
        if self.busy:
            self._say(f"{COMPUTING} {words}")

    def _watch(self, stop: Event, answer: Any) -> None:
        """Show the best robot so far in the view; the document stays unchanged."""
        if self.busy and stop is self._stop:
            document = self._session.state.document
            try:
                made = answer.offers[0].call(document)
            except RvsError:
                return
            self._best = answer, document, made
            self._desk.viewport.redraw()

    def _tried(self, state: State) -> State:
        """Return the state with the best robot so far during its computation."""
        if self._best is None or not self.isVisible() or self._best[1] is not state.document:
            return state
        return replace(state, document=self._best[2])

    def _finish(self, result: object) -> None:
        self._best = None
        self._say("")
        self.offer.hide()
        if isinstance(result, Shown | Path):
            self._asked, self._of = self._begun
        # At once: whatever becomes of the answer, nothing is computed any more.
        self._show_state()
        if isinstance(result, Shown):
            self.found = result
            self.view.show_answer(result)
            self._echo("")
            self._desk.studied.changed.emit()
            # It takes its room only once it has been laid out.
            defer(self, partial(self._reveal, self.view))
        elif isinstance(result, Path):
            self._saved(result)
        self._show_state()
        self._desk.viewport.redraw()

    def _saved(self, path: Path, of: str = "") -> None:
        self._say(tr("Saved {name}", path.name), "check")
        self._desk.say(tr("Saved {path}", path))
        self._echo_saved(of, path)

    def _reveal(self, part: QWidget) -> None:
        """Scroll to the beginning of the answer, or to another part."""
        area = lay_out(part)
        body = area.widget() if area is not None else None
        if area is not None and body is not None and part.isVisible():
            top = part.mapTo(body, part.rect().topLeft()).y()
            area.verticalScrollBar().setValue(max(top - ABOVE, 0))

    def _fail(self, error: object) -> None:
        assert isinstance(error, BaseException)
        self._best = None
        self._show_state()
        self._refuse(error)
        if not self.offer.show_robot(current_robot(self._session.state)):
            defer(self, partial(self._reveal, self.offer))

    def _refuse(self, error: BaseException) -> None:
        reason = reason_of(error)
        self.form.mark(str(error))
        self._say("\n".join(sentences([reason])), "error")

    def _echo(self, after: str) -> None:
        """Record the question, or the use of its answer, as a line of Python."""
        from rvs.scripting.echo.tracks import asking
        from rvs.scripting.layout import laid_out

        if self._asked is None:
            return
        question, robot, motion = self._asked
        try:
            line = laid_out(asking(question, robot, motion, after))
        except RvsError as error:
            line = f"# {self.study.title} can't be written as a line: {error}"
        self._desk.echo.recorder.say(line)

    def _echo_saved(self, of: str, path: Path) -> None:
        from rvs.scripting.source import text

        self._echo(f"{of}.save({text(str(path.absolute()))})")

    def _take(self, offer: Offer) -> None:
        """Apply an edit offered by the answer."""
        reason = self._desk.attempt(offer.call)
        if reason:
            self._desk.refuse(reason, "design")
            self._say(reason, "error")
        else:
            self._say(tr("Done: {label}. Undo reverts it.", offer.label), "check")

    def _choose(self, name: str) -> None:
        """Apply the edit of a clicked point."""
        offer = None if self.found is None else self.found.answer.chosen(name)
        if offer is None:
            self._say(name)
        else:
            self._take(offer)

    def _export(self, part: str) -> None:
        """Ask for a file and write the table, the plots or the figure."""
        if self.found is None:
            return
        kinds = EXPORTS[part]
        start = file_name(self.study.title) + kinds.partition("*")[2].partition(")")[0]
        path = save_file(self._desk.window, tr("Export {part}", part), start, kinds)
        if path is None:
            return
        answer = self.found.answer
        if part == "figure":
            self._draw(answer, path)
            return
        try:
            (answer.plotted if part == "plots" else answer).save(path)
        except (RvsError, OSError) as error:
            self._desk.refuse(reason_of(error), "design")
            return
        self._desk.say(tr("Saved {path}", path))
        self._echo_saved(".plotted" if part == "plots" else "", path)

    def _draw(self, answer: Any, path: Path) -> None:
        """Draw the figure of an answer in the background."""

        def work() -> Generator[Any, None, Path]:
            yield DRAWING
            return Path(answer.figure.save(path))

        def finish(_path: object) -> None:
            self._say("")
            self._saved(path, ".figure")
            self._show_state()

        self._work.start(work, finish, self._fail, self._progress)
        self._show_state()

    def _ask_path(self, placed: PlacedRobot) -> Path | None:
        suffixes = re.findall(r"\.\w+", f"{self._kind.output} {self._kind.writes}") or [".pdf"]
        kinds = ";;".join(f"{one[1:].upper()} (*{one})" for one in dict.fromkeys(suffixes))
        start = file_name(f"{placed.robot.name or placed.id} {self.study.name}") + suffixes[0]
        return save_file(self._desk.window, self.study.title, start, kinds)

    # -- following ----------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow(self._session.state)
        self._desk.viewport.redraw()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._desk.viewport.redraw()

    def _follow(self, state: State) -> None:
        placed = current_robot(state)
        self.form.setEnabled(placed is not None)
        if placed is not None:
            self.form.show_robot(placed, state.postures[placed.id])
        self._show_motions()
        if self._told[1] == "check":
            # what was done may be undone
            self._say("")
        self._show_state()

    def _show_motions(self) -> None:
        document, loaded = self._session.state.document, self._desk.playback.loaded
        names = [one.name for one in document.programs]
        names += [one.name for one in document.motions]
        names += [one.name for one in self._desk.cell_file.trajectories]
        offered: list[tuple[str, Any]] = [(name, name) for name in dict.fromkeys(names)]
        if loaded is not None:
            offered.insert(0, (LOADED, loaded.trajectory))
        self.form.show_motions(offered)

    def _show_state(self) -> None:
        placed = current_robot(self._session.state)
        self.go.setText("Cancel" if self.busy else self._words)
        self.go.setEnabled(placed is not None)
        colors = self._desk.theme.colors
        words = STALE if self.is_stale and not self.busy else ""
        self.stale.say(words, "warning" if words else "", colors.warn if words else "")

    def _rests_on(self, state: State, named: bool) -> tuple[object, ...]:
        """Return the basis of the answer: the robot, postures if they may matter, and the cell.

        Args:
            state: The state of the cell.
            named: The question names a motion of the cell; the basis begins with this.
        """
        placed = current_robot(state)
        if placed is None:
            return ()
        around = self._kind.surroundings
        parts = (getattr(state.document, part) for part in (*around, *(TAUGHT if named else ())))
        if around:
            return (named, placed, dict(state.postures), *parts)
        poses = any(row.about.kind == "joints" for row in self.form.rows.values())
        return (named, placed, state.postures[placed.id] if poses else (), *parts)

    def _drawn(self, state: State) -> tuple[Item, ...]:
        """Return items of the answer in the view while the page is visible."""
        placed = current_robot(state)
        if self.found is None or placed is None or not self.isVisible() or self.is_stale:
            return ()
        return _items(self.found.answer, placed, state.view.background)

    def _say(self, words: str, icon: str = "") -> None:
        colors = self._desk.theme.colors
        color = {"error": colors.limit, "warning": colors.warn}.get(icon, colors.text_2)
        self._told = words, icon
        self.notice.say(words, icon, color if words else "")

    def _retint(self) -> None:
        """Show the notices in the colours of the theme."""
        self._say(*self._told)
        self._show_state()


def _motions(question: Any) -> tuple[Any, ...]:
    """Return the motions of a question, or their names."""
    return getattr(question, "motion", None), *getattr(question, "motions", ())


@derived(size=8)
def _items(answer: Any, placed: PlacedRobot, background: Background) -> tuple[Item, ...]:
    items: tuple[Item, ...] = answer.items(placed, background)
    return items


def _button_of(action: QAction, words: str) -> QPushButton:
    """Return a button that runs an action, enabled while the action is."""
    button = QPushButton(words)
    button.setToolTip(action.toolTip())
    button.setEnabled(action.isEnabled())
    button.clicked.connect(action.trigger)
    action.enabledChanged.connect(button.setEnabled)
    return button
