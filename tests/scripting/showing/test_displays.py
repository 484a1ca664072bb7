"""Notebook displays of the values of ``import rvs``."""

from __future__ import annotations

from importlib import import_module

import pytest

import rvs
from rvs.engine import fkine, ikine_all
from rvs.scripting.showing.displays import DISPLAYS

from ...programs import python

PUMA = "PUMA 560"


@pytest.fixture
def shown():
    """Return what a notebook keeps of a value, by its kind."""
    formatters = pytest.importorskip("IPython.core.formatters")
    return lambda value: formatters.DisplayFormatter().format(value)[0]


def test_every_type_is_there():
    for module, name, _, _ in DISPLAYS:
        assert isinstance(getattr(import_module(module), name), type)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_robot_is_its_picture_and_its_table(shown):
    data = shown(rvs.load("puma560"))
    assert 'src="data:image/png;base64,iVBOR' in data["text/html"]
    assert "<th" in data["text/html"]
    assert "0.4318" in data["text/html"]
    placed = rvs.new("puma560").robots[0]
    assert "0.4318" in shown(placed)["text/html"]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_where_nothing_draws_the_table_is_left(shown, monkeypatch):
    def fail(*_: object, **__: object) -> None:
        raise rvs.RvsError("no OpenGL")

    monkeypatch.setattr("rvs.scripting.pictures.render", fail)
    html = shown(rvs.load("puma560"))["text/html"]
    assert "<img" not in html
    assert "0.4318" in html


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_cell_is_a_picture(shown):
    assert shown(rvs.new("planar-2r"))["image/png"]
    assert shown(rvs.current().state)["image/png"]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_motion_is_its_plots(shown):
    rvs.new("puma560", "puma560")
    first, second = (placed.id for placed in rvs.current().robots)
    one = rvs.Glide(first, (0.0,) * 6, (1.0,) * 6, 1.0)
    assert shown(one)["image/svg+xml"].count("joint value") == 1
    other = rvs.Glide(second, (0.0,) * 6, (1.0,) * 6, 1.0)
    assert shown(rvs.Together((one, other)))["image/svg+xml"].startswith("<")
    assert "image/svg+xml" not in shown(rvs.Glide("nobody", (0.0,), (1.0,), 1.0))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_solutions_are_rows_of_joint_values(shown):
    puma = rvs.load("puma560")
    found = ikine_all(puma, fkine(puma, [0.5, 0.8, -2.6, 0.3, 0.6, 0.2]))
    html = shown(found)["text/html"]
    assert html.count("<tr") == 1 + len(found)
    assert "e−1" not in html
    far = fkine(puma, puma.home)
    far[0, 3] += 5.0
    assert "No posture: " in shown(ikine_all(puma, far))["text/html"]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_named_posture_is_a_row_of_joint_values(shown):
    html = shown(rvs.NamedPosture("ready", (0.5, -0.25)))["text/html"]
    assert "ready" in html
    assert "0.25" in html


def test_a_value_shows_itself_where_there_is_no_notebook():
    puma = rvs.load("puma560")
    assert "0.4318" in puma._repr_html_()
    assert puma._repr_png_() is None


def test_what_can_be_shown_loads_nothing_for_it():
    code = "import sys, rvs; rvs.load('puma560'); print('rvs.scripting' in sys.modules)"
    assert python("-c", code).stdout.split() == ["False"]
