"""Values of a script, their largest sizes, and MATLAB's indexing of them."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from rvs.engine.errors import RvsError
from rvs.value_class import dataclass

Value = Any
# Elements of one value, and how deep its lists may lie in each other.
LARGEST, DEEPEST = 100_000, 30
# Steps of all statements together, and of one statement of the script itself or of a loop.
MOST_STEPS, MOST_IN_ONE = 400_000, 150_000
FAULTS = (
    *(TypeError, ValueError, ArithmeticError, LookupError, AttributeError),
    *(MemoryError, RvsError, np.linalg.LinAlgError),
)  # fmt: skip


class ScriptError(RvsError):
    """Reason why a value of a script is unknown; names hold it instead of the value.

    Attributes:
        line: Line number, from 1.
        message: The reason.
        raised: The exception that the script itself raises there, if certain.
    """

    def __init__(self, line: int, message: str, raised: str = "") -> None:
        super().__init__(message)
        self.line, self.message, self.raised = line, message, raised

    def alone(self) -> ScriptError:
        """Return the error without its causes, which would hold memory."""
        self.__traceback__ = self.__cause__ = self.__context__ = None
        return self


class Certain(ValueError):
    """A fault that the script itself would raise, with Python's name for it."""


class Pose4:
    """A pose among the values of a script; its products are consecutive motions."""

    def __init__(self, matrix: Any) -> None:
        self.matrix = np.array(getattr(matrix, "matrix", matrix), float)
        if self.matrix.shape != (4, 4):
            raise ValueError("expected a pose of 4 x 4 numbers")

    def __matmul__(self, other: Any) -> Pose4:
        return Pose4(self.matrix @ Pose4(other).matrix)

    def inv(self) -> Pose4:
        """Return the inverse of the pose."""
        return Pose4(np.linalg.inv(self.matrix))


class Cells(list[Any]):
    """A cell array of MATLAB; its arrays of objects are plain lists."""


class Several(list[Any]):
    """Values that become separate arguments, such as those of ``L{:}``."""


class Text(str):
    """A MATLAB text in double quotes, which is one element and can be concatenated."""


class Thing:
    """An object of a script: a link, a robot, a body, a struct, or one of its own classes.

    Attributes:
        form: Its definition: a row of the toolbox, or a class of the script.
        line: Line in which it was made.
        said: Its given members.
    """

    def __init__(self, form: Any, line: int, said: dict[str, Value] | None = None) -> None:
        self.form, self.line, self.said = form, line, {} if said is None else said

    def copy(self) -> Thing:
        """Return another object with the same members."""
        return Thing(self.form, self.line, dict(self.said))


@dataclass(frozen=True, slots=True)
class Struct:
    """Form of a struct of MATLAB."""

    values: bool = True


def elements(value: Value, depth: int = 0, limit: int = LARGEST) -> int:
    """Return the number of elements of a value, counted up to the limit.

    Raises:
        ScriptError: One of them is not known.
        ValueError: There are too many, or too many levels.
    """
    if isinstance(value, ScriptError):
        raise value
    if isinstance(value, np.ndarray | str):
        return within(int(np.size(value)) if isinstance(value, np.ndarray) else len(value), limit)
    if isinstance(value, dict):
        value = [*value.values()]
    if not isinstance(value, list | tuple | set):
        return 1
    if depth > DEEPEST:
        raise ValueError("nested too deeply")
    total = 1
    for one in value:
        total = within(total + elements(one, depth + 1, limit - total), limit)
    return total


def within(count: int, limit: int = LARGEST) -> int:
    """Return a number of elements within the limit.

    Raises:
        ValueError: It is too large.
    """
    if count > limit:
        raise ValueError("too large")
    return count


def check_shape(*shape: Any) -> tuple[int, ...]:
    """Return a shape as whole numbers.

    Raises:
        ValueError: It has too many elements, or a size is not a number.
    """
    sizes = tuple(int(one) for one in shape)
    within(math.prod(max(one, 1) for one in sizes))
    return sizes


def plain(value: Value) -> Value:
    """Return an array without dimensions as its number."""
    return value.item() if isinstance(value, np.ndarray | np.generic) and value.ndim == 0 else value


def scalar(value: Value) -> Value:
    """Return MATLAB's array of one element as its number, other numbers as a 2-D array."""
    if not isinstance(value, np.ndarray | np.generic):
        return value
    return value.item() if value.size == 1 else np.atleast_2d(value)


def array(values: Value) -> Any:
    """Return numbers as a NumPy array.

    Raises:
        TypeError: They are not numbers.
    """
    found = np.array(list(values) if isinstance(values, tuple) else values)
    if found.dtype.kind not in "bif":
        raise TypeError("expected numbers")
    return found


def each(values: Value) -> Iterable[Value]:
    """Return the values of a loop.

    Raises:
        TypeError: It can't be iterated over, or its order is unknown.
    """
    if isinstance(values, np.ndarray):
        return [plain(one) for one in values]
    ordered = isinstance(values, set) and all(isinstance(one, int | float) for one in values)
    if not ordered and not isinstance(values, list | tuple | dict | str):
        raise TypeError("expected a list")
    return list(values)


def columns(values: Value) -> Iterable[Value]:
    """Return the values of a MATLAB loop."""
    if isinstance(values, list):
        return [Cells([one]) for one in values] if isinstance(values, Cells) else values
    rows = np.atleast_2d(array(values))
    return [scalar(one[:, None]) for one in rows.T] if rows.size else []


# brackets of MATLAB


def rows_of(value: Value) -> Any:
    """Return a MATLAB value as rows: numbers, or objects of any kind in one row."""
    if not isinstance(value, list | str | Thing):
        return np.atleast_2d(array(np.zeros((0, 0)) if value is None else value))
    return np.fromiter([value] if isinstance(value, Thing) else value, object)[None, :]


def matrix(rows: list[list[Value]]) -> Value:
    """Return the contents of MATLAB's brackets: numbers, one text, or objects.

    Raises:
        ValueError: The blocks do not fit, or are of several kinds.
    """
    lines = [[x for x in row if isinstance(x, Thing | str) or np.size(x)] for row in rows]
    blocks = [one for row in lines for one in row]
    if blocks and all(isinstance(one, str) for one in blocks):
        if len(blocks) > 1 and (len(rows) > 1 or any(isinstance(one, Text) for one in blocks)):
            raise ValueError("an array of texts")
        return blocks[0] if len(blocks) == 1 else "".join(blocks)
    if any(isinstance(one, Thing | list) for one in blocks):
        found = [x for one in blocks for x in (one if isinstance(one, list) else [one])]
        if all(isinstance(one, Thing) for one in found):
            return found
        if all(isinstance(one, Cells) for one in blocks):
            return Cells(found)
        raise ValueError("blocks of several kinds")
    within(sum(map(np.size, blocks)))
    held = [
        np.hstack([np.atleast_2d(array(getattr(x, "matrix", x))) for x in row])
        for row in lines
        if row
    ]
    whole = np.vstack(held) if held else np.zeros((0, 0))
    return scalar(whole if whole.dtype == bool else whole.astype(float))


def cells(rows: list[list[Value]]) -> Cells:
    """Return a cell array of one row or column.

    Raises:
        ValueError: It has rows and columns.
    """
    if len(rows) > 1 and max(map(len, rows)) > 1:
        raise ValueError("a cell array with rows and columns")
    return Cells(one for row in rows for one in row)


def shape_of(value: Value) -> tuple[int, ...]:
    """Return the two sizes of a MATLAB value."""
    return (1, 1) if isinstance(value, Text) else rows_of(value).shape


def _places_of(place: Value, size: int) -> list[int]:
    """Return the positions, from 0, selected by a MATLAB index in a list of this length."""
    rows = np.arange(1, size + 1) if isinstance(place, slice) else np.ravel(place)
    if rows.dtype == bool:
        return np.flatnonzero(rows).tolist()
    if rows.dtype.kind not in "if" or (rows < 1).any() or (rows != np.floor(rows)).any():
        raise Certain("error")
    within(len(rows))
    return [int(one) - 1 for one in rows]


def _that_count(rows: Any, places: list[Value]) -> list[Value]:
    """Return the indices into rows; for objects, which form one row, at most one."""
    if rows.dtype != object:
        return places
    many = [one for one in places if isinstance(one, slice) or np.size(one) != 1 or one != 1]
    if len(many) > 1 or len(places) > 2:
        raise ValueError("expected one index")
    return many or [1]


def indexed(held: Value, places: list[Value]) -> Value:
    """Return the elements of a MATLAB value at some positions.

    Raises:
        LookupError: There is no such place.
    """
    if not places:
        return held
    rows = rows_of(held)
    first, *others = places = _that_count(rows, places)
    if others:
        ways = [_places_of(one, size) for one, size in zip(places, rows.shape, strict=True)]
        check_shape(*map(len, ways))
        return scalar(rows[np.ix_(*ways)])
    shape: tuple[int, ...] = np.shape(first)
    in_line = not isinstance(first, slice) and (len(shape) < 2 or min(shape) == 1)
    if min(rows.shape) == 1 and in_line:
        shape = (1, -1) if rows.shape[0] == 1 else (-1, 1)
    elif len(shape) < 2 or np.asarray(first).dtype == bool:
        shape = (-1, 1)
    found = rows.ravel(order="F")[_places_of(first, rows.size)]
    if rows.dtype != object:
        return scalar(found.reshape(shape, order="F"))
    items = found.tolist()
    if isinstance(held, str | Cells):
        return "".join(items) if isinstance(held, str) else Cells(items)
    return items[0] if len(items) == 1 else items


def put(held: Value, places: list[Value], value: Value, curly: bool = False) -> Value:
    """Return a MATLAB value with new elements at some positions; it grows if necessary.

    Raises:
        ValueError: It doesn't fit, or becomes too large.
    """
    objects = curly or any(isinstance(one, Thing | list) for one in (held, value))
    if isinstance(value, ScriptError) and not objects and held is not None:
        raise value
    objects = objects or isinstance(value, ScriptError)
    if objects and not isinstance(held, list | Thing):
        held = [held] if np.size(held) and held is not None else []
    rows = rows_of(held) if objects else rows_of(held).astype(float)
    deletes = isinstance(value, np.ndarray) and not value.size and not curly
    first, *others = places = _that_count(rows, places)
    if others:
        along = int(not isinstance(places[1], slice))
        ways = [_places_of(one, size) for one, size in zip(places, rows.shape, strict=True)]
        for way, own in enumerate(places):
            if isinstance(own, slice) and not ways[way]:
                ways[way] = list(range(shape_of(value)[way] if np.ndim(value) else 1))
    elif isinstance(first, slice) and not deletes and not objects:
        filled = np.broadcast_to(np.ravel(array(value), order="F"), rows.size)
        return scalar(filled.reshape(rows.shape, order="F"))
    elif min(rows.shape) > 1:
        raise ValueError("expected two indices")
    else:
        along = int(rows.shape[1] != 1 or rows.shape[0] <= 1)
        ways = [[0], [0]]
        ways[along] = _places_of(first, rows.size)
    if deletes:
        made = np.delete(rows, ways[along], along)
    else:
        sizes = (
            max([size, *(k + 1 for k in way)]) for size, way in zip(rows.shape, ways, strict=True)
        )
        made = np.full(check_shape(*sizes), None if objects else 0.0, rows.dtype)
        made[: rows.shape[0], : rows.shape[1]] = rows
        alone = objects and (curly or not isinstance(value, list))
        block = rows_of([value] if alone else value)
        made[np.ix_(*ways)] = block.reshape(*map(len, ways)) if block.size > 1 else block
    if not objects:
        return scalar(made)
    return (Cells if curly or isinstance(held, Cells) else list)(made.ravel().tolist())


def joined_size(kind: type[ast.AST], left: Value, right: Value) -> int:
    """Count the elements of two combined Python lists before they are combined."""
    one, other = (len(x) if isinstance(x, list | tuple) else x for x in (left, right))
    if kind not in (ast.Add, ast.Mult):
        raise ValueError("expected lists to join")
    return check_shape(one + other if kind is ast.Add else max(one * other, 1))[0]


def product_size(kind: type[ast.AST], left: Value, right: Value) -> int:
    """Count the products of two arrays, before they are made."""
    shapes = [np.shape(one) for one in (left, right) if elements(one)]
    if kind is not ast.MatMult:
        return int(np.prod(check_shape(*np.broadcast_shapes(*shapes)), dtype=int))
    if not all(len(one) == 2 for one in shapes):
        return LARGEST // 16
    count = check_shape(shapes[0][0] * shapes[1][1])[0] * int(shapes[0][1])
    if count > MOST_IN_ONE * 4:
        raise ValueError("the product of the matrices needs too many steps")
    return count


def bounded(value: Value) -> Value:
    """Return a number that is neither complex nor too large."""
    if isinstance(value, complex):
        raise ValueError("expected a real number")
    if isinstance(value, int) and abs(value) > 2**63:
        raise ValueError("the whole number is too large")
    return value
