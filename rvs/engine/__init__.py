"""The kinematics engine: pure mathematics of serial robots, no window, no files.

Every public name is available from here, ``from rvs.engine import Robot, fkine``; a module is
imported when one of its names is first used, so that importing the engine takes no time.  The one
exception is ``transforms.inverse``: ``rvs.engine.inverse`` is the package of inverse kinematics.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rvs.engine.control import *  # noqa: F403
    from rvs.engine.dynamics import *  # noqa: F403
    from rvs.engine.errors import *  # noqa: F403
    from rvs.engine.inverse import *  # noqa: F403
    from rvs.engine.kinematics import *  # noqa: F403
    from rvs.engine.quaternion import *  # noqa: F403
    from rvs.engine.robot import *  # noqa: F403
    from rvs.engine.screws import *  # noqa: F403
    from rvs.engine.tracking import *  # noqa: F403
    from rvs.engine.trajectory import *  # noqa: F403
    from rvs.engine.transforms import *  # noqa: F403

ROOMS = (
    "errors",
    "robot",
    "kinematics",
    "inverse",
    "transforms",
    "screws",
    "quaternion",
    "dynamics",
    "trajectory",
    "tracking",
    "control",
)


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return [*__dir__(), *ROOMS]
    if name in ROOMS:
        return import_module(f"{__name__}.{name}")
    for room in () if name.startswith("_") else ROOMS:
        module = import_module(f"{__name__}.{room}")
        if name in module.__all__:
            return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    names = {name for room in ROOMS for name in import_module(f"{__name__}.{room}").__all__}
    return sorted(names)
