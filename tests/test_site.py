"""The site of the project finds its pages; that its links hold, the build of the site checks."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def source() -> ModuleType:
    path = ROOT / "tools" / "site" / "source.py"
    spec = importlib.util.spec_from_file_location("site_source", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_page_of_the_manual_is_in_the_contents(source) -> None:
    docs = ROOT / "docs"
    text = source.with_contents((docs / "index.md").read_text(encoding="utf-8"))
    listed = {line for line in text.splitlines() if (docs / f"{line}.md").is_file()}
    pages = {path.relative_to(docs).with_suffix("").as_posix() for path in docs.rglob("*.md")}
    assert listed == pages - {"index"}


def test_a_section_without_pages_is_refused(source) -> None:
    with pytest.raises(ValueError, match="'Empty' names no page"):
        source.with_contents("# Help\n\n## Empty\n\nNothing.\n")


def test_links_that_the_window_alone_can_follow_are_words(source, tmp_path: Path) -> None:
    (tmp_path / "index.md").write_text("## One\n\n- [A](a.md): first\n", encoding="utf-8")
    (tmp_path / "a.md").write_text("See [Open](rvs:cell/x?play=yes), [B](b.md).", encoding="utf-8")
    source.write_pages(tmp_path)
    assert (tmp_path / "a.md").read_text() == "See *Open* in the window, [B](b.md)."
