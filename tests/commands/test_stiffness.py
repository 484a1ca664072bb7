"""``rvs stiffness``: deflections, frequencies, maps, and what is refused."""

import json
from dataclasses import replace

import numpy as np
import pytest

import rvs
from rvs.cli import main
from rvs.engine.kinematics import jacobian
from rvs.engine.robot import Robot
from rvs.files.robots.arch import Architecture
from rvs.files.tables.write import save_json
from rvs.scripting.stiffness import StiffnessQuestion
from rvs.scripting.subjects import cell_of, robot_in
from rvs.study.drives import holding


def arm(**facts) -> Robot:
    """A planar arm in a vertical plane."""
    usual = {"mass": [4.0, 2.0], "com": [[-0.25, 0, 0], [-0.15, 0, 0]], "gravity": (0, -9.81, 0)}
    return Robot.from_dh([0.5, 0.3], 0, 0, 0, name="arm", **(usual | facts))


def test_springs_of_the_table_in_numbers_and_words(capsys, tmp_path):
    robot = arm(stiffness=[2000.0, 800.0])
    path = tmp_path / "arm.json"
    save_json(path, Architecture(robot))
    words = ["stiffness", str(path), "--q", "30 -50", "--force", "0 0 -20", "--no-links"]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    q = np.radians([30, -50])
    turned = -holding(robot, q, [0, 0, -20]) / [2000, 800]
    expected = jacobian(robot, q)[3:] @ turned
    assert found["deflection"] == pytest.approx(expected, abs=1e-9)
    assert [one["stiffness"] for one in found["joints"]] == [2000, 800]
    assert [one["displacement"] for one in found["joints"]] == pytest.approx(turned)
    assert sum(one["share"] for one in found["joints"]) == pytest.approx(1)
    assert found["rigid"] == ["link 1", "link 2"]
    assert len(found["frequencies"]) == 2
    assert main(words) == 0
    told = capsys.readouterr().out
    assert "joints cause 100% of it, links 0%" in told
    assert "no joint bends" not in told
    assert "2000 N m/rad" in told
    assert "rigid, because no stiffness or length is known: link 1, link 2" in told
    assert "links are rigid" in told
    assert "motors, base, tool" in told


def test_a_locked_joint_is_a_spring_like_any_other_that_its_motor_holds():
    """Its lock carries the load of the rest of the arm, and gives way by load / stiffness."""
    free = arm(stiffness=[2000.0, 800.0])
    q = np.radians([30, -50])
    locked = rvs.stiffness(free.replace(joints=(free.joints[0], replace(
        free.joints[1], locked=True, theta=float(q[1])))), q=q, links=False)  # fmt: skip
    turned = -holding(free, q) / [2000, 800]
    assert locked.deflected.loads == pytest.approx(-holding(free, q))
    assert locked.deflection == pytest.approx(jacobian(free, q)[3:] @ turned, abs=1e-12)
    assert locked.compliance[3:, 3:] == pytest.approx(
        jacobian(free, q)[3:] @ np.diag([1 / 2000, 1 / 800]) @ jacobian(free, q)[3:].T
    )
    assert locked.frequencies == pytest.approx(rvs.stiffness(free, q=q, links=False).frequencies)


def test_given_section_is_a_cantilever(capsys):
    """Half a metre of tube and 10 kg at its end, the rest rigid: F L^3 / 3 E I."""
    robot = Robot.from_dh([0.5], 0, 0, 0, name="bar", mass=[0.0])
    found = rvs.stiffness(
        robot, force=[0, 0, -98.1], links=False,
        sections=[rvs.LinkSection(1, "tube", (0.05, 0.005), "steel")],
    )  # fmt: skip
    EI = 200e9 * np.pi / 64 * (0.05**4 - 0.04**4)
    assert found.deflection == pytest.approx([0, 0, -98.1 * 0.5**3 / (3 * EI)], abs=1e-9)
    assert "the section of link 1 was given" in found.made
    assert "no joint bends, because the stiffness of no joint is known; give it" in found.lines
    assert found.stiffness[0] == pytest.approx(3 * EI / 0.5**3, rel=1e-9)
    assert found.shares[1] == pytest.approx([1.0])


def test_payload_and_place_of_the_robot():
    """A robot on a wall: its weight pulls along the axes of the cell, whatever its own are."""
    cell = cell_of(arm(stiffness=5000.0, gravity=(0, 0, -9.81)))
    turned = np.array([[1, 0, 0, 0.3], [0, 0, -1, 0], [0, 1, 0, 0.5], [0, 0, 0, 1.0]])
    cell.stand(robot_in(cell).id, turned)
    found = StiffnessQuestion(links=False, payload=1.0, q=[0.0, 0.0]).answer(cell)
    levers, reach = (0.25, 0.5 + 0.15), 0.8
    held = robot_in(cell)
    assert found.deflected.loads[0] < -(4 * levers[0] + 2 * levers[1]) * 9.81
    assert found.deflection[2] < 0
    assert found.deflection[:2] == pytest.approx([0, 0], abs=1e-12)
    assert abs(found.deflected.loads[0]) == pytest.approx(
        9.81 * (4 * levers[0] + 2 * levers[1] + 1.0 * reach), rel=0.2
    )
    assert held.payload is None


def test_motion_map_and_files(tmp_path, capsys):
    robot = arm(stiffness=[2000.0, 800.0])
    rows = np.radians([[0, 0], [30, 40], [60, 20]])
    motion = rvs.JointTrajectory("arm", [0.0, 1.0, 2.0], rows)
    cell = cell_of(robot)
    motion = rvs.JointTrajectory(robot_in(cell).id, [0.0, 1.0, 2.0], rows)
    found = StiffnessQuestion(motion=motion, links=False).answer(cell)
    each = [rvs.stiffness(robot, q=q, links=False).size for q in rows]
    assert found.sizes == pytest.approx(each)
    assert found.worst_time == 0.0
    assert found.q == pytest.approx(rows[0])
    (plot,) = found.plots
    assert plot.curves[0].y == pytest.approx(1e3 * np.array(each))
    assert found.save(tmp_path / "along.svg").stat().st_size > 1000
    mapped = StiffnessQuestion(q=[0.3, 0.8], plane="xy", links=False, modes=0).answer(cell)
    (plot,) = mapped.plots
    assert plot.map.unit == "mm"
    known = np.isfinite(mapped.map.sizes)
    assert 0.3 < known.mean() < 0.9
    far = np.hypot(*np.meshgrid(mapped.map.across, mapped.map.up))
    assert far[known].max() <= 0.8
    # the farther out, the more it gives way
    assert np.corrcoef(far[known], mapped.map.sizes[known])[0, 1] > 0.5
    assert "over the plane xy through it" in mapped.lines[-1]
    assert mapped.facts["map"]["plane"] == "xy"
    assert mapped.save(tmp_path / "map.pdf").stat().st_size > 1000
    assert found.save(tmp_path / "shares.csv").read_text("utf-8").count("link 2") == 1
    with pytest.raises(rvs.ArgumentError, match="has no values over time"):
        _ = mapped.sizes
    with pytest.raises(rvs.ArgumentError, match="nothing to plot"):
        rvs.stiffness(robot, links=False).save(tmp_path / "a.pdf")


def test_drawn_deflection_is_exaggerated_by_a_round_factor():
    robot = arm(stiffness=[2000.0, 800.0])
    cell = cell_of(robot)
    placed = robot_in(cell)
    found = StiffnessQuestion(q=[0.3, 0.8], links=False).answer(cell)
    assert f"{found.factor:e}"[0] in "125"
    assert 0.02 < found.factor * found.size / 0.8 < 0.1
    items = found.items(placed)
    still, bent = (one for one in items if type(one).__name__ == "Line")
    assert bent.points[0] == pytest.approx(still.points[0])
    moved = bent.points[-1] - still.points[-1]
    assert moved == pytest.approx(found.factor * found.deflection, rel=1e-6)
    label = next(one for one in items if type(one).__name__ == "Label")
    assert label.text == f"{1e3 * found.size:.3g} mm, drawn {found.factor:g} times"
    assert len([one for one in items if type(one).__name__ == "Solid"]) > 3
    other = robot_in(cell_of("puma560"))
    assert found.items(other) == ()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--no-links"], "every joint and link is rigid; give the joints a stiffness"),
        (["--stiffness", "0"], "stiffness: expected numbers above 0"),
        (["--section", "9 tube 0.1 0.01"], "section: link 9: the robot has links 1 to 6"),
        (["--section", "tube"], "expected LINK tube DIAMETER WALL"),
        (["--section", "2 tube nan 0.004"], "in m, and a material, got '2 tube nan 0.004'"),
        (["--force", "1 2"], "force: expected 3 or 6 numbers, got 2"),
    ],
)
def test_what_cannot_be_is_refused(words, told, capsys):
    assert main(["stiffness", "puma560", *words]) != 0
    assert told in capsys.readouterr().err


def test_masses_that_are_not_known_are_refused_with_the_cure(capsys):
    assert main(["stiffness", "planar-2r"]) != 0
    assert "compute them from its body with rvs masses" in capsys.readouterr().err


def test_published_arm_as_a_whole(capsys):
    assert main(["stiffness", "puma560", "--stiffness", "3e4", "--payload", "2"]) == 0
    told = capsys.readouterr().out
    assert "with the sections of the full model, of which 30% are filled" in told
    assert "carried by the last link: hand (without mass), box (2 kg)" in told
