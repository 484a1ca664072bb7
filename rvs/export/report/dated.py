"""The time of a report: the current time, or a fixed one for reproducible files."""

from __future__ import annotations

import os
from datetime import UTC, datetime

from rvs.engine.errors import ArgumentError

# Seconds since 1970; packagers set it so that the same input gives the same bytes.
VARIABLE = "SOURCE_DATE_EPOCH"


def written_at() -> datetime:
    """Return the current time for a report, with its zone.

    Raises:
        ArgumentError: The environment sets an invalid time.
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
    """Return today's date for a report.

    Raises:
        ArgumentError: The environment sets an invalid time.
    """
    return written_at().date().isoformat()


def pdf_date(time: datetime) -> str:
    """Return a time in the form of the properties of a PDF.

    >>> pdf_date(datetime(2026, 3, 1, 9, 30, tzinfo=UTC))
    "D:20260301093000+00'00'"
    """
    zone = f"{time:%z}"
    return f"D:{time:%Y%m%d%H%M%S}{zone[:3]}'{zone[3:5]}'"
