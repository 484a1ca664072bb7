"""Choices that files of robots leave open."""

from pathlib import Path
from typing import Any

import pytest

from rvs.engine.errors import ArgumentError
from rvs.model.robots.imported import USUAL, Choices


def test_choices_say_what_is_not_the_usual_and_are_made_of_that_again(tmp_path: Path) -> None:
    assert USUAL.said == {}
    made = Choices.of({"b": True, "a": 0.5}, [str(tmp_path)], tip="hand", zeros=True)
    assert made.args == (("a", "0.5"), ("b", "true"))
    assert made.said["args"] == {"a": "0.5", "b": "true"}
    assert Choices.of(**made.said) == made
    assert hash(made) == hash(Choices.of(**made.said))
    assert Choices.of(allow=str(tmp_path)) == Choices.of(allow=[str(tmp_path)] * 2)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"args": "x=y"}, "args: expected values by their names"),
        ({"args": ["x"]}, "args: expected values by their names"),
        ({"allow": 5}, "allow: expected texts"),
        ({"tips": [1]}, "tips: expected texts"),
        ({"root": 5}, "root: expected a text, got 5"),
        ({"robot": 7}, "robot: expected a text"),
        ({"snap": "a"}, "snap: expected a number"),
        ({"snap": float("nan")}, "snap: expected radians from 0 to"),
        ({"snap": -0.001}, "snap: expected radians from 0 to"),
        ({"zeros": "yes"}, "zeros: expected True or False"),
    ],
)
def test_what_is_no_choice_is_named(said: dict[str, Any], words: str) -> None:
    with pytest.raises(ArgumentError, match=words):
        Choices.of(**said)


def test_one_link_or_folder_stands_for_a_list(tmp_path: Path) -> None:
    assert Choices.of(tips="left").tips == ("left",)
    assert Choices.of(allow=tmp_path).allow == (str(tmp_path),)


def test_a_convention_that_is_none_is_refused() -> None:
    with pytest.raises(ArgumentError, match="convention: expected standard or modified"):
        Choices.of(convention="craig")
