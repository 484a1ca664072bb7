"""Memory that is free goes back to the system, where the C library can be asked to."""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from rvs import allocator
from tests.programs import run


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """Let the tests of other files keep what they were given."""
    yield
    allocator.keep_all()


HOLES = """
from pathlib import Path
from rvs.allocator import give_back, keep_little
def held():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
keep_little()
first = [bytearray(30_000_000)]
first.clear()
blocks = [bytearray(1_500_000) for _ in range(40)]
small = []
for block in blocks:
    small.append(bytearray(700))
full = held()
del blocks[::2], block
print(full - held())
"""


def test_blocks_between_others_go_back_at_once() -> None:
    if not allocator.keep_little():
        pytest.skip("another C library than GNU's")
    freed = int(run(sys.executable, "-c", HOLES).stdout)
    assert freed > 20 * 1_400_000


KEPT = """
from pathlib import Path
from rvs.allocator import keep_all
def held():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
print(keep_all())
block = bytearray(20_000_000)
full = held()
del block
print(full - held())
"""


def test_a_command_keeps_what_it_was_given() -> None:
    if not allocator.keep_little():
        pytest.skip("another C library than GNU's")
    taken, freed = run(sys.executable, "-c", KEPT).stdout.split()
    assert taken == "True"
    assert int(freed) < 1_000_000


def test_what_is_free_is_given_back() -> None:
    if not allocator.keep_little():
        pytest.skip("another C library than GNU's")

    def held() -> int:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])

    small = [np.zeros(2000) for _ in range(3000)]
    kept = small[::500]
    full = held()
    del small
    assert allocator.give_back()
    assert (full - held()) * 4096 > 20_000_000
    assert len(kept) == 6


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_other_systems_are_left_as_they_are(system, monkeypatch) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert not allocator.keep_little()
    assert not allocator.keep_all()
    assert not allocator.give_back()
