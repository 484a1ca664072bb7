"""A film from frames of pixels, as a job: its times, its format by the suffix."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from fractions import Fraction
from math import ceil, isfinite
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError, RvsError
from rvs.export.films.animations import apng_writer, gif_writer
from rvs.export.films.mp4 import check_encoder, mp4_writer
from rvs.files.storage.atomic import replacing
from rvs.model.jobs import Progress
from rvs.value_class import dataclass

FORMATS = (".gif", ".apng", ".mp4")
TRANSPARENT = (".gif", ".apng")
MOST_FRAMES, MOST_LOOPS = 100_000, 65_535
# Frames a second: below it is no film, above no screen shows it; GIF counts hundredths of a second,
# and programs take a single one for ten.
RATES = (0.1, 1000.0)
SHORTEST_DELAY = 2
# Frames that GIF looks at before it chooses its colours.
LOOKS = 6


def held_rate(suffix: str, fps: float) -> Fraction:
    """Return the possible frame rate of a format nearest to the requested one.

    Args:
        suffix: Suffix of the film; numbered pictures allow any rate.
        fps: The requested rate.

    Raises:
        ArgumentError: Fewer than 0.1 or more than 1000.

    >>> held_rate(".gif", 30), held_rate(".mp4", 30)
    (Fraction(100, 3), Fraction(30, 1))
    """
    if not (isfinite(fps) and RATES[0] <= fps <= RATES[1]):
        raise ArgumentError(f"fps: expected {RATES[0]:g} to {RATES[1]:g} frames per second")
    if suffix.lower() == ".gif":
        return Fraction(100, max(round(100.0 / fps), SHORTEST_DELAY))
    return Fraction(fps).limit_denominator(1000)


def frame_times(start: float, end: float, rate: Fraction, speed: float = 1.0) -> Array:
    """Return the times of a motion that the frames show, in s; the last frame shows the end.

    Args:
        start: Start of the film in the motion, in s.
        end: End of the film in the motion, in s.
        rate: Frames per second.
        speed: Multiple of the motion's speed.

    Raises:
        ArgumentError: The end is before the start, or there are more than 100,000 frames.
    """
    if not 0.0 <= start <= end:
        raise ArgumentError(f"a film from {start:g} s to {end:g} s has no frames")
    step = speed / float(rate)
    count = ceil((end - start) / step - 1e-6) + 1
    if count > MOST_FRAMES:
        raise ArgumentError(
            f"fps: {float(rate):g} frames per second make {count} frames; expected at "
            f"most {MOST_FRAMES}"
        )
    times: Array = np.minimum(start + step * np.arange(count), end)
    return times


def check_span(
    start: float, end: float | None, duration: float, names: str = ""
) -> tuple[float, float]:
    """Return the first and the last time of a motion in a film, in s.

    Args:
        start: Start, in s.
        end: End, in s; None for the end of the motion.
        duration: Duration of the motion, in s.
        names: Names of the two times in an error.

    Raises:
        ArgumentError: They are not in the motion, or the second one is the earlier one.

    >>> check_span(0.5, None, 2.0)
    (0.5, 2.0)
    """
    last = duration if end is None else end
    if not 0.0 <= start <= last <= duration + 1e-9:
        words = f"the film must be between 0 and {duration:.4g} s, and start before it ends"
        raise ArgumentError(f"{names}: {words}" if names else words)
    return start, min(last, duration)


def order(suffix: str, count: int) -> tuple[int, ...]:
    """Return the numbers of the frames in the order required by ``film_job``.

    GIF reads some frames before it chooses its colours, which apply to all frames.

    >>> order(".mp4", 3), order(".gif", 3)
    ((0, 1, 2), (0, 1, 2, 0, 1, 2))
    """
    looks = min(LOOKS, count) if suffix.lower() == ".gif" else 0
    seen = np.linspace(0, count - 1, looks).round().astype(int).tolist()
    return (*seen, *range(count))


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
