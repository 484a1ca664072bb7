"""Sentences in other languages: catalogues, values, plural forms, and how little English costs."""

import logging
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from rvs import words
from rvs.words import catalogues, plural, tr, use_catalogue

from .programs import python

ROOT = Path(__file__).parents[1]
# Polish has three forms for numbers: of 1, of 2 to 4, and of 5; the rule is that of GNU gettext.
POLISH = {
    "": "Content-Type: text/plain; charset=UTF-8\n"
    "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && "
    "(n%100<10 || n%100>=20) ? 1 : 2);\n",
    "Robot": "Robot po polsku",
    "{robot} to {place}": "do {place}: {robot}",
    "Saved {path}": "Zapisano {file}",
    "{n} robot\0{n} robots": "{n} robot\0{n} roboty\0{n} robotów",
}


def catalogue_tool() -> ModuleType:
    spec = spec_from_file_location("catalogue", ROOT / "tools" / "catalogue.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TOOL = catalogue_tool()


@pytest.fixture
def polish(tmp_path):
    path = tmp_path / "pl.mo"
    path.write_bytes(TOOL.compiled(POLISH.items()))
    use_catalogue(path)
    yield path
    use_catalogue(None)


def test_english_is_what_is_written() -> None:
    assert tr("Robot") == "Robot"
    assert tr("{") == "{"
    assert tr("{part:.0%} of {n}", 0.5, 3) == "50% of 3"
    assert [plural("{n} robot", "{n} robots", n) for n in (0, 1, 2)] == [
        *("0 robots", "1 robot", "2 robots"),
    ]
    assert plural("{n} {kind}", "{n} {kind}s", 2, "arm") == "2 arms"


def test_values_are_as_many_as_the_sentence_names() -> None:
    for values in (("a",), ("a", "b", "c")):
        with pytest.raises(ValueError, match="argument"):
            tr("{robot} to {place}", *values)


def test_translations_order_values_and_count_in_their_own_forms(polish) -> None:
    assert tr("Robot") == "Robot po polsku"
    assert tr("Unknown") == "Unknown"
    assert tr("") == ""
    assert tr("{robot} to {place}", "puma", "stół") == "do stół: puma"
    forms = [plural("{n} robot", "{n} robots", n) for n in (1, 2, 5, 12, 22)]
    assert forms == ["1 robot", "2 roboty", "5 robotów", "12 robotów", "22 roboty"]


def test_a_translation_with_other_values_is_not_used(polish, caplog) -> None:
    with caplog.at_level(logging.WARNING):
        assert tr("Saved {path}", "a.arch") == "Saved a.arch"
    assert "'Saved {path}' has other fields" in caplog.text


def test_the_folder_of_the_user_comes_first(tmp_path) -> None:
    for folder, names in (("own", ["de", "pt_BR"]), ("rvs", ["de", "fr", "rvs", "x.y"])):
        (tmp_path / folder).mkdir()
        for name in names:
            (tmp_path / folder / f"{name}.mo").touch()
    found = catalogues((tmp_path / "own", tmp_path / "rvs", tmp_path / "missing"))
    assert {code: path.parent.name for code, path in found.items()} == {
        "de": "own",
        "pt_BR": "own",
        "fr": "rvs",
        "rvs": "rvs",
    }


@pytest.mark.parametrize("content", [b"", b"no catalogue", b"\xde\x12\x04\x95\0\0\0\0\1\0\0\0"])
def test_a_file_that_is_no_catalogue_is_refused(tmp_path, content) -> None:
    path = tmp_path / "de.mo"
    path.write_bytes(content)
    with pytest.raises(OSError, match="expected a catalogue of gettext"):
        use_catalogue(path)
    assert words._translated is None


def test_english_loads_no_catalogues() -> None:
    script = "import sys, rvs.cli, rvs.words; rvs.words.tr('a'); print('gettext' in sys.modules)"
    loaded = python("-c", script)
    alone = python("-c", "import sys, argparse; print('gettext' in sys.modules)")
    # The parser of arguments has its own use for it.
    assert loaded.stdout == alone.stdout, loaded.stderr


def test_the_catalogue_is_of_now() -> None:
    written = TOOL.PAGE.read_text(encoding="utf-8")
    assert written == TOOL.catalogue(), "run python tools/catalogue.py"


def test_sentences_of_all_kinds_are_in_the_catalogue() -> None:
    text = TOOL.PAGE.read_text(encoding="utf-8")
    for one in (
        *('"New robot…"', '"&File"', '"{robot}: {reason}; its automatic body is shown"'),
        *('"{n} solution"', '"{n} solutions"', '"Include viscous and Coulomb friction"'),
    ):
        assert one in text
    for key in ('"puma560"', "QLabel {", '"Ctrl+N"', '"rvs:'):
        assert f"msgid {key}" not in text


def test_every_call_has_the_values_of_its_sentence() -> None:
    """Each sentence of a call is a literal, and has as many fields as the call has values."""
    assert TOOL.wrong_calls() == []
