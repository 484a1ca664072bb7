"""Parts of a console below the window: completion of names, history, the interpreter."""

from __future__ import annotations

import ast
import inspect
import io
import json
import keyword
import linecache
import logging
import re
import sys
import tokenize
import traceback
from codeop import CommandCompiler
from collections.abc import Callable, Iterable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import FrozenInstanceError
from io import TextIOBase
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO, cast

import numpy as np

import rvs
from rvs.engine.errors import RvsError
from rvs.files.storage.atomic import write_text
from rvs.files.storage.recent import kept_list
from rvs.model.current import current_robot
from rvs.model.folders import config_folder
from rvs.scripting.cell import Cell, working_on
from rvs.value_class import dataclass
from rvs.version import __file__ as version_file

# These read from the cursor back, because only the end of them is known.
_CHAIN = re.compile(r"\w*+(?>(?:\s*+\.\s*+\w*[A-Za-z_])*)").match
_BEFORE = re.compile(r"\s*+(\w*[A-Za-z_](?>(?:\.\w*[A-Za-z_])*))").match
_TEXT = re.compile(r"[\w .()+-]*+").match
_QUOTED = re.compile(r"'(?>(?:[^'\\]|\\.)*)(')?|\"(?>(?:[^\"\\]|\\.)*)(\")?")
MOST_FOUND = 200
# So many letters are read again at each key.
MOST_READ = 20_000


PROGRAM = __name__.partition(".")[0]
# The names that a console begins with and that no docstring tells of.
HELP = {
    "q": (
        "ndarray",
        "The joint values of the active robot at the start of the line, in rad and m. "
        "This is a copy; rvs.pose moves the robot.",
    ),
    "robot": (
        "Robot",
        "The active robot as a value: its table, limits and masses. It never changes; "
        "rvs.set_joint and other functions of rvs change the robot of the cell.",
    ),
    "view": (
        "View",
        "The view of the cell as a value. rvs.look changes it, as in rvs.look(frames=False).",
    ),
    "cell": ("Cell", "The cell of the window; its methods are the functions of rvs that edit it."),
}


@dataclass(frozen=True, slots=True)
class Found:
    """Possible completions.

    Attributes:
        typed: The characters already typed.
        words: The possible completions, sorted; hidden names only if requested.
    """

    typed: str
    words: tuple[str, ...]


def completions(before: str, names: Mapping[str, Any], texts: Iterable[str] = ()) -> Found:
    """Return the possible texts at the cursor.

    Nothing is called; only attributes are looked up.

    Args:
        before: All text before the cursor.
        names: The known names.
        texts: Possible texts of an argument, such as the names of robots.
    """
    place = _place(before)
    if place.quote:
        typed = _match(_TEXT, before)
        return Found(typed, _alike(typed, texts))
    chain = _match(_CHAIN, before)
    owner, dot, typed = chain.replace(" ", "").rpartition(".")
    if dot:
        value = value_of(owner, names)
        known: Iterable[str] = () if value is None else dir(value)
        return Found(typed, _fitting(typed, known))
    arguments = [f"{one}=" for one in _arguments(place.call, names)]
    import builtins

    every = {*names, *dir(builtins), *keyword.kwlist} if typed else set[str]()
    return Found(typed, (*_fitting(typed, arguments), *_fitting(typed, every)))


def value_of(chain: str, names: Mapping[str, Any]) -> Any:
    """Return the value of a name with attributes, or None if there is none."""
    import builtins

    first, *rest = chain.split(".")
    value = names.get(first, getattr(builtins, first, None))
    for one in rest:
        try:
            value = getattr(value, one)
        except Exception:
            return None
    return value


def call_words(before: str, names: Mapping[str, Any]) -> str:
    """Return the call of the function whose arguments are being typed, or nothing."""
    call = _place(before).call
    value = value_of(call, names) if call else None
    if not callable(value):
        return ""
    said = inspect.getdoc(value) or ""
    first = _plain(said.split("\n\n")[0].replace("\n", " "))
    return f"{call}{_shape(value)}\n{first}".strip()


def description(chain: str, names: Mapping[str, Any]) -> str:
    """Return the help for a name, its signature first; empty for an undefined name."""
    value = value_of(chain.strip(), names)
    if value is None:
        return ""
    head = f"{chain.strip()}{_shape(value)}" if callable(value) else ""
    return f"{head}\n\n{_plain(_words(chain.strip(), value))}".strip()


def _words(chain: str, value: Any) -> str:
    """Return the help for a value; for data, its type rather than the manual of the type."""
    kind, own = HELP.get(chain, ("", ""))
    # A name may have been given to something else since.
    if own and type(value).__name__ == kind:
        return own
    told = callable(value) or inspect.ismodule(value)
    if told or type(value).__module__.partition(".")[0] == PROGRAM:
        return inspect.getdoc(value) or f"a {type(value).__name__}"
    return f"a {type(value).__name__}"


def _plain(words: str) -> str:
    """Return words without the markup of code in a manual."""
    return words.replace("``", "")


@dataclass(frozen=True, slots=True)
class _Place:
    """The position of the cursor: in the arguments of a call, and in a text there."""

    call: str = ""
    quote: bool = False


def _place(before: str) -> _Place:
    """Parse the text before the cursor, including open brackets and texts."""
    if len(before) > MOST_READ:
        return _Place()
    opened: list[str] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(before).readline):
            if token.type == tokenize.ERRORTOKEN and token.string in ("'", '"'):
                return _Place(opened[-1] if opened else "", quote=True)
            if token.type == tokenize.OP and token.string in "([{":
                head = before.splitlines()[token.start[0] - 1][: token.start[1]]
                opened.append(_match(_BEFORE, head) if token.string == "(" else "")
            elif token.type == tokenize.OP and token.string in ")]}" and opened:
                opened.pop()
    except (tokenize.TokenError, IndentationError, SyntaxError):
        # What is being typed is not whole; from Python 3.12 on, an open text says so here.
        if _open_quote(before):
            return _Place(opened[-1] if opened else "", quote=True)
    return _Place(opened[-1] if opened else "")


def _open_quote(before: str) -> bool:
    line = before.rsplit("\n", 1)[-1]
    bare = _QUOTED.sub(lambda one: "" if one.lastindex else one[0][0], line).split("#")[0]
    return "'" in bare or '"' in bare


def _arguments(call: str, names: Mapping[str, Any]) -> list[str]:
    value = value_of(call, names) if call else None
    if not callable(value):
        return []
    try:
        shown = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return []
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [one.name for one in shown if one.kind in named]


def _shape(value: Any) -> str:
    """Return the signature without the types of the arguments, which docstrings explain better."""
    try:
        shown = inspect.signature(value)
    except (TypeError, ValueError):
        return "(…)"
    empty = inspect.Parameter.empty
    bare = [one.replace(annotation=empty) for one in shown.parameters.values()]
    return str(shown.replace(parameters=bare, return_annotation=inspect.Signature.empty))


def _fitting(typed: str, known: Iterable[str]) -> tuple[str, ...]:
    hidden = typed.startswith("_")
    fits = (one for one in known if one.startswith(typed) and (hidden or not one.startswith("_")))
    return tuple(sorted(fits, key=str.casefold))[:MOST_FOUND]


def _alike(typed: str, texts: Iterable[str]) -> tuple[str, ...]:
    """Return texts with this beginning, ignoring case, as in names of robots and objects."""
    folded = typed.casefold()
    fits = (one for one in texts if one.casefold().startswith(folded))
    return tuple(sorted(fits, key=str.casefold))[:MOST_FOUND]


def _match(match: Callable[[str], re.Match[str] | None], text: str) -> str:
    found = match(text[::-1])
    return "" if found is None else found[found.re.groups][::-1]


MOST_KEPT, LONGEST_KEPT, LARGEST = 1000, 20_000, 5_000_000

log = logging.getLogger(__name__)


class History:
    """Typed lines, oldest first, and the current position among them.

    Attributes:
        lines: The lines; one may have several rows.
    """

    def __init__(self, file: Path | None = None) -> None:
        """Read the stored history.

        Args:
            file: The file; one in the user's folder if left out.
        """
        self._file = file or config_folder() / "console.json"
        kept = kept_list(self._file, LARGEST, "the console's history")
        self.lines = [line for line in kept if isinstance(line, str)][-MOST_KEPT:]
        self._place = len(self.lines)
        self._typed = ""

    def add(self, line: str) -> None:
        """Add a line, unless it repeats the last one; an unwritable one is kept in memory."""
        if line.strip() and self.lines[-1:] != [line] and len(line) <= LONGEST_KEPT:
            self.lines = [*self.lines, line][-MOST_KEPT:]
            try:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                write_text(self._file, json.dumps(self.lines, ensure_ascii=False, indent=0))
            except OSError as error:
                log.warning("%s: the console's history can't be stored: %s", self._file, error)
        self._place, self._typed = len(self.lines), ""

    def back(self, typed: str) -> str | None:
        """Return the previous line, or None at the oldest.

        Args:
            typed: The current text; it returns after the newest line.
        """
        if self._place == 0:
            return None
        if self._place == len(self.lines):
            self._typed = typed
        self._place -= 1
        return self.lines[self._place]

    def on(self) -> str | None:
        """Return the next line, finally the one being typed, or None after that."""
        if self._place >= len(self.lines):
            return None
        self._place += 1
        return self.lines[self._place] if self._place < len(self.lines) else self._typed


PACKAGE = version_file.rsplit("version", 1)[0]
LABEL = 60
# Letters that can be run, and that are shown of a value; frames that are shown of an error.
LONGEST, MOST_SHOWN, MOST_FRAMES = 1_000_000, 20_000, 50
FAULTS = (SyntaxError, ValueError, OverflowError, MemoryError, RecursionError)
HINT = (
    "Robots, views and other values never change; rvs.pose moves a robot, rvs.set_joint and "
    "rvs.look change the cell."
)


@dataclass(frozen=True)
class Outcome:
    """Outcome of some lines.

    Attributes:
        value: Value of the last line if that is an expression; else None.
        error: The whole error, or empty.
        stopped: They were interrupted.
    """

    value: Any = None
    error: str = ""
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class Displayed:
    """Display of a value.

    Attributes:
        text: The value in words.
        picture: The result of ``_repr_png_`` or ``_repr_svg_``, which is preferred to the words.
    """

    text: str
    picture: bytes | str = b""


class Interpreter:
    """A Python interpreter that keeps its names between lines and works on one cell.

    Attributes:
        names: The known names.
    """

    def __init__(self, cell: Cell) -> None:
        self._cell = cell
        self._count = 0
        self._compiler = CommandCompiler()
        self._offered: dict[str, object] = {}
        self._limit = sys.getrecursionlimit()
        self.names: dict[str, Any] = {
            "__name__": "__console__",
            "rvs": rvs,
            "np": np,
            "cell": cell,
            "select": cell.select,
            "input": no_input,
        }
        self.renew()

    def renew(self) -> None:
        """Update ``robot``, ``q`` and ``view``, unless the user has assigned them."""
        state = self._cell.state
        placed = current_robot(state)
        now: dict[str, object] = {
            "robot": placed.robot if placed else None,
            "q": np.array(state.postures[placed.id]) if placed else None,
            "view": state.view,
        }
        for name, value in now.items():
            if self.names.get(name) is self._offered.get(name):
                self.names[name] = value
                self._offered[name] = value

    def whole(self, code: str) -> bool:
        """Return whether lines are complete or have a fault; else more input is needed."""
        try:
            return self._compiler(code, "<console>", "exec") is not None or not code.strip()
        except FAULTS:
            return True

    def run(self, code: str, output: TextIOBase) -> Outcome:
        """Run lines as one step; an error undoes their changes.

        Args:
            code: The lines.
            output: Destination of the printed text.
        """
        if len(code) > LONGEST:
            return Outcome(
                error=f"The lines have {len(code):,} characters; the limit is {LONGEST:,}."
            )
        self.renew()
        self._count += 1
        name = f"<console {self._count}>"
        # So that an error can show the line it is in.
        linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
        try:
            runs = _parts(code, name)
        except (MemoryError, RecursionError):
            return Outcome(error="The lines are nested too deeply to be read.")
        except FAULTS as error:
            return Outcome(error=clipped("".join(traceback.format_exception_only(error))))
        return self._guarded(
            lambda: self._do(runs, step_label(code)), output, "Its changes were undone."
        )

    def display(self, value: object, output: TextIOBase) -> Outcome:
        """Return the display of a value, as the value of the outcome; this may run its code.

        Args:
            value: The value.
            output: Destination of the text printed meanwhile.
        """
        return self._guarded(lambda: displayed(value), output, "The value is not shown.")

    def _guarded(self, do: Callable[[], Any], output: TextIOBase, stopped: str) -> Outcome:
        """Run lines; no exception escapes, whatever they raise."""
        file = cast(TextIO, output)
        try:
            with redirect_stdout(file), redirect_stderr(file), working_on(self._cell):
                return Outcome(self._limited(do))
        except KeyboardInterrupt:
            return Outcome(error=f"Stopped. {stopped}", stopped=True)
        except SystemExit:
            return Outcome(error="This does not close the window; close it, or press Ctrl+Q.")
        except BaseException as error:
            return Outcome(error=failure_text(error))

    def _limited(self, do: Callable[[], Any]) -> Any:
        """Run lines with the recursion limit that they chose; the window keeps its own."""
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(self._limit, limit))
        try:
            return do()
        finally:
            self._limit = sys.getrecursionlimit()
            sys.setrecursionlimit(limit)

    def _do(self, runs: list[Any], label: str) -> Any:
        value = None
        with self._cell.step(label):
            for code in runs:
                value = eval(code, self.names)
        if value is not None:
            self.names["_"] = value
        return value


def no_input(_prompt: object = "", /) -> str:
    """Refuse input: nothing can be typed while lines run.

    Raises:
        RvsError: Always.
    """
    raise RvsError(
        "input: there is no keyboard input while lines run; assign the value on a line of "
        "its own, for example n = 5"
    )


def step_label(code: str) -> str:
    """Return the label for undo of the step of some lines: the first of them, shortened."""
    lines = [line for line in code.strip().splitlines() if line.strip()]
    first = lines[0] if lines else ""
    cut = len(lines) > 1 or len(first) > LABEL
    return first[: LABEL - 1].rstrip() + "…" if cut else first


def _parts(code: str, name: str) -> list[Any]:
    """Return compiled lines: all but the last, and the last, whose value is shown if it has one."""
    tree = ast.parse(code, name)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr):
        return [compile(tree, name, "exec")]
    first = ast.Module(tree.body[:-1], tree.type_ignores)
    return [compile(first, name, "exec"), compile(ast.Expression(last.value), name, "eval")]


def failure_text(error: BaseException, shows: Callable[[str], bool] | None = None) -> str:
    """Return an error in Python's form, without the frames of the interpreter itself.

    Errors raised by RVS itself are shown without its own frames, too: the fault is in the lines.

    Args:
        error: The error.
        shows: The files that belong to the lines; those of the console if left out.
    """
    mine = shows or (lambda file: file.startswith("<console"))
    trace = _first(error.__traceback__, mine)
    found = traceback.TracebackException(type(error), error, trace, limit=-MOST_FRAMES)
    if isinstance(error, RvsError | FrozenInstanceError):
        kept = [one for one in found.stack if not one.filename.startswith(PACKAGE)]
        found.stack = traceback.StackSummary.from_list(kept)
        found.__cause__ = found.__context__ = None
    words = clipped("".join(found.format()).rstrip())
    return f"{words}\n{HINT}" if isinstance(error, FrozenInstanceError) else words


def _first(trace: TracebackType | None, mine: Callable[[str], bool]) -> TracebackType | None:
    """Leave out the frames before the first one of the lines."""
    while trace is not None and not mine(trace.tb_frame.f_code.co_filename):
        trace = trace.tb_next
    return trace


def shown_value(value: object) -> str:
    """Return the text of a value in the console."""
    limit = np.get_printoptions()["precision"]
    with np.printoptions(precision=min(limit, 6), suppress=True, linewidth=100):
        try:
            text = repr(value)
        except Exception as error:
            return f"<{type(value).__name__} that can't be shown: {error}>"
    return clipped(text)


def clipped(text: str) -> str:
    """Return a text shortened to a readable length, with its end."""
    left_out = len(text) - MOST_SHOWN
    if left_out <= 0:
        return text
    half = MOST_SHOWN // 2
    return f"{text[:half]}\n… {left_out:,} characters omitted …\n{text[-half:]}"


def displayed(value: object) -> Displayed:
    """Return the display of a value: a picture if it has one, else words."""
    for name in ("_repr_png_", "_repr_svg_"):
        made = getattr(value, name, None)
        if not callable(made) or isinstance(value, type):
            continue
        try:
            shown = made()
        except Exception:
            # Then its words do.
            continue
        data = shown[0] if isinstance(shown, tuple) else shown
        if isinstance(data, bytes | str) and data:
            return Displayed(shown_value(value), data)
    return Displayed(shown_value(value))
