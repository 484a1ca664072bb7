"""Output of figures: files, the clipboard, and a folder of all named ones.

Figures and pictures on the clipboard, in every form used by other programs.

Calls of a script that draw a figure as in the window.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication, QImage

from rvs.engine.errors import RvsError
from rvs.export.formats.drawing import Drawing
from rvs.export.formats.write import encoded
from rvs.export.named import first_figure
from rvs.files.library import is_file_name
from rvs.model.figures.figure import Lettering, NamedFigure
from rvs.model.jobs import Progress
from rvs.model.views.view import View
from rvs.scripting.figure_result import DPI, PNG
from rvs.scripting.plain import changed
from rvs.ui.desk import Desk
from rvs.ui.figures import choices
from rvs.ui.figures.choices import FORMATS
from rvs.ui.figures.drawing_work import Made, all_figures, in_format, save
from rvs.ui.figures.maker import FigureMaker
from rvs.ui.figures.paint import Painted, pixels_of
from rvs.ui.work.jobs import Latest, Work
from rvs.value_class import dataclass
from rvs.words import tr

FIRST = "drawing the figure first"

SVG, PDF = "image/svg+xml", "application/pdf"
# A PNG for programs that take nothing else.
PICTURE_DPI = 300.0

# What ``rvs.figure`` chooses to suit the style, unless it is said.
CHOSEN = ("background", "floor", "shadow")


class Output(QObject):
    """Performs actions as soon as the current figure has been drawn.

    Attributes:
        said: Message about the progress, and the name of an icon.
        ended: The completed action.
        written: The last written file.
        progressed: Progress of the work.
        rested: The work has ended.
    """

    said = Signal(str, str)
    ended = Signal(str)
    progressed = Signal(object)
    rested = Signal()

    def __init__(self, desk: Desk, maker: FigureMaker) -> None:
        super().__init__()
        self._desk, self._maker = desk, maker
        self._work = Latest(desk.closing)
        self.written: Path | None = None
        self._wishes: list[Callable[[Made], object]] = []
        maker.done.connect(self._grant)

    def when_made(self, run: Callable[[Made], object]) -> None:
        """Call a function with the current figure as soon as it is ready."""
        self._wishes.append(run)
        if self._maker.busy:
            self.said.emit(FIRST, "note")
        elif self._maker.too_large:
            self.retry(self._maker.failure, too_large=True)
        elif self._maker.failure:
            self._grant(None)
            self.said.emit(self._maker.failure, "error")
        else:
            self._grant(self._maker.made)

    def save_to(self, path: Path) -> None:
        """Write the figure; the suffix decides the format."""
        suffix = next((one for one in FORMATS if one == path.suffix.lower()), None)
        if suffix is None:
            path = path.with_name(path.name + self._maker.choices.format)
        else:
            self._maker.choose(replace(self._maker.choices, format=suffix))
        self.when_made(lambda made: self._save(path, made))

    def copy(self) -> None:
        """Put the figure on the clipboard as SVG, PDF and PNG."""
        self.when_made(self._copy)

    def export_all_to(self, folder: Path) -> None:
        """Write a file of every named figure, in the current format."""
        figures = self._desk.session.state.document.figures
        unfit = [one.name for one in figures if not is_file_name(one.name)]
        if unfit:
            self.said.emit(tr("{unfit} can't be the name of a file; rename it", unfit[0]), "error")
            return
        orders = [self._maker.order_of(figure) for figure in figures]
        choices.keep_folder(folder)
        self._start(lambda: all_figures(orders, folder), self._exported)

    def stop(self) -> bool:
        """Stop the running work; return whether there was any."""
        if not self._work.cancel():
            return False
        self.rested.emit()
        self.said.emit("stopped", "note")
        return True

    def retry(self, _reason: str, too_large: bool) -> None:
        """Draw a refused figure without a time limit, or discard the actions that wait for it."""
        if too_large and self._wishes:
            self._maker.draw(patient=True)
            self.said.emit(FIRST, "note")
        else:
            self._grant(None)

    def _grant(self, made: Made | None) -> None:
        """Perform all actions that waited for the figure, in order, or discard them."""
        runs, self._wishes = self._wishes, []
        if made is not None:
            for run in runs:
                run(made)

    def _save(self, path: Path, made: Made) -> None:
        # Another format may have been chosen since.
        suffix = next(one for one in FORMATS if one == path.suffix.lower())
        try:
            written = save(in_format(made, suffix), path)
        except (OSError, RvsError) as error:
            self.said.emit(tr("{name} was not saved: {reason}", path.name, _reason(error)), "error")
            return
        choices.keep_folder(path.parent)
        self.written = path
        order = made.order
        how = f", dpi={order.dpi:g}" if suffix == PNG and order.dpi != DPI else ""
        words = figure_words(order.figure, order.state.view)
        self._desk.echo.wrote(path, how, "figure", **words)
        names = " and ".join(f"{one.name} ({size_words(one.stat().st_size)})" for one in written)
        self.ended.emit(tr("saved {names}", names))

    def _copy(self, made: Made) -> None:
        text = made.order.figure.text
        self._start(lambda: forms(made.painted, text), self._copied)

    def _copied(self, found: object) -> None:
        assert isinstance(found, Forms)
        put(found)
        self.ended.emit("copied the figure as SVG, PDF and PNG")

    def _exported(self, written: object) -> None:
        assert isinstance(written, list)
        self.written = written[0].parent if written else None
        self.ended.emit(tr("wrote {count} files", len(written)))

    def _start(self, work: Work, done: Callable[[object], object]) -> None:
        def end(tell: Callable[[object], object], result: object) -> None:
            self.rested.emit()
            tell(result)

        self._work.start(work, partial(end, done), partial(end, self._complain), self._progress)

    def _progress(self, step: Progress) -> None:
        self.progressed.emit(step)
        self.said.emit(step.words, "note")

    def _complain(self, error: object) -> None:
        self.said.emit(_reason(error), "error")


def size_words(count: int) -> str:
    """Return a number of bytes in words, such as ``265 kB``."""
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{max(count / 1e3, 0.1):.3g} kB"


def _reason(error: object) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)


@dataclass(frozen=True)
class Forms:
    """A figure in three forms."""

    svg: bytes
    pdf: bytes
    picture: QImage


def forms(shown: Painted, text: Lettering) -> Generator[Progress, None, Forms]:
    """Encode a figure in all three forms.

    Yields:
        Progress.
    """
    drawing: Drawing = shown.drawing
    # Nobody can paste the file that LaTeX would read beside it.
    letters: Lettering = "font" if text == "latex" else text
    yield Progress(0.1, "copying")
    svg = encoded(drawing, ".svg", letters)
    yield Progress(0.4, "copying")
    pdf = encoded(drawing, ".pdf", letters)
    yield Progress(0.7, "copying")
    return Forms(svg, pdf, shown.image(*pixels_of(drawing, PICTURE_DPI)))


def put(found: Forms) -> None:
    """Put a figure on the clipboard."""
    data = QMimeData()
    data.setData(SVG, QByteArray(found.svg))
    data.setData(PDF, QByteArray(found.pdf))
    data.setImageData(found.picture)
    QGuiApplication.clipboard().setMimeData(data)


def figure_words(figure: NamedFigure, view: View) -> dict[str, Any]:
    """Return the arguments of ``rvs.figure`` for a figure of the current cell.

    Args:
        figure: The figure.
        view: The view of the cell.
    """
    other = changed(first_figure(view), figure)
    for name in ("name", "view", "motion"):
        other.pop(name, None)
    seen = changed(view, figure.view) | {name: getattr(figure.view, name) for name in CHOSEN}
    words: dict[str, Any] = {**other, **seen, "fit": False}
    if figure.motion:
        words["motion"] = figure.motion
    return words
