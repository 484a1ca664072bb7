"""A film of what is loaded, drawn in a thread beside the window's."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

from PySide6.QtGui import QOffscreenSurface, QOpenGLContext

from rvs.engine.errors import RvsError
from rvs.export.progress import Progress
from rvs.scripting.films import Filmed
from rvs.ui.pictures.offscreen import HiddenContext, offscreen_surface


def film_surface() -> QOffscreenSurface:
    """Return what the thread draws with; call it in the window's thread and keep it alive.

    Raises:
        RvsError: This system draws in the window's thread alone.
    """
    if not QOpenGLContext.supportsThreadedOpenGL():
        raise RvsError("this system draws no films beside the window; rvs play does it without one")
    return offscreen_surface()


def film_work(
    wanted: Filmed, path: Path, surface: QOffscreenSurface
) -> Generator[Progress, None, Path]:
    """Draw and write a film step by step; closing it cancels and leaves nothing behind.

    Args:
        wanted: The film.
        path: Its file.
        surface: From ``film_surface``.

    Yields:
        How far it is.

    Returns:
        The file.
    """
    hidden = HiddenContext(surface)
    try:
        return (yield from wanted.steps(path, hidden.render))
    finally:
        hidden.release()
