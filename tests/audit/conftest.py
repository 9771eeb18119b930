"""Who reads and loads results of the audit."""

import httpx
import pytest

from tests.center import Center
from tests.factories import an_administrator


@pytest.fixture
def root(center: Center) -> httpx.Client:
    """The administrator's program."""
    return center.with_token(center.make(an_administrator))
