"""A namespace that demands encryption: set at the center, enforced by the broker, compared with it."""

from pathlib import Path
from typing import Any

import pulsar
import pytest

from tests.end_to_end.clients import python
from tests.end_to_end.clients.java import JavaSignIn, java_client
from tests.end_to_end.conftest import NAMESPACE_TYPE, READ_TOPIC, WRITE_TOPIC, Business
from tests.end_to_end.estate import Account, secret_file
from tests.end_to_end.provisioning.rest import Rest
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker
_KEY, REFUSAL = "orders", "Encryption is required in"


@pytest.fixture
def keys(business: Business, tmp_path: Path) -> pulsar.CryptoKeyReader:
    """Both halves of the namespace's key, as files."""
    business.owner.post(f"/api/v1/namespaces/{business.namespace}/encryption-keys", name=_KEY)
    wanted = {"topic": business.topic, "name": _KEY, "number": 1, "reason": "test"}
    (public,) = business.owner.post("/api/v1/encryption-keys/public", topics=[business.topic])["items"]
    private = business.owner.post("/api/v1/encryption-keys/private", **wanted)
    halves = {"public": public["public_key"], "private": private["private_key"]}
    files = [str(secret_file(tmp_path, f"{half}.pem", text)) for half, text in halves.items()]
    return pulsar.CryptoKeyReader(*files)


def demand(business: Business, value: str | None) -> None:
    """Set the policy at the center, and wait for the cluster."""
    path = f"/api/v1/namespaces/{business.namespace}"
    business.owner.patch(f"{path}/policies", policies={"encryption_required": value})
    business.owner.ready(path)


def plain(business: Business, writer: Account) -> str:
    """What the Java client says of a message in the clear: the Python one hides the broker's sentence."""
    return java_client(business.url, JavaSignIn.token(writer.token), "produce", business.topic)


def test_who_does_not_encrypt_is_refused(business: Business, keys: pulsar.CryptoKeyReader) -> None:
    writer, _ = business.service("writer", WRITE_TOPIC)
    reader, _ = business.service("reader", READ_TOPIC)
    with python.Producing(business.url, python.by_token(writer.token), business.topic) as in_use:
        assert in_use.alive
        demand(business, "on")
        wait_until("the producer in use to be refused", lambda: in_use.error is not None, seconds=30, pause=0.1)
    assert REFUSAL in plain(business, writer)
    with python.client(business.url, python.by_token(writer.token)) as connected:
        connected.create_producer(business.topic, encryption_key=_KEY, crypto_key_reader=keys).send(b"sealed")
    with python.client(business.url, python.by_token(reader.token)) as connected:
        consumer = connected.subscribe(
            business.topic, "shop", initial_position=pulsar.InitialPosition.Earliest, crypto_key_reader=keys
        )
        while (message := consumer.receive(10_000)).data() == b"on and on":  # of before, readable as ever
            consumer.acknowledge(message)
        assert message.data() == b"sealed"
    demand(business, None)
    assert plain(business, writer).startswith("OK ")


def test_a_demand_that_was_dropped_at_the_broker_is_found_and_repaired(business: Business, owner: Rest) -> None:
    writer, _ = business.service("writer", WRITE_TOPIC)
    demand(business, "on")
    dropped = owner("POST", f"/namespaces/{business.name}/orders/encryptionRequired", False)
    assert dropped.status_code == 204, dropped.text
    (line,) = lines(business)
    assert (line["kind"], line["field"], line["subject"]) == ("different", "policy", "encryption_required")
    assert (line["res_type"], line["place"]) == (NAMESPACE_TYPE, f"{business.name}/orders")
    admin = business.estate.admin
    admin.post(f"/api/v1/clusters/{business.estate.cluster}/drift/lines/{line['id']}/repair", confirm=line["place"])
    route = f"/namespaces/{business.name}/orders/encryptionRequired"
    wait_until("the repair", lambda: owner("GET", route).json() is True, seconds=30, pause=0.1)
    assert REFUSAL in plain(business, writer)


def lines(business: Business) -> list[dict[str, Any]]:
    """Compare now; answers the lines about policies of the business."""
    admin, path = business.estate.admin, f"/api/v1/clusters/{business.estate.cluster}/drift"
    before = admin.get(path)["ended"] or 0
    admin.post(f"{path}/runs")
    wait_until("the comparison", lambda: int(admin.get(path)["ended"] or 0) > before, seconds=120)
    found = admin.get(f"{path}/lines", tenant=business.name)["items"]
    return [line for line in found if line["field"] == "policy"]
