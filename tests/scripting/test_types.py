"""Types of ``import rvs``: the programs of the manual pass mypy."""

import re
import sys
from pathlib import Path

from tests.programs import run

BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
# A cell goes wherever one is wanted, and is the one that methods of other values return.
CELLS = """
import numpy as np

import rvs

cell = rvs.new("puma560")
name = cell.add_thing(rvs.Thing("bench", "table"))
cell.move_things([name], np.eye(4))
rvs.figure(cell).save("a.svg")
rvs.render(cell).save("a.png")
rvs.collide(cell)
rvs.workspace(cell)
rvs.dexterity(cell)
rvs.torque(cell)
rvs.simulate(cell, "computed-torque", duration=0.1)
rvs.table(cell)
rvs.report(cell)
rvs.view(cell)
rvs.film(cell)
moved = rvs.JointTrajectory("PUMA 560", np.array([0.0, 1.0]), np.zeros((2, 6)))
rvs.torque(cell, moved, speed="fast")
"""


def test_programs_of_the_manual_are_right_for_a_type_checker(
    project_root: Path, tmp_path: Path
) -> None:
    """One run over all of them; it takes some seconds, most of which is reading the library."""
    pages = [project_root / "README.md", *(project_root / "docs" / "guide").glob("*.md")]
    for page in pages:
        programs = BLOCK.findall(page.read_text(encoding="utf-8"))
        if programs:
            name = page.stem.replace("-", "_")
            (tmp_path / f"{name}.py").write_text("\n".join(programs), encoding="utf-8")
    (tmp_path / "cells.py").write_text(CELLS, encoding="utf-8")
    found = run(
        sys.executable, "-m", "mypy", "--strict", "--allow-redefinition-new",
        "--local-partial-types", "--follow-imports=silent", "--ignore-missing-imports",
        "--config-file=", "--no-color-output", "--no-error-summary",
        f"--cache-dir={tmp_path / 'cache'}", *sorted(tmp_path.glob("*.py")),
        *sorted((project_root / "examples" / "scripts").glob("*.py")),
        folder=project_root, patience=600,
    )  # fmt: skip
    # The wrong argument in the last line shows that types are known, and nothing else is wrong.
    errors = [line for line in found.stdout.splitlines() if ": error: " in line]
    assert [line for line in errors if "cells.py" not in line] == []
    assert len(errors) == 1, found.stdout + found.stderr
    assert 'Unexpected keyword argument "speed" for "torque"' in errors[0]
