"""Figures as files: SVG, PDF, EPS and PS of one drawing."""

import re
import shutil
import xml.etree.ElementTree as ET
import zlib
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from manifold3d import CrossSection, FillRule

from rvs.engine.errors import ArgumentError
from rvs.export.formats.drawing import (
    Drawing,
    Fill,
    Group,
    Run,
    Stroke,
    Text,
    gray,
    in_gray,
    nested,
)
from rvs.export.formats.flatten import flattened
from rvs.export.formats.fonts import face
from rvs.export.formats.pdf import pdf
from rvs.export.formats.ps import eps, ps
from rvs.export.formats.svg import svg
from rvs.export.formats.text_paths import outlines
from rvs.export.formats.write import encoded, write
from rvs.model.appearance.colors import blended
from tests.examples import examples

from ..programs import run

SVG = "{http://www.w3.org/2000/svg}"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
BLACK, RED, GLASS = (0.0, 0.0, 0.0, 1.0), (1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 0.5)


def square(left: float, top: float, size: float) -> np.ndarray:
    return np.array(
        [[left, top], [left + size, top], [left + size, top + size], [left, top + size]]
    )


def drawing() -> Drawing:
    body = Fill((square(10, 10, 50), square(30, 30, 10)), RED)
    line = Stroke((np.array([[0.0, 0.0], [100.0, 50.0]]),), BLACK, 2.0, (4.0, 2.0))
    text = Text((Run(5.0, 70.0, "X", 12.0), Run(14.0, 72.0, "5,6 <ü>", 8.6)), BLACK, True, GLASS, 1)
    glass = Fill((square(40, 40, 40),), GLASS)
    arm = nested([(("arm", "link", 1), [body]), (("arm", "link", 2, "part", "lid"), [glass])])
    notes = Group("labels", (line, text))
    return Drawing(0.0, 0.0, 120.0, 80.0, 0.5, (*arm, notes), "A <title> (1)")


GOLDEN = """\
<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" \
xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="60mm" height="40mm" \
viewBox="0 0 120 80" font-family="DejaVu Sans, Verdana, sans-serif" fill-rule="evenodd" \
stroke-linecap="round" stroke-linejoin="round">
<title>A &lt;title&gt; (1)</title>
<g id="arm" inkscape:label="arm" inkscape:groupmode="layer">
<g id="arm-link-1" inkscape:label="link 1" inkscape:groupmode="layer">
<path fill="#ff0000" d="M10 10l50 0 0 50-50 0zM30 30l10 0 0 10-10 0z"/>
</g>
<g id="arm-link-2" inkscape:label="link 2" inkscape:groupmode="layer">
<g id="arm-link-2-part-lid" inkscape:label="part lid" inkscape:groupmode="layer">
<path fill="#0000ff" fill-opacity="0.5" d="M40 40l40 0 0 40-40 0z"/>
</g>
</g>
</g>
<g id="labels" inkscape:label="labels" inkscape:groupmode="layer">
<path fill="none" stroke="#000000" stroke-width="2" stroke-dasharray="4 2" d="M0 0l100 50"/>
<g font-weight="bold">
<text fill="none" stroke="#0000ff" stroke-opacity="0.5" stroke-width="2" x="5" y="70" \
font-size="12">X</text>
<text fill="none" stroke="#0000ff" stroke-opacity="0.5" stroke-width="2" x="14" y="72" \
font-size="8.6">5,6 &lt;ü&gt;</text>
<text fill="#000000" x="5" y="70" font-size="12">X</text>
<text fill="#000000" x="14" y="72" font-size="8.6">5,6 &lt;ü&gt;</text>
</g>
</g>
</svg>
"""


def test_svg_is_written_so():
    lines = [line for line in svg(drawing()).splitlines() if not line.startswith("<style>")]
    assert "\n".join(lines) + "\n" == GOLDEN


def test_svg_holds_the_letters_it_uses_and_no_id_twice():
    twice = replace(drawing(), parts=drawing().parts * 2)
    root = ET.fromstring(svg(twice))
    assert "base64," in root.find(f"{SVG}style").text
    ids = [group.get("id") for group in root.iter(f"{SVG}g") if group.get("id")]
    assert len(ids) == len(set(ids)) == 10
    assert root.find(f".//{SVG}g[@{INKSCAPE}label='part lid']") is not None


def pdf_streams(data: bytes) -> list[bytes]:
    found = re.findall(rb"/Length (\d+)>>stream\n", data)
    starts = [match.end() for match in re.finditer(rb"/Length \d+>>stream\n", data)]
    return [zlib.decompress(data[a : a + int(n)]) for a, n in zip(starts, found, strict=True)]


def test_pdf_has_a_page_of_the_size_layers_and_an_embedded_font():
    data = pdf(drawing())
    width, height = (value / 25.4 * 72 for value in (60, 40))
    assert f"/MediaBox[0 0 {width:.4f} {height:.4f}]".replace("0000]", "]").encode()[:12] in data
    box = re.search(rb"MediaBox\[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert [float(value) for value in box.groups()] == pytest.approx([width, height], abs=1e-3)
    names = re.findall(rb"/OCG/Name<FEFF([0-9A-F]+)>", data)
    words = [bytes.fromhex(name.decode()).decode("utf-16-be") for name in names]
    assert words == ["arm", "link 1", "link 2", "part lid", "labels"]
    assert b"/FontFile2" in data
    assert b"/ToUnicode" in data
    assert b"/ca 0.5" in data
    order = re.search(rb"/Order\[(.*?)\]/ON", data)[1].decode()
    assert order.count("[") == 2


def test_pdf_refers_to_where_its_objects_are():
    data = pdf(drawing())
    start = int(re.search(rb"startxref\n(\d+)", data)[1])
    rows = data[start:].split(b"\n")
    count = int(rows[1].split()[1])
    for number, row in enumerate(rows[3 : 2 + count], 1):
        assert data[int(row.split()[0]) :].startswith(f"{number} 0 obj".encode())


def test_pdf_text_can_be_read():
    letters = face(("", True), "".join(sorted(set("X5,6 <ü>"))))
    content = pdf_streams(pdf(drawing()))[-1].decode()
    shown = re.findall(r"<([0-9A-F]+)> Tj", content)
    back = {number: letter for letter, number in letters.numbers.items()}
    words = ["".join(back[int(w[k : k + 4], 16)] for k in range(0, len(w), 4)) for w in shown]
    assert words == ["X", "5,6 <ü>", "X", "5,6 <ü>"]
    assert content.count("BDC") == content.count("EMC") == 5


@pytest.mark.parametrize("writer", [eps, ps])
def test_postscript_has_its_box_and_its_font(writer):
    text = writer(drawing())
    assert "%%BoundingBox: 0 0 171 114\n" in text
    assert "%%HiResBoundingBox: 0 0 170.0787 113.3858\n" in text
    assert "/FontType 42" in text
    assert ("showpage" in text) == (writer is ps)
    assert text.isascii()


def test_postscript_has_no_transparency():
    assert all(mark.color[3] == 1.0 for mark in flattened(drawing()).marks())


def test_flattening_blends_with_what_is_below():
    flat = flattened(drawing())
    fills = [mark for mark in flat.marks() if isinstance(mark, Fill)]
    colors = {tuple(np.round(fill.color, 6).tolist()) for fill in fills[1:]}
    assert colors == {blended(GLASS, RED), blended(GLASS, (1.0, 1.0, 1.0, 1.0))}


def test_nested_glass_is_not_painted_twice_as_often_each_time():
    panes = tuple(Fill((square(k, k, 60 - 2 * k),), (0.0, 0.0, 0.0, 0.1)) for k in range(20))
    ground = Fill((square(0, 0, 80),), RED)
    pile = Drawing(0, 0, 80, 80, 1.0, (Group("all", (ground, *panes)),))
    marks = list(flattened(pile).marks())
    assert len(marks) == 21
    left = (1 - 0.1) ** 20
    assert marks[-1].color[0] == pytest.approx(left, abs=1e-6)


def test_lines_over_areas_are_blended_too():
    line = Stroke((np.array([[10.0, 12.0], [50.0, 12.0]]),), GLASS, 1.0)
    pile = Drawing(0, 0, 80, 80, 1.0, (Group("all", (Fill((square(10, 10, 50),), RED), line)),))
    assert list(flattened(pile).marks())[-1].color == pytest.approx(blended(GLASS, RED))


def painted(marks, side: int) -> np.ndarray:
    """Fills and full lines painted one over another on white, pixel by pixel."""
    y, x = np.mgrid[0:side, 0:side] + 0.5
    points = np.column_stack([x.ravel(), y.ravel()])
    canvas = np.ones((side * side, 3))
    for mark in marks:
        if isinstance(mark, Fill):
            inside = np.zeros(len(points), int)
            for ring in mark.rings:
                inside += inside_ring(ring, points)
            covered = inside % 2 == 1
        else:
            covered = np.zeros(len(points), bool)
            for line in mark.lines:
                for start, end in pairwise(line):
                    way = end - start
                    at = np.clip((points - start) @ way / max(way @ way, 1e-12), 0.0, 1.0)
                    off = np.linalg.norm(points - start - at[:, None] * way, axis=1)
                    covered |= off <= mark.width / 2.0
        alpha = mark.color[3]
        canvas[covered] = alpha * np.array(mark.color[:3]) + (1 - alpha) * canvas[covered]
    return canvas.reshape(side, side, 3)


def inside_ring(ring: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Return whether points are inside a ring, by the crossings of a ray to the right."""
    x, y = points.T
    crossed = np.zeros(len(points), int)
    for (x0, y0), (x1, y1) in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        if y0 != y1:
            reaches = (y0 <= y) != (y1 <= y)
            crossed += reaches & (x < x0 + (y - y0) * (x1 - x0) / (y1 - y0))
    return crossed % 2


@given(seed=st.integers(0, 2**32 - 1))
@examples(15)
def test_what_lies_behind_glass_shines_through_without_transparency(seed: int):
    """Areas and lines, opaque or not, in any order, look as they do where glass is glass."""
    random = np.random.default_rng(seed)
    marks: list[Fill | Stroke] = []
    for _ in range(7):
        red, green, blue = random.random(3).round(3).tolist()
        color = (red, green, blue, float(random.choice([0.3, 0.6, 1.0])))
        points = random.uniform(2, 46, (int(random.integers(3, 5)), 2)).round(2)
        if random.random() < 0.5:
            marks.append(Fill((points[:3],), color))
        else:
            marks.append(Stroke((points,), color, float(random.uniform(2, 6))))
    pile = Drawing(0, 0, 48, 48, 1.0, (Group("all", tuple(marks)),))
    flat = list(flattened(pile).marks())
    assert all(mark.color[3] == 1.0 for mark in flat)
    off = np.abs(painted(flat, 48) - painted(marks, 48)).max(axis=-1)
    # pixels on outlines may fall to either side
    assert (off > 0.02).mean() < 0.03


def test_dashes_and_letters_behind_glass_shine_through():
    dashes = Stroke((np.array([[5.0, 12.0], [75.0, 12.0]]),), RED, 2.0, (4.0, 6.0))
    words = Text((Run(10, 40, "HI", 20.0),), RED)
    pane = Fill((square(0, 0, 80),), GLASS)
    pile = Drawing(0, 0, 80, 80, 1.0, (Group("all", (dashes, words, pane)),))
    through = blended(GLASS, RED)
    areas = [
        CrossSection(list(mark.rings), FillRule.EvenOdd)
        for mark in flattened(pile).marks()
        if isinstance(mark, Fill) and mark.color == pytest.approx(through)
    ]
    letters = [m for m in outlines(words) if isinstance(m, Fill)]
    written = CrossSection(list(letters[0].rings), FillRule.EvenOdd).area()
    # seven dashes of 4 by 2 with round ends
    assert sum(map(CrossSection.area, areas)) == pytest.approx(7 * (8 + np.pi) + written, rel=0.02)


def test_grey_is_as_bright_as_the_colour():
    assert gray((1.0, 0.0, 0.0, 0.5)) == pytest.approx((0.299, 0.299, 0.299, 0.5))
    for mark in in_gray(drawing()).marks():
        assert mark.color[0] == mark.color[1] == mark.color[2]


def test_a_file_has_the_format_of_its_suffix(tmp_path: Path):
    for suffix, start in ((".svg", b"<?xml"), (".PDF", b"%PDF"), (".eps", b"%!PS"), (".ps", b"%!")):
        assert write(drawing(), tmp_path / f"a{suffix}").read_bytes().startswith(start)
    with pytest.raises(ArgumentError, match=r"\.svg, \.pdf, \.eps, \.ps, got '\.png'"):
        encoded(drawing(), ".png")


def test_the_same_drawing_is_the_same_file():
    for suffix in (".svg", ".pdf", ".eps"):
        assert encoded(drawing(), suffix) == encoded(drawing(), suffix)


def test_an_unknown_letter_becomes_a_box():
    letters = face(("", False), "A\U0001f916")
    assert letters.numbers["\U0001f916"] == 0
    assert letters.numbers["A"] > 0
    odd = Text((Run(0, 10, "A\U0001f916", 10),), BLACK)
    page = Drawing(0, 0, 20, 20, 1.0, (Group("all", (odd,)),))
    assert all(encoded(page, suffix) for suffix in (".svg", ".pdf", ".eps", ".ps"))


@pytest.mark.skipif(shutil.which("qpdf") is None, reason="qpdf is not installed")
def test_qpdf_finds_nothing_wrong(tmp_path: Path):
    path = write(drawing(), tmp_path / "a.pdf")
    done = run("qpdf", "--check", path)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("gs") is None, reason="Ghostscript is not installed")
@pytest.mark.parametrize("suffix", [".eps", ".ps", ".pdf"])
def test_ghostscript_finds_nothing_wrong(tmp_path: Path, suffix: str):
    path = write(drawing(), tmp_path / f"a{suffix}")
    done = run("gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=nullpage", path)
    assert done.returncode == 0
    assert done.stdout + done.stderr == ""


def test_another_font_is_embedded_in_every_format():
    run = Run(10.0, 20.0, "a = 5", 8.0, "CMU Serif")
    drawing = Drawing(0, 0, 100, 50, 0.5, (Group("labels", (Text((run,), (0, 0, 0, 1)),)),))
    assert b"CMUSerif" in pdf(drawing)
    assert "CMUSerif" in eps(drawing)
    text = svg(drawing)
    assert '@font-face{font-family:"CMU Serif"' in text
    assert 'font-family="&quot;CMU Serif&quot;"' in text


def test_spaces_at_the_ends_of_letters_stay_in_svg():
    run = Run(10.0, 20.0, " = 5", 8.0)
    drawing = Drawing(0, 0, 100, 50, 0.5, (Group("labels", (Text((run,), (0, 0, 0, 1)),)),))
    assert 'xml:space="preserve"> = 5<' in svg(drawing)
