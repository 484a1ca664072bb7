"""Numbers of random values: a fourth of them every day, all in the nightly search."""

import os

from hypothesis import settings

# Every day the same values: a fault that only others show is found at night.
SHARE = 1 if os.environ.get("HYPOTHESIS_PROFILE") == "search" else 4
LEAST = 5


def everyday(count: int) -> int:
    """Return how many of so many random values are tried in this run."""
    return max(count // SHARE, min(count, LEAST))


def examples(count: int) -> settings:
    """Try a property with so many random values in the search, with a fourth of them every day."""
    return settings(max_examples=everyday(count))
