"""A terminal beside a running center."""

from pathlib import Path

import pytest

from app.platform.settings import Settings
from app.tokens import issuing
from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import an_administrator


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Devices poll every second, so that tests do not wait long."""
    return settings.model_copy(update={"device_interval_seconds": 1})


@pytest.fixture
def terminal(tmp_path: Path, center: Center) -> Terminal:
    """A terminal without a session; the environment names the center."""
    home = tmp_path / "home"
    home.mkdir()
    return Terminal(home, {"PUC_SERVER": center.url})


@pytest.fixture
def root(terminal: Terminal, center: Center) -> Terminal:
    """The terminal of an administrator with an API token."""
    person = center.make(an_administrator, "root")
    token = center.make(
        issuing.issue, center.settings, person.username, audiences=(center.settings.issuer,), seconds=900
    )
    terminal.environment["PUC_TOKEN"] = token.reveal()
    return terminal
