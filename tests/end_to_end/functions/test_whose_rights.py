"""With whose rights functions read and write: the worker's, unless the worker is told to pass on their maker's."""

from pathlib import Path

import pulsar
import pytest

from tests.end_to_end.clients import python
from tests.end_to_end.conftest import NAMESPACE_TYPE, READ_TOPIC, TOPIC_TYPE, WRITE_TOPIC, Business, new_business
from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.functions.worker import MAKERS_TOKEN, create_function, status, with_worker
from tests.end_to_end.waiting import wait_until

pytestmark = [pytest.mark.broker, pytest.mark.soak, pytest.mark.timeout(900)]
_FUNCTIONS = 208


def maker(business: Business) -> Account:
    """Who may make functions in the namespace, and write its topic: nothing else."""
    account, _ = business.service("maker", WRITE_TOPIC)
    business.owner.grant(account.id, NAMESPACE_TYPE, business.namespace, _FUNCTIONS)
    business.wait_until_enforced()
    return account


def copies(business: Business, by: Account, name: str, source: str, output: str | None = None) -> None:
    """Let a function copy the messages of a topic to another one, or to the business's own."""
    # From the beginning: the worker says that it runs before it has its consumer.
    config = {"inputs": [source], "output": output or business.topic, "subscriptionPosition": "Earliest"}
    answer = create_function(business.estate, by, f"{business.name}/orders", name, **config)
    assert answer.status_code == 204, answer.text


def runs(business: Business, by: Account, name: str) -> bool:
    """Whether it has started and not failed yet."""
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


def reads_and_writes_as_its_maker(estate: Estate) -> None:
    """On a worker with `MAKERS_TOKEN`: a function reads and writes what its maker may, and nothing else."""
    own, victim = new_business(estate), new_business(estate)
    by, (writer, _), (reader, _) = maker(own), own.service("writer"), own.service("reader", READ_TOPIC)
    number, source = own.add_topic("source"), f"persistent://{own.name}/orders/source"
    victim.add_topic("inbox")
    own.owner.grant(by.id, TOPIC_TYPE, number, READ_TOPIC)
    own.owner.grant(writer.id, TOPIC_TYPE, number, WRITE_TOPIC)
    own.wait_until_enforced()
    copies(own, by, "honest", source)
    copies(own, by, "thief", victim.topic)
    copies(own, by, "forger", source, output=f"persistent://{victim.name}/orders/inbox")
    for topic in ("created", "inbox"):
        estate.event(180, user=by.username, dec=2, res=f"standalone/{victim.name}/orders/{topic}")
    wait_until("the others' end", lambda: not (runs(own, by, "thief") or runs(own, by, "forger")), 30, pause=1)
    with python.client(own.url, python.by_token(reader.token)) as connected:
        consumer = connected.subscribe(own.topic, "s")
        python.produce(own.url, python.by_token(writer.token), source, "own")
        assert consumer.receive(120_000).data().endswith(b"own!")


def test_with_its_makers_token_a_function_has_its_makers_rights(tmp_path: Path) -> None:
    with with_worker(tmp_path, MAKERS_TOKEN) as estate:
        reads_and_writes_as_its_maker(estate)
