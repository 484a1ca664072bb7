"""``rvs workspace``: its numbers in JSON, and what it refuses."""

from __future__ import annotations

import json

import numpy as np
import pytest

from rvs.cli import main


def test_the_area_of_a_planar_arm(capsys):
    assert main(["workspace", "planar2r", "--levels", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["area"] == pytest.approx(4 * np.pi, rel=1e-3)
    assert set(told) == {"area", "reach", "gci", "samples", "error", "length"}


def test_limits_make_it_smaller_and_words_say_what_was_not_checked(capsys):
    volumes = []
    for words in ([], ["--no-limits"]):
        assert main(["workspace", "puma560", "--levels", "1", *words, "--json"]) == 0
        volumes.append(json.loads(capsys.readouterr().out)["volume"])
    assert volumes[0] < volumes[1]
    assert main(["workspace", "scara", "--levels", "1"]) == 0
    assert "collisions are not checked" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [(["--levels", "7"], "levels"), (["--processes", "0"], "--processes")],
)
def test_wrong_wishes_are_refused(words, message, capsys):
    assert main(["workspace", "scara", *words]) == 1
    assert message in capsys.readouterr().err
