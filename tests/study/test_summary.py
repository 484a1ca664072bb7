"""Numbers for comparing robots: from the workspace, the best posture and the masses."""

from dataclasses import replace

import pytest

from rvs.engine.joint import Inertia
from rvs.engine.robot import Robot
from rvs.study.dexterity import optimum_posture
from rvs.study.workspace.outline import mass_of, summary
from rvs.study.workspace.workspace import Workspace, workspace


@pytest.fixture(scope="module")
def arm() -> Robot:
    return Robot.from_dh(a=[1.0, 0.5**0.5], alpha=0, d=0, theta=0, name="arm")


@pytest.fixture(scope="module")
def found(arm: Robot) -> Workspace:
    return next(workspace(arm, levels=1))


def test_the_numbers_are_those_of_workspace_and_best_posture(arm: Robot, found: Workspace) -> None:
    told = summary(arm, found)
    assert (told.name, told.planar) == ("arm", True)
    assert (told.measure, told.error) == (found.measure, found.error)
    assert (told.reach, told.across, told.gci) == (found.reach, found.across, found.gci)
    best = optimum_posture(arm, task=found.task)
    assert told.condition == pytest.approx(best.condition)
    assert told.kci == pytest.approx(100.0 / best.condition)


def test_another_name_and_what_bodies_leave(arm: Robot, found: Workspace) -> None:
    told = summary(arm, found, name="of the cell", measure=1.5, error=0.25)
    assert (told.name, told.measure, told.error) == ("of the cell", 1.5, 0.25)


def test_a_mass_is_that_of_all_links_or_unknown(arm: Robot) -> None:
    def weighed(*masses: float | None) -> Robot:
        pairs = zip(arm.joints, masses, strict=True)
        links = (replace(j, inertia=None if m is None else Inertia(m)) for j, m in pairs)
        return arm.replace(joints=tuple(links))

    assert mass_of(weighed(2.0, 1.5)) == 3.5
    assert mass_of(weighed(2.0, None)) is None
    assert mass_of(weighed(2.0, 0.0)) is None
