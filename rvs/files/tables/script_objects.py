"""Syntax, modules, classes and functions of scripts, and built-in names of a language."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from inspect import Parameter, Signature
from math import e, inf, nan, pi, tau
from typing import Any

import numpy as np

from rvs.files.tables.script_values import Cells, Certain, Pose4, ScriptError, Thing, Value
from rvs.value_class import dataclass

# Calls within calls, and functions of which the names are kept.
MOST_CALLS, MOST_FRAMES = 30, 1000
CONSTANTS: Mapping[str, Value] = {"pi": pi, "inf": inf, "nan": nan, "e": e, "tau": tau}
IN_MATLAB: Mapping[str, Value] = {
    "pi": pi, "inf": inf, "nan": nan, "e": e, "Inf": inf, "NaN": nan, "true": True,
    "false": False, "eps": 2.0**-52,
}  # fmt: skip
# Modules whose functions are known by their last names; the others of theirs change nothing.
KNOWN = (
    "numpy", "math", "roboticstoolbox", "spatialmath", "copy", "types", "typing", "matplotlib",
    "time", "os", "sys", "swift", "scipy", "__future__", "pprint", "dataclasses",
)  # fmt: skip
# Functions that change what they are given, though their module is known.
CHANGERS = (
    "shuffle", "put", "copyto", "fill_diagonal", "place", "putmask", "setattr", "exec", "eval"
)  # fmt: skip
# Names or parts of the script that are gone through for the price of one step.
UNSEEN = 16
# Functions after which every name may have another value, and words that leave all as they are.
RENAMERS = frozenset((
    "eval", "evalin", "evalc", "exec", "execfile", "assignin", "load", "run", "globals", "locals",
    "vars", "source", "do", "until", "unwind_protect", "unwind_protect_cleanup",
    "end_unwind_protect",
))  # fmt: skip
QUIET = frozenset((
    "clc", "figure", "tic", "toc", "hold", "grid", "more", "drawnow", "pause", "beep", "shg", "clf",
    "cla", "close", "disp", "format", "legend", "rehash", "who", "whos", "ver", "keyboard", "axis",
    "startup_rvc", "startup_rtb", "commandwindow", "colorbar", "rotate3d", "home", "ans", "import",
    "rosinit", "rosshutdown",
))  # fmt: skip
# Functions that end a script.
ENDS = frozenset(("exit", "quit", "error"))
# Functions that look at a robot and leave it as it is.
LOOKERS = frozenset((
    "print", "display", "disp", "fprintf", "pprint", "plot", "plot3d", "teach", "show", "dyn",
    "showdetails", "add", "animate", "launch", "figure", "fkine", "ikine", "ikine6s", "jacob0",
    "jacobn", "rne", "ctraj", "jtraj", "gravload", "inertia", "accel", "coriolis", "maniplty",
    "isinstance", "isa", "type", "id", "str", "repr", "class", "isfield", "exist", "assignin",
    "save", "whos", "hasattr", "callable", "Swift", "drivebot", "homeConfiguration",
    "randomConfiguration", "getTransform", "inverseKinematics", "checkCollision",
    "generalizedInverseKinematics", "analyticalInverseKinematics", "interactiveRigidBodyTree",
    "inverseDynamics", "forwardDynamics", "massMatrix", "gravityTorque", "velocityProduct",
    "geometricJacobian", "centerOfMass", "externalForce", "addVisual", "addCollision",
    "clearVisual", "clearCollision", "isspherical", "islimit", "ikine_LM", "ikine_LMS",
    "ikine_GN", "ikine_NR", "ikine_QP", "ikine_a", "ikine_min", "ikcon", "ikunc", "ikine3",
    "ikine_sym", "fkine_all", "jacobe", "jacob_dot", "jacob0_dot", "hessian0", "manipulability",
    "vellipse", "fellipse", "plot_vellipse", "plot_fellipse", "plot_ellipse", "fdyn", "nofriction",
    "trchain", "qmincon", "cinertia", "itorque", "addconfiguration", "addconfiguration_attr",
    "addconfig", "getpos", "exportrobot", "writeAsFunction",
))  # fmt: skip
OPERATORS: Mapping[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.MatMult: operator.matmul, ast.Mod: operator.mod, ast.FloorDiv: operator.floordiv,
    ast.Pow: operator.pow, ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt,
    ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Is: operator.is_,
    ast.IsNot: operator.is_not, ast.Invert: operator.invert,
    ast.USub: operator.neg, ast.UAdd: operator.pos,
    ast.In: lambda one, many: one in many, ast.NotIn: lambda one, many: one not in many,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
}  # fmt: skip
METHODS: Mapping[type, tuple[str, ...]] = {
    list: ("append", "extend", "insert", "pop", "reverse", "copy", "index", "count", "clear",
           "remove", "sort"),
    dict: ("get", "items", "keys", "values", "update", "copy", "pop", "setdefault"),
    str: ("lower", "upper", "strip", "split", "splitlines", "startswith", "endswith"),
    tuple: ("index", "count"),
    np.ndarray: ("tolist", "copy", "flatten", "ravel", "reshape", "transpose", "sum", "max", "min",
                 "mean", "prod", "argmax", "argmin", "cumsum", "any", "all", "item", "round",
                 "squeeze", "sort", "fill"),
    Pose4: ("inv",),
}  # fmt: skip


LISTS = ast.ListComp | ast.GeneratorExp | ast.SetComp | ast.DictComp


class Place(ast.expr):
    """A position that MATLAB writes as ``value(places)`` or, curly, ``value{places}``."""

    _fields = ("value", "places", "keywords", "ctx")
    curly = False

    def __init__(self, value: ast.expr, *places: ast.expr) -> None:
        super().__init__()
        self.value, self.places = value, list(places)
        self.keywords: list[ast.keyword] = []
        self.ctx: ast.expr_context = ast.Load()


class Broken(ast.stmt):
    """An unreadable statement; the names in it become unknown."""

    names: Sequence[str] = ()
    why = "this line can't be read"


@dataclass(frozen=True, slots=True)
class Maker:
    """A class of a toolbox.

    Attributes:
        make: Returns an object from the script, a call, and the object itself if one of the
            script's own classes is instantiated.
        robot: It makes robots.
    """

    make: Callable[..., Any]
    robot: bool = False


@dataclass(frozen=True, slots=True)
class Language:
    """Built-in names of a script's language.

    Attributes:
        functions: Functions that need known arguments.
        handed: Functions that pass them on.
        constants: Values.
        makers: Classes of toolboxes.
        parse: Returns the statements of a text.
        suffix: Suffix of its files.
    """

    functions: Mapping[str, Callable[..., Any]]
    handed: Mapping[str, Callable[..., Any]]
    constants: Mapping[str, Value]
    makers: Mapping[str, Maker]
    parse: Callable[[str], Sequence[ast.stmt]]
    suffix: str

    @property
    def matlab(self) -> bool:
        """True if it is MATLAB rather than Python."""
        return self.suffix == ".m"


@dataclass(frozen=True, slots=True)
class Call:
    """Arguments of a call, known or not, with its syntax."""

    args: list[Value]
    named: dict[str, Value]
    node: Any

    @property
    def line(self) -> int:
        """Its line."""
        return getattr(self.node, "lineno", 0)

    @property
    def head(self) -> Any:
        """The syntax of the called function."""
        return getattr(self.node, "func", getattr(self.node, "value", self.node))

    @property
    def values(self) -> list[Value]:
        """All arguments."""
        return [*self.args, *self.named.values()]


@dataclass(frozen=True, slots=True)
class Module:
    """A module, or a name in one."""

    path: tuple[str, ...]


class Function:
    """A function of the script, bound to its object if it is a method.

    Attributes:
        node: Its definition.
        frame: Names visible to it.
        defaults: Values of optional arguments.
        owner: The class to which it belongs.
        bound: The object, or None.
    """

    def __init__(
        self,
        node: Any,
        frame: Frame,
        defaults: Mapping[str, Value] | None = None,
        owner: Any = None,
        bound: Any = None,
    ) -> None:
        self.node, self.frame, self.defaults, self.owner = node, frame, defaults or {}, owner
        self.bound = bound
        self.own: frozenset[str] = frozenset()

    def of(self, thing: Any) -> Function:
        """Return the function as a method of an object."""
        return Function(self.node, self.frame, self.defaults, self.owner, thing)


class Class:
    """A class of the script; an assignment of its values, if they are such, makes a copy."""

    def __init__(
        self, name: str, bases: list[Value], names: dict[str, Value], values: bool = False
    ) -> None:
        self.name, self.bases, self.names, self.values = name, bases, names, values

    @property
    def ancestors(self) -> list[Value]:
        """The class and its base classes, with repetitions."""
        return [self, *(x for one in self.bases for x in getattr(one, "ancestors", [one]))]

    def find(self, name: str) -> Value:
        """Return a member of the class or its bases, its toolbox class, or None."""
        if name in self.names:
            return self.names[name]
        found = (one.find(name) if isinstance(one, Class) else one for one in self.bases)
        return next((one for one in found if one is not None), None)


@dataclass(frozen=True, slots=True)
class Super:
    """The value of ``super()``."""

    owner: Class
    thing: Thing


class Frame:
    """Names of the script, of a class or of a function during a call.

    Attributes:
        outer: Frame in which other names are looked up.
        names: Their values.
        elsewhere: Names that belong to another frame.
        owner: The class of this body, or the class of the function.
        first: The object of a method.
        closed: Only functions of the outer frame are visible, as in MATLAB.
        own: Names that are never looked up in the outer frame.
        parts: Values that names without a value may be part of.
    """

    def __init__(
        self,
        outer: Frame | None = None,
        closed: bool = False,
        names: dict[str, Value] | None = None,
        owner: Any = None,
        first: Any = None,
    ) -> None:
        self.outer, self.closed, self.owner, self.first = outer, closed, owner, first
        self.names: dict[str, Value] = {} if names is None else names
        self.elsewhere: dict[str, Frame] = {}
        self.own: frozenset[str] = frozenset()
        self.parts: dict[str, list[Value]] = {}

    @property
    def root(self) -> Frame:
        """The frame of the file."""
        return self.outer.root if self.outer else self

    def holder(self, name: str) -> Frame | None:
        """Return the frame that owns a name."""
        if name in self.elsewhere:
            return self.elsewhere[name] if name in self.elsewhere[name].names else None
        if name in self.names:
            return self
        found = self.outer.holder(name) if self.outer and name not in self.own else None
        if found and self.closed and not isinstance(found.names[name], Function | Class):
            return None
        return found


def stored(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Return the names assigned by statements, without those of inner functions."""
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        if not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Lambda | LISTS):
            yield from stored(ast.iter_child_nodes(node))


class Done(Exception):
    """A function returns, or a loop ends or continues."""

    def __init__(self, kind: str, value: Value = None) -> None:
        super().__init__(kind)
        self.kind, self.value = kind, value


class Raised(Exception):
    """An exception of the script itself, which its handlers can catch.

    Attributes:
        error: The location and the exception.
    """

    def __init__(self, error: ScriptError) -> None:
        super().__init__(error.raised)
        self.error = error


class Exhausted(Exception):
    """A statement requires more steps than the limit."""


def unknown(node: Any, fault: Exception | None = None) -> ScriptError:
    """Return the reason why an expression has no value, given at most a fault."""
    kind = "ZeroDivisionError" if isinstance(fault, ZeroDivisionError) else ""
    raised = str(fault) if isinstance(fault, Certain) else kind
    return ScriptError(getattr(node, "lineno", 0), f"{shown(node)} can't be computed", raised)


def unrun(node: Any, words: str = "") -> ScriptError:
    """Return the reason why a value is missing: a script is never run."""
    words = words or shown(node)
    return ScriptError(getattr(node, "lineno", 0), f"{words} can't be computed without running it")


def word_of(value: Value) -> str:
    """Return a number or a text as it appears in a text.

    Raises:
        ValueError: It is neither.
    """
    if not isinstance(value, str | int | float):
        raise ValueError("expected a text or a number")
    return f"{value:g}" if isinstance(value, float) and value == int(value) else str(value)


def last_name(node: Any) -> str:
    """Return the last part of a dotted name, including a called one."""
    name: str = getattr(node, "attr", getattr(node, "id", ""))
    return name or (last_name(node.func) if isinstance(node, ast.Call) else "")


def shown(node: Any) -> str:
    """Return the text of an expression, shortened."""
    text = getattr(node, "text", "")
    if not text:
        try:
            text = ast.unparse(node)
        except (ValueError, RecursionError, AttributeError):
            text = "an expression"
    text = " ".join(text.split())
    return text if len(text) <= 50 else text[:47] + "..."


def arguments_of(held: Function, args: list[Value], call: Call, matlab: bool) -> dict[str, Value]:
    """Return values of the arguments of a function by their names."""
    said = held.node.args
    if matlab:
        names = [one.arg for one in said.args]
        rest = {said.vararg.arg: Cells(args[len(names) :])} if said.vararg else {}
        if call.named or (len(args) > len(names) and not rest):
            words = f"{shown(call.node)}: the function does not take these arguments"
            raise ScriptError(call.line, words, "TypeError")
        return dict(zip(names, args, strict=False)) | rest
    kinds = (
        (said.posonlyargs, Parameter.POSITIONAL_ONLY),
        (said.args, Parameter.POSITIONAL_OR_KEYWORD),
        ([said.vararg], Parameter.VAR_POSITIONAL),
        (said.kwonlyargs, Parameter.KEYWORD_ONLY),
        ([said.kwarg], Parameter.VAR_KEYWORD),
    )
    parts = [Parameter(one.arg, kind, default=held.defaults.get(one.arg, Parameter.empty))
             for many, kind in kinds for one in many if one]  # fmt: skip
    try:
        found = Signature(parts).bind(*args, **call.named)
    except TypeError as error:
        raise ScriptError(call.line, f"{shown(call.node)}: {error}", "TypeError") from error
    found.apply_defaults()
    return found.arguments
