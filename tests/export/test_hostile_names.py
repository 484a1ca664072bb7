"""Names are data: whatever a robot or a thing is called, files of every format stay whole."""

import csv
import io
import re
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rvs.export.formats.drawing import Drawing, Group, Run, Text
from rvs.export.formats.latex import overlay
from rvs.export.formats.write import encoded
from rvs.export.report.flowables import escaped
from rvs.export.tables.table import Table
from rvs.export.tables.write import table_text
from rvs.model.text_fallback import legible
from rvs.scene.fonts.written import in_fonts, visual
from tests.examples import examples

BLACK = (0.0, 0.0, 0.0, 1.0)
NAMES = [
    'a<b>&"c"\'d',
    "back\\slash{}%$#_^~",
    "(paren) )( \\",
    "two\nlines\r\n\ttab",
    "\0\x01\x1b\x7f",
    "\u202eשלום\u202c مرحبا",
    "long " * 40,
    "half \ud800",
    "\ufffe\uffff",
    "日本語",
    "<b>bold</b><img src=x>",
    "&amp; ]]> <!--",
    "%PDF\n%%EOF",
    "A–B −3",
    "| pipe | `code` *star* [x](y)",
    "\u2028\u2029\x85",
]
names = st.sampled_from(NAMES) | st.text(st.characters(), max_size=30)


def drawing(name: str) -> Drawing:
    text = Text((Run(5.0, 20.0, name, 10.0),), BLACK, anchor="start")
    part = Group(name, (Group(f"in {name}", (text,)),))
    return Drawing(0.0, 0.0, 100.0, 50.0, 0.84, (part,), title=name)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", ["font", "paths"])
def test_a_figure_is_whole_whatever_its_labels_say(name: str, text: str) -> None:
    for suffix in (".svg", ".pdf", ".eps", ".ps"):
        data = encoded(drawing(name), suffix, text)
        assert len(data) > 200
        if suffix in (".eps", ".ps"):
            head = data.decode("latin-1").split("%%EndComments")[0]
            assert all(line.startswith("%") for line in head.strip().split("\n")), head


@pytest.mark.property
@examples(40)
@given(names)
@example("half \ud800")
def test_an_svg_says_the_name(name: str) -> None:
    root = ElementTree.fromstring(encoded(drawing(name), ".svg", "paths"))
    assert (root.findtext("{*}title") or "") == legible(name)


@pytest.mark.property
@given(names)
def test_tables_keep_their_rows_and_columns(name: str) -> None:
    table = Table(name, ("name", "x"), ((name, "−1.5"), ("b", "–")), "lr", (name,))
    rows = list(csv.reader(io.StringIO(table_text([table], ".csv"), newline="")))
    # What a spreadsheet would take for a formula stands behind an apostrophe.
    rows[1][0] = re.sub(r"^'(?=['=+\-@\t\r])", "", rows[1][0])
    assert rows == [["name", "x"], [legible(name), "-1.5"], ["b", ""]]
    lines = [line for line in table_text([table], ".md").split("\n") if line.startswith("| ")]
    assert [len(re.split(r"(?<!\\)\|", line.replace("\\\\", ""))) for line in lines] == [4] * 4
    table_text([table], ".tex").encode()


@pytest.mark.property
@given(names)
def test_latex_takes_the_name_for_letters(name: str) -> None:
    words = overlay(drawing(name), "x.pdf")
    words.encode()
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", words)
    plain = re.sub(r"\\[#$%&_{}]", "", words)
    (label,) = (line for line in plain.split("\n") if "makebox" in line)
    assert not re.search(r"[#&]", label)
    assert plain.count("{") == plain.count("}")


@pytest.mark.property
@given(names)
def test_paragraphs_of_reports_take_the_name_for_letters(name: str) -> None:
    read = "".join(ElementTree.fromstring(f"<p>{escaped(name)}</p>").itertext())
    parts = in_fonts(legible(name))
    assert read == "".join(visual(words, False, font) for words, font in parts)
