"""First results for a few letters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.ui.palette import rank
from rvs.ui.palette.rank import Row, fit, fit_row, order

letters = st.text(alphabet="abcdeë 1", min_size=1, max_size=12)
query = st.text(alphabet="abcde", min_size=1, max_size=5)


def titles(text: str, *names: str, recent=()) -> list[str]:
    return [names[i] for i, _ in order(text, [Row(name, name) for name in names], recent)]


def test_the_kinds_of_fit_follow_each_other() -> None:
    worst_first = (
        "a sunken rope in vain",
        "grasping",
        "Store posture now",
        "my sp",
        "sp of mine",
        "sp",
    )
    assert titles("sp", *worst_first) == list(reversed(worst_first))
    assert [fit("sp", name).tier for name in worst_first] == [5, 4, 3, 2, 1, 0]


def test_an_exact_beginning_beats_scattered_letters() -> None:
    assert titles("play", "Parallel array", "Play or pause") == ["Play or pause", "Parallel array"]


def test_words_may_come_in_any_order_and_case() -> None:
    assert fit("ROBOT new", "New robot").tier == rank.WORD
    assert fit("new robot", "New robot").tier == rank.WHOLE
    assert fit("new plane", "New robot") is None


def test_hyphens_alone_are_no_word() -> None:
    assert titles("-", "Play", "Stop") == titles("", "Play", "Stop") == ["Play", "Stop"]


def test_short_titles_come_first_and_then_the_given_order() -> None:
    assert titles("save", "Save robot as", "Save robot") == ["Save robot", "Save robot as"]
    assert titles("a", "ab", "ac") == ["ab", "ac"]


def test_what_was_used_last_comes_first_where_fits_are_alike() -> None:
    assert titles("", "a", "b", "c", recent=("c", "b")) == ["c", "b", "a"]
    assert titles("save", "Save robot", "Save cell", recent=("Save cell",))[0] == "Save cell"
    assert titles("save r", "Save robot", "Save cell r", recent=("Save cell r",))[0] == "Save robot"


def test_what_is_wanted_less_often_comes_later() -> None:
    rows = [Row("help", "Trace", weight=1.0), Row("action", "Trajectory")]
    assert [rows[i].id for i, _ in order("tra", rows)] == ["action", "help"]


def test_more_words_aside_fit_less_well_than_the_title() -> None:
    assert fit_row("theme", "Dark", "View ▸ Theme").tier == rank.ASIDE
    assert fit_row("dark theme", "Dark", "View ▸ Theme").places == (0, 1, 2, 3)
    assert fit_row("zzz", "Dark", "View ▸ Theme") is None
    assert fit_row("", "Dark", "View ▸ Theme") is not None


def test_a_row_may_be_held_back_and_a_short_word_beside_others_is_whole() -> None:
    rows = [Row("help", "motor", best=rank.ASIDE, weight=1.0), Row("drives", "D", also="motor")]
    assert [rows[i].id for i, _ in order("motor", rows)] == ["drives", "help"]
    assert fit_row("of mass", "Table", "", "offset mass") is None
    assert fit_row("of", "Table", "", "offset mass") is not None


def test_a_place_in_the_title_counts_more_than_any_aside() -> None:
    rows = [Row("aside", "Copy table", "Robot"), Row("title", "A much longer robot", also="copy")]
    assert [rows[i].id for i, _ in order("copy robot", rows)] == ["title", "aside"]


def test_american_spellings_find_british_words() -> None:
    for typed, said in (
        ("center of mass", "Centres of mass"), ("millimeter", "Millimetres"),
        ("gray", "Grey"), ("color", "Colour"), ("optimize", "Optimise"), ("My color", "my color"),
        ("parameters", "DH parameters"), ("size", "Size"), ("catalogs", "Catalogs"),
    ):  # fmt: skip
        assert [i for i, how in order(typed, [Row("a", said)]) if how.tier <= rank.ASIDE], typed


def test_digits_begin_words_too() -> None:
    assert fit("560", "PUMA560").tier == rank.WORD


@pytest.mark.property
@given(query, letters)
def test_it_fits_when_the_letters_stand_there_in_order(wanted: str, said: str) -> None:
    rest = iter(said)
    stands = all(letter in rest for letter in wanted)
    assert (fit(wanted, said) is not None) == stands


@pytest.mark.property
@given(query, letters)
def test_the_places_are_those_of_the_letters(wanted: str, said: str) -> None:
    found = fit(wanted, said)
    if found is not None:
        assert "".join(said[place] for place in found.places) == wanted


@pytest.mark.property
@given(query, letters, letters)
def test_a_beginning_beats_whatever_does_not_have_the_word(
    wanted: str, rest: str, other: str
) -> None:
    begun, found = fit(wanted, wanted + rest), fit(wanted, other)
    assert begun is not None
    if found is not None and not other.startswith(wanted):
        assert begun < found


@pytest.mark.property
@given(letters, letters)
def test_less_typed_fits_whatever_more_typed_fits(wanted: str, said: str) -> None:
    if fit(wanted, said) is not None:
        assert fit(wanted[:-1], said) is not None


@pytest.mark.property
@given(query, letters)
def test_case_does_not_matter(wanted: str, said: str) -> None:
    lower, upper = fit(wanted, said), fit(wanted.upper(), said)
    assert (lower is None) == (upper is None)
    assert lower is None or lower == upper
