"""Labels set by LaTeX: the picture without its texts, and a file that adds them to it.

Like ``graphicx`` and the ``picture`` environment: labels are at their positions in the font of the
document that includes the figure.
"""

from __future__ import annotations

import errno
import re
from pathlib import Path

from rvs.export.formats.drawing import Anchor, Drawing, Text
from rvs.export.formats.svg import number
from rvs.export.lettering import capital_height
from rvs.model.appearance.colors import Rgba

FIRST = "% Labels of "
SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
# What is typed in another way; commands of mathematics stand in its mode wherever they are met.
PLAIN = {sign: f"\\{sign}" for sign in "#$%&_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
    "—": "---",
    "…": r"\dots{}",
    "<": r"\ensuremath{<}",
    ">": r"\ensuremath{>}",
}
_NAMED = (
    "α alpha β beta γ gamma δ delta ε varepsilon ζ zeta η eta θ theta κ kappa λ lambda μ mu ν nu "
    "ξ xi π pi ρ rho σ sigma τ tau φ varphi χ chi ψ psi ω omega Δ Delta Θ Theta Σ Sigma Φ Phi "
    "Ω Omega · cdot × times ± pm ∞ infty ≤ le ≥ ge ≈ approx"
)
MATHEMATICS = {sign: f"\\{name}" for sign, name in re.findall(r"(\S) (\w+)", _NAMED)} | {
    "−": "-",
    "°": r"^\circ",
    "²": "^2",
    "³": "^3",
    "′": "'",
}
_SYMBOL = re.compile(r"(?<![^\W\d_])([^\W\d_])([₀-₉]+)")
_PLACES: dict[Anchor, str] = {"start": "[l]", "middle": "", "end": "[r]"}


def overlay_file(picture: Path) -> Path:
    """Return the file of the labels of a picture.

    Raises:
        FileExistsError: It exists as something else, such as the document itself.
    """
    labels = picture.with_suffix(".tex")
    if labels.exists():
        with labels.open(encoding="utf-8", errors="replace") as stream:
            ours = stream.readline().startswith(FIRST)
        if not ours:
            words = (
                f"{labels.name} already exists and contains no labels of a figure; choose "
                "another name"
            )
            raise FileExistsError(errno.EEXIST, words, str(labels))
    return labels


def without_text(drawing: Drawing) -> Drawing:
    """Return a drawing without its texts."""
    return drawing.changed(lambda mark: [] if isinstance(mark, Text) else [mark])


def overlay(drawing: Drawing, picture: str) -> str:
    r"""Return the LaTeX file that shows a picture and adds the texts of a drawing to it.

    Args:
        drawing: The drawing with its texts.
        picture: Name of the picture's file, in the same folder as the text.
    """
    wide, high = drawing.width * drawing.mm, drawing.height / drawing.width
    texts = [_put(mark, drawing) for mark in drawing.marks() if isinstance(mark, Text)]
    lines = [
        f"{FIRST}{picture}, made by RVS: \\input this file at the position of the figure.",
        "% It needs graphicx and xcolor. To change the width, put \\def\\rvswidth{60mm} before it;",
        "% to change the size of the labels, \\newcommand\\rvslabel[1]{\\small #1}.",
        r"\begingroup%",
        r"\providecommand\textcolor[3][]{#3}%",
        r"\providecommand\rvslabel[1]{\footnotesize #1}%",
        rf"\ifx\rvswidth\undefined\setlength{{\unitlength}}{{{number(wide, 3)}mm}}%",
        r"\else\setlength{\unitlength}{\rvswidth}\fi%",
        r"\global\let\rvswidth\undefined%",
        rf"\begin{{picture}}(1,{number(high, 5)})%",
        rf"\put(0,0){{\includegraphics[width=\unitlength]{{{picture}}}}}%",
        *texts,
        r"\end{picture}%",
        r"\endgroup%",
    ]
    return "\n".join([*lines, ""])


def _put(text: Text, drawing: Drawing) -> str:
    run = text.runs[0]
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    x = (run.x + share * text.width - drawing.left) / drawing.width
    middle = run.y - capital_height(run.size, text.bold) / 2
    y = (drawing.top + drawing.height - middle) / drawing.width
    words = rf"\rvslabel{{{_words(text)}}}"
    box = rf"\makebox(0,0){_PLACES[text.anchor]}{{{_colored(words, text.color)}}}"
    return rf"\put({number(x, 5)},{number(y, 5)}){{{box}}}%"


def _words(text: Text) -> str:
    """Return a letter and its index as a mathematical symbol."""
    size = text.runs[0].size
    first = "".join(run.words for run in text.runs if run.size == size)
    indices = [run.words for run in text.runs if run.size != size]
    if not indices:
        return tex(first)
    base = tex_letter(first) if len(first) == 1 else rf"\mathrm{{{tex(first)}}}"
    index = "".join(indices)
    below = index if index.replace(",", "").isdigit() else rf"\mathrm{{{tex(index)}}}"
    return f"${base}_{{{below}}}$"


def _colored(words: str, color: Rgba) -> str:
    channels = ",".join(number(value, 3) for value in color[:3])
    return rf"\textcolor[rgb]{{{channels}}}{{{words}}}"


def tex(words: str) -> str:
    r"""Return words as LaTeX: special characters are escaped, symbols become mathematics.

    >>> tex("θ₂ = −90°"), tex("50 % of a_b")
    ('\\ensuremath{\\theta_{2}} = \\ensuremath{-}90\\ensuremath{^\\circ}', '50 \\% of a\\_b')
    """
    parts, end = [], 0
    for match in _SYMBOL.finditer(words):
        index = match[2].translate(SUBSCRIPTS)
        symbol = rf"\ensuremath{{{tex_letter(match[1])}_{{{index}}}}}"
        parts += [_plain(words[end : match.start()]), symbol]
        end = match.end()
    return "".join([*parts, _plain(words[end:])])


def tex_letter(letter: str) -> str:
    r"""Return a letter in mathematical notation.

    >>> tex_letter("x"), tex_letter("θ")
    ('x', '\\theta')
    """
    return MATHEMATICS.get(letter, PLAIN.get(letter, letter))


def _plain(words: str) -> str:
    return "".join(_sign(letter) for letter in words)


def _sign(letter: str) -> str:
    if letter in MATHEMATICS:
        return rf"\ensuremath{{{MATHEMATICS[letter]}}}"
    if "₀" <= letter <= "₉":
        return rf"\ensuremath{{_{letter.translate(SUBSCRIPTS)}}}"
    return PLAIN.get(letter, letter)
