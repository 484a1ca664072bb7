"""Blocks put into a text: in lines of their own, with everything else as it was."""

import pytest

from rvs.files.text.edit import Editor
from rvs.files.text.source import Source
from rvs.files.text.syntax import Group, parse


def edited(text: str, lines: list[str]) -> str:
    """Append lines to the first block of a text."""
    tree = parse(Source("a.rvs", text))
    group = tree.root.entries[0]
    assert isinstance(group, Group)
    editor = Editor(tree)
    editor.append(group, lines)
    return editor.result()


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("cell {}\n", "cell {\n  b = 2\n}\n"),
        ("cell {\n}\n", "cell {\n  b = 2\n}\n"),
        ("cell { /* nothing yet */ }\n", "cell { /* nothing yet */ \n  b = 2\n}\n"),
        ("  cell {\n  /* none */ }\n", "  cell {\n  /* none */ \n  b = 2\n  }\n"),
        ("cell {\n  a = 1\n}\n", "cell {\n  a = 1\n  b = 2\n}\n"),
        ("cell {\r\n  a = 1\r\n}\r\n", "cell {\r\n  a = 1\r\n  b = 2\r\n}\r\n"),
    ],
)
def test_a_block_is_put_at_the_end_of_another(text: str, result: str) -> None:
    assert edited(text, ["  b = 2"]) == result


def test_what_is_put_in_is_read_again_whatever_stands_there() -> None:
    for text in ("cell { /* none */ }", "cell { a = 1 }", "cell {}"):
        inner = parse(Source("a.rvs", edited(text, ["  b = 2"]))).root.entries[0]
        assert isinstance(inner, Group)
        assert inner.entries[-1].key == "b"
