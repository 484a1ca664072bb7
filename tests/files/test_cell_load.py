"""Payloads of robots in a cell, saved and read again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rvs.files.cells.cell import Cell, parse_cell
from rvs.files.cells.write import cell_text, save_cell
from rvs.files.text.errors import FileErrors
from rvs.model.document import change_robot
from rvs.model.motions.grips import Grip
from rvs.model.robots.payloads import Payload

ARM = "{ a = 0.4  b = 0  al = 0  th = 30 }"
CELL = f'robot "arm" {{ payload = cylinder  payload_mass = 2  grips = [ 1, 2.5, 4 ] {ARM} }}'
REFERENCE = 'robot "arm" { file = puma560  opening = 0.25 }'


def arm(cell: Cell):
    return cell.document.robot("arm")


def test_a_load_is_read() -> None:
    placed = arm(parse_cell(CELL))
    assert placed.payload == Payload("cylinder", (0.05, 0.05, 0.09), 2.0)
    assert placed.grips == (Grip(1.0, 2.5), Grip(4.0))
    assert placed.opening == 0.6


@pytest.mark.parametrize("text", [CELL, REFERENCE])
def test_a_changed_load_is_written_and_nothing_else(text: str, tmp_path: Path) -> None:
    cell = parse_cell(text)
    load = {"payload": Payload("box", (0.1, 0.2, 0.3), 4.0), "grips": (Grip(0.5, 1.5),)}
    document = change_robot(cell.document, "arm", opening=1.0, start=2.5, hidden=True, **load)
    saved = save_cell(tmp_path / "cell.rvs", replace(cell, document=document))
    assert arm(saved).payload == load["payload"]
    assert arm(saved).grips == load["grips"]
    assert arm(saved).opening == 1.0
    assert ("file = puma560" in saved.text) == (text == REFERENCE)
    assert arm(saved).hidden
    bare = change_robot(saved.document, "arm", payload=None, grips=(), opening=0.6, start=0)
    again = save_cell(tmp_path / "cell.rvs", replace(saved, document=bare))
    assert "payload" not in again.text
    assert "grips" not in again.text
    assert "start = 0 " in again.text


def test_a_library_tool_comes_with_its_body() -> None:
    placed = arm(parse_cell(f'robot "arm" {{ EndEffector = gripper {ARM} }}'))
    assert placed.effector is not None
    assert placed.effector.name == "gripper"


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("payload = box  payload_mass = -1", "between"),
        ("payload = box  payload_size = [ 1, 2 ]", "3 numbers"),
        ("payload = box  grips = [ 3, 2 ]", "not after"),
        ("payload = box  grips = [ 1, 3, 2, 5 ]", "no release between"),
        ("opening = 2", "between"),
        ("start = -1", "between"),
    ],
)
def test_bad_loads_are_told(entry: str, words: str) -> None:
    with pytest.raises(FileErrors) as failure:
        parse_cell(f'robot "arm" {{ {entry} {ARM} }}')
    assert words in str(failure.value)


@pytest.mark.parametrize("word", ["yes", "true", "on", "no", "false", "off"])
def test_a_flag_keeps_the_word_it_is_spelled_with(word: str) -> None:
    text = f'robot "arm" {{ file = puma560 hidden = {word} }}\nview {{ shadow = {word} }}\n'
    cell = parse_cell(text)
    assert cell_text(cell) == text
    robots = tuple(replace(one, hidden=not one.hidden) for one in cell.document.robots)
    turned = replace(cell, document=replace(cell.document, robots=robots))
    other = "no" if arm(cell).hidden else "yes"
    assert cell_text(turned) == text.replace(f"hidden = {word}", f"hidden = {other}")


def test_a_payload_whose_model_is_not_here_is_odd_and_stays() -> None:
    text = CELL.replace("cylinder", "anvil")
    cell = parse_cell(text)
    assert any("there is no payload 'anvil'" in one.message for one in cell.warnings)
    assert arm(cell).payload.kind == "anvil"
    assert cell_text(cell) == text
