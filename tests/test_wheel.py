"""Wheels that are built can be installed and find their data."""

import json
import os
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

from .programs import python

# the kernels take long to build; one test tells what becomes of a machine that cannot build them
WITHOUT_KERNELS = {"RVS_NATIVE": "0"}
WITHOUT_COMPILER = {"CC": "false", "CXX": "false"}
DATA = ("arch", "ctraj", "jconfig", "jtraj", "links", "links/parts", "links/tools", "work_env")
BUILD = ("-m", "build", "--no-isolation")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = Path(__file__).resolve().parent.parent
    folder = tmp_path_factory.mktemp("dist")
    build("--outdir", folder, root)
    return folder


def build(*words: str | Path, env: dict[str, str] = WITHOUT_KERNELS) -> None:
    done = python(*BUILD, *words, patience=240, **env)
    assert done.returncode == 0, done.stdout + done.stderr


def names_in_wheel(folder: Path) -> set[str]:
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        return set(wheel.namelist())


def test_wheel_holds_all_data_and_every_module(built: Path, project_root: Path) -> None:
    names = names_in_wheel(built)
    kinds = {".py", ".pyi", ".glsl", ".js", ".css", ".html", ".svg", ".ttf"}
    modules = {
        path.relative_to(project_root).as_posix()
        for path in (project_root / "rvs").rglob("*")
        if path.suffix in kinds
    }
    assert {Path(name).suffix for name in modules} == kinds
    data = {
        f"rvs/data/{folder}/{path.name}"
        for folder in DATA
        for path in (project_root / folder).iterdir()
        if path.suffix in {".arch", ".jtraj", ".jconfig", ".body"}
    }
    assert modules <= names
    assert data
    assert data <= names
    pages = {
        f"rvs/data/{path.relative_to(project_root).as_posix()}"
        for path in (project_root / "docs").rglob("*")
        if path.suffix in {".md", ".png"}
    }
    assert "rvs/data/docs/index.md" in pages
    assert pages <= names
    assert "rvs/py.typed" in names


def test_sdist_builds_the_same_wheel(built: Path, tmp_path: Path) -> None:
    # early releases of Python 3.11 have no filters yet, later ones warn without one
    safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path, **safely)
    source = next(tmp_path.iterdir())
    assert {path.name for path in (source / "native").rglob("*.cpp")} >= {"module.cpp", "sets.cpp"}
    build("--wheel", "--outdir", tmp_path / "again", source)
    assert names_in_wheel(tmp_path / "again") == names_in_wheel(built)


def test_a_machine_without_a_compiler_gets_a_pure_wheel(tmp_path: Path, project_root: Path) -> None:
    build("--wheel", "--outdir", tmp_path, project_root, env=WITHOUT_COMPILER)
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    assert not [name for name in names_in_wheel(tmp_path) if "_native" in name]


def test_installed_wheel_answers_from_its_own_data(built: Path, tmp_path: Path) -> None:
    place = tmp_path / "installed"
    wheel = next(built.glob("*.whl"))
    done = python("-m", "pip", "install", "--no-deps", "--target", place, wheel)
    assert done.returncode == 0, done.stdout + done.stderr
    script = (
        "import json, rvs; from rvs.files.library import entries; "
        "from rvs.files.storage.locations import bundled_folder; "
        "print(json.dumps([rvs.__file__, str(bundled_folder()), len(entries())]))"
    )
    # -S: an editable installation of the checkout would come first, whatever the path says
    path = os.pathsep.join(
        [str(place), sysconfig.get_path("platlib"), sysconfig.get_path("purelib")]
    )
    answer = python("-S", "-c", script, folder=tmp_path, PYTHONPATH=path)
    module, data, count = json.loads(answer.stdout)
    assert Path(module).is_relative_to(place)
    assert Path(data).is_relative_to(place)
    assert count > 50
