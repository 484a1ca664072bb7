"""Films of cells and robots, drawn without a window."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import field, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rvs.engine.errors import ArgumentError, RvsError
from rvs.export.films.film import (
    FORMATS,
    MOST_LOOPS,
    RATES,
    Film,
    check_format,
    check_span,
    film_job,
    frame_times,
    held_rate,
    order,
)
from rvs.fields.field import asked, settle, shared
from rvs.files.storage.atomic import fresh_folder
from rvs.model.bounds import check_picture_size
from rvs.model.jobs import Progress
from rvs.model.motions.motion import Motion
from rvs.model.motions.tracks import assumed_of
from rvs.model.state import State
from rvs.scene.build import build_scene, scene_points
from rvs.scripting.asking import File, Question, function
from rvs.scripting.figure_result import with_workspace
from rvs.scripting.pictures import Look, aimed_at, rendered, shot_of
from rvs.scripting.subjects import at_time, motion_in, title_of
from rvs.value_class import dataclass

if TYPE_CHECKING:
    from rvs.gl.context.images import Pixels
    from rvs.gl.frame import Shot
    from rvs.scripting.cell import Cell

LISTING = "frames.json"
# A folder of such a name is rather a mistake.
NO_FILMS = (".png", ".jpg", ".webp", ".webm", ".mov", ".avi", ".mkv", ".mpg")
# Where the robot gets to is found at so many moments, for a camera that sees them all.
LOOKS = 60
# Of fewer pictures per second each has the best places for its labels: none is seen to glide there.
GLIDING = 20.0


@dataclass(frozen=True, eq=False, kw_only=True)
class Reel:
    """Order and size of the pictures of a film."""

    fps: float = asked(
        30.0, "Show this many frames per second; GIF uses the nearest possible rate",
        label="Frames per second", least=RATES[0], most=RATES[1],
    )  # fmt: skip
    speed: float = asked(
        1.0, "Play at this multiple of the speed of the motion", label="Speed", above=0.0
    )
    size: tuple[int, int] = asked(
        (1280, 800), "Draw pictures of this width and height in pixels", label="Size in pixels",
        kind="pixels", usual="1280x800",
    )  # fmt: skip
    loop: int = asked(
        0, "Show a GIF or APNG this many times; 0 repeats it endlessly",
        label="Repeat endlessly", least=0,
        most=MOST_LOOPS,
    )  # fmt: skip

    def __post_init__(self) -> None:
        settle(self)
        check_picture_size(self.size)


@dataclass(frozen=True, eq=False)
class Filmed(Reel, File):
    """A film that is not drawn yet.

    Attributes:
        state: The visible state, with the camera.
        motion: Its motion.
        span: Start and end in the motion, in s.
        transparent: No background, no floor and no shadow.
        about: First facts in the listing of a folder of pictures.
    """

    loud = True

    state: State
    motion: Motion
    span: tuple[float, float]
    transparent: bool = False
    about: Mapping[str, object] = field(default_factory=dict)

    def __repr__(self) -> str:
        (width, height), (start, end) = self.size, self.span
        return (
            f"<Film from {start:g} to {end:g} s, {width} × {height} pixels, {self.fps:g} a second>"
        )

    def rate(self, suffix: str) -> Fraction:
        """Return the frame rate that a format can hold."""
        return held_rate(suffix, self.fps)

    def times(self, suffix: str) -> list[float]:
        """Return the times of the motion in the pictures, in s.

        Args:
            suffix: Suffix of the film; empty for a folder of pictures.

        Raises:
            ArgumentError: There are too many pictures.
        """
        found: list[float] = frame_times(*self.span, self.rate(suffix), self.speed).tolist()
        return found

    def facts(self, path: Path, /) -> dict[str, object]:
        """Return the facts about the film at a path, for JSON."""
        suffix = path.suffix.lower() if path.suffix.lower() in FORMATS else ""
        return {"film" if suffix else "folder": str(path), **self._listed(suffix)}

    def told(self, path: Path, /) -> tuple[str, ...]:
        """Return its number of pictures."""
        return (f"{self.facts(path)['frames']} pictures",)

    @property
    def remarks(self) -> Sequence[str]:
        """Assumptions behind its times."""
        return assumed_of(self.motion)

    def _listed(self, suffix: str) -> dict[str, object]:
        """Return the contents of the listing in a folder of pictures."""
        return {
            **self.about,
            **shared(Reel, self),
            "frames": len(self.times(suffix)),
            "fps": float(self.rate(suffix)),
            "duration": self.motion.duration,
            "assumed": list(assumed_of(self.motion)),
            "size": list(self.size),
        }

    def steps(
        self, path: str | Path, render: Callable[[Shot], Pixels] = rendered
    ) -> Generator[Progress, None, Path]:
        """Draw and write the film, and yield the progress; closing the generator removes the file.

        Args:
            path: A .gif, .apng or .mp4 film, or a folder for numbered PNG files.
            render: Draws a picture.

        Raises:
            ArgumentError: Another suffix, too many pictures, or a format without transparency.
            RvsError: The encoder is not installed, or the folder holds other files.
            OSError: The film can't be written.
        """
        target = Path(path)
        suffix = film_suffix(target, self.transparent)
        if not suffix:
            return (yield from self._folder(target, render))
        times, rate = self.times(suffix), self.rate(suffix)
        film = Film(len(times), rate, self.loop, self.transparent)
        moments = (times[number] for number in order(suffix, len(times)))
        return (yield from film_job(target, film, self._pictures(moments, render)))

    def _folder(
        self, target: Path, render: Callable[[Shot], Pixels]
    ) -> Generator[Progress, None, Path]:
        from rvs.gl.context.images import write_png

        times = self.times("")
        with fresh_folder(target, LISTING, self._listed("")) as folder:
            for number, pixels in enumerate(self._pictures(iter(times), render)):
                write_png(folder / f"frame-{number:05d}.png", pixels)
                done = number + 1
                yield Progress(done / len(times), f"frame {done} of {len(times)}")
        return target

    def _pictures(
        self, moments: Iterator[float], render: Callable[[Shot], Pixels]
    ) -> Iterator[Pixels]:
        view = self.state.view
        if self.transparent:
            view = replace(view, floor=False, shadow=False)
        state = replace(self.state, view=view)
        for number, time in enumerate(moments):
            scene = build_scene(at_time(state, self.motion, time))
            steady = number > 0 and self.fps >= GLIDING
            yield render(shot_of(scene, view.camera, self.size, self.transparent, steady))


@dataclass(frozen=True, eq=False, kw_only=True)
class FilmQuestion(Look, Reel, Question):
    """Film a motion of a robot, or of all robots of a cell, and return the film before it is saved.

    Raises:
        RvsError: There is no such robot or motion.
        ArgumentError: The times are outside the motion, or a view has no such field.
    """

    called = "film"
    by_place = ("motion",)
    output = "FILM|FOLDER"
    writes = "a film .gif, .apng or .mp4, or a folder: new, empty, or of an earlier film"
    returns = "Filmed"
    cells = True
    files = True
    whose = "Id of the robot that a file moves; the active one if left out."

    motion: Motion | str | None = asked(
        None, "Film this motion (or the motion with this name)", kind="motion", option="TRAJECTORY",
        usual="the loaded one, or the motions of all robots of the cell,",
    )  # fmt: skip
    damping: float = asked(
        0.0, "Let the tool deviate this much from a path near singularities; 0.05 gives a smooth "
        "motion",
        least=0.0,
        most=1.0, metavar="SHARE",
    )  # fmt: skip
    start: float = asked(
        0.0,
        "Start at this time of the motion",
        unit="s",
        option="--from",
        label="Start of the film",
    )
    end: float | None = asked(
        None,
        "End at this time of the motion",
        unit="s",
        option="--to",
        usual="its end",
        label="End of the film",
    )
    about: Mapping[str, object] = field(default_factory=dict)

    @classmethod
    def around(cls, name: str) -> AbstractContextManager[dict[str, Any]]:
        """Record the contents of the folder of pictures."""
        return nullcontext({"about": {"robot": name, "trajectory": ""}})

    def check_path(self, path: Path) -> None:
        """Refuse other formats."""
        film_suffix(path, self.transparent)

    def answer(self, cell: Cell, robot: str = "") -> Filmed:
        """Return the film of a cell."""
        if cell.alone and self.motion is None:
            raise RvsError("motion: expected a motion; the robot has none of its own")
        moves = motion_in(cell, self.motion, robot, self.damping)
        span = check_span(self.start, self.end, moves.duration, "start, end")
        state = at_time(replace(self.state(cell), view=self.view_of(cell.view)), moves, 0.0)
        fits = self.fits(cell.view)
        whole = with_workspace(aimed_at_motion(state, moves, self.size) if fits else state)
        about = dict(self.about)
        if about and self.motion is not None:
            about["trajectory"] = title_of(self.motion)
        return Filmed(whole, moves, span, self.transparent, about, **shared(Reel, self))


film = function(FilmQuestion)


def aimed_at_motion(state: State, motion: Motion, size: tuple[int, int]) -> State:
    """Return a state with its camera moved to see the robots during a whole motion."""
    times = np.linspace(0.0, motion.duration, LOOKS).tolist()
    clouds = [scene_points(at_time(state, motion, time)) for time in times]
    return aimed_at(state, np.concatenate(clouds), size)


def film_suffix(path: Path, transparent: bool = False) -> str:
    """Return the suffix of a film in lower case, or nothing for a folder of pictures.

    Raises:
        ArgumentError: There is no such format of films, or it has no transparency.
        RvsError: Its encoder is not installed.
    """
    suffix = path.suffix.lower()
    if suffix in NO_FILMS:
        known = ", ".join(FORMATS)
        raise ArgumentError(f"{path.name}: a film is written as {known}, pictures into a folder")
    if suffix not in FORMATS:
        return ""
    return check_format(suffix, transparent)
