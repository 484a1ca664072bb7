"""``rvs run``: run a script with a cell as its subject."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path

from rvs.commands.answers import print_file, print_json
from rvs.engine.errors import ArgumentError
from rvs.files.library import cells, names
from rvs.files.text.errors import nearest

HELP = "run a Python script on a cell; a script is a program that can do anything"

# A word of the script that is less like the name of a robot than this is its own.
ALIKE = 0.75


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("script", type=Path, metavar="SCRIPT.py", help="the script")
    parser.add_argument(
        "arguments", nargs="*", default=(), metavar="CELL ARGUMENT",
        help="the cell that rvs.current() returns in the script: a .rvs file, or a cell or robot "
             "of the library; an empty one if left out. The arguments of the script follow "
             "(sys.argv); write -- before arguments that begin with a dash or look like a robot",
    )  # fmt: skip
    parser.add_argument(
        "--save", type=Path, metavar="FILE.rvs", help="save the cell when the script ends"
    )
    parser.add_argument(
        "--json", action="store_true",
        help="answer in JSON with exit status and saved file; the output of the script goes to "
        "standard error",
    )  # fmt: skip
    parser.usage = (
        "%(prog)s [-h] [--save FILE.rvs] [--json] SCRIPT.py [CELL] [ARGUMENT ...] [-- ARGUMENT ...]"
    )
    parser.set_defaults(after=())


def run(options: argparse.Namespace) -> int:
    """Run the script; return its own exit code if it gives one."""
    from rvs.scripting.cell import Cell, current, working_on
    from rvs.scripting.opening import expect_suffix
    from rvs.scripting.subjects import cell_of

    # before the script, which may work for an hour
    if options.save is not None:
        expect_suffix(options.save, "--save")
    given = list(options.arguments)
    cell = cell_of(given.pop(0)) if given and _is_cell(given[0]) else Cell()
    saved = None
    with working_on(cell):
        with redirect_stdout(sys.stderr if options.json else sys.stdout):
            code = _code(options.script, [*given, *options.after])
        if code == 0 and options.save is not None:
            # the script may have opened or begun another cell
            saved = current().save(options.save)
    if options.json:
        print_json({"status": code, "saved": saved and str(saved)})
    elif saved:
        print_file(saved)
    return code


def _code(script: Path, arguments: Sequence[str]) -> int:
    """Run a script on the current cell; return its exit code."""
    from rvs.scripting.running import run_script

    try:
        run_script(script, None, arguments)
    except SystemExit as end:
        return _exit_code(end)
    return 0


def _is_cell(word: str) -> bool:
    from rvs.scripting.subjects import cell_file

    if word in names() or cell_file(word) is not None:
        return True
    meant = "" if Path(word).exists() else nearest(word, (*names(), *cells()), ALIKE)
    if meant:
        raise ArgumentError(
            f"there is no cell or robot {word[:80]!r}{meant}; if it is an argument of the "
            "script, write -- before it"
        )
    return False


def _exit_code(end: SystemExit) -> int:
    """Return the exit code for a script that ended itself: 0 without a message, else an error."""
    if end.code is None or isinstance(end.code, int):
        return end.code or 0
    print(f"rvs: {end.code}", file=sys.stderr)
    return 1
