"""``rvs completion``: scripts for shell completion, and the manual page, from the parser."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from rvs.commands.arguments import OF_ROBOTS
from rvs.files.library import names
from rvs.version import __version__

HELP = "print the completion script of a shell, or the manual page for man"
MANUAL = "man"


class Option(NamedTuple):
    """An option of a command.

    Attributes:
        names: All its forms on the command line.
        about: Its help.
        words: Values to choose from.
        value: The name of its value; empty if it has none.
    """

    names: Sequence[str]
    about: str
    words: Sequence[str]
    value: str


class Command(NamedTuple):
    """A command of the program.

    Attributes:
        name: Its name.
        about: Its help in a line.
        usage: Its syntax.
        options: Its options.
        words: Values of its arguments to choose from.
        arguments: Its positional arguments: name and help.
    """

    name: str
    about: str
    usage: str
    options: Sequence[Option]
    words: Sequence[str]
    arguments: Sequence[tuple[str, str]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "shell",
        choices=tuple(WRITERS),
        help="a shell, or man; load completions with: source <(rvs completion bash)",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def run(options: argparse.Namespace) -> int:
    """Print the completion script of a shell, or the manual page."""
    known = list(commands(options.whole()))
    if options.json:
        from rvs.commands.answers import print_json

        print_json([one._asdict() | {"options": [o._asdict() for o in one.options]}
                    for one in known])  # fmt: skip
    else:
        print("\n".join(WRITERS[options.shell](known)))
    return 0


def commands(parser: argparse.ArgumentParser) -> Iterator[Command]:
    """Yield the commands of a parser, with all words that can follow them."""
    (among,) = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    help_of = {one.dest: one.help or "" for one in among._choices_actions}
    for name, own in among.choices.items():
        formatter = own._get_formatter()
        options, words, arguments = [], list[str](), []
        for action in own._actions:
            about = formatter._expand_help(action) if action.help else ""
            chosen = [str(one) for one in action.choices or ()]
            called = formatter._metavar_formatter(action, action.dest.upper())(1)[0]
            if action.option_strings:
                value = "" if action.nargs == 0 else called
                options.append(Option(action.option_strings, about, chosen, value))
            else:
                arguments.append((called, about))
                words += names() if action.metavar in OF_ROBOTS else chosen
        usage = " ".join(own.format_usage().removeprefix("usage: ").split())
        yield Command(name, help_of[name], usage, options, words, arguments)


def _bash(known: Sequence[Command]) -> Iterator[str]:
    """Return the options and values by command; other words complete with commands and files."""
    yield "_rvs() {"
    yield '    local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD - 1]}"'
    yield "    local words= files=1"
    yield "    COMPREPLY=()"
    yield "    if ((COMP_CWORD == 1)); then"
    yield f'        words="{" ".join(one.name for one in known)} --help --version"'
    yield "    else"
    yield '        case "${COMP_WORDS[1]} $before" in'
    for one in known:
        for option in one.options:
            if option.value:
                after = " | ".join(f'"{one.name} {name}"' for name in option.names)
                files = "" if option.words else "1"
                yield f'        {after}) words="{" ".join(option.words)}" files={files} ;;'
    yield '        *) case "${COMP_WORDS[1]}" in'
    for one in known:
        options = " ".join(name for option in one.options for name in option.names)
        yield f'            {one.name}) words="{" ".join(one.words)}"'
        yield f'                [[ $word == -* ]] && words="{options}" ;;'
    yield "        esac ;;"
    yield "        esac"
    yield "    fi"
    yield "    mapfile -t COMPREPLY < <("
    yield '        compgen -W "$words" -- "$word"'
    yield '        [[ -z $files || $word == -* ]] || compgen -f -- "$word"'
    yield "    )"
    yield "}"
    yield "complete -o filenames -F _rvs rvs"


def _zsh(known: Sequence[Command]) -> Iterator[str]:
    yield "#compdef rvs"
    yield "_rvs() {"
    yield "    local -a commands"
    yield "    if (( CURRENT == 2 )); then"
    yield "        commands=("
    for one in known:
        yield f"            {_quoted(f'{one.name}:{one.about}')}"
    yield "        )"
    yield "        _describe command commands; _files"
    yield "        return"
    yield "    fi"
    yield "    local command=$words[2]"
    yield "    shift words; (( CURRENT-- ))"
    yield "    case $command in"
    for one in known:
        yield f"    {one.name})"
        yield "        _arguments -s \\"
        for option in one.options:
            about = re.sub(r"([\[\]:\\])", r"\\\1", option.about)
            takes = f":{option.value.replace(':', ' ')}:" if option.value else ""
            value = takes and takes + (f"({' '.join(option.words)})" if option.words else "_files")
            for name in option.names:
                yield f"            {_quoted(f'*{name}[{about}]{value}')} \\"
        words = f"_alternative 'words:word:({' '.join(one.words)})' 'files:file:_files'"
        yield f"            {_quoted(f'*: :{{{words}}}' if one.words else '*:file:_files')}"
        yield "        ;;"
    yield "    esac"
    yield "}"
    yield '[[ $funcstack[1] == _rvs ]] && _rvs "$@" || compdef _rvs rvs'


def _fish(known: Sequence[Command]) -> Iterator[str]:
    yield "complete -c rvs -n __fish_use_subcommand -l help -d 'show this help'"
    yield "complete -c rvs -n __fish_use_subcommand -l version -d 'show the version'"
    for one in known:
        yield f"complete -c rvs -n __fish_use_subcommand -a {one.name} -d {_escaped(one.about)}"
        within = f"complete -c rvs -n '__fish_seen_subcommand_from {one.name}'"
        if one.words:
            yield f"{within} -a {_escaped(' '.join(one.words))}"
        for option in one.options:
            flags = " ".join(
                f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"
                for name in option.names
            )
            words = f" -xa {_escaped(' '.join(option.words))}" if option.words else ""
            takes = words or (" -r" if option.value else "")
            yield f"{within} {flags} -d {_escaped(option.about)}{takes}"


def _man(known: Sequence[Command]) -> Iterator[str]:
    yield f'.TH RVS 1 {date.today():%Y-%m-%d} "RVS {__version__}" "Robot Visualization System"'
    yield ".SH NAME"
    yield "rvs \\- describe, see, pose and move serial robots"
    yield ".SH SYNOPSIS"
    yield ".B rvs"
    yield "[\\fIFILE\\fR ...]"
    yield ".br"
    yield ".B rvs"
    yield "\\fICOMMAND\\fR [\\fIARGUMENT\\fR ...]"
    yield ".SH DESCRIPTION"
    yield "Without a command, the window opens with the named files."
    yield "A robot is a name in the library or a file; \\- is standard input, or standard output"
    yield "after \\fB\\-o\\fR."
    yield ".SH COMMANDS"
    for one in known:
        yield f".SS {_roff(one.name)}"
        yield _roff(f"{one.about[:1].upper()}{one.about[1:]}.")
        yield ".PP"
        yield _roff(one.usage)
        for name, about in one.arguments:
            yield ".TP"
            yield f"\\fI{_roff(name)}\\fR"
            yield _roff(about or name)
        for option in one.options:
            yield ".TP"
            value = f" \\fI{_roff(option.value)}\\fR" if option.value else ""
            yield ", ".join(f"\\fB{_roff(name)}\\fR{value}" for name in option.names)
            yield _roff(option.about)
            if option.words:
                yield _roff(f"One of {', '.join(option.words)}.")
    yield ".SH EXIT STATUS"
    yield "0, or 1 if the request failed, or 2 if the command was not understood."
    yield ".SH ENVIRONMENT"
    for name, about in ENVIRONMENT.items():
        yield ".TP"
        yield f"\\fB{name}\\fR"
        yield _roff(about)


ENVIRONMENT = {
    "RVS_HOME": "Folder of preferences, of your own robots and of everything else that RVS stores.",
    "RVS_NATIVE": "Set it to 0 to turn the C++ kernels off.",
    "RVS_OFFSET_LETTER": "Letter of the offset along an axis in tables and figures, b or d.",
}
WRITERS = {"bash": _bash, "zsh": _zsh, "fish": _fish, MANUAL: _man}


def _quoted(text: str) -> str:
    """Return a word of a shell."""
    return "'" + text.replace("'", "'\\''") + "'"


def _escaped(text: str) -> str:
    """Return a word for fish, in whose quotes a backslash escapes."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _roff(text: str) -> str:
    """Return a text of a manual page."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", "\\\\&", plain)
