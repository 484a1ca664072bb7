"""Meshes that one start of the program keeps for the next one."""

from pathlib import Path

import pytest

from rvs.bodies.shape_meshes import STOCK, Key, Stock
from rvs.files.storage import kept_meshes
from rvs.files.storage.kept_meshes import keep_meshes, read_meshes
from rvs.geometry.mesh import Mesh
from rvs.geometry.shapes import SHAPES

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
    return own_home / "cache" / "meshes"


def test_kept_meshes_are_the_same_to_the_last_bit(made, place) -> None:
    keep_meshes(made)
    read = read_meshes()
    assert list(read) == list(made)
    for key, mesh in made.items():
        assert read[key].digest == mesh.digest, key
        parts = [
            None if one.parts is None else [p.tolist() for p in one.parts]
            for one in (read[key], mesh)
        ]
        assert parts[0] == parts[1], key


def test_the_next_start_takes_them_and_makes_none(made, place, monkeypatch) -> None:
    keep_meshes(made)
    monkeypatch.setattr("rvs.bodies.shape_meshes.SHAPES", {})
    stock = Stock()
    stock.begin(read_meshes())
    assert asked(stock) == made
    assert not stock.lacking
    stock.end()
    with pytest.raises(KeyError):
        stock.mesh("box", ())


@pytest.mark.parametrize("what", ["nothing", "cut", "changed", "empty", "another program"])
def test_what_is_of_no_use_is_made_again(made, place, what, monkeypatch) -> None:
    if what != "nothing":
        keep_meshes(made)
        data = place.read_bytes()
    if what == "cut":
        place.write_bytes(data[:-8])
    elif what == "changed":
        place.write_bytes(data[:-8] + bytes(8))
    elif what == "empty":
        place.write_bytes(b"")
    elif what == "another program":
        monkeypatch.setattr(kept_meshes, "__version__", "0.0")
    assert read_meshes() == {}


def test_changed_sources_are_another_program(made, tmp_path, monkeypatch) -> None:
    source = tmp_path / "one.py"
    source.write_text("a = 1\n", encoding="utf-8")
    monkeypatch.setattr(kept_meshes.geometry, "__file__", str(source))
    keep_meshes(made)
    assert read_meshes()
    source.write_text("a = 11\n", encoding="utf-8")
    assert read_meshes() == {}


def test_what_cannot_be_kept_stops_nothing(made, own_home, place, monkeypatch) -> None:
    (own_home / "cache").write_text("in the way", encoding="utf-8")
    keep_meshes(made)
    (own_home / "cache").unlink()
    monkeypatch.setattr(kept_meshes, "MOST_BYTES", 100)
    keep_meshes(made)
    assert not place.exists()


def test_nobody_notes_what_is_asked_for_after_the_start() -> None:
    assert STOCK.end() == {}
    asked(STOCK)
    assert STOCK.end() == {}
