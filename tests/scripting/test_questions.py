"""Every question: defaults are the same in scripts, on the command line and in the window."""

import argparse
import inspect
import sys
from pathlib import Path

import pytest

import rvs
from rvs.cli import COMMANDS, command_of
from rvs.commands.asking import _given, option
from rvs.engine.errors import ArgumentError
from rvs.fields.field import abouts, asked, described, settle
from rvs.scripting.plain import same
from rvs.scripting.subjects import cell_of
from rvs.value_class import dataclass

from ..alone import robot_alone

QUESTIONS = {name: command_of(name) for name, home in COMMANDS.items() if ":" in home}


def defaults(kind) -> dict:
    return {one.name: one.default for one, _ in described(kind)}


def parsed(asking, *words: str):
    """A question as a command line without and with options says it."""
    parser = argparse.ArgumentParser()
    asking.add_arguments(parser)
    output = ["-o", "x"] * asking.kind.files
    options = parser.parse_args(["puma560", *output, *words])
    architecture, placed = robot_alone("puma560")
    return asking.kind(**_given(asking.kind, options, cell_of(placed), architecture))


@pytest.mark.parametrize("name", QUESTIONS)
def test_defaults_cannot_differ(name: str) -> None:
    """The fields of the window: tests/ui/test_default_fields.py."""
    asking = QUESTIONS[name]
    usual = defaults(asking.kind)
    assert usual
    signature = inspect.signature(getattr(rvs, asking.kind.called)).parameters
    named = {one for one, about in abouts(asking.kind).items() if about.kind != "fields"}
    assert {one: signature[one].default for one in named} == {one: usual[one] for one in named}
    assert set(signature) == {*usual, "what", "robot"}
    for question in (asking.kind(), parsed(asking)):
        for one, value in usual.items():
            assert same(getattr(question, one), value), one
        assert question.said == {}


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_field_says_what_it_is_everywhere(name: str) -> None:
    kind = QUESTIONS[name].kind
    parser = argparse.ArgumentParser()
    QUESTIONS[name].add_arguments(parser)
    options, words = parser.format_help(), inspect.getdoc(getattr(rvs, kind.called))
    for one, about in abouts(kind).items():
        assert about.says[0].isupper(), one
        assert not about.says.endswith("."), one
        assert f"\n    {one}: {about.says.split('``')[0][:30]}" in words
        for inner, of in (abouts(about.of) if about.of else {one: about}).items():
            shown = option(inner, of)
            assert (f"--no-{shown[2:]}" if getattr(kind, inner, None) is True else shown) in options


def test_tables_of_the_manual_are_those_of_the_questions(project_root: Path, monkeypatch) -> None:
    monkeypatch.setattr(sys, "path", [str(project_root / "tools"), *sys.path])
    import formats

    assert set(formats.questions()) == set(QUESTIONS)
    pages = [path.read_text("utf-8") for path in (project_root / "docs").rglob("*.md")]
    for name in QUESTIONS:
        assert any(f"<!-- options: {name} -->\n| option" in page for page in pages), name
    for page in pages:
        assert formats.written(page) == page


def test_what_is_given_is_read_by_unit_and_kind() -> None:
    asking = QUESTIONS["simulate"]
    question = parsed(asking, "--no-friction", "--lock=1 3", "--stop", "never", "--gain", "kp=4",
                      "--push=0 0 -5", "--stiffness=2000", "--step=90 0 0 0 0 0")  # fmt: skip
    said = question.said
    assert said.pop("goal")[0] == pytest.approx(1.5707963)
    assert said.pop("springs").stiffness == 2000.0
    assert said == {
        "friction": False, "locked": (0, 2), "stop": (), "gains": {"kp": 4.0},
        "push": (0.0, 0.0, -5.0),
    }  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Sample:
    """A value with one field of each kind that is checked."""

    part: float = asked(0.5, "Take this part", least=0.0, below=1.0)
    time: float = asked(1.0, "Wait so long", unit="s", above=0.0)
    mass: float = asked(0.0, "Carry this", unit="kg", least=0.0, most=10.0)
    force: tuple | None = asked(None, "Push", kind="numbers", size=3)
    way: str = asked("up", "Go there", choices={"up": "Up", "down": "Down"})
    ways: tuple = asked(("up",), "Go there", choices={"up": "Up", "down": "Down"})

    def __post_init__(self) -> None:
        settle(self)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"part": 1.0}, "part: expected 0 or more, below 1, got 1"),
        ({"time": 0.0}, "time: expected more than 0 s, got 0"),
        ({"mass": 11.0}, "mass: expected 0 to 10 kg, got 11"),
        ({"mass": float("nan")}, "mass: expected a number, got nan"),
        ({"mass": "heavy"}, "mass: expected a number, got 'heavy'"),
        ({"force": (1.0, 2.0)}, "force: expected 3 numbers"),
        ({"way": "left"}, "way: 'left' is not one of up, down"),
        ({"ways": ["up", "left"]}, "ways: 'left' is not one of up, down"),
    ],
)
def test_what_a_field_can_not_have_is_refused_in_one_wording(given: dict, words: str) -> None:
    with pytest.raises(ArgumentError, match=words.replace("(", r"\(")):
        Sample(**given)


def test_values_are_kept_in_one_form() -> None:
    made = Sample(ways="down", force=[1, 2, 3])
    assert made.ways == ("down",)
    assert made.force == (1.0, 2.0, 3.0)
