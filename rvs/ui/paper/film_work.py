"""A film of what is loaded, drawn in a thread beside the window's."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtGui import QOffscreenSurface, QOpenGLContext

from rvs.engine.errors import RvsError
from rvs.export.films.film import Film, Pixels, film_job
from rvs.export.films.timing import order
from rvs.export.progress import Progress
from rvs.gl.context.shot import Shot
from rvs.model.motions.motion import Motion
from rvs.model.state import State
from rvs.scene.build import build_scene
from rvs.scene.items import Scene
from rvs.ui.pictures.offscreen import HiddenContext, offscreen_surface

SAMPLES = 8


@dataclass(frozen=True)
class FilmOrder:
    """A film that is wanted.

    Attributes:
        path: Its file.
        state: What is seen, and from where.
        motion: What moves.
        times: The times of the motion that its frames show, in s.
        film: How it is made.
        size: Width and height of a frame in pixels.
    """

    path: Path
    state: State
    motion: Motion
    times: tuple[float, ...]
    film: Film
    size: tuple[int, int]


def film_surface() -> QOffscreenSurface:
    """Return what the thread draws with; call it in the window's thread and keep it alive.

    Raises:
        RvsError: This system draws in the window's thread alone.
    """
    if not QOpenGLContext.supportsThreadedOpenGL():
        raise RvsError("this system draws no films beside the window; rvs play does it without one")
    return offscreen_surface()


def film_work(wanted: FilmOrder, surface: QOffscreenSurface) -> Generator[Progress, None, Path]:
    """Draw and write a film step by step; closing it cancels and leaves nothing behind.

    Args:
        wanted: The film.
        surface: From ``film_surface``.

    Yields:
        How far it is.

    Returns:
        The file.
    """
    hidden = HiddenContext(surface)
    try:
        return (yield from film_job(wanted.path, wanted.film, _frames(wanted, hidden)))
    finally:
        hidden.release()


def _frames(wanted: FilmOrder, hidden: HiddenContext) -> Iterator[Pixels]:
    clear = wanted.film.transparent
    view = wanted.state.view
    if clear:
        view = replace(view, floor=False, shadow=False)
    for number in order(wanted.path.suffix, wanted.film.count):
        time = wanted.times[number]
        postures = dict(wanted.state.postures) | dict(wanted.motion.at(time))
        shown = replace(wanted.state, postures=postures, playhead=time, view=view)
        scene = build_scene(shown)
        seen = Scene(scene.items, None) if clear else scene
        yield hidden.render(Shot(seen, view.camera, *wanted.size, samples=SAMPLES, steady=True))
