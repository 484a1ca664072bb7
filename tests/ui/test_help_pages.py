"""The pages of the help as text: sections, contents, links, search."""

from pathlib import Path

import pytest

from rvs.files.library import names
from rvs.ui.gallery.examples import examples
from rvs.ui.help import links
from rvs.ui.help.pages import INDEX, OTHERS, Library, Page, library, plain, read_page, slug
from rvs.ui.help.pages import links as links_of
from rvs.ui.help.search import Index, asked, whole_index, words
from rvs.ui.help.view import resolved

TEXT = """# Title here

Ahead of all, with `code` and **weight**.

## One, two

<!-- panel: joints -->

A [link](other.md#there) and ![a picture](pictures/x.png).

```
# no heading
```

| a | b |
|---|---|
| c | d_e |

### One, two
"""


def test_a_page_is_cut_at_its_headings() -> None:
    page = read_page("p.md", TEXT)
    assert page.title == "Title here"
    assert [(s.level, s.title, s.anchor) for s in page.sections] == [
        (1, "Title here", "title-here"),
        (2, "One, two", "one-two"),
        (3, "One, two", "one-two-1"),
    ]
    assert page.sections[0].text == "Ahead of all, with code and weight."
    assert page.sections[1].text == "A link and a picture. # no heading a b c d_e"
    assert page.sections[1].panels == ("joints",)
    assert "<!--" not in page.source


@pytest.mark.parametrize(
    ("title", "anchor"),
    [
        ("Cells: `NAME.rvs`", "cells-namervs"),
        ("Joint trajectories: `jtraj/NAME.jtraj`", "joint-trajectories-jtrajnamejtraj"),
        ("What it *is*", "what-it-is"),
    ],
)
def test_anchors_are_those_of_the_usual_hosts(title: str, anchor: str) -> None:
    assert slug(title) == anchor


def test_the_contents_are_the_lists_of_the_first_page(tmp_path: Path) -> None:
    (tmp_path / INDEX).write_text("# Help\n\n## A\n\n- [x](x.md)\n- [again](x.md#s)\n", "utf-8")
    (tmp_path / "x.md").write_text("# X\n", "utf-8")
    (tmp_path / "y.md").write_text("# Y\n", "utf-8")
    found = library(tmp_path)
    assert found.contents == (("A", ("x.md",)), (OTHERS, ("y.md",)))
    assert [page.name for page in found.pages] == [INDEX, "x.md", "y.md"]


def test_every_page_is_in_the_contents() -> None:
    assert OTHERS not in dict(library().contents)


def leads_somewhere(pages: Library, page: Page, link: str) -> bool:
    target, _, anchor = link.partition("#")
    name = resolved(page.name, target) if target else page.name
    there = pages.page(name)
    if there is None:
        return not anchor and (pages.folder / name).is_file()
    return not anchor or anchor in {section.anchor for section in there.sections}


def test_every_link_leads_somewhere() -> None:
    pages = library()
    broken = []
    for page in pages.pages:
        for link in links_of(page.source):
            if link.startswith(("http:", "https:", "mailto:", links.SCHEME)):
                continue
            if not leads_somewhere(pages, page, link):
                broken.append(f"{page.name}: {link}")
    assert not broken, "\n".join(broken)


def test_every_command_in_a_link_can_be_run() -> None:
    from rvs.ui.actions.table import TABLE

    known = {
        "action": {entry.id for entry in TABLE},
        "robot": set(names()),
    }
    for page in library().pages:
        for link in links_of(page.source):
            if link.startswith(links.SCHEME):
                target = links.parse(link)
                assert target is not None, link
                assert target.kind not in known or target.name in known[target.kind], link
                assert target.kind != "cell" or links.cell_path(target.name), link
                assert not target.motion or links.motion_path(target.motion), link


@pytest.mark.parametrize(
    "link", ["http://x", "rvs:", "rvs:robot/", "rvs:fly/puma560", "rvs:robot/puma560?sing=yes"]
)
def test_other_links_do_nothing_in_the_window(link: str) -> None:
    assert links.parse(link) is None


def test_a_link_says_what_to_open() -> None:
    found = links.parse("rvs:robot/puma560?mode=full&motion=puma560-place&play=yes")
    assert found == links.Target(
        "robot", "puma560", motion="puma560-place", mode="full", play="yes"
    )


# -- search ----------------------------------------------------------------------------------


def index_of(**texts: str) -> Index:
    return Index(
        section
        for name, text in texts.items()
        for section in read_page(f"{name}.md", text).sections
    )


def test_a_heading_beats_mentions_and_many_beat_one() -> None:
    index = index_of(
        a="# Colors\n\nSingular things happen.",
        b="# Singularities\n\nWhere the arm loses a direction.",
        c="# Arms\n\nNear a singular posture, singular twice.",
    )
    assert [hit.section.title for hit in index.find("singular")] == [
        "Singularities",
        "Arms",
        "Colors",
    ]


def test_all_words_must_be_there() -> None:
    index = index_of(a="# A\n\nred robot", b="# B\n\nred table")
    assert [hit.section.title for hit in index.find("red ro")] == ["A"]
    assert index.find("red nothing") == ()
    assert index.find(" ") == ()


def test_the_snippet_holds_the_words() -> None:
    text = "# A\n\n" + "word " * 100 + "needle in hay " + "word " * 100
    (hit,) = index_of(a=text).find("needle")
    assert "needle in hay" in hit.snippet
    assert hit.snippet.startswith("… ")
    assert hit.snippet.endswith(" …")
    assert len(hit.snippet) < 200


@pytest.mark.parametrize(
    ("query", "page"),
    [
        ("joint limits", "guide/joints.md"),
        ("swivel", "guide/tool-pose.md"),
        ("paste table latex", "guide/robots.md"),
        ("orbit pan zoom", "guide/viewport.md"),
        ("gripper opening", "guide/tools.md"),
        ("ctraj quaternion", "formats.md"),
        ("teach posture", "guide/paths-programs.md"),
        ("how do I change the millimetres", "guide/first-steps.md"),
        ("condition number", "guide/dexterity.md"),
    ],
)
def test_what_people_ask_for_is_found_first(query: str, page: str) -> None:
    assert page in [hit.section.page for hit in whole_index().find(query)[:3]]


def test_the_guide_comes_before_the_reference_and_empty_words_say_nothing() -> None:
    for query in ("reach", "torque", "joint"):
        pages = [hit.section.page for hit in whole_index().find(query)]
        assert pages[0].startswith("guide/"), query
    assert asked("the base of a robot") == ("base", "robot")
    assert asked("the") == ("the",)


def test_words_are_folded() -> None:
    assert words("Über θ₁, X-Y") == ("über", "θ₁", "x", "y")


def test_marks_are_no_words() -> None:
    assert plain("**bold** *it* `a_b` _c_ d_e") == "bold it a_b c d_e"


# -- examples --------------------------------------------------------------------------------


def test_examples_have_a_title_a_sentence_and_something_to_open() -> None:
    found = examples()
    assert len(found) >= 6
    for example in found:
        assert links.parse(example.link) is not None, example
        assert example.title
        assert example.text.endswith("."), example
        assert len(example.text) <= 110, example
        assert example.picture is None or example.picture.is_file(), example


def test_a_cell_of_ones_own_is_an_example(own_home: Path) -> None:
    folder = own_home / "work_env"
    folder.mkdir()
    (folder / "my-cell.rvs").write_text("/*** Mine: it does a thing. ***/\nview {}\n", "utf-8")
    (folder / "bare-cell.rvs").write_text("view {}\n", "utf-8")
    found = {example.link: example for example in examples()}
    mine, bare = found["rvs:cell/my-cell"], found["rvs:cell/bare-cell"]
    assert (mine.title, mine.text) == ("Mine", "It does a thing.")
    assert (bare.title, bare.text) == ("Bare cell", "")


def test_no_key_means_two_things() -> None:
    from rvs.ui.actions.menus import MENUS
    from rvs.ui.actions.table import TABLE

    keys = [key for entry in TABLE for key in entry.keys]
    keys += [f"Alt+{title[title.index('&') + 1].upper()}" for title, _ in MENUS if "&" in title]
    assert len(set(keys)) == len(keys), sorted(key for key in keys if keys.count(key) > 1)


def test_what_comes_after_a_comment_begins_a_line_of_its_own() -> None:
    text = "# T\n\n- one <!-- done: a == 1 -->\n- two\n\n<!-- panel: x -->\nThree"
    assert read_page("t.md", text).source == "# T\n\n- one\n- two\n\nThree"
