"""Keys of the center in stock clients of Python and Go, with each other and with Pulsar's own reader of files."""

import itertools
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pulsar
import pytest
from pulsar_user_center_keys import CenterUnavailable, ConsumerKeys, KeyRefused, ProducerKeys

from tests.end_to_end.clients import encrypting, python
from tests.end_to_end.clients.encrypting import GoProgram, consumer, receive, send
from tests.end_to_end.conftest import READ_TOPIC, TOPIC_TYPE, WRITE_TOPIC, Business
from tests.end_to_end.estate import Account, Estate

pytestmark = pytest.mark.broker
_numbers = itertools.count(1)


@dataclass
class Orders:
    """A topic with a key, and accounts: `both` writes and reads, `leaver` reads for now, `stranger` does nothing."""

    business: Business
    both: Account
    leaver: Account
    grant: int
    stranger: Account
    client: pulsar.Client
    program: Path
    directory: Path

    @property
    def topic(self) -> str:
        return self.business.topic

    def token(self, account: Account) -> str:
        """One for the center's API."""
        url, owner = f"/api/v1/users/{account.id}/tokens", self.business.owner
        return str(owner.post(url, name=f"keys {next(_numbers)}", days=1, audiences=[owner.url])["token"])

    def place(self, account: Account) -> tuple[Any, ...]:
        """What Python's keys are made of."""
        token = self.token(account)
        return self.business.owner.url, lambda: token, self.topic

    def rotate(self) -> None:
        path = f"/api/v1/topics/{self.business.topic_id}/encryption-keys/orders/versions"
        self.business.owner.call("POST", path, json={}, headers={"If-Match": "*"})

    def go(self, account: Account, name: str = "go", **more: str) -> GoProgram:
        """The Go client of who may write and read, with the keys of the account."""
        keys = more or {"CENTER": self.business.owner.url, "API_TOKEN": self.token(account)}
        at_broker = {"SERVICE_URL": self.business.url, "TOPIC": self.topic, "TOKEN": self.both.token}
        return GoProgram(self.program, self.directory / name, {**at_broker, **keys})


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return encrypting.built_go_program(tmp_path_factory.mktemp("go-keys"))


@pytest.fixture
def orders(business: Business, program: Path, tmp_path: Path) -> Iterator[Orders]:
    business.owner.post(f"/api/v1/topics/{business.topic_id}/encryption-keys", name="orders")
    both, _ = business.service("both", WRITE_TOPIC, READ_TOPIC)
    leaver, _ = business.service("leaver")
    grant = business.owner.grant(leaver.id, TOPIC_TYPE, business.topic_id, READ_TOPIC)
    stranger, _ = business.service("stranger")
    with python.client(business.url, python.by_token(both.token)) as client:
        yield Orders(business, both, leaver, grant, stranger, client, program, tmp_path)


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this process would put temporary files."""
    directory = tmp_path / "temporary"
    directory.mkdir()
    monkeypatch.setenv("TMPDIR", str(directory))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return directory


def test_each_reads_what_the_others_wrote(orders: Orders, temporary: Path) -> None:
    place = orders.place(orders.both)
    with orders.go(orders.both) as go, ConsumerKeys(*place) as keys, ProducerKeys(*place) as first:
        assert first.name == "orders@1"
        send(orders.client, orders.topic, first.reader, first.name, "python 1a", "python 1b")
        go.send("go 1")
        orders.rotate()
        first.renew()
        assert first.outdated
        with ProducerKeys(*place) as second:
            assert second.name == "orders@2"
            send(orders.client, orders.topic, second.reader, second.name, "python 2")
        send(orders.client, orders.topic, first.reader, first.name, "python 1 still")
        written = ["python 1a", "python 1b", "go 1", "python 2", "python 1 still"]
        assert go.receive(5) == written
        with consumer(orders.client, orders.topic, "python", keys.reader) as reading:
            assert sorted(receive(reading, keys, 5)) == sorted(written)
            go.send("go 2")  # its public half is five minutes old at most
            assert receive(reading, keys, 1) == ["go 2"]
        assert encrypting.files_with_private_halves(go.process.pid) == []
        assert encrypting.files_with_private_halves(os.getpid()) == []
    assert list(go.temporary.iterdir()) == list(temporary.iterdir()) == []
