"""Different numbers among many."""

import numpy as np
import pytest

from rvs.geometry.rows import each_once

from ..programs import python

DRAWS = (
    "import sys; from rvs.cli import main;"
    "assert main(['export', 'puma560', '-o', sys.argv[1]]) == 0; print('numpy.ma' in sys.modules)"
)


@pytest.mark.parametrize("count", [0, 1, 50])
def test_each_number_comes_once_in_its_order(count: int) -> None:
    values = np.random.default_rng(count).integers(-9, 9, count)
    for some in (values, values * 0.5, values.astype(np.int32)):
        found = each_once(some)
        assert found.dtype == some.dtype
        assert np.array_equal(found, np.unique(some))


def test_a_figure_needs_no_masked_arrays(tmp_path) -> None:
    done = python("-c", DRAWS, str(tmp_path / "figure.pdf"))
    assert done.stdout.endswith("False\n"), done.stderr
