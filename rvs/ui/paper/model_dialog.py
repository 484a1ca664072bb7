"""Export model: the visible items as a model, or the selected robot for another program."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

from rvs.export.models.write import CAD, MODELS, PRINTED, write_model
from rvs.files.convert import Conversion, convert_robot
from rvs.files.cross_check.opinion import within
from rvs.files.writers import WRITERS, Writer
from rvs.model.current import current_robot
from rvs.model.document import title
from rvs.model.jobs import Progress
from rvs.ui.commands.robots import described
from rvs.ui.desk import Desk
from rvs.ui.file_dialogs import shown_name
from rvs.ui.messages import Message
from rvs.ui.paper.work_dialog import Line, WorkDialog, file_name
from rvs.ui.widgets.fields.combo import Combo
from rvs.words import tr

# So many times smaller.
SCALES = (1, 2, 4, 5, 10, 20, 50)
# The window saves its own files under Save.
DESCRIPTIONS = tuple(one for one in WRITERS if one.name != "arch")


class ModelDialog(WorkDialog):
    """Dialog for the options of a model.

    Attributes:
        format: Formats of models, then of descriptions.
        scale: Divisor of the size of a print.
        facts: Facts about the last written file.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "model_dialog", "Export model", "Export…")
        self.format, self.scale = Combo("Format"), Combo("Scale of the print")
        self.facts = ""
        self._notes: tuple[str, ...] = ()
        for suffix, words in MODELS.items():
            self.format.addItem(f"{words} ({suffix})", suffix)
        self.format.insertSeparator(self.format.count())
        for writer in DESCRIPTIONS:
            self.format.addItem(f"{writer.title} ({writer.suffixes[0]})", writer)
        self.format.setMaxVisibleItems(self.format.count())
        self.scale.addItems([f"1:{one}" for one in SCALES])
        self.rows.section("File")
        self.rows.add("Format", self.format)
        self.rows.add("Scale", self.scale)
        self.rows.addStretch(1)
        self.format.currentIndexChanged.connect(lambda _: self.refresh())
        self.refresh()

    @property
    def suffix(self) -> str:
        """Suffix of the file."""
        chosen = self.format.currentData()
        return chosen.suffixes[0] if isinstance(chosen, Writer) else str(chosen)

    def line(self) -> Line:
        """Return the line of a script for a model; descriptions are written from their files."""
        if isinstance(self.format.currentData(), Writer):
            return "", (), {}
        return "solid_model", (), {"scale": self._shrink} if self._shrink != 1.0 else {}

    @property
    def _shrink(self) -> float:
        """Divisor of the size."""
        printed = self.suffix in PRINTED
        return float(SCALES[self.scale.currentIndex()]) if printed else 1.0

    def refresh(self) -> None:
        """Show the contents and the unit of the file."""
        placed, chosen = current_robot(self.desk.session.state), self.format.currentData()
        printed = self.suffix in PRINTED
        self.scale.setEnabled(printed)
        if isinstance(chosen, Writer):
            name = "" if placed is None else self.desk.session.called(placed)
            words = tr("{name}, read back and compared", name) if name else "there is no robot"
            self.button.setEnabled(bool(name) and not self.busy)
        else:
            unit = "millimetres" if printed or self.suffix == CAD else "metres"
            words = tr("Everything solid in the view, in its current pose, in {unit}", unit)
            if self.suffix == ".html":
                words = "Write one file for any browser; it needs no network"
            self.button.setEnabled(not self.busy)
        self.say(words)

    def ask(self) -> None:
        """Ask for a file and write it."""
        placed = current_robot(self.desk.session.state)
        alone = isinstance(self.format.currentData(), Writer)
        name = title(placed) if placed is not None and alone else shown_name(self.desk)
        start = file_name(name) + self.suffix
        kind = f"{self.format.currentText().rpartition(' (')[0]} (*{self.suffix})"
        path = self.ask_file("Export model", start, kind)
        if path is not None:
            self.export(path)

    def export(self, path: Path) -> None:
        """Write the file, in the selected format."""
        chosen, target = self.format.currentData(), path.with_suffix(self.suffix)
        if isinstance(chosen, Writer):
            self._describe(target, chosen)
            return
        state, shrink = self.desk.session.state, self._shrink

        def work() -> Generator[Progress, None, Path]:
            yield Progress(0.1, "joining bodies" if target.suffix in PRINTED else "writing meshes")
            self.facts, self._notes = write_model(target, state, shrink).words, ()
            return target

        self.start(work)

    def _describe(self, target: Path, writer: Writer) -> None:
        placed = current_robot(self.desk.session.state)
        if placed is None:
            return
        given = described(placed)

        def work() -> Generator[Progress, None, Path]:
            yield Progress(0.1, "writing and reading back")
            done = convert_robot(given, target, writer.name)
            disputed = tuple(one.words for one in done.opinions if one.by and not one.agrees)
            self.facts, self._notes = _agreement(done), (*disputed, *done.notes)
            return target

        self.start(work)

    def _finish(self, done: str, written: Path | str) -> None:
        super()._finish(f"{done}: {self.facts}", written)
        self.desk.messages.add([Message("warning", note, str(written)) for note in self._notes])


def _agreement(done: Conversion) -> str:
    """Return programs that read the same robot, most important first."""
    words = (
        tr("poses agree {within}", within(done.error))
        if done.torque_error is None
        else tr(
            "poses agree {within}, torques {more}", within(done.error), within(done.torque_error)
        )
    )
    for one in done.opinions:
        if one.agrees:
            return tr("RVS and {by} read the same robot; in RVS, {words}", one.by, words)
        if one.error is not None:
            return tr("{by} reads a different robot from RVS; {words}", one.by, one.words)
    return "; ".join(
        (tr("read back by RVS alone, {words}", words), *(one.words for one in done.opinions))
    )
