"""Any bytes in any file: errors with a place, or a value; never anything else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.files.check import READERS, check_file
from rvs.files.library import bundled_folder

BUNDLED = sorted(
    path
    for folder in ("arch", "jconfig", "jtraj")
    for path in (bundled_folder() / folder).iterdir()
    if path.suffix in READERS
)
SNIPPETS = [
    b"{",
    b"}",
    b"[",
    b"]",
    b"=",
    b'"',
    b"/*",
    b"*/",
    b"nan",
    b"-",
    b"1e999",
    b"\0",
    b"\xff",
]


def survives(path):
    report = check_file(path)
    for problem in (*report.errors, *report.warnings):
        assert problem.message
        assert str(path) in str(problem)
    return report


@pytest.mark.property
@pytest.mark.parametrize("suffix", [*READERS, ".other"])
@given(data=st.binary(max_size=300))
def test_random_bytes(tmp_path, suffix, data):
    path = tmp_path / f"any{suffix}"
    path.write_bytes(data)
    survives(path)


@pytest.mark.parametrize("source", BUNDLED, ids=lambda path: path.name)
def test_truncated_files(tmp_path, source):
    data = source.read_bytes()
    path = tmp_path / source.name
    for part in range(12):
        path.write_bytes(data[: len(data) * part // 12])
        survives(path)


@pytest.mark.property
@given(data=st.data())
def test_mutated_files(tmp_path, data):
    source = data.draw(st.sampled_from(BUNDLED))
    content = bytearray(source.read_bytes())
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(content)))
        snippet = data.draw(st.sampled_from(SNIPPETS) | st.binary(min_size=1, max_size=3))
        content[at : at + data.draw(st.integers(0, 5))] = snippet
    path = tmp_path / source.name
    path.write_bytes(bytes(content))
    survives(path)


def test_a_robot_that_is_not_known_is_an_error(tmp_path):
    path = tmp_path / "mine.jconfig"
    path.write_text("robot = pumma560")
    assert "did you mean 'puma560'" in survives(path).errors[0].message
    path = tmp_path / "mine.jtraj"
    path.write_text("robot = nothing\n1 2\n")
    assert not survives(path).ok


def test_rows_must_fit_the_robot_that_the_head_names(tmp_path):
    path = tmp_path / "mine.jtraj"
    path.write_text("robot = scara\n1 2\n")
    assert survives(path).errors[0].line == 2


def test_warnings_are_told(tmp_path):
    path = tmp_path / "mine.arch"
    path.write_text("color = red { a=0 b=0 al=0 th=0 }")
    report = survives(path)
    assert report.ok
    assert (report.warnings[0].line, report.warnings[0].column) == (1, 1)
