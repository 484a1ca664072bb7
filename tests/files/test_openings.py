"""Every public reader counts what it makes as one opening."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rvs.files import budget
from rvs.files.formats import FORMATS
from rvs.files.robots.readers import ROBOTS
from rvs.files.text import source
from rvs.files.text.errors import FileErrors, whole_file

ROWS = [
    *(pytest.param(s, one.read, id=f"{one.title} {s}") for one in FORMATS for s in one.suffixes),
    *(pytest.param(suffix, reader, id=f"robot {suffix}") for suffix, reader in ROBOTS.items()),
]


@pytest.mark.parametrize(("suffix", "read"), ROWS)
def test_a_reader_is_an_opening(
    suffix: str, read: Callable[[Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = []

    def spend(*_: object) -> str:
        counted.append(budget._open.get() is not None)
        raise whole_file(path, "is enough")

    monkeypatch.setattr(source, "spend", spend)
    path = tmp_path / f"one{suffix}"
    path.write_bytes(b"some words\n")
    with pytest.raises(FileErrors, match="is enough"):
        read(path)
    assert counted == [True]
