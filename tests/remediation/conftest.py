"""Fixture: an estate with audit suggestions."""

from pathlib import Path

import pytest

from tests.center import Center
from tests.remediation.advised import Advised
from tests.requests.desk import a_desk


@pytest.fixture
def advised(center: Center, tmp_path: Path) -> Advised:
    """walter may read and write the whole tenant, but was only seen reading one topic."""
    return Advised.of(a_desk(center), tmp_path)
