"""The parts of an installation: versions, graphics, folders and licences, for bug reports."""

from __future__ import annotations

import getpass
import locale
import os
import platform
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib import import_module, metadata
from pathlib import Path
from subprocess import SubprocessError
from subprocess import run as start
from types import MappingProxyType

from rvs.distribution import EXTRAS, install_line
from rvs.engine.kernels import state
from rvs.files.storage.locations import bundled_folder, user_folder
from rvs.model.folders import cache_folder, config_folder
from rvs.scene import fonts
from rvs.value_class import dataclass
from rvs.version import __version__

# What RVS needs, and what somebody may have installed beside it.
PACKAGES = (
    "numpy", "scipy", "PySide6-Essentials", "PyOpenGL", "Pillow", "contourpy", "defusedxml",
    "fonttools", "manifold3d", "markdown-it-py", "platformdirs", "pyqtgraph",
    "reportlab", "shapely", "tree-sitter", "tree-sitter-matlab",
)  # fmt: skip
# What tells how a desktop shows windows.
DESKTOP = ("XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP", "WAYLAND_DISPLAY", "DISPLAY",
           "QT_QPA_PLATFORM", "QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS")  # fmt: skip
NOT_BUILT = "not built"
COMPILERS = ("c++", "g++", "clang++", "cl")
BUILD = "install RVS again to get the kernels"
NO_COMPILER = f"there is no C++ compiler; install g++ or clang++, then {BUILD}"
LICENCE_FILE = re.compile(r"licen[cs]e|copying|notice|authors", re.IGNORECASE)
LICENCE_NAME = "License :: "
LONGEST_NAME = 60
# Fonts that come with RVS: name, licence, file beside them.
FONTS = (
    ("DejaVu Sans", "Bitstream Vera", "LICENSE.txt"),
    ("CMU Serif", "OFL-1.1", "LICENSE-CMU.txt"),
)
# Only where Qt can be had.
APPLICATION = "rvs.ui.application"


@dataclass(frozen=True, slots=True)
class Notice:
    """A package used by RVS, and its licence.

    Attributes:
        package: Its name.
        version: Its version.
        licence: The name of its licence.
        text: Its full text, or its location.
    """

    package: str
    version: str
    licence: str
    text: str

    @property
    def head(self) -> str:
        """Package, version and the name of its licence in a line."""
        return f"{f'{self.package} {self.version}'.strip()}: {self.licence}"


def facts(window: Mapping[str, str] = MappingProxyType({})) -> dict[str, str]:
    """Return the parts and capabilities of this installation, by name.

    Args:
        window: The facts about the open window, whose process can render nowhere else.
    """
    computes = state()
    if NOT_BUILT in computes:
        computes += f"; {BUILD if any(map(shutil.which, COMPILERS)) else NO_COMPILER}"
    return {
        "rvs": __version__,
        "installed as": _kind(),
        "commit": _commit(),
        "python": platform.python_version(),
        "system": f"{platform.platform()} {platform.machine()}",
        "language": _language(),
        **{name: _version(name) for name in PACKAGES},
        **{name: _version(name, extra) for extra, name in EXTRAS.items()},
        "engine": computes,
        **(window or {"rendering without a display": _rendering()}),
        "windows": _windows(),
        "screens": _screens(),
        "desktop": _desktop(),
        "bundled robots": str(bundled_folder()),
        "your robots": str(user_folder()),
        "preferences": str(config_folder()),
        "remembered": str(cache_folder()),
        "can't be written": ", ".join(_locked()) or "none of these folders",
    }


def as_lines(known: Mapping[str, str]) -> str:
    """Return facts as a line each."""
    width = max(map(len, known))
    return "\n".join(f"{name.ljust(width)}  {fact}" for name, fact in known.items())


def anonymous(text: str) -> str:
    """Return a text without the names of users and machines, and with shortened paths.

    >>> anonymous("/srv/somebody/tools/rvs, DISPLAY=machine:10.0")
    '…/rvs, DISPLAY=…:10.0'
    """
    # folders whose names hold what ends a path elsewhere
    known = (bundled_folder(), user_folder(), config_folder(), cache_folder(), Path.home())
    for above in sorted({str(folder.parent) for folder in known}, key=len, reverse=True):
        text = text.replace(above + os.sep, f"…{os.sep}") if len(above) > 1 else text
    text = re.sub(r"(?<![\w.])(?:~|[A-Za-z]:)?(?:[/\\][^/\\\n,;:()]+)+(?=[/\\])", "…", text)
    text = re.sub(r"\b(DISPLAY=)[^:=,\s]+(?=:)", r"\1…", text)
    names = [platform.node(), platform.node().partition(".")[0], Path.home().name]
    with suppress(Exception):  # whatever a system without a user raises
        names.append(getpass.getuser())
    for name in filter(None, names):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "…", text)
    return text


def nameless(known: Mapping[str, str]) -> dict[str, str]:
    """Return facts in the form for a bug report, without names and long paths."""
    return {name: anonymous(fact) for name, fact in known.items()}


def notices() -> list[Notice]:
    """Return the notices of all parts: Python, fonts, and packages with their dependencies."""
    known: dict[str, Notice] = {}
    waiting = [*PACKAGES]
    while waiting:
        name = waiting.pop()
        try:
            one = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        own = one.metadata["Name"]
        if own.lower() not in known:
            known[own.lower()] = Notice(own, one.version, _licence(one), _text(one))
            waiting += _needs(one)
    texts = Path(fonts.__file__).parent
    return [
        Notice("Python", platform.python_version(), "PSF-2.0", sys.copyright),
        *(Notice(name, "", says, (texts / file).read_text("utf-8")) for name, says, file in FONTS),
        *(known[name] for name in sorted(known)),
    ]


def licences() -> str:
    """Return the notices as a text: a line for each package, then the licences themselves."""
    known = notices()
    texts = (f"{one.head}\n{'=' * len(one.head)}\n{one.text}" for one in known)
    return "\n\n\n".join(["\n".join(one.head for one in known), *texts])


def _needs(one: metadata.Distribution) -> Iterator[str]:
    """Yield the names of a package's requirements without its extras."""
    for line in one.requires or ():
        name = re.match(r"[\w.-]+", line)
        if name and "extra" not in line.partition(";")[2]:
            yield name[0]


def _said(one: metadata.Distribution, key: str) -> list[str]:
    return [str(value).strip() for value in one.metadata.get_all(key) or ()]


def _licence(one: metadata.Distribution) -> str:
    """Return the name of a licence: the expression, the classifier, or free text."""
    said = "".join(_said(one, "License-Expression"))
    marks = [mark.rpartition(" :: ")[2] for mark in _said(one, "Classifier")
             if mark.startswith(LICENCE_NAME)]  # fmt: skip
    free = "".join(_said(one, "License")).partition("\n")[0]
    return said or (free if 0 < len(free) <= LONGEST_NAME else "") or ", ".join(marks) or free


def _text(one: metadata.Distribution) -> str:
    texts = []
    for path in one.files or ():
        if LICENCE_FILE.search(path.name) and path.suffix in ("", ".txt", ".md", ".external"):
            with suppress(OSError, ValueError):
                texts.append(path.read_text(encoding="utf-8").strip())
    home = ", ".join(_said(one, "Home-page") or _said(one, "Project-URL"))
    return "\n\n".join(texts) or f"The package contains no licence text; see {home}"


def _kind() -> str:
    if getattr(sys, "frozen", False):
        return "a program that needs no Python"
    if (bundled_folder() / "pyproject.toml").exists():
        return "a checkout"
    if Path(sys.prefix, "conda-meta").is_dir():
        return "a package in a conda environment"
    isolated = sys.prefix != sys.base_prefix
    return f"a package {'in a virtual environment' if isolated else 'of the system Python'}"


def _version(package: str, extra: str = "") -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return f"not installed; {install_line(extra)}" if extra else "not installed"


def _commit() -> str:
    """Return the commit of a checkout, as reported by Git, or a note that there is none."""
    if not (bundled_folder() / ".git").exists():
        return "no checkout"
    try:
        words = ["git", "-C", str(bundled_folder()), "describe", "--always", "--dirty"]
        return start(words, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
    except (OSError, SubprocessError):
        return "a checkout that Git can't read"


def _language() -> str:
    language = locale.getlocale()[0] or "none"
    return f"{language}, file names in {sys.getfilesystemencoding()}"


def _desktop() -> str:
    said = [f"{name}={os.environ[name]}" for name in DESKTOP if os.environ.get(name)]
    return ", ".join(said) or "nothing set"


def _locked() -> list[str]:
    """Return the user's folders that RVS can't write to, or can't make if they are missing."""
    locked = []
    for folder in (user_folder(), config_folder(), cache_folder()):
        there = next(one for one in (folder, *folder.absolute().parents) if one.exists())
        if not os.access(there, os.W_OK):
            locked.append(str(folder))
    return locked


def _windows() -> str:
    # Only here: Qt is not needed to answer anything else.
    from rvs.scripting.showing.window_system import window_fault

    return window_fault() or "can be opened"


def _screens() -> str:
    said: str = import_module(APPLICATION).screens() if _windows() == "can be opened" else "none"
    return said


def _rendering() -> str:
    # Only here: OpenGL is not needed to answer anything else.
    from rvs.gl.context.offscreen import describe_gl

    return describe_gl()
