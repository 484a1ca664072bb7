"""Fields of the window that nobody touched say what scripts and commands do without an argument."""

import pytest

from rvs.model.robots.designing import Wish
from rvs.study.dexterity import WITHIN_LIMITS
from rvs.ui.widgets.simulation_form import ABOUT

pytestmark = pytest.mark.ui


def test_fields_show_the_defaults(window) -> None:
    assert window.panels["design"].form.wish(frozenset()) == Wish(frozenset())
    assert window.panels["dexterity"].limits.isChecked() is WITHIN_LIMITS
    assert window.desk.posture_search.limits is WITHIN_LIMITS


def test_a_question_of_a_form_says_only_its_defaults(window) -> None:
    form = window.panels["simulate"].form
    assert form.question().said == {}
    for name, field in form.fields.items():
        for box in field.controls:
            assert box.toolTip() == ABOUT[name].says
