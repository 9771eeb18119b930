"""A stock broker beside ours."""

from collections.abc import Iterator

import pytest

from tests.end_to_end.beside_stock import setting
from tests.end_to_end.beside_stock.sides import Side, our_side, stock_broker, stock_side
from tests.end_to_end.conftest import new_business
from tests.end_to_end.estate import Estate


@pytest.fixture(scope="package")
def sides(estate: Estate, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Side, Side]]:
    """The stock broker and ours, with the same tenant, topics, people and grants."""
    broker, providers = stock_broker(tmp_path_factory.mktemp("stock"))
    try:
        broker.launch()
        business = new_business(estate)
        business.add_topic("parted", partitions=2)
        business.add_topic("typed")
        business.add_topic("lively", domain="non-persistent")
        ours = our_side(business)
        broker.wait()
        stock = stock_side(broker, providers, business.name)
        setting.make_places(stock)
        for side in (stock, ours):
            setting.give(side)
        yield stock, ours
    finally:
        broker.stop()
