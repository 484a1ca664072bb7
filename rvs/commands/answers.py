"""Answers of commands: written files (in words or JSON), tables, offset letter."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

from rvs.engine.errors import ArgumentError
from rvs.engine.offset_naming import LETTERS, prefer_offset_letter
from rvs.model.folders import config_folder

if TYPE_CHECKING:
    from typing import TextIO

    from rvs.model.jobs import Progress

# Of the preferences, which are read whole where more of them is asked for.
LETTER = "offset_letter"
# What a command says of its work, if anything, and what is seen of it on the terminal.
_LIVE: list[str] = []
_SEEN: list[str] = []
# A command that works longer than this shows that it does, s.
SILENCE = 2.0
# Arguments that say where a command writes.
WRITTEN = ("output", "save", "figure")
# What there was before where a command writes: path -> words.
_BEFORE: dict[Path, str] = {}
# The files that a command has written, in a list if the answer is JSON.
_TOLD: list[list[dict[str, Any]]] = []


def prefer_letter() -> None:
    """Use the preferred offset letter unless the environment gives one."""
    try:
        text = (config_folder() / "preferences.toml").read_text(encoding="utf-8")
    except (OSError, ValueError):
        return
    lines = (line.partition("=") for line in text.splitlines())
    said = {key.strip(): value.strip().strip("'\"") for key, _, value in lines}
    if said.get(LETTER) in LETTERS:
        prefer_offset_letter(said[LETTER])


def add_json(parser: argparse.ArgumentParser) -> None:
    """Make a command that only writes files list them in JSON."""
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    parser.set_defaults(tells_files=True)


def add_overwrite(parser: argparse.ArgumentParser) -> None:
    """Let a command that writes files replace existing ones."""
    if any(action.dest in WRITTEN for action in parser._actions):
        # torques have a force of their own
        usual = () if "--force" in parser._option_string_actions else ("--force",)
        parser.add_argument(
            *usual, "--overwrite", dest="overwrite", action="store_true",
            help="replace an existing file; otherwise RVS keeps it",
        )  # fmt: skip


def note_outputs(options: argparse.Namespace) -> None:
    """Record the existing files at the output paths, so that changes can be reported.

    Raises:
        ArgumentError: The file exists and no option allows its replacement.
    """
    _BEFORE.clear()
    _TOLD[:] = [[]] if getattr(options, "tells_files", False) and options.json else []
    for name in WRITTEN:
        output = getattr(options, name, None)
        for path in output if isinstance(output, list) else [output]:
            if isinstance(path, Path):
                expect_free(path, options.overwrite)
                _note(path)


def expect_free(path: Path, overwrite: bool) -> None:
    """Raise an error if an output file exists, unless it may be replaced.

    Args:
        path: A file, or a folder that is written as a whole.
        overwrite: It may be replaced.

    Raises:
        ArgumentError: It may not.
    """
    taken = any(path.iterdir()) if path.is_dir() else path.exists()
    # devices, as /dev/stdout, only take what is written
    if taken and not overwrite and (path.is_dir() or path.is_file()):
        raise ArgumentError(f"{path} already exists; --overwrite replaces it")


def _note(path: Path) -> None:
    if path.is_file():
        _BEFORE[path] = "in place of the previous one"
    elif not path.parent.exists():
        _BEFORE[path] = "in a new folder"


def print_written(path: Path, *facts: str) -> None:
    """Print the name of a written file and remarks about it."""
    told = (*facts, _BEFORE[path]) if path in _BEFORE else facts
    if _TOLD:
        _TOLD[0].append({"file": str(path), "bytes": path.stat().st_size, "about": list(told)})
        return
    about = f" ({', '.join(told)})" if told else ""
    print(f"wrote {path}{about}")


def print_file(path: Path, *facts: str) -> None:
    """Print the name of a written file or folder, its size, and other facts."""
    size = () if _TOLD or path.is_dir() else (in_bytes(path.stat().st_size),)
    print_written(path, *facts, *size)


def print_note(sentence: str) -> None:
    """Print remarks about the last written file."""
    if _TOLD:
        _TOLD[0][-1]["about"].append(sentence)
    else:
        print(sentence)


def print_told() -> None:
    """Print the written files as JSON if that was requested."""
    if _TOLD and _TOLD[0]:
        print_json(_TOLD[0])


def in_bytes(count: int) -> str:
    """Return a number of bytes in words, such as ``2.5 MB``.

    >>> in_bytes(231_400), in_bytes(2_500_000)
    ('231 kB', '2.5 MB')
    """
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{max(count / 1e3, 0.1):.3g} kB"


def say_live(words: str) -> None:
    """Show the progress of long work on a terminal, in one line that is overwritten."""
    _LIVE[:] = [words] if words else []
    _write_live(words)


def _write_live(words: str) -> None:
    # what is printed in the meantime stands in the same line
    if (words or _SEEN) and sys.stderr.isatty():
        print(f"\r\x1b[K{words}", end="", file=sys.stderr, flush=True)
        _SEEN[:] = [words] if words else []


@contextmanager
def shown_at_work(name: str, after: float = SILENCE, every: float = 1.0) -> Iterator[None]:
    """Show on a terminal that a command is working, and for how long, after some time.

    Args:
        name: The command.
        after: Delay before the first message, in s.
        every: Interval between messages, in s.
    """
    if not sys.stderr.isatty():
        yield
        return
    begun, over = monotonic(), Event()

    def show() -> None:
        pause = after
        while not over.wait(pause):
            _write_live(f"{_LIVE[0] if _LIVE else name} ({monotonic() - begun:.0f} s)")
            pause = every

    shows = Thread(target=show, daemon=True)
    shows.start()
    notes = logging.getLogger().handlers
    for handler in notes:
        handler.addFilter(_make_room)
    try:
        with redirect_stdout(_Above(sys.stdout)):
            yield
    finally:
        over.set()
        shows.join()
        say_live("")
        for handler in notes:
            handler.removeFilter(_make_room)


def _make_room(_record: logging.LogRecord) -> bool:
    say_live("")
    return True


class _Above:
    """A stream of texts that replaces live messages."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text."""
        if self._stream.isatty():
            say_live("")
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def say_steps(steps: Iterable[Progress], loud: bool) -> None:
    """Do work step by step, and show its progress.

    Args:
        steps: Yields the progress.
        loud: Also report it at intervals if no terminal shows it live.
    """
    tenths, live = 0, sys.stderr.isatty()
    for step in steps:
        say_live(step.words)
        if loud and not live and int(10.0 * step.part) > tenths:
            tenths = int(10.0 * step.part)
            print(step.words, file=sys.stderr, flush=True)
    say_live("")


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    import json

    print(json.dumps(value, ensure_ascii=False, indent=1))


def print_table(rows: Sequence[Sequence[str]]) -> None:
    """Print rows of texts as aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())
