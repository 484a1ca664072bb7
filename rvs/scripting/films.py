"""Films of cells and robots, drawn without a window."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import field, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rvs.engine.errors import ArgumentError
from rvs.export.films.timing import FORMATS, check_span, frame_times, held_rate, order
from rvs.export.progress import Progress
from rvs.files.storage.folders import fresh_folder
from rvs.model.motions.motion import Motion
from rvs.model.motions.tracks import assumed_of
from rvs.model.state import State
from rvs.model.steps import finished
from rvs.model.views.picture_size import check_picture_size
from rvs.model.views.view import View
from rvs.scene.build import build_scene, scene_points
from rvs.scripting.drawn import with_workspace
from rvs.scripting.pictures import aimed_at, rendered, shot_of, view_said
from rvs.scripting.subjects import What, at_time, cell_of, motion_in
from rvs.value_class import dataclass

if TYPE_CHECKING:
    from rvs.gl.context.images import Pixels
    from rvs.gl.context.shot import Shot

LISTING = "frames.json"
# A folder of such a name is rather a mistake.
NO_FILMS = (".png", ".jpg", ".webp", ".webm", ".mov", ".avi", ".mkv", ".mpg")
# Where the robot gets to is found at so many moments, for a camera that sees them all.
LOOKS = 60
# Of fewer pictures a second each has the best places for its labels: none is seen to glide there.
GLIDING = 20.0


@dataclass(frozen=True, eq=False)
class Filmed:
    """A film that is not drawn yet.

    Attributes:
        state: What is seen, and from where.
        motion: What moves.
        span: From when to when in the motion, in s.
        fps: Pictures a second; GIF has the nearest number that it can hold.
        speed: So many times as fast as the motion.
        size: Width and height of a picture in pixels.
        transparent: No background, no floor and no shadow.
        loop: How often a GIF or APNG is shown; 0 is for ever.
        about: What the listing in a folder of pictures says first.
    """

    state: State
    motion: Motion
    span: tuple[float, float]
    fps: float = 30.0
    speed: float = 1.0
    size: tuple[int, int] = (1280, 800)
    transparent: bool = False
    loop: int = 0
    about: Mapping[str, object] = field(default_factory=dict)

    def __repr__(self) -> str:
        (width, height), (start, end) = self.size, self.span
        return (
            f"<Film from {start:g} to {end:g} s, {width} × {height} pixels, {self.fps:g} a second>"
        )

    def rate(self, suffix: str) -> Fraction:
        """Return the pictures a second that a format holds."""
        return held_rate(suffix, self.fps)

    def times(self, suffix: str) -> list[float]:
        """Return the times of the motion that the pictures show, in s.

        Args:
            suffix: Of the film; empty for a folder of pictures.

        Raises:
            ArgumentError: There are too many pictures.
        """
        found: list[float] = frame_times(*self.span, self.rate(suffix), self.speed).tolist()
        return found

    def facts(self, suffix: str) -> dict[str, object]:
        """Return what the listing in a folder of pictures says."""
        return {
            **self.about,
            "frames": len(self.times(suffix)),
            "fps": float(self.rate(suffix)),
            "speed": self.speed,
            "duration": self.motion.duration,
            "assumed": list(assumed_of(self.motion)),
            "size": list(self.size),
        }

    def steps(
        self, path: str | Path, render: Callable[[Shot], Pixels] = rendered
    ) -> Generator[Progress, None, Path]:
        """Draw and write the film, and yield how far it is; closing it leaves nothing behind.

        Args:
            path: A film .gif, .apng or .mp4, or a folder for numbered PNG files.
            render: Draws a picture.

        Raises:
            ArgumentError: Another suffix, too many pictures, or a format without transparency.
            RvsError: What writes the format is not installed, or the folder holds other files.
            OSError: The film can't be written.
        """
        target = Path(path)
        suffix = film_suffix(target, self.transparent)
        if not suffix:
            return (yield from self._folder(target, render))
        from rvs.export.films.film import Film, film_job

        times, rate = self.times(suffix), self.rate(suffix)
        film = Film(len(times), rate, self.loop, self.transparent)
        moments = (times[number] for number in order(suffix, len(times)))
        return (yield from film_job(target, film, self._pictures(moments, render)))

    def save(self, path: str | Path) -> Path:
        """Draw the film, write it as .gif, .apng or .mp4, or as PNG files into a folder.

        Returns:
            The path.

        Raises:
            ArgumentError: Another suffix, too many pictures, or a format without transparency.
            RvsError: What writes the format is not installed, or the folder holds other files.
            OSError: The film can't be written.
        """
        return finished(self.steps(path))

    def _folder(
        self, target: Path, render: Callable[[Shot], Pixels]
    ) -> Generator[Progress, None, Path]:
        from rvs.gl.context.images import write_png

        times = self.times("")
        with fresh_folder(target, LISTING, self.facts("")) as folder:
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


def film(
    what: What = None,
    motion: Motion | str | None = None,
    *,
    start: float = 0.0,
    end: float | None = None,
    fps: float = 30.0,
    speed: float = 1.0,
    size: tuple[int, int] = (1280, 800),
    view: str | View | None = None,
    fit: bool | None = None,
    transparent: bool = False,
    loop: int = 0,
    **fields: Any,
) -> Filmed:
    """Return a film of a motion, as *Export film* of the window and ``rvs play`` write it.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        motion: The motion, or the name of one; if left out, the one that is loaded, or what all
            robots of the cell do together.
        start: Where in the motion the film begins, in s.
        end: Where it ends, in s; at the end of the motion if left out.
        fps: Pictures a second; GIF has the nearest number that it can hold.
        speed: So many times as fast as the motion.
        size: Width and height in pixels.
        view: From where: ``"iso"``, ``"front"`` and so on, or a whole view.
        fit: Move the camera to where it sees the whole motion; if left out, unless the cell's own
            camera is meant.
        transparent: No background, no floor and no shadow; not in MP4.
        loop: How often a GIF or APNG is shown; 0 is for ever.
        fields: Fields of the view, such as ``mode="body"`` or ``trace=False``.

    Raises:
        RvsError: There is no such robot or motion.
        ArgumentError: The times are not of the motion, or a view has no such field.
    """
    size = check_picture_size(size)
    cell = cell_of(what)
    moves = motion_in(cell, motion)
    seen, fit = view_said(cell.state.view, view, fit, transparent, fields)
    state = at_time(replace(cell.state, view=seen), moves, 0.0)
    if not speed > 0.0:
        raise ArgumentError(f"speed: expected more than 0, got {speed:g}")
    span = check_span(start, end, moves.duration, "start, end")
    whole = with_workspace(aimed_at_motion(state, moves, size) if fit else state)
    return Filmed(whole, moves, span, fps, speed, size, transparent, loop)


def aimed_at_motion(state: State, motion: Motion, size: tuple[int, int]) -> State:
    """Return a state with its camera moved to where it sees the robots during a whole motion."""
    times = np.linspace(0.0, motion.duration, LOOKS).tolist()
    clouds = [scene_points(at_time(state, motion, time)) for time in times]
    return aimed_at(state, np.concatenate(clouds), size)


def film_suffix(path: Path, transparent: bool = False) -> str:
    """Return the suffix of a film in small letters, or nothing for a folder of pictures.

    Raises:
        ArgumentError: No film is written so, or not a transparent one.
        RvsError: What writes it is not installed.
    """
    suffix = path.suffix.lower()
    if suffix in NO_FILMS:
        known = ", ".join(FORMATS)
        raise ArgumentError(f"{path.name}: a film is written as {known}, pictures into a folder")
    if suffix not in FORMATS:
        return ""
    # here, so that what writes films is not loaded before one is written
    from rvs.export.films.film import check_format

    return check_format(suffix, transparent)
