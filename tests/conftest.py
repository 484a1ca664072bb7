"""What every test shares: reproducible random values, and a home of its own."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile("search", parent=settings.get_profile("ci"), derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep tests away from the folders of whoever runs them."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("RVS_HOME", str(home))
    return home


@pytest.fixture
def project_root() -> Path:
    """Return the folder of the checkout."""
    return Path(__file__).resolve().parent.parent
