"""The robot in the numbers of a script of ``chain_write``, or of a similar script."""

from __future__ import annotations

from typing import Any

import numpy as np

from rvs.engine.arrays import Array, pose_rows
from rvs.engine.descriptions.link_tree import LinkTree, TreeJoint, TreeLink
from rvs.engine.descriptions.tree_robot import TreeChain
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Inertia
from rvs.engine.robot import Robot
from rvs.files.tables.script_terms import Evaluator
from rvs.files.tables.script_values import ScriptError

NEEDED = ("SLIDES", "ORIGINS")
BASE, TOOL = "base_link", "tool"


def chain_robot(script: Evaluator, stem: str) -> Robot | None:
    """Return the robot in the numbers of a script; None if the script lacks them.

    Args:
        script: The evaluated script.
        stem: Name of the robot if the script gives none.

    Raises:
        ScriptError: One of the numbers can't be worked out without running the script.
        ArgumentError: The numbers do not describe a chain.
    """
    if not all(name in script.names for name in NEEDED):
        return None
    slides = _row(script, "SLIDES")
    count = len(slides)
    origins = _poses(script.names["ORIGINS"])
    if len(origins) != count + 1:
        raise ArgumentError(f"ORIGINS: expected {count + 1} poses, got {len(origins)}")
    lower, upper = _row(script, "LOWER", count, -np.inf), _row(script, "UPPER", count, np.inf)
    rest: dict[str, Any] = {
        name: _row(script, name.upper() + plural, count, usual)
        for name, plural, usual in (
            ("rate", "S", np.inf), ("effort", "S", np.inf), ("home", "", 0.0),
            ("damping", "", 0.0), ("friction", "", 0.0), ("armature", "", 0.0),
        )
    }  # fmt: skip
    names = _names(script.names.get("JOINTS"), count)
    links = [BASE, *(f"link{i}" for i in range(1, count + 1)), TOOL]
    joints = [
        TreeJoint(
            names[i],
            "prismatic" if slides[i] else "revolute",
            links[i],
            links[i + 1],
            pose_rows(origins[i], "ORIGINS"),
            limits=(lower[i], upper[i]),
            **{name: values[i] for name, values in rest.items()},
        )
        for i in range(count)
    ]
    end = TreeJoint("", "fixed", links[-2], TOOL, pose_rows(origins[-1], "ORIGINS"))
    weights = [None, *_weights(script, count), None]
    x, y, z = _row(script, "GRAVITY", 3) if "GRAVITY" in script.names else [0.0, 0.0, -9.81]
    named = script.names.get("NAME")
    name = named if isinstance(named, str) and named else stem
    bodies = tuple(TreeLink(*one) for one in zip(links, weights, strict=True))
    tree = LinkTree(name, bodies, (*joints, end), (x, y, z))
    return TreeChain(tree, tree.ends(BASE, TOOL)).robot().replace(name=name)


def _row(script: Evaluator, name: str, count: int | None = None, usual: float = 0.0) -> list[float]:
    value = script.names.get(name)
    if isinstance(value, ScriptError):
        raise value
    if value is None and count is not None:
        return [usual] * count
    found = np.ravel(_numbers(value, name)).tolist()
    if not found or len(found) != (count or len(found)):
        raise ArgumentError(f"{name}: expected {count or 'some'} numbers, got {len(found)}")
    return found


def _numbers(value: Any, name: str) -> Array:
    if isinstance(value, ScriptError):
        raise value
    try:
        return np.array(value, float)
    except (TypeError, ValueError) as error:
        raise ArgumentError(f"{name}: expected numbers") from error


def _poses(value: Any) -> Array:
    """Return poses one after the other, or side by side in the order of MATLAB's cells."""
    rows = _numbers(value, "ORIGINS")
    if rows.ndim == 2 and rows.shape[0] == 4 and rows.shape[1] % 4 == 0:
        return np.stack(np.split(rows, rows.shape[1] // 4, axis=1))
    if rows.ndim != 3 or rows.shape[1:] != (4, 4):
        raise ArgumentError(f"ORIGINS: expected 4 x 4 matrices, got shape {rows.shape}")
    return rows


def _names(value: Any, count: int) -> list[str]:
    given = value if isinstance(value, list) else []
    if len(given) != count or not all(isinstance(one, str) for one in given):
        given = [f"joint{i}" for i in range(1, count + 1)]
    if len(set(given)) != count:
        raise ArgumentError("JOINTS: two joints have the same name")
    return given


def _weights(script: Evaluator, count: int) -> list[Inertia | None]:
    if "MASSES" not in script.names:
        return [None] * count
    masses = _row(script, "MASSES", count)
    centres = np.reshape(_row(script, "CENTRES", 3 * count), (count, 3)).tolist()
    moments = np.reshape(_row(script, "MOMENTS", 6 * count), (count, 6)).tolist()
    rows = zip(masses, centres, moments, strict=True)
    return [Inertia(mass, tuple(centre), tuple(about)) for mass, centre, about in rows]
