"""Export plot: the plots of the Trajectory panel as a light vector figure in its printed size."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QCheckBox

from rvs.export.formats.drawing import MM_PER_INCH, POINTS_PER_INCH
from rvs.export.formats.write import FORMATS, LATEX_FORMATS, Lettering
from rvs.model.jobs import Progress
from rvs.model.numbers.units import UNITS, Unit
from rvs.model.plots.plot import Plot, noted
from rvs.model.plots.strokes import Telling
from rvs.ui.desk import Desk
from rvs.ui.paper.work_dialog import Line, WorkDialog, file_name
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.words import plural, tr

TEXTS: dict[str, Lettering] = {
    "As text": "font", "As outlines": "paths", "Typeset by LaTeX": "latex",
}  # fmt: skip
LINES: dict[str, Telling] = {
    "Coloured": "colour", "Coloured and dashed": "dashes", "Black and dashed": "grey",
}  # fmt: skip
SUFFIX = ".csv"
# Points of a curve on paper, and of numbers: all there are.
PAPER_POINTS, EVERY = 2000, 10_000_000
MM: Unit = UNITS["mm"]
WIDTH, HEIGHT, FIELD = 0.160, 0.070, 104
SIZES = (0.030, 1.0)


class PlotDialog(WorkDialog):
    """Dialog for the options of plots."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "plot_dialog", "Export plot", "Export…")
        self.format, self.text = Combo("Format"), Combo("Words")
        self.lines, self.titles = Combo("Lines"), QCheckBox("Titles")
        self.wide, self.high = _field("Width in print", WIDTH), _field("Height of a plot", HEIGHT)
        self.format.addItems([suffix[1:].upper() for suffix in (*FORMATS, SUFFIX)])
        self.format.setCurrentText("PDF")
        self.text.addItems(list(TEXTS))
        self.lines.addItems(list(LINES))
        self.titles.setChecked(True)
        rows = self.rows
        rows.section("File")
        rows.add("Format", self.format)
        rows.add("Text", self.text)
        rows.section("Look")
        rows.add("Lines", self.lines)
        rows.add("", self.titles)
        rows.section("Size in print")
        rows.add("Width", self.wide)
        rows.add("Height", self.high)
        rows.addStretch(1)
        self.format.currentIndexChanged.connect(self._choose_format)
        self.text.currentIndexChanged.connect(lambda _: self.refresh())
        for field in (self.wide, self.high):
            field.entered.connect(field.show_value)
            field.entered.connect(lambda _: self.refresh())
            field.refused.connect(lambda text: self.say(text, "error"))
        self.refresh()

    def _choose_format(self) -> None:
        """Update the options for the format: a table of numbers has no look."""
        for widget in (self.text, self.lines, self.titles, self.wide, self.high):
            widget.setEnabled(self.suffix != SUFFIX)
        self.refresh()

    @property
    def suffix(self) -> str:
        """Suffix of the file."""
        return f".{self.format.currentText().lower()}"

    @property
    def plots(self) -> tuple[Plot, ...]:
        """Plots of the Trajectory panel; for numbers, with every row."""
        return self.desk.plotted.plots(EVERY if self.suffix == SUFFIX else PAPER_POINTS)

    def line(self) -> Line:
        """Return the line of a script for plots of the loaded motion; other plots have none."""
        plotted, preferences = self.desk.plotted, self.desk.settings.preferences
        if plotted.kind is None:
            return "", (), {}
        length = "" if preferences.length == "robot" else preferences.length
        said: dict[str, object] = {"joint": plotted.joint, "length": length}
        said = {name: value for name, value in said.items() if value not in ("", None)}
        wide, high = (round(1e3 * one.number, 6) for one in (self.wide, self.high))
        said |= {"angle": preferences.angle, "width": wide, "height": high}
        if self.text.currentIndex():
            said["text"] = TEXTS[self.text.currentText()]
        if self.lines.currentIndex():
            said["lines"] = LINES[self.lines.currentText()]
        if not self.titles.isChecked():
            said["titles"] = False
        if plotted.note:
            said["note"] = plotted.note
        return "plot", (None, None, plotted.kind), said

    def refresh(self) -> None:
        """Show the exported plots, or the reason why there can be none."""
        reason = self._reason()
        self.button.setEnabled(not reason and not self.busy)
        if reason:
            self.say(reason, "warning")
            return
        count = len(self.plots)
        self.say(plural("{title}, {n} plot", "{title}, {n} plots", count, self.plots[0].title))

    def ask(self) -> None:
        """Ask for a file and write it."""
        kind = f"{self.format.currentText()} (*{self.suffix})"
        start = file_name(self.plots[0].title) + self.suffix
        path = self.ask_file("Export plot", start, kind)
        if path is not None:
            self.export(path)

    def export(self, path: Path) -> None:
        """Write the plots, in the selected format."""
        from rvs.export.plots.data import write_csv
        from rvs.export.plots.plot import write_plot

        plots = noted(self.plots, self.desk.plotted.note)
        text = TEXTS[self.text.currentText()]
        telling = LINES[self.lines.currentText()]
        if not self.titles.isChecked():
            plots = tuple(replace(plot, title="") for plot in plots)
        points = 1000.0 * POINTS_PER_INCH / MM_PER_INCH
        wide, high = points * self.wide.number, points * self.high.number
        target = path.with_suffix(self.suffix)

        def work() -> Generator[Progress, None, Path]:
            yield Progress(0.0, "drawing the plots")
            if self.suffix == SUFFIX:
                return write_csv(target, plots)
            return write_plot(target, plots, wide, high, text, telling)

        self.start(work)

    def _reason(self) -> str:
        if not self.plots:
            missing = self.desk.plotted.missing
            return missing or "no trajectory is loaded, so there is nothing to plot"
        if self.suffix == SUFFIX:
            return ""
        if self.text.currentText() == "Typeset by LaTeX" and self.suffix not in LATEX_FORMATS:
            return tr(
                "LaTeX accepts {formats}", " and ".join(one[1:].upper() for one in LATEX_FORMATS)
            )
        for field, name in ((self.wide, "width"), (self.high, "height")):
            if not SIZES[0] <= field.number <= SIZES[1]:
                return tr("the {name} must be between 30 and 1000 mm", name)
        return ""


def _field(name: str, value: float) -> NumberField:
    field = NumberField(name, MM, FIELD)
    field.show_value(value)
    return field
