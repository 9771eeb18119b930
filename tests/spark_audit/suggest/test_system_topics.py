"""The topics that are for super users only are the same ones to the suggestions and to the center."""

import pytest

from app.access.decision import is_system_topic
from spark_audit.suggest.resource_paths import is_system, path_of
from tests.spark_audit.suggest.decided import named

TOPICS = {
    "acme/orders/__change_events": True, "acme/orders/t-__transaction_pending_ack": True, "pulsar/system/t": True,
    "acme/orders/t__x": False, "acme/system/t": False, "pulsar/orders/t": False, "acme/orders/_t": False,
}  # fmt: skip


@pytest.mark.parametrize(("topic", "kept"), TOPICS.items())
@pytest.mark.parametrize("domain", ["", "non-persistent://", "topic://"])
def test_the_audit_and_the_center_agree(domain: str, topic: str, kept: bool) -> None:
    path = path_of(f"eu/{domain}{topic}-partition-3")
    assert (is_system(path), is_system_topic(named(path))) == (kept, kept)


@pytest.mark.parametrize("place", ["*", "eu", "eu/pulsar", "eu/pulsar/system", "eu/acme/__orders"])
def test_other_places_are_no_system_topics(place: str) -> None:
    path = path_of(place)
    assert (is_system(path), is_system_topic(named(path))) == (False, False)
