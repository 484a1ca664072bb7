"""Models of the Robotics Toolbox for Python, read as scripts, are what it computes itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rvs.engine.dynamics.newton_euler import rne
from rvs.engine.kinematics import fkine
from rvs.files.library import load_robot
from rvs.files.text.errors import FileErrors

# One is made of a model in another file, and one makes itself of symbols.
REFUSED = {"P8": "Puma560()", "TwoLink": "symbol()"}


def test_each_model_is_read_right_or_refused() -> None:
    toolbox: Any = pytest.importorskip("roboticstoolbox")
    folder = Path(toolbox.__file__).parent / "models" / "DH"
    rng, read = np.random.default_rng(1), 0
    for path in sorted(folder.glob("[A-Z]*.py")):
        if path.stem in REFUSED:
            with pytest.raises(FileErrors) as caught:
                load_robot(path)
            assert REFUSED[path.stem] in str(caught.value)
            continue
        theirs = getattr(toolbox.models.DH, path.stem, None)
        if theirs is None:
            continue
        theirs, ours = theirs(), load_robot(path).robot
        q, qd, qdd = rng.uniform(-1.0, 1.0, (3, theirs.n))
        np.testing.assert_allclose(fkine(ours, q), theirs.fkine(q).A, atol=1e-9)
        if all(joint.inertia for joint in ours.joints) and any(link.m for link in theirs.links):
            np.testing.assert_allclose(
                rne(ours, q, qd, qdd), theirs.rne_python(q, qd, qdd), rtol=1e-9, atol=1e-9
            )
        read += 1
    assert read >= 22
