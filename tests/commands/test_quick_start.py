"""What short commands do not wait for: each imports what it answers with, nothing else."""

import pytest

from rvs.files.library import find_robot

from ..programs import python

HEAVY = ("scipy", "shapely", "trimesh", "PySide6", "OpenGL", "PIL", "fontTools", "multiprocessing")
CELLS = ("rvs.model.document", "rvs.geometry", "rvs.bodies", "rvs.scene", "rvs.files.cells.cell")
COMMANDS = {
    "list": (["list"], ("numpy", *CELLS)),
    "fk": (["fk", "puma560"], CELLS),
    "check": (["check", str(find_robot("puma560"))], CELLS),
    "version": (["--version"], ("numpy", *CELLS)),
}
CODE = """
import sys
from rvs.cli import main
try:
    main({words!r})
except SystemExit:
    pass
print(*sys.modules, sep="\\n", file=sys.stderr)
"""


@pytest.mark.parametrize("name", COMMANDS)
def test_a_short_command_imports_only_what_it_needs(name: str) -> None:
    words, not_needed = COMMANDS[name]
    done = python("-c", CODE.format(words=words))
    loaded = set(done.stderr.split())
    assert "rvs.cli" in loaded
    assert done.stdout
    assert not loaded & {*HEAVY, *not_needed}
