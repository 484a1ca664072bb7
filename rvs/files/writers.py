"""The formats for writing robots: one table for the command line and the window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from rvs.engine.errors import RvsError
from rvs.files.robots.arch import Architecture
from rvs.files.text.errors import nearest, whole_file
from rvs.value_class import dataclass

Write = Callable[[Path, Architecture], object]


@dataclass(frozen=True, slots=True)
class Writer:
    """Method of writing a robot.

    Attributes:
        name: Its name for ``--as``.
        title: Name in dialogs.
        suffixes: Suffixes of its files.
        write: Writes a file, atomically.
        without: Fields of a robot that the format can't store.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    write: Write
    without: tuple[str, ...] = ()


def _later(module: str, name: str) -> Write:
    def write(path: Path, architecture: Architecture) -> None:
        getattr(import_module(f"rvs.files.{module}"), name)(path, architecture)

    return write


def _save_architecture(path: Path, architecture: Architecture) -> None:
    """Write an architecture file, and its full model where it belongs."""
    from rvs.files.bodies.models import model_target
    from rvs.files.bodies.write import save_body
    from rvs.files.robots.arch_write import save_architecture

    if architecture.body is not None:
        target = model_target(path)
        if target.exists() and not path.exists():
            raise whole_file(target, "already exists and would be overwritten; choose another name")
        save_body(target, replace(architecture.body, name=path.stem))
    save_architecture(path, architecture)


# Where a suffix has several, the first is meant by default.
WRITERS = (
    Writer("arch", "Architecture file", (".arch",), _save_architecture),
    Writer("urdf", "URDF", (".urdf",), _later("trees.urdf_write", "save_urdf"), ("gravity",)),
    Writer("mjcf", "MJCF of MuJoCo", (".xml", ".mjcf"), _later("trees.mjcf_write", "save_mjcf")),
    Writer("sdf", "SDF of Gazebo", (".sdf",), _later("trees.sdf_write", "save_sdf"), ("gravity",)),
    Writer(
        "csv", "Table, comma-separated", (".csv",), _later("tables.write", "save_csv"),
        ("base", "tool", "gravity"),
    ),
    Writer(
        "latex", "Table for LaTeX", (".tex",), _later("tables.latex", "save_latex"),
        ("base", "tool", "gravity"),
    ),
    Writer("json", "Robot as JSON", (".json",), _later("tables.write", "save_json")),
    Writer(
        "toolbox", "Robotics Toolbox for Python", (".py",), _later("tables.write", "save_python")
    ),
    Writer("numpy", "NumPy script", (".py",), _later("tables.chain_write", "save_numpy")),
    Writer(
        "pinocchio", "Pinocchio script", (".py",), _later("tables.chain_write", "save_pinocchio")
    ),
    Writer(
        "toolbox", "Robotics Toolbox for MATLAB", (".m",), _later("tables.write", "save_matlab")
    ),
    Writer(
        "rigidbodytree", "MATLAB rigidBodyTree", (".m",),
        _later("tables.chain_write", "save_rigid_body_tree"),
    ),
)  # fmt: skip


def written_suffixes() -> tuple[str, ...]:
    """Return the suffixes of written files."""
    return tuple(dict.fromkeys(suffix for one in WRITERS for suffix in one.suffixes))


def writer_names() -> tuple[str, ...]:
    """Return the names of all methods of writing a robot."""
    return tuple(dict.fromkeys(one.name for one in WRITERS))


def writer_of(path: Path, name: str | None = None) -> Writer:
    """Return the method of writing a file by its suffix.

    Args:
        path: The file.
        name: Name of one of several methods; the usual one if omitted.

    Raises:
        FileErrors: No format has that suffix.
        RvsError: No format of that suffix has that name.
    """
    fitting = [one for one in WRITERS if path.suffix.lower() in one.suffixes]
    if not fitting:
        raise whole_file(path, f"can't be written; expected one of {', '.join(written_suffixes())}")
    named = [one for one in fitting if name in (None, one.name)]
    if not named:
        known = ", ".join(one.name for one in fitting)
        guess = nearest(name or "", [one.name for one in fitting])
        raise RvsError(f"--as {name}: {path.suffix} files are written as {known}{guess}")
    return named[0]
