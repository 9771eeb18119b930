"""Permissions of subscriptions, question by question: what a stock broker answers, and what ours does."""

from collections.abc import Callable, Iterator

import pytest

from tests.end_to_end.beside_stock import setting
from tests.end_to_end.beside_stock.asking import ask
from tests.end_to_end.beside_stock.sides import Side, our_side, stock_broker, stock_side
from tests.end_to_end.beside_stock.table import Table
from tests.end_to_end.conftest import new_business
from tests.end_to_end.estate import Estate

pytestmark = pytest.mark.broker


@pytest.fixture(scope="module")
def sides(estate: Estate, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Side, Side]]:
    """The stock broker and ours, with the same tenant, topics, people and grants."""
    broker, providers = stock_broker(tmp_path_factory.mktemp("stock"))
    try:
        broker.launch()
        business = new_business(estate)
        business.add_topic("parted", partitions=2)
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


STEPS: dict[str, Callable[[Side], object]] = {
    "rules": setting.make_rules,
    "replaced": lambda side: setting.grant_subscription(side, "billing", "outsider", "topical"),
    "revoked": lambda side: setting.revoke_subscription(side, "billing", "topical", "outsider"),
    "prefix": lambda side: setting.set_mode(side, "Prefix"),
    "none": lambda side: setting.set_mode(side, "None"),
}


def test_every_question(sides: tuple[Side, Side]) -> None:
    stock, ours = sides
    table = Table()
    for phase, step in STEPS.items():
        for side in sides:
            step(side)
        assert setting.rules(ours) == setting.rules(stock), phase
        questions = table.phases[phase]
        told = table.told(phase, ask(stock, questions), ask(ours, questions))
        print(phase); [print(one.action, one.place, one.subscription, cells) for one, cells in told.items()]
