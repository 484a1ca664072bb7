"""Run the tests of the C++ kernels under AddressSanitizer and UndefinedBehaviorSanitizer.

    python tools/sanitize.py [TEST…]

Builds the extension again in a temporary folder, with GCC or Clang on Linux, and leaves the usual
one as it is.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from kernels import build

ROOT = Path(__file__).resolve().parent.parent
COMPILER = os.environ.get("CXX", "g++")
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
        build(Path(folder), "-DRVS_SANITIZE=ON", f"-DCMAKE_CXX_COMPILER={COMPILER}")
        script = RUN.format(folder=str(Path(folder) / "rvs" / "engine"))
        command = [sys.executable, "-c", script, *(tests or kernel_tests())]
        return subprocess.run(command, cwd=ROOT, env=environment(), check=False).returncode


def kernel_tests() -> list[str]:
    """Return the test files that hold a kernel against its Python form."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    found = [one for one in files if NAMES_KERNELS.search(one.read_text(encoding="utf-8"))]
    return [MORE, *(str(one.relative_to(ROOT)) for one in found)]


def environment() -> dict[str, str]:
    """Return the variables that make the interpreter load the sanitizer before the extension."""
    return {
        **os.environ,
        # exceptions of C++ need the second library as early as the first
        "LD_PRELOAD": f"{library('libasan.so')} {library('libstdc++.so')}",
        # Python keeps much until the process ends, which is no leak of ours
        "ASAN_OPTIONS": "detect_leaks=0:strict_string_checks=1:detect_stack_use_after_return=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }


def library(name: str) -> str:
    """Return where the compiler has a library."""
    asked = [COMPILER, f"-print-file-name={name}"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
