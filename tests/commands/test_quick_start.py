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


def test_a_figure_with_letters_known_before_loads_nothing_that_reads_fonts(tmp_path) -> None:
    words = ["export", "planar-2r", "--mode", "skeleton", "-o", str(tmp_path / "figure.pdf")]
    first = python("-c", CODE.format(words=words))
    assert "fontTools.subset" in first.stderr.split()
    drawn = (tmp_path / "figure.pdf").read_bytes()
    again = python("-c", CODE.format(words=words))
    loaded = set(again.stderr.split())
    assert not loaded & {"fontTools", "ssl", "scipy", "PySide6", "reportlab"}
    assert (tmp_path / "figure.pdf").read_bytes() == drawn


def test_the_program_has_its_matrices_in_one_thread() -> None:
    code = "import rvs.cli, numpy, os; print(os.environ['OPENBLAS_NUM_THREADS'])"
    assert python("-c", code, OPENBLAS_NUM_THREADS=None).stdout.strip() == "1"
    library = "import rvs, rvs.engine, numpy, os; print('OPENBLAS_NUM_THREADS' in os.environ)"
    assert python("-c", library, OPENBLAS_NUM_THREADS=None).stdout.strip() == "False"
