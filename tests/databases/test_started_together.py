"""Instances that are started at the same time on an empty database: one migrates it and makes the administrator."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import backends
from tests.conftest import SECRET
from tests.end_to_end.center.process import CenterProcess

pytestmark = pytest.mark.server_database


@pytest.fixture(params=backends.names(), ids=backends.label)
def database_url(request: pytest.FixtureRequest) -> str:
    """Of a server."""
    return str(request.param)


@pytest.fixture
def bare(database_url: str) -> Iterator[str]:
    """The address of a database without tables, as a new center finds it."""
    url = database_url
    backends.migrate(url)
    backends.unmigrate(url)
    yield url
    backends.unmigrate(url)
    backends.migrate(url)  # the next test finds what it expects


@pytest.fixture
def instances(bare: str, tmp_path: Path) -> Iterator[list[CenterProcess]]:
    """Three, not yet started."""
    own = {"PUC_DATABASE_URL": bare, "PUC_SECRET_KEY": SECRET, "PUC_ISSUER": "http://127.0.0.1:1"}
    made = [CenterProcess(tmp_path / name, **own) for name in ("one", "two", "three")]
    yield made
    for each in made:
        each.stop()


def test_all_of_them_serve_and_one_names_the_administrator(instances: list[CenterProcess]) -> None:
    for each in instances:
        each.begin()
    for each in instances:
        each.wait()
    printed = "".join(each.log.read_text() for each in instances)
    assert printed.count("First administrator: admin") == 1
    assert "Traceback" not in printed
