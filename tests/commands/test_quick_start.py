"""Imports of short commands: each imports only the modules that it requires."""

import pytest

from rvs.files.library import find_robot

from ..programs import python

HEAVY = ("scipy", "shapely", "trimesh", "PySide6", "OpenGL", "PIL", "fontTools", "multiprocessing")
CELLS = ("rvs.model.document", "rvs.geometry", "rvs.bodies", "rvs.scene", "rvs.files.cells.cell")
COMMANDS = {
    "list": (["list"], ("numpy", *CELLS)),
    "fk": (["fk", "puma560"], CELLS),
    # It fits the full model of a robot, too.
    "check": (["check", str(find_robot("planar-2r"))], ("rvs.bodies", "rvs.scene")),
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


def test_a_figure_of_a_robot_does_without_what_moves_robots_and_reads_cells(tmp_path) -> None:
    words = ["export", "planar-2r", "--mode", "skeleton", "-o", str(tmp_path / "figure.pdf")]
    loaded = set(python("-c", CODE.format(words=words)).stderr.split())
    assert "rvs.export.formats.pdf" in loaded
    assert not loaded & {"rvs.files.cells.cell", "rvs.files.motions.ctraj"}
    assert not loaded & {"rvs.study", "rvs.engine.inverse", "rvs.engine.dynamics", "tomllib"}
    assert not loaded & {"rvs.export.formats.ps", "rvs.export.formats.latex", "rvs.scripting.cell"}


ENDED = """
import atexit, sys
from rvs.cli import program
from rvs.commands import listing
class Kept:
    def __del__(self):
        print("taken apart")
kept, answer = Kept(), listing.run
def run(options):
    atexit.register(print, "tidied up")
    return answer(options) + 1
listing.run, sys.argv = run, ["rvs", "list"]
sys.exit(program())
"""


def test_a_command_tidies_up_and_is_over_without_being_taken_apart() -> None:
    done = python("-c", ENDED)
    assert done.returncode == 1
    assert "puma560" in done.stdout
    assert done.stdout.endswith("tidied up\n")


def test_the_program_has_its_matrices_in_one_thread() -> None:
    code = "import rvs.cli, numpy, os; print(os.environ['OPENBLAS_NUM_THREADS'])"
    assert python("-c", code, OPENBLAS_NUM_THREADS=None).stdout.strip() == "1"
    library = "import rvs, rvs.engine, numpy, os; print('OPENBLAS_NUM_THREADS' in os.environ)"
    assert python("-c", library, OPENBLAS_NUM_THREADS=None).stdout.strip() == "False"
