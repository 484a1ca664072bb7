"""Memory reserved by the C library in a program that runs for hours.

Python and OpenGL return freed memory to the C library, which returns it to the system only where
whole regions at the end are free.  GNU's library also raises the size above which it requests each
block separately from the system, up to 32 MB, after the first such block is freed: large arrays are
then placed among small blocks, and leave permanent gaps.  Each thread also has its own heap.  Other
C libraries have no such settings, and are not changed.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Any

# The numbers of the settings in GNU's malloc.h.
TRIM_THRESHOLD, MMAP_THRESHOLD, ARENA_MAX = -1, -3, -8
# Blocks from this size on are given back as soon as they are free.
ALONE = 2**20
HEAPS = 2
# The largest blocks that its heap takes, and more than is ever free at its end.
MOST_INSIDE, NEVER = 2**25, 2**30
# A process is soon over before much garbage has come together: Python looks for it this seldom.
NEW_OBJECTS = 100_000


def keep_little() -> bool:
    """Make this process return memory early; return whether its C library supports that."""
    library = _library()
    if library is None:
        return False
    settings = {MMAP_THRESHOLD: ALONE, TRIM_THRESHOLD: 2 * ALONE, ARENA_MAX: HEAPS}
    taken = [library.mallopt(which, value) for which, value in settings.items()]
    return all(taken)


def keep_all() -> bool:
    """Make this short-lived process request memory once; return whether the C library supports it.

    Requesting a block, and each of its pages, from the system takes longer than filling it.
    """
    library = _library()
    if library is None:
        return False
    settings = {MMAP_THRESHOLD: MOST_INSIDE, TRIM_THRESHOLD: NEVER}
    taken = [library.mallopt(which, value) for which, value in settings.items()]
    return all(taken)


def give_back() -> bool:
    """Return all free memory to the system; return whether there was any."""
    library = _library()
    return library is not None and library.malloc_trim(0) == 1


def _library() -> Any:
    """Return GNU's C library, or None if another library is in use."""
    if not sys.platform.startswith("linux"):
        return None
    library = ctypes.CDLL(None)
    return library if hasattr(library, "malloc_trim") else None
