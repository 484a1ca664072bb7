"""Studies as chapters of a report: by name, as answers, with their settings in words."""

import numpy as np
import pytest

import rvs
from rvs.engine.errors import ArgumentError
from rvs.scripting.drives import ChooseDrives
from rvs.scripting.reports import settings_of
from rvs.scripting.sweeps import Sweep
from rvs.scripting.torques import Torque


def test_an_answer_is_a_chapter_with_its_settings() -> None:
    answer = rvs.torque("puma560", payload=2.5, q=np.radians([0, 90, 0, 0, 0, 0]))
    report = rvs.report("puma560", studies=[answer, "torque"]).report
    torque, other = report.subjects[0].studies
    assert torque.title == "Torques"
    assert ("Payload", "2.5 kg") in torque.settings
    assert ("Posture", "0 °, 90 °, 0 °, 0 °, 0 °, 0 °") in torque.settings
    assert torque.contents.table == answer.printed.table
    assert all(line[0].isupper() for line in torque.contents.lines)
    assert (other.title, other.settings) == ("Torques", ())
    assert other.contents.table != torque.contents.table


def test_settings_are_in_the_units_of_the_window() -> None:
    placed = rvs.placed("puma560")
    said = dict(settings_of(ChooseDrives(motions=("puma560-place",), payload=0.25), placed))
    assert said == {"Motion": "puma560-place", "Payload": "0.25 kg"}
    sweep = Sweep(vary=("a2=0.2:0.6:5",), measures=("reach", "kappa"), require=("reach>=0.9",))
    assert dict(settings_of(sweep, placed)) == {
        "Numbers to vary": "a2=0.2:0.6:5",
        "Measures": "reach, kappa",
        "Requirements": "reach>=0.9",
    }
    assert settings_of(Torque(), placed) == ()


def test_what_can_be_no_chapter_is_refused() -> None:
    with pytest.raises(ArgumentError, match="'lifting' is not one of torque, reach"):
        rvs.report("puma560", studies=["lifting"])
    with pytest.raises(
        ArgumentError, match="Torques is about Universal Robots UR5e, which is not in the"
    ):
        rvs.report("puma560", studies=[rvs.torque("ur5e")])
    unasked = Torque().answer(rvs.scripting.subjects.cell_of("puma560"))
    with pytest.raises(ArgumentError, match="expected an answer of a function of rvs"):
        rvs.report("puma560", studies=[unasked])
