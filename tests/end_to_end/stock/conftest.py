"""One broker at a time: with our plugin, with Pulsar's token provider, with Pulsar's OpenID provider."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.authentication.center_key import CenterKey
from tests.end_to_end.center.process import QUICK_HASHES
from tests.end_to_end.estate import Estate
from tests.end_to_end.stock import sides
from tests.end_to_end.stock.go import build
from tests.end_to_end.stock.providers import STOCK
from tests.end_to_end.stock.sides import TOKEN_SECONDS, Side


@pytest.fixture(scope="package", params=["ours", *STOCK])
def side(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Side]:
    """Center and broker, running; tests run on all three brokers, one broker after the other."""
    directory = tmp_path_factory.mktemp(f"stock-{request.param}")
    estate = Estate(directory) if request.param == "ours" else sides.without_plugin(directory)
    estate.center.settings |= {**QUICK_HASHES, "PUC_TOKEN_MINUTES": str(TOKEN_SECONDS / 60)}
    try:
        yield sides.ours(estate) if request.param == "ours" else sides.stock(estate, request.param)
    finally:
        estate.kill()


@pytest.fixture
def center_key(side: Side) -> CenterKey:
    """Signs with the key of this side's center."""
    return CenterKey(side.estate.center)


@pytest.fixture(scope="package")
def go_producer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Go client's program."""
    return build(tmp_path_factory.mktemp("go") / "steady")
