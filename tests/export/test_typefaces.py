"""Fonts in figures: found by family, embedded as TrueType, kept out where a licence says so."""

import io
import re
import unicodedata
from pathlib import Path

import numpy as np
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from reportlab.platypus import Paragraph, SimpleDocTemplate

from rvs.engine.errors import ArgumentError
from rvs.export.formats.drawing import Drawing, Fill, Group, Run, Text
from rvs.export.formats.fonts import face
from rvs.export.formats.text_paths import outlines
from rvs.export.formats.write import encoded, lettered
from rvs.export.lettering import Type, letters, text_width
from rvs.export.report import flowables
from rvs.export.tables.table import Table
from rvs.export.visibility.sheet import Sheet
from rvs.gl.text import Lettering, sprite
from rvs.model.views.view import Camera
from rvs.scene.fonts import SANS, SERIF, families, written
from rvs.scene.fonts.measure import letter_sizes, words_width
from rvs.scene.fonts.written import in_fonts, lacking, letters_of, visual
from rvs.scene.items import Label

INK = (0.0, 0.0, 0.0, 1.0)
WIDE, HIGH = 600, 700


def box(pen) -> None:
    pen.moveTo((50, 0))
    pen.lineTo((50, HIGH))
    pen.lineTo((WIDE - 50, HIGH))
    pen.lineTo((WIDE - 50, 0))
    pen.closePath()


def arch(pen) -> None:
    pen.moveTo((50, 0))
    pen.curveTo((50, HIGH), (WIDE - 50, HIGH), (WIDE - 50, 0))
    pen.closePath()


def made_font(
    path: Path,
    family: str,
    weight: int = 400,
    cubic: bool = False,
    fstype: int = 0,
    letters: str = "AX",
):
    letter_names = {ord(letter): f"u{ord(letter):04X}" for letter in letters}
    if letters == "AX":
        letter_names = {ord("A"): "A", ord("X"): "X"}
    names = [".notdef", *letter_names.values()]
    builder = FontBuilder(1000, isTTF=not cubic)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap(letter_names)
    if cubic:
        shapes = {}
        for name in names:
            pen = T2CharStringPen(WIDE, None)
            (arch if name == "A" else box)(pen)
            shapes[name] = pen.getCharString()
        builder.setupCFF(family.replace(" ", ""), {}, shapes, {})
    else:
        shapes = {}
        for name in names:
            pen = TTGlyphPen(None)
            box(pen)
            shapes[name] = pen.glyph()
        builder.setupGlyf(shapes)
    builder.setupHorizontalMetrics(dict.fromkeys(names, (WIDE, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    plain = family.replace(" ", "")
    style = "Bold" if weight > 600 else "Regular"
    builder.setupNameTable({"familyName": family, "styleName": style, "psName": plain})
    builder.setupOS2(usWeightClass=weight, fsType=fstype, sCapHeight=HIGH)
    builder.setupPost()
    path.parent.mkdir(parents=True, exist_ok=True)
    builder.save(path)


@pytest.fixture
def fonts(tmp_path, monkeypatch):
    """A folder of fonts in the place of the system's."""
    folder = tmp_path / "fonts"
    folder.mkdir()
    monkeypatch.setattr(families, "folders", lambda: [folder])
    forget_fonts()
    yield folder
    forget_fonts()


def forget_fonts() -> None:
    for known in (families.installed, written.in_fonts, written.letters_of, written._elsewhere):
        known.cache_clear()
    written._told.clear()


def test_families_are_found_by_name_whatever_its_case(fonts):
    made_font(fonts / "deep" / "one.ttf", "Test Roman")
    made_font(fonts / "two.otf", "Test Roman", 700, cubic=True)
    (fonts / "broken.ttf").write_bytes(b"no font at all")
    found = families.family("test roman")
    assert (found.regular.path.name, found.bold.path.name) == ("one.ttf", "two.otf")
    assert families.family_names() == [SANS, SERIF, "Test Roman"]
    with pytest.raises(ArgumentError, match="did you mean Test Roman"):
        families.family("Test Romann")


def test_a_family_without_a_bold_face_is_bold_by_its_regular_one(fonts):
    made_font(fonts / "one.ttf", "Thin")
    assert families.family("Thin").bold == families.family("Thin").regular


def test_the_programs_own_fonts_need_no_system(fonts):
    for name in ("", SANS, SERIF):
        assert families.family(name).regular.path.is_file()
    letters_ = {ord(letter) for letter in "aαθ°−0"}
    assert letters_ <= set(families.family(SERIF).regular.open().getBestCmap())


def test_cubic_outlines_are_embedded_as_quadratic_ones(fonts):
    made_font(fonts / "two.otf", "Cubic", cubic=True)
    made = face(("Cubic", False), "A")
    font = TTFont(io.BytesIO(made.data))
    assert "glyf" in font
    assert "CFF " not in font
    glyph = font["glyf"][font.getBestCmap()[ord("A")]]
    points = np.array(glyph.getCoordinates(font["glyf"])[0])
    assert points[:, 0].min() == 50
    assert points[:, 0].max() == WIDE - 50
    assert made.widths["A"] == pytest.approx(WIDE)
    # the top of the arch, three quarters of its control points' height
    (fill,) = outlines(Text((Run(0.0, 0.0, "A", 1000.0, "Cubic"),), INK))
    assert -fill.rings[0][:, 1].min() == pytest.approx(0.75 * HIGH, rel=0.02)


@pytest.mark.parametrize(
    ("bits", "may"), [(0, True), (4, True), (8, True), (2, False), (512, False)]
)
def test_a_licence_may_keep_letters_out_of_files(fonts, bits, may):
    made_font(fonts / "one.ttf", "Guarded", fstype=bits)
    if may:
        assert face(("Guarded", False), "A").data
        return
    with pytest.raises(ArgumentError, match="licence of Guarded"):
        face(("Guarded", False), "A")
    # outlines are shapes, not a font
    assert list(outlines(Text((Run(0.0, 0.0, "X", 10.0, "Guarded"),), INK)))


def test_a_font_that_may_not_be_cut_down_is_embedded_whole(fonts):
    made_font(fonts / "one.ttf", "Whole", fstype=0x0100)
    made_font(fonts / "two.ttf", "Parts")
    whole, part = (face((name, False), "A") for name in ("Whole", "Parts"))
    assert "X" in TTFont(io.BytesIO(whole.data)).getGlyphOrder()
    assert "X" not in TTFont(io.BytesIO(part.data)).getGlyphOrder()


def test_missing_letters_are_the_programs_and_indices_small_digits(fonts):
    made_font(fonts / "one.ttf", "Few")
    sheet = Sheet(Camera(), 400.0, 300.0)
    label = Label("Aα", np.array([0.0, 0.0, 0.5]), INK, INK, bold=False)
    (text,) = letters([label], sheet, how=Type("Few")).texts.values()
    assert [(run.words, run.font) for run in text.runs] == [("A", "Few"), ("α", "")]
    assert text.width == pytest.approx(
        text_width("A", 17.0, family="Few") + text_width("α", 17.0), rel=1e-6
    )
    index = Label("a₂", np.array([0.0, 0.0, 0.5]), INK, INK, bold=False)
    (text,) = letters([index], sheet, how=Type(SERIF)).texts.values()
    assert [run.words for run in text.runs] == ["a", "2"]
    assert text.runs[1].size < text.runs[0].size
    assert text.runs[1].y > text.runs[0].y


def test_a_font_that_has_changed_is_cut_again(fonts):
    made_font(fonts / "own.ttf", "Own", 400)
    before = face(("Own", False), "A")
    assert face(("Own", False), "A").data == before.data
    made_font(fonts / "own.ttf", "Own", 400, cubic=True)
    families.installed.cache_clear()
    assert face(("Own", False), "A").data != before.data


def test_letters_nobody_has_are_taken_from_a_font_of_the_system(fonts):
    made_font(fonts / "one.ttf", "Far East", letters="六轴")
    made_font(fonts / "two.ttf", "Guarded", fstype=2, letters="六轴臂")
    far = "Far East"
    assert in_fonts("arm 六 轴θ") == (
        ("arm ", ""), ("六", far), (" ", ""), ("轴", far), ("θ", "")
    )  # fmt: skip
    text = Text((Run(3.0, 0.0, "a六b", 10.0),), INK)
    assert [(run.words, run.font) for run in text.runs] == [
        ("a", ""),
        ("六", "Far East"),
        ("b", ""),
    ]
    # what follows stands behind what is that wide
    assert text.runs[2].x == pytest.approx(text.runs[1].x + 10.0 * WIDE / 1000)
    assert text_width("a六b", 10.0) == pytest.approx(text_width("ab", 10.0) + 10.0 * WIDE / 1000)


@pytest.mark.parametrize("suffix", [".pdf", ".svg", ".ps", ".eps"])
def test_every_writer_embeds_the_font_that_has_the_letters(fonts, suffix):
    made_font(fonts / "one.ttf", "Far East", letters="六轴")
    text = Text((Run(5.0, 20.0, "a六轴", 10.0),), INK, halo=INK, rim=1.0)
    drawing = Drawing(0.0, 0.0, 60.0, 30.0, 1.0, (Group("六", (text,)),))
    content = encoded(drawing, suffix)
    assert b"FarEast" in content or b"Far East" in content
    assert drawing.lacking == ""
    outlined = lettered(drawing, "paths")
    (letters_,) = (mark for mark in outlined.marks() if isinstance(mark, Fill))
    # two rings of an a, and one of each box of the font above; the program's own boxes have two
    assert len(letters_.rings) == 4


@pytest.mark.parametrize("cubic", [False, True])
def test_reports_hold_the_font_that_has_the_letters(fonts, cubic):
    # names of its own: what pages know stays known
    name = f"Report {cubic}"
    made_font(fonts / "one.otf", name, cubic=cubic, letters="六轴")
    flowables.embed_fonts()
    style = flowables.text_style("plain", 10.0)
    numbers = Table("arm", ("name", "n"), (("轴 < 2", "1"),), "lr")
    stream = io.BytesIO()
    parts = [Paragraph(f"<b>{flowables.escaped('a六 & b')}</b>", style)]
    parts += flowables.number_tables(numbers, 8.0, 400.0)
    SimpleDocTemplate(stream, pageCompression=0).build(parts)
    fonts_in = set(re.findall(rb"/FontName /[A-Z]{6}\+(\S+)", stream.getvalue()))
    assert fonts_in == {b"DejaVuSans", b"DejaVuSans-Bold", name.replace(" ", "").encode()}
    assert flowables.escaped("a<b") == "a&lt;b"


def test_labels_of_the_screen_have_the_letters(fonts):
    before = sprite(Lettering("六", "", 40, 30, True, 1.0)).cover
    forget_fonts()
    sprite.cache_clear()
    made_font(fonts / "one.ttf", "Far East", letters="六轴")
    label = Label("六", np.zeros(3), INK, INK)
    assert not np.array_equal(sprite(Lettering("六", "", 40, 30, True, 1.0)).cover, before)
    size = letter_sizes(label, 1.0)[0]
    assert words_width("六", True, size) == pytest.approx(size * WIDE / 1000, abs=0.51)
    sprite.cache_clear()


def test_what_no_font_has_is_named_once(fonts, caplog):
    text = Text((Run(0.0, 0.0, "六轴 🤖 arm", 10.0),), INK)
    drawing = Drawing(0.0, 0.0, 60.0, 30.0, 1.0, (Group("", (text,)),))
    words = "no font of this system has the letters 六 (U+516D), 轴 (U+8F74), 🤖 (U+1F916)"
    assert drawing.lacking.startswith(words)
    text_width("轴六", 10.0, bold=True)
    (told,) = caplog.messages
    assert told.startswith(words)
    assert lacking(["arm θ₁ – é", "\u200d\ufe0f"]) == ""


def test_scripts_with_rules_that_are_not_known_are_named(fonts):
    made_font(fonts / "one.ttf", "India", letters="नम")
    assert lacking(["नम"]) == (
        "letters are drawn one by one, not joined as their script is: न (U+0928), म (U+092E)"
    )


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("arm θ₁", "arm θ₁"),
        ("abc \u05d0\u05d1 (12.5) x", "abc (12.5) \u05d1\u05d0 x"),
        # beh, alone, and at the ends and in the middle
        ("\u0628 \u0628\u0628\u0628", "\ufe90\ufe92\ufe91 \ufe8f"),
        # alef does not join what follows; lam and alef become one
        ("\u0628\u0627\u0628", "\ufe8f\ufe8e\ufe91"),
        ("\u0628\u0644\u0627", "\ufefc\ufe91"),
        ("\u0644\u0627", "\ufefb"),
        # a mark stays behind its letter, and lets it join
        ("\u0628\u064e\u0628", "\ufe90\ufe91\u064e"),
    ],
)
def test_words_from_right_to_left_are_joined_and_turned(words, shown):
    assert visual(words) == shown


def test_letters_that_are_taken_for_the_programs_own_are():
    codes = [code for code in range(0x10000) if written.OWN.fullmatch(chr(code))]
    known = [code for code in codes if unicodedata.category(chr(code)) not in ("Cn", "Cc", "Cf")]
    for bold in (False, True):
        assert set(known) <= letters_of(bold)
