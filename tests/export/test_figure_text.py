"""Labels of figures as text, as outlines, and set by LaTeX."""

import doctest
import re

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
from rvs.export.formats import latex
from rvs.export.formats.drawing import Drawing, Fill, Group, Run, Stroke, Text
from rvs.export.formats.latex import overlay, tex
from rvs.export.formats.text_paths import in_paths
from rvs.export.formats.write import encoded, write
from rvs.export.lettering import text_width

BLACK, WHITE = (0.0, 0.0, 0.0, 1.0), (1.0, 1.0, 1.0, 1.0)
WIDTH = text_width("O", 20.0, False)
SYMBOL = Text((Run(50.0, 40.0, "X", 20.0), Run(64.0, 43.0, "12", 14.0)), BLACK, True, WHITE, 2.0)
ROUND = Text((Run(10.0, 30.0, "O", 20.0),), BLACK, width=WIDTH, anchor="start")


def drawing(*texts: Text) -> Drawing:
    inner = Group("inner", tuple(texts))
    return Drawing(0.0, 0.0, 100.0, 50.0, 0.84, (Group("labels", (inner,)),))


def test_letters_become_outlines_with_their_holes_where_they_stood():
    outlined = in_paths(drawing(ROUND))
    (letter,) = outlined.marks()
    assert isinstance(letter, Fill)
    outer, hole = sorted(letter.rings, key=lambda ring: -float(np.ptp(ring[:, 0])))
    assert 10.0 < outer[:, 0].min() < hole[:, 0].min()
    assert hole[:, 0].max() < outer[:, 0].max() < 10.0 + WIDTH
    # a round letter reaches a little below its baseline
    assert outer[:, 1].max() == pytest.approx(30.3, abs=0.2)
    assert outer[:, 1].min() == pytest.approx(30.0 - 0.75 * 20.0, abs=0.4)


def test_rims_are_strokes_below_the_letters():
    rim, letters = in_paths(drawing(SYMBOL)).marks()
    assert isinstance(rim, Stroke)
    assert (rim.width, rim.color) == (4.0, WHITE)
    assert isinstance(letters, Fill)
    assert len(letters.rings) == 3
    assert all((line[0] == line[-1]).all() for line in rim.lines)


@pytest.mark.parametrize("suffix", [".svg", ".pdf", ".eps", ".ps"])
def test_outlines_need_no_font(suffix):
    marks = {".svg": b"@font-face", ".pdf": b"FontFile2"}.get(suffix, b"%%BeginResource: font")
    assert marks in encoded(drawing(SYMBOL), suffix)
    assert marks not in encoded(drawing(SYMBOL), suffix, "paths")


def test_latex_puts_labels_at_their_places(tmp_path):
    path = write(drawing(SYMBOL, ROUND), tmp_path / "arm.pdf", "latex")
    assert b"/Font<<>>" in path.read_bytes()
    words = (tmp_path / "arm.tex").read_text(encoding="utf-8")
    assert r"\includegraphics[width=\unitlength]{arm.pdf}" in words
    assert r"\begin{picture}(1,0.5)" in words
    assert "{84mm}" in words
    assert "$X_{12}$" in words
    x, y = re.search(r"\\put\(([\d.]+),([\d.]+)\)\{\\makebox\(0,0\)\[l\]", words).groups()
    assert float(x) == pytest.approx(0.1)
    assert float(y) == pytest.approx((50.0 - 30.0 + 0.729 * 10.0) / 100.0, abs=1e-3)
    assert words.count("{") == words.count("}")


def test_latex_takes_no_svg(tmp_path):
    with pytest.raises(ArgumentError, match=r"\.pdf or \.eps"):
        write(drawing(ROUND), tmp_path / "arm.svg", "latex")
    assert not list(tmp_path.iterdir())


def test_a_document_of_the_same_name_is_not_overwritten(tmp_path):
    document = tmp_path / "arm.tex"
    document.write_text("\\documentclass{article}", encoding="utf-8")
    with pytest.raises(FileExistsError, match="contains no labels"):
        write(drawing(ROUND), tmp_path / "arm.pdf", "latex")
    assert [path.name for path in tmp_path.iterdir()] == ["arm.tex"]
    document.unlink()
    for _ in range(2):
        write(drawing(ROUND), tmp_path / "arm.pdf", "latex")


def test_commands_of_latex_are_words_again():
    assert tex(r"50% & {x}_1 #\~") == (r"50\% \& \{x\}\_1 \#\textbackslash{}\textasciitilde{}")
    assert tex("60°/s²") == r"60\ensuremath{^\circ}/s\ensuremath{^2}"
    assert "\\ensuremath{q_{7}}" in overlay(drawing(Text((Run(0, 0, "q₇", 9.0),), BLACK)), "a.pdf")


def test_examples_in_docstrings_are_true():
    result = doctest.testmod(latex)
    assert result.attempted > result.failed == 0
