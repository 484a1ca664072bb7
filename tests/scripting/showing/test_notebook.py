"""The notebook of the examples, run by a kernel from its first cell to its last."""

from __future__ import annotations

from pathlib import Path

import pytest

WIDGET = "application/vnd.jupyter.widget-view+json"


@pytest.mark.filterwarnings("ignore")
def test_it_runs_and_shows_what_it_says(project_root: Path, tmp_path: Path):
    client = pytest.importorskip("nbclient")
    for name in ("ipykernel", "anywidget"):
        pytest.importorskip(name)
    import nbformat

    source = project_root / "examples" / "notebook.ipynb"
    book = nbformat.read(source, nbformat.NO_CONVERT)
    assert not any(cell.get("outputs") for cell in book.cells), "outputs are not kept in it"
    place = {"metadata": {"path": str(tmp_path)}}
    client.NotebookClient(book, timeout=120, kernel_name="python3", resources=place).execute()
    outputs = [one for cell in book.cells for one in cell.get("outputs", ())]
    # nothing on the error stream but what the kernel says of itself
    assert {one.output_type for one in outputs} <= {"execute_result", "display_data"}
    kinds = [set(one["data"]) for one in outputs]
    assert sum(WIDGET in kind for kind in kinds) == 2
    assert sum("image/svg+xml" in kind for kind in kinds) == 2
    tables = [one["data"]["text/html"] for one in outputs if "text/html" in one["data"]]
    assert "<img" in tables[0]
    assert "8 postures" in tables[1]
    assert (tmp_path / "two-pumas.html").stat().st_size < 2_000_000
