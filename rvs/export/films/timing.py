"""Times of a motion shown by the frames of a film, and the frame rates of formats."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, isfinite

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError

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
