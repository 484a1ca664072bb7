"""The block syntax: trees survive as text, errors have places, nothing breaks the reader."""

import string
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.files.text.errors import FileErrors
from rvs.files.text.source import MAX_BLOCK_FILE, Source, read_source
from rvs.files.text.syntax import Group, Pair, parse
from rvs.files.text.tokens import is_word, quote, unquote


def tree_of(text):
    return parse(Source("f", text))


def plain(entry):
    """Return an entry without its places."""
    if isinstance(entry, Pair):
        return ("pair", entry.key, plain(entry.value))
    if isinstance(entry, Group):
        return ("group", entry.key, entry.label, tuple(map(plain, entry.entries)))
    if entry.kind == "list":
        return ("list", tuple(map(plain, entry.items)))
    return (entry.kind, entry.text)


def faults(text):
    with pytest.raises(FileErrors) as caught:
        tree_of(text)
    return [(error.line, error.column, error.message) for error in caught.value.errors]


words = st.text(string.ascii_letters + "_äλ", min_size=1, max_size=8)
texts = st.text(max_size=12)
numbers = st.floats(allow_nan=False, allow_infinity=False).map(repr)
gaps = st.sampled_from([" ", "\n", "\r\n", "\t", " /* x = 1 } */ ", "\n\n/***{***/\n", "\r"])


@st.composite
def values(draw, depth=0):
    kind = draw(st.sampled_from(["number", "word", "text", "list"] if depth < 3 else ["number"]))
    if kind == "list":
        return ("list", tuple(draw(st.lists(values(depth + 1), max_size=3))))
    return (kind, draw({"number": numbers, "word": words, "text": texts}[kind]))


@st.composite
def entries(draw, depth=0):
    if depth < 3 and draw(st.booleans()):
        inner = tuple(draw(st.lists(entries(depth + 1), max_size=3)))
        key = draw(st.one_of(st.just(""), words))
        label = draw(texts) if key else ""
        return ("group", key, label, inner)
    return ("pair", draw(words), draw(values()))


def written(draw, entry):
    gap = draw(gaps)
    if entry[0] == "pair":
        return f"{entry[1]}{gap}={draw(gaps)}{value_text(draw, entry[2])}{draw(gaps)}"
    label = quote(entry[2]) if entry[2] else ""
    inside = "".join(written(draw, inner) for inner in entry[3])
    return f"{entry[1]} {label}{gap}{{{draw(gaps)}{inside}}}{draw(st.sampled_from([';', gap]))}"


def value_text(draw, value):
    if value[0] == "list":
        comma = draw(st.sampled_from([",", " ", ", ", ",\n"]))
        return f"[{draw(gaps)}{comma.join(value_text(draw, item) for item in value[1])}]"
    return quote(value[1]) if value[0] == "text" else value[1]


@pytest.mark.property
@given(st.data())
def test_any_tree_survives_as_text(data):
    wanted = data.draw(st.lists(entries(), max_size=4))
    text = "".join(written(data.draw, entry) for entry in wanted)
    assert list(map(plain, tree_of(text).root.entries)) == wanted


@pytest.mark.property
@given(texts)
def test_any_text_survives_its_quotes(text):
    assert unquote(quote(text)) == text
    assert len(quote(text).splitlines()) == 1


@pytest.mark.property
@given(st.text(alphabet='a1={}[],;"\\/* \n\r-.é\0\ufeff', max_size=60))
def test_any_characters_give_a_tree_or_errors_with_places(text):
    try:
        tree_of(text)
    except FileErrors as errors:
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for error in errors.errors:
            assert 1 <= error.line <= len(lines)
            assert 1 <= error.column <= len(lines[error.line - 1]) + 1


@pytest.mark.property
@given(st.binary(max_size=200))
def test_any_bytes_give_a_source_or_errors(tmp_path, data):
    path = tmp_path / "any"
    path.write_bytes(data)
    message = ""
    try:
        parse(read_source(path))
    except FileErrors as errors:
        message = str(errors)
    assert not message or str(path) in message


def test_spans_cover_what_they_name():
    text = '\ufeff/* c */ a = -1.5e3\r\nlink "x y" { b = [ 1, two ] } /* d */'
    tree = tree_of(text)
    pair, group = tree.root.entries
    assert text[pair.start : pair.end] == "a = -1.5e3"
    assert text[group.start : group.end] == 'link "x y" { b = [ 1, two ] }'
    assert text[group.body : group.close] == " b = [ 1, two ] "
    assert group.label == "x y"
    assert [text[start:end] for start, end in tree.comments] == ["/* c */", "/* d */"]
    assert tree.source.place(pair.start) == (1, 9)
    assert tree.source.place(group.start) == (2, 1)


def test_a_value_may_stand_before_a_nameless_block():
    assert [
        plain(entry) for entry in tree_of("geomtype = full /** Link 1 **/ {}").root.entries
    ] == [
        ("pair", "geomtype", ("word", "full")),
        ("group", "", "", ()),
    ]


def test_text_before_a_lost_comment_opening_is_a_comment():
    tree = tree_of('RVS "arms [1]\n*****/\na = 1')
    assert [pair.key for pair in tree.root.pairs] == ["a"]
    assert [(warning.line, warning.column) for warning in tree.warnings] == [(2, 1)]


def test_an_open_quote_hides_no_key_behind_a_comment():
    tree = tree_of('arms 12" wide */ b = 2 /* \\" */ c = 3\nd = "e"\n')
    assert [pair.key for pair in tree.root.pairs] == ["b", "c", "d"]
    assert [(warning.line, warning.column) for warning in tree.warnings] == [(1, 15)]


def test_comments_do_not_nest():
    assert faults("a = 1 /* x /* y */ z */")[0][:2] == (1, 20)


@pytest.mark.parametrize(
    ("text", "place", "part"),
    [
        ("a = \nb = 3", (2, 1), "expected a value"),
        ("a = 1 2", (1, 7), "expected a key"),
        ("a = [1, 2", (1, 5), "never closed"),
        ("a = [1\nb = 2", (1, 5), "never closed"),
        ("a = [1-2]", (1, 6), "'1-2' is not a number"),
        ("a = [1,,2]", (1, 8), "','"),
        ("a = - 3", (1, 5), "'-' is not a number"),
        ("{ a = 1", (1, 1), "never closed"),
        ("a = 1 }", (1, 7), "closes nothing"),
        ("a = 1e999", (1, 5), "too large"),
        (f"a = {'1' * 65}", (1, 5), "65 characters"),
        ('a = "x\nb = 2', (1, 5), "on the same line"),
        ('a = "\\q"', (1, 5), "not an escape"),
        ("a = 1 /* x", (1, 7), "never closed"),
        ("a = 1 */", (1, 7), "closes no comment"),
        ("foo bar = 1", (1, 1), "expected '=' or '{'"),
        ("a = 12abc", (1, 5), "'12abc' is not a number"),
        ("a = [" + "[" * 8, (1, 13), "8 deep"),
        ("{" * 17, (1, 17), "16 deep"),
        ("x" * 201, (1, 1), "at most 200"),
        ("\n\n  = 3", (3, 3), "expected a key"),
    ],
)
def test_errors_say_where_and_what(text, place, part):
    line, column, message = faults(text)[0]
    assert (line, column) == place
    assert part in message


def test_all_errors_come_at_once():
    assert [line for line, _, _ in faults("a = %\nb = 2\nc =\nd = 12x\ne = [1 }")] == [
        1,
        4,
        4,
        5,
        5,
    ]


def test_at_most_a_hundred_errors():
    assert len(faults("a = %\n" * 1000)) == 100


@pytest.mark.parametrize("name", ["a-b.c", "äö_1", "#12aB"])
def test_bare_words(name):
    assert is_word(name)
    assert plain(tree_of(f"k = {name}").root.entries[0].value) == ("word", name)


@pytest.mark.parametrize("name", ["", "1a", "a b", "a/b", "#12", "-a", "#12345678x"])
def test_other_words_need_quotes(name):
    assert not is_word(name)


@pytest.mark.parametrize(
    "unit",
    [
        "9",
        "9x",
        "a=1 ",
        "*",
        "{",
        '"',
        "/",
        "[ ",
        "x",
        "/*",
        "1.1.",
        'a = "\\',
        "\n",
        "\0",
        "*/ ",
        '"*/\\',
    ],
)
def test_a_long_text_of_anything_is_read_in_one_pass(unit):
    # Quadratic work would take hours here.
    with suppress(FileErrors):
        tree_of(unit * (300_000 // len(unit)))


def test_messages_stay_short():
    for text in ("9" * 1_000_000, "x" * 1_000_000, "%" * 1_000_000, '"' + "a" * 1_000_000):
        assert all(len(message) < 200 for _, _, message in faults(text))


def test_a_large_file_is_refused_unread(tmp_path):
    path = tmp_path / "large"
    with path.open("wb") as stream:
        stream.truncate(MAX_BLOCK_FILE + 1)
    with pytest.raises(FileErrors, match="MB large; RVS reads at most 64 MB"):
        read_source(path)


@pytest.mark.parametrize(
    ("data", "part"),
    [(b"a = 1\n\xff", ":2:1: byte 0xff"), (b"a\0b", "not a text file")],
)
def test_binary_is_refused(tmp_path, data, part):
    path = tmp_path / "binary"
    path.write_bytes(data)
    with pytest.raises(FileErrors, match=part):
        read_source(path)


def test_a_missing_file_and_a_folder_are_errors(tmp_path):
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(FileErrors) as caught:
            read_source(path)
        assert caught.value.errors[0].line == 0


def test_each_decimal_comma_is_told_as_one():
    text = "a = 0,3\nb = -12,50\n{ c = 1 , d = 2 }\n"
    with pytest.raises(FileErrors) as raised:
        parse(Source("x", text))
    assert [(one.line, one.message) for one in raised.value.errors] == [
        (1, "'0,3': expected a point in a decimal fraction, as in 0.3"),
        (2, "'-12,50': expected a point in a decimal fraction, as in -12.50"),
        (3, "',' is not expected here; expected a key"),
    ]
