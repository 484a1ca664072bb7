"""The tables of keys in the manual are those that the readers use."""

from importlib.util import module_from_spec, spec_from_file_location

import pytest

from rvs.files.text.fields import Fields
from rvs.files.text.findings import Findings
from rvs.files.text.keys import Numbers
from rvs.files.text.source import Source
from rvs.files.text.syntax import parse


@pytest.fixture
def formats(project_root):
    spec = spec_from_file_location("formats", project_root / "tools" / "formats.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_manual_has_the_tables_of_the_keys(formats) -> None:
    page = formats.PAGE.read_text(encoding="utf-8")
    assert set(formats.MARKED.findall(page)) == {*formats.KEYS, "sizes"}
    assert formats.written(page) == page, "run tools/formats.py"


def test_every_example_is_read_as_the_key_reads(formats) -> None:
    for name, keys in formats.KEYS.items():
        for key in keys:
            assert key.meaning, (name, key)
            findings = Findings(Source("example", key.example))
            fields = Fields(findings, parse(findings.source).root, [key.name])
            assert key.name in fields, (name, key)
            if not isinstance(key.kind, Numbers) or key.kind.count:
                key.kind.read(fields, key.name, key.default)
            assert not findings, (name, key, findings.failure())
            assert not findings.warnings, (name, key)
