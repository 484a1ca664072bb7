"""Fonts in figures: found by family, embedded as TrueType, kept out where a licence says so."""

import io
from pathlib import Path

import numpy as np
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from rvs.engine.errors import ArgumentError
from rvs.export.formats.drawing import Run, Text
from rvs.export.formats.fonts import face
from rvs.export.formats.text_paths import outlines
from rvs.export.lettering import Type, letters, text_width
from rvs.export.visibility.sheet import Sheet
from rvs.model.views.view import Camera
from rvs.scene.fonts import SANS, SERIF, families
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


def made_font(path: Path, family: str, weight: int = 400, cubic: bool = False, fstype: int = 0):
    names = [".notdef", "A", "X"]
    builder = FontBuilder(1000, isTTF=not cubic)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord("A"): "A", ord("X"): "X"})
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
    style = "Bold" if weight > 600 else "Regular"
    builder.setupNameTable({"familyName": family, "styleName": style})
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
    families.installed.cache_clear()
    yield folder
    families.installed.cache_clear()


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
