"""The name that RVS is installed by, its extras, all printed lines, and another ``rvs``."""

import ast
import os
import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from rvs.distribution import DISTRIBUTION, EXTRAS, namesake, note_namesake

from .programs import python

HOME = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LINE = re.compile(r"pip install ((?:-\S+ )*(?:\"[^\"]*\"|'[^']*'|[^\s`()|,;:]+)(?: -r \S+)*)")
NAME = re.compile(r"[A-Za-z][\w.-]*")
EVERY = set(PROJECT["optional-dependencies"])
# Packages of no extra that benchmarks compare with.
PEERS = {"python-fcl"}


def packages(needs: list[str]) -> set[str]:
    return {NAME.match(one).group() for one in needs}


KNOWN = PEERS | packages(PROJECT["dependencies"]).union(
    *map(packages, PROJECT["optional-dependencies"].values())
)


def is_installable(words: str) -> bool:
    """Return whether the words after ``pip install`` name an available and intended package."""
    for word in words.replace('"', "").replace("'", "").split():
        extra = re.fullmatch(r"\.(?:\[([\w,-]+)\])?", word)
        if extra:
            if not set(filter(None, (extra[1] or "").split(","))) <= EVERY:
                return False
        elif not (word.startswith("-") or (HOME / word).is_file() or word in KNOWN):
            return False
    return True


def texts() -> list[tuple[str, str]]:
    """All pages, notebooks and strings of the program and its tools."""
    found = []
    # Not through the environment in .venv, which has many times the files of the project.
    tops = [one for one in HOME.iterdir() if not one.name.startswith((".", "build"))]
    for path in (path for top in tops for path in ([top] if top.is_file() else top.rglob("*.*"))):
        inside = path.relative_to(HOME)
        if path.suffix in {".md", ".ipynb", ".txt"}:
            found.append((str(inside), path.read_text(encoding="utf-8").replace('\\"', '"')))
        elif path.suffix == ".py" and inside.parts[0] != "tests":
            text = path.read_text(encoding="utf-8")
            if "pip" not in text:
                continue
            tree = ast.parse(text)
            strings = (one.value for one in ast.walk(tree) if isinstance(one, ast.Constant))
            found += [(str(inside), one) for one in strings if isinstance(one, str)]
    return found


def test_every_printed_line_installs_what_it_says():
    lines = [(place, line) for place, text in texts() for line in LINE.findall(text)]
    assert len(lines) > 8
    assert not [one for one in lines if not is_installable(one[1])]


@pytest.mark.parametrize(
    "wrong", ["rvs", '"rvs[video]"', '".[vidio]"', "rvs-robots[video]", "nowhere.txt"]
)
def test_lines_that_install_something_else_are_noticed(wrong):
    assert not is_installable(wrong)


def test_extras_are_those_of_the_project():
    assert PROJECT["name"] == DISTRIBUTION
    extras = {name: packages(needs) for name, needs in PROJECT["optional-dependencies"].items()}
    assert {name: {package} for name, package in EXTRAS.items()} == {
        name: extras[name] for name in extras if name not in ("dev", "lint", "peers", "site")
    }


@pytest.mark.parametrize("line", PROJECT["optional-dependencies"]["dev"])
def test_what_the_tests_need_is_there(line: str) -> None:
    """Tests that pass over a package which is not there would else pass without a word."""
    wanted = Requirement(line)
    if wanted.marker is None or wanted.marker.evaluate():
        assert wanted.specifier.contains(version(wanted.name), prereleases=True)


def installed(folder: Path, name: str, summary: str) -> str:
    place = folder / name
    place.mkdir(parents=True)
    (place / "METADATA").write_text(
        f"Metadata-Version: 2.4\nSummary: {summary}\n", encoding="utf-8"
    )
    return str(folder)


def test_only_another_project_is_a_namesake(tmp_path):
    own = installed(tmp_path / "own", "rvs-0.1.0.dist-info", "Robot Visualization System: describe")
    new = installed(tmp_path / "new", "rvs_robots-0.1.0.dist-info", "anything")
    like = installed(tmp_path / "like", "rvsfoo-1.0.dist-info", "anything")
    other = installed(tmp_path / "other", "rvs-2.1.1.dist-info", "Robust Versioning System")
    assert namesake([own, new, like, str(tmp_path / "gone")]) == ""
    assert namesake([own, other]) == "2.1.1"


def test_a_namesake_is_one_sentence_at_the_start(tmp_path, caplog):
    other = installed(tmp_path, "rvs-2.1.1.dist-info", "Robust Versioning System")
    note_namesake([other])
    assert len(caplog.messages) == 1
    done = python("-m", "rvs", "--version", PYTHONPATH=f"{HOME}{os.pathsep}{other}")
    assert done.returncode == 0
    assert done.stderr.count("another project named rvs (2.1.1)") == 1
    assert done.stderr.count("\n") == 1
