"""Runs typed Python on a cell: the changes of a line are one step, which an error undoes."""

from __future__ import annotations

import ast
import linecache
import sys
import traceback
from codeop import CommandCompiler
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import FrozenInstanceError
from io import TextIOBase
from types import TracebackType
from typing import Any, TextIO, cast

import numpy as np

import rvs
from rvs.engine.errors import RvsError
from rvs.model.current import current_robot
from rvs.scripting.cell import Cell, working_on
from rvs.value_class import dataclass
from rvs.version import __file__ as version_file

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
