"""With whose rights functions read and write: the worker's, unless the worker is told to pass on their maker's."""

from pathlib import Path

import pulsar
import pytest

from tests.end_to_end.clients import python
from tests.end_to_end.conftest import NAMESPACE_TYPE, READ_TOPIC, TOPIC_TYPE, WRITE_TOPIC, Business, new_business
from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.functions.worker import create_function, status, with_worker
from tests.end_to_end.waiting import wait_until

pytestmark = [pytest.mark.broker, pytest.mark.soak, pytest.mark.timeout(900)]
_FUNCTIONS = 205
_MAKERS_TOKEN = "org.apache.pulsar.functions.auth.ClearTextFunctionTokenAuthProvider"


def maker(business: Business) -> Account:
    """Who may make functions in the namespace, and write its topic: nothing else."""
    account, _ = business.service("maker", WRITE_TOPIC)
    business.owner.grant(account.id, NAMESPACE_TYPE, business.namespace, _FUNCTIONS)
    business.wait_until_enforced()
    return account


def copies(business: Business, by: Account, name: str, source: str) -> None:
    """Let a function copy the messages of a topic to the business's own."""
    answer = create_function(
        business.estate, by, f"{business.name}/orders", name, inputs=[source], output=business.topic
    )
    assert answer.status_code == 204, answer.text


def runs(business: Business, by: Account, name: str) -> bool:
    """Whether it has its consumer and producer."""
    return bool(status(business.estate, by, f"{business.name}/orders", name)["running"])


def test_as_delivered_a_function_reads_with_the_workers_rights(worker: Estate) -> None:
    """What the plugin warns of at start, and docs/operators/broker.md says."""
    own, victim = new_business(worker), new_business(worker)
    by = maker(own)
    copies(own, by, "thief", victim.topic)
    wait_until("the function", lambda: runs(own, by, "thief"), seconds=180, pause=1)
    writer, _ = victim.service("writer", WRITE_TOPIC)
    reader, _ = own.service("reader", READ_TOPIC)
    python.produce(victim.url, python.by_token(writer.token), victim.topic, "secret")
    with python.client(own.url, python.by_token(reader.token)) as connected:
        stolen = connected.subscribe(own.topic, "s", initial_position=pulsar.InitialPosition.Earliest)
        assert stolen.receive(120_000).data().endswith(b"secret!")
    assert "functionsWorkerEnabled is on" in worker.broker.log_text()


def test_with_its_makers_token_a_function_has_its_makers_rights(tmp_path: Path) -> None:
    with with_worker(tmp_path, functionAuthProviderClassName=_MAKERS_TOKEN) as estate:
        own, victim = new_business(estate), new_business(estate)
        by = maker(own)
        copies(own, by, "thief", victim.topic)
        denied = estate.event(180, user=by.username, op="LOOKUP", dec=2)
        assert denied["res"] == f"standalone/{victim.name}/orders/created"
        assert not runs(own, by, "thief")
        source = own.add_topic("source")
        own.owner.grant(by.id, TOPIC_TYPE, source, READ_TOPIC)
        own.wait_until_enforced()
        copies(own, by, "honest", f"persistent://{own.name}/orders/source")
        wait_until("the function", lambda: runs(own, by, "honest"), seconds=180, pause=1)
