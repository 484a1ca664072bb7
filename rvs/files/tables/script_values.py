"""Values of a script, how large they may become, and the functions that give them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from rvs.engine.errors import RvsError
from rvs.engine.rotations import rotx, roty, rotz
from rvs.engine.transforms import pose
from rvs.value_class import dataclass

Value = Any
# Elements of one value, and how deep its lists may lie in each other.
LARGEST = 100_000
DEEPEST = 30
FAULTS = (
    *(TypeError, ValueError, ArithmeticError, LookupError, AttributeError),
    *(MemoryError, RvsError, np.linalg.LinAlgError),
)  # fmt: skip


class ScriptError(RvsError):
    """Why a value of a script is not known; names hold it in place of the value.

    Attributes:
        line: Where, from 1.
        message: Why.
    """

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line, self.message = line, message

    def alone(self) -> ScriptError:
        """Return it without what led to it, which would hold memory."""
        self.__traceback__ = self.__cause__ = self.__context__ = None
        return self


class Pose4:
    """A pose among the values of a script; its products are motions one after the other."""

    def __init__(self, matrix: Any) -> None:
        self.matrix = np.array(getattr(matrix, "matrix", matrix), float)
        if self.matrix.shape != (4, 4):
            raise ValueError("expected a pose of 4 x 4 numbers")

    def __matmul__(self, other: Any) -> Pose4:
        return Pose4(self.matrix @ Pose4(other).matrix)

    __mul__ = __matmul__

    def __rmatmul__(self, other: Any) -> Pose4:
        return Pose4(other) @ self


class Cells(list[Any]):
    """A cell array of MATLAB; its arrays of objects are plain lists."""


class Several(list[Any]):
    """Values that stand for themselves among arguments, as those of ``L{:}``."""


class Thing:
    """An object of a script: a link, a robot, a body, a struct, or one of a class of its own.

    Attributes:
        form: What its maker says of it: a row of the toolbox, or a class of the script.
        line: Where it was made.
        said: Its members as far as they were given.
    """

    def __init__(self, form: Any, line: int) -> None:
        self.form, self.line = form, line
        self.said: dict[str, Value] = {}

    def copy(self) -> Thing:
        """Return another object with the same members."""
        other = Thing(self.form, self.line)
        other.said = dict(self.said)
        return other


@dataclass(frozen=True, slots=True)
class Struct:
    """Form of a struct of MATLAB."""

    values: bool = True


def elements(value: Value, depth: int = 0, limit: int = LARGEST) -> int:
    """Return how many elements a value has, counted no further than the largest may have.

    Raises:
        ScriptError: One of them is not known.
        ValueError: There are too many, or they lie too deep.
    """
    if isinstance(value, ScriptError):
        raise value
    if isinstance(value, np.ndarray):
        return _within(int(value.size), limit)
    if isinstance(value, str):
        return _within(len(value), limit)
    if isinstance(value, dict):
        value = [*value.values()]
    if not isinstance(value, list | tuple):
        return 1
    if depth > DEEPEST:
        raise ValueError("too deep")
    total = 1
    for one in value:
        total = _within(total + elements(one, depth + 1, limit - total), limit)
    return total


def _within(count: int, limit: int = LARGEST) -> int:
    if count > limit:
        raise ValueError("too large")
    return count


def check_shape(*shape: Any) -> tuple[int, ...]:
    """Return a shape as whole numbers.

    Raises:
        ValueError: It has too many elements, or one of the sizes is none.
    """
    sizes = tuple(int(one) for one in shape)
    _within(math.prod(max(one, 1) for one in sizes))
    return sizes


def plain(value: Value) -> Value:
    """Return an array of one element of none as its number."""
    return value.item() if isinstance(value, np.ndarray | np.generic) and value.ndim == 0 else value


def scalar(value: Value) -> Value:
    """Return MATLAB's array of one element as its number, anything else that counts as 2-D."""
    if not isinstance(value, np.ndarray | np.generic):
        return value
    return value.item() if value.size == 1 else np.atleast_2d(value)


def array(values: Value, dtype: Any = None, **_: Value) -> Any:
    """Return numbers as NumPy takes them.

    Raises:
        TypeError: They are no numbers.
    """
    found = np.array(list(values) if isinstance(values, tuple) else values)
    if found.dtype.kind not in "bif":
        raise TypeError("expected numbers")
    kinds = {None: None, float: float, int: int, "float": float, "int": int, "float64": float}
    return found.astype(kinds[dtype]) if dtype is not None else found


def moved(x: Value = 0.0, y: Value = 0.0, z: Value = 0.0) -> Any:
    """Return the matrix of a translation by three numbers or a row of them."""
    row = np.ravel(x) if np.ndim(x) else (x, y, z)
    return pose(p=np.array(row, float))


def _se3(x: Value = 0.0, y: Value = 0.0, z: Value = 0.0, **_: Value) -> Pose4:
    return Pose4(x) if isinstance(x, Pose4) or np.shape(x) == (4, 4) else Pose4(moved(x, y, z))


def _turned(turn: Callable[[Any], Any]) -> Callable[..., Any]:
    def turned(angle: Value, unit: str = "rad", **_: Value) -> Any:
        degrees = {"rad": False, "deg": True, "d": True}[unit]
        return pose(turn(math.radians(angle) if degrees else float(angle)))

    return turned


TURNS = {axis: _turned(turn) for axis, turn in zip("xyz", (rotx, roty, rotz), strict=True)}


def _rpy(angles: Value, order: Value, unit: str) -> Any:
    axes = {"zyx": ("z", "y", "x"), "xyz": ("x", "y", "z"), "yxz": ("y", "x", "z")}[order]
    one, two, three = (TURNS[x](a, unit) for x, a in zip(axes, angles[::-1], strict=True))
    return one @ two @ three


def _python_rpy(
    r: Value, p: Value = None, y: Value = None, unit: str = "rad", order: str = "zyx", **_: Value
) -> Any:
    return _rpy(np.ravel(r).tolist() if np.ndim(r) else [r, p, y], order, unit)


def _matlab_rpy(*given: Value) -> Any:
    words = [one for one in given if isinstance(one, str)]
    numbers = [one for one in given if not isinstance(one, str)]
    # Releases differ in what they take where no order is said.
    order = next(iter({*words} - {"deg"}), None)
    return _rpy(np.ravel(numbers).tolist(), order, "deg" if "deg" in words else "rad")


def _filled(number: float, square: bool) -> Callable[..., Any]:
    """Zeros or ones: MATLAB makes squares of one size, NumPy rows."""

    def filled(*sizes: Value, dtype: Any = None, **_: Value) -> Any:
        words = [one for one in sizes if not isinstance(one, str)]
        shape = list(np.ravel(words[0] if len(words) == 1 else words)) or [1]
        if square and len(shape) == 1:
            shape *= 2
        return array(np.full(check_shape(*shape), number), dtype)

    return filled


def _eye(*sizes: Value, **_: Value) -> Any:
    rows, across = check_shape(*(list(np.ravel(sizes)) * 2)[:2])
    return np.eye(rows, across)


def _spaced(first: Value, last: Value, count: Value = 50, **_: Value) -> Any:
    check_shape(count)
    return np.linspace(float(first), float(last), int(count))


def _arange(*bounds: Value, **_: Value) -> Any:
    first, last, step = (0, *bounds, 1) if len(bounds) == 1 else (*bounds, 1)[:3]
    check_shape((last - first) / step + 1)
    return np.arange(first, last, step)


def colon(first: Value, *others: Value) -> Any:
    """Return MATLAB's ``first:last`` and ``first:step:last``."""
    step, last = others if len(others) == 2 else (1.0, others[0])
    count = math.floor((last - first) / step * (1.0 + 1e-12) + 1e-9) + 1 if step else 0
    check_shape(max(count, 0))
    return first + step * np.arange(max(count, 0), dtype=float)[None, :]


def _range(*bounds: Value) -> list[int]:
    numbers = range(*bounds)
    _within(len(numbers))
    return list(numbers)


def _diag(values: Value, *_: Value) -> Any:
    held = np.array(values, float)
    held = np.ravel(held) if 1 in held.shape else held
    check_shape(*(held.shape * 2 if held.ndim == 1 else held.shape))
    return np.diag(held)


def _blocks(join: Callable[[Any], Any]) -> Callable[..., Any]:
    def joined(parts: Value, axis: int = 0, **_: Value) -> Any:
        arrays = [np.asarray(one) for one in parts]
        return np.concatenate(arrays, axis) if join is np.concatenate else join(arrays)

    return joined


def matrix(rows: list[list[Value]]) -> Value:
    """Return what MATLAB's brackets hold: numbers, one text, or objects.

    Raises:
        ValueError: The blocks do not fit, or are of several kinds.
    """
    blocks = [one for row in rows for one in row if np.size(one) or isinstance(one, Thing | str)]
    if blocks and all(isinstance(one, str) for one in blocks):
        return "".join(blocks)
    if any(isinstance(one, Thing | list) for one in blocks):
        found = [x for one in blocks for x in (one if isinstance(one, list) else [one])]
        if all(isinstance(one, Thing) for one in found):
            return found
        raise ValueError("blocks of several kinds")
    total = sum(np.size(one) for one in blocks)
    _within(total)
    lines = [
        np.hstack(
            [np.atleast_2d(array(getattr(one, "matrix", one))) for one in row if np.size(one)]
        )
        for row in rows
        if any(np.size(one) for one in row)
    ]
    return scalar(np.vstack(lines).astype(float)) if lines else np.zeros((0, 0))


def shape_of(value: Value) -> tuple[int, ...]:
    """Return the two sizes of a value of MATLAB."""
    if isinstance(value, list | str):
        return (1, len(value))
    return np.atleast_2d(value).shape if not isinstance(value, Thing) else (1, 1)


def places_of(place: Value, size: int) -> list[int]:
    """Return the places, from 0, that an index of MATLAB means among so many.

    Raises:
        ValueError: It is no index.
    """
    if isinstance(place, slice):
        return list(range(size))
    rows = np.ravel(place)
    if rows.dtype == bool:
        return np.flatnonzero(rows).tolist()
    if rows.dtype.kind not in "if" or (rows < 1).any() or (rows != np.floor(rows)).any():
        raise ValueError("expected places from 1")
    _within(len(rows))
    return [int(one) - 1 for one in rows]


def indexed(held: Value, places: list[Value]) -> Value:
    """Return what MATLAB finds in places of a value.

    Raises:
        LookupError: There is no such place.
    """
    if not places:
        return held
    if isinstance(held, Thing | list):
        items = held if isinstance(held, list) else [held]
        found = [items[k] for k in places_of(_one_way(places), len(items))]
        kept = Cells(found) if isinstance(held, Cells) else found
        return found[0] if len(found) == 1 and not isinstance(held, Cells) else kept
    numbers = np.atleast_2d(array(held))
    if len(places) == 1:
        chosen = places_of(places[0], numbers.size)
        flat = numbers.ravel(order="F")[chosen]
        row = np.ndim(places[0]) and np.shape(places[0])[0] == 1
        return scalar(flat[None, :] if row or numbers.shape[0] == 1 else flat[:, None])
    ways = [places_of(one, size) for one, size in zip(places, numbers.shape, strict=True)]
    check_shape(*map(len, ways))
    return scalar(numbers[np.ix_(*ways)])


def _one_way(places: list[Value]) -> Value:
    """The index along a row or column of objects."""
    many = [one for one in places if isinstance(one, slice) or np.size(one) != 1 or one != 1]
    if len(many) > 1 or len(places) > 2:
        raise ValueError("expected one index")
    return many[0] if many else 1


def put(held: Value, places: list[Value], value: Value, cells: bool = False) -> Value:
    """Return MATLAB's value with something in its places; it grows as far as they lie.

    Raises:
        ValueError: It doesn't fit, or becomes too large.
    """
    objects = cells or isinstance(held, Cells | list | Thing) or isinstance(value, Thing | list)
    if objects or isinstance(value, ScriptError):
        filled = np.size(held) if isinstance(held, np.ndarray) else 1
        items = [] if held is None or not filled else held if isinstance(held, list) else [held]
        chosen = places_of(_one_way(places), len(items))
        if not cells and isinstance(value, np.ndarray) and not value.size:
            kept = [one for k, one in enumerate(items) if k not in set(chosen)]
        else:
            kept = [*items, *[None] * _within(max([-1, *chosen]) + 1 - len(items))]
            many = value if isinstance(value, list) and not cells else [value] * len(chosen)
            for k, one in zip(chosen, many, strict=True):
                kept[k] = one
        return Cells(kept) if cells or isinstance(held, Cells) else kept
    numbers = np.atleast_2d(array(held if held is not None else np.zeros((0, 0)))).astype(float)
    deletes = isinstance(value, np.ndarray) and not value.size
    if len(places) == 1:
        column = numbers.shape[1] == 1 and numbers.shape[0] > 1
        flat = 0 if column else 1
        if min(numbers.shape) > 1:
            raise ValueError("expected two places")
        ways = [[0], [0]]
        ways[flat] = places_of(places[0], numbers.size)
    else:
        flat = int(not isinstance(places[1], slice))
        ways = [places_of(one, size) for one, size in zip(places, numbers.shape, strict=True)]
        for way, own in enumerate(places):
            if isinstance(own, slice) and not ways[way]:
                ways[way] = list(range(shape_of(value)[way] if np.ndim(value) else 1))
    if deletes:
        return scalar(np.delete(numbers, ways[flat], flat))
    shape = [
        max([size, *(k + 1 for k in way)]) for size, way in zip(numbers.shape, ways, strict=True)
    ]
    grown = np.zeros(check_shape(*shape))
    grown[: numbers.shape[0], : numbers.shape[1]] = numbers
    block = np.atleast_2d(array(value))
    if block.size > 1:
        block = block.reshape(len(ways[0]), len(ways[1]))
    grown[np.ix_(*ways)] = block
    return scalar(grown)


def _told(value: Value) -> str:
    return f"{value:.15g}" if isinstance(value, float) else str(value)


def _sprintf(text: str, *values: Value) -> str:
    parts = text.split("%")
    if any(part[:1] not in ("d", "i", "s", "g") for part in parts[1:]):
        raise ValueError("only %d, %g and %s are worked out")
    pairs = zip(values, parts[1:], strict=True)
    return parts[0] + "".join(_told(value) + part[1:] for value, part in pairs)


def _over(value: Value, other: Value) -> Value:
    if np.size(other) != 1:
        raise ValueError("a matrix can't be divided by")
    return scalar(array(value) / array(other))


def _power(value: Value, other: Value) -> Value:
    if np.size(value) != 1 or np.size(other) != 1:
        raise ValueError("expected numbers")
    return float(value) ** float(other)


def _per(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *values, **_: function(*(array(one) for one in values))


EACH: Mapping[str, Callable[..., Any]] = {
    name: _per(getattr(np, numpy))
    for name, numpy in {
        **{one: one for one in ("sin", "cos", "tan", "sqrt", "exp", "log", "abs", "floor", "ceil",
                                "radians", "deg2rad", "degrees", "rad2deg", "sign", "hypot")},
        "asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2",
        "arcsin": "arcsin", "arccos": "arccos", "arctan": "arctan", "arctan2": "arctan2",
        "degtorad": "radians", "radtodeg": "degrees", "fabs": "abs", "inv": "linalg",
    }.items() if numpy != "linalg"
}  # fmt: skip
COMMON: Mapping[str, Callable[..., Any]] = {
    **EACH,
    "inv": lambda value: Pose4(np.linalg.inv(value.matrix)) if isinstance(value, Pose4)
    else np.linalg.inv(array(value)),
    "diag": _diag, "eye": _eye, "linspace": _spaced,
    "transl": moved, "trotx": TURNS["x"], "troty": TURNS["y"], "trotz": TURNS["z"],
    "norm": lambda value, **_: float(np.linalg.norm(array(value))),
    "SE3": _se3, "Trans": _se3,
    **{f"R{axis}": lambda *a, _turn=turn, **k: Pose4(_turn(*a, **k))
       for axis, turn in TURNS.items()},
    "Tx": lambda x, **_: Pose4(moved(x)), "Ty": lambda y, **_: Pose4(moved(0.0, y)),
    "Tz": lambda z, **_: Pose4(moved(0.0, 0.0, z)),
}  # fmt: skip
# Functions that look into their arguments; what is too large or not known is refused before.
PYTHON: Mapping[str, Callable[..., Any]] = {
    **COMMON,
    "array": array, "asarray": array, "zeros": _filled(0.0, False), "ones": _filled(1.0, False),
    "arange": _arange, "range": _range, "float": float, "int": int, "str": str, "bool": bool,
    "float64": float, "identity": _eye, "transpose": lambda value: array(value).T,
    "concatenate": _blocks(np.concatenate), "vstack": _blocks(np.vstack),
    "hstack": _blocks(np.hstack), "column_stack": _blocks(np.column_stack),
    "append": lambda one, other: np.append(array(one), array(other)),
    "sum": lambda values, **_: plain(np.sum(array(values), **_)),
    "cumsum": lambda values: np.cumsum(array(values)), "round": round, "pow": pow,
    "min": lambda *values: min(values if len(values) > 1 else values[0]),
    "max": lambda *values: max(values if len(values) > 1 else values[0]),
    "sorted": lambda values, reverse=False: sorted(values, reverse=reverse),
    "RPY": lambda *a, **k: Pose4(_python_rpy(*a, **k)), "rpy2tr": _python_rpy,
}  # fmt: skip
# Those that hand on what they are given, known or not.
HANDED: Mapping[str, Callable[..., Any]] = {
    "len": len, "list": lambda values=(): list(values), "tuple": lambda values=(): tuple(values),
    "enumerate": lambda values, start=0: [(start + k, one) for k, one in enumerate(values)],
    "zip": lambda *lists, strict=False: list(zip(*lists, strict=strict)),
    "reversed": lambda values: list(values)[::-1], "dict": dict, "print": lambda *_, **__: None,
    "SimpleNamespace": lambda **named: _space(named),
}  # fmt: skip
MATLAB: Mapping[str, Callable[..., Any]] = {
    **COMMON,
    "zeros": _filled(0.0, True), "ones": _filled(1.0, True), "colon": colon, "matrix": matrix,
    "mrdivide": _over, "mpower": _power, "sum": lambda value: float(np.sum(array(value))),
    "max": lambda *values: float(np.max(values)), "min": lambda *values: float(np.min(values)),
    "mod": lambda one, other: scalar(np.mod(array(one), array(other))),
    "round": lambda value: scalar(np.round(array(value))),
    "num2str": _told, "int2str": _told, "string": _told, "sprintf": _sprintf,
    "strcat": lambda *words: "".join(words), "double": lambda value: scalar(array(value) * 1.0),
    "rpy2tr": _matlab_rpy, "transpose": lambda value: scalar(np.atleast_2d(array(value)).T),
    "strcmp": lambda one, other: one == other, "fix": lambda value: float(math.trunc(value)),
    "horzcat": lambda *blocks: matrix([list(blocks)]),
    "vertcat": lambda *blocks: matrix([[one] for one in blocks]),
    "linspace": lambda *a: _spaced(*a)[None, :], "trvec2tform": moved,
}  # fmt: skip
MATLAB_HANDED: Mapping[str, Callable[..., Any]] = {
    "size": lambda value, way=None: np.array([shape_of(value)], float) if way is None
    else float(shape_of(value)[int(way) - 1]),
    "numel": lambda value: float(math.prod(shape_of(value))),
    "length": lambda value: float(max(shape_of(value)) if math.prod(shape_of(value)) else 0),
    "numrows": lambda value: float(shape_of(value)[0]),
    "numcols": lambda value: float(shape_of(value)[1]),
    "isempty": lambda value: not math.prod(shape_of(value)),
    "cell": lambda *sizes: Cells([None] * _within(int(np.prod(sizes)))),
    "struct": lambda *pairs: _space(dict(zip(pairs[::2], pairs[1::2], strict=True)), Struct()),
    "disp": lambda *_: None,
}  # fmt: skip


def _space(named: dict[str, Value], form: Any = None) -> Thing:
    found = Thing(form, 0)
    found.said = dict(named)
    return found


def each(values: Value) -> Iterable[Value]:
    """Return what a loop goes through.

    Raises:
        TypeError: It is nothing to go through.
    """
    if isinstance(values, np.ndarray):
        return [plain(one) for one in values]
    if isinstance(values, list | tuple | dict | str | set):
        return list(values)
    raise TypeError("expected a list")


def columns(values: Value) -> Iterable[Value]:
    """Return what a loop of MATLAB goes through."""
    if isinstance(values, Cells):
        return [Cells([one]) for one in values]
    if isinstance(values, list):
        return values
    return [scalar(one[:, None]) for one in np.atleast_2d(array(values)).T]
