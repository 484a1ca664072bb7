"""Running scripts: ordinary Python programs with a cell as their subject.

A script is a program that can do anything; it is only run at the user's request.
"""

from __future__ import annotations

import io
import linecache
import sys
import sysconfig
import tokenize
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import TracebackType
from typing import Any

from rvs.engine.errors import RvsError
from rvs.scripting.cell import Cell, working_on
from rvs.value_class import dataclass

# Frames of the program itself, in which no error of a script is.
OWN = str(Path(__file__).resolve().parent.parent)
# Where Python and installed packages are, in which a mistake of a script may show, but is not.
LIBRARIES = tuple(sysconfig.get_path(one) for one in ("stdlib", "platstdlib", "purelib", "platlib"))


class Stopped(BaseException):
    """The user has stopped a script; no script catches it by mistake."""


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a script, or of a module that it imports.

    Attributes:
        path: The file.
        line: Counted from 1.
        function: Name of its function, or empty.
        source: The line.
    """

    path: str
    line: int
    function: str
    source: str


class ScriptError(RvsError):
    """A script failed.

    Attributes:
        words: The fault, and the expected value.
        places: The lines that led to the error, ending with its location; without those of RVS and
            of other packages.
        raised: The line of such a package that raised it, or None.
    """

    def __init__(
        self, words: str, places: Sequence[Place], name: str, raised: Place | None = None
    ) -> None:
        self.words, self.places, self.raised = words, tuple(places), raised
        super().__init__(_told(words, self.places, name, raised))


def _told(words: str, places: Sequence[Place], name: str, raised: Place | None) -> str:
    if not places:
        return f"{name}: {words}"
    last = places[-1]
    lines = [f"{last.path}, line {last.line}: {words}"]
    for place in reversed(places):
        inside = f" in {place.function}" if place.function else ""
        head = "" if place is last else "called from "
        own = "" if place.path == last.path else f"{place.path}, "
        lines.append(f"  {head}{own}line {place.line}{inside}: {place.source}")
    if raised is not None:
        lines.append(f"  raised in {raised.path}, line {raised.line}, {raised.function}")
    return "\n".join(lines)


def run_script(
    path: str | Path, cell: Cell | None, arguments: Sequence[str] = ()
) -> dict[str, Any]:
    """Run a script with a cell as the current one; a failure undoes nothing.

    Args:
        path: The script.
        cell: The result of ``rvs.current()`` in it; if None, the caller's current cell, which the
            script may replace.
        arguments: The content of ``sys.argv`` after the name of the script.

    Returns:
        The names defined by the script.

    Raises:
        ScriptError: It is not valid Python, or it failed.
        RvsError: There is no such file, or it can't be read as text.
        SystemExit: It ended itself.
    """
    script = Path(path)
    source = _read(script)
    # so that an error shows the lines that were run, whatever the file holds later
    linecache.checkcache(str(script))
    names: dict[str, Any] = {
        "__name__": "__main__", "__file__": str(script), "__builtins__": __builtins__,
        "__doc__": None,
    }  # fmt: skip
    with working_on(cell) if cell else nullcontext(), _as_main(script, arguments):
        try:
            exec(compile(source, str(script), "exec"), names)
        except (SystemExit, KeyboardInterrupt, Stopped, BrokenPipeError):
            raise
        except SyntaxError as error:
            raise _wrong_syntax(error, script) from error
        except BaseException as error:
            raise _failure(error, script) from error
        finally:
            _write_out(names)
    return names


def _write_out(names: Mapping[str, Any]) -> None:
    """Write the content of files that a script did not close.

    Python does so when a program ends, but may lose it if names refer to each other.
    """
    for value in names.values():
        if isinstance(value, io.IOBase) and not value.closed and value.writable():
            value.flush()


def _read(script: Path) -> str:
    if not script.is_file():
        raise RvsError(f"{script}: the script does not exist")
    try:
        with tokenize.open(script) as file:
            return file.read()
    except (SyntaxError, UnicodeDecodeError) as error:
        raise RvsError(f"{script}: expected text in UTF-8: {error}") from error


@contextmanager
def _as_main(script: Path, arguments: Sequence[str]) -> Iterator[None]:
    """Let a script find its neighbouring files, and its arguments."""
    argv, folder = sys.argv, str(script.resolve().parent)
    sys.argv = [str(script), *arguments]
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.argv = argv
        if folder in sys.path:
            sys.path.remove(folder)


def _wrong_syntax(error: SyntaxError, script: Path) -> ScriptError:
    line = error.lineno or 1
    source = (error.text or linecache.getline(str(script), line)).strip()
    place = Place(error.filename or str(script), line, "", source)
    return ScriptError(f"this is not Python: {error.msg}", [place], script.name)


def _failure(error: BaseException, script: Path) -> ScriptError:
    words = str(error) if isinstance(error, RvsError | OSError) else _kind_and_words(error)
    places = _places(error.__traceback__)
    own = [place for place in places if not place.path.startswith(LIBRARIES)]
    if not own or own[-1] is places[-1]:
        return ScriptError(words, own or places, script.name)
    return ScriptError(words, own, script.name, raised=places[-1])


def _kind_and_words(error: BaseException) -> str:
    return "".join(traceback.format_exception_only(error)).strip()


def _places(trace: TracebackType | None) -> list[Place]:
    """Return the lines that led to an error, without those of RVS and those without a file."""
    found = []
    for frame in traceback.extract_tb(trace):
        name = frame.filename
        if name.startswith((OWN, "<")) or _is_of_python(name):
            continue
        function = "" if frame.name == "<module>" else frame.name
        found.append(Place(name, frame.lineno or 0, function, (frame.line or "").strip()))
    return found


def _is_of_python(name: str) -> bool:
    return Path(name) == Path(contextmanager.__code__.co_filename)


class Output(io.TextIOBase):
    """Passes on the printed text of a script, line by line or immediately."""

    def __init__(self, take: Any) -> None:
        super().__init__()
        self._take = take

    def writable(self) -> bool:
        """Return True: texts can be written to it."""
        return True

    def write(self, text: str) -> int:
        """Pass on a text."""
        if text:
            self._take(text)
        return len(text)
