"""The matrices of a posture: frames, rows of the table, Jacobians; and their text."""

from __future__ import annotations

from typing import Literal

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.kinematics import fkine, frames, jacobian
from rvs.engine.robot import link_transform
from rvs.engine.transforms import inverse
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.robots.maker import has_own_frame, maker_words, makers_frame
from rvs.model.state import Posture
from rvs.value_class import dataclass
from rvs.words import tr


@dataclass(frozen=True, eq=False)
class Named:
    """A matrix with its name.

    Attributes:
        name: Name in lists.
        meaning: Its meaning, in a sentence.
        matrix: Its numbers, m and rad.
    """

    name: str
    meaning: str
    matrix: Array


def row_name(index: int) -> str:
    """Return the name of the matrix of a row (from 0) of the table."""
    return tr("Row {number} of the table", index + 1)


@derived(size=8)
def matrices(placed: PlacedRobot, posture: Posture, first: int = 0) -> tuple[Named, ...]:
    """Return every matrix of a robot in a posture.

    Args:
        placed: The robot and its place.
        posture: Joint values (n,), rad and m.
        first: Number of the frame of the first joint's motion; the view may count from 1.
    """
    robot, q = placed.robot, np.asarray(posture)
    place = np.asarray(placed.place)
    poses = place @ frames(robot, q)
    tool = place @ fkine(robot, q)
    world = [
        Named(tr("Frame {k} in the world", k), tr("Pose of frame {k} in the world", k), one)
        for k, one in enumerate(poses, first)
    ]
    start = inverse(poses[0])
    chain = [
        Named(
            tr("Frame {k} in frame {first}", k, first),
            tr("Pose of frame {k} in frame {first}: the product of the rows up to it", k, first),
            start @ one,
        )
        for k, one in enumerate(poses[1:], first + 1)
    ]
    rows = [
        Named(
            row_name(i),
            tr("Pose of frame {next} in frame {k}", first + i + 1, first + i),
            link_transform(joint, float(q[i])),
        )
        for i, joint in enumerate(robot.joints)
    ]
    makers = []
    if has_own_frame(robot):
        words = tr("Pose of the tool in the maker's controller: {frame}", maker_words(robot))
        pose = inverse(place @ makers_frame(robot)) @ tool
        makers = [Named("Tool in the maker's frame", words, pose)]
    J = np.kron(np.eye(2), place[:3, :3]) @ jacobian(robot, q)
    order = "rows ω, v; one column for each joint"
    return (
        Named("Tool in the world", "Pose of the tool in the world", tool),
        Named("Tool in the base", tr("Pose of the tool in frame {k}", first), start @ tool),
        *makers,
        *world,
        *chain,
        *rows,
        Named("Jacobian, world axes", f"Twist of the tool point: {order}", J),
        Named("Jacobian, tool axes", f"In axes of the tool: {order}", jacobian(robot, q, "tool")),
    )


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
