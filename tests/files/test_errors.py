"""Errors of files: what is written out of many."""

from rvs.files.text.errors import WRITTEN, FileError, FileErrors


def test_of_many_errors_the_first_are_written_and_all_are_kept():
    errors = [FileError("a.jtraj", line, 1, "more than 4 numbers") for line in range(1, 101)]
    failure = FileErrors(errors)
    lines = str(failure).splitlines()
    assert lines == [*map(str, errors[:WRITTEN]), f"and {100 - WRITTEN} more"]
    assert len(failure.errors) == 100
    assert len(str(FileErrors(errors[:WRITTEN])).splitlines()) == WRITTEN
