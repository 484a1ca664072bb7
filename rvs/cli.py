"""The command ``rvs``: answer and render without a display, otherwise open the window."""

from __future__ import annotations

import argparse
import atexit
import gc
import logging
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from errno import EINVAL
from importlib import import_module
from time import perf_counter
from typing import Any

import rvs.one_thread  # noqa: F401  # first, as others import NumPy
from rvs.allocator import NEW_OBJECTS, keep_all
from rvs.commands.answers import (
    add_overwrite,
    note_outputs,
    prefer_letter,
    print_told,
    shown_at_work,
)
from rvs.commands.arguments import Parser, add_reading, choices_said
from rvs.commands.streams import called, streams
from rvs.distribution import note_namesake
from rvs.engine.errors import RvsError
from rvs.files.library import LibraryError, cells, find_cell, find_robot, names
from rvs.files.text.errors import FileErrors, nearest
from rvs.model.robots.imported import USUAL
from rvs.version import __version__

BEGUN = perf_counter()
START_TIMES = "--startup-times"
# name -> module of ``rvs.commands``, or module and class of a question, or what asks it; only what
# is called for is imported
COMMANDS = {
    "list": "listing",
    "check": "check",
    "fk": "fk",
    "ik": "ik",
    "render": "rvs.scripting.pictures:RenderQuestion",
    "play": "rvs.scripting.films:FilmQuestion",
    "collide": "rvs.scripting.collisions:Collide",
    "place": "rvs.scripting.placing:Place",
    "choose": "rvs.scripting.choosing:Choose",
    "simulate": "rvs.scripting.simulations:Simulate",
    "demo": "demo",
    "dexterity": "rvs.scripting.dexterity:DexterityQuestion",
    "variants": "rvs.scripting.variants:VariantsQuestion",
    "torque": "rvs.scripting.torques:Torque",
    "payload": "rvs.scripting.payloads:PayloadQuestion",
    "reach": "rvs.scripting.reaches:ReachQuestion",
    "drives": "rvs.scripting.drives:ChooseDrives",
    "tolerance": "rvs.scripting.tolerances:Tolerance",
    "calibrate": "rvs.scripting.calibrations:Calibrate",
    "stiffness": "rvs.scripting.stiffness:StiffnessQuestion",
    "design": "rvs.scripting.designs:Design",
    "sweep": "rvs.scripting.sweeps:Sweep",
    "improve": "rvs.scripting.improving:Improve",
    "export": "rvs.commands.export:EXPORT",
    "plot": "plot",
    "table": "table",
    "masses": "masses",
    "report": "rvs.scripting.reports:ReportQuestion",
    "sheet": "rvs.scripting.sheets:SheetQuestion",
    "workspace": "rvs.scripting.workspaces:WorkspaceQuestion",
    "convert": "convert",
    "cad": "cad",
    "compare": "compare",
    "tree": "tree",
    "run": "run",
    "completion": "completion",
    "doctor": "doctor",
    "self-test": "self_test",
}
DESCRIPTION = """\
Describe, see, pose and move serial robots.

Without a command, it opens the window with the named files."""

# The command whose own lines are those of its user.
SCRIPTS = "run"


class WrongUsage(RvsError):
    """A word on the command line has no meaning."""


def program() -> int:
    """Run ``rvs`` as a process: like ``main``, but end the process right after the command."""
    # Registered first, it is called last, when threads have ended and all else is tidied up.
    ended: list[int] = []
    atexit.register(_leave, ended)
    words = sys.argv[1:]
    if _names_a_command(words):
        keep_all()
    status = main()
    # What a script leaves open is written out when Python takes it apart.
    if _names_a_command(words) and words[0] != SCRIPTS:
        ended.append(status)
    return status


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 0, 1 if the command failed, or 2 for wrong usage."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    logging.basicConfig(level=logging.WARNING, format="rvs: note: %(message)s")
    _write_utf8()
    note_namesake()
    prefer_letter()
    try:
        return _run(words)
    except FileErrors as error:
        return _failed(_first(error))
    except WrongUsage as error:
        return _failed(str(error), 2)
    except RvsError as error:
        return _failed(str(error))
    except OSError as error:
        if _reader_is_gone(error):
            _silence()
            return 0
        return _failed(f"{error.filename or 'output'}: {error.strerror or error}")
    except KeyboardInterrupt:
        return 130


def _run(words: Sequence[str]) -> int:
    try:
        if _names_a_command(words):
            gc.set_threshold(NEW_OBJECTS)
            options = parser(_needed(words[0])).parse_args(words)
            options.choices = choices_said(options)
            note_outputs(options)
            # a script shows itself what it does
            at_work = nullcontext() if words[0] == SCRIPTS else shown_at_work(words[0])
            with at_work, streams(options):
                status = int(options.run(options))
                print_told()
            return status
        return _open_window(words)
    finally:
        # Here, where an error can be dealt with, rather than when Python ends.
        if sys.stdout is not None:
            sys.stdout.flush()


def _leave(ended: Sequence[int]) -> None:
    """End the process directly, since an orderly exit of Python takes time for no benefit.

    For a figure, the exit of Python takes a tenth of the time of the whole command.
    """
    if ended:
        logging.shutdown()
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        os._exit(ended[0])


def _reader_is_gone(error: OSError) -> bool:
    """Return whether the reader of the output, such as ``head``, has closed it."""
    # Windows says "invalid argument" of a pipe that was closed at its other end.
    closed = isinstance(error, BrokenPipeError) or (os.name == "nt" and error.errno == EINVAL)
    return closed and error.filename is None


def _silence() -> None:
    """Discard the rest of the buffer when Python ends."""
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def main_window() -> int:
    """Open the window, for systems where a program is started without a console."""
    return main()


def parser(names: Iterable[str] = COMMANDS) -> argparse.ArgumentParser:
    """Return the parser of some commands."""
    top = Parser(
        prog="rvs", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    top.add_argument("--version", action="version", version=f"RVS {__version__}")
    top.add_argument(
        START_TIMES,
        action="store_true",
        help="open the window and report the duration of each step",
    )
    subparsers = top.add_subparsers(metavar="COMMAND", required=True)
    for name in names:
        module = command_of(name)
        command = subparsers.add_parser(name, help=module.HELP, description=module.HELP)
        module.add_arguments(command)
        add_reading(command)
        add_overwrite(command)
        command.set_defaults(run=module.run, command=command, choices=USUAL, whole=parser)
    return top


def command_of(name: str) -> Any:
    """Return the module of a command, or the equivalent object for its question."""
    home, _, question = COMMANDS[name].partition(":")
    if not question:
        return import_module(f"rvs.commands.{home}")
    from rvs.commands.asking import Asking

    found = getattr(import_module(home), question)
    return found if isinstance(found, Asking) else Asking(found)


def _names_a_command(words: Sequence[str]) -> bool:
    if not words or words[0] == START_TIMES:
        return False
    return words[0].startswith("-") or words[0] in COMMANDS


def _needed(word: str) -> Iterable[str]:
    """Return the commands to load: only the help of the program itself needs all of them."""
    if word == "--version":
        return ()
    return (word,) if word in COMMANDS else COMMANDS


def _open_window(words: Sequence[str]) -> int:
    reader = Parser(prog="rvs", usage="rvs [FILE …] [OPTION …]")
    reader.add_argument("files", nargs="*", metavar="FILE")
    reader.add_argument(START_TIMES, action="store_true", dest="times")
    add_reading(reader)
    options, unknown = reader.parse_known_args(words, argparse.Namespace(command=reader))
    files = options.files
    for name in files:
        _expect_something_to_open(name)
    if unknown:
        raise WrongUsage(f"unrecognized arguments: {' '.join(unknown)}")
    choices = choices_said(options)
    # Only here: every other command runs on a machine without Qt.
    from rvs.scripting.showing.window_system import cure, expect_window_system

    expect_window_system()
    try:
        # What a start makes is kept: nothing is gained by looking for garbage before it is over.
        gc.disable()
        from rvs.ui.qt_names import keep_names

        # Of the program alone: a script that shows robots may want Qt's functions by other names.
        keep_names()
        from rvs.ui.app import run
        from rvs.ui.work.start_times import StartTimes
    except ImportError as error:
        return _failed(f"the window can't be opened: {cure(str(error))}")
    return run(files, StartTimes(BEGUN, print if options.times else None), choices)


def _expect_something_to_open(name: str) -> None:
    """Reject a mistyped command without opening a window; a file with errors opens one."""
    try:
        path = find_cell(name) or find_robot(name)
    except LibraryError as error:
        known = [*COMMANDS, *names(), *cells()]
        meant = nearest(name, known)
        message = f"{name[:80]!r} is not a command, a robot, a cell or a file{meant}"
        raise WrongUsage(message) from error
    if not path.is_file():
        raise RvsError(f"{name}: the file does not exist")


def _first(errors: FileErrors) -> str:
    first, more = errors.errors[0], len(errors.errors) - 1
    return f"{first} (and {more} more: see rvs check)" if more else str(first)


def _failed(message: str, status: int = 1) -> int:
    print(f"rvs: {called(message)}", file=sys.stderr)
    return status


def _write_utf8() -> None:
    """Write UTF-8, so that names of robots do not fail on a console limited to ASCII."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
