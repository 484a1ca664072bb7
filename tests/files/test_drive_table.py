"""Tables of motors and gears: the bundled one against printed numbers, and errors of others."""

from math import isnan, pi, radians
from re import search

import pytest

from rvs.files.tables.drive_table import BUNDLED, bundled_parts, read_parts
from rvs.files.text.errors import FileErrors

RPM, KG_CM2 = pi / 30, 1e-4


def bundled(name: str):
    (found,) = [part for part in bundled_parts() if part.name == name]
    return found


def test_every_bundled_part_names_its_source() -> None:
    parts = bundled_parts()
    kinds = [part.kind for part in parts]
    assert kinds.count("motor") >= 15
    assert kinds.count("gear") >= 15
    assert kinds.count("actuator") >= 4
    assert all(len(part.source) > 15 for part in parts)
    assert len({part.title for part in parts}) == len(parts)
    motors = {part.name for part in parts if part.kind == "motor"}
    assert all(set(part.fits) <= motors for part in parts)
    # each price names the shop or the list in which it was found, and when
    priced = [part for part in parts if not isnan(part.price)]
    assert len(priced) == 7
    assert all(part.currency == "USD" for part in priced)
    assert all(search(r"price .*on .*, (copied|listed) .*20\d\d", part.source) for part in priced)


def test_numbers_derived_from_constants_are_those_of_data_sheets() -> None:
    """EC-i 40, 100 W, 36 V of maxon: nominal torque 0.204 N m, 44 g cm^2, 390 g."""
    motor = bundled("496661")
    assert motor.rated_torque == pytest.approx(0.204, rel=0.01)
    assert motor.inertia == pytest.approx(44e-7)
    assert motor.mass == pytest.approx(0.390)
    # the maker's page of the winding for 48 V: the same rotor
    other = bundled("EC-i 40 100W 488607")
    assert (other.inertia, other.mass) == pytest.approx((motor.inertia, motor.mass))
    # kt = 91 mNm/A, so that 5000 rpm without torque are 48 V
    assert other.no_load_speed * 0.091 == pytest.approx(48.0, rel=0.02)


@pytest.mark.parametrize(
    ("size", "printed"),
    [("TP004", (12, 12, 11, 8, 8)), ("TP010", (32, 33, 30, 23, 23)),
     ("TP050", (190, 187, 159, 123, 123))],
)  # fmt: skip
def test_stiffness_of_planetary_gears_is_that_of_the_pages_of_the_maker(size, printed) -> None:
    """Rows *Maximum torsional rigidity Ct21* for the ratios 4, 5, 7, 8 and 10, in N m/arcmin."""
    for ratio, rigidity in zip((4, 5, 7, 8, 10), printed, strict=True):
        gear = bundled(f"AG2400 {size} MF {ratio}")
        assert gear.stiffness == pytest.approx(rigidity / radians(1 / 60), rel=1e-4)
        assert f"torsional rigidity {rigidity} N m/arcmin" in gear.source


def test_stiffness_of_strain_wave_gears_agrees_with_their_printed_angle() -> None:
    """The catalogue gives the angle at T1, too: 4.9e-4 rad at 3.9 N m, 5.5e-4 rad at 14 N m."""
    for name, torque, angle in (("CSF-17-50-2UH", 3.9, 4.9e-4), ("CSF-25-50-2UH", 14, 5.5e-4)):
        assert torque / bundled(name).stiffness == pytest.approx(angle, rel=0.02)
    # nothing is known where no source was found
    for name in ("CSF-17-100-2UH", "AG3400 NPT015 MA 12", "203115", "AK80-64 KV80"):
        assert isnan(bundled(name).stiffness)


def test_printed_numbers_become_si() -> None:
    gear = bundled("AG2400 TP010 MF 5")
    assert gear.ratio == 5.0
    assert gear.rated_torque == 81.0
    assert gear.peak_torque == 172.0
    assert gear.max_speed == pytest.approx(7500 * RPM)
    assert gear.inertia == pytest.approx(0.62 * KG_CM2)
    assert gear.efficiency == 0.97
    assert isnan(gear.price)
    harmonic = bundled("CSF-25-50-2UH")
    assert (harmonic.rated_torque, harmonic.peak_torque) == (39.0, 98.0)
    assert isnan(harmonic.efficiency)


def test_ones_own_table_may_leave_columns_out(tmp_path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(
        "Name,kind,rated_torque,ratio,fits\nm,motor,0.5,,\n\ng,gear,,20, m ; n \n", encoding="utf-8"
    )
    motor, gear = read_parts(path)
    assert (motor.ratio, motor.rated_torque, motor.title) == (1.0, 0.5, "m")
    assert isnan(motor.mass)
    assert gear.fits == ("m", "n")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("name,kind,torqe\nm,motor,1\n", ":1:1: unknown column 'torqe'"),
        ("kind,mass\nmotor,1\n", ":1:1: expected a column name"),
        ("name,kind\nm,motr\n", ":2:1: kind: expected motor, gear, actuator, got 'motr'"),
        (
            "name,kind,mass\nm,motor,heavy\n",
            ":2:1: mass: expected a number or nothing, got 'heavy'",
        ),
        ("name,kind,mass\nm,motor,-1\n", ":2:1: mass: expected more than 0, got -1"),
        ("name,kind,price\nm,motor,-1\n", ":2:1: price: expected at least 0, got -1"),
        ("name,kind\ng,gear\n", ":2:1: ratio: expected a number for a gear"),
        ("name,kind\n,motor\n", ":2:1: name: expected a name"),
        ("name,kind\nm,motor,3\n", ":2:1: expected 2 cells, got 3"),
        ("", "expected a column kind"),
    ],
)
def test_errors_name_the_line_and_the_cure(tmp_path, text: str, error: str) -> None:
    path = tmp_path / "wrong.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileErrors, match=error):
        read_parts(path)


def test_many_rows_are_refused(tmp_path) -> None:
    path = tmp_path / "long.csv"
    path.write_text("name,kind\n" + "m,motor\n" * 2001, encoding="utf-8")
    with pytest.raises(FileErrors, match="too many rows"):
        read_parts(path)
    with pytest.raises(FileErrors, match="nowhere"):
        read_parts(tmp_path / "nowhere.csv")
    assert len(read_parts(BUNDLED)) == len(bundled_parts())
