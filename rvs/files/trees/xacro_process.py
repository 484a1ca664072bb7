"""Expands one template of URDF in a separate process, which reads only permitted files.

Templates run Python expressions.  The package ``xacro`` withholds builtin functions from them, but
neither the workarounds through attributes of objects nor any files.
"""

from __future__ import annotations

import ast
import json
import os
import re
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from errno import ENOENT
from io import StringIO
from pathlib import Path
from string import Formatter
from typing import Any

from rvs.files.text.errors import outside_words
from rvs.files.text.source import MEGABYTE
from rvs.files.trees.file_reach import Reach, own_package, real_folder
from rvs.files.trees.xml_text import plain_xml

LARGEST_MEMORY = 1024 * MEGABYTE
# Of the processor, s.
LONGEST_WORK = 10
NO_MEMORY = ": it takes too much memory"
LARGEST_INCLUDE = 4 * MEGABYTE
LARGEST_TEXT = 32 * MEGABYTE
MOST_CALLS, LONGEST_REASON = 20_000, 400
# What leads from an object of Python to the program that runs it.
PRIVATE = ("_", "gi_", "cr_", "ag_", "tb_", "f_back", "f_globals", "f_locals", "f_builtins")


class _RefusedError(Exception):
    """An action that a template may not perform."""


def serve() -> None:
    """Expand the template named on standard input; write JSON to standard output."""
    job, out = json.loads(sys.stdin.buffer.read()), sys.stdout
    # Whatever prints must not come into the answer.
    sys.stdout = sys.stderr
    _keep_small()
    answer = answered(Path(job["path"]), [Path(one) for one in job["folders"]], job["args"])
    out.write(json.dumps(answer))


def answered(path: Path, folders: list[Path], given: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the expanded ``text`` of a template, or its ``fault``, and its ``args``.

    Args:
        path: The template.
        folders: Folders named for the search for packages.
        given: Names and values of arguments.
    """
    import xacro

    guard = _Guard(path, folders)
    guard.stand(xacro)
    arguments, no_file = Arguments(given), False
    try:
        text = xacro.process_file(str(path), mappings=arguments).toxml()
        answer = {"text": text}
        if len(text) > LARGEST_TEXT:
            answer = {"fault": f": it becomes larger than {LARGEST_TEXT // MEGABYTE} MB"}
    except MemoryError:
        answer = {"fault": NO_MEMORY}
    except RecursionError:
        answer = {"fault": ": its macros call one another endlessly"}
    except Exception as error:
        # Templates run expressions of their own, which may fail in any way.
        cause = _cause(error)
        reason = guard.fault or _reason(error)
        place = f" ({xacro.filestack[-1]})" if len(xacro.filestack or ()) > 1 else ""
        answer = {"fault": f": {reason[:LONGEST_REASON]}{place}" if reason else ""}
        if isinstance(cause, MemoryError):
            answer = {"fault": NO_MEMORY}
        no_file = not guard.fault and isinstance(cause, OSError)
    return {**answer, "file": no_file, "args": arguments.declared, "used": list(arguments.used),
            "lacking": arguments.lacking, "outside": str(guard.outside or "")}  # fmt: skip


def _reason(error: Exception) -> str:
    """Return an error with its expression; an error with a file name includes it once."""
    inner = _cause(error)
    if isinstance(inner, OSError) and inner.strerror:
        return f"{inner.filename}: {inner.strerror}"
    lines = (re.sub(r"^<class '[^']*'>: ", "", line.strip()) for line in str(error).splitlines())
    return " ".join(list(dict.fromkeys(filter(None, lines)))[:2])


def _cause(error: BaseException) -> BaseException:
    """Return the original error that the package has wrapped in others."""
    while isinstance(inner := getattr(error, "exc", None), BaseException):
        error = inner
    return error


class Arguments(dict[str, str]):
    """Values of arguments, with a record of the arguments that a template declares and uses.

    Attributes:
        declared: Defaults of the declared arguments, in their order.
        used: Names of all declared or requested arguments.
        lacking: Name of a requested argument without a value, or empty.
    """

    def __init__(self, given: Mapping[str, str]) -> None:
        super().__init__(given)
        self.declared: dict[str, str] = {}
        self.used: dict[str, None] = {}
        self.lacking = ""

    def __contains__(self, name: object) -> bool:
        # Asked where an argument is declared.
        self.used[str(name)] = None
        self.declared.setdefault(str(name), self.get(str(name), ""))
        return super().__contains__(name)

    def __setitem__(self, name: str, default: str) -> None:
        self.declared[name] = default
        super().__setitem__(name, default)

    def __missing__(self, name: str) -> str:
        self.lacking = name
        raise KeyError(name)

    def __getitem__(self, name: str) -> str:
        self.used[name] = None
        return super().__getitem__(name)


class _Guard:
    """Limits on the files that a template may read, and on its expressions."""

    def __init__(self, path: Path, folders: list[Path]) -> None:
        self.reach = Reach(path, folders)
        self.calls, self.fault = 0, ""
        self.outside: Path | None = None

    def stand(self, xacro: Any) -> None:
        """Intercept the package's access to files, expressions and macros."""
        from xacro import substitution_args

        self._ask = substitution_args._eval_find
        # Names of a module hide those that are built in.
        xacro.open = self.open
        xacro.safe_eval = self._checked(xacro.safe_eval)
        xacro.handle_macro_call = self._counted(xacro.handle_macro_call)
        xacro._global_symbols["python"].pop("vars", None)
        for name in ("find", "env", "optenv"):
            allowed = getattr(self, name)
            setattr(substitution_args, f"_eval_{name}", allowed)
            substitution_args._eval_dict[name] = allowed
        substitution_args.eval = self._eval

    def open(self, name: str) -> Any:
        """Open a file in the permitted folders."""
        place = Path(os.path.abspath(name))
        if not self.reach.holds(place):
            self.outside = self.outside or real_folder(place)
            raise self._refused(f"it reads {place.name[:80]!r}; {outside_words(self.outside)}")
        if not place.is_file():
            # What is optional may be missing, which the package knows by this.
            raise FileNotFoundError(ENOENT, "the file does not exist", str(place))
        if place.stat().st_size > LARGEST_INCLUDE:
            raise self._refused(f"{place} is larger than {LARGEST_INCLUDE // MEGABYTE} MB")
        data = place.read_bytes()
        if place.suffix.lower() in (".yaml", ".yml"):
            return StringIO(data.decode("utf-8-sig", "replace"))
        return StringIO(plain_xml(data, place).decode())

    def env(self, name: str) -> str:
        """Refuse ``$(env NAME)``: the environment of the program is not part of a robot."""
        words = f"it requires the environment variable {name[:60]!r}, which is not available"
        raise self._refused(words)

    def optenv(self, name: str, default: str = "") -> str:  # noqa: ARG002
        """Return the default of ``$(optenv NAME DEFAULT)``."""
        return default

    def find(self, name: str) -> str:
        """Return the folder of ``$(find NAME)``, like that of ``package://``.

        Packages above or next to the template or in a named folder come first, followed by those in
        the index of an installed ROS.
        """
        known, other = self.reach.packages(name)
        known += self._renamed(name)
        if not known:
            try:
                known = [Path(self._ask(name))]
                self.reach.add(known[0])
            except ImportError as error:
                if other is not None:
                    # It need not be a package: what is read there is refused, or allowed.
                    return str(other)
                words = f"$(find {name}): there is no folder {name!r} above or next to it"
                raise self._refused(words) from error
        return str(known[0])

    def _renamed(self, name: str) -> list[Path]:
        """Return the template's own package, if its folder has this name except for a suffix."""
        own = own_package(self.reach.folder)
        alike = own.name.startswith(name) or name.startswith(own.name)
        return [own] if own.name and alike else []

    def _checked(self, evaluate: Callable[..., Any]) -> Callable[..., Any]:
        def checked(expression: str, *where: Any) -> Any:
            self._look_at(expression)
            return evaluate(expression, *where)

        return checked

    def _eval(self, expression: str, _names: Any, values: Any) -> Any:
        """Return the value of ``$(eval …)``, without the functions that Python adds."""
        self._look_at(expression)
        return eval(compile(expression, "<eval>", "eval"), {"__builtins__": {}}, values)

    def _look_at(self, expression: str) -> None:
        for node in ast.walk(ast.parse(expression.strip(), mode="eval")):
            name = getattr(node, "attr", getattr(node, "id", ""))
            private = name.startswith(PRIVATE if isinstance(node, ast.Attribute) else "__")
            if private or (isinstance(node, ast.Attribute) and _shows_attributes(node)):
                raise self._refused(f"{expression.strip()[:80]!r}: {name!r} may not be used")

    def _counted(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any) -> Any:
            self.calls += 1
            if self.calls > MOST_CALLS:
                raise self._refused(f"its macros are called more than {MOST_CALLS:,} times")
            return call(*arguments)

        return counted

    def _refused(self, words: str) -> _RefusedError:
        # The package packs errors into others of its own.
        self.fault = self.fault or words
        return _RefusedError(words)


def _shows_attributes(node: ast.Attribute) -> bool:
    """Return whether a text method inserts attributes of objects; only a fixed text may."""
    if node.attr not in ("format", "format_map"):
        return False
    text = node.value.value if isinstance(node.value, ast.Constant) else None
    if not isinstance(text, str):
        return True
    fields = [(field or "", spec or "") for _, field, spec, _ in Formatter().parse(text)]
    return any({".", "["} & set(field) or "{" in spec for field, spec in fields)


def _keep_small() -> None:
    """Limit memory and work of this process if the system supports it."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (LARGEST_MEMORY, LARGEST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (LONGEST_WORK, LONGEST_WORK + 1))
