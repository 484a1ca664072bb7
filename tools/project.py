"""Prepare what the project needs on this machine, then run, test or lint it.

Needs nothing but Python 3.11: it makes a virtual environment, fetches the packages, and on
Debian and its kin the system libraries, as root or through sudo without a password.  Without
those rights it prints the one line to paste.

    python tools/project.py run | test | lint | prepare
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "prepared"
PICTURES = ROOT / "pictures"
SCREEN = "-screen 0 1600x1200x24"
# What needs no window, then the windows: processes that began with all of it would grow by a fifth.
TEST_PARTS = (["--ignore", "tests/ui"], ["tests/ui"])

SYSTEM_PACKAGES = {
    # what Qt and OpenGL load, then what a window needs, then a screen for machines without one
    "apt-get": (
        "libglib2.0-0 libegl1 libgl1 libdbus-1-3 libfontconfig1 libxkbcommon0 "
        "libxcb-cursor0 libxkbcommon-x11-0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 "
        "xvfb xauth"
    ),
    "dnf": (
        "glib2 mesa-libEGL mesa-libGL mesa-dri-drivers dbus-libs fontconfig libxkbcommon "
        "xcb-util-cursor libxkbcommon-x11 xcb-util-wm xcb-util-keysyms "
        "xorg-x11-server-Xvfb xorg-x11-xauth"
    ),
    "pacman": (
        "glib2 mesa dbus fontconfig libxkbcommon xcb-util-cursor libxkbcommon-x11 "
        "xcb-util-wm xcb-util-keysyms xorg-server-xvfb xorg-xauth"
    ),
}
INSTALL = {
    "apt-get": "apt-get install -y --no-install-recommends",
    "dnf": "dnf install -y",
    "pacman": "pacman -S --needed --noconfirm",
}


def main(arguments: list[str]) -> int:
    """Do one of the commands; return the exit status."""
    commands = {"run": run, "test": test, "lint": lint, "prepare": lambda: 0}
    if len(arguments) != 1 or arguments[0] not in commands:
        print(__doc__, file=sys.stderr)
        return 2
    if sys.version_info < (3, 11):  # noqa: UP036  (this script is what tells an older one)
        print(f"RVS needs Python 3.11 or newer; this is {sys.version.split()[0]}", file=sys.stderr)
        return 1
    try:
        prepare()
        return commands[arguments[0]]()
    except subprocess.CalledProcessError as error:
        print(f"this step failed: {' '.join(map(str, error.cmd))}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def run() -> int:
    """Open the window; without a display, drive it on a virtual one and save pictures."""
    if has_display():
        return call([python(), "-m", "rvs"])
    PICTURES.mkdir(exist_ok=True)
    tour = [python(), Path(__file__).with_name("tour.py"), PICTURES]
    status = call([*virtual_display(), *tour])
    if status == 0:
        print(f"There is no display here, so the window ran on a virtual one: see {PICTURES}")
    return status


def test() -> int:
    """Run the whole test suite, one file after another on each processor."""
    commands = test_commands(python(), "auto")
    return max([call(command, env=test_environment()) for command in commands])


def test_commands(interpreter: str | Path, processes: str) -> list[list[str | Path]]:
    """Return the commands that run the suite, one after another.

    Args:
        interpreter: The Python that runs them.
        processes: How many processes run tests, or "auto" for one on each processor.
    """
    # Tests of one file share windows and fonts.
    share = ["-n", processes, "--maxprocesses", "4", "--dist", "loadfile"]
    # A test that waits for ever ends its process, and xdist would try it again in each new one.
    tests = [interpreter, "-m", "pytest", *share, "--max-worker-restart", "1"]
    return [[*tests, *part] for part in TEST_PARTS]


def test_environment() -> dict[str, str]:
    """Return the environment in which the suite runs."""
    # Many tests start the program, which each time would be compiled again.
    left_out = {"PYTHONDONTWRITEBYTECODE"}
    return {name: value for name, value in os.environ.items() if name not in left_out}


def lint() -> int:
    """Check style, types, the arrow of imports and spelling."""
    checks: list[list[str | Path]] = [
        [python(), "-m", "ruff", "check", "."],
        [python(), "-m", "ruff", "format", "--check", "."],
        [python(), "-m", "mypy"],
        [scripts() / "lint-imports"],
        [python(), "-m", "codespell_lib"],
    ]
    return max([call(check) for check in checks])


def prepare() -> None:
    """Make the environment and fetch what is missing, unless that was done for these sources."""
    wanted = fingerprint()
    if STAMP.is_file() and STAMP.read_text(encoding="utf-8") == wanted:
        return
    install_system_packages()
    if not python().exists():
        print("Making a virtual environment in .venv", flush=True)
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
    print("Fetching the Python packages", flush=True)
    pip = [python(), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--editable", f"{ROOT}[dev,lint]"], check=True)
    build_kernels()
    STAMP.write_text(wanted, encoding="utf-8")


def build_kernels() -> None:
    """Build the kernels in C++ into the checkout, or go on without them."""
    places = {**os.environ, "PATH": f"{scripts()}{os.pathsep}{os.environ.get('PATH', '')}"}
    build = [python(), Path(__file__).with_name("kernels.py")]
    if call(build, env=places):
        print("The kernels in C++ could not be built, so the engine computes in NumPy alone")


def fingerprint() -> str:
    """Tell apart what the environment was made from: sources, interpreter, place."""
    sources = [ROOT / "pyproject.toml", ROOT / "CMakeLists.txt"]
    sources += sorted(path for path in (ROOT / "native").rglob("*.*") if path.is_file())
    parts = [path.read_bytes() for path in sources]
    parts += [Path(__file__).read_bytes(), sys.version.encode(), str(ROOT).encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def install_system_packages() -> None:
    """Install the system libraries that are missing, or say how."""
    if not sys.platform.startswith("linux"):
        return
    manager = next((name for name in SYSTEM_PACKAGES if shutil.which(name)), None)
    if manager is None:
        print("Needed from your system: OpenGL, EGL, fontconfig, xkbcommon, xcb-cursor, Xvfb")
        return
    missing = missing_packages(manager)
    if not missing:
        return
    install = [*INSTALL[manager].split(), *missing]
    rights = administrator()
    if rights is None:
        print(
            f"Some system libraries are missing. Paste this line, then try again:\n"
            f"    sudo {' '.join(install)}"
        )
        return
    print(f"Installing system packages: {' '.join(missing)}", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    if manager == "apt-get":
        subprocess.run([*rights, "apt-get", "update", "-qq"], check=True, env=quiet)
    subprocess.run([*rights, *install], check=True, env=quiet, stdout=subprocess.DEVNULL)


def missing_packages(manager: str) -> list[str]:
    """Return the system packages that are not there yet."""
    wanted = SYSTEM_PACKAGES[manager].split()
    if find_spec("ensurepip") is None and manager == "apt-get":
        wanted.append("python3-venv")
    query = {
        "apt-get": ["dpkg-query", "-W", "-f=${Status}"],
        "dnf": ["rpm", "-q"],
        "pacman": ["pacman", "-Q"],
    }[manager]
    return [name for name in wanted if not is_installed([*query, name])]


def is_installed(query: list[str]) -> bool:
    """Ask the package manager about one package."""
    answer = subprocess.run(query, capture_output=True, text=True, check=False)
    # dpkg also knows packages that it has not installed: "unknown ok not-installed"
    known_only = query[0] == "dpkg-query" and not answer.stdout.endswith(" installed")
    return answer.returncode == 0 and not known_only


def administrator() -> list[str] | None:
    """Return the words to put before a command that needs rights, or None without them."""
    if os.name == "posix" and os.geteuid() == 0:
        return []
    if shutil.which("sudo") and call(["sudo", "-n", "true"], quiet=True) == 0:
        return ["sudo", "-n", "--preserve-env=DEBIAN_FRONTEND"]
    return None


def has_display() -> bool:
    """Return whether a window can be opened here."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def virtual_display() -> list[str]:
    """Return the words that run a command on a virtual screen."""
    if shutil.which("xvfb-run") is None:
        print("There is no display, and xvfb-run, which would make one, is not installed")
        sys.exit(1)
    return ["xvfb-run", "-a", "-s", SCREEN]


def scripts() -> Path:
    """Return where the environment keeps its programs."""
    return VENV / ("Scripts" if os.name == "nt" else "bin")


def python() -> Path:
    """Return the environment's interpreter."""
    return scripts() / ("python.exe" if os.name == "nt" else "python")


def call(command: list[str | Path], quiet: bool = False, env: dict[str, str] | None = None) -> int:
    """Run a command in the project's folder and return its status."""
    sink = subprocess.DEVNULL if quiet else None
    done = subprocess.run(command, cwd=ROOT, env=env, check=False, stdout=sink, stderr=sink)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
