"""Export film: the loaded trajectory as GIF, APNG or MP4, from the camera of the view.

A film of the loaded motion, drawn in a separate thread.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

from PySide6.QtGui import QOffscreenSurface, QOpenGLContext, QShowEvent
from PySide6.QtWidgets import QCheckBox

from rvs.engine.errors import RvsError
from rvs.export.films.film import TRANSPARENT, check_format, check_span
from rvs.fields.field import abouts, shared
from rvs.model.jobs import Progress
from rvs.model.motions.motion import Motion
from rvs.scripting.films import Filmed, FilmQuestion, Reel
from rvs.scripting.plain import changed
from rvs.ui.desk import Desk
from rvs.ui.figures.rows import show_row
from rvs.ui.file_dialogs import shown_name
from rvs.ui.paper.work_dialog import Line, WorkDialog, file_name
from rvs.ui.pictures.offscreen import HiddenContext, offscreen_surface
from rvs.ui.widgets.chip import check
from rvs.ui.widgets.fields.asked_field import choice, number_field
from rvs.ui.widgets.fields.combo import Combo
from rvs.words import tr

FORMATS = {
    ".mp4": "MP4: video, small file",
    ".gif": "GIF: plays everywhere, 255 colours",
    ".apng": "APNG: all colours, large file",
}
ABOUT = abouts(FilmQuestion)
VIEW = "As in the view"
SIZES: dict[str, tuple[int, int]] = {
    "640 × 360": (640, 360),
    "1280 × 720": (1280, 720),
    "1920 × 1080": (1920, 1080),
    "800 × 800": (800, 800),
}
SPEEDS = {0.25: "A quarter", 0.5: "Half", 1.0: "Unchanged", 2.0: "Twice", 4.0: "Four times"}


RATES = {float(rate): str(rate) for rate in (10, 15, 20, 25, 30, 50, 60)}


class FilmDialog(WorkDialog):
    """Dialog for the options of a film."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "film_dialog", "Export film", "Export…")
        self.format, self.picture = Combo("Format"), Combo(ABOUT["size"].label)
        self.rate = choice(FilmQuestion, "fps", RATES)
        self.speed = choice(FilmQuestion, "speed", SPEEDS)
        self.begin, self.end = (number_field(ABOUT[name], default=0.0) for name in ("start", "end"))
        self.loop: QCheckBox = check(ABOUT["loop"].label, "Repeat; otherwise play once")
        self.clear: QCheckBox = check(ABOUT["transparent"].label, ABOUT["transparent"].says)
        self._motion: Motion | None = None
        self._fill()
        for box in (self.format, self.picture, self.rate, self.speed):
            box.currentIndexChanged.connect(lambda _: self.refresh())
        for field in (self.begin, self.end):
            field.entered.connect(lambda _: self.refresh())
            field.refused.connect(lambda text: self.say(text, "error"))
        self.clear.toggled.connect(lambda _: self.refresh())
        desk.binding.follow(lambda s: (s.motion,), lambda _: self._follow())
        self._follow()

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of a picture."""
        view = self.desk.viewport
        return SIZES.get(self.picture.currentText(), (view.width(), view.height()))

    @property
    def suffix(self) -> str:
        """Suffix of the file."""
        return str(self.format.currentData())

    def ask(self) -> None:
        """Ask for a file and begin."""
        kind = f"{self.suffix[1:].upper()} (*{self.suffix})"
        path = self.ask_file("Export film", file_name(shown_name(self.desk)) + self.suffix, kind)
        if path is not None:
            self.export(path)

    def export(self, path: Path) -> None:
        """Begin to write the film, in the selected format."""
        target = path.with_suffix(self.suffix)
        try:
            wanted = self._wanted()
            surface = film_surface()
        except RvsError as error:
            self.say(str(error), "error")
            return
        job = self.start(lambda: film_work(wanted, target, surface))
        # It may go only when the thread is through with it.
        for signal in (job.done, job.failed):
            signal.connect(lambda _=None, kept=surface: kept)

    @property
    def question(self) -> FilmQuestion:
        """Question of a script for the loaded film."""
        motion, end = self._motion, self.end.number
        # another view than the active one is asked for by fields of the active one
        own, seen = self.desk.session.state.view, self.desk.viewport.seen.view
        return FilmQuestion(
            start=self.begin.number,
            end=None if motion is None or end >= motion.duration else end,
            fps=self.rate.currentData(),
            speed=self.speed.currentData(),
            size=self.pixels,
            loop=0 if self.loop.isChecked() or self.suffix == ".mp4" else 1,
            transparent=self.clear.isChecked() and self.suffix in TRANSPARENT,
            fit=False,
            fields=changed(own, seen),
        )

    def line(self) -> Line:
        """Return the line of a script for the same film of the loaded motion."""
        return "film", (), self.question.said

    def refresh(self) -> None:
        """Show the length of the film, or the reason why there can be none."""
        show_row(self._looped, self.suffix != ".mp4")
        show_row(self._cleared, self.suffix in TRANSPARENT)
        try:
            wanted = self._wanted()
            count, rate = len(wanted.times(self.suffix)), wanted.rate(self.suffix)
        except RvsError as error:
            self.button.setEnabled(False)
            self.say(str(error), "warning")
            return
        self.button.setEnabled(not self.busy)
        wide, high = wanted.size
        frames = count, wide, high, float(count / rate)
        words = tr("{count} frames of {width} × {height}, {length:.3g} s", *frames)
        if abs(float(rate) - wanted.fps) > 0.01:
            words = tr(
                "{count} frames of {width} × {height}, {length:.3g} s at {rate:.4g} per second, "
                "the nearest GIF rate",
                *frames,
                float(rate),
            )
        self.say(words)

    def showEvent(self, event: QShowEvent) -> None:
        """Show the current facts."""
        super().showEvent(event)
        self.refresh()

    def _fill(self) -> None:
        for suffix, words in FORMATS.items():
            self.format.addItem(words, suffix)
        self.picture.addItem(VIEW)
        self.picture.addItems(list(SIZES))
        self.loop.setChecked(True)
        rows = self.rows
        rows.section("Film")
        rows.add("Format", self.format)
        rows.add("Size", self.picture)
        rows.add(ABOUT["fps"].label, self.rate)
        self._cleared = rows.add("Background", self.clear)
        rows.section("Motion")
        rows.add("From, to", self.begin, self.end)
        rows.add(ABOUT["speed"].label, self.speed)
        self._looped = rows.add("Loop", self.loop)
        rows.addStretch(1)

    def _follow(self) -> None:
        """Adopt the range of another trajectory."""
        motion = self.desk.session.state.motion
        if motion is self._motion:
            return
        self._motion = motion
        self.begin.show_value(0.0)
        self.end.show_value(motion.duration if motion is not None else 0.0)
        if not self.busy:
            self.refresh()

    def _wanted(self) -> Filmed:
        motion = self._motion
        if motion is None:
            raise RvsError("no trajectory is loaded, so there is nothing to film")
        question = self.question
        check_format(self.suffix, question.transparent)
        span = check_span(question.start, self.end.number, motion.duration)
        return Filmed(
            self.desk.viewport.seen, motion, span, question.transparent, **shared(Reel, question)
        )


def film_surface() -> QOffscreenSurface:
    """Return the surface for drawing in a thread; call it in the window's thread and store it.

    Raises:
        RvsError: This system draws only in the window's thread.
    """
    if not QOpenGLContext.supportsThreadedOpenGL():
        raise RvsError("this system can't draw films while the window is open; use rvs play")
    return offscreen_surface()


def film_work(
    wanted: Filmed, path: Path, surface: QOffscreenSurface
) -> Generator[Progress, None, Path]:
    """Draw and write a film step by step; closing the generator cancels and removes the file.

    Args:
        wanted: The film.
        path: Its file.
        surface: From ``film_surface``.

    Yields:
        Progress.

    Returns:
        The file.
    """
    hidden = HiddenContext(surface)
    try:
        return (yield from wanted.steps(path, hidden.render))
    finally:
        hidden.release()
