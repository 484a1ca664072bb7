"""Properties that a written file does not keep are reported."""

from dataclasses import replace

import pytest

from rvs.engine.joint import Motor
from rvs.files.convert import convert_robot, not_kept
from rvs.files.library import load_robot


def test_urdf_loses_motors_and_the_initial_posture(tmp_path):
    done = convert_robot(load_robot("puma560"), tmp_path / "puma.urdf")
    (said,) = [note for note in done.notes if note.startswith("not kept: ")]
    words = said.removeprefix("not kept: ").split(", ")
    assert {"initial posture", "inertia of motors", "gear ratios", "Coulomb friction"} <= set(words)
    # these stand in the file
    assert not {"limits", "masses", "viscous friction", "names of joints"} & set(words)


def test_an_architecture_file_keeps_everything(tmp_path):
    assert convert_robot(load_robot("puma560"), tmp_path / "puma.arch").notes == ()


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"limits": (-0.1, 0.1)}, "limits"),
        ({"rate": 0.5}, "largest speeds"),
        ({"acceleration": 0.5}, "largest accelerations"),
        ({"effort": 0.5}, "largest torques and forces"),
        ({"inertia": None}, "masses"),
        ({"name": "other"}, "names of joints"),
        ({"theta": 0.3}, "initial posture"),
        ({"motor": Motor(gear=3.0)}, "gear ratios"),
    ],
)
def test_each_field_that_differs_is_named(change, word):
    given = load_robot("puma560")
    base, second, *others = given.robot.joints
    made = replace(
        given, robot=given.robot.replace(joints=(base, replace(second, **change), *others))
    )
    assert word in not_kept(given, made)
    assert not_kept(given, given) == ()


def test_the_inertia_of_a_rotor_is_that_at_the_joint():
    given = load_robot("puma560")
    geared = [
        replace(j, motor=Motor(j.motor.inertia * j.motor.gear**2, 1.0)) if j.motor else j
        for j in given.robot.joints
    ]
    lost = not_kept(given, replace(given, robot=given.robot.replace(joints=tuple(geared))))
    assert "gear ratios" in lost
    assert "inertia of motors" not in lost
