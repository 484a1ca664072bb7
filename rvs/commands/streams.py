"""Standard input and output in place of files: ``-``, or ``-.svg`` where the format matters."""

from __future__ import annotations

import argparse
import logging
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rvs.commands.answers import WRITTEN
from rvs.engine.errors import ArgumentError

if TYPE_CHECKING:
    from typing import TextIO

# Arguments that name files to read, with the format where none is said; and those to write.
READ = {
    "robot": ".arch",
    "robots": ".arch",
    "what": ".arch",
    "one": ".arch",
    "other": ".arch",
    "files": ".arch",
    "trajectory": ".jtraj",
    "motion": ".jtraj",
    "motions": ".jtraj",
    "script": ".py",
}
_WORD = re.compile(r"(?:\./)?-(\.[A-Za-z]\w*)?")
_FORMAT = re.compile(r"\.[a-z]\w+")
# What files that stand for streams are called in all that is said: path -> name.
_NAMES: dict[str, str] = {}


class _Stream(NamedTuple):
    """An argument that names a stream: its kind, its position among several, and its format."""

    argument: str
    place: int | None
    suffix: str


class _Named:
    """A stream of texts that replaces file names by the names of their streams."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text."""
        return self._stream.write(called(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def as_values(words: Sequence[str]) -> list[str]:
    """Return the words of a command line, changed so that no stream looks like an option.

    >>> as_values(["check", "-", "-.urdf", "--json"])
    ['check', '-', './-.urdf', '--json']
    """
    end = words.index("--") if "--" in words else len(words)
    streamed = [
        f"./{word}" if word.startswith("-.") and _WORD.fullmatch(word) else word
        for word in words[:end]
    ]
    return [*streamed, *words[end:]]


def called(text: str) -> str:
    """Return a text with the streams named instead of the files that replace them."""
    for path, name in _NAMES.items():
        text = text.replace(path, name)
    return text


@contextmanager
def streams(options: argparse.Namespace) -> Iterator[None]:
    """Replace the streams named in the options by files while a command runs.

    Printed text is written to standard error if standard output is a file.

    Raises:
        ArgumentError: A stream is named twice, or its format is not known.
    """
    named = list(_named(options))
    if not named:
        yield
        return
    # Only here: few commands need it.
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="rvs-") as folder, ExitStack() as stack:
        _read(options, [one for one in named if one.argument in READ], Path(folder, "in"))
        to = [one for one in named if one.argument in WRITTEN]
        written = _chosen(options, to, Path(folder, "out"))
        said = _Named(sys.stderr if written else sys.stdout)
        stack.enter_context(redirect_stdout(said))
        for handler in logging.getLogger().handlers:
            handler.addFilter(_rename)
            stack.callback(handler.removeFilter, _rename)
        yield
        stack.close()
        if written is not None:
            _pass_on(written)


def _named(options: argparse.Namespace) -> Iterator[_Stream]:
    for argument in (*READ, *WRITTEN):
        value = getattr(options, argument, None)
        several = isinstance(value, list)
        for place, one in enumerate(value if isinstance(value, list) else [value]):
            word = _WORD.fullmatch(str(one))
            if word:
                yield _Stream(argument, place if several else None, word[1] or "")


def _read(options: argparse.Namespace, asked: Sequence[_Stream], folder: Path) -> None:
    if len(asked) > 1:
        raise ArgumentError("-: standard input can be read only once")
    for one in asked:
        folder.mkdir()
        path = folder / f"standard input{one.suffix or READ[one.argument]}"
        path.write_bytes(sys.stdin.buffer.read())
        _put(options, one, path)


def _chosen(options: argparse.Namespace, asked: Sequence[_Stream], folder: Path) -> Path | None:
    if len(asked) > 1:
        raise ArgumentError("-o -: standard output takes only one file")
    for one in asked:
        action = next(own for own in options.command._actions if own.dest == one.argument)
        usual = _FORMAT.search(action.metavar)
        if not (one.suffix or usual):
            such = _FORMAT.search(action.help or "")
            such_as = f"-{such[0] if such else '.svg'}"
            raise ArgumentError(f"-o -: expected the format, too, for example -o {such_as}")
        folder.mkdir()
        path = folder / f"standard output{one.suffix or (usual[0] if usual else '')}"
        _put(options, one, path)
        return path
    return None


def _put(options: argparse.Namespace, one: _Stream, path: Path) -> None:
    _NAMES[str(path)] = path.stem
    value = getattr(options, one.argument)
    if one.place is None:
        setattr(options, one.argument, type(value)(path))
    else:
        value[one.place] = type(value[one.place])(path)


def _rename(record: logging.LogRecord) -> bool:
    record.msg, record.args = called(record.getMessage()), ()
    return True


def _pass_on(path: Path) -> None:
    """Copy the contents of its file to standard output.

    Raises:
        ArgumentError: Other files belong to it.
    """
    more = sorted(one.name for one in path.parent.iterdir() if one != path)
    if more:
        raise ArgumentError(f"-o -: {more[0]} belongs to the output as well; name a file")
    if path.is_file():
        sys.stdout.buffer.write(path.read_bytes())
        sys.stdout.buffer.flush()
