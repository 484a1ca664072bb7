"""Completions of shells and the page of the manual follow from the commands themselves."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from rvs.cli import COMMANDS, command_of, main, parser
from rvs.commands.completion import _roff, commands
from rvs.files.library import names

from ..programs import run


def printed(capsys, *words: str) -> str:
    assert main(["completion", *words]) == 0
    return capsys.readouterr().out


def tool(name: str) -> str:
    found = shutil.which(name)
    if found is None or os.name == "nt":
        pytest.skip(f"{name} is not installed, or reads no paths of Windows")
    return found


def test_every_command_and_option_is_known(capsys) -> None:
    known = {one["name"]: one for one in json.loads(printed(capsys, "bash", "--json"))}
    assert [*known] == [*COMMANDS]
    (among,) = [one for one in parser()._actions if isinstance(one.choices, dict)]
    for name, own in among.choices.items():
        options = {word for option in known[name]["options"] for word in option["names"]}
        assert options == set(own._option_string_actions)
    assert set(names()) <= set(known["fk"]["words"])
    assert set(COMMANDS) == {one.name for one in commands(parser()) if one.about and one.usage}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shells_understand_it(shell: str, capsys, tmp_path: Path) -> None:
    file = tmp_path / "completion"
    file.write_text(printed(capsys, shell), encoding="utf-8")
    done = run(tool(shell), "-n", file)
    assert (done.returncode, done.stderr) == (0, "")


ASK = """
source {file}
COMP_WORDS=({words} "{last}")
COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
_rvs
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.mark.parametrize(
    ("words", "last", "found"),
    [
        ("rvs", "self", {"self-test"}),
        ("rvs", "my", {"my.arch"}),
        ("rvs fk", "puma560", {"puma560", "puma560-modified"}),
        ("rvs fk", "my", {"my.arch"}),
        ("rvs fk puma560", "--js", {"--json"}),
        ("rvs export puma560 --style", "", {"screen", "flat", "lines"}),
        ("rvs completion", "z", {"zsh"}),
        ("rvs check --take", "lim", {"limits-deg"}),
        ("rvs fk --q", "pum", set()),
        ("rvs render puma560 -o", "my", {"my.arch"}),
    ],
)
def test_bash_completes(words: str, last: str, found: set[str], capsys, tmp_path: Path) -> None:
    file = tmp_path / "completion"
    file.write_text(printed(capsys, "bash"), encoding="utf-8")
    (tmp_path / "my.arch").write_text("", encoding="utf-8")
    script = ASK.format(file=file, words=words, last=last)
    done = run(tool("bash"), "-c", script, folder=tmp_path)
    assert done.stderr == ""
    assert set(done.stdout.split()) == found


def test_the_manual_names_everything(capsys) -> None:
    page = printed(capsys, "man")
    plain = re.sub(r"\\f[BIR]", "", page).replace("\\-", "-")
    for name in COMMANDS:
        assert f".SS {name}\n" in plain
        assert command_of(name).HELP[1:] in plain
    assert "--transparent" in plain
    assert "--tolerance PART" in plain
    # no line of text begins as a request does
    requests = {line.split()[0] for line in page.splitlines() if line.startswith((".", "'"))}
    assert requests <= {".TH", ".SH", ".SS", ".B", ".br", ".PP", ".TP"}


def test_the_manual_is_right_for_its_reader(capsys, tmp_path: Path) -> None:
    file = tmp_path / "rvs.1"
    file.write_text(printed(capsys, "man"), encoding="utf-8")
    done = run(tool("mandoc"), "-T", "lint", "-W", "warning", file)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("text", "safe"), [(".svg or -", "\\&.svg or \\-"), ("'a", "\\&'a"), ("a\\b", "a\\eb")]
)
def test_texts_are_safe_in_the_manual(text: str, safe: str) -> None:
    assert _roff(text) == safe
