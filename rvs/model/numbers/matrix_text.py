"""Matrices as text for other programs: plain, LaTeX, NumPy."""

from __future__ import annotations

from typing import Literal

from rvs.engine.arrays import Array

Form = Literal["text", "latex", "numpy"]

FORMS: dict[Form, str] = {"text": "Text", "latex": "LaTeX", "numpy": "NumPy"}
# Digits after the point where a person reads; NumPy gets all of them.
DECIMALS = 6


def matrix_text(matrix: Array, form: Form = "text") -> str:
    r"""Return a matrix as text, row by row.

    Plain text and LaTeX are rounded to six decimals; NumPy's numbers read back exactly.

    Args:
        matrix: The matrix (m, n).
        form: ``"text"`` with tabulators between columns, ``"latex"`` or ``"numpy"``.

    >>> import numpy as np
    >>> print(matrix_text(np.eye(2), "latex"))
    \begin{bmatrix}
    1.000000 & 0.000000 \\
    0.000000 & 1.000000
    \end{bmatrix}
    >>> matrix_text(np.array([[0.1, -0.0]]), "numpy")
    'np.array([[0.1, 0.0]])'
    """
    if form == "numpy":
        rows = ", ".join(f"[{', '.join(map(repr, row))}]" for row in (matrix + 0.0).tolist())
        return f"np.array([{rows}])"
    cells = [[f"{value:.{DECIMALS}f}" for value in row] for row in matrix.round(DECIMALS) + 0.0]
    if form == "text":
        return "\n".join("\t".join(row) for row in cells)
    body = " \\\\\n".join(" & ".join(row) for row in cells)
    return f"\\begin{{bmatrix}}\n{body}\n\\end{{bmatrix}}"
