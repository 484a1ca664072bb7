"""Numbers of files: the unit converted once, and exactly back."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.joint import Joint
from rvs.files.robots.arch import read_architecture
from rvs.files.robots.arch_write import save_architecture
from rvs.files.text.scale import DEGREES, NUMBERS, length_scale

SCALES = [DEGREES, NUMBERS, *map(length_scale, ("m", "dm", "cm", "mm", "in", "ft"))]
FLOATS = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e12, max_value=1e12)


@pytest.mark.property
@pytest.mark.parametrize("scale", SCALES)
@given(value=FLOATS)
def test_what_is_written_reads_back_exactly(scale, value):
    if abs(value) > 1e-300:
        assert scale.read(scale.write(value)) == value


@pytest.mark.property
@pytest.mark.parametrize("scale", SCALES)
@given(thousandths=st.integers(-1_000_000, 1_000_000))
def test_what_people_write_stays_as_short(scale, thousandths):
    text = repr(thousandths / 1000).removesuffix(".0")
    written = scale.write(scale.read(text))
    assert len(written) <= len(text)
    assert scale.read(written) == scale.read(text)


def test_known_values():
    assert DEGREES.read("180") == math.pi
    assert length_scale("dm").read("3") == 0.3
    assert length_scale("mm").read("431.8") == 0.4318
    assert length_scale("in").read("1") == 0.0254
    assert DEGREES.write(math.radians(-58.3127)) == "-58.3127"
    assert length_scale("mm").write(0.3) == "300"
    assert NUMBERS.write(-0.0) == "0"
    assert NUMBERS.write(1e-5) == "1e-05"


def test_more_than_seventeen_digits_are_read_as_they_stand():
    assert DEGREES.read("57.295779513082320876798") == 1.0
    assert length_scale("mm").read("0.1000000000000000000") == 0.0001


@pytest.mark.parametrize("unit", ["mm", "cm", "in"])
def test_a_length_beyond_every_number_of_the_unit_is_refused(unit: str) -> None:
    with pytest.raises(ArgumentError, match="too large a number for the unit of the file"):
        length_scale(unit).write(1.7e308)
    far = length_scale("m").write(1.7e308)
    assert length_scale("m").read(far) == 1.7e308


@pytest.mark.parametrize("value", [1e307, -1.7e308])
def test_a_robot_that_its_unit_can_not_hold_leaves_the_old_file(value: float, tmp_path) -> None:
    path = tmp_path / "arm.arch"
    path.write_text("unit = mm { a = 1 b = 0 al = 0 th = 0 }", encoding="utf-8")
    arm = read_architecture(path)
    far = replace(arm, robot=arm.robot.replace(joints=(Joint(a=value),)))
    with pytest.raises(RvsError):
        save_architecture(path, far)
    assert read_architecture(path) == arm


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12345678901234567890e999999999", math.inf),
        ("-12345678901234567890e999999999999999999999", -math.inf),
        ("12345678901234567890e-999999999", 0.0),
        ("1" + "0" * 6000 + "e-6000", 1.0),
        ("0." + "0" * 6000 + "25e6000", 0.25),
    ],
)
def test_a_long_number_is_read_whatever_its_exponent(text: str, value: float) -> None:
    assert NUMBERS.read(text) == value
