"""Built-in functions of scripts: those of Python, NumPy and MATLAB.

Their arguments are known and not too large (see ``elements``); those in the tables named ``HANDED``
pass on their arguments, known or not.  An unsupported argument is a fault, since it would change
the result.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import zip_longest
from typing import Any

import numpy as np

from rvs.engine.rotations import from_oa, rotation, rotx, roty, rotz
from rvs.engine.transforms import pose
from rvs.files.tables.script_objects import Module, word_of
from rvs.files.tables.script_values import (
    Cells,
    Certain,
    Pose4,
    Struct,
    Text,
    Thing,
    Value,
    array,
    cells,
    check_shape,
    each,
    matrix,
    shape_of,
    within,
)

Work = Callable[..., Any]
Table = Mapping[str, Work]
TYPES = {"float": float, "int": int, "bool": bool, "float64": float, "int64": int, "double": float}
UNITS = {"rad": 1.0, "deg": math.pi / 180.0}
FORMAT = re.compile(r"[-+ 0]?\d{0,2}(\.\d{1,2})?[a-z%]?")

# poses


def moved(x: Value = 0.0, y: Value = 0.0, z: Value = 0.0) -> Any:
    """Return the matrix of a translation by three numbers or a row of them."""
    return pose(p=np.array(np.ravel(x) if np.ndim(x) else (x, y, z), float))


def _se3(x: Value = 0.0, y: Value = 0.0, z: Value = 0.0, *, check: bool = True) -> Pose4:
    del check
    return Pose4(x if isinstance(x, Pose4) or np.shape(x) == (4, 4) else moved(x, y, z))


def _turned(turn: Work) -> Work:
    def turned(angle: Value, unit: str = "rad", t: Value = (0.0, 0.0, 0.0)) -> Any:
        return pose(turn(float(angle) * UNITS[unit]), p=np.ravel(t))

    return turned


TURNS = {axis: _turned(turn) for axis, turn in zip("xyz", (rotx, roty, rotz), strict=True)}


def _rpy(usual: str) -> Work:
    """Rotate by three angles, in a given order or the usual one of a language, if any."""

    def turned(*given: Value, unit: str = "rad", order: str = usual) -> Any:
        words = [one for one in given if isinstance(one, str)]
        angles = np.ravel([one for one in given if not isinstance(one, str)]).tolist()
        unit = next((one for one in words if one in UNITS), unit)
        order = next((one for one in words if one not in UNITS), order)
        if order not in ("zyx", "xyz", "yxz"):
            raise ValueError("expected an order of axes")
        one, two, three = (TURNS[x](a, unit) for x, a in zip(order, angles[::-1], strict=True))
        return one @ two @ three

    return turned


def _posed(work: Work) -> Work:
    return lambda *args, **named: Pose4(work(*args, **named))


def _part(turn: Work) -> Work:
    """Return the rotation alone; another toolbox of MATLAB has its angle in degrees."""

    def part(angle: Value, unit: str = "") -> Any:
        if not unit and abs(float(angle)) > 2.0 * math.pi:
            raise ValueError("an angle in degrees or radians, by the toolbox")
        return turn(angle, unit or "rad")[:3, :3]

    return part


def _rotated(value: Value, t: Value = (0.0, 0.0, 0.0)) -> Any:
    """Return the matrix of a pose with a rotation and a translation."""
    if np.shape(value) != (3, 3):
        raise ValueError("expected a rotation of 3 x 3 numbers")
    return pose(array(value), np.ravel(t))


def _rt(value: Value, t: Value = (0.0, 0.0, 0.0), *, check: bool = True) -> Pose4:
    del check
    return Pose4(_rotated(value, t))


def _euler(angles: Value, order: str = "ZYX") -> Any:
    """Rotate about three named axes, each after the previous rotation."""
    one, two, three = (TURNS[x](a) for x, a in zip(order.lower(), np.ravel(angles), strict=True))
    return one @ two @ three


def _zyz(*given: Value, unit: str = "rad") -> Any:
    return _euler(np.ravel(given) * UNITS[unit], "ZYZ")


def _about(angle: Value, axis: Value, unit: str = "rad") -> Any:
    return pose(rotation(np.ravel(axis), float(angle) * UNITS[unit]))


def _axis_angle(row: Value) -> Any:
    x, y, z, angle = np.ravel(row).tolist()
    return _about(angle, (x, y, z))


def _quaternion(row: Value) -> Any:
    w, *axis = np.ravel(row).tolist()
    size = math.hypot(*axis)
    return _about(2.0 * math.atan2(size, w), axis) if size else moved()


def _along_axes(o: Value, a: Value) -> Any:
    return pose(from_oa(np.ravel(o), np.ravel(a)))


# Rotations of the Robotics System Toolbox by the words in the names of its functions.
SAID: Table = {"eul": _euler, "axang": _axis_angle, "quat": _quaternion, "rotm": _rotated}


def _se3_said(value: Value, *others: Value) -> Pose4:
    """Return the pose of ``se3(value, "word", …, translation)``."""
    words = [one for one in others if isinstance(one, str)]
    (t,) = [one for one in others if not isinstance(one, str)] or [np.zeros(3)]
    if not words:
        return Pose4(value if np.shape(value) != (3, 3) else _rotated(value, t))
    if words[0] == "trvec":
        return Pose4(moved(value))
    turns = {**SAID, **{f"rot{axis}": turn for axis, turn in TURNS.items()}}
    return Pose4(moved(t) @ turns[words[0]](value, *words[1:]))


POSES: Table = {
    "transl": moved, "SE3": _se3, "Trans": _se3,
    **{f"trot{axis}": turn for axis, turn in TURNS.items()},
    **{f"rot{axis}": _part(turn) for axis, turn in TURNS.items()},
    **{f"R{axis}": _posed(turn) for axis, turn in TURNS.items()},
    **{f"T{axis}": lambda x, _row=row: Pose4(moved(float(x) * _row))
       for axis, row in zip("xyz", np.eye(3), strict=True)},
    "eul2tr": _zyz, "angvec2tr": _about, "oa2tr": _along_axes, "r2t": _rotated,
    "rt2tr": _rotated, "t2r": lambda value: array(value)[:3, :3],
}  # fmt: skip

# Python and NumPy


def type_of(value: Value) -> Value:
    """Return the type meant by a name among arguments, or the argument."""
    return TYPES[value.path[-1]] if isinstance(value, Module) else value


def _numpy(work: Work) -> Work:
    def worked(*args: Value, **named: Value) -> Any:
        if "out" in named:
            raise ValueError("an argument that is changed")
        given = [*map(type_of, args)]
        sizes: list[int] = []
        with suppress(ValueError):
            # Parts of several sizes, of which nothing is made element by element.
            shapes = [np.shape(one)[::-1] for one in given]
            sizes = [*map(max, zip_longest(*shapes, fillvalue=1))]
        check_shape(*sizes)
        found = work(*given, **{key: type_of(one) for key, one in named.items()})
        if isinstance(found, np.ndarray | np.generic) and found.dtype.kind not in "bif":
            raise TypeError("expected numbers")
        return found

    return worked


def _numbers(work: Work) -> Work:
    """Make a function apply to each element of numbers."""
    worked = _numpy(work)
    return lambda *values: worked(*map(array, values))


def _filled(number: float) -> Work:
    def filled(shape: Value, dtype: Any = float) -> Any:
        return np.full(check_shape(*np.ravel(shape)), number, dtype)

    return _numpy(filled)


def _full(shape: Value, number: Value) -> Any:
    return np.full(check_shape(*np.ravel(shape)), number)


def _eye(rows: Value, across: Value = None, k: int = 0) -> Any:
    down, wide = check_shape(rows, rows if across is None else across)
    return np.eye(down, wide, int(k))


def _spaced(first: Value, last: Value, count: Value = 50, endpoint: bool = True) -> Any:
    check_shape(count)
    return np.linspace(float(first), float(last), int(count), endpoint=endpoint)


def _arange(*bounds: Value) -> Any:
    first, last, step = (0, *bounds, 1) if len(bounds) == 1 else (*bounds, 1)[:3]
    check_shape((last - first) / step + 1)
    return np.arange(first, last, step)


def _range(*bounds: Value) -> list[int]:
    within(len(numbers := range(*bounds)))
    return list(numbers)


def _diag(values: Value, k: Value = 0) -> Any:
    held = array(values)
    held = np.ravel(held) if 1 in held.shape else held
    size = held.shape[0] + abs(int(k))
    check_shape(*((size, size) if held.ndim == 1 else held.shape))
    return np.diag(held, int(k))


def _dot(one: Value, other: Value) -> Any:
    left, right = array(one), array(other)
    within(left.size * max(right.size // max(right.shape[:1] or (1,)), 1))
    return np.dot(left, right)


def _read(kind: type) -> Work:
    """Return a type that converts a text to a number, or a fault that the script also has."""

    def read(value: Value = 0) -> Value:
        try:
            return kind(value)
        except ValueError as error:
            raise Certain("ValueError") from error

    return read


def _inverse(value: Value) -> Value:
    return value.inv() if isinstance(value, Pose4) else np.linalg.inv(array(value))


_OF_NUMPY = """
    sin cos tan arcsin arccos arctan arctan2 sqrt exp log log10 absolute floor ceil trunc sign
    radians deg2rad degrees rad2deg hypot minimum maximum where clip power isnan
    array asarray concatenate vstack hstack column_stack stack append delete insert ravel squeeze
    flip fliplr flipud roll transpose zeros_like ones_like full_like reshape atleast_1d atleast_2d
    sort argsort argmax argmin cumsum cumprod prod mean cross copy diff isclose allclose
    array_equal unique median trace
"""
# Names that mean something else in NumPy than in Python stand with their module.
PYTHON: Table = {
    **POSES, "RPY": _posed(_rpy("zyx")), "rpy2tr": _rpy("zyx"), "Eul": _posed(_zyz),
    "AngVec": _posed(_about), "AngleAxis": _posed(_about), "OA": _posed(_along_axes),
    "Rt": _rt,
    **{name: _numpy(getattr(np, name)) for name in _OF_NUMPY.split()},
    **{f"numpy.{name}": _numpy(getattr(np, name)) for name in
       ("sum", "min", "max", "round", "any", "all", "abs")},
    **{one: _numpy(getattr(np, f"arc{one[1:]}")) for one in ("asin", "acos", "atan", "atan2")},
    "norm": lambda value: float(np.linalg.norm(array(value))), "inv": _inverse, "dot": _dot,
    "matmul": _dot, "zeros": _filled(0.0), "ones": _filled(1.0), "empty": _filled(math.nan),
    "full": _full, "eye": _eye, "identity": _eye, "diag": _diag, "linspace": _spaced,
    "arange": _arange, "range": _range, "math.floor": math.floor, "math.ceil": math.ceil,
    "math.pow": math.pow, "fabs": abs, "float": _read(float), "int": _read(int), "str": str,
    "bool": bool, "float64": float, "sum": lambda values: sum(each(values)), "round": round,
    "abs": abs, "min": min, "max": max, "any": any, "all": all, "sorted": sorted,
    "divmod": divmod,
}  # fmt: skip
PYTHON_HANDED: Table = {
    "len": len, "list": lambda values=(): list(each(values)), "print": lambda *_, **__: None,
    "tuple": lambda values=(): tuple(each(values)), "set": lambda values=(): set(each(values)),
    "enumerate": lambda values, start=0: [(start + k, one) for k, one in enumerate(each(values))],
    "zip": lambda *lists, strict=False: list(zip(*map(each, lists), strict=strict)),
    "reversed": lambda values: list(each(values))[::-1], "dict": dict,
    "SimpleNamespace": lambda **named: Thing(None, 0, named),
}  # fmt: skip


def formatted(value: Value, spec: str = "") -> str:
    """Return a number or a text in one of Python's formats.

    Raises:
        ValueError: It is neither, or the format is not short.
    """
    if not isinstance(value, str | int | float) or not FORMAT.fullmatch(spec):
        raise ValueError("expected a text or a number")
    return format(value, spec)


# MATLAB


def colon(first: Value, *others: Value) -> Any:
    """Return MATLAB's ``first:last`` and ``first:step:last``."""
    step, last = others if len(others) == 2 else (1.0, others[0])
    count = math.floor((last - first) / step * (1.0 + 1e-12) + 1e-9) + 1 if step else 0
    check_shape(max(count, 0))
    return first + step * np.arange(max(count, 0), dtype=float)[None, :]


def _block(number: float) -> Work:
    """Return zeros or ones; a single size means a square."""

    def filled(*sizes: Value) -> Any:
        shape = np.ravel(sizes or [1.0]).tolist()
        return _full(shape * 2 if len(shape) == 1 else shape, number)

    return filled


def _along(work: Work) -> Work:
    """Make a function operate along the columns, or along a row."""

    def along(value: Value, way: Value = None) -> Any:
        axis = int(way) - 1 if way is not None else int(shape_of(value)[0] == 1)
        return work(np.atleast_2d(array(value)), axis=axis, keepdims=True)

    return along


def _most(work: Work, two: Work) -> Work:
    along, pair = _along(work), _numbers(two)

    def most(one: Value, *others: Value) -> Any:
        if len(others) == 2 and not np.size(others[0]):
            return along(one, others[1])
        return pair(one, *others) if others else along(one)

    return most


def _rounded(value: Any) -> Any:
    return np.trunc(value + np.copysign(0.5, value))


def _told(value: Value) -> str:
    return f"{value:.15g}" if isinstance(value, float) else word_of(value)


def _sprintf(text: str, *values: Value) -> str:
    parts = text.split("%")
    if any(part[:1] not in ("d", "i", "s", "g") for part in parts[1:]) or "\\" in text:
        raise ValueError("RVS computes only %d, %g and %s")
    pairs = zip(values, parts[1:], strict=True)
    return parts[0] + "".join(_told(value) + part[1:] for value, part in pairs)


def _over(value: Value, other: Value) -> Value:
    if np.size(other) != 1:
        raise ValueError("division by a matrix is not supported")
    return array(value) / array(other)


def _power(value: Value, other: Value) -> Value:
    if np.size(value) != 1 or np.size(other) != 1:
        raise ValueError("expected numbers")
    return float(value) ** float(other)


def _repeated(value: Value, *sizes: Value) -> Any:
    rows, across = (np.ravel(sizes).tolist() * 2)[:2]
    block = np.atleast_2d(array(value))
    check_shape(block.shape[0] * rows, block.shape[1] * across)
    return np.tile(block, (int(rows), int(across)))


def _found(value: Value) -> Any:
    places = np.flatnonzero(np.ravel(array(value), order="F")) + 1.0
    return places[None, :] if shape_of(value)[0] == 1 else places[:, None]


def _number_of(text: Value) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def _single(pairs: tuple[Value, ...]) -> dict[str, Value]:
    if any(isinstance(one, Cells) for one in pairs):
        raise ValueError("an array of structs")
    return dict(zip(pairs[::2], pairs[1::2], strict=True))


def _fields(value: Value) -> list[str]:
    if not isinstance(value, Thing) or not isinstance(value.form, Struct):
        raise ValueError("expected a struct")
    return list(value.said)


_ELEMENTWISE = {
    **{one: getattr(np, one) for one in
       ("sin", "cos", "tan", "exp", "log", "abs", "floor", "ceil", "sign", "hypot", "deg2rad",
        "rad2deg", "isnan", "mod")},
    **{one: getattr(np, f"arc{one[1:]}") for one in ("asin", "acos", "atan", "atan2")},
    "sind": lambda value: np.sin(np.radians(value)),
    "cosd": lambda value: np.cos(np.radians(value)),
    "degtorad": np.radians, "radtodeg": np.degrees, "sqrt": np.sqrt, "rem": np.fmod,
    "fix": np.trunc, "round": _rounded, "double": lambda value: value * 1.0, "not": np.logical_not,
    "logical": lambda value: value != 0, "and_": np.logical_and, "or_": np.logical_or,
    "xor": np.logical_xor,
}  # fmt: skip
MATLAB: Table = {
    **{name: _numbers(work) for name, work in _ELEMENTWISE.items()},
    **{name: _along(getattr(np, name)) for name in ("sum", "prod", "mean", "any", "all")},
    "max": _most(np.max, np.maximum), "min": _most(np.min, np.minimum), **POSES,
    "trvec2tform": moved, "se3": _se3_said, "tform2rotm": lambda value: array(value)[:3, :3],
    "tform2trvec": lambda value: array(value)[None, :3, 3],
    **{f"{word}2tform": work for word, work in SAID.items()},
    **{f"{word}2rotm": lambda *given, _work=work: _work(*given)[:3, :3]
       for word, work in SAID.items() if word != "rotm"},
    "rpy2tr": _rpy(""), "zeros": _block(0.0), "ones": _block(1.0),
    "eye": lambda *sizes: _eye(*np.ravel(sizes)), "diag": _diag, "inv": _inverse, "colon": colon,
    "linspace": lambda *a: _spaced(*a)[None, :], "matrix": matrix, "mrdivide": _over,
    "mpower": _power, "repmat": _repeated, "find": _found,
    "transpose": lambda value: np.atleast_2d(array(value)).T,
    "fliplr": lambda value: np.atleast_2d(array(value))[:, ::-1],
    "flipud": lambda value: np.atleast_2d(array(value))[::-1],
    "norm": lambda value: float(np.linalg.norm(np.ravel(value))) if 1 in shape_of(value)
    else float(np.linalg.norm(array(value), 2)),
    "cumsum": lambda value: np.cumsum(np.atleast_2d(array(value)), int(shape_of(value)[0] == 1)),
    "horzcat": lambda *blocks: matrix([list(blocks)]),
    "vertcat": lambda *blocks: matrix([[one] for one in blocks]),
    "num2str": _told, "int2str": lambda value: _told(_rounded(value)), "sprintf": _sprintf,
    "string": lambda value: Text(_told(value)), "char": str, "str2double": _number_of,
    "strcat": lambda *words: "".join(words), "strcmp": lambda one, other: one == other,
    "strcmpi": lambda one, other: one.lower() == other.lower(), "lower": str.lower,
    "upper": str.upper, "ischar": lambda value: isinstance(value, str),
    "isnumeric": lambda value: isinstance(value, int | float | np.ndarray),
}  # fmt: skip
MATLAB_HANDED: Table = {
    "cells": cells, "disp": lambda *_: None, "empty": lambda *_: [],
    "size": lambda value, way=None: np.array([shape_of(value)], float) if way is None
    else float(shape_of(value)[int(way) - 1]),
    "numel": lambda value: float(math.prod(shape_of(value))),
    "length": lambda value: float(max(shape_of(value)) if math.prod(shape_of(value)) else 0),
    "numrows": lambda value: float(shape_of(value)[0]),
    "numcols": lambda value: float(shape_of(value)[1]),
    "isempty": lambda value: not math.prod(shape_of(value)),
    "cell": lambda *sizes: Cells([None] * within(int(np.prod(sizes)))),
    "struct": lambda *pairs: Thing(Struct(), 0, _single(pairs)),
    "fieldnames": lambda value: Cells(_fields(value)),
    "isfield": lambda value, name: name in _fields(value),
    "deal": lambda *values: list(values),
}  # fmt: skip
