"""How far bodies are apart, in words that hold for every length."""

import pytest

from rvs.collision.words import apart_words
from rvs.model.numbers.quantities import UNITS, shown_short


@pytest.mark.parametrize(
    ("distance", "words"),
    [
        (0.25, "0.25 m apart"),
        (-0.02, "0.02 m deep"),
        (0.0, "touching"),
        (1e-7, "touching"),
        (-2e-5, "less than 0.0001 m deep"),
        (2e-5, "less than 0.0001 m apart"),
    ],
)
def test_no_distance_is_written_as_nothing(distance: float, words: str) -> None:
    assert apart_words(distance, lambda length: shown_short(length, UNITS["m"])) == words
