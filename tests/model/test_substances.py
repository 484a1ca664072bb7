"""Densities as they are typed, and the substances that have a name."""

import pytest

from rvs.engine.errors import ArgumentError
from rvs.model.appearance.materials import MATERIALS, SUBSTANCES, USUAL, density_of, density_text


def test_every_material_stands_for_a_substance():
    assert set(USUAL) == set(MATERIALS)
    assert set(USUAL.values()) <= set(SUBSTANCES)


def test_a_density_is_said_by_name_or_number():
    for name, density in SUBSTANCES.items():
        assert density_of(name) == density
        assert density_of(density_text(density)) == density
    assert density_of("2*1200") == 2400.0
    assert density_text(1234.0) == "1234"
    assert (density_of(""), density_text(0.0)) == (0.0, "")


@pytest.mark.parametrize("text", ["tin foil", "-5", "0", "30000", "12 parsecs"])
def test_what_is_no_density_is_refused(text):
    with pytest.raises(ArgumentError):
        density_of(text)
