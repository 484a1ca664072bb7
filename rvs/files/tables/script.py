"""Values in a script of Python's syntax, worked out without running any of it."""

from __future__ import annotations

import ast
import math
import operator
import warnings
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from rvs.engine.errors import RvsError
from rvs.engine.rotations import rotx, roty, rotz
from rvs.engine.transforms import pose
from rvs.value_class import dataclass

Value = Any
LONGEST_LIST = 10_000
# Rounds of all loops together.
MOST_ROUNDS = 10_000
CONSTANTS: Mapping[str, Value] = {
    "pi": math.pi, "True": True, "False": False, "None": None, "inf": math.inf,
    "nan": math.nan, "deg": math.pi / 180,
}  # fmt: skip
OPERATORS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.Mod: operator.mod,
    ast.FloorDiv: operator.floordiv,
}
COMPARISONS: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


class Pose4:
    """A pose among the values of a script; its products are motions one after the other."""

    def __init__(self, matrix: Any) -> None:
        self.matrix = np.array(matrix, float)

    def __mul__(self, other: Any) -> Pose4:
        if not isinstance(other, Pose4):
            raise TypeError("a pose times something else")
        return Pose4(self.matrix @ other.matrix)

    __matmul__ = __mul__


def _shift(x: Any = 0.0, y: Any = 0.0, z: Any = 0.0, check: bool = True) -> Pose4:  # noqa: ARG001
    if isinstance(x, Pose4):
        return x
    if np.ndim(x) == 2:
        return Pose4(x)
    row = x if np.ndim(x) == 1 else (x, y, z)
    return Pose4(pose(p=np.array(row, float)))


def _turning(turn: Callable[[Any], Any]) -> Callable[..., Pose4]:
    def turned(angle: float, unit: str = "rad") -> Pose4:
        return Pose4(pose(turn(math.radians(angle) if unit.startswith("deg") else angle)))

    return turned


def _array(values: Any) -> Any:
    array = np.array(values, float)
    if array.size > LONGEST_LIST:
        raise ValueError("too long")
    return array


def _matrix(rows: list[list[Any]]) -> Any:
    """Blocks beside and below one another, as MATLAB's brackets; None for one of links."""
    blocks = [block for row in rows for block in row]
    if any(block is None for block in blocks):
        return None
    if blocks and all(isinstance(block, str) for block in blocks):
        return blocks
    flat = [np.hstack([np.atleast_2d(np.array(one, float)) for one in row]) for row in rows]
    return _array(np.vstack(flat)) if flat else np.zeros((0, 0))


def _range(*bounds: float) -> list[float]:
    numbers = range(*(int(one) for one in bounds))
    if len(numbers) > LONGEST_LIST:
        raise ValueError("too long")
    return [float(one) for one in numbers]


def _colon(first: float, *others: float) -> list[float]:
    """MATLAB's ``first:last`` and ``first:step:last``."""
    step, last = others if len(others) == 2 else (1.0, others[0])
    count = math.floor((last - first) / step * (1.0 + 1e-12) + 1e-9) + 1
    if count > LONGEST_LIST:
        raise ValueError("too long")
    return [first + step * k for k in range(max(count, 0))]


def _columns(value: Any) -> list[Any]:
    """What a loop of MATLAB goes through."""
    return [one[0] if len(one) == 1 else one for one in np.atleast_2d(_array(value)).T.tolist()]


def _size(value: Any, way: float | None = None) -> Any:
    shape = np.atleast_2d(_array(value)).shape
    return [float(one) for one in shape] if way is None else float(shape[int(way) - 1])


def _indexed(held: Any, places: list[Any]) -> Any:
    """What MATLAB finds in places of a matrix, counted from 1; ``":"`` is all of them."""
    matrix = np.atleast_2d(_array(held))
    if len(places) == 1:
        matrix = matrix.ravel(order="F")
    elif len(places) != 2:
        raise ValueError("one place or two")
    chosen = []
    for place, size in zip(places, matrix.shape, strict=True):
        rows = np.arange(size) + 1 if isinstance(place, str) else np.array(place, float).ravel()
        if ((rows < 1) | (rows > size) | (rows != np.floor(rows))).any():
            raise IndexError("no such place")
        chosen.append(rows.astype(int) - 1)
    found = matrix[np.ix_(*chosen)]
    return float(found.flat[0]) if found.size == 1 else found


FUNCTIONS: Mapping[str, Callable[..., Value]] = {
    "matrix": _matrix,
    "range": _range,
    "colon": _colon, "columns": _columns, "size": _size,
    "numel": lambda value: float(np.size(_array(value))),
    "length": lambda value: float(max(np.atleast_2d(_array(value)).shape)),
    "len": lambda values: float(len(values)),
    "enumerate": lambda values: [[float(k), one] for k, one in enumerate(values)],
    "zip": lambda *lists: [list(row) for row in zip(*lists, strict=False)],
    "array": _array,
    "radians": lambda value: np.radians(_array(value)),
    "deg2rad": lambda value: np.radians(_array(value)),
    "degtorad": lambda value: np.radians(_array(value)),
    "sqrt": math.sqrt, "sin": math.sin, "cos": math.cos, "tan": math.tan,
    "atan2": math.atan2, "atan": math.atan, "asin": math.asin, "acos": math.acos,
    "eye": lambda size: np.eye(int(min(size, 10))),
    "zeros": lambda size: np.zeros(int(min(size, 100))),
    "diag": lambda values: np.diag(_array(values)),
    "transpose": lambda value: _array(value).T,
    "SE3": _shift, "transl": _shift, "Trans": _shift,
    "Tx": lambda x: _shift(x), "Ty": lambda y: _shift(0.0, y), "Tz": lambda z: _shift(0.0, 0.0, z),
    "Rx": _turning(rotx), "Ry": _turning(roty), "Rz": _turning(rotz),
    "trotx": _turning(rotx), "troty": _turning(roty), "trotz": _turning(rotz),
}  # fmt: skip


class ScriptError(RvsError):
    """Something in a script that can't be worked out.

    Attributes:
        line: Where, from 1.
        message: What.
    """

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line, self.message = line, message


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an object that is given a value after the object was made.

    Attributes:
        line: Where.
        name: Of the member.
        value: Its value, or the ``ScriptError`` why there is none.
        place: Place of the object in a list, counted from 0, or None.
        maker: Which of the collected calls made the object, or None.
    """

    line: int
    name: str
    value: Value
    place: int | None = None
    maker: int | None = None


class Script:
    """Goes through the statements of a script and collects what calls of some names are given.

    Attributes:
        names: Values of the names that were assigned last; ``ScriptError`` for those unknown.
        calls: Name, line, arguments and named arguments of each call that was collected.
        members: Members that were given a value later.
        places: Where in a list, as it counts, those of the calls went that were put there.
    """

    def __init__(self, collected: frozenset[str]) -> None:
        self.collected = collected
        self.names: dict[str, Value] = {}
        self.calls: list[tuple[str, int, list[Value], dict[str, Value]]] = []
        self.members: list[Member] = []
        self.places: dict[int, float] = {}
        # Which of the calls made what a name stands for.
        self._makers: dict[str, int] = {}
        # Calls are worked out once in each round of a loop.
        self._seen: set[tuple[int, int]] = set()
        self._rounds = 0
        self._looped = 0

    def read(self, text: str) -> None:
        """Go through a text.

        Raises:
            ScriptError: It is not a script, or what a collected call is given can't be worked out.
        """
        try:
            # What Python warns of in a script is nothing to its reader.
            with warnings.catch_warnings(action="ignore"):
                tree = ast.parse(text)
        except SyntaxError as error:
            raise ScriptError(error.lineno or 0, f"can't be read: {error.msg}") from error
        except (ValueError, RecursionError, MemoryError) as error:
            raise ScriptError(0, "is not a script, or too deep to be read") from error
        try:
            self._block(tree.body)
        except RecursionError as error:
            raise ScriptError(0, "is too deep to be read") from error

    def _block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.FunctionDef():
                arguments = node.args.args[len(node.args.args) - len(node.args.defaults) :]
                for argument, default in zip(arguments, node.args.defaults, strict=True):
                    self.names[argument.arg] = self._try(default)
                self._block(node.body)
            case ast.ClassDef() | ast.With() | ast.Try():
                self._block(node.body)
            case ast.If():
                chosen = self._try(node.test)
                known = not isinstance(chosen, ScriptError)
                if not known and self._looped and self._makes(node):
                    raise chosen
                self._block(node.body if known and bool(chosen) else node.orelse)
            case ast.Assign():
                value = self._try(node.value)
                made = isinstance(node.value, ast.Call) and self._is_wanted(node.value)
                for target in node.targets:
                    self._assign(target, value)
                    self._keep_made(target, made)
            case ast.AnnAssign(value=ast.expr() as value, target=ast.Name() as target):
                self.names[target.id] = self._try(value)
            case ast.For(target=target, iter=values):
                self._loop(node, target, self._try(values))
            case ast.Expr(value=value):
                self._try(value)
            case ast.Return(value=ast.expr() as value):
                self._try(value)

    def _keep_made(self, target: ast.expr, made: bool) -> None:
        """Note which call made what a name stands for, or where in a list it went."""
        match target:
            case ast.Name(id=name):
                self._makers.pop(name, None)
                if made:
                    self._makers[name] = len(self.calls) - 1
            case ast.Subscript(value=ast.Name(id=name), slice=ast.expr() as index) if made:
                self.names[name] = None
                place = self._try(index)
                if isinstance(place, float):
                    self.places[len(self.calls) - 1] = place

    def _assign(self, target: ast.expr, value: Value) -> None:
        match target:
            case ast.Name(id=name):
                self.names[name] = value
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                fits = isinstance(value, list | np.ndarray) and len(value) >= len(parts)
                fault = (
                    value
                    if isinstance(value, ScriptError)
                    else ScriptError(target.lineno, f"{_shown(target)} can't be worked out")
                )
                for k, part in enumerate(parts):
                    self._assign(part, value[k] if fits else fault)
            case ast.Attribute(value=ast.Name(id=owner), attr=name):
                maker = self._makers.get(owner)
                self.members.append(Member(target.lineno, name, value, maker=maker))
            case ast.Attribute(value=ast.Attribute(), attr=name):
                self.members.append(Member(target.lineno, name, value))
            case ast.Attribute(value=owner, attr=name):
                place = self._place(owner)
                self.members.append(Member(target.lineno, name, value, place))

    def _place(self, owner: ast.expr) -> int:
        """Which of a list ``L[0]`` or, in MATLAB, ``L(1)`` is."""
        place: Value = None
        match owner:
            case ast.Subscript(slice=ast.expr() as index):
                place = self.value(index)
            case ast.Call(args=[index], keywords=[]):
                place = self.value(index)
        if isinstance(place, float) and math.isfinite(place):
            return int(place) - isinstance(owner, ast.Call)
        raise ScriptError(owner.lineno, f"{_shown(owner)} can't be worked out without running it")

    def _loop(self, node: ast.For, target: ast.expr, values: Value) -> None:
        """Go through the rounds of a loop that makes what is collected."""
        if isinstance(values, ScriptError) or not isinstance(values, list | np.ndarray):
            if self._makes(node):
                fault = values if isinstance(values, ScriptError) else None
                words = f"{_shown(node.iter)} can't be worked out without running it"
                raise fault or ScriptError(node.lineno, words)
            return
        self._looped += 1
        for value in values:
            self._round(node)
            self._assign(target, value)
            self._block(node.body)
        self._looped -= 1

    def _round(self, node: ast.AST) -> None:
        self._rounds += 1
        if self._rounds > MOST_ROUNDS:
            words = f"its loops have more than {MOST_ROUNDS:,} rounds"
            raise ScriptError(getattr(node, "lineno", 0), words)

    def _try(self, node: ast.expr) -> Value:
        """The value of an expression, or why there is none; calls within it are collected."""
        try:
            return self.value(node)
        except ScriptError as error:
            if self._makes(node):
                raise
            return error

    def _makes(self, node: ast.AST) -> bool:
        """Whether something that is collected is called in it."""
        return any(isinstance(one, ast.Call) and self._is_wanted(one) for one in ast.walk(node))

    def _is_wanted(self, call: ast.Call) -> bool:
        return _name(call.func) in self.collected

    def value(self, node: ast.expr) -> Value:
        """Return the value of an expression.

        Raises:
            ScriptError: It can't be worked out.
        """
        try:
            return self._value(node)
        except (TypeError, ValueError, ArithmeticError, IndexError, KeyError, RvsError) as error:
            if isinstance(error, ScriptError):
                raise
            raise ScriptError(node.lineno, f"{_shown(node)} can't be worked out") from error

    def _value(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant(value=bool() | str() | None as constant):
                return constant
            case ast.Constant(value=int() | float() as number):
                return float(number)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self._value(operand)
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self._value(operand)
            case ast.BinOp(op=ast.Mult() | ast.MatMult(), left=left, right=right):
                return self._product(self._value(left), self._value(right))
            case ast.BinOp(op=sign, left=left, right=right) if type(sign) in OPERATORS:
                return self._combined(sign, self._value(left), self._value(right))
            case ast.List(elts=items) | ast.Tuple(elts=items):
                return [self._value(item) for item in items]
            case ast.IfExp(test=test, body=body, orelse=other):
                return self._value(body if self._value(test) else other)
            case ast.Compare(left=left, ops=[sign], comparators=[right]) if (
                type(sign) in COMPARISONS
            ):
                return bool(COMPARISONS[type(sign)](self._value(left), self._value(right)))
            case ast.ListComp(elt=inner, generators=[ast.comprehension() as each]) if not each.ifs:
                return self._listed(inner, each)
            case ast.Subscript(value=inner, slice=ast.expr() as index):
                return self._value(inner)[int(self._value(index))]
            case ast.Attribute(value=inner, attr="T"):
                return _array(self._value(inner)).T
            case ast.Attribute(attr=name) if name in CONSTANTS:
                return CONSTANTS[name]
            case ast.Name(id=name):
                return self._named(node, name)
            case ast.Call():
                return self._call(node)
        raise ScriptError(node.lineno, f"{_shown(node)} can't be worked out without running it")

    def _listed(self, inner: ast.expr, each: ast.comprehension) -> list[Value]:
        found = []
        for value in self._value(each.iter):
            self._round(each.iter)
            self._assign(each.target, value)
            found.append(self._value(inner))
        return found

    def _named(self, node: ast.expr, name: str) -> Value:
        value = self.names.get(name, CONSTANTS.get(name, None))
        if isinstance(value, ScriptError):
            raise value
        if value is None and name not in self.names and name != "None":
            raise ScriptError(node.lineno, f"{name[:40]!r} is not known")
        return value

    @staticmethod
    def _combined(sign: ast.operator, left: Value, right: Value) -> Value:
        if isinstance(sign, ast.Add) and isinstance(left, list) and isinstance(right, list):
            return [*left, *right][:LONGEST_LIST]
        return OPERATORS[type(sign)](_number(left), _number(right))

    @staticmethod
    def _product(left: Value, right: Value) -> Value:
        if isinstance(left, Pose4):
            return left * right
        return _number(left) * _number(right)

    def _call(self, node: ast.Call) -> Value:
        name = _name(node.func)
        inner = node.func.value if isinstance(node.func, ast.Attribute) else None
        if name in ("inv", "transpose") and inner is not None and not node.args:
            held = self._value(inner)
            if isinstance(held, Pose4):
                return Pose4(np.linalg.inv(held.matrix))
            return _array(held).T
        arguments = [self._argument(one) for one in node.args]
        named = {one.arg: self._argument(one.value) for one in node.keywords if one.arg}
        if name in self.collected:
            if (id(node), self._rounds) not in self._seen:
                self._seen.add((id(node), self._rounds))
                self.calls.append((name, node.lineno, arguments, named))
            return None
        held = self.names.get(name)
        if isinstance(held, list | np.ndarray) and not named:
            return _indexed(held, arguments)
        if name in FUNCTIONS:
            return FUNCTIONS[name](*arguments, **named)
        raise ScriptError(node.lineno, f"{name[:40]}() can't be worked out without running it")

    def _argument(self, node: ast.expr) -> Value:
        return self._value(node)


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _number(value: Value) -> Value:
    if isinstance(value, list):
        return _array(value)
    if not isinstance(value, float | np.ndarray):
        raise TypeError("expected a number")
    return value


def _shown(node: ast.expr) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 50 else text[:47] + "..."
