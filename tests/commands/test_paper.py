"""``rvs table``, ``rvs plot`` and ``rvs report`` as their users type them."""

from rvs.cli import main


def test_tables_are_printed_or_written(tmp_path, capsys):
    assert main(["table", "scara"]) == 0
    assert "|   2 | R     |  0.25 |   180 |" in capsys.readouterr().out
    target = tmp_path / "t.tex"
    assert main(["table", "scara", "--length", "mm", "--table", "limits", "-o", str(target)]) == 0
    assert "quill" in target.read_text(encoding="utf-8")
    assert capsys.readouterr().out.startswith(f"wrote {target} (")


def test_unknown_masses_are_said(capsys):
    assert main(["table", "abb-irb120", "--table", "motors"]) == 1
    assert "motors are not known" in capsys.readouterr().err


def test_plots_of_joints_and_paths(tmp_path, capsys):
    target = tmp_path / "p.eps"
    words = ["--quantity", "position", "--quantity", "velocity", "--width", "84mm"]
    assert main(["plot", "scara", "scara-flower", "-o", str(target), *words]) == 0
    assert capsys.readouterr().out.startswith(f"wrote {target} (4 plots, ")
    text = target.read_text(encoding="ascii")
    assert "%%BoundingBox: 0 0 239" in text
    assert (
        main(["plot", "scara", "scara-flower", "-o", str(tmp_path / "q.eps"), "--joint", "5"]) == 1
    )
    assert "--joint: expected 1 to 4" in capsys.readouterr().err
    svg = tmp_path / "path.svg"
    assert main(["plot", "scara", "scara-shelf", "-o", str(svg), "--length", "mm"]) == 0
    assert "value (mm)" in svg.read_text(encoding="utf-8")


def test_studies_in_a_report_are_asked_with_the_options_of_their_commands(tmp_path, capsys):
    from rvs.cli import command_of
    from rvs.commands.asking import _asked

    asking = command_of("report")
    question = _asked("stiffness --payload 2 --plane xz", "--study", None, None)
    assert question.said == {"payload": 2.0, "plane": "xz"}
    assert asking.kind(studies=[question]).studies == (question,)
    target = tmp_path / "r.pdf"
    parts = ("skeleton", "views", "dexterity", "workspace", "postures")
    left_out = [word for part in parts for word in ("--without", part)]
    words = ["report", "planar-2r-isotropic", "-o", str(target), *left_out]
    assert main([*words, "--study", "sweep --vary a1=0.1:0.2:3 --measures reach"]) == 0
    assert target.read_bytes().startswith(b"%PDF")
    target.unlink()
    for study, why in (
        ("lift", "--study: 'lift' is not one of torque, reach, payload, drives"),
        ("sheet", "--study: 'sheet' is not one of"),
        ("reach --farther", "--study 'reach --farther': rvs reach does not take --farther"),
        ("payload --speed fast", "--study 'payload --speed fast': argument --speed"),
        ("payload '", "No closing quotation"),
    ):
        assert main([*words, "--study", study]) == 1
        assert why in capsys.readouterr().err


def test_a_report_of_a_robot(tmp_path, capsys):
    target = tmp_path / "r.pdf"
    left_out = [word for part in ("views", "postures", "skeleton") for word in ("--without", part)]
    assert main(["report", "planar-2r-isotropic", "-o", str(target), *left_out]) == 0
    assert target.read_bytes().startswith(b"%PDF")
    assert main(["report", "scara", "-o", str(tmp_path / "r.doc")]) == 1
    assert "written as .pdf" in capsys.readouterr().err
