"""Fields of the window that nobody touched say what scripts and commands do without an argument."""

from dataclasses import replace

import pytest

from rvs.export.named import UNNAMED, first_figure
from rvs.fields.field import abouts
from rvs.model.figures.figure import NamedFigure
from rvs.model.robots.designing import Wish
from rvs.model.views.view import View
from rvs.study.dexterity import WITHIN_LIMITS
from rvs.ui.figures.choices import first_choices
from rvs.ui.figures.form import FigureForm
from rvs.ui.paper.film_dialog import FilmDialog
from rvs.ui.paper.report_dialog import ReportDialog
from rvs.ui.widgets.simulation_form import ABOUT

pytestmark = pytest.mark.ui


def test_fields_show_the_defaults(window) -> None:
    assert window.panels["design"].page.form.wish(frozenset()) == Wish(frozenset())
    assert window.panels["dexterity"].limits.isChecked() is WITHIN_LIMITS
    assert window.desk.posture_search.limits is WITHIN_LIMITS


def test_a_question_of_a_form_says_only_its_defaults(window) -> None:
    form = window.panels["simulate"].form
    assert form.question().said == {}
    for name, field in form.fields.items():
        for box in field.ticks:
            assert box.toolTip() == ABOUT[name].says


def test_dialogs_ask_for_the_defaults(window) -> None:
    """All but the size of the view, which it has, and titles and units, which are shown."""
    film = FilmDialog(window.desk).question
    assert film.said.keys() <= {"size", "fit"}
    report = ReportDialog(window.desk).question
    assert report.said.keys() <= {"title", "motions"}
    for kind in (film, report):
        assert type(kind)().said == {}


def test_choices_of_figures_are_those_of_their_fields(window, qtbot) -> None:
    """A figure of the window begins as one of scripts and of the command line."""
    form = FigureForm(window.desk.theme, View, tuple)
    qtbot.addWidget(form)
    for name in ("text", "hidden", "ground"):
        box = form.lists[name]
        said = {box.itemData(k): box.itemText(k) for k in range(box.count())}
        assert said == dict(abouts(NamedFigure)[name].choices)
    assert first_choices(View()).figure == replace(first_figure(View()), name=UNNAMED)
