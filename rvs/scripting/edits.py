"""The one table of the edits that scripts can call: edits of the model with name and label."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import wraps
from importlib import import_module
from inspect import Parameter, Signature, cleandoc, signature
from os import PathLike
from types import NoneType
from typing import TYPE_CHECKING, Any

from rvs.engine.errors import ArgumentError, RvsError
from rvs.scripting.ids import meant_robot
from rvs.scripting.plain import plain
from rvs.value_class import dataclass

if TYPE_CHECKING:
    from rvs.engine.robot import Robot
    from rvs.model.document import Document, PlacedRobot

NOT_FOR = "not added; it is for a robot, a joint or a thing that"
# What arguments of another kind raise.
KINDS = (TypeError, AttributeError)
# The types of arguments that name a file, and what can be given for them.
PATHS = ("str | Path", "str | Path | None")
A_PATH = (str, PathLike, NoneType)
HERE, FIELDS = "rvs.scripting.edits", "rvs.scripting.fields"


@dataclass(frozen=True, slots=True)
class Offered:
    """An edit that scripts can call.

    Attributes:
        module: Where the function is.
        function: Its name there; its first argument is the document.
        label: What undo calls the step, with arguments in braces.
        adds: The field of the document that gets the new item whose id or name is returned.
        several: It may add several, and returns all of their ids.
    """

    module: str
    function: str
    label: str
    adds: str = ""
    several: bool = False

    @property
    def edit(self) -> Callable[..., Any]:
        """The function of the model."""
        found: Callable[..., Any] = getattr(import_module(self.module), self.function)
        return found


def _rows() -> Mapping[str, Offered]:
    document = "rvs.model.document"
    table, placing = "rvs.model.robots.table", "rvs.model.robots.placing"
    postures, programs = "rvs.model.robots.posture_edits", "rvs.model.programs.edits"
    figures, marks = "rvs.model.figures.edits", "rvs.model.annotations.edits"
    things, collision = "rvs.model.things.edits", "rvs.model.collision.edits"
    return {
        "change_cell": Offered(HERE, "change_cell", "Change the cell"),
        "put_item": Offered(FIELDS, "put_item", "Change the {field}"),
        "remove_items": Offered(FIELDS, "remove_items", "Remove {names}"),
        "order_items": Offered(FIELDS, "order_items", "Order of the {field}"),
        # robots
        "add_robot": Offered(HERE, "add_robot", "Add {robot}", "robots"),
        "remove_robot": Offered(document, "remove_robot", "Remove {robot_id}"),
        "change_robot": Offered(document, "change_robot", "Change {robot_id}"),
        "duplicate_robot": Offered(placing, "duplicate_robot", "Duplicate {robot_id}", "robots"),
        "rename_robot": Offered(placing, "rename_robot", "Rename {robot_id}"),
        "stand": Offered(placing, "stand", "Move {robot_id}"),
        "paint": Offered(placing, "paint", "Colour of {robot_id}"),
        "set_display": Offered(placing, "set_display", "How {robot_id} is drawn"),
        "begin_at": Offered(placing, "begin_at", "Start of {robot_id}"),
        # their tables
        "set_joint": Offered(document, "set_joint", "Change a joint of {robot_id}"),
        "add_joint": Offered(table, "add_joint", "Add a joint to {robot_id}"),
        "remove_joint": Offered(table, "remove_joint", "Remove a joint of {robot_id}"),
        "move_joint": Offered(table, "move_joint", "Move a joint of {robot_id}"),
        "duplicate_joint": Offered(table, "duplicate_joint", "Duplicate a joint of {robot_id}"),
        "set_kind": Offered(table, "set_kind", "Kind of a joint of {robot_id}"),
        "set_limits": Offered(table, "set_limits", "Limits of a joint of {robot_id}"),
        "set_convention": Offered(table, "set_convention", "Convention of {robot_id}"),
        "read_as": Offered(table, "read_as", "Read the table of {robot_id} as {convention}"),
        "set_base": Offered(table, "set_base", "Base of {robot_id}"),
        "set_tool": Offered(table, "set_tool", "Tool of {robot_id}"),
        "set_unit": Offered(table, "set_unit", "Unit of {robot_id}"),
        "read_in": Offered(table, "read_in", "Read the lengths of {robot_id} in {unit}"),
        "set_gravity": Offered(table, "set_gravity", "Gravity of {robot_id}"),
        "name_robot": Offered(table, "rename", "Name of {robot_id}"),
        "become": Offered("rvs.model.robots.designing", "become", "Design of {robot_id}"),
        # their full models
        "add_part": Offered(FIELDS, "add_part", "Add {part} to {robot_id}"),
        "change_part": Offered(FIELDS, "change_part", "Change {part_id} of {robot_id}"),
        "remove_part": Offered(FIELDS, "remove_part", "Remove {part_id} of {robot_id}"),
        "put_link": Offered(FIELDS, "put_link", "Change a link of {robot_id}"),
        # named postures
        "keep_posture": Offered(postures, "keep_posture", "Keep a posture of {robot_id}"),
        "add_postures": Offered(postures, "add_postures", "Add postures of {robot_id}"),
        "rename_posture": Offered(postures, "rename_posture", "Rename posture {old}"),
        "remove_postures": Offered(postures, "remove_postures", "Remove {names}"),
        "move_postures": Offered(postures, "move_postures", "Move {names}"),
        # programs
        "add_program": Offered(programs, "add_program", "Add program {program}", "programs"),
        "remove_program": Offered(programs, "remove_program", "Remove program {name}"),
        "rename_program": Offered(programs, "rename_program", "Rename program {name}"),
        "change_program": Offered(programs, "change_program", "Change program {name}"),
        "teach_places": Offered(
            "rvs.model.programs.places", "teach_places", "Teach places of {name} again"
        ),
        "set_steps": Offered(programs, "with_steps", "Steps of {name}"),
        "insert_step": Offered(programs, "insert_step", "Add a step to {name}"),
        "change_step": Offered(programs, "change_step", "Change a step of {name}"),
        "remove_step": Offered(programs, "remove_step", "Remove a step of {name}"),
        "move_step": Offered(programs, "move_step", "Move a step of {name}"),
        "pace_step": Offered("rvs.model.programs.legs", "pace_step", "Time of a step of {name}"),
        # things and named places
        "add_thing": Offered(things, "add_thing", "Add {thing}", "things"),
        "change_thing": Offered(things, "change_thing", "Change {thing_id}"),
        "change_things": Offered(things, "change_things", "Change {ids}"),
        "rename_thing": Offered(things, "rename_thing", "Rename {thing_id}"),
        "remove_things": Offered(things, "remove_things", "Remove {ids}"),
        "duplicate_things": Offered(things, "duplicate", "Duplicate {ids}", "things", several=True),
        "move_things": Offered(things, "move_things", "Move {ids}"),
        "align_things": Offered(things, "align", "Align {ids}"),
        "spread_things": Offered(things, "spread", "Spread {ids}"),
        "drop_things": Offered(things, "to_floor", "Put {ids} on the floor"),
        "stack_things": Offered(things, "onto", "Put {ids} on {other_id}"),
        "group_things": Offered(things, "group", "Group {ids}"),
        "ungroup_things": Offered(things, "ungroup", "Ungroup {ids}"),
        "add_environment": Offered(
            "rvs.model.things.surroundings", "add_environment", "Add an environment", "things",
            several=True,
        ),
        "add_target": Offered(things, "add_target", "Add {target}", "targets"),
        "change_target": Offered(things, "change_target", "Move {target_id}"),
        "rename_target": Offered(things, "rename_target", "Rename {target_id}"),
        "remove_target": Offered(things, "remove_target", "Remove {target_id}"),
        # notes, measurements and bookmarks
        "add_note": Offered(marks, "add_note", "Add a note", "notes"),
        "change_note": Offered(marks, "change_note", "Change {note_id}"),
        "remove_note": Offered(marks, "remove_note", "Remove {note_id}"),
        "add_measure": Offered(marks, "add_measure", "Keep a measurement", "measures"),
        "remove_measure": Offered(marks, "remove_measure", "Remove {measure_id}"),
        "add_bookmark": Offered(marks, "add_bookmark", "Keep view {bookmark}", "bookmarks"),
        "rename_bookmark": Offered(marks, "rename_bookmark", "Rename view {name}"),
        "retake_bookmark": Offered(marks, "retake_bookmark", "Take view {name} again"),
        "remove_bookmark": Offered(marks, "remove_bookmark", "Remove view {name}"),
        # named figures
        "add_figure": Offered(figures, "add_figure", "Add figure {figure}", "figures"),
        "keep_figure": Offered(figures, "keep_figure", "Keep figure {figure}"),
        "rename_figure": Offered(figures, "rename_figure", "Rename figure {name}"),
        "remove_figure": Offered(figures, "remove_figure", "Remove figure {name}"),
        "move_figure": Offered(figures, "move_figure", "Move figure {name}"),
        # motions that were made in the cell
        "keep_motion": Offered(FIELDS, "keep_motion", "Keep motion {name}"),
        "drop_motion": Offered("rvs.model.motions.kept", "drop_motion", "Discard motion {name}"),
        # what is checked for collision
        "switch_pair": Offered(collision, "switch_pair", "Check a pair for collision"),
        "set_collision": Offered(collision, "set_collision", "Check for collision"),
    }  # fmt: skip


EDITS = _rows()


def add_robot(document: Document, robot: PlacedRobot | Robot | str, /, **changes: Any) -> Document:
    """Place one more robot, such as ``"puma560"``; its id gets a number when it is taken.

    Args:
        document: The document.
        robot: A robot of the library, a file, or a robot as a value.
        changes: Fields of the placed robot, such as ``id``, ``place`` or ``color``; of a file also
            what ``rvs.open`` takes, such as ``tip``.

    Raises:
        RvsError: There is no such robot, its file has errors, or it has no such field.
    """
    from rvs.model import document as model
    from rvs.scripting.opening import placed

    return model.add_robot(document, placed(robot, **changes))


def change_cell(document: Document, **changes: Any) -> Document:
    """Change whole fields of the document, such as ``things=(…)`` or ``collision=…``.

    Raises:
        ArgumentError: The document has no such field, or refuses the value.
    """
    new: Document = changed(document, changes, "the cell")
    return new


def changed(value: Any, changes: Mapping[str, Any], what: str) -> Any:
    """Return a value with other fields.

    Raises:
        ArgumentError: It has no such field.
    """
    known = [field.name for field in fields(value)]
    for name in changes:
        if name not in known:
            raise ArgumentError(f"{name}: {what} has {', '.join(known)}")
    return replace(value, **changes)


def call(
    name: str, do: Callable[[str, Callable[[Document], Document]], None], before: Document,
    arguments: tuple[Any, ...], named: Mapping[str, Any],
) -> Any:  # fmt: skip
    """Do an edit of the table.

    Args:
        name: Its name.
        do: Gets the label and the edit, and does it.
        before: The document.
        arguments: Its arguments after the document.
        named: Those with names.

    Returns:
        The id or the name of what was added, what else the edit tells, or None.

    Raises:
        ArgumentError: There are arguments too many or missing, or one that the edit refuses.
    """
    offered = EDITS[name]
    edit = offered.edit
    given = {key: plain(value) for key, value in named.items()}
    shown = shown_signature(name)
    with _told_of(name, shown):
        bound = signature(edit).bind(before, *map(plain, arguments), **given)
    if "robot_id" in bound.arguments:
        bound.arguments["robot_id"] = meant_robot(before, bound.arguments["robot_id"])
    try:
        made = edit(*bound.args, **bound.kwargs)
    except KINDS as error:
        if named and "unexpected keyword argument" in str(error):
            raise ArgumentError(f"rvs.{name}: {_plainly(str(error))}") from None
        raise _of_another_kind(name, shown, error) from error
    after, told = made if isinstance(made, tuple) else (made, None)
    do(offered.label.format_map(_words(bound.arguments)), lambda _: after)
    if not offered.adds:
        return told
    fresh = _fresh(getattr(before, offered.adds), getattr(after, offered.adds))
    if not offered.several and not fresh:
        raise RvsError(f"rvs.{name}: {NOT_FOR} the cell does not have")
    return fresh if offered.several else fresh[0]


def _of_another_kind(name: str, shown: Signature, error: Exception) -> ArgumentError:
    """Return an error that tells of an argument that is not of the kind that is expected."""
    return ArgumentError(f"{_called(name, shown)}: an argument of another kind: {error}")


def _called(name: str, shown: Signature) -> str:
    """Return how a function is called, without types.

    >>> _called("plain", signature(_plainly))
    'rvs.plain(error)'
    """
    empty = Parameter.empty
    bare = [one.replace(annotation=empty) for one in shown.parameters.values()]
    return f"rvs.{name}{Signature(bare)}"


@contextmanager
def _told_of(name: str, shown: Signature) -> Iterator[None]:
    """Name the function of ``rvs`` whose arguments are too many, missing or of another name."""
    try:
        yield
    except TypeError as error:
        raise ArgumentError(f"{_called(name, shown)}: {error}") from None


def checked(
    name: str, function: Callable[..., Any], kinds: tuple[type[Exception], ...] = ()
) -> Callable[..., Any]:
    """Return a function of ``rvs`` that says in one sentence which arguments do not fit.

    Args:
        name: Its name in ``rvs``.
        function: The function.
        kinds: The errors that arguments of another kind make inside.
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
        return tuple(map(_name, after[len(before) :]))
    known = {_name(one) for one in before}
    return tuple(name for one in after if (name := _name(one)) not in known)


def _name(value: Any) -> str:
    return str(getattr(value, "id", None) or getattr(value, "name", None) or value)


def _words(arguments: Mapping[str, Any]) -> dict[str, str]:
    """Return arguments as a label says them."""
    lists = (list, tuple, set, frozenset)
    return {
        key: ", ".join(map(str, value)) if isinstance(value, lists) else _name(value)
        for key, value in arguments.items()
        if key != "document"
    }


def _plainly(error: str) -> str:
    """Return Python's words without the name of the class that was made.

    >>> _plainly("Joint.__init__() got an unexpected keyword argument 'b'")
    "there is no 'b' to set"
    """
    return f"there is no {error.rsplit(' ', 1)[-1]} to set"


def shown_signature(name: str) -> Signature:
    """Return how a script calls an edit: arguments without the document, and what it returns."""
    offered = EDITS[name]
    whole = signature(offered.edit)
    given = list(whole.parameters.values())[1:]
    told = str(whole.return_annotation)
    returns = "None"
    if offered.adds:
        returns = "tuple[str, ...]" if offered.several else "str"
    elif told.startswith("tuple[Document, "):
        returns = told.removeprefix("tuple[Document, ").removesuffix("]")
    return Signature(given, return_annotation=returns)


def shown_docstring(name: str) -> str:
    """Return what an edit says of itself, without the document among its arguments."""
    offered = EDITS[name]
    said = cleandoc(offered.edit.__doc__ or "")
    said = said.replace("    document: The document.\n", "").replace(
        "The document, and the names", "The names"
    )
    if not offered.adds:
        return said
    told = "The ids of what was added." if offered.several else "The id, or the name, that it has."
    parts = said.partition("Raises:")
    return f"{parts[0].rstrip()}\n\nReturns:\n    {told}\n\n{''.join(parts[1:])}".rstrip()


def function_of(
    name: str, target: Callable[[Any], Any], method: bool = False
) -> Callable[..., Any]:
    """Return an edit as scripts call it.

    Args:
        name: Its name.
        target: Gives the cell, from the first argument of a method.
        method: It is one of a class.
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
