"""The switch between the C++ kernels and their NumPy reference.

A function with a kernel is marked ``@accelerated``.  If the extension is built, and ``RVS_NATIVE``
is not 0, the decorator replaces the function by a callable of the extension: the kernel answers
what it can, and everything else, including wrong arguments, is passed to the Python function, which
is both the reference and the only source of errors.
"""

from __future__ import annotations

import functools
import importlib
import logging
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.chain import link_sides, screw_x, z_constant
from rvs.engine.joint import Joint

if TYPE_CHECKING:
    from rvs.engine.robot import Robot

LOG = logging.getLogger(__name__)

SWITCH = "RVS_NATIVE"
# that of native/binding/module.cpp; another one is a build of other sources
INTERFACE = 7

Function = TypeVar("Function", bound=Callable[..., Any])


def _load() -> tuple[Any, str]:
    """Return the extension; or None and the reason: it is disabled, not built or incompatible."""
    if os.environ.get(SWITCH) == "0":
        return None, f"turned off by {SWITCH}"
    try:
        native = importlib.import_module("rvs.engine._native")
    except ModuleNotFoundError:
        return None, "not built"
    except ImportError as error:
        LOG.info("no C++ kernels: %s", error)
        return None, f"the kernels can't be loaded: {error}"
    if native.INTERFACE != INTERFACE:
        LOG.warning("the C++ kernels are of another version; reinstall RVS to use them")
        return None, "the kernels were built from other sources; reinstall RVS"
    return native, ""


NATIVE, REASON = _load()


def accelerated(reference: Function) -> Function:
    """Let the kernel with the name of a function answer its calls, if there is one."""
    if NATIVE is None:
        return reference
    bound = getattr(NATIVE, reference.__name__, None)
    if bound is not None:
        return _first_tried(bound, reference)
    try:
        kernel = NATIVE.Callable(reference)
    except LookupError as error:
        LOG.info("built before this kernel was written: %s", error)
        return reference
    answered: Any = functools.update_wrapper(kernel, reference)
    return answered  # type: ignore[no-any-return]


def _first_tried(kernel: Callable[..., Any], reference: Function) -> Function:
    """Return a function that calls a kernel first, and the reference for calls it cannot handle."""

    @functools.wraps(reference)
    def answered(*arguments: Any, **named: Any) -> Any:
        try:
            return kernel(*arguments, **named)
        except TypeError:
            pass  # what the reference raises has to stand alone
        return reference(*arguments, **named)

    return answered  # type: ignore[return-value]


def state() -> str:
    """Return the name of the code that computes the hot loops, for people.

    >>> state().split()[0] in ("C++", "NumPy")
    True
    """
    if NATIVE is not None:
        return f"C++ with {NATIVE.instruction_set()}, up to {NATIVE.threads()} threads"
    return f"NumPy ({REASON})"


def compile_geometry(robot: Robot) -> Any:
    """Return the chain of a robot for the kernels; None without them."""
    return NATIVE.Chain(*_geometry(robot)) if NATIVE is not None else None


def compile_bodies(robot: Robot) -> Any:
    """Return the chain of a robot with its masses for the kernels; None without them.

    Raises:
        ArgumentError: The mass of a link is not known.
    """
    if NATIVE is None:
        return None
    from rvs.engine.dynamics.bodies import drives, masses

    links, motors = masses(robot), drives(robot)
    moments = links.moments.reshape(-1, 9)[:, [0, 4, 8, 1, 5, 2]]
    loads = np.column_stack([links.mass, links.com, moments])
    torques = np.column_stack([motors.inertia, motors.viscous, motors.forward, motors.backward])
    gravity = np.array([robot.gravity])
    return NATIVE.Chain(*_geometry(robot), gravity, loads, torques)


def _geometry(robot: Robot) -> tuple[Array, Array, Array, Array]:
    """Return base and tool, motions, constant poses before and after them, a row each."""
    ends = np.array([robot.base, robot.tool]).reshape(2, 16)
    motions = np.array([_motion(joint) for joint in robot.joints])
    sides = [_sides(joint) for joint in robot.joints]
    leads, trails = (np.array(side).reshape(-1, 16) for side in zip(*sides, strict=True))
    return ends, motions, leads, trails


def _motion(joint: Joint) -> tuple[float, float, float, float, float]:
    """Return rotation and slide per unit of q, both at q = 0, and True for a locked joint."""
    turn = float(joint.turns)
    slide = {"revolute": 0.0, "helical": joint.pitch, "prismatic": 1.0}[joint.kind]
    angle, distance = (0.0, 0.0) if joint.convention == "general" else z_constant(joint)
    return (
        turn,
        slide,
        turn * joint.offset + angle,
        slide * joint.offset + distance,
        float(joint.locked),
    )


def _sides(joint: Joint) -> tuple[Array, Array]:
    """Return constant poses before and after a joint's motion, without the parts in the motion."""
    if joint.convention == "general":
        return link_sides(joint)
    x_screw = screw_x(joint.alpha, joint.a)
    sides = np.eye(4), x_screw
    return sides if joint.convention == "standard" else sides[::-1]
