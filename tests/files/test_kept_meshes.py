"""Meshes that one start of the program keeps for the next one."""

from pathlib import Path

import pytest

from rvs.bodies.shape_meshes import STOCK, Key, Stock
from rvs.files.storage import kept_meshes
from rvs.files.storage.kept_meshes import keep_meshes, meshes_kept, read_meshes
from rvs.geometry.mesh import Mesh
from rvs.geometry.shapes import SHAPES

from ..programs import python

KINDS = ("box", "cylinder", "plate", "sphere", "prism")


def asked(stock: Stock) -> dict[Key, Mesh]:
    """Ask for a few shapes of the catalogue; return their meshes."""
    found = {}
    for name in KINDS:
        sizes = tuple((one.name, one.default) for one in SHAPES[name].parameters)
        found[name, sizes] = stock.mesh(name, sizes)
    return found


@pytest.fixture
def made() -> dict[Key, Mesh]:
    stock = Stock()
    stock.begin({})
    found = asked(stock)
    assert stock.lacking
    assert stock.end() == found
    return found


@pytest.fixture
def place(own_home: Path) -> Path:
    found = kept_meshes._place("arm")
    assert found.parent == own_home / "cache" / "shapes"
    return found


def test_kept_meshes_are_the_same_to_the_last_bit(made, place) -> None:
    keep_meshes("arm", made)
    read = read_meshes("arm")
    assert list(read) == list(made)
    for key, mesh in made.items():
        assert read[key].digest == mesh.digest, key
        parts = [
            None if one.parts is None else [p.tolist() for p in one.parts]
            for one in (read[key], mesh)
        ]
        assert parts[0] == parts[1], key


def test_the_next_start_takes_them_and_makes_none(made, place, monkeypatch) -> None:
    keep_meshes("arm", made)
    monkeypatch.setattr("rvs.bodies.shape_meshes.SHAPES", {})
    stock = Stock()
    stock.begin(read_meshes("arm"))
    assert asked(stock) == made
    assert not stock.lacking
    stock.end()
    with pytest.raises(KeyError):
        stock.mesh("box", ())


@pytest.mark.parametrize("what", ["nothing", "cut", "changed", "empty", "another program"])
def test_what_is_of_no_use_is_made_again(made, place, what, monkeypatch) -> None:
    if what != "nothing":
        keep_meshes("arm", made)
        data = place.read_bytes()
    if what == "cut":
        place.write_bytes(data[:-8])
    elif what == "changed":
        place.write_bytes(data[:-8] + bytes(8))
    elif what == "empty":
        place.write_bytes(b"")
    elif what == "another program":
        monkeypatch.setattr(kept_meshes, "__version__", "0.0")
    assert read_meshes("arm") == {}


def test_changed_sources_are_another_program(made, tmp_path, monkeypatch) -> None:
    source = tmp_path / "one.py"
    source.write_text("a = 1\n", encoding="utf-8")
    monkeypatch.setattr(kept_meshes.geometry, "__file__", str(source))
    keep_meshes("arm", made)
    assert read_meshes("arm")
    source.write_text("a = 11\n", encoding="utf-8")
    assert read_meshes("arm") == {}


def test_what_cannot_be_kept_stops_nothing(made, own_home, place, monkeypatch) -> None:
    (own_home / "cache").write_text("in the way", encoding="utf-8")
    keep_meshes("arm", made)
    (own_home / "cache").unlink()
    monkeypatch.setattr(kept_meshes, "MOST_BYTES", 100)
    keep_meshes("arm", made)
    assert not place.exists()


def test_nobody_notes_what_is_asked_for_after_the_start() -> None:
    assert STOCK.end() == {}
    asked(STOCK)
    assert STOCK.end() == {}


def test_what_is_drawn_of_a_robot_is_kept_with_what_was_drawn_of_it_before(made, place) -> None:
    before, after = dict(list(made.items())[:2]), dict(list(made.items())[2:])
    keep_meshes("arm", before)
    with meshes_kept("arm"):
        for name, sizes in after:
            STOCK.mesh(name, sizes)
    assert list(read_meshes("arm")) == list(made)
    assert read_meshes("other arm") == {}
    written = place.stat().st_mtime_ns
    with meshes_kept("arm"):
        assert asked(STOCK) == made
    assert place.stat().st_mtime_ns == written, "nothing was lacking"


def test_of_many_robots_the_oldest_are_forgotten(made, place, monkeypatch) -> None:
    monkeypatch.setattr(kept_meshes, "MOST", 3)
    for name in ("arm", "b", "c", "d"):
        keep_meshes(name, made)
    assert len(list(place.parent.iterdir())) == 3
    assert not place.exists()


def test_a_figure_and_a_picture_of_a_robot_share_their_meshes(tmp_path, own_home) -> None:
    words = ["planar-2r", "--mode", "body"]
    code = "import sys; from rvs.cli import main; sys.exit(main({!r}))"
    drawn = str(tmp_path / "figure.pdf")
    assert python("-c", code.format(["export", *words, "-o", drawn])).returncode == 0
    kept = read_meshes("planar-2r")
    assert kept
    written = kept_meshes._place("planar-2r").stat().st_mtime_ns
    drawn = str(tmp_path / "picture.png")
    assert python("-c", code.format(["render", *words, "-o", drawn])).returncode == 0
    assert read_meshes("planar-2r").keys() == kept.keys()
    assert kept_meshes._place("planar-2r").stat().st_mtime_ns == written
