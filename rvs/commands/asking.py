"""Questions as commands: options, their help, the place of long work, text or JSON, and a file."""

from __future__ import annotations

import argparse
import logging
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import MISSING
from math import inf, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rvs.commands.answers import (
    add_json,
    print_file,
    print_json,
    print_note,
    print_table,
    say_live,
    say_steps,
)
from rvs.commands.arguments import (
    CELL,
    add_one_of_several,
    between,
    length,
    numbers,
    posture,
    size,
    subject,
    with_choices,
)
from rvs.commands.robots import placed_alone
from rvs.distribution import install_line
from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.progress import progress_to
from rvs.fields.field import SHOWN, About, abouts, described
from rvs.files.bodies.models import full_model, usable_model
from rvs.files.library import find_robot, load_and_tell
from rvs.files.robots.arch import Architecture
from rvs.model.current import current_robot
from rvs.model.numbers.quantities import TRUE_MINUS, metres_per
from rvs.scripting.asking import File
from rvs.scripting.subjects import Alone, Titled, cell_of, robot_in

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from rvs.scripting.asking import Question
    from rvs.scripting.cell import Cell
    from rvs.scripting.tables import Tabled


@contextmanager
def workers(options: argparse.Namespace) -> Iterator[None]:
    """Do the work of a command in the ``executor`` of its options, if there is one."""
    processes = getattr(options, "executor", None)
    if getattr(options, "scheduler", None) is not None:
        with _cluster(options.scheduler) as options.executor:
            yield
    elif processes is not None:
        # here: few commands share their work
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        if processes < 1:
            raise ArgumentError("--processes: expected 1 or more")
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as options.executor:
            yield
    else:
        yield


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError as error:
        line = install_line("distributed")
        raise RvsError(f"--scheduler needs Dask, which is not installed: {line}") from error
    try:
        client = Client(address, timeout=10)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise RvsError(f"--scheduler: no answer from {address}: {error}") from error
    with client:
        yield client.get_executor()  # type: ignore[no-untyped-call]


METAVARS = {
    "numbers": '"V1 V2 …"', "each": '"V …"', "joints": '"V1 V2 …"', "numbered": '"N …"',
    "gains": '"KEY=V …"', "motion": "NAME", "motions": "NAME", "words": "WHERE", "listed": "A,B,…",
    "several": "NAME=WEIGHT", "studies": "STUDY", "executor": "N", "text": "WORDS", "pixels": "WxH",
}  # fmt: skip
# What is worth telling of the numbers of some kinds.
TOLD = {
    "joints": ", in degrees and in the length unit of the file", "numbered": ", counted from 1",
    "each": ", one number or one for each joint", "gains": "; may be repeated",
    "several": "; may be repeated", "motions": "; may be repeated",
    "studies": "; may be repeated",
}  # fmt: skip
log = logging.getLogger(__name__)

SCHEDULER = "share the work among the workers of the Dask scheduler at this address"


class Asking:
    """A command that answers a question about a robot, in the form of a module of commands.

    Attributes:
        kind: The class of the question.
        HELP: Its purpose, for lists of commands.
    """

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        # The sentence of the function goes on with what it returns.
        line = kind.__doc__.splitlines()[0].rstrip(".").partition(", and return ")[0]
        self.HELP = line[0].lower() + line[1:]

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        self.add_question(parser)
        self.add_output(parser)

    def add_question(self, parser: argparse.ArgumentParser) -> None:
        """Declare the question's fields and its robots."""
        kind = self.kind
        parser.add_argument(
            "robots", metavar="CELL|ROBOT" if kind.cells else "ROBOT",
            nargs="+" if kind.several else 1, type=subject if kind.cells else str,
            help="name in the library, or a file"
            + ("; several, or all robots of a cell, are compared" if kind.several else ""),
        )  # fmt: skip
        if kind.several:
            add_one_of_several(parser, "one robot of the cell or script")
            parser.set_defaults(robots_of_cells=True)
        _add_options(parser, kind)
        if kind.detailed:
            name, says = kind.detailed
            parser.add_argument(f"--{name}", dest="details", action="store_true", help=says)
        if kind.failing:
            parser.add_argument(
                "--fail", action="store_true",
                help=f"exit with status 1 if {kind.failing[1]}, for scripts",
            )  # fmt: skip

    def add_output(self, parser: argparse.ArgumentParser) -> None:
        """Declare the output of the answer."""
        kind = self.kind
        parser.add_argument(
            "-o", "--output", type=Path, required=kind.files, metavar=kind.output,
            help=f"write {kind.writes}",
        )  # fmt: skip
        if kind.draws:
            parser.add_argument(
                "--figure", type=Path, metavar="FILE",
                help=f"draw {kind.draws} in one figure: .svg, .pdf, .eps, .ps or .png",
            )  # fmt: skip
        if kind.files:
            add_json(parser)
        else:
            parser.add_argument("--json", action="store_true", help="answer in JSON")

    def run(self, options: argparse.Namespace) -> int:
        """Answer the question, write the answer if requested, and print it."""
        kind = self.kind
        with kind.around(options.robots[0]) as given, workers(options):
            answers = [self.answer(options, given, *one) for one in [*self.subjects(options)]]
            if kind.files:
                return _write(answers[0], options)
        say_live("")
        alone = len(answers) == 1 and (not kind.several or options.output is None)
        answer = answers[0] if alone else kind.several(answers)
        if options.output is not None:
            answer.save(options.output)
        drawn = options.figure if kind.draws else None
        if drawn is not None:
            answer.figure.save(drawn)
        failed = kind.failing and options.fail and getattr(answer, kind.failing[0])
        status = int(bool(failed))
        if options.json:
            print_json(answer.facts)
            return status
        for line in answer.lines:
            print(line)
        if answer.printed is not None:
            print_tabled(answer.printed)
        for line in answer.details if kind.detailed and options.details else answer.notes:
            print(line)
        for path in filter(None, (options.output, drawn)):
            print_file(path)
        return status

    def subjects(
        self, options: argparse.Namespace
    ) -> Iterator[tuple[Cell, Architecture | None, str]]:
        """Return the cells, the file of a robot alone in its cell, and the id of a robot."""
        kind = self.kind
        for name, choices in with_choices(options, options.robots):
            if kind.cells and name.endswith(CELL):
                cell = cell_of(name)
                for warning in cell.present.warnings:
                    log.warning("%s", warning)
                every = [one.id for one in cell.robots] if kind.several else [""]
                for robot in [choices.robot] if choices.robot else every or [robot_in(cell).id]:
                    yield cell, None, robot
                continue
            architecture = load_and_tell(name, choices)
            solid = kind.solid or getattr(options, "mode", None) == "full"
            body = (full_model if solid else usable_model)(architecture)
            origin = str(architecture.path or find_robot(name))
            placed = placed_alone(architecture, body, origin)
            # what draws does without what changes cells
            alone: Any = Alone(placed) if kind.files else cell_of(placed)
            yield alone, architecture, ""

    def answer(
        self, options: argparse.Namespace, given: dict[str, Any], cell: Cell,
        architecture: Architecture | None, robot: str,
    ) -> Any:  # fmt: skip
        """Return the answer to the question in the options; ``given`` adds further values."""
        kind = self.kind
        try:
            given = given | _given(kind, options, cell, architecture)
            question = kind(**given)
            if isinstance(options.output, Path):
                question.check_path(options.output)
            # a cell may have no robot
            name = robot or getattr(current_robot(cell.state), "id", "")
            with progress_to(lambda told: say_live(f"{name}: {told}" if name else told)):
                answer = question.answer(cell, robot)
        except ArgumentError as error:
            raise ArgumentError(_by_option(str(error), kind)) from error
        return answer


def _write(answer: File, options: argparse.Namespace) -> int:
    say_steps(answer.steps(options.output), answer.loud)
    facts = answer.facts(options.output)
    if options.json and facts is not None:
        print_json(facts)
        return 0
    print_file(options.output, *answer.told(options.output))
    for sentence in answer.remarks:
        print_note(sentence)
    return 0


def print_tabled(tabled: Tabled) -> None:
    """Print a table as aligned columns, with numbers that can be copied."""
    table = tabled.table
    rows = ((table.headings,) if any(table.headings) else ()) + table.rows
    print_table([[cell.replace(TRUE_MINUS, "-") for cell in row] for row in rows])


def option(name: str, about: About) -> str:
    """Return the option of a field.

    >>> option("push_time", About("Push a while"))
    '--push-time'
    """
    return about.option or f"--{name.replace('_', '-')}"


def _add_options(parser: argparse.ArgumentParser, kind: Any, some: bool = False) -> None:
    """Declare fields of a question or of one of its values; the latter may lack defaults."""
    for one, about in described(kind):
        if some and any(one.name == action.dest for action in parser._actions):
            # what the question itself asks goes before fields of a value
            continue
        name, default = option(one.name, about), None if some else one.default
        if about.kind in ("value", "fields"):
            _add_options(parser, about.of, about.kind == "fields")
        elif not name.startswith("-"):
            parser.add_argument(one.name, metavar=name, nargs="?", help=_help(about, default))
        elif about.kind == "flag":
            action = "store_true" if default is False else argparse.BooleanOptionalAction
            parser.add_argument(
                name, dest=one.name, default=None, action=action, help=_help(about, None)
            )
        else:
            several = about.kind in ("words", "gains", "several", "motions", "studies")
            words = (*about.choices, *filter(None, [about.nothing])) or None
            usual = (
                None if about.kind == "word" else (about.typed or about.unit).upper() or "NUMBER"
            )
            parser.add_argument(
                name, dest=one.name, choices=words, type=_type(about),
                action="append" if several else "store", help=_help(about, default, some),
                metavar=about.metavar or METAVARS.get(about.kind, usual),
            )  # fmt: skip
            if about.kind == "executor":
                parser.add_argument("--scheduler", metavar="ADDRESS", help=SCHEDULER)


def _type(about: About) -> Callable[[str], Any]:
    if about.kind in ("numbers", "each", "joints", "numbered"):
        return numbers
    if about.kind == "gains":
        return _gain
    if about.kind == "executor":
        return int
    if about.typed:
        factor = SHOWN[about.typed]
        return between(about.least / factor, about.most / factor, f"a number of {about.typed}")
    if about.kind == "pixels":
        return size
    if about.unit == "mm":
        return length
    if about.kind == "number" and about.read is not str:
        return _reading(about.read)
    if about.kind != "number":
        return str
    if about.whole:
        return int
    return between(about.least, about.most) if isfinite(about.most - about.least) else float


def _reading(read: Callable[[str], Any]) -> Callable[[str], Any]:
    def value(text: str) -> Any:
        try:
            return read(text)
        except ArgumentError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return value


def _help(about: About, default: Any, some: bool = False) -> str:
    says = about.says.replace("``", "")
    unit = f", in {about.typed or about.unit}" if about.unit not in ("", "1") else ""
    if some:
        usual = ""
    elif about.usual:
        usual = f"; {about.usual} if left out"
    elif isinstance(default, int | float | str) and default != "":
        usual = f": {default}" if isinstance(default, str) else f": {default:g}"
        usual = "" if default == inf else usual
    else:
        usual = ""
    nothing = f", or {about.nothing}" if about.nothing else ""
    if about.kind == "words" and about.metavar:
        nothing = f": {', '.join(about.choices)}"
    text = f"{says[0].lower()}{says[1:]}{nothing}{unit}{TOLD.get(about.kind, '')}{usual}"
    return text.replace("%", "%%")


def _given(
    kind: Any,
    options: argparse.Namespace,
    cell: Cell,
    architecture: Architecture | None,
) -> dict[str, Any]:
    """Return the fields of a question or one of its values from the command line, SI."""
    given: dict[str, Any] = {}
    for one, about in described(kind):
        if about.kind in ("value", "fields"):
            inner = _given(about.of, options, cell, architecture)
            if inner:
                whole = about.kind == "value"
                given[one.name] = about.of(**_complete(about.of, inner)) if whole else inner
            continue
        value = getattr(options, one.name)
        if value is not None:
            name = option(one.name, about)
            calm = getattr(options, "damping", None) or 0.0
            given[one.name] = _read(about, name, value, cell, architecture, calm)
    return given


def _complete(kind: Any, given: dict[str, Any]) -> dict[str, Any]:
    about = abouts(kind)
    for one, _ in described(kind):
        if one.default is MISSING and one.name not in given:
            name, needed = next(iter(given)), option(one.name, about[one.name])
            raise ArgumentError(f"{option(name, about[name])}: this requires {needed}")
    return given


def _read(
    about: About,
    name: str,
    value: Any,
    cell: Cell,
    architecture: Architecture | None,
    damping: float,
) -> Any:
    if about.kind in ("joints", "numbered", "motion", "motions"):
        placed = robot_in(cell)
        if about.kind == "joints":
            return posture(placed.robot, value, metres_per(placed.unit), name[2:])
        if about.kind == "numbered":
            return _numbered(name, value, placed.robot.n)
        # a cell finds its own
        if architecture is None:
            return value
        # here: most questions are not about a motion
        from rvs.commands.motions import read_motion

        names = value if about.kind == "motions" else [value]
        read = [Titled(one, read_motion(one, architecture, placed.id, damping)) for one in names]
        return read if about.kind == "motions" else read[0]
    if about.kind == "studies":
        return tuple(_asked(text, name, cell, architecture) for text in value)
    if about.typed:
        # 9 mm are 0.009 m to the last digit, which 9 * 1e-3 is not
        return value / (1.0 / SHOWN[about.typed])
    if about.kind == "gains":
        return {key: _one_or_all(some) for key, some in value}
    if about.kind == "listed":
        return tuple(word.strip() for word in value.split(",") if word.strip())
    if about.kind == "several":
        return tuple(about.read(text) for text in value)
    if about.kind == "each":
        return _one_or_all(value)
    if about.kind == "words":
        return tuple(word for word in value if word != about.nothing)
    return value


def _asked(text: str, name: str, cell: Cell, architecture: Architecture | None) -> Question:
    """Return the question of a study, from the name and options of its command."""
    # here: few questions are about others
    from rvs.scripting.reports import study_named

    try:
        first, *words = shlex.split(text) or [""]
    except ValueError as error:
        raise ArgumentError(f"{name} {text!r}: {error}") from None
    kind = study_named(first)
    parser = argparse.ArgumentParser(f"rvs {first}", add_help=False, exit_on_error=False)
    _add_options(parser, kind)
    try:
        options, rest = parser.parse_known_args(words)
    except argparse.ArgumentError as error:
        raise ArgumentError(f"{name} {text!r}: {error}") from error
    if rest:
        raise ArgumentError(f"{name} {text!r}: rvs {first} does not take {rest[0]}")
    question: Question = kind(**_given(kind, options, cell, architecture))
    return question


def _numbered(name: str, values: Sequence[float], n: int) -> tuple[int, ...]:
    if not all(number in range(1, n + 1) for number in values):
        raise ArgumentError(f"{name}: expected joint numbers from 1 to {n}")
    return tuple(int(number) - 1 for number in values)


def _one_or_all(values: Sequence[float]) -> float | Sequence[float]:
    return values[0] if len(values) == 1 else values


def _gain(text: str) -> tuple[str, tuple[float, ...]]:
    key, equals, values = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"expected KEY=NUMBERS, got {text!r}")
    return key.strip(), numbers(values)


def _by_option(sentence: str, kind: Any) -> str:
    """Return an error that begins with a field as an error that begins with its option."""
    names, colon, rest = sentence.partition(":")
    known = abouts(kind) | {"robot": About("")}
    for about in abouts(kind).values():
        known |= abouts(about.of) if about.kind == "fields" else {}
    words = names.split(", ")
    if not known.keys() >= set(words):
        return sentence
    return f"{', '.join(option(one, known[one]) for one in words)}{colon}{rest}"
