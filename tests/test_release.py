"""All that is needed to publish, cite and join the project agrees with the project."""

import re
import shutil
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from rvs.version import __version__

from .programs import python, run

HOME = Path(__file__).resolve().parent.parent
GITHUB = HOME / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}")


def read(path: Path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def steps(workflow):
    for job in workflow["jobs"].values():
        yield from job.get("steps", ())


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_trust_nobody(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"] == {}
    for name, job in workflow["jobs"].items():
        assert job.get("timeout-minutes") or "uses" in job, name
    for step in steps(workflow):
        action = step.get("uses", "")
        assert not action or PINNED.fullmatch(action), action
        # texts of strangers reach a shell through its environment alone
        assert "${{" not in step.get("run", ""), step
        if action.startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False
        for line in step.get("run", "").splitlines():
            for word in re.findall(r"pipx run (?:--spec )?(\S+)", line):
                assert "==" in word, line


@pytest.mark.parametrize("line", ["actionlint", "zizmor --offline --quiet .github"])
def test_workflows_pass_their_checkers(line: str) -> None:
    checker, *words = line.split()
    # beside the interpreter, which need not be on the path
    found = shutil.which(checker, path=str(Path(sys.executable).parent)) or shutil.which(checker)
    if found is None and checker == "actionlint":
        pytest.skip("its package fetches a program; the workflow Test runs it")
    assert found, f"{checker} is not installed"
    done = run(found, *words, folder=HOME)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_supported_python_is_tested_on_three_systems_with_and_without_kernels() -> None:
    matrix = read(GITHUB / "workflows" / "test.yml")["jobs"]["test"]["strategy"]["matrix"]
    versions = [
        mark.rpartition(" ")[2]
        for mark in PROJECT["project"]["classifiers"]
        if re.search(r":: 3\.\d+$", mark)
    ]
    assert matrix["python"] == versions
    assert [f"cp{one.replace('.', '')}-*" for one in versions] == (
        PROJECT["tool"]["cibuildwheel"]["build"]
    )
    assert {one.partition("-")[0] for one in matrix["system"]} == {"ubuntu", "windows", "macos"}
    assert matrix["kernels"] == ["1", "0"]
    assert PROJECT["project"]["requires-python"] == f">={versions[0]}"


def test_nothing_is_released_untried() -> None:
    build = read(GITHUB / "workflows" / "build.yml")
    assert "rvs self-test" in PROJECT["tool"]["cibuildwheel"]["test-command"]
    tried = [step["run"] for step in build["jobs"]["programs"]["steps"] if "run" in step]
    assert sum("self-test --strict" in line for line in tried) == 3
    assert '"self-test"' in (HOME / "packaging/standalone/build.py").read_text(encoding="utf-8")
    release = read(GITHUB / "workflows" / "release.yml")["jobs"]
    assert release["build"]["needs"] == "version"
    assert release["index"]["needs"] == "build"
    assert release["page"]["needs"] == "index"


def test_the_version_is_said_the_same_everywhere() -> None:
    recipe = read(HOME / "packaging" / "conda" / "recipe.yaml")["context"]
    assert recipe["version"] == read(HOME / "CITATION.cff")["version"] == __version__
    assert re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", __version__)


def test_the_recipe_of_conda_needs_what_the_package_needs() -> None:
    folder = HOME / "packaging" / "conda"
    recipe = read(folder / "recipe.yaml")
    needs = {re.split(r"[\s>=<]", one)[0] for one in recipe["requirements"]["run"]} - {"python"}
    own = {re.split(r"[<>=;\s]", one)[0] for one in PROJECT["project"]["dependencies"]}
    named = {"tree-sitter": "tree_sitter"}  # there, tree-sitter is the program of that name
    lower = {name.lower().removesuffix("-essentials") for name in own}
    assert needs == {named.get(name, name) for name in lower}
    # Without them, a compiler of conda has no standard library, and rattler-build refuses it.
    assert set(read(folder / "variants.yaml")) == {"c_stdlib", "c_stdlib_version"}
    built = {re.split(r"[\s>=<]", one)[0] for one in PROJECT["build-system"]["requires"]}
    assert built <= set(recipe["requirements"]["host"]) | {
        one.partition(" ")[0] for one in recipe["requirements"]["host"]
    }


def test_forms_use_labels_that_there_are() -> None:
    labels = {one["name"] for one in read(GITHUB / "labels.yml")}
    forms = [read(path) for path in sorted((GITHUB / "ISSUE_TEMPLATE").glob("[0-9]*.yml"))]
    assert len(forms) == 3
    for form in forms:
        assert set(form["labels"]) <= labels
        ids = [part["id"] for part in form["body"] if "id" in part]
        assert len(ids) == len(set(ids))
    for update in read(GITHUB / "dependabot.yml")["updates"]:
        assert set(update.get("labels", ())) <= labels


def test_the_form_of_faults_wants_the_report_of_doctor() -> None:
    form = read(GITHUB / "ISSUE_TEMPLATE" / "1-fault.yml")
    (part,) = [one for one in form["body"] if one.get("id") == "report"]
    assert "rvs doctor --report" in part["attributes"]["label"]
    assert part["validations"]["required"]


def test_the_variable_of_the_security_policy_moves_all_folders(monkeypatch, tmp_path) -> None:
    from rvs.files.storage.locations import user_folder
    from rvs.files.storage.recovery import recovery_folder
    from rvs.model.folders import cache_folder, config_folder

    monkeypatch.setenv("RVS_HOME", str(tmp_path))
    assert "`RVS_HOME`" in (HOME / "SECURITY.md").read_text(encoding="utf-8")
    for folder in (user_folder(), recovery_folder(), config_folder(), cache_folder()):
        assert folder.is_relative_to(tmp_path)


@pytest.mark.parametrize("ahead", [(), (HOME / "packaging" / "standalone" / "entry.py",)])
def test_the_stand_alone_program_is_the_python_of_its_processes(ahead: tuple[Path, ...]) -> None:
    code = "import sys, rvs.version; print(sys.argv, __name__, rvs.version.__version__)"
    said = python(*ahead, "-c", code, "1", "-x", PYTHONPATH=str(HOME)).stdout
    assert said == f"['-c', '1', '-x'] __main__ {__version__}\n"
    version = python(*ahead, *([] if ahead else ["-m", "rvs"]), "--version", PYTHONPATH=str(HOME))
    assert version.stdout == f"RVS {__version__}\n"
