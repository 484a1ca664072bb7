"""Descriptions in any encoding, loosely written, and what is said of those that are not XML."""

from __future__ import annotations

from pathlib import Path

import pytest

from rvs.files.meshes.meshes import read_mesh
from rvs.files.text.errors import FileErrors
from rvs.files.trees.readers import read_tree_file

BODY = (
    '<robot name="{0}">\n<link name="b"/>\n<link name="c"/>\n<joint name="j" type="continuous">'
    '<parent link="b"/><child link="c"/></joint>\n</robot>\n'
)
ARM = BODY.format("arm")


def declared(encoding: str) -> str:
    return f'<?xml version="1.0" encoding="{encoding}"?>\n'


READ = {
    "UTF-8 with a mark": ("Käfer", b"\xef\xbb\xbf" + BODY.format("Käfer").encode()),
    "UTF-16": ("机器人", (declared("UTF-16") + BODY.format("机器人")).encode("utf-16")),
    "UTF-16, undeclared": ("arm", ARM.encode("utf-16")),
    "UTF-16 without a mark": ("Käfer", BODY.format("Käfer").encode("utf-16-le")),
    "UTF-16, big": ("Käfer", BODY.format("Käfer").encode("utf-16-be")),
    "UTF-16 declared, but UTF-8": ("Käfer", (declared("UTF-16") + BODY.format("Käfer")).encode()),
    "Latin 1": ("Käfer", (declared("ISO-8859-1") + BODY.format("Käfer")).encode("latin-1")),
    "Latin 1, undeclared": ("Käfer", BODY.format("Käfer").encode("latin-1")),
    "Windows, undeclared": ("Käfer – 1", BODY.format("Käfer – 1").encode("cp1252")),
    "GB2312": ("机器人", (declared("GB2312") + BODY.format("机器人")).encode("gb2312")),
    "GBK, undeclared": ("机器人", BODY.format("机器人").encode("gbk")),
    "GBK, declared as UTF-8": ("机器人", (declared("UTF-8") + BODY.format("机器人")).encode("gbk")),
    "Shift JIS": (
        "ロボット",
        (declared("Shift_JIS") + BODY.format("ロボット")).encode("shift_jis"),
    ),
    "an encoding of no name": ("arm", (declared("ansi") + ARM).encode()),
    "a line before the declaration": ("arm", ("\n\n" + declared("UTF-8") + ARM).encode()),
    "dashes in comments": ("arm", ("<!-- a -- b --- -->\n" + ARM).encode()),
    "a nought at the end": ("arm", ARM.encode() + b"\0\0"),
    "a type without a file": ("arm", ("<!DOCTYPE robot>\n" + ARM).encode()),
}


@pytest.mark.parametrize("case", READ)
def test_a_text_is_read_in_the_encoding_that_it_has(tmp_path: Path, case: str) -> None:
    name, data = READ[case]
    path = tmp_path / "arm.urdf"
    path.write_bytes(data)
    assert read_tree_file(path).tree.name == name


BROKEN = {
    "twice": ('<link name="b"/>', '<link name="b" name="d"/>', 2, "an attribute is given twice"),
    "and": ('"arm"', '"a & b"', 1, "a bare '&'; write '&amp;'"),
    "less": ('"arm"', '"a < b"', 1, "write '&lt;'"),
    "bare": ('"arm"', "arm", 1, "did not expect 'arm>'; check for missing quotes or brackets"),
    "curly": ('"arm"', "“arm”", 1, "did not expect '“arm”>'"),
    "open": ("</robot>", "", 6, "it ends before </robot>"),
    "crossed": ("</joint>", "</link>", 4, "expected </joint>, found '</link>'"),
    "more": ("</robot>", "</robot><robot/>", 5, "'<robot/>' follows the last element"),
    "words": ("<robot", "hello <robot", 1, "expected '<', found 'hello"),
    "sign": ('"arm"', '"a&nbsp;b"', 1, "'&nbsp;' is not known"),
    "comment": ("</robot>", "<!-- </robot>", 5, "'<!-- </robot>' is not closed"),
    "merge": ('<link name="b"/>', "<<<<<<< HEAD", 2, "'<' among other text"),
    "late": ("<robot", '<!-- a --><?xml version="1.0"?><robot', 1, "must come first"),
    "page": ("<robot", "<!DOCTYPE html><html><robot", 0, "is a web page (HTML)"),
    "pointer": ("<robot", "version https://git-lfs.github.com/spec/v1\n", 0, "pointer of Git LFS"),
    "prefix": ('<link name="b"/>', '<xacro:if value="1"/>', 2, "the file is a template"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_is_wrong_is_said_in_plain_words_with_its_line(tmp_path: Path, case: str) -> None:
    before, after, line, words = BROKEN[case]
    path = tmp_path / "arm.urdf"
    path.write_text(ARM.replace(before, after), encoding="utf-8")
    with pytest.raises(FileErrors) as failure:
        read_tree_file(path)
    (error,) = failure.value.errors
    assert words in error.message
    assert abs(error.line - line) <= (1 if case == "open" else 0)


def test_a_pointer_in_place_of_a_mesh_is_told(tmp_path: Path) -> None:
    path = tmp_path / "hand.stl"
    path.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:a\nsize 12\n")
    with pytest.raises(FileErrors, match="pointer of Git LFS"):
        read_mesh(path)
