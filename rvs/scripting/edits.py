"""The edits that scripts can call by name, and their calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from importlib import import_module
from inspect import Parameter, Signature, cleandoc, signature
from os import PathLike
from types import NoneType
from typing import TYPE_CHECKING, Any

from rvs.engine.errors import ArgumentError, RvsError
from rvs.fields.edit import MADE, Edit, edit, item_words
from rvs.model.calls import step_words
from rvs.scripting.plain import plain, with_fields
from rvs.scripting.subjects import meant_robot

if TYPE_CHECKING:
    from rvs.engine.robot import Robot
    from rvs.model.document import Document, PlacedRobot

NOT_FOR = "not added; it is for a robot, a joint or an object that"
# What arguments of another kind raise.
KINDS = (TypeError, AttributeError)
# The types of arguments that name a file, and what can be given for them.
PATHS = ("str | Path", "str | Path | None")
A_PATH = (str, PathLike, NoneType)


# The modules of the edits, in the order in which the manual and the stub name them.
MODULES = (
    *("rvs.scripting.edits", "rvs.scripting.fields", "rvs.model.document"),
    *("rvs.model.robots.placing", "rvs.model.robots.table", "rvs.model.robots.designing"),
    *("rvs.model.robots.table", "rvs.model.robots.parameter_edits"),
    *("rvs.model.robots.posture_edits", "rvs.model.programs.edits", "rvs.model.programs.edits"),
    *("rvs.model.programs.legs", "rvs.model.things.edits", "rvs.model.things.edits"),
    *("rvs.model.annotations.edits", "rvs.model.figures.edits", "rvs.model.motions.kept"),
    "rvs.model.collision.edits",
)


@edit("Add {robot}", adds="robots")
def add_robot(document: Document, robot: PlacedRobot | Robot | str, /, **changes: Any) -> Document:
    """Add a robot, such as ``"puma560"``; its id gets a number if it is taken.

    Args:
        document: The document.
        robot: A robot of the library, a file, or a robot as a value.
        changes: Fields of the placed robot, such as ``id``, ``place`` or ``color``; for a file also
            the arguments of ``rvs.open``, such as ``tip``.

    Raises:
        RvsError: There is no such robot, its file has errors, or it has no such field.
    """
    from rvs.model import document as model
    from rvs.scripting.opening import placed

    return model.add_robot(document, placed(robot, **changes))


@edit("Change the cell")
def change_cell(document: Document, **changes: Any) -> Document:
    """Change whole fields of the document, such as ``things=(…)`` or ``collision=…``.

    Raises:
        ArgumentError: The document has no such field, or refuses the value.
    """
    return with_fields(document, changes, "the cell")


def call(
    name: str, do: Callable[[str, Callable[[Document], Document]], None], before: Document,
    arguments: tuple[Any, ...], named: Mapping[str, Any],
) -> Any:  # fmt: skip
    """Apply an edit of the table.

    Args:
        name: Its name.
        do: Receives the label and the edit, and applies it.
        before: The document.
        arguments: Its arguments after the document.
        named: Its named arguments.

    Returns:
        The id or the name of the added item, another result of the edit, or None.

    Raises:
        ArgumentError: Too many arguments, a missing one, or one that the edit refuses.
    """
    offered = EDITS[name]
    function = offered.function
    given = {key: plain(value) for key, value in named.items()}
    shown = shown_signature(name)
    with _told_of(name, shown):
        bound = offered.signature.bind(before, *map(plain, arguments), **given)
    if "robot_id" in bound.arguments:
        bound.arguments["robot_id"] = meant_robot(before, bound.arguments["robot_id"])
    try:
        made = function(*bound.args, **bound.kwargs)
    except KINDS as error:
        if named and "unexpected keyword argument" in str(error):
            raise ArgumentError(f"rvs.{name}: {_plainly(str(error))}") from None
        raise _of_another_kind(name, shown, error) from error
    after, told = made if isinstance(made, tuple) else (made, None)
    do(step_words(offered, before, bound.arguments), lambda _: after)
    if not offered.adds:
        return told
    fresh = _fresh(getattr(before, offered.adds), getattr(after, offered.adds))
    if not offered.several and not fresh:
        raise RvsError(f"rvs.{name}: {NOT_FOR} the cell does not have")
    return fresh if offered.several else fresh[0]


def _of_another_kind(name: str, shown: Signature, error: Exception) -> ArgumentError:
    """Return an error about an argument of an unexpected type."""
    return ArgumentError(f"{_called(name, shown)}: an argument of the wrong type: {error}")


def _called(name: str, shown: Signature) -> str:
    """Return the call of a function, without types.

    >>> _called("plain", signature(_plainly))
    'rvs.plain(error)'
    """
    empty = Parameter.empty
    bare = [one.replace(annotation=empty) for one in shown.parameters.values()]
    return f"rvs.{name}{Signature(bare)}"


@contextmanager
def _told_of(name: str, shown: Signature) -> Iterator[None]:
    """Name the function of ``rvs`` that has too many, missing or misnamed arguments."""
    try:
        yield
    except TypeError as error:
        raise ArgumentError(f"{_called(name, shown)}: {error}") from None


def checked(
    name: str, function: Callable[..., Any], kinds: tuple[type[Exception], ...] = ()
) -> Callable[..., Any]:
    """Return a function of ``rvs`` that reports wrong arguments in one sentence.

    Args:
        name: Its name in ``rvs``.
        function: The function.
        kinds: The errors that arguments of a wrong type cause inside.
    """
    shown = signature(function)

    @wraps(function)
    def called(*arguments: Any, **named: Any) -> Any:
        with _told_of(name, shown):
            given = shown.bind(*arguments, **named).arguments
        for key, value in given.items():
            if shown.parameters[key].annotation in PATHS and not isinstance(value, A_PATH):
                raise ArgumentError(f"rvs.{name}: {key}: expected a path, got {value!r:.80}")
        try:
            return function(*arguments, **named)
        except kinds as error:
            raise _of_another_kind(name, shown, error) from error

    # Where pickle finds it.
    called.__module__, called.__qualname__ = "rvs", name
    return called


def _fresh(before: tuple[Any, ...], after: tuple[Any, ...]) -> tuple[str, ...]:
    # What comes usually comes last; then nothing is asked of the thousands that a cell may hold.
    if after[: len(before)] == before:
        return tuple(map(item_words, after[len(before) :]))
    known = {item_words(one) for one in before}
    return tuple(name for one in after if (name := item_words(one)) not in known)


def _plainly(error: str) -> str:
    """Return Python's words without the name of the class.

    >>> _plainly("Joint.__init__() got an unexpected keyword argument 'b'")
    "there is no 'b' to set"
    """
    return f"there is no {error.rsplit(' ', 1)[-1]} to set"


def shown_signature(name: str) -> Signature:
    """Return the signature of an edit in scripts: without the document, with its result."""
    offered = EDITS[name]
    whole = offered.signature
    given = list(whole.parameters.values())[1:]
    told = str(whole.return_annotation)
    returns = "None"
    if offered.adds:
        returns = "tuple[str, ...]" if offered.several else "str"
    elif told.startswith("tuple[Document, "):
        returns = told.removeprefix("tuple[Document, ").removesuffix("]")
    return Signature(given, return_annotation=returns)


def shown_docstring(name: str) -> str:
    """Return the docstring of an edit, without the document among its arguments."""
    offered = EDITS[name]
    said = cleandoc(offered.function.__doc__ or "")
    said = said.replace("    document: The document.\n", "").replace(
        "The document, and the names", "The names"
    )
    if not offered.adds:
        return said
    told = "The ids of the added items." if offered.several else "The id or name of the added item."
    parts = said.partition("Raises:")
    return f"{parts[0].rstrip()}\n\nReturns:\n    {told}\n\n{''.join(parts[1:])}".rstrip()


def function_of(
    name: str, target: Callable[[Any], Any], method: bool = False
) -> Callable[..., Any]:
    """Return an edit in its form for scripts.

    Args:
        name: Its name.
        target: Returns the cell from the first argument of a method.
        method: It is a method of a class.
    """

    def function(*arguments: Any, **named: Any) -> Any:
        cell = target(arguments[0] if method else None)
        return call(name, cell.edit, cell.document, arguments[method:], named)

    shown = shown_signature(name)
    if method:
        own = Parameter("self", Parameter.POSITIONAL_ONLY)
        shown = shown.replace(parameters=[own, *shown.parameters.values()])
    function.__name__ = function.__qualname__ = name
    function.__module__ = "rvs"
    function.__doc__ = shown_docstring(name)
    function.__signature__ = shown  # type: ignore[attr-defined]
    return function


for _module in MODULES:
    import_module(_module)
EDITS: dict[str, Edit] = {
    one.name: one for module in MODULES for one in MADE.values() if one.module == module
}
