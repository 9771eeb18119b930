"""Stock providers beside ours, first at the broker and last at the proxy: each accepts its own credentials."""

import pytest

from tests.end_to_end.authentication.conftest import STOCK_ONLY, Surroundings
from tests.end_to_end.authentication.stock_providers import PASSWORD
from tests.end_to_end.authentication.tokens.test_ending import basic, bearer, status
from tests.end_to_end.clients import python
from tests.end_to_end.conftest import WRITE_TOPIC, Business
from tests.end_to_end.estate import Estate
from tests.end_to_end.pulsar.proxy import PulsarProxy
from tests.end_to_end.rights.test_rights import REFUSED
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker


def complaints(estate: Estate) -> int:
    """Lines of our log about refused sign-ins."""
    return estate.broker.log_text().count("sign-in from")


def test_a_stock_token_falls_through_quietly(
    estate: Estate, business: Business, surroundings: Surroundings, proxy: PulsarProxy
) -> None:
    account, _ = business.service("known", WRITE_TOPIC)
    stock = surroundings.stock.token(account.username)
    refused, said = estate.sign_ins_refused(), complaints(estate)
    for url in (business.url, proxy.service_url):
        for _ in range(3):
            python.produce(url, python.by_token(stock), business.topic)
        python.produce(url, python.by_token(account.token), business.topic)
    assert status(estate, business, bearer(stock)) == 200
    assert (estate.sign_ins_refused(), complaints(estate)) == (refused, said)


def test_an_account_unknown_to_the_center_may_do_nothing(
    estate: Estate, business: Business, surroundings: Surroundings
) -> None:
    stranger = surroundings.stock.token("nobody-at-all")
    assert status(estate, business, bearer(stranger)) == 403
    with pytest.raises(REFUSED):
        python.produce(business.url, python.by_token(stranger), business.topic)
    wait_until("the denial", lambda: estate.event(user="nobody-at-all", dec=2), seconds=10)
    named = surroundings.stock.token(estate.broker.settings["superUserRoles"])
    assert status(estate, business, bearer(named)) == 200


def test_a_stock_password_is_not_asked_of_the_center(
    estate: Estate, business: Business, surroundings: Surroundings
) -> None:
    refused, said = estate.sign_ins_refused(), complaints(estate)
    for _ in range(5):
        assert status(estate, business, basic(STOCK_ONLY, PASSWORD)) == 403
    assert (estate.sign_ins_refused(), complaints(estate)) == (refused, said)
    assert status(estate, business, basic(STOCK_ONLY, "wrong")) == 401
    account, _ = business.service("secret", WRITE_TOPIC)
    client_id, secret = business.owner.client_secret(account.id)
    business.wait_until_enforced()
    assert status(estate, business, basic(client_id, secret)) == 200
    assert status(estate, business, basic(client_id, "wrong")) == 401
