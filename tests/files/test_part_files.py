"""Library parts are written as they are read."""

from dataclasses import replace

import pytest

from rvs.engine.errors import RvsError
from rvs.files.bodies.composites import composites
from rvs.files.bodies.write import part_text, save_part
from rvs.files.storage.locations import bundled_folder
from rvs.geometry.shape import Parameter, Relation
from rvs.model.body.values import Composite, Move, Part, PartGroup, Repeat

NAMES = tuple(composites())
LIBRARY = tuple(composites().values())


@pytest.mark.parametrize("name", NAMES)
def test_an_unchanged_part_keeps_its_text_and_a_new_text_says_the_same(name, tmp_path):
    text = (bundled_folder() / "links" / "parts" / f"{name}.body").read_text(encoding="utf-8")
    part = composites()[name]
    assert part_text(part, LIBRARY, text) == text
    read = save_part(tmp_path / f"{name}.body", part, LIBRARY)
    assert read.parameters == part.parameters
    assert read.constants == part.constants
    assert read.relations == part.relations
    assert (read.title, read.summary, read.place) == (part.title, part.summary, part.place)


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("", "/*** pin ***/"),
        ("A pin", "/*** A pin ***/"),
        ("A */ pin", "/*** A * / pin ***/"),
    ],
)
def test_a_new_text_begins_with_the_title_or_else_the_name(title, written):
    part = Composite("pin", title, parts=(Part("a", "sphere", (("radius", 0.01),)),))
    assert part_text(part).splitlines()[0] == written


def test_changes_touch_only_what_they_change(tmp_path):
    text = (bundled_folder() / "links" / "parts" / "bolt.body").read_text(encoding="utf-8")
    path = tmp_path / "bolt.body"
    path.write_text(text, encoding="utf-8")
    part = composites()["bolt"]
    first = replace(part.parts[0], color="SeaGreen")
    save_part(path, replace(part, parts=(first, *part.parts[1:])), LIBRARY)
    old, new = text.splitlines(), path.read_text(encoding="utf-8").splitlines()
    assert [line for line in new if line not in old] == [" color = SeaGreen  material = brushed"]
    wider = Parameter("diameter", "diameter of the shank", "length", 0.03, above=True)
    save_part(path, replace(part, parameters=(wider, part.parameters[1])), LIBRARY)
    assert "default = 0.03" in path.read_text(encoding="utf-8")
    assert path.read_text(encoding="utf-8").startswith("/*** Bolt with")


def test_a_part_of_one_s_own_with_all_it_can_have(tmp_path):
    part = Composite(
        "hinge", "Hinge", "Two leaves.", "Its pin is along z.", "mm",
        (
            Parameter("width", "width", "length", 0.03, above=True),
            Parameter("turn", "opening", "angle", 0.5, 0.0, 3.0, needed=False),
            Parameter("knuckles", "number", "count", 3.0, 1.0, 9.0),
        ),
        (Relation("width", "100"),),
        (("pin", "width / 6"),),
        (
            Part("pin", "cylinder", (("radius", "pin"), ("height", 0.04))),
            Part("leaf", "box", (("x", "width"), ("y", 0.002), ("z", 0.04)),
                 (Move("turn", ("turn",), "z"),), "y", (), "leaves"),
            Part("screw", "bolt", (("diameter", 0.004), ("length", 0.01)),
                 repeats=(Repeat("row", "knuckles", (0.0, 0.0, 0.01)),)),
        ),
        (PartGroup("leaves", (Move("shift", ("pin", 0.0, 0.0)),)),),
    )  # fmt: skip
    read = save_part(tmp_path / "hinge.body", part, LIBRARY)
    assert replace(read, parts=()) == replace(part, parts=())
    assert sorted(read.parts, key=lambda one: one.id) == sorted(part.parts, key=lambda one: one.id)


def test_what_no_file_can_say_is_refused(tmp_path):
    part = Composite("bad", parts=(Part("one", "box", (("x", "nothing"), ("y", 1.0), ("z", 1.0))),))
    with pytest.raises(RvsError, match="nothing"):
        save_part(tmp_path / "bad.body", part)
    assert not (tmp_path / "bad.body").exists()
