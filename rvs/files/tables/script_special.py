"""Functions that need to know more of a script than their arguments."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from rvs.files.tables.script_objects import ENDS, Call, Raised, Super
from rvs.files.tables.script_values import Cells, ScriptError, Value, columns, each, scalar

if TYPE_CHECKING:
    from rvs.files.tables.script_terms import Evaluator


def _copied(script: Evaluator, path: tuple[str, ...], call: Call) -> Value:
    if len(call.args) != 1:
        return NotImplemented
    return script.copied(call.args[0], path[-1] == "deepcopy" or script.language.matlab)


def _ended(script: Evaluator, path: tuple[str, ...], call: Call) -> Value:
    if path[0] not in ("sys", path[-1]):
        return NotImplemented
    kind = "error" if script.language.matlab else "SystemExit"
    raise Raised(ScriptError(call.line, f"{path[-1]}() ends the script", kind))


def _assigned(script: Evaluator, _: tuple[str, ...], call: Call) -> Value:
    where, name, value = call.args
    if where != "base" and script.depth != 1:
        return NotImplemented
    script.frames[0].names[str(script.known(name))] = value
    return None


def _run(script: Evaluator, _: tuple[str, ...], call: Call) -> Value:
    if not script.language.matlab or len(call.args) != 1:
        return NotImplemented
    other = str(script.known(call.args[0])).removesuffix(".m")
    if script.file(other, call.node) is not True:
        return NotImplemented
    script.block(script.beside(other) or ())
    return None


def _exists(script: Evaluator, _: tuple[str, ...], call: Call) -> Value:
    name, *kind = map(script.known, call.args)
    if script.frame.holder(str(name)):
        return 1.0
    # Elsewhere there may be a file with this name.
    return 0.0 if kind == ["var"] and not script.lost else NotImplemented


def _super(script: Evaluator, path: tuple[str, ...], call: Call) -> Value:
    frame = script.frame
    if len(path) > 1 or (frame.owner is None and not call.args):
        return NotImplemented
    return Super(*(call.args or (frame.owner, frame.first)))


def _mapped(script: Evaluator, path: tuple[str, ...], call: Call) -> Value:
    """Call a function for each of the values, or once."""
    held, *lists = map(script.known, call.args)
    if isinstance(held, str):
        held = script.head(ast.Name(held, lineno=call.line))
    if path[-1] == "feval":
        return script.called(held, Call(lists, {}, call.node))
    uniform = call.named.pop("UniformOutput", True)
    if "UniformOutput" in lists[1:]:
        k = lists.index("UniformOutput")
        uniform, lists = lists[k + 1], lists[:k]
    if call.named or not lists:
        raise ValueError("expected a function and values")
    parts = [columns(np.ravel(one)[None, :]) if isinstance(one, np.ndarray) else
             each(one) if isinstance(one, list | tuple) else [one] for one in lists]  # fmt: skip
    rows = zip(*parts, strict=path[-1] != "map")
    found = [script.called(held, Call(list(row), {}, call.node)) for row in rows]
    if path[-1] == "map":
        return found
    return scalar(np.array([[*map(script.known, found)]], float)) if uniform else Cells(found)


Special = Callable[["Evaluator", tuple[str, ...], Call], Value]
SPECIAL: Mapping[str, Special] = {
    "copy": _copied, "deepcopy": _copied, "assignin": _assigned, "run": _run, "exist": _exists,
    "super": _super, **dict.fromkeys(ENDS, _ended),
    **dict.fromkeys(("map", "cellfun", "arrayfun", "feval"), _mapped),
}  # fmt: skip
