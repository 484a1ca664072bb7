"""Build the kernels in C++ into the checkout, where Python finds them.

    python tools/kernels.py [-DRVS_PLAIN_LANES=ON …]

Takes settings of CMakeLists.txt.  Needs a compiler, CMake, Ninja and nanobind.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def build(into: Path, *settings: str) -> None:
    """Build the kernels and put them below a folder, at ``rvs/engine``.

    Args:
        into: The folder; the checkout itself for daily use.
        settings: Settings for CMake, such as ``-DRVS_SANITIZE=ON``.

    Raises:
        subprocess.CalledProcessError: A step failed.
        FileNotFoundError: There is no CMake.
    """
    folder = into / "build" / f"kernels-{sysconfig.get_platform()}"
    configure = [*("cmake", "-S", ROOT, "-B", folder, "-G", "Ninja"), *settings]
    run(*configure, f"-DPython_EXECUTABLE={sys.executable}")
    run("cmake", "--build", folder)
    run("cmake", "--install", folder, "--prefix", into)


def run(*command: str | Path) -> None:
    """Run a step; its output is shown where it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout + done.stderr, file=sys.stderr)
        raise subprocess.CalledProcessError(done.returncode, command)


if __name__ == "__main__":
    build(ROOT, *sys.argv[1:])
