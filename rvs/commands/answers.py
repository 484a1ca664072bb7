"""Answers of commands: the files that they wrote, in words or in JSON, tables, and the letter."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rvs.engine.letter import LETTERS, prefer_offset_letter
from rvs.model.folders import config_folder

if TYPE_CHECKING:
    from rvs.export.progress import Progress

# Of the preferences, which are read whole where more of them is asked for.
LETTER = "offset_letter"
# What there was before where a command writes: path -> words.
_BEFORE: dict[Path, str] = {}
# The files that a command has written, in a list if it shall answer in JSON.
_TOLD: list[list[dict[str, Any]]] = []


def prefer_letter() -> None:
    """Use the letter of the preferences, unless the environment says one."""
    try:
        text = (config_folder() / "preferences.toml").read_text(encoding="utf-8")
    except (OSError, ValueError):
        return
    lines = (line.partition("=") for line in text.splitlines())
    said = {key.strip(): value.strip().strip("'\"") for key, _, value in lines}
    if said.get(LETTER) in LETTERS:
        prefer_offset_letter(said[LETTER])


def add_json(parser: argparse.ArgumentParser) -> None:
    """Let a command that only writes files tell of them in JSON."""
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    parser.set_defaults(tells_files=True)


def note_outputs(options: argparse.Namespace) -> None:
    """Remember what there is where a command will write, so that it can say what has changed."""
    _BEFORE.clear()
    _TOLD[:] = [[]] if getattr(options, "tells_files", False) and options.json else []
    output = getattr(options, "output", None)
    for path in output if isinstance(output, list) else [output]:
        if isinstance(path, Path) and path.is_file():
            _BEFORE[path] = "in place of the one before"
        elif isinstance(path, Path) and not path.parent.exists():
            _BEFORE[path] = "in a new folder"


def print_written(path: Path, *facts: str) -> None:
    """Tell which file was written, and what there is to know of it."""
    told = (*facts, _BEFORE[path]) if path in _BEFORE else facts
    if _TOLD:
        _TOLD[0].append({"file": str(path), "bytes": path.stat().st_size, "about": list(told)})
        return
    about = f" ({', '.join(told)})" if told else ""
    print(f"wrote {path}{about}")


def print_file(path: Path, *facts: str) -> None:
    """Tell which file or folder was written, how large a file is, and what else is known."""
    size = () if _TOLD or path.is_dir() else (in_bytes(path.stat().st_size),)
    print_written(path, *facts, *size)


def print_note(sentence: str) -> None:
    """Tell what is worth knowing of the file that was written last."""
    if _TOLD:
        _TOLD[0][-1]["about"].append(sentence)
    else:
        print(sentence)


def print_told() -> None:
    """Print in JSON which files were written, where that was asked for."""
    if _TOLD and _TOLD[0]:
        print_json(_TOLD[0])


def in_bytes(count: int) -> str:
    """Return a number of bytes in words.

    >>> in_bytes(231_400), in_bytes(2_500_000)
    ('231 kB', '2.5 MB')
    """
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{max(count / 1e3, 0.1):.3g} kB"


def say_live(words: str) -> None:
    """Say on a terminal how far long work is, in a line that is written over; nothing clears it."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{words}", end="", file=sys.stderr, flush=True)


def say_steps(steps: Iterable[Progress], loud: bool) -> None:
    """Do work step by step, and say how far it is.

    Args:
        steps: Yields how far it is.
        loud: Say it now and then where no terminal shows it live, too.
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
