"""Work environments, ``work_env/NAME.env``: the objects around a robot and their poses.

An environment is a cell without robots: the blocks ``thing`` and ``target`` are those of a cell.
``base { at = … rpy = … }`` gives the position of the robot if it is moved.
"""

from __future__ import annotations

from dataclasses import field, replace
from functools import partial
from pathlib import Path

from rvs.engine.arrays import Pose
from rvs.engine.errors import RvsError
from rvs.files.budget import within_budget
from rvs.files.cells.things import (
    PLACE_KEYS,
    TARGET,
    THING,
    Around,
    around_forms,
    place_wants,
    read_around,
    read_place,
)
from rvs.files.meshes.mesh_plan import MeshFolder, gathered, without_surfaces
from rvs.files.storage.atomic import file_transaction
from rvs.files.storage.outside_changes import write_document
from rvs.files.text.blocks import BlockForm, single_group, update_group
from rvs.files.text.edit import Editor, prove
from rvs.files.text.errors import FileError
from rvs.files.text.fields import Fields
from rvs.files.text.findings import Findings, findings_of
from rvs.files.text.keys import names
from rvs.files.text.source import Source, read_source
from rvs.files.text.syntax import Group, Tree, parse, read_with
from rvs.model.document import Document
from rvs.model.things.thing import TargetFrame, Thing
from rvs.value_class import dataclass

BASE = "base"
SUFFIX = ".env"
BLOCKS = (THING, TARGET, BASE)


@dataclass(frozen=True)
class Environment:
    """Contents of a work environment.

    Attributes:
        things: The objects around the robot.
        targets: Named places.
        base: Pose of the robot in the world, as rows; None if it is not moved.
        path: File it was read from, or None.
        text: Text it was read from; saving keeps everything in it that is still true.
        warnings: Warnings about the file.
    """

    things: tuple[Thing, ...] = ()
    targets: tuple[TargetFrame, ...] = ()
    base: Pose | None = None
    path: Path | None = None
    text: str = field(default="", repr=False, compare=False)
    warnings: tuple[FileError, ...] = field(default=(), repr=False, compare=False)


@within_budget()
def read_environment(path: Path) -> Environment:
    """Read a work environment.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    return read_with(read_source(path), partial(environment_of, path=path))


def environment_of(tree: Tree, path: Path | None) -> Environment:
    """Return the contents of a parsed work environment.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    with findings_of(tree.source) as findings:
        read = _read(findings, tree.root, path.parent if path else None)
    warnings = (*tree.warnings, *findings.warnings)
    return replace(read, path=path, text=tree.source.text, warnings=warnings)


def _read(findings: Findings, root: Group, folder: Path | None) -> Environment:
    Fields(findings, root, (), BLOCKS)
    around = read_around(findings, root, set(), MeshFolder(folder))
    group = single_group(findings, root, BASE, "an environment")
    base = read_place(Fields(findings, group, names(PLACE_KEYS))) if group else None
    return Environment(around.things, around.targets, base)


@file_transaction()
def save_environment(path: Path, environment: Environment) -> Environment:
    """Write a work environment to its or another file, atomically; equal parts keep their text.

    Returns:
        The environment with its current file.

    Raises:
        RvsError: It holds something that a file can't.
        OSError: The file can't be written.
    """
    whole = Document(things=environment.things, targets=environment.targets)
    near = gathered(whole, path.parent)
    wanted = replace(environment, things=near.things, targets=near.targets)
    text = environment_text(wanted, path)
    saved = prove(text, path, lambda tree: environment_of(tree, path), "a work environment")
    if _content(saved) != _content(wanted):
        raise RvsError(
            f"can't be saved as a work environment: {path.name} would not have the same content"
        )
    write_document(path, text)
    return saved


def environment_text(environment: Environment, target: Path | None = None) -> str:
    """Return the text of an environment: its source if that is still true.

    Args:
        environment: The environment to write.
        target: Its future location, if it differs from the original one.
    """
    path = target or environment.path
    tree = parse(Source("environment", environment.text or "/*** Work environment ***/\n"))
    try:
        old = _form(environment_of(tree, environment.path), environment.path)
    except RvsError:
        # It can't be read, or names meshes in another way from where it lies now.
        old = None
    editor = Editor(tree)
    update_group(editor, tree.root, old, _form(environment, path))
    return editor.result()


def _form(environment: Environment, path: Path | None) -> BlockForm:
    around = Around(environment.things, environment.targets)
    base = environment.base
    based = [] if base is None else [BlockForm(BASE, entries=tuple(place_wants(base)))]
    return BlockForm("", entries=(*based, *around_forms(around, path.parent if path else None)))


def _content(environment: Environment) -> tuple[object, ...]:
    bare = without_surfaces(Document(things=environment.things))
    return bare.things, environment.targets, environment.base
