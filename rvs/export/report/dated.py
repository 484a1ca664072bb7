"""The time that a report bears: the clock's, or the one set for files to be reproducible."""

from __future__ import annotations

import os
from datetime import UTC, datetime

from rvs.engine.errors import ArgumentError

# Seconds since 1970; packagers set it so that the same input gives the same bytes.
VARIABLE = "SOURCE_DATE_EPOCH"


def written_at() -> datetime:
    """Return the time of a report that is written now, with its zone.

    Raises:
        ArgumentError: The environment sets a time that is none.
    """
    text = os.environ.get(VARIABLE, "").strip()
    if not text:
        return datetime.now().astimezone()
    try:
        return datetime.fromtimestamp(int(text), UTC)
    except (ValueError, OverflowError, OSError):
        said = f"{VARIABLE}: expected seconds since 1970, got {text[:40]!r}"
        raise ArgumentError(said) from None


def today() -> str:
    """Return the date of a report that is written now.

    Raises:
        ArgumentError: The environment sets a time that is none.
    """
    return written_at().date().isoformat()


def pdf_date(time: datetime) -> str:
    """Return a time as the properties of a PDF have it.

    >>> pdf_date(datetime(2026, 3, 1, 9, 30, tzinfo=UTC))
    "D:20260301093000+00'00'"
    """
    zone = f"{time:%z}"
    return f"D:{time:%Y%m%d%H%M%S}{zone[:3]}'{zone[3:5]}'"
