"""Runs typed Python on a cell: what a line changes is one step, and an error takes it back."""

from __future__ import annotations

import ast
import linecache
import traceback
from codeop import CommandCompiler
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
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


@dataclass(frozen=True)
class Outcome:
    """What came of some lines.

    Attributes:
        value: Of the last line, where that is an expression; else None.
        error: The whole error, or empty.
        stopped: They were interrupted.
    """

    value: Any = None
    error: str = ""
    stopped: bool = False


class Interpreter:
    """A Python that keeps its names from line to line and works on one cell.

    Attributes:
        names: The names that are known.
    """

    def __init__(self, cell: Cell) -> None:
        self._cell = cell
        self._count = 0
        self._compiler = CommandCompiler()
        self._offered: dict[str, object] = {}
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
        """Let ``robot``, ``q`` and ``view`` be those of now, unless they were given to others."""
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
        """Tell whether lines can be run, or have a fault; else more has to be typed."""
        try:
            return self._compiler(code, "<console>", "exec") is not None or not code.strip()
        except (SyntaxError, ValueError, OverflowError):
            return True

    def run(self, code: str, output: TextIOBase) -> Outcome:
        """Run lines as one step; an error takes back what they changed.

        Args:
            code: The lines.
            output: Where what they print goes.
        """
        self.renew()
        self._count += 1
        name = f"<console {self._count}>"
        # So that an error can show the line it is in.
        linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
        try:
            runs = _parts(code, name)
        except (SyntaxError, ValueError, OverflowError) as error:
            return Outcome(error="".join(traceback.format_exception_only(error)))
        file = cast(TextIO, output)
        try:
            with redirect_stdout(file), redirect_stderr(file), working_on(self._cell):
                return Outcome(self._do(runs, step_label(code)))
        except KeyboardInterrupt:
            return Outcome(error="Stopped. What it had changed was taken back.", stopped=True)
        except SystemExit:
            return Outcome(error="The window is not ended from here; close it, or press Ctrl+Q.")
        except BaseException as error:
            return Outcome(error=failure_text(error))

    def _do(self, runs: list[Any], label: str) -> Any:
        value = None
        with self._cell.step(label):
            for code in runs:
                value = eval(code, self.names)
        if value is not None:
            self.names["_"] = value
        return value


def no_input(_prompt: object = "", /) -> str:
    """Refuse to ask: nothing can be typed while lines run.

    Raises:
        RvsError: Always.
    """
    raise RvsError(
        "input: nothing can be typed while lines run; give the value a name in a line of its own, "
        "such as n = 5"
    )


def step_label(code: str) -> str:
    """Return what undo calls the step that lines make: the first of them, shortened."""
    lines = [line for line in code.strip().splitlines() if line.strip()]
    first = lines[0] if lines else ""
    cut = len(lines) > 1 or len(first) > LABEL
    return first[: LABEL - 1].rstrip() + "…" if cut else first


def _parts(code: str, name: str) -> list[Any]:
    """Compiled lines: all but the last, and the last, whose value is shown if it has one."""
    tree = ast.parse(code, name)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr):
        return [compile(tree, name, "exec")]
    first = ast.Module(tree.body[:-1], tree.type_ignores)
    return [compile(first, name, "exec"), compile(ast.Expression(last.value), name, "eval")]


def failure_text(error: BaseException, shows: Callable[[str], bool] | None = None) -> str:
    """Return an error as Python shows it, without the frames of who runs the lines.

    What RVS itself refuses is shown without its own frames, too: the fault is in the lines.

    Args:
        error: The error.
        shows: Which files belong to the lines; those of the console if left out.
    """
    mine = shows or (lambda file: file.startswith("<console"))
    found = traceback.TracebackException(type(error), error, _first(error.__traceback__, mine))
    if isinstance(error, RvsError):
        kept = [one for one in found.stack if not one.filename.startswith(PACKAGE)]
        found.stack = traceback.StackSummary.from_list(kept)
        found.__cause__ = found.__context__ = None
    return "".join(found.format()).rstrip()


def _first(trace: TracebackType | None, mine: Callable[[str], bool]) -> TracebackType | None:
    """Leave out the frames before the first one of the lines."""
    while trace is not None and not mine(trace.tb_frame.f_code.co_filename):
        trace = trace.tb_next
    return trace


def shown_value(value: object) -> str:
    """Return a value as the console shows it."""
    limit = np.get_printoptions()["precision"]
    with np.printoptions(precision=min(limit, 6), suppress=True, linewidth=100):
        try:
            return repr(value)
        except Exception as error:
            return f"<{type(value).__name__} that can't be shown: {error}>"
