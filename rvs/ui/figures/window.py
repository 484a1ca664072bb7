"""The window of figures: on the left the figure as it will be printed, on the right the choices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QCloseEvent, QHideEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from rvs.engine.errors import RvsError
from rvs.export.progress import Progress
from rvs.files.library import is_file_name
from rvs.model.figures.edits import keep_figure
from rvs.model.figures.figure import NamedFigure
from rvs.ui.desk import Desk
from rvs.ui.figures import clipboard, memory
from rvs.ui.figures.choices import FORMATS, UNNAMED, Choices, changed
from rvs.ui.figures.form import FORMAT_TITLES, Facts, FigureForm
from rvs.ui.figures.maker import FigureMaker
from rvs.ui.figures.names import FigureNames
from rvs.ui.figures.preview import Preview
from rvs.ui.figures.work import Made, all_figures, save
from rvs.ui.jobs import Job, Jobs
from rvs.ui.widgets.chip import chip
from rvs.ui.widgets.ground import Ground
from rvs.ui.widgets.labels import ElidedLabel, Notice, named_label
from rvs.ui.widgets.name_dialog import NameDialog

SIZE, CHOICES_WIDTH, BAR = (1080, 760), 372, 4
NAME = "figure_window"
LARGE = 20e6


class FigureWindow(QWidget):
    """Stays open beside the main window and follows what changes there.

    Attributes:
        maker: Draws the figure.
        preview: Shows it.
        form: The choices.
        names: The figures that the cell knows by name.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.window, Qt.WindowType.Window)
        self.setObjectName(NAME)
        self.setWindowTitle("Export figure")
        self.resize(*SIZE)
        self._desk = desk
        self._side = Jobs()
        self._work: Job | None = None
        self._wish: Callable[[Made], object] | None = None
        self._listener: Callable[[str], object] | None = None
        self.maker = FigureMaker(desk)
        self.preview = Preview(desk.theme)
        self.form = FigureForm(desk.theme, lambda: desk.session.state.view)
        self.names = FigureNames(desk)
        self.facts, self.notice = ElidedLabel(), Notice()
        self.facts.setObjectName("Secondary")
        self.zoom = chip("Fit", "Show the whole figure (0)", self.preview.fit)
        self.again = chip("Draw", "Draw it however long it takes (F5)", self._draw_anyway)
        self.bar = QProgressBar()
        self.save, self.copy = QPushButton("Save…"), QPushButton("Copy")
        self.keep = QPushButton("Save as named figure…")
        self._arrange()
        self._connect()
        self._refresh()

    # -- making -------------------------------------------------------------------------------

    def _arrange(self) -> None:
        self.bar.setRange(0, 100)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(BAR)
        self.bar.setAccessibleName("Progress of the figure")
        self.notice.setFixedHeight(20)
        self.again.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(self._make_left(), 1)
        row.addWidget(self._make_right())

    def _make_left(self) -> QVBoxLayout:
        head = QHBoxLayout()
        head.setContentsMargins(16, 0, 12, 0)
        head.setSpacing(8)
        head.addStrut(40)
        head.addWidget(self.facts, 1)
        head.addWidget(self.again)
        head.addWidget(self.zoom)
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.preview, 1)
        column.addWidget(self.bar)
        return column

    def _make_right(self) -> QWidget:
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.form.setObjectName("ScrollBody")
        area.setWidget(self.form)
        right = Ground(self._desk.theme)
        right.setFixedWidth(CHOICES_WIDTH)
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(area, 1)
        column.addWidget(_line())
        column.addWidget(self.names)
        column.addWidget(_line())
        column.addLayout(self._make_buttons())
        return right

    def _make_buttons(self) -> QVBoxLayout:
        self.save.setProperty("filled", True)
        tips = (
            (self.save, "Write the file (Ctrl+S)"),
            (self.copy, "Copy as SVG, PDF and PNG (Ctrl+Shift+C)"),
            (self.keep, "Keep all of this with the cell under a name (Ctrl+K)"),
        )
        row = QHBoxLayout()
        row.setSpacing(8)
        for button, tip in tips:
            button.setToolTip(tip)
        row.addWidget(self.keep)
        row.addStretch(1)
        row.addWidget(self.copy)
        row.addWidget(self.save)
        column = QVBoxLayout()
        column.setContentsMargins(16, 8, 16, 16)
        column.setSpacing(4)
        column.addWidget(self.notice)
        column.addLayout(row)
        return column

    def _connect(self) -> None:
        maker = self.maker
        maker.changed.connect(self._refresh)
        maker.progressed.connect(self._progress)
        maker.done.connect(self._show)
        maker.failed.connect(self._fail)
        self.form.chosen.connect(maker.choose)
        self.names.wanted.connect(self._load)
        self.names.renamed.connect(self._renamed)
        self.names.all_wanted.connect(self.export_all)
        self.preview.zoomed.connect(self._show_zoom)
        self.save.clicked.connect(self.ask_and_save)
        self.copy.clicked.connect(self.copy_figure)
        self.keep.clicked.connect(self.ask_and_keep)
        keys: tuple[tuple[str, Callable[[], object]], ...] = (
            ("Ctrl+S", self.ask_and_save),
            ("Ctrl+Shift+C", self.copy_figure),
            ("Ctrl+K", self.ask_and_keep),
            ("F5", self._draw_anyway),
            ("Ctrl+Z", self._desk.session.undo),
            ("Ctrl+Shift+Z", self._desk.session.redo),
            ("Esc", self._escape),
            ("Ctrl+W", self.close),
            ("Ctrl+E", self._desk.window.activateWindow),
        )
        for key, run in keys:
            QShortcut(QKeySequence(key), self).activated.connect(run)

    # -- showing ------------------------------------------------------------------------------

    def _refresh(self) -> None:
        """Show the choices; those that can't be drawn are told by the work."""
        try:
            figure = self.maker.figure()
        except RvsError as error:
            self._fail(str(error), patience=False)
            return
        facts = Facts(figure, self.maker.made, self.maker.motion)
        self.form.show_choices(self.maker.choices, facts)

    def _progress(self, step: Progress) -> None:
        self.bar.setValue(round(100 * step.part))
        self.bar.setToolTip(step.words)

    def _show(self, made: Made) -> None:
        figure = made.order.figure
        opaque = figure.ground != "none"
        self.preview.show_figure(made.painted, opaque)
        self.bar.setValue(0)
        self.again.hide()
        wide, high = made.millimetres
        size = len(made.content)
        self.facts.setText(
            f"{wide:.4g} × {high:.4g} mm   {made.paths:,} paths   "
            f"{FORMAT_TITLES[made.order.format]} {_size(size)}"
        )
        heavy = size > LARGE and made.order.format != ".png"
        self._say("a large file: flat tones or lines are smaller" if heavy else "", "warning")
        self._refresh()
        self._grant(made)

    def _fail(self, reason: str, patience: bool) -> None:
        self.bar.setValue(0)
        self.again.setVisible(patience)
        self._grant(None)
        self._say(reason, "error")

    def _say(self, text: str, icon: str = "note") -> None:
        colors = self._desk.theme.colors
        color = {"error": colors.limit, "warning": colors.warn}.get(icon, colors.text_2)
        shown = text[:1].upper() + text[1:]
        self.notice.say(shown, icon if text else "", color if text else "")
        if self._listener is not None and shown:
            self._listener(shown)

    def _show_zoom(self) -> None:
        percent = round(100 * self.preview.zoom)
        self.zoom.setText("Fit" if percent == 100 else f"{percent} %")

    # -- doing --------------------------------------------------------------------------------

    def _draw_anyway(self) -> None:
        self.maker.draw(patient=True)

    def _load(self, figure: NamedFigure) -> None:
        self.maker.load(figure)
        self.setWindowTitle(f"{figure.name} – Export figure")

    def _renamed(self, old: str, new: str) -> None:
        choices = self.maker.choices
        if choices.figure.name == old:
            self.maker.choose(changed(choices, name=new))
            self.setWindowTitle(f"{new} – Export figure")

    def ask_and_save(self) -> None:
        """Ask for a file and write it."""
        self._when_made(self._ask_and_save)

    def _ask_and_save(self, made: Made) -> None:
        name = self._file_name() + made.order.format
        start = str(memory.last_folder() / name)
        kinds = ";;".join(f"{FORMAT_TITLES[one]} (*{one})" for one in FORMATS)
        chosen = f"{FORMAT_TITLES[made.order.format]} (*{made.order.format})"
        path, _ = QFileDialog.getSaveFileName(self, "Save figure", start, kinds, chosen)
        if path:
            self.save_to(Path(path))

    def save_to(self, path: Path) -> None:
        """Write the figure; the suffix decides the format."""
        suffix = next((one for one in FORMATS if one == path.suffix.lower()), None)
        if suffix is None:
            path = path.with_name(path.name + self.maker.choices.format)
        else:
            self.maker.choose(replace(self.maker.choices, format=suffix))
        self._when_made(lambda made: self._save_to(path, made))

    def _save_to(self, path: Path, made: Made) -> None:
        try:
            written = save(made, path)
        except OSError as error:
            self._say(f"not saved: {error.strerror or error}", "error")
            return
        memory.keep_folder(path.parent)
        self._say(f"Saved {' and '.join(one.name for one in written)}")

    def copy_figure(self) -> None:
        """Put the figure on the clipboard as SVG, PDF and PNG."""
        self._when_made(self._copy)

    def copy_unseen(self, say: Callable[[str], object]) -> None:
        """Draw what is seen now, copy it, and tell how that went; the window may be closed."""
        self._listener = say
        if not self.isVisible():
            self.maker.begin()
            self.maker.rest()
            self.maker.draw(patient=True)
        self.copy_figure()

    def _copy(self, made: Made) -> None:
        text = made.order.figure.text
        self._start(self._side.start(lambda: clipboard.forms(made.painted, text)), self._copied)

    def ask_and_keep(self) -> None:
        """Ask for a name and keep the figure with the cell."""
        try:
            figure = self.maker.figure_to_keep()
        except RvsError as error:
            self._say(str(error), "error")
            return
        names = [one.name for one in self._desk.session.state.document.figures]
        NameDialog(
            self,
            self._desk.theme,
            "Save as named figure",
            "Name of the figure",
            figure.name if figure.name != UNNAMED else self._file_name(),
            lambda name: f"{name} will be drawn in this way from now on" if name in names else "",
            lambda name: self.keep_as(name, figure),
        ).open()

    def keep_as(self, name: str, figure: NamedFigure | None = None) -> str:
        """Keep the figure with the cell under a name; return why not, or nothing."""
        try:
            kept = replace(figure or self.maker.figure_to_keep(), name=name)
        except RvsError as error:
            return str(error)
        session = self._desk.session
        session.edit(f"Keep figure {name}", lambda document: keep_figure(document, kept))
        session.settle()
        self.names.choose(name)
        self._load(kept)
        self._say(f"Kept {name}; saving the cell keeps it in the file")
        return ""

    def export_all(self) -> None:
        """Ask for a folder and write a file of every named figure into it."""
        folder = QFileDialog.getExistingDirectory(
            self, "Export all figures", str(memory.last_folder())
        )
        if folder:
            self.export_all_to(Path(folder))

    def export_all_to(self, folder: Path) -> None:
        """Write a file of every named figure, in the format of now."""
        figures = self._desk.session.state.document.figures
        unfit = [one.name for one in figures if not is_file_name(one.name)]
        if unfit:
            self._say(f"{unfit[0]} can't be the name of a file; rename it", "error")
            return
        orders = [self.maker.order_of(figure) for figure in figures]
        memory.keep_folder(folder)
        self._start(self._side.start(lambda: all_figures(orders, folder)), self._exported)

    # -- work ---------------------------------------------------------------------------------

    def _when_made(self, run: Callable[[Made], object]) -> None:
        """Do something with the figure of now, as soon as it is there."""
        self._wish = run
        if self.maker.busy:
            self._say("Drawing the figure first")
        elif self.maker.failure:
            self._grant(None)
            self._say(self.maker.failure, "error")
        else:
            self._grant(self.maker.made)

    def _grant(self, made: Made | None) -> None:
        """Do what waited for the figure, or forget it."""
        run, self._wish = self._wish, None
        if run is not None and made is not None:
            run(made)

    def _start(self, job: Job, done: Callable[[object], object]) -> None:
        if self._work is not None:
            self._work.cancel()
        self._work = job
        job.progressed.connect(self._progress)
        job.progressed.connect(lambda step: self._say(step.words))
        job.done.connect(lambda result: self._end(job, done, result))
        job.failed.connect(lambda error: self._end(job, self._complain, error))

    def _end(self, job: Job, done: Callable[[object], object], result: object) -> None:
        if job is self._work:
            self._work = None
            self.bar.setValue(0)
            done(result)

    def _complain(self, error: object) -> None:
        reason = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
        self._say(reason, "error")

    def _copied(self, found: object) -> None:
        assert isinstance(found, clipboard.Forms)
        clipboard.put(found)
        self._say("Copied the figure as SVG, PDF and PNG")
        self._listener = None

    def _exported(self, written: object) -> None:
        assert isinstance(written, list)
        self._say(f"Wrote {len(written)} files")

    def _file_name(self) -> str:
        """A name for the file: that of the figure, or of what it shows."""
        choices: Choices = self.maker.choices
        robots = self._desk.session.state.document.robots
        shown = robots[0].robot.name or robots[0].id if robots else UNNAMED
        name = choices.figure.name if choices.figure.name != UNNAMED else shown
        plain = "".join(letter if letter.isalnum() or letter in "-_ " else "-" for letter in name)
        return plain.strip() or UNNAMED

    def _escape(self) -> None:
        """End work that runs, or close."""
        if self._work is not None:
            self._work.cancel()
            self._work = None
            self.bar.setValue(0)
            self._say("Stopped")
        else:
            self.close()

    # -- events -------------------------------------------------------------------------------

    def release(self) -> None:
        """End the threads."""
        self.maker.release()
        self.preview.release()
        self._side.close()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.maker.begin()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not self.isMinimized():
            self.maker.rest()

    def closeEvent(self, event: QCloseEvent) -> None:
        memory.keep(self.maker.choices)
        super().closeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self._refresh()


def _line() -> QWidget:
    line = named_label("Rule")
    line.setFixedHeight(1)
    return line


def _size(count: int) -> str:
    """A number of bytes in words."""
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{max(count / 1e3, 0.1):.3g} kB"
