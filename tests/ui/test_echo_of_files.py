"""Files that the window writes appear as the lines that write them, too."""

import pytest

from rvs.ui.commands.view import write_picture
from rvs.ui.paper import commands as figure_commands

from .said import last_line, run

pytestmark = pytest.mark.ui
WAIT = 150_000


def test_figures_and_pictures(make_window, qtbot, tmp_path):
    window = make_window("scara")
    window.session.look(frames=False, mode="skeleton")
    window.actions_["export_figure"].trigger()
    figures = figure_commands.figure_window(window.desk)
    made = tmp_path / "made.svg"
    qtbot.waitUntil(lambda: not figures.maker.busy and figures.preview.sharp, timeout=WAIT)
    figures.form.boxes["gray"].click()
    figures.output.save_to(made)
    qtbot.waitUntil(made.is_file, timeout=WAIT)
    line = last_line(window)
    assert line.startswith("rvs.figure(")
    assert "gray=True" in line
    again = tmp_path / "again.svg"
    run(window, line.replace("made.svg", "again.svg"))
    assert again.read_text() == made.read_text()

    picture = tmp_path / "picture.png"
    write_picture(window.desk, picture)
    line = last_line(window)
    assert line.startswith("rvs.render(")
    run(window, line.replace("picture.png", "other.png"))
    assert (tmp_path / "other.png").stat().st_size > 1000

    figures.output.save_to(tmp_path / "made.png")
    qtbot.waitUntil((tmp_path / "made.png").is_file, timeout=WAIT)
    run(window, last_line(window).replace("made.png", "again.png"))
    assert (tmp_path / "again.png").read_bytes() == (tmp_path / "made.png").read_bytes()
