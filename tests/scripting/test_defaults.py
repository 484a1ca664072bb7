"""Defaults are the same in the window, in scripts and on the command line."""

import inspect
import re
from dataclasses import fields

import pytest

import rvs
from rvs.engine.errors import ArgumentError
from rvs.model.robots.designing import Wish as DesignWish
from rvs.study.design.design import METHODS
from rvs.study.design.search import STARTS, search
from rvs.study.dexterity import WITHIN_LIMITS
from rvs.study.simulate.laws import LAWS
from rvs.study.simulate.run import ENDS, Run, usual_duration


def test_a_run_lasts_as_long_everywhere() -> None:
    run = {one.name: one.default for one in fields(Run)}
    assert usual_duration(None) == run["duration"]


def test_searches_for_postures_keep_to_limits_everywhere() -> None:
    # The fields of the window: tests/ui/test_default_fields.py.
    said = inspect.signature(rvs.dexterity).parameters
    assert said["limits"].default is WITHIN_LIMITS


def test_designs_have_as_many_starts_everywhere() -> None:
    said = inspect.signature(rvs.design).parameters["starts"].default
    counted = inspect.signature(search).parameters["count"].default
    asked = next(one.default for one in fields(DesignWish) if one.name == "starts")
    assert said == counted == asked == STARTS


def test_every_value_that_a_docstring_names_is_taken() -> None:
    """Quoted words of the arguments of ``rvs.simulate`` and others are real ones."""
    words = re.findall(r'``"([^"`]+)"``', inspect.getdoc(rvs.simulate) or "")
    assert set(words) == {*LAWS, *ENDS}
    for law in LAWS:
        assert rvs.simulate("puma560", law, duration=0.02).run.law == law
    for end in ENDS:
        assert rvs.simulate("puma560", duration=0.02, stop=[end]).run is not None
    with pytest.raises(ArgumentError, match="stop"):
        rvs.simulate("puma560", duration=0.02, stop=["limit"])
    with pytest.raises(ArgumentError, match="law"):
        rvs.simulate("puma560", "computed torque", duration=0.02)
    assert METHODS[0] == inspect.signature(rvs.design).parameters["method"].default
