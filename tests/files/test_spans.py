"""Whatever a file looks like, saving it after numbers were edited changes these numbers alone."""

import re
from dataclasses import dataclass, replace
from math import radians

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.files.cells.cell import parse_cell
from rvs.files.cells.write import cell_text
from rvs.files.robots.arch import parse_architecture
from rvs.files.robots.arch_write import architecture_text
from rvs.model.document import set_joint
from rvs.model.state import fit_postures

GAPS = ["", " ", "\n", "\t ", "\r\n", " /* 12.5 } */ ", "\n/** Link 1 **/\n", " ; ", "/* a = 3 */"]
INSIDE = [gap for gap in GAPS if ";" not in gap]
SPELLINGS = ["{:g}", "{:+.3f}", "{:.2e}", "{:.1f}", "0{:04.1f}", "{:E}"]
KEYS = {"a": "a", "b": "d", "al": "alpha", "th": "theta", "offset": "offset", "rate": "rate"}


@dataclass(frozen=True)
class Number:
    """A number of a text: which one it is, and where it stands."""

    joint: int
    field: str
    start: int
    end: int


@st.composite
def files(draw: st.DrawFn) -> tuple[str, list[Number]]:
    """A robot of revolute joints with comments and layout at random, and its numbers."""
    text, numbers = "", []

    def put(*words: str) -> None:
        nonlocal text
        for word in words:
            text += draw(st.sampled_from(GAPS)) + word

    put("unit = mm\n")
    for joint in range(draw(st.integers(1, 4))):
        put("{")
        keys = draw(st.permutations(list(KEYS)))
        # The four numbers of a link have to be there.
        for key in keys if draw(st.booleans()) else [k for k in keys if len(k) <= 2]:
            value = draw(st.integers(1, 900)) / 4
            number = draw(st.sampled_from(SPELLINGS)).format(value)
            put(f" {key}")
            text += draw(st.sampled_from(INSIDE)) + "=" + draw(st.sampled_from(INSIDE))
            numbers.append(Number(joint, KEYS[key], len(text), len(text) + len(number)))
            text += number + draw(st.sampled_from(GAPS[1:4]))
            if draw(st.booleans()):
                text += "/* was " + number + " */"
        text += f'name = "{key} = 7"' if draw(st.booleans()) else ""
        put("}")
    put("\n")
    return text, numbers


def in_file(field: str, plain: float) -> float:
    """Return the inside value of a plain number of a field."""
    return plain / 1000.0 if field in ("a", "d") else radians(plain)


@st.composite
def edited_files(draw: st.DrawFn) -> tuple[str, list[tuple[Number, float]]]:
    text, numbers = draw(files())
    chosen = draw(st.lists(st.sampled_from(numbers), min_size=1, max_size=3, unique=True))
    values = [draw(st.integers(901, 4000)) / 4 for _ in chosen]
    pairs = sorted(zip(chosen, values, strict=True), key=lambda pair: pair[0].start)
    return text, pairs


def only_these_changed(before: str, after: str, changes: list[tuple[Number, float]]) -> None:
    parts, at = [], 0
    for number, _ in changes:
        parts.append(re.escape(before[at : number.start]))
        at = number.end
    pattern = r"([-+.0-9eE]+)".join([*parts, re.escape(before[at:])])
    match = re.fullmatch(pattern, after)
    assert match, after
    for found, (_, value) in zip(match.groups(), changes, strict=True):
        assert float(found) == value


@pytest.mark.property
@given(edited_files())
def test_an_architecture_changes_in_the_numbers_alone(case) -> None:
    text, changes = case
    architecture = parse_architecture(text, "any")
    assert architecture_text(architecture) == text
    joints = list(architecture.robot.joints)
    for number, value in changes:
        new = {number.field: in_file(number.field, value)}
        joints[number.joint] = replace(joints[number.joint], **new)
    robot = architecture.robot.replace(joints=tuple(joints))
    only_these_changed(text, architecture_text(replace(architecture, robot=robot)), changes)


@pytest.mark.property
@given(edited_files())
def test_a_cell_changes_in_the_numbers_alone(case) -> None:
    inner, changes = case
    head = '/* a cell */ robot "any" { '
    text = f'{head}{inner}}}\ntrajectory "t" {{ file = "x" /* 1 */ }}\nview {{ azimuth = 30 }}\n'
    cell = parse_cell(text)
    assert cell_text(cell) == text
    document = cell.document
    for number, value in changes:
        new = {number.field: in_file(number.field, value)}
        document = set_joint(document, "any", number.joint, **new)
    postures = fit_postures(document, cell.postures, cell.document)
    q = tuple(document.robots[0].robot.home.tolist())
    moved = [
        (replace(number, start=number.start + len(head), end=number.end + len(head)), value)
        for number, value in changes
    ]
    # At home, so that no posture has to be written.
    postures = {**postures, "any": q}
    edited = replace(cell, document=document, postures=postures)
    only_these_changed(text, cell_text(edited), moved)
