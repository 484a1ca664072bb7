"""A film from frames of pixels, as a job; the suffix decides the format."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from fractions import Fraction
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rvs.engine.errors import ArgumentError, RvsError
from rvs.export.films.apng import apng_writer
from rvs.export.films.gif import gif_writer
from rvs.export.films.mp4 import check_encoder, mp4_writer
from rvs.export.films.timing import (
    FORMATS,
    MOST_FRAMES,
    MOST_LOOPS,
    RATES,
    TRANSPARENT,
    order,
)
from rvs.export.progress import Progress
from rvs.files.storage.atomic import replacing
from rvs.value_class import dataclass

# Red, green, blue, opacity (h, w, 4), colours not weighted with opacity.
Pixels = NDArray[np.uint8]
Job = Generator[Progress, None, Path]

# So many frames may wait to be encoded: more would fill the memory where encoding is the slower.
AHEAD = 2


@dataclass(frozen=True, slots=True)
class Film:
    """Properties of a film.

    Attributes:
        count: Number of frames.
        rate: Frames per second; ``timing.held_rate`` gives the rates possible in a format.
        loops: Number of repetitions; 0 is for ever.  MP4 leaves that to the player.
        transparent: Keep the opacity of the frames; in GIF a pixel is opaque or transparent.
    """

    count: int
    rate: Fraction = Fraction(30)
    loops: int = 0
    transparent: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.count <= MOST_FRAMES:
            raise ArgumentError(f"count: expected 1 to {MOST_FRAMES} frames, got {self.count}")
        if not RATES[0] <= self.rate <= RATES[1]:
            raise ArgumentError(f"rate: expected {RATES[0]:g} to {RATES[1]:g} frames per second")
        if not 0 <= self.loops <= MOST_LOOPS:
            raise ArgumentError(f"loops: expected 0 to {MOST_LOOPS}, got {self.loops}")


Writer = Callable[[Path, Film, list[Pixels]], AbstractContextManager[Callable[[Pixels], None]]]
WRITERS: dict[str, Writer] = {".gif": gif_writer, ".apng": apng_writer, ".mp4": mp4_writer}


def check_format(suffix: str, transparent: bool = False) -> str:
    """Return the suffix of a film in lower case.

    Raises:
        ArgumentError: There is no such format of films, or it has no transparency.
        RvsError: Its encoder is not installed.
    """
    known = suffix.lower()
    if known not in FORMATS:
        raise ArgumentError(f"a film has the format {', '.join(FORMATS)}, not {suffix!r}")
    if transparent and known not in TRANSPARENT:
        raise ArgumentError(f"{known} can't be transparent; {' and '.join(TRANSPARENT)} can")
    if known == ".mp4":
        check_encoder()
    return known


def film_job(path: Path | str, film: Film, frames: Iterable[Pixels]) -> Job:
    """Write a film frame by frame; closing the job cancels it and removes the file.

    Args:
        path: The file; it is replaced when the film is complete.
        film: Its properties.
        frames: Pictures (h, w, 4) of one size, in the order given by ``timing.order``; each is a
            separate array, since it is encoded while the next one is drawn.

    Yields:
        The progress.

    Returns:
        The path.

    Raises:
        ArgumentError: There is no such format of films, or frames differ in size.
        RvsError: Its encoder is not installed, or there are too few frames.
        OSError: It can't be written; an old file is then untouched.
    """
    target = Path(path)
    suffix = check_format(target.suffix, film.transparent)
    total = len(order(suffix, film.count))
    source = _checked(frames, total)
    looks = []
    with replacing(target) as fresh:
        for number in range(total - film.count):
            looks.append(next(source))
            words = f"colours of frame {number + 1} of {total - film.count}"
            yield Progress((number + 1) / total, words)
        with WRITERS[suffix](fresh, film, looks) as add:
            for number in _encoded(add, source, film.count):
                part = (total - film.count + number + 1) / total
                yield Progress(part, f"frame {number + 1} of {film.count}")
    return target


def _encoded(add: Callable[[Pixels], None], source: Iterator[Pixels], count: int) -> Iterator[int]:
    """Add frames in a thread while the next ones are drawn; yield the number of each one drawn."""
    with ThreadPoolExecutor(1, "film") as encoder:
        waiting: deque[Future[None]] = deque()
        for number in range(count):
            pixels = next(source)
            if len(waiting) == AHEAD:
                waiting.popleft().result()
            waiting.append(encoder.submit(add, pixels))
            yield number
        for one in waiting:
            one.result()


def _checked(frames: Iterable[Pixels], total: int) -> Iterator[Pixels]:
    """Yield the frames, after a check of their number and size."""
    size: tuple[int, ...] | None = None
    number = 0
    for pixels in frames:
        if pixels.ndim != 3 or pixels.shape[2] != 4 or pixels.shape != (size or pixels.shape):
            raise ArgumentError(f"frames: expected {size or '(h, w, 4)'}, got {pixels.shape}")
        size, number = pixels.shape, number + 1
        yield pixels
    raise RvsError(f"frames: the film needs {total}, got {number}")
