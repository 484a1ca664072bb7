"""Questions of scripts, the command line and the window: their base, and their functions."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from rvs.engine.errors import ArgumentError
from rvs.fields.field import described, settle
from rvs.fields.question import documented, homes, parameters
from rvs.model.current import current_robot
from rvs.model.jobs import finished
from rvs.model.numbers.quantities import TRUE_MINUS
from rvs.scripting.plain import same
from rvs.scripting.subjects import What, cell_of

if TYPE_CHECKING:
    from rvs.export.report.values import Contents
    from rvs.model.calls import Offer
    from rvs.model.document import PlacedRobot
    from rvs.model.jobs import Progress
    from rvs.model.plots.plot import Plot
    from rvs.model.views.view import Background
    from rvs.scene.items import Item
    from rvs.scripting.cell import Cell
    from rvs.scripting.figure_result import Figure
    from rvs.scripting.plots import Plotted
    from rvs.scripting.tables import Tabled

# A word, but not the name of a number of a robot; the sign of a number or of its exponent.
WORD = re.compile(r"[a-z]{2}[^\W\d]*+(?!\d)")
MINUS = re.compile(r"(?<![\w.)])-(?=\d)|(?<=\de)-(?=\d)")
WHAT = "A cell, a robot, or the name or file of one; the current cell if left out."


class Answer:
    """The answer to a question, for scripts, notebooks and the command line.

    Derived classes offer ``facts`` and ``table``, and further content.  The window shows ``lines``,
    ``table``, ``notes``, ``plots``, ``items`` and ``offers``.

    Attributes:
        asked: The question that it answers, and the id of the robot, if a function was called.
    """

    asked: tuple[Question, str] | None = None

    @property
    def facts(self) -> dict[str, Any]:
        """Numbers and words for JSON."""
        raise NotImplementedError

    @property
    def lines(self) -> list[str]:
        """Sentences that the command line prints above the table."""
        return []

    @property
    def notes(self) -> list[str]:
        """Sentences that it prints below the table."""
        return []

    @property
    def details(self) -> list[str]:
        """Sentences that it prints instead of the notes if details are requested."""
        return self.notes

    @property
    def printed(self) -> Tabled | None:
        """The table that it prints, if any."""
        return self.table

    @property
    def table(self) -> Tabled:
        """The answer as a table."""
        raise NotImplementedError

    @property
    def plots(self) -> tuple[Plot, ...] | Plotted:
        """Plots that the window and reports show."""
        return ()

    @property
    def plotted(self) -> Plotted:
        """The same plots, for display in a notebook and for saving as a figure or .csv."""
        from rvs.scripting.plots import Plotted

        found = self.plots
        return found if isinstance(found, Plotted) else Plotted(found)

    @property
    def figure(self) -> Figure | None:
        """A figure of the robots of the answer next to each other, or None."""
        return None

    def items(self, placed: PlacedRobot, background: Background = "light") -> tuple[Item, ...]:
        """Return its items in the 3D view for the robot of the cell in its current state."""
        del placed, background
        return ()

    @property
    def offers(self) -> tuple[Offer, ...]:
        """Edits that the window offers as buttons."""
        return ()

    def chosen(self, name: str) -> Offer | None:
        """Return the edit for a click on the point of this name in its plots, or None."""
        del name
        return None

    def save(self, path: str | Path) -> Path:
        """Write the table as .tex, .md, .csv or .html, or the plots as .svg, .pdf, .eps or .ps.

        Raises:
            ArgumentError: A wrong suffix, or there are no plots.
            OSError: The file can't be written.
        """
        from rvs.export.formats.write import FORMATS

        figure = Path(path).suffix.lower() in FORMATS
        return (self.plotted if figure else self.table).save(path)

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def contents_of(answer: Answer) -> Contents:
    """Return the contents of an answer for a page or a report."""
    from rvs.export.report.values import Contents

    try:
        plots = answer.plotted.plots
    except ArgumentError:
        # some answers have nothing to plot in some cases, and say so where plots are asked for
        plots = ()
    printed = answer.printed
    table = None if printed is None else printed.table
    return Contents(sentences(answer.lines), table, sentences(answer.notes), tuple(plots))


def sentences(lines: Sequence[str]) -> tuple[str, ...]:
    """Return lines of a terminal as sentences: with a capital letter first, and true minus signs.

    >>> sentences(["links are rigid", "R 500 mm", "x -1 to -2e-5, joints 2-4", "theta1 is 0"])
    ('Links are rigid', 'R 500 mm', 'x −1 to −2e−5, joints 2-4', 'theta1 is 0')
    """
    made = (line[:1].upper() + line[1:] if WORD.match(line) else line for line in lines)
    return tuple(MINUS.sub(TRUE_MINUS, line) for line in made)


class File:
    """An answer that is only a file; derived classes offer ``steps`` or ``save``.

    Attributes:
        loud: The command line shows the progress even without a terminal.
    """

    loud: ClassVar[bool] = False

    def steps(self, path: str | Path) -> Generator[Progress, None, Path]:
        """Write the file, and yield the progress; closing the generator removes the file."""
        yield from ()
        return self.save(path)

    def facts(self, path: Path, /) -> dict[str, object] | None:
        """Return the values for JSON, if there is more than a list of files."""

    def told(self, path: Path, /) -> tuple[str, ...]:
        """Return facts about the file in addition to its size."""
        del path
        return ()

    @property
    def remarks(self) -> Sequence[str]:
        """Sentences about the written file."""
        return ()

    def save(self, path: str | Path) -> Path:
        """Write the file, and return its path.

        Raises:
            ArgumentError: A suffix other than those that it has.
            OSError: The file can't be written.
        """
        return finished(self.steps(path))


class Question:
    """A question about a robot of a cell; a dataclass whose fields are all plain values.

    Attributes:
        called: The name of its function.
        by_place: Fields that scripts may pass by position.
        output: The output named by ``-o`` of the command line, with its usual suffix.
        writes: The output written by ``-o``.
        returns: The class of its answer, by name.
        cells: The file of a cell is accepted, too.
        surroundings: Parts of the document, besides the robot, on which its answer may depend; if
            there are any, it may depend on all postures, too.
        files: Its answer is only a file, so that ``-o`` is required.
        whose: The role of the robot of a cell that may be named.
        several: The class of several answers together, if a command accepts several robots.
        solid: Its answer requires the full model, whose file must have no errors.
        detailed: The option that prints details instead of notes, and its effect.
        draws: The content of ``--figure``, if its answer has a figure of several robots.
        failing: The part of its answer that makes the exit status 1 with ``--fail``, and its text.
    """

    called: ClassVar[str]
    by_place: ClassVar[tuple[str, ...]] = ()
    output: ClassVar[str]
    writes: ClassVar[str]
    returns: ClassVar[str]
    cells: ClassVar[bool] = False
    surroundings: ClassVar[tuple[str, ...]] = ()
    files: ClassVar[bool] = False
    whose: ClassVar[str] = "Id of a robot of the cell; the active one if left out."
    several: ClassVar[type[Any] | None] = None
    solid: ClassVar[bool] = False
    detailed: ClassVar[tuple[str, str] | None] = None
    draws: ClassVar[str] = ""
    failing: ClassVar[tuple[str, str] | None] = None

    def __post_init__(self) -> None:
        settle(self)

    def answer(self, cell: Cell, robot: str = "") -> Any:
        """Return the answer for a robot of a cell."""
        raise NotImplementedError

    @classmethod
    def around(cls, name: str) -> AbstractContextManager[dict[str, Any]]:
        """Prepare faster answers of a command for a robot or cell of this name.

        Yields the arguments of the question in addition to its fields.
        """
        del name
        return nullcontext({})

    def check_path(self, path: Path) -> None:
        """Refuse an output file in a wrong format, before the answer is computed."""

    @property
    def said(self) -> dict[str, Any]:
        """The fields that differ from their defaults, by name."""
        found: dict[str, Any] = {}
        for one, about in described(self):
            got = getattr(self, one.name)
            if about.kind == "fields":
                found |= got or {}
            elif not same(got, one.default):
                found[one.name] = got
        return found

    def keep_apart(self, from_: str, *names: str) -> None:
        """Refuse fields that can't be combined with others.

        Args:
            from_: The options that exclude them, in words.
            names: The fields, which must have their defaults.

        Raises:
            ArgumentError: One has another value.
        """
        for name in self.said:
            if name in names:
                raise ArgumentError(f"{name}: can't be combined with {from_}; leave it out")


def function(kind: Any) -> Callable[..., Any]:
    """Return the function of a question for scripts, with its signature and docstring.

    Args:
        kind: A dataclass derived from ``Question``.
    """
    own = parameters(kind, kind.by_place)
    places = len(kind.by_place)
    usual = inspect.Parameter.POSITIONAL_OR_KEYWORD
    what = inspect.Parameter("what", usual, default=None, annotation="What")
    robot = inspect.Parameter(
        "robot", inspect.Parameter.KEYWORD_ONLY, default="", annotation="str"
    )  # fmt: skip
    shown = inspect.Signature(
        [what, *own[:places], robot, *own[places:]], return_annotation=kind.returns
    )

    def ask(*values: Any, **named: Any) -> Any:
        given = shown.bind(*values, **named).arguments
        cell: What = given.pop("what", None)
        robot: str = given.pop("robot", "")
        question: Question = kind(**given)
        whole = cell_of(cell)
        answer = question.answer(whole, robot)
        if isinstance(answer, Answer):
            current = robot or getattr(current_robot(whole.state), "id", "")
            object.__setattr__(answer, "asked", (question, current))
        return answer

    name = kind.called
    facts: dict[str, Any] = {
        "__name__": name, "__qualname__": name, "__module__": kind.__module__,
        "__doc__": documented(kind, (("what", WHAT), ("robot", kind.whose)), kind.by_place),
        "__signature__": shown, "homes": homes(kind),
    }  # fmt: skip
    for key, value in facts.items():
        setattr(ask, key, value)
    return ask
