"""Pasted tables: any style, any order of columns, and every error with its cell."""

import re
from dataclasses import replace
from math import inf, pi, radians

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Joint
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.model.numbers import quantities
from rvs.model.numbers.orientations import ORIENTATIONS, read_pose
from rvs.model.pasting import table
from rvs.model.pasting.cells import assigned
from rvs.model.pasting.meaning import beyond, doubts, with_zeros
from rvs.model.pasting.table import PastedTable, parse_table

LATEX = r"""
\begin{table}[h]
\begin{tabular}{|c|c@{ }c|c|c|} % the robot
\hline
Joint & $\theta_i$ & $d_i$ & $a_i$ [mm] & $\alpha_i$ \\ \hline\hline
1 & $\theta_1$ & $0{,}5$ & 0 & $-\frac{\pi}{2}$ \\[2pt]
2 & $\theta_{2}^{*} - 90^\circ$ & 0 & 400 & $\dfrac{3\pi}{4}$ \\ \cline{1-2}
3 & $\frac\pi2$ & $d_3^{*}$ & $\mathrm{0}$ & $90^{\circ}$ \\ \hline
\end{tabular}
\end{table}
"""


def errors(text: str, **options: str) -> list[tuple[int, int, str]]:
    table = parse_table(text, **options)
    assert table.errors
    assert table.joints == ()
    return [(error.row, error.column, error.message) for error in table.errors]


def joints(text: str, **options: object) -> tuple[Joint, ...]:
    table = parse_table(text, **options)
    assert table.errors == ()
    return table.joints


def test_a_table_of_latex() -> None:
    first, second, third = joints(LATEX)
    assert first == Joint(0.0, -pi / 2, 0.5, 0.0)
    assert (second.a, second.d, second.theta, second.kind) == (0.4, 0.0, 0.0, "revolute")
    assert second.offset == pytest.approx(-pi / 2)
    assert second.alpha == pytest.approx(3 * pi / 4)
    assert (third.kind, third.d, third.theta, third.alpha) == ("prismatic", 0.0, pi / 2, pi / 2)


def test_a_table_of_markdown_in_the_modified_convention() -> None:
    text = (
        "| i | $a_{i-1}$ [mm] | α_{i-1} (deg) | d_i [mm] | **θ_i** | limits |\n"
        "|---|:-:|--:|---|---|---|\n"
        "| 1 | 0 | 0 | 0 | `θ₁` | ±160 |\n"
        "| 2 | 400 | -90 | 100 | θ₂ + 0.5 rad | -45 to 225 |\n"
    )
    table = parse_table(text)
    assert (table.style, table.convention, table.header) == ("markdown", "modified", True)
    assert table.joints == (
        Joint(limits=(-radians(160), radians(160)), convention="modified"),
        Joint(
            *(0.4, radians(-90), 0.1),
            offset=0.5,
            limits=(radians(-45), radians(225)),
            convention="modified",
        ),
    )


def test_a_table_that_a_program_printed() -> None:
    text = (
        "┌────┬────┬───┬───┐\n│ θⱼ │ dⱼ │ aⱼ │ ⍺ⱼ │\n├────┼────┼───┼───┤\n"
        "│ q1 │ 0.67 │ 0 │ 90° │\n│ q2 + 90° │ 0 │ 0.43 │ 0°│\n└────┘"
    )
    assert joints(text) == (Joint(0.0, pi / 2, 0.67), Joint(0.43, offset=pi / 2))


def test_spreadsheets_with_units_kinds_limits_and_names() -> None:
    text = (
        "name,type,theta/rad,b,al,a (cm),min,max,joint offset\n"
        'waist,R,1.5,0.2,90,10,-90,none,"30"\n'
        "slide,P,0,0.1 m,-90°,0,0.05,200 mm,-\n"
    )
    assert joints(text) == (
        Joint(0.1, pi / 2, 0.2, 1.5, offset=radians(30), limits=(-pi / 2, inf), name="waist"),
        Joint(0.0, -pi / 2, 0.1, 0.0, "prismatic", limits=(0.05, 0.2), name="slide"),
    )


@pytest.mark.parametrize(
    ("cell", "home", "offset"),
    [
        ("θ1", 0, 0),
        ("theta_1", 0, 0),
        ("$\\theta_{1}(t)$", 0, 0),
        ("q1*", 0, 0),
        ("*", 0, 0),
        ("var", 0, 0),
        ("30*", 30, 0),
        ("30", 30, 0),
        ("th2+90", 0, 90),
        ("q2 − 90°", 0, -90),
        ("q_2 - \\pi/2", 0, -90),
        ("90° + θ2", 0, 90),
        ("30+15", 45, 0),
        ("2π/3", 120, 0),
        ("-pi/2", -90, 0),
        ("\\sqrt{4}\\cdot 15", 30, 0),
        ("0.5 rad", 90 / pi, 0),
    ],
)
def test_what_may_stand_for_a_joint(cell: str, home: float, offset: float) -> None:
    (joint,) = joints(f"a\talpha\td\ttheta\n0.4\t0\t0.1\t{cell}")
    assert (joint.kind, joint.a, joint.d) == ("revolute", 0.4, 0.1)
    assert [joint.theta, joint.offset] == pytest.approx([radians(home), radians(offset)])


def test_without_a_header() -> None:
    expected = (Joint(0.4, pi / 2, 0.1, radians(30)), Joint(0.3, 0.0, 0.0, 0.0, "prismatic"))
    for text in (
        "0.4 90 0.1 30\n0.3 0 d2 0",
        "1;0.4;90;0.1;30;R\n2;0.3;0;0;0;P",
        "1\t0.4\t90\t0.1\t30\n2\t0.3\t0\td2*\t0",
        "0.4 & 90 & 0.1 & 30 \\\\ 0.3 & 0 & d_2 & 0",
    ):
        table = parse_table(text)
        assert (table.joints, table.header) == (expected, False)
    other = parse_table("30 0.1 0.4 90\n0 d2 0.3 0", columns=("theta", "d", "a", "alpha"))
    assert other.joints == expected


def test_units_that_nobody_says() -> None:
    (joint,) = joints("400 1.5 0 0", length="mm", angle="rad")
    assert (joint.a, joint.alpha) == (0.4, 1.5)
    with pytest.raises(ArgumentError, match="expected units"):
        parse_table("1 2 3 4", length="deg")
    with pytest.raises(ArgumentError, match="any order"):
        parse_table("1 2 3 4", columns=("a", "b"))


def test_decimal_commas_where_they_are_clear() -> None:
    assert joints("0,4 90 0 0")[0].a == 0.4
    assert [joint.a for joint in joints("1,234;0;0;0\n0,5;0;0;0")] == [1.234, 0.5]
    assert joints('a,alpha,d,theta\n"0,4",90,0,0')[0].a == 0.4
    unclear = errors("a;alpha;d;theta\n1,234;0;0;0")
    words = "the comma can separate decimals or thousands; use a decimal point, or no comma"
    assert unclear == [(2, 1, f"a: 1,234: {words}")]
    mixed = errors("1,5;0.5;0;0")
    assert mixed == [(1, 1, "a: 1,5: some numbers have a point and some a comma")]


def test_every_error_has_its_cell() -> None:
    text = (
        "a\talpha\td\ttheta\ttype\tmin\tmax\n0.4\t90\t0\tθ1\tR\t10\t-10\n"
        "\tx\t1e999\tθ2\tQ\t\t\n0.1\t0\td3\tθ3\tR\toops\t1\textra\nq4\t0\t0\t0\tP\t0\t1\n"
    )
    found = errors(text)
    assert [(row, column) for row, column, _ in found] == [
        *((2, 6), (3, 1), (3, 2), (3, 3), (3, 5)),
        *((4, 8), (5, 1)),
    ]
    said = {(row, column): message for row, column, message in found}
    assert said[2, 6] == "limits: the lower limit is above the upper one"
    assert said[3, 1] == "a: expected a number, but the cell is empty"
    assert said[3, 2] == "alpha: x is not a number"
    assert said[3, 5] == "type: 'q' is neither revolute nor prismatic"
    assert said[4, 8] == "this column has no name in the header"
    assert said[5, 1] == "a: expected a number; the variable of a prismatic joint is d"
    assert str(parse_table(text).errors[1]) == f"row 3, column 1: {said[3, 1]}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (1, 0, "there is no table")),
        ("a & b & c", (1, 0, "no column for alpha, theta")),
        ("a\talpha\td\ttheta", (1, 0, "there are no rows below the header")),
        (
            "1 2 3",
            (1, 0, "expected a header, or 4 columns a, alpha, d, theta; found 3 columns"),
        ),
        ("a;alpha;d;theta;a\n1;1;1;1;1", (1, 5, "a second column for a")),
        ("\n".join(["0 0 0 0"] * 65), (65, 0, "more than 64 joints")),
        (
            "0 0 d1 θ1",
            (1, 3, "d: expected a number; the variable of a revolute joint is theta"),
        ),
        ("0 0 0 " + "1+" * 200 + "1", (1, 4, "theta: longer than 300 characters")),
    ],
)
def test_what_is_no_table_is_said(text: str, expected: tuple[int, int, str]) -> None:
    assert errors(text)[0] == expected


def test_an_offset_is_the_joint_s_beside_a_column_d() -> None:
    (joint,) = joints("theta d a alpha offset\n0 0.1 0.2 0 90")
    assert (joint.d, joint.offset) == (0.1, pi / 2)
    (joint,) = joints("theta offset a alpha\n0 0.1 0.2 0")
    assert (joint.d, joint.offset) == (0.1, 0.0)


# Steps of a thousandth, so that a decimal comma or point says the number exactly.
NUMBERS = st.integers(-3000, 3000).map(lambda k: k / 1000)
DEGREES = st.integers(-36_000, 36_000).map(lambda k: k / 100)
STYLES = ("tabs", "semicolons", "commas", "markdown", "latex", "blanks")
HEADERS = {
    "a": ("a", "a_i", "Link length"),
    "alpha": ("alpha", "α", "al", "twist", "Link_twist"),
    "d": ("d", "b", "d_j"),
    "theta": ("theta", "θ", "th", "θ_i"),
}
UNITS = {"m": ("[m]", 1.0), "mm": ("(mm)", 1000.0), "": ("", 1.0)}


@st.composite
def tables(draw: st.DrawFn) -> tuple[str, str, list[dict[str, float]], list[str], float]:
    """A random table written in a random style, with what it says."""
    style = draw(st.sampled_from(STYLES))
    comma = draw(st.booleans()) and style != "commas"
    order = draw(st.permutations(list(HEADERS)))
    kinds = draw(st.lists(st.sampled_from("RP"), min_size=1, max_size=6))
    # Blanks divide: neither names nor units have any.
    names = {name: draw(st.sampled_from(HEADERS[name])) for name in order}
    names = {name: text.replace(" ", "") for name, text in names.items()}
    mark, factor = UNITS[draw(st.sampled_from(sorted(UNITS)))]
    head = [names[name] + (mark if name in ("a", "d") else "") for name in order]
    rows, said = [head], []
    for number, kind in enumerate(kinds, 1):
        values = {"a": draw(NUMBERS), "d": draw(NUMBERS)}
        values |= {"alpha": draw(DEGREES), "theta": draw(DEGREES)}
        own = "theta" if kind == "R" else "d"
        row = []
        for name in order:
            text = f"{values[name] * (factor if name in 'ad' else 1.0):.4f}"
            text = text.replace(".", ",") if comma else text
            variable = {"theta": "θ{}{}", "d": "d_{}*{}"}.get(name, "").format(
                number, text if text.startswith("-") else f"+{text}"
            )
            row.append(variable if name == own else text)
        rows.append(row)
        said.append(values)
    return style, written(style, rows), said, kinds, factor


def written(style: str, rows: list[list[str]]) -> str:
    if style == "latex":
        tex = [[cell.replace("θ", r"\theta_").replace("α", r"\alpha") for cell in r] for r in rows]
        tex = [[re.sub(r"(\d),(\d)", r"\1{,}\2", cell) for cell in row] for row in tex]
        body = "\\\\\n\\hline\n".join(" & ".join(f"${cell}$" for cell in row) for row in tex)
        return f"\\begin{{tabular}}{{cccc}}\n{body} \\\\\n\\end{{tabular}}"
    if style == "markdown":
        lines = ["| " + " | ".join(row) + " |" for row in rows]
        return "\n".join([lines[0], "|---|---|:-:|--:|", *lines[1:]])
    mark = {"tabs": "\t", "semicolons": ";", "commas": ",", "blanks": " "}[style]
    return "\r\n".join(mark.join(row) for row in rows)


def test_columns_may_hold_something_else_than_the_header_says() -> None:
    text = "d\talpha\ta [mm]\ttheta\n400\t90\t100\tq1\n0\t0\t300\tq2"
    found = parse_table(text)
    assert found.columns == ("d", "alpha", "a", "theta")
    layout = assigned(found.layout, 0, "a")
    assert [column.name for column in layout] == ["a", "alpha", "d", "theta"]
    layout = (replace(layout[0], unit="mm"), *layout[1:])
    table = parse_table(text, layout=layout)
    assert table.columns == ("a", "alpha", "d", "theta")
    assert [x for one in table.joints for x in (one.a, one.d)] == pytest.approx(
        [0.4, 0.1, 0.0, 0.3]
    )
    (fault,) = parse_table(text, layout=assigned(layout, 0, "")).errors
    assert fault.message == "no column for a"


def test_words_that_mean_nothing_head_a_table_all_the_same() -> None:
    text = "first\tsecond\tthird\tfourth\n0.4\t90\t0.1\tq1\n"
    found = parse_table(text)
    assert found.header
    assert str(found.errors[0]) == "row 1: no column for a, alpha, d, theta"
    layout = found.layout
    for index, name in enumerate(("a", "alpha", "d", "theta")):
        layout = assigned(layout, index, name)
    (joint,) = parse_table(text, layout=layout).joints
    assert (joint.a, joint.d, joint.kind) == (0.4, 0.1, "revolute")


@pytest.mark.property
@given(tables())
def test_any_table_in_any_style_says_what_was_written(
    drawn: tuple[str, str, list[dict[str, float]], list[str], float],
) -> None:
    style, text, said, kinds, _ = drawn
    table = parse_table(text)
    assert [str(error) for error in table.errors] == []
    assert (table.style, table.header) == (style, True)
    for joint, values, kind in zip(table.joints, said, kinds, strict=True):
        assert joint.kind == {"R": "revolute", "P": "prismatic"}[kind]
        assert joint.home == 0.0
        own, other = ("theta", "d") if kind == "R" else ("d", "theta")
        scale = {"theta": radians(1.0), "d": 1.0}
        assert joint.offset == pytest.approx(values[own] * scale[own], abs=1e-9)
        assert getattr(joint, other) == pytest.approx(values[other] * scale[other], abs=1e-9)
        assert joint.a == pytest.approx(values["a"], abs=1e-9)
        assert joint.alpha == pytest.approx(radians(values["alpha"]), abs=1e-9)


@pytest.mark.property
@given(
    st.text(max_size=200)
    | st.lists(
        st.sampled_from([*"&|\t;,{}$\\^_\n 01.θd*", "\\frac", "\\\\", "\\begin{array}", '"', "a"]),
        max_size=60,
    ).map("".join)
)
def test_any_text_is_a_table_or_an_error(text: str) -> None:
    table = parse_table(text)
    assert isinstance(table, PastedTable)
    assert bool(table.joints) is not bool(table.errors)


@pytest.mark.parametrize("divider", [" ", ",", "\t", "|", "&", ";"])
def test_a_text_of_countless_words_is_refused_unread(divider, monkeypatch) -> None:
    read = []
    monkeypatch.setattr("rvs.model.pasting.cells.plain", lambda cell: read.append(cell) or cell)
    (fault,) = parse_table(f"a{divider}" * 100_000).errors
    assert "at most 64" in fault.message
    assert not read


def test_rows_beyond_the_longest_robot_are_not_read(monkeypatch) -> None:
    read = []
    plain = table.plain
    monkeypatch.setattr(table, "plain", lambda cell: read.append(cell) or plain(cell))
    faults = parse_table("0 0 1 0\n" * 20_000).errors
    assert "more than 64 joints" in faults[0].message
    assert len(read) < 5000


@pytest.mark.parametrize(
    "text", ["0 0 1e309 1 0 0 0", "1e400 " * 16, "1e309 " * 12, "0 0 -1e999 0 0 0"]
)
def test_a_pasted_pose_is_finite(text: str) -> None:
    kind = ORIENTATIONS["quaternion" if text.count(" ") == 6 else "rpy"]
    with pytest.raises(ArgumentError, match="finite"):
        read_pose(text, kind, quantities.UNITS["m"], quantities.UNITS["deg"])


CRANE = """\
a\talpha\td\ttheta\tlower\tupper
0\t0\t1\t0\t-100\t100
0.3\t90\t0\t90\t-5\t60
0\t90\t0\t0\t1.5\t5
"""


def test_kinds_of_the_table_that_is_replaced_are_kept_where_the_text_says_none() -> None:
    kinds = ("revolute", "revolute", "prismatic")
    table = parse_table(CRANE, kinds=kinds)
    assert not table.kinds_said
    assert tuple(joint.kind for joint in table.joints) == kinds
    assert table.joints[2].limits == (1.5, 5.0)
    assert {joint.kind for joint in parse_table(CRANE, kinds=kinds[:2]).joints} == {"revolute"}
    said = parse_table("a alpha d theta\n0 0 0.2 q1\n0 0 d2 0", kinds=("prismatic", "revolute"))
    assert said.kinds_said
    assert [joint.kind for joint in said.joints] == ["revolute", "prismatic"]


def test_numbers_of_own_variables_are_a_posture_or_zeros() -> None:
    text = CRANE.replace("1.5\t5", "-1.5\t5")
    table = parse_table(text, kinds=("prismatic", "revolute", "prismatic"))
    assert table.given == (0, 1)
    posture, zeros = table.joints, with_zeros(table.joints, table.given)
    for before, after in zip(posture, zeros, strict=True):
        assert (after.home, after.offset) == (0.0, before.offset + before.home)
    robots = [Robot(joints) for joints in (posture, zeros)]
    home, rest = (fkine(robot, [joint.home for joint in robot.joints]) for robot in robots)
    assert np.allclose(home, rest, atol=1e-15)
    assert beyond(posture, "m", "deg") == "θ₂ = 90° is 30° beyond its limit"
    assert not beyond(zeros, "m", "deg")
    # Whoever writes a variable, or a column of offsets, has said it.
    assert parse_table("0 0 0 q1+90\n0 0 1 q2").given == ()
    assert parse_table("a alpha d theta joint offset\n0 0 0 90 90").given == ()


@pytest.mark.parametrize(
    ("text", "units", "said"),
    [
        ("365 90 0 0\n80 0 100 0", ("m", "deg"), [("the arm would be 545 m long", "mm")]),
        ("0.36 90 0 0\n0.8 0 0 0.0", ("mm", "deg"), [("the arm would be 1.16 mm long", "m")]),
        ("0.4 -1.5708 0 0\n0.3 0 0 0", ("m", "deg"), [("α₁ would be −1.5708°", "rad")]),
        ("0.4 90 0 0\n0.3 0 0 0", ("m", "rad"), [("α₁ would be 90 rad", "deg")]),
        ("0.4 pi/2 0 0\n0.3 0 0 0", ("m", "deg"), []),
        ("0.4 90 0 q1\n0.3 1 2 q2", ("m", "deg"), []),
        ("20 90 0 q1\n15 0 0 q2", ("m", "deg"), []),
    ],
)
def test_units_that_can_hardly_be_meant_are_doubted(text, units, said) -> None:
    found = doubts(parse_table(text, *units).joints, *units)
    assert [(one.words, one.unit) for one in found] == said
    for one in found:
        told = {"length": units[0], "angle": units[1], one.dimension: one.unit}
        again = parse_table(text, told["length"], told["angle"]).joints
        assert not doubts(again, told["length"], told["angle"])
