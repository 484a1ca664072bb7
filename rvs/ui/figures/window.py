"""The window of figures: the figure as printed on the left, the choices on the right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QCloseEvent, QHideEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from rvs.engine.errors import RvsError
from rvs.export.named import UNNAMED, remarks
from rvs.model.figures.edits import keep_figure
from rvs.model.figures.figure import NamedFigure
from rvs.model.jobs import Progress
from rvs.ui import file_dialogs
from rvs.ui.desk import Desk
from rvs.ui.figures import choices, form
from rvs.ui.figures.choices import FORMATS, Choices, changed
from rvs.ui.figures.drawing_work import Made, Shown
from rvs.ui.figures.form import Facts, FigureForm
from rvs.ui.figures.maker import FigureMaker
from rvs.ui.figures.names import FigureNames
from rvs.ui.figures.output import Output, size_words
from rvs.ui.figures.preview import Preview
from rvs.ui.widgets.ask_dialog import NameDialog
from rvs.ui.widgets.chip import chip
from rvs.ui.widgets.dock import Ground
from rvs.ui.widgets.labels import ElidedLabel, Notice, named_label
from rvs.ui.widgets.layouts import STRETCH, hbox, vbox
from rvs.ui.widgets.screen_fit import resize_on_screen
from rvs.words import begun, tr

SIZE, CHOICES_WIDTH, BAR = (1080, 760), 372, 4
NAME, TITLE = "figure_window", "Export figure"
LARGE = 20e6


class FigureWindow(QWidget):
    """A window that stays open while the main window changes."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.window, Qt.WindowType.Window)
        self.setObjectName(NAME)
        self.setWindowTitle(TITLE)
        resize_on_screen(self, QSize(*SIZE))
        self._desk = desk
        desk.closing.connect(self.close)
        self.maker = FigureMaker(desk)
        self.output = Output(desk, self.maker)
        for part in (self.maker, self.output):
            # Otherwise their signals would hold what they call, and that holds the main window.
            part.setParent(self)
        self.preview = Preview(desk.theme, desk.closing)
        self.preview.show_screen(desk.viewport.grabFramebuffer())
        self.form = FigureForm(
            desk.theme,
            lambda: desk.session.state.view,
            lambda: tuple(desk.session.state.postures.items()),
        )
        self.names = FigureNames(desk)
        self.facts, self.notice = ElidedLabel(), Notice()
        self.facts.setObjectName("Secondary")
        self.zoom = chip("Fit", "Show the whole figure (0)", self.preview.fit)
        self.again = chip("Draw", "Redraw now, even if slow (F5)", self._draw_anyway)
        self.opener = chip("Open", "Open the last file that was written", self._open_written)
        self._result = ""
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
        self.opener.hide()
        hbox((self._make_left(), 1), self._make_right(), gap=0, of=self)

    def _make_left(self) -> QVBoxLayout:
        head = hbox(edges=(16, 0, 12, 0))
        head.addStrut(40)
        head.addWidget(self.facts, 1)
        head.addWidget(self.again)
        head.addWidget(self.zoom)
        return vbox(head, (self.preview, 1), self.bar, gap=0)

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
        vbox((area, 1), _line(), self.names, _line(), self._make_buttons(), gap=0, of=right)
        return right

    def _make_buttons(self) -> QVBoxLayout:
        self.save.setProperty("filled", True)
        tips = (
            (self.save, "Write the file (Ctrl+S)"),
            (self.copy, "Copy as SVG, PDF and PNG (Ctrl+Shift+C)"),
            (self.keep, "Store these settings in the cell under a name (Ctrl+K)"),
        )
        for button, tip in tips:
            button.setToolTip(tip)
        return vbox(
            hbox((self.notice, 1), self.opener),
            hbox(self.keep, STRETCH, self.copy, self.save),
            gap=4,
            edges=(16, 8, 16, 16),
        )

    def _connect(self) -> None:
        maker = self.maker
        maker.changed.connect(self._refresh)
        maker.progressed.connect(self._progress)
        maker.turned.connect(self.preview.show_rough)
        maker.previewed.connect(self._preview)
        self.preview.painted.connect(maker.look)
        maker.done.connect(self._show)
        maker.failed.connect(self._fail)
        maker.failed.connect(self.output.retry)
        maker.changed.connect(self._forget_result)
        self.output.said.connect(self._say)
        self.output.ended.connect(self._tell_result)
        self.output.progressed.connect(self._progress)
        self.output.rested.connect(lambda: self.bar.setValue(0))
        self.form.chosen.connect(maker.choose)
        self.names.wanted.connect(self._load)
        self.names.renamed.connect(self._renamed)
        self.names.all_wanted.connect(self.export_all)
        self.preview.zoomed.connect(self._show_zoom)
        self.save.clicked.connect(self.ask_and_save)
        self.copy.clicked.connect(self.output.copy)
        self.keep.clicked.connect(self.ask_and_keep)
        keys: tuple[tuple[str, Callable[[], object]], ...] = (
            ("Ctrl+S", self.ask_and_save),
            ("Ctrl+Shift+C", self.output.copy),
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
        """Show the choices; the work reports those that can't be drawn."""
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

    def _preview(self, shown: Shown | Made) -> None:
        self.preview.show_figure(shown.painted, shown.order.figure.ground != "none")

    def _show(self, made: Made) -> None:
        self._preview(made)
        self.bar.setValue(0)
        self.again.hide()
        wide, high = made.millimetres
        size = len(made.content)
        self.facts.setText(
            tr(
                "{width:.4g} × {height:.4g} mm   {paths:,} paths   {format} {size}",
                wide,
                high,
                made.paths,
                form.FILES[made.order.format],
                size_words(size),
            )
        )
        heavy = size > LARGE and made.order.format != ".png"
        words = "this file is large; flat shading or lines make it smaller" if heavy else ""
        words = remarks(made.drawing) or words
        if words or not self._result:
            self._say(words, "warning")
        self._refresh()

    def _fail(self, reason: str, patience: bool) -> None:
        self.bar.setValue(0)
        self.preview.show_rough(None)
        self.preview.fade()
        self.facts.clear()
        self.again.setVisible(patience)
        self._say(reason, "error")

    def _say(self, text: str, icon: str = "note") -> None:
        colors = self._desk.theme.colors
        color = {"error": colors.limit, "warning": colors.warn}.get(icon, colors.text_2)
        shown = begun(text)
        self.notice.say(shown, icon if text else "", color if text else "")
        if shown and not self.isVisible():
            self._desk.say(shown)

    def _tell_result(self, text: str) -> None:
        """Show the result until another choice is made."""
        self._result = text
        self._say(text)
        self.opener.setVisible(self.output.written is not None)

    def _forget_result(self) -> None:
        self._result = ""
        self.opener.hide()

    def _open_written(self) -> None:
        path = self.output.written
        if path is not None and (failure := file_dialogs.open_outside(path)):
            self._say(failure, "warning")

    def _show_zoom(self) -> None:
        percent = round(100 * self.preview.zoom)
        self.zoom.setText("Fit" if percent == 100 else f"{percent} %")

    # -- doing --------------------------------------------------------------------------------

    def _draw_anyway(self) -> None:
        self.maker.draw(patient=True)

    def _load(self, figure: NamedFigure) -> None:
        self.maker.load(figure)
        self.setWindowTitle(f"{figure.name} – {TITLE}")

    def _renamed(self, old: str, new: str) -> None:
        choices = self.maker.choices
        if choices.figure.name == old:
            self.maker.choose(changed(choices, name=new))
            self.setWindowTitle(f"{new} – {TITLE}")

    def ask_and_save(self) -> None:
        """Ask for a file and write it."""
        self.output.when_made(self._ask_and_save)

    def _ask_and_save(self, made: Made) -> None:
        name = self._file_name() + made.order.format
        start = str(choices.last_folder() / name)
        kinds = ";;".join(f"{form.FILES[one]} (*{one})" for one in FORMATS)
        chosen = f"{form.FILES[made.order.format]} (*{made.order.format})"
        path = file_dialogs.save_file(self, "Save figure", start, kinds, chosen)
        if path:
            self.output.save_to(path)

    def copy_unseen(self) -> None:
        """Draw the current view and copy it; the status bar reports the result."""
        if not self.isVisible():
            self.maker.begin()
            self.maker.rest()
            self.maker.draw(patient=True)
        self.output.copy()

    def ask_and_keep(self) -> None:
        """Ask for a name and store the figure with the cell."""
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
            lambda name: tr("{name} now has these settings", name) if name in names else "",
            lambda name: self.keep_as(name, figure),
        ).open()

    def keep_as(self, name: str, figure: NamedFigure | None = None) -> str:
        """Store the figure with the cell under a name; return the reason for a failure."""
        try:
            kept = replace(figure or self.maker.figure_to_keep(), name=name)
        except RvsError as error:
            return str(error)
        self._desk.do(keep_figure, kept)
        self.names.choose(name)
        self._load(kept)
        self._say(tr("Stored {name}; save the cell to write it to the file", name))
        return ""

    def export_all(self) -> None:
        """Ask for a folder and write a file of every named figure into it."""
        folder = QFileDialog.getExistingDirectory(
            self, "Export all figures", str(choices.last_folder())
        )
        if folder:
            self.output.export_all_to(Path(folder))

    def _file_name(self) -> str:
        """Return the suggested file name: that of the figure, or of its content."""
        choices: Choices = self.maker.choices
        own = choices.figure.name
        name = own if own != UNNAMED else file_dialogs.shown_name(self._desk)
        plain = "".join(letter if letter.isalnum() or letter in "-_ " else "-" for letter in name)
        return plain.strip() or UNNAMED

    def _escape(self) -> None:
        """Stop running work, or close the window."""
        if not self.output.stop():
            self.close()

    # -- events -------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.maker.begin()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not self.isMinimized():
            self.maker.rest()

    def closeEvent(self, event: QCloseEvent) -> None:
        choices.keep(self.maker.choices)
        # Opened again, it is of what the screen shows then.
        self.maker.start_anew()
        self.setWindowTitle(TITLE)
        super().closeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self._refresh()


def _line() -> QWidget:
    line = named_label("Rule")
    line.setFixedHeight(1)
    return line
