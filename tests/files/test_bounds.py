"""No file can hurt: what would take a gigabyte or ten seconds is refused in one sentence.

``python tools/try_files.py --bombs`` opens the same files in full size and tells what they take.
"""

from pathlib import Path

import pytest

from rvs.files import budget
from rvs.files.budget import opening, over
from rvs.files.check import check_file
from rvs.files.meshes.meshes import read_mesh
from rvs.files.text.errors import FileErrors, nearest

from .bombs import BOMBS, stl


def tried(name: str, size: int, folder: Path) -> str:
    """Return the first sentence about a bomb of a size, ``ok`` of one that can be read."""
    report = check_file(BOMBS[name][0](folder, size))
    return next((str(one.message) for one in (*report.errors, *report.warnings)), "ok")


@pytest.mark.parametrize("name", BOMBS)
def test_a_small_one_of_each_kind_is_read_or_refused_in_a_sentence(
    name: str, tmp_path: Path
) -> None:
    assert tried(name, 6, tmp_path).strip()


@pytest.mark.parametrize(
    ("name", "size", "kind"),
    [
        ("urdf_visuals", 61, budget.PARTS),
        ("urdf_attributes", 70, "attributes"),
        ("urdf_unknown", 61, "elements"),
        ("sdf_visuals", 40, "elements"),
        ("mjcf_includes", 10, "elements"),
        ("mjcf_replicates", 8, "elements"),
        ("mjcf_defaults", 8, "attributes"),
        ("mjcf_wide_default", 9, "attributes"),
        ("obj_points", 61, "points"),
        ("stl_text", 21, "points"),
        ("gltf_position", 21, "numbers"),
        ("gltf_primitives", 61, "pieces of meshes"),
    ],
)
def test_the_budget_is_asked_before_anything_is_made(
    name: str, size: int, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budget, "MOST", budget.MOST | {kind: 60})
    assert f"60 {kind}" in tried(name, size, tmp_path)


def test_all_meshes_of_an_opening_count_together_and_each_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budget, "MOST", budget.MOST | {"triangles": 60})
    paths = []
    for k in range(3):
        paths.append(tmp_path / f"m{k}.stl")
        paths[-1].write_bytes(stl(25))
    with opening():
        for path in [*paths[:2], *paths[:2]]:
            read_mesh(path)
        with pytest.raises(FileErrors, match="60 triangles"):
            read_mesh(paths[2])
    read_mesh(paths[2])


def test_an_opening_in_another_is_a_part_of_it() -> None:
    most = budget.MOST["elements"]
    with opening():
        with opening():
            assert not over("elements", most)
        assert over("elements")
    with opening():
        assert not over("elements")


def test_more_parts_than_a_full_model_has_leave_the_robot(tmp_path: Path) -> None:
    words = tried("urdf_spheres", 2001, tmp_path)
    assert words == (
        "its links are drawn with 2,001 parts; at most 2,000 are shown, "
        "so RVS draws a body of its own"
    )


def test_long_names_and_long_lists_are_compared_with_nothing() -> None:
    assert "'base'" in nearest("bose", ["base"])
    assert not nearest("bose", [f"base{k}" for k in range(501)])
    assert "'base'" in nearest("bose", ["base", "b" * 1_000_000])


def test_a_name_has_a_bound_with_those_that_it_stands_in(tmp_path: Path) -> None:
    assert "more than 1,000 letters" in tried("urdf_long_name", 1001, tmp_path)
    inner = '<model name="m"><link name="l"/></model>'
    for _ in range(5):
        inner = f'<model name="{"n" * 300}">{inner}</model>'
    path = tmp_path / "deep.sdf"
    path.write_text(f'<sdf version="1.9">{inner}</sdf>', encoding="utf-8")
    assert "more than 1,000 letters" in str(check_file(path).errors)


def test_what_a_script_forgets_over_and_over_counts_as_steps(tmp_path: Path) -> None:
    assert "more steps" in tried("py_unknown", 8_000, tmp_path)


def test_copies_of_a_part_are_read_without_a_word_of_how(tmp_path: Path) -> None:
    path = BOMBS["mjcf_replicate"][0](tmp_path, 7)
    assert not check_file(path).errors
    assert "steps" not in str(check_file(path).warnings)
