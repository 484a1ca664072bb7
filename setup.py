"""What pyproject.toml cannot say: where the bundled data lie in the wheel, and the C++ kernels.

The kernels are built where a C++ compiler is; without one, or with ``RVS_NATIVE=0`` in the
environment, everything is installed but them, and the engine computes in NumPy alone.
"""

import os
import tempfile
from pathlib import Path

from setuptools import Extension, find_packages, setup
from setuptools._distutils.ccompiler import new_compiler
from setuptools._distutils.errors import CCompilerError, DistutilsError
from setuptools._distutils.sysconfig import customize_compiler

DATA = (
    *("arch", "ctraj", "jconfig", "jtraj", "links", "work_env"),
    *("links/parts", "links/payloads", "links/tools"),
)
PAGES = ("docs", *(path.as_posix() for path in sorted(Path("docs").rglob("*")) if path.is_dir()))
WARNINGS = ("-Wall", "-Wextra", "-Wno-psabi", "-Wno-missing-field-initializers")
PACKAGES = {f"rvs.data.{folder.replace('/', '.')}": folder for folder in (*DATA, *PAGES)}
FLAGS = (
    "-std=c++17",
    "-O3",
    "-fvisibility=hidden",
    # no -ffast-math: what is not finite has to stay so
    "-ffp-contract=fast",
    "-fno-math-errno",
    "-fno-trapping-math",
    *WARNINGS,
)
# vectors of GCC and Clang; other compilers do not have them
PROBE = """
#include <thread>
typedef double Lanes __attribute__((vector_size(32)));
Lanes twice(Lanes x) { return 2.0 * x; }
"""


def can_compile() -> bool:
    """Tell whether this machine's compiler takes the kernels' language."""
    compiler = new_compiler()
    customize_compiler(compiler)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.cpp"
        source.write_text(PROBE, encoding="utf-8")
        try:
            compiler.compile([str(source)], output_dir=folder, extra_postargs=list(FLAGS))
        except (CCompilerError, DistutilsError, OSError):
            return False
    return True


def kernels() -> list[Extension]:
    """Return the extension with the C++ kernels, or none."""
    if os.environ.get("RVS_NATIVE") == "0":
        return []
    try:
        import numpy
    except ImportError:
        print("RVS: building without the C++ kernels, NumPy is not there to build them with")
        return []
    if not can_compile():
        print("RVS: building without the C++ kernels, this machine has no compiler for them")
        return []
    native = Path("native")
    return [
        Extension(
            "rvs.engine._native",
            sources=sorted(path.as_posix() for path in native.glob("*.cpp")),
            depends=sorted(path.as_posix() for path in native.glob("*.h")),
            include_dirs=[numpy.get_include()],
            extra_compile_args=list(FLAGS),
            extra_link_args=[] if os.name == "nt" else ["-pthread"],
            language="c++",
            optional=True,
        )
    ]


setup(
    ext_modules=kernels(),
    packages=[*find_packages(include=["rvs", "rvs.*"]), *PACKAGES],
    package_dir={"": ".", **PACKAGES},
    package_data={
        "": [
            "*.arch",
            "*.jtraj",
            "*.jconfig",
            "*.ctraj",
            "*.env",
            "*.body",
            "*.rvs",
            "*.md",
            "*.png",
            "*.glsl",
            "*.js",
            "*.css",
            "*.html",
            "*.ttf",
            "LICENSE*",
            "README*",
            "py.typed",
        ]
    },
)
