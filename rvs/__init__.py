"""RVS, the Robot Visualization System: describe, see, pose and move serial robots."""

from typing import TYPE_CHECKING, Any

from rvs.version import __version__

if TYPE_CHECKING:
    from rvs.ui.show import show

__all__ = ["__version__", "show"]


def __getattr__(name: str) -> Any:
    # Only when asked for: everything but the window works without Qt.
    if name == "show":
        from rvs.ui.show import show

        return show
    raise AttributeError(f"module 'rvs' has no attribute {name!r}")
