"""A page of figures and of live pages, each made by the command that stands below it."""

from __future__ import annotations

from pathlib import Path

from rvs.cli import main as rvs
from tools.pictures import FIGURES, PICTURES

LIVE = {
    "puma.html": "export puma560",
    "rediestro.html": "export rediestro --motion rediestro-circle",
    "welding.html": "export welding-cell",
}


def write_gallery(folder: Path) -> None:
    """Write the page, its figures and its live pages.

    Args:
        folder: Where they go; made.

    Raises:
        SystemExit: A command failed.
    """
    folder.mkdir()
    text = [
        "# Gallery",
        "",
        "Each of these was made by the command below it.",
        "",
        "## Figures",
        "",
    ]
    for name, command in (FIGURES | PICTURES).items():
        _run(command, folder / name)
        text += [f"![{command}]({name})", "", f"`rvs {command} -o {name}`", ""]
    text += ["## Live pages", "", "Drag to turn them; sliders move the joints.", ""]
    for name, command in LIVE.items():
        _run(command, folder / name)
        text += ["```{raw} html", _frame(name), "```", "", f"`rvs {command} -o {name}`", ""]
    (folder / "index.md").write_text("\n".join(text), encoding="utf-8")


def _frame(name: str) -> str:
    style = "width:100%;height:28rem;border:1px solid #8884"
    return f'<iframe src="{name}" title="{name}" loading="lazy" style="{style}"></iframe>'


def _run(command: str, path: Path) -> None:
    if rvs([*command.split(), "-o", str(path)]):
        raise SystemExit(f"rvs {command} failed")
