"""``rvs drives`` and ``rvs.drives``: pairs for each joint, reasons, plots, the edit."""

import json
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

import rvs
from rvs.cli import main
from rvs.engine.dynamics import gravload
from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.joint import Motor
from rvs.files.tables.drive_table import bundled_parts
from rvs.model.plots.drive_plot import RPM, speed_envelope
from rvs.scripting.subjects import cell_of, robot_in


@pytest.fixture(scope="module")
def found():
    return rvs.drives("puma560", ["puma560-place"])


def weak_table(folder) -> str:
    """One weak motor of 0.2 kg, whose maker publishes no price."""
    path = folder / "mine.csv"
    path.write_text(
        "kind,maker,name,rated_torque,peak_torque,max_speed,inertia,mass\n"
        "motor,Mine,weak,0.5,1.5,3000,0.1,0.2\n"
    )
    return str(path)


def test_each_joint_of_a_puma_has_drives_that_can_do_it(found) -> None:
    assert found.complete
    joints = found.facts["joints"]
    assert [one["joint"] for one in joints] == [1, 2, 3, 4, 5, 6]
    for one in joints:
        best = one["pairs"][0]
        assert best["feasible"]
        assert max(best["use"].values()) <= 1.0
        masses = [pair["mass"] for pair in one["pairs"]]
        assert masses == sorted(masses)
        assert all(best["sources"])
    assert found.mass == pytest.approx(sum(one["pairs"][0]["mass"] for one in joints))
    # the shoulder carries the most
    assert max(joints, key=lambda one: one["pairs"][0]["mass"])["joint"] == 2
    assert len(found.fitted.pairs) == found.facts["pairs"] > len(bundled_parts())


def test_the_offer_puts_the_drives_into_the_robot(found) -> None:
    cell = cell_of("puma560")
    (offer,) = found.offers
    assert offer.label == "Use the drives for the robot"
    after = offer.call(cell.document).robot(found.placed.id).robot
    assert after == found.robot
    before = robot_in(cell).robot
    for i, joint in enumerate(after.joints):
        of = found.pair(i).numbers
        assert joint.motor == Motor(of["inertia"], of["ratio"])
        assert joint.rate == pytest.approx(of["fastest"] / of["ratio"])
        carried = 0.0 if i == 5 else found.pair(i + 1).numbers["mass"]
        assert joint.inertia.mass == pytest.approx(before.joints[i].inertia.mass + carried)
    # with the drives in it, the robot stays within the efforts that they give it
    load = rvs.torque(after, "puma560-place").load
    assert (load.peaks <= [joint.effort for joint in after.joints]).all()


def test_the_drives_make_the_robot_elastic(tmp_path) -> None:
    """A geared joint turns by its load over the stiffness of the gear; the others stay rigid."""
    table = tmp_path / "mine.csv"
    table.write_text(
        "kind,name,ratio,rated_torque,peak_torque,max_speed,inertia,efficiency,stiffness,mass\n"
        "motor,m,,3,9,6000,1,,,1\ngear,g,50,900,2000,9000,1,0.9,50000,1\n", "utf-8",
    )  # fmt: skip
    cell = cell_of("puma560")
    words = {"catalogue": table, "alone": True, "worst": True, "masses": False}
    found = rvs.drives(cell, ["puma560-place"], **words)
    geared = [found.pair(i).gear is not None for i in range(6)]
    assert geared[1]
    assert not all(geared)
    cell.edit("Drives", found.offers[0].call)
    joints = cell.robots[0].robot.joints
    assert [joint.stiffness for joint in joints] == [5e4 if own else np.inf for own in geared]
    assert found.facts["joints"][1]["pairs"][0]["stiffness"] == 5e4
    bent = rvs.stiffness(cell, q=[0.0] * 6).facts["joints"]
    loads = gravload(cell.robots[0].robot, [0.0] * 6)
    for one, own, load in zip(bent, geared, loads, strict=True):
        assert abs(one["displacement"]) == pytest.approx(abs(load) / 5e4 if own else 0.0)
    rigid = [i for i, own in enumerate(geared, 1) if not own]
    (told,) = [note for note in found.notes if "stiffness" in note]
    assert told.startswith(f"joint{'s' * (len(rigid) > 1)} {', '.join(map(str, rigid))}: the stiff")


def test_the_table_and_the_notes_name_reasons_and_assumptions(found) -> None:
    assert len(found.table.table.rows) == 18
    notes = "\n".join(found.notes)
    assert "the nearest miss is" in notes
    assert "of its rated torque" in notes
    assert "assumed: a drive is a point mass on the axis of its joint" in notes
    assert repr(found) == "<Drives of PUMA 560: 6 of 6 joints>"


def test_drives_that_cannot_do_it_are_refused_with_the_reason(tmp_path) -> None:
    asked = rvs.drives(
        "puma560", ["puma560-place"], catalogue=weak_table(tmp_path), alone=True, masses=False
    )
    assert not asked.complete
    notes = "\n".join(asked.notes)
    assert "shoulder: no drive is sufficient; the closest is Mine weak: the rms torque is" in notes
    assert asked.pair(1) is None
    rank = rvs.drives("puma560", ["puma560-place"], rank="price", catalogue=weak_table(tmp_path))
    assert len(rank.fitted.pairs) > len(asked.fitted.pairs) == 1
    assert asked.offers
    heavy = rvs.drives("puma560", ["puma560-place"], payload=50.0, alone=True,
                       catalogue=weak_table(tmp_path))  # fmt: skip
    assert "carry no mass for its drive" in "\n".join(heavy.notes)


def test_prices_are_added_and_rank_the_drives(found, tmp_path) -> None:
    cheap = rvs.drives("puma560", ["puma560-place"], rank="price")
    for one in cheap.facts["joints"]:
        prices = [pair["price"] for pair in one["pairs"] if pair["price"] is not None]
        assert prices == sorted(prices)
        assert {pair["currency"] for pair in one["pairs"] if pair["price"]} == {"USD"}
    # the prices of their shop
    assert cheap.facts["prices"] == {"USD": pytest.approx(5 * 398.90 + 989.90)}
    assert cheap.lines[-1] == "they cost 2,984.40 USD together"
    assert cheap.table.table.rows[0][5] == "398.90 USD"
    assert "prices are list prices in their sources" in "\n".join(cheap.notes)
    some = "the prices of 3 of them are known: 2,149.70 USD together"
    assert found.lines[-1] == some
    assert found.prices["USD"] == pytest.approx([579.90, 989.90, 579.90])

    mine = tmp_path / "mine.csv"
    head = "kind,name,rated_torque,peak_torque,max_speed,inertia,mass,price"
    motor = "motor,m,9,90,3000,9,9,"
    mine.write_text(f"{head},currency\n{motor}75,EUR\n")
    ask = partial(rvs.drives, "puma560", ["puma560-place"], catalogue=str(mine))
    with pytest.raises(ArgumentError, match="rank: prices are in EUR and USD; expected one curr"):
        ask(rank="price")
    own = ask(rank="price", alone=True, masses=False)
    assert own.lines[-1].endswith(" EUR together")
    mine.write_text(f"{head}\n{motor}75\n")
    with pytest.raises(ArgumentError, match="prices are in an unnamed currency and USD"):
        ask(rank="price")
    assert ask(rank="price", alone=True, masses=False).lines[-1].endswith("0 together")
    mine.write_text(f"{head}\n{motor}\n")
    with pytest.raises(ArgumentError, match="rank: no price is known; expected a catalogue with"):
        ask(rank="price", alone=True)
    assert ask().complete


def test_postures_are_held_for_ever() -> None:
    held = rvs.drives("puma560", hold=["ready"])
    assert all(one.duties[0].duration == 0.0 for one in held.fitted.joints)
    both = rvs.drives("puma560", ["puma560-place"], hold=["ready"])
    assert [duty.name for duty in both.fitted.joints[0].duties] == ["puma560-place", "ready"]


def test_drives_for_the_worst_postures_lift_the_payload_everywhere() -> None:
    """The payload diagram, which searches postures by other code, agrees once they are put in."""
    mass = 2.5
    found = rvs.drives("puma560", worst=True, payload=mass, masses=False)
    assert [duty.name for duty in found.fitted.joints[0].duties] == [
        f"worst of joint {k}" for k in (2, 3, 4, 5)
    ]
    robot = rvs.load("puma560")
    best = [found.fitted.pairs.each[one.best].numbers for one in found.fitted.joints]
    efforts = tuple(
        replace(joint, effort=pair["rated"] * pair["ratio"])
        for joint, pair in zip(robot.joints, best, strict=True)
    )
    diagram = rvs.payload_diagram(robot.replace(joints=efforts), places=2)
    assert mass < diagram.facts["along_axis"]["mass"][0] < 2.0 * mass
    with pytest.raises(ArgumentError, match="or hold the worst posture of each joint"):
        rvs.drives("puma560")


def test_a_plot_shows_the_torques_below_the_limits(found) -> None:
    plots = found.plots
    assert len(plots) == 6
    for plot, one in zip(plots, found.fitted.joints, strict=True):
        pair = found.fitted.pairs.each[one.best]
        motion = plot.curves[0]
        assert (plot.x.unit, plot.y.unit) == ("rpm", "N m")
        assert max(motion.y) == pytest.approx(one.verdict.peak[one.best])
        assert max(motion.x) == pytest.approx(one.verdict.speed[one.best] * RPM)
        limits = {curve.name: curve for curve in plot.curves if curve.dashed}
        assert limits["rated"].y[0] == pytest.approx(pair.numbers["rated"])
        assert limits["peak"].y[0] == pytest.approx(
            np.fmin(pair.numbers["peak"], pair.numbers["stall"])
        )
        # what a motor has at no load is nothing
        assert limits["peak"].y[-1] == 0.0


def test_the_line_of_the_voltage_bounds_the_peak_torque() -> None:
    (pair,) = [one for one in rvs_pairs() if one.title == "Allied Motion MF0095020 48V"]
    n0 = pair.numbers["no_load"]
    most = speed_envelope(pair, np.array([0.0, 0.25, 0.5, 1.0, 1.1]) * n0)
    assert most == pytest.approx([18.0, 18.0, 26.88 / 2, 0.0, 0.0])


def rvs_pairs():
    from rvs.study.drives.catalogue import pairs_of

    return pairs_of([part for part in bundled_parts() if part.kind == "motor"]).each


def test_the_command_answers_in_words_and_in_json(tmp_path, capsys) -> None:
    words = ["drives", "puma560", "--motion", "puma560-place", "--count", "1"]
    assert main([*words, "-o", str(tmp_path / "drives.csv")]) == 0
    out = capsys.readouterr().out
    assert "the chosen drives weigh" in out
    assert "CubeMars AK80-64 KV80" in (tmp_path / "drives.csv").read_text()
    assert main([*words, "--json", "-o", str(tmp_path / "drives.svg")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["complete"]
    assert len(told["joints"][0]["pairs"]) == 1
    assert (tmp_path / "drives.svg").stat().st_size > 5000


def test_wrong_questions_name_the_cure(tmp_path) -> None:
    with pytest.raises(ArgumentError, match="expected a motion for the drives or a posture"):
        rvs.drives("puma560")
    with pytest.raises(ArgumentError, match="has no posture 'nowhere'; it has"):
        rvs.drives("puma560", hold=["nowhere"])
    with pytest.raises(ArgumentError, match="expected catalogue as well"):
        rvs.drives("puma560", ["puma560-place"], alone=True)
    with pytest.raises(RvsError, match="nowhere"):
        rvs.drives("puma560", ["puma560-place"], catalogue=str(tmp_path / "nowhere.csv"))
    with pytest.raises(ArgumentError, match="the mass of every link"):
        rvs.drives("scara", hold=["home"])


def test_a_drive_that_could_turn_faster_keeps_the_rate_of_the_joint() -> None:
    robot = rvs.load("puma560")
    slow = robot.replace(joints=tuple(replace(one, rate=2.0) for one in robot.joints))
    found = rvs.drives(slow, worst=True, payload=2.5)
    assert [joint.rate for joint in found.robot.joints] == [2.0] * 6
    assert "slower than their drives, as before: waist, shoulder" in "\n".join(found.notes)
    free = rvs.drives(robot, worst=True, payload=2.5)
    assert "as before" not in "\n".join(free.notes)


def test_joints_that_nothing_loads_are_named() -> None:
    held = "\n".join(rvs.drives("puma560", worst=True, payload=2.5).notes)
    assert "without load, so that any drive is sufficient: waist, flange; add" in held
    moved = "\n".join(rvs.drives("puma560", ["puma560-place"], worst=True).notes)
    assert "without load" not in moved
