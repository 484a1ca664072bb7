"""The names that ``import rvs`` offers, and the one table behind them."""

import inspect
import re
from collections.abc import Callable
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from string import Formatter

import pytest

import rvs
from rvs.model.document import Document
from rvs.model.motions.kept import drop_motion, keep_motion
from rvs.model.robots.placing import add_together, stand_on
from rvs.model.robots.table_text import edit_cells
from rvs.model.session import Session
from rvs.model.things.thing import Thing
from rvs.scripting import names
from rvs.scripting.cell import Cell
from rvs.scripting.edits import EDITS, MODULES, NOT_FOR

from ..model.random_edits import CHANGES
from ..model.random_edits import EDITS as KNOWN
from ..programs import python

RETURNS = re.compile(
    r"^(Return|Yield|Give|Tell) |^.*,? and return |^.* return .*\.$|^Returns:$", re.M
)
# What only the window does; scripts name the tips of a description, and what keeps a motion.
WINDOWS = (edit_cells, keep_motion, drop_motion, add_together, stand_on)


def test_every_name_is_there_and_says_what_it_is():
    assert set(names.every_name()) <= set(dir(rvs))
    for name in names.every_name():
        assert inspect.getdoc(getattr(rvs, name)), name


def test_every_function_that_returns_something_says_what():
    silent = [
        name
        for name in names.every_name()
        if inspect.isroutine(found := getattr(rvs, name))
        and inspect.signature(found).return_annotation not in (None, "None")
        and not RETURNS.search(inspect.getdoc(found) or "")
    ]
    assert silent == []


def test_every_module_of_edits_is_known_and_every_label_speaks_of_arguments(project_root: Path):
    made = {
        ".".join(path.relative_to(project_root).with_suffix("").parts)
        for path in (project_root / "rvs").rglob("*.py")
        if "\n@edit(" in path.read_text(encoding="utf-8")
    }
    assert made == set(MODULES)
    for one in EDITS.values():
        spoken = {field for _, field, _, _ in Formatter().parse(one.label) if field}
        assert spoken <= set(one.signature.parameters), one.name


def test_labels_count_what_is_several():
    assert EDITS["align_things"].words({"ids": ("a",)}) == "Align a"
    assert EDITS["align_things"].words({"ids": ["a", "b"]}) == "Align 2 objects"
    assert EDITS["remove_postures"].words({"names": {"rest"}}) == "Delete posture rest"
    assert EDITS["add_thing"].words({"thing": Thing("desk", "table")}) == "Add desk"


def test_the_guide_names_every_edit(project_root: Path):
    guide = (project_root / "docs" / "guide" / "python.md").read_text(encoding="utf-8")
    assert [
        name
        for name in (*EDITS, *names.ON_CELL)
        if f"`{name}" not in guide and f"rvs.{name}" not in guide
    ] == []


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'set_joints'"):
        rvs.set_joints  # noqa: B018


def test_every_edit_of_the_model_is_offered():
    """All but what is typed into the table as text, for which there is ``set_joint``.

    Motions are kept by what makes them.
    """
    offered = {(one.module, one.name) for one in EDITS.values()}
    known = {(edit.__module__, edit.__name__) for edit in KNOWN if edit not in WINDOWS}
    known -= {("rvs.model.document", "add_robot")}
    assert known <= offered
    assert ("rvs.scripting.edits", "add_robot") in offered


def _refused(do: Callable[[], object]) -> str:
    """Return the error that something ends with, or nothing."""
    try:
        do()
    except rvs.RvsError as error:
        return str(error)
    return ""


def test_calls_do_what_the_edits_of_the_model_do():
    """A hundred random edits, called as a script calls them, end in the same documents."""
    rng = Random(5)
    offered = {(one.module, one.name): name for name, one in EDITS.items()}
    offered["rvs.model.document", "add_robot"] = "add_robot"
    session, cell = Session(), Cell()
    done = 0
    for _ in range(220):
        edit = rng.choice([one for one in KNOWN if one not in WINDOWS])
        given = KNOWN[edit](rng, session.state.document)
        named = given if isinstance(given, dict) else {}
        plain = () if isinstance(given, dict) else given
        if plain and isinstance(plain[-1], dict) and edit in CHANGES:
            plain, named = plain[:-1], plain[-1]
        name = offered[edit.__module__, edit.__name__]

        def once(before: Document, edit=edit, plain=plain, named=named) -> Document:
            after = edit(before, *plain, **named)
            return after[0] if isinstance(after, tuple) else after

        refused = _refused(partial(session.edit, "", once))
        told = _refused(partial(getattr(cell, name), *plain, **named))
        assert told == refused or NOT_FOR in told, name
        done += not told
        assert cell.document == session.state.document, name
        assert cell.postures == session.state.postures, name
    assert done > 50


def test_import_alone_loads_next_to_nothing():
    done = python("-c", "import sys, rvs; print(*sys.modules)")
    loaded = set(done.stdout.split())
    assert "rvs.version" in loaded
    assert not loaded & {"numpy", "PySide6", "rvs.scripting", "rvs.model", "rvs.files"}


def test_a_cell_needs_neither_window_nor_opengl():
    code = "import sys, rvs; rvs.new('planar-2r'); rvs.set_joint('Planar 2R', 0, a=1.0)"
    done = python("-c", f"{code}; print(*sys.modules)")
    loaded = set(done.stdout.split())
    assert "rvs.scripting.cell" in loaded, done.stderr
    assert not loaded & {"PySide6", "OpenGL", "rvs.ui", "rvs.gl"}


def test_the_stub_is_of_now(project_root: Path):
    spec = spec_from_file_location("stub", project_root / "tools" / "stub.py")
    stub = module_from_spec(spec)
    spec.loader.exec_module(stub)
    for path, words in ((stub.STUB, stub.text()), (stub.EDITED, stub.edits())):
        assert path.read_text(encoding="utf-8") == words, "run python tools/stub.py"
