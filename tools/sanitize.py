"""Run the tests of the C++ kernels under AddressSanitizer and UndefinedBehaviorSanitizer.

    python tools/sanitize.py [TEST…]

Builds the extension anew in a temporary folder, with GCC or Clang on Linux, and leaves the usual
one as it is.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import numpy

ROOT = Path(__file__).resolve().parent.parent
COMPILER = os.environ.get("CXX", "g++")
FLAGS = (
    *("-std=c++17", "-O1", "-g1", "-fPIC", "-ffp-contract=fast", "-Wno-psabi"),
    *("-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"),
    "-fno-omit-frame-pointer",
)
# Tests of kernels name the extension, or compare the two forms of a function.
NAMES_KERNELS = re.compile(r"\bNATIVE\b|\btwo_forms\b")
# Calls most kernels of the engine without a name of any.
MORE = "tests/engine/test_ikine.py"
# The extension of the temporary folder is found ahead of the one beside the Python files.
RUN = """
import sys, pytest, rvs.engine
rvs.engine.__path__.insert(0, {folder!r})
from rvs.engine import kernels
assert kernels.NATIVE.__file__.startswith({folder!r}), kernels.NATIVE
sys.exit(pytest.main(["-p", "no:cacheprovider", "-x", *sys.argv[1:]]))
"""


def main(tests: list[str]) -> int:
    """Build, then run; return the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder) / "built")
        script = RUN.format(folder=str(Path(folder) / "built"))
        command = [sys.executable, "-c", script, *(tests or kernel_tests())]
        return subprocess.run(command, cwd=ROOT, env=environment(), check=False).returncode


def kernel_tests() -> list[str]:
    """Return the test files that hold a kernel against its Python form."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    found = [one for one in files if NAMES_KERNELS.search(one.read_text(encoding="utf-8"))]
    return [MORE, *(str(one.relative_to(ROOT)) for one in found)]


def build(folder: Path) -> None:
    """Build the extension with sanitizers."""
    folder.mkdir(parents=True)
    includes = [f"-I{place}" for place in (sysconfig.get_paths()["include"], numpy.get_include())]
    target = folder / f"_native{sysconfig.get_config_var('EXT_SUFFIX')}"
    sources = sorted(map(str, (ROOT / "native").glob("*.cpp")))
    objects = []
    for source in sources:
        objects.append(str(folder / Path(source).with_suffix(".o").name))
        command = [COMPILER, *FLAGS, *includes, "-c", source, "-o", objects[-1]]
        subprocess.run(command, check=True)
    subprocess.run([COMPILER, "-shared", *FLAGS, *objects, "-o", target], check=True)


def environment() -> dict[str, str]:
    """What the interpreter, which knows no sanitizers, has to load ahead of the extension."""
    asked = [COMPILER, "-print-file-name=libasan.so"]
    library = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    return {
        **os.environ,
        "LD_PRELOAD": library,
        # Python keeps much until the process ends, which is no leak of ours
        "ASAN_OPTIONS": "detect_leaks=0:strict_string_checks=1:detect_stack_use_after_return=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
