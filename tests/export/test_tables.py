"""A robot's tables for documents: what the cells say, in every format."""

import csv
import io
import re

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Inertia, Joint, Motor
from rvs.engine.robot import Robot
from rvs.export.tables.robot_tables import (
    dh_table,
    limits_table,
    mass_table,
    motor_table,
    parameter_table,
    units_of,
)
from rvs.export.tables.table import Table, even
from rvs.export.tables.write import csv_table, latex_table, markdown_table, table_text
from rvs.model.numbers.units import LENGTH_UNITS, UNITS
from rvs.model.robots.parameters import Formula, Parameters, RobotParameter, Variant
from rvs.scripting.tables import tabulate

ROBOT = Robot(
    (
        Joint(a=0.4318, alpha=-np.pi / 2, offset=np.pi / 2, limits=(-1.0, 2.0), name="waist"),
        Joint(theta=np.radians(30), kind="prismatic", offset=-0.1, rate=0.5),
        Joint(
            kind="helical", d=0.2, pitch=0.01, convention="modified", effort=12.0,
            inertia=Inertia(1.5, (0, -0.02, 0), (1e-5, 0, 0, 0, 0, 0)), motor=Motor(2e-4, -50.0),
        ),
        Joint(convention="general"),
    ),
    name="Arm_1 & Co",
)  # fmt: skip
MM = units_of("mm")


def test_variables_are_symbols_with_their_offsets():
    rows = dh_table(ROBOT, MM).rows
    assert rows[0] == ("1", "R", "431.8", "−90", "0", "θ₁ + 90", "standard")
    assert rows[1] == ("2", "P", "0", "0", "b₂ − 100", "30", "standard")
    assert rows[2] == ("3", "H", "0", "0", "200 + 10 θ₃/rad", "θ₃", "modified")
    assert rows[3] == ("4", "R", "–", "–", "–", "–", "general")


def test_conventions_are_said():
    table = dh_table(ROBOT, MM)
    assert "standard and modified and general" in table.caption
    assert len(table.notes) == 4
    assert any("Craig" in note for note in table.notes)
    assert table.headings[2:] == ("a (mm)", "α (°)", "b (mm)", "θ (°)", "convention")


def test_limits_leave_out_what_nobody_knows():
    table = limits_table(ROBOT, MM)
    assert "acceleration (/s²)" not in table.headings
    assert table.rows[0][:6] == ("1", "waist", "revolute", "°", "−57.29578", "114.591559")
    assert table.rows[1][-2:] == ("500", "–")
    assert table.rows[2][-1] == "12 N m"


def test_masses_and_motors_only_where_they_are_known():
    table = mass_table(ROBOT, MM)
    assert table.rows[2][:6] == ("3", "1.5", "0", "−20", "0", "1e−5")
    assert table.rows[0][1:] == ("–",) * 10
    assert motor_table(ROBOT, MM).rows[2][1:3] == ("0.0002", "−50")
    plain = Robot((Joint(a=1.0),))
    assert mass_table(plain, MM) is None
    assert motor_table(plain, MM) is None
    assert len(motor_table(ROBOT, MM).headings) == 6
    springs = motor_table(Robot((Joint(a=1.0, stiffness=2e4), Joint(a=1.0))), MM)
    assert springs.headings[-1] == "k (N m/rad or N/m)"
    assert [row[-1] for row in springs.rows] == ["20000", "–"]


def test_parameters_have_their_values_in_all_variants_and_the_units_of_the_table():
    """L2 = 2 L1 − 100 mm."""
    every = (
        RobotParameter("L1", 0.4, least=0.2, most=0.6, meaning="Upper arm"),
        RobotParameter("L2", text="2*L1 - 100 mm"),
        RobotParameter("A", np.pi / 6, "angle"),
    )
    variants = (Variant("short", (("L1", 0.3),)),)
    known = Parameters(every, (Formula(0, "a", "L1"),), variants)
    table = parameter_table(ROBOT, known, MM)
    assert table.headings == (
        *("name", "value", "unit", "expression", "from", "to", "short", "meaning"),
    )  # fmt: skip
    assert table.rows == (
        ("L1", "400", "mm", "–", "200", "600", "300", "Upper arm"),
        ("L2", "700", "mm", "2*L1 - 100 mm", "–", "–", "–", "–"),
        ("A", "30", "°", "–", "–", "–", "–", "–"),
    )
    assert table.notes == ("Cells of the table: a of joint 1 = L1.",)
    assert parameter_table(ROBOT, Parameters(), MM) is None
    few = parameter_table(ROBOT, Parameters(every[2:]), MM)
    assert few.headings == ("name", "value", "unit")


def test_decimals_are_equal_among_the_rows_of_a_unit():
    rows = (("°", "10"), ("in", "19.685"), ("°", "0.5"), ("in", "4"))
    table = even(Table("", ("unit", "initial"), rows, "lr"))
    assert [row[1] for row in table.rows] == ["10.0", "19.685", "0.5", "4.000"]


def test_columns_of_numbers_are_on_the_right_with_units_too():
    rows = [("P1", "9.4", "12 N m", "−3e−5 mrad", "–"), ("P2", "−", "", "0", "2.5%")]
    table = tabulate([(*row, 3e4) for row in rows], ("a", "b", "c", "d", "e", "f")).table
    assert table.align == "llrrrr"
    assert tabulate([(0.5,), (2e-4,)], ("a",)).table.align == "d"
    assert table.rows[0][-1] == "30000"


@pytest.mark.parametrize("unit", LENGTH_UNITS)
def test_masses_are_in_the_unit_of_the_table_and_without_what_is_mere_rounding(unit):
    link = Inertia(2.0, (0.3048, 3.4e-11, 0.0), (0.4, 0.4, 0.2, -7.5e-12, 0.0, 1e-9))
    table = mass_table(Robot((Joint(inertia=link),)), units_of(unit))
    length = UNITS[unit]
    assert table.headings[2:5] == tuple(f"{axis} ({length.symbol})" for axis in "xyz")
    x, *rest = table.rows[0][2:]
    assert float(x) * length.factor == pytest.approx(0.3048, rel=1e-3)
    assert rest == ["0", "0", "0.4", "0.4", "0.2", "0", "0", "0"]


def test_latex_is_mathematics_with_rules():
    text = latex_table(dh_table(ROBOT, MM))
    assert r"\begin{tabular}{rlrrrrl}" in text
    head = r"$i$ & joint & $a$ (mm) & $\alpha$ ($^\circ$) & $b$ (mm) & $\theta$ ($^\circ$)"
    assert rf"{head} & convention \\" in text
    assert r"$1$ & R & $431.8$ & $-90$ & $0$ & $\theta_{1}$ + 90 & standard \\" in text
    assert r"Arm\_1 \& Co" in text
    assert text.count("{") == text.count("}")
    assert [text.count(rule) for rule in (r"\toprule", r"\midrule", r"\bottomrule")] == [1, 1, 1]
    rows = [line for line in text.splitlines() if line.endswith(r"\\")]
    assert {line.replace(r"\&", "").count("&") for line in rows} == {6}
    masses = latex_table(mass_table(ROBOT, MM))
    assert "$I_{xx}$ (kg m$^2$)" in masses
    assert r"$1\cdot 10^{-5}$" in masses


def test_markdown_lines_are_of_one_length():
    lines = [line for line in markdown_table(dh_table(ROBOT, MM)).splitlines() if "|" in line]
    assert len({len(line) for line in lines}) == 1
    assert len(lines) == 2 + ROBOT.n
    assert re.fullmatch(r"(\| :?-+:? )+\|", lines[1])


def test_csv_holds_numbers_that_programs_read():
    rows = list(csv.reader(io.StringIO(csv_table(dh_table(ROBOT, MM)))))
    assert float(rows[1][3]) == -90.0
    assert rows[4][2] == ""


def test_other_formats_are_refused():
    with pytest.raises(ArgumentError, match=r"\.tex, \.md, \.csv"):
        table_text([dh_table(ROBOT, MM)], ".doc")


def test_a_table_without_a_caption_has_none():
    bare = tabulate([(1, 2.5)], ("a", "b"))
    assert str(bare).startswith("|   a |")
    assert r"\caption" not in latex_table(bare.table)
    assert r"\label" not in latex_table(bare.table)
    assert str(tabulate([(1,)], ("a",), "Said")).startswith("**Said**")


def test_a_centre_of_mass_that_is_mere_rounding_is_0():
    link = Inertia(1.2, (0.0, 1.4e-17, -2.8e-17), (2.6e-3, 2.2e-3, 2.6e-3, 0.0, 0.0, 0.0))
    table = mass_table(Robot((Joint(inertia=link),)), MM)
    assert table.rows[0][2:5] == ("0", "0", "0")
    tiny = Inertia(1e-9, (0.0, 2e-7, 0.0), (1e-23, 1e-23, 1e-23, 0.0, 0.0, 0.0))
    assert mass_table(Robot((Joint(inertia=tiny),)), MM).rows[0][3] == "0.0002"


def test_a_rate_that_follows_from_a_motor_has_no_endless_decimals():
    turning = Robot(
        (Joint(rate=np.radians(60000 / 156)), Joint(rate=np.radians(3419.9999999999995)))
    )
    rows = limits_table(turning, MM).rows
    assert [row[-1] for row in rows] == ["384.6154", "3420"]
