from dataclasses import replace
from math import radians
from pathlib import Path
from random import Random

import pytest

from rvs.engine.errors import RvsError
from rvs.files.convert import convert_robot
from rvs.files.robots.arch import Architecture, parse_architecture
from rvs.files.robots.arch_write import architecture_text
from rvs.files.text.errors import FileErrors
from rvs.model.document import Document, PlacedRobot
from rvs.model.numbers.units import LENGTH_UNITS
from rvs.model.robots import parameter_edits as edits
from rvs.model.robots.new_robots import blank
from tests.model import random_edits

TEXT = """/* My own arm */
unit = mm
parameter L1 { value = 400; least = 200 } /* the upper arm */
parameter "A1" { value = 30  measure = angle }
parameter L2 { value = "2*L1 - 100 mm" }
/** Link 1 **/ { a = "L1" b = 0 al = 0 th = 0 limits = [ -A1, none ] }
/** Link 2 **/ { a = "L2/2 " b = 0 al = 0 th = 0  m = 2 r = [ "-L2/4", 0, 0 ] }
variant short { L1 = 250 }
"""


def test_a_file_with_parameters_is_read() -> None:
    read = parse_architecture(TEXT.replace("-A1", '"-A1"'))
    first, second = read.robot.joints
    assert (first.a, second.a) == (0.4, pytest.approx(0.35))
    assert first.limits[0] == pytest.approx(-radians(30))
    assert second.inertia is not None
    assert second.inertia.com == (pytest.approx(-0.175), 0.0, 0.0)
    assert [one.name for one in read.parameters] == ["L1", "A1", "L2"]
    assert read.parameters["L1"].least == 0.2
    assert read.parameters.variants[0].values == (("L1", 0.25),)
    assert not read.warnings


def test_a_change_leaves_the_rest_of_the_text_as_it_is() -> None:
    text = TEXT.replace("-A1", '"-A1"')
    read = parse_architecture(text)
    assert architecture_text(read) == text
    document = Document((PlacedRobot("arm", read.robot, parameters=read.parameters),))
    longer = edits.set_parameter(document, "arm", "L1", 0.5).robot("arm")
    changed = replace(read, robot=longer.robot, parameters=longer.parameters)
    assert architecture_text(changed) == text.replace("value = 400", "value = 500")
    bare = edits.set_expression(document, "arm", 1, "a", "").robot("arm")
    changed = replace(read, robot=bare.robot, parameters=bare.parameters)
    assert architecture_text(changed) == text.replace('"L2/2 "', "350")
    renamed = edits.rename_parameter(document, "arm", "A1", "twist").robot("arm")
    changed = replace(read, robot=renamed.robot, parameters=renamed.parameters)
    again = parse_architecture(architecture_text(changed))
    assert again.parameters == renamed.parameters


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"L2/2 "', '"L2/2 + 5"', "robot:7:22: 'a': 'L2/2 \\+ 5': a length and a number"),
        ('"L2/2 "', "LL2", "'a': 'LL2': unknown name 'LL2' \\(did you mean 'L2'\\?\\)"),
        ('"L2/2 "', "A1", "'a': 'A1': expected a length, found an angle"),
        ("value = 400", "value = 100", "L1: 0.1 m is not between its bounds 0.2 m and inf m"),
        ("value = 400", "value = L2", "its expression depends on itself: L1 → L2 → L1"),
        ("parameter L1", "parameter a1", "'a1': this name already has a meaning"),
        ("parameter L2", "parameter L1", "a second parameter is named 'L1'"),
    ],
)
def test_each_error_is_said_where_it_is(old: str, new: str, words: str) -> None:
    with pytest.raises(FileErrors, match=words):
        parse_architecture(TEXT.replace("-A1", '"-A1"').replace(old, new))


def test_a_file_without_parameters_has_no_expressions() -> None:
    with pytest.raises(FileErrors, match="expected a number, found 'L1'"):
        parse_architecture("{ a = L1 b = 0 al = 0 th = 0 }")


@pytest.mark.parametrize("seed", range(25))
def test_what_is_written_is_read_back_exactly(seed: int) -> None:
    rng = Random(seed)
    document = Document((PlacedRobot("arm", blank("3R")),))
    own = [one for one in random_edits.EDITS if one.__module__ == edits.__name__]
    text = ""
    for _ in range(60):
        edit = rng.choice(own)
        arguments = random_edits.EDITS[edit](rng, document)
        try:
            if isinstance(arguments, dict):
                document = edit(document, **arguments)
            else:
                document = edit(document, *arguments)
        except RvsError:
            continue
    placed = document.robots[0]
    unit = rng.choice(LENGTH_UNITS)
    written = Architecture(placed.robot, unit, name="arm", parameters=placed.parameters)
    for text in (architecture_text(written), TEXT.replace("-A1", '"-A1"')):
        into = replace(written, unit=unit if text is not TEXT else "mm", text=text)
        read = parse_architecture(architecture_text(into), "arm")
        assert read.robot == placed.robot
        assert read.parameters == placed.parameters


def test_a_format_without_parameters_gets_numbers_and_says_so(tmp_path: Path) -> None:
    read = parse_architecture(TEXT.replace("-A1", '"-A1"'))
    done = convert_robot(read, tmp_path / "arm.csv")
    assert done.notes[-1] == (
        "parameters (L1, A1, L2) and their expressions are written as numbers; "
        "its variants are left out"
    )
    assert not convert_robot(read, tmp_path / "arm.arch").notes
