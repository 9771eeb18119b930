"""Keys of the center in stock clients of Python and Go, with each other and with Pulsar's own reader of files."""

import itertools
import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pulsar
import pytest
from pulsar_user_center_keys import CenterUnavailable, ConsumerKeys, KeyRefused, ProducerKeys

from tests.end_to_end.center.operator_program import OperatorProgram
from tests.end_to_end.clients import encrypting, python
from tests.end_to_end.clients.encrypting import GoProgram, consumer, receive, send
from tests.end_to_end.clients.snippets import ENCRYPTION, of_language
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

    def place(self, account: Account) -> tuple[str, Callable[[], str], str]:
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
    return encrypting.built_go_program(tmp_path_factory.mktemp("go-keys"), of_language("go", ENCRYPTION)["keys"])


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
            receive(reading, keys, *written)
            go.send("go 2")  # its public half is five minutes old at most
            receive(reading, keys, "go 2")
        assert encrypting.files_with_private_halves(go.process.pid) == []
        assert encrypting.files_with_private_halves(os.getpid()) == []
    assert list(go.temporary.iterdir()) == list(temporary.iterdir()) == []


@pytest.mark.parametrize("kind", [pulsar.ConsumerType.Shared, pulsar.ConsumerType.Failover], ids=str)
def test_many_producers_of_two_versions(orders: Orders, kind: pulsar.ConsumerType) -> None:
    """Each has a data key of its own, which is opened while the private half of its version is there."""
    place, texts = orders.place(orders.both), [f"{number}" for number in range(12)]
    with ProducerKeys(*place) as first:
        orders.rotate()
        with ProducerKeys(*place) as second, ConsumerKeys(*place) as keys:
            for text in texts:
                writing = (first, second)[int(text) % 2]
                send(orders.client, orders.topic, writing.reader, writing.name, text)
            with consumer(orders.client, orders.topic, "many", keys.reader, consumer_type=kind) as reading:
                receive(reading, keys, *texts)


def test_a_consumer_of_one_version_at_a_time(orders: Orders) -> None:
    """With Pulsar's default, what cannot be decrypted is not delivered."""
    place, start = orders.place(orders.both), pulsar.InitialPosition.Earliest
    for text in ("one", "two"):
        with ProducerKeys(*place) as writing:
            send(orders.client, orders.topic, writing.reader, writing.name, text)
        orders.rotate()
    with ConsumerKeys(*place, "orders@2") as keys:
        reading = orders.client.subscribe(orders.topic, "s", initial_position=start, crypto_key_reader=keys.reader)
        message = reading.receive(30_000)
        assert message.data() == b"two"
        reading.acknowledge(message)
        keys.use("orders@1")
        reading.redeliver_unacknowledged_messages()
        assert reading.receive(30_000).data() == b"one"
        reading.close()


def test_the_page(orders: Orders) -> None:
    center, token, topic = orders.place(orders.both)
    names = {"CENTER": center, "TOPIC": topic, "token": token, "client": orders.client, "pulsar": pulsar}
    for name, source in of_language("python", ENCRYPTION).items():
        exec(compile(source, f"docs/encryption.md, {name}", "exec"), names)
    assert names["text"] == b"for readers alone"


def test_beside_pulsars_own_reader_of_files(orders: Orders, tmp_path: Path) -> None:
    """Halves that the command line fetched, for Python as they are, for Go's private one in the form that it reads."""
    center = OperatorProgram(orders.business.owner.url, orders.token(orders.both), lambda _: None)
    public, private, of_go = (tmp_path / name for name in ("orders.pub.pem", "orders.pem", "orders-go.pem"))
    public.write_text(center("encryption", "public", orders.topic, wanted="PUBLIC KEY"))
    center("encryption", "fetch", orders.topic, "orders", "1", "--file", private, "--reason", "tried", wanted="")
    subprocess.run(["openssl", "rsa", "-traditional", "-in", private, "-out", of_go], check=True, capture_output=True)
    files, place = pulsar.CryptoKeyReader(str(public), str(private)), orders.place(orders.both)
    with (
        ProducerKeys(*place) as writing,
        ConsumerKeys(*place) as keys,
        orders.go(orders.both) as go,
        orders.go(orders.both, "files", PUBLIC=str(public), PRIVATE=str(of_go), KEY="orders@1") as go_files,
    ):
        send(orders.client, orders.topic, writing.reader, writing.name, "keys")
        send(orders.client, orders.topic, files, "orders@1", "files")
        go.send("go keys")
        go_files.send("go files")
        written = ["keys", "files", "go keys", "go files"]
        assert go.receive(4) == written
        for name, reader in (("keys", keys.reader), ("files", files)):
            with consumer(orders.client, orders.topic, name, reader) as reading:
                receive(reading, keys, *written)
    with orders.go(orders.both, "files-2", PUBLIC=str(public), PRIVATE=str(of_go), KEY="orders@1") as go_files:
        # The subscription of the Go program is at its end, or before what it had not acknowledged when it was ended.
        send(orders.client, orders.topic, files, "orders@1", "once more")
        while (found := go_files.receive(1)) != ["once more"]:
            assert found[0] in written


def test_without_the_right_nothing_is_decrypted(orders: Orders) -> None:
    """Who has the entries, as a broker or a bookie has them, but not the right."""
    with ProducerKeys(*orders.place(orders.both)) as writing:
        send(orders.client, orders.topic, writing.reader, writing.name, "for readers alone")
    with pytest.raises(KeyRefused, match="not_found"):
        ConsumerKeys(*orders.place(orders.stranger), "orders@1")
    with (
        ConsumerKeys(*orders.place(orders.stranger)) as keys,
        consumer(orders.client, orders.topic, "python", keys.reader) as reading,
    ):
        message = reading.receive(30_000)
        with pytest.raises(KeyRefused):
            keys.opened(message)
        assert b"readers" not in bytes(message.data())
    with orders.go(orders.stranger) as go:
        assert go("receive").startswith("FAILED not decrypted")
        assert go("send by a stranger").startswith("FAILED the user center refuses")


def test_a_right_that_ends_takes_what_was_remembered(orders: Orders) -> None:
    with (
        ProducerKeys(*orders.place(orders.both)) as writing,
        ConsumerKeys(*orders.place(orders.leaver)) as keys,
        consumer(orders.client, orders.topic, "python", keys.reader) as reading,
        orders.go(orders.leaver) as go,
    ):
        send(orders.client, orders.topic, writing.reader, writing.name, "before")
        receive(reading, keys, "before")
        assert go.receive(1) == ["before"]
        keys.renew()
        assert go("renew") == "OK "
        orders.business.owner.revoke(orders.grant)
        keys.renew()
        assert go("renew").startswith("FAILED the user center refuses")
        send(orders.client, orders.topic, writing.reader, writing.name, "after")  # a producer has a data key of its own
        with pytest.raises(KeyRefused):
            receive(reading, keys, "after")
        assert go("receive").startswith("FAILED not decrypted")


@pytest.fixture
def away(estate: Estate) -> Iterator[Callable[[], None]]:
    """Kill the center when called; afterwards it runs again."""
    yield estate.center.kill
    if estate.center.process is None:
        estate.center.start()
    estate.wait_for_broker()


def test_through_an_outage(estate: Estate, orders: Orders, away: Callable[[], None]) -> None:
    place = orders.place(orders.both)
    with (
        ProducerKeys(*place) as writing,
        ConsumerKeys(*place, "orders@1") as keys,
        consumer(orders.client, orders.topic, "python", keys.reader) as reading,
        orders.go(orders.both) as go,
    ):
        go.send("with")
        receive(reading, keys, "with")
        assert go.receive(1) == ["with"]
        fresh = orders.go(orders.both, "fresh")
        away()
        keys.renew()
        writing.renew()
        assert go("renew").startswith("FAILED the user center cannot be asked now")
        send(orders.client, orders.topic, writing.reader, writing.name, "without")
        go.send("without, of Go")
        receive(reading, keys, "without", "without, of Go")
        assert go.receive(2) == ["without", "without, of Go"]
        with pytest.raises(CenterUnavailable, match=r"^the center at \S+ does not answer: .*refused"):
            ConsumerKeys(*place, "orders@1")
        with fresh:
            assert fresh("send first").startswith("FAILED the user center cannot be asked now")
        estate.center.start()
        keys.renew()
        assert go("renew") == "OK "
        orders.rotate()
        with ProducerKeys(*place) as second:
            send(orders.client, orders.topic, second.reader, second.name, "with it again")
        receive(reading, keys, "with it again")
        assert go.receive(1) == ["with it again"]
