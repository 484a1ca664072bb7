"""Choices that files of robots leave open."""

from pathlib import Path

import pytest

from rvs.engine.errors import ArgumentError
from rvs.model.robots.choices import USUAL, Choices


def test_choices_say_what_is_not_the_usual_and_are_made_of_that_again(tmp_path: Path) -> None:
    assert USUAL.said == {}
    made = Choices.of({"b": True, "a": 0.5}, [str(tmp_path)], tip="hand", zeros=True)
    assert made.args == (("a", "0.5"), ("b", "true"))
    assert made.said["args"] == {"a": "0.5", "b": "true"}
    assert Choices.of(**made.said) == made
    assert hash(made) == hash(Choices.of(**made.said))
    assert Choices.of(allow=str(tmp_path)) == Choices.of(allow=[str(tmp_path)] * 2)


def test_a_convention_that_is_none_is_refused() -> None:
    with pytest.raises(ArgumentError, match="convention: expected standard or modified"):
        Choices.of(convention="craig")
