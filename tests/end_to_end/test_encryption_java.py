"""Encryption with stock Java clients and our reader: keys of the center, beside Pulsar's own reader of files."""

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Self

import pytest

from app.resources import encryption_halves
from tests.end_to_end.clients.java import JavaSignIn, java_program
from tests.end_to_end.conftest import READ_TOPIC, WRITE_TOPIC, Business
from tests.end_to_end.estate import Account, secret_file
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker
FRESH_MS = "300"
PROGRAM = "io.github.pulsarusercenter.client.EncryptedClient"


def sign_in_file(directory: Path, business: Business, account: Account) -> Path:
    """The parameters of our plugin, for a service."""
    client_id, secret = business.owner.client_secret(account.id)
    sign_in = {"url": business.estate.center.url, "clientId": client_id, "clientSecret": secret}
    return secret_file(directory, f"{account.username}.json", json.dumps(sign_in))


class EncryptedClient:
    """The program, until the block ends: `at_broker` connects, and `keys` signs in at the center for keys."""

    def __init__(
        self, directory: Path, business: Business, at_broker: Account, keys: Account, command: list[str]
    ) -> None:
        file = sign_in_file(directory, business, keys)
        token = JavaSignIn.token(at_broker.token)
        self._environment = {
            **os.environ, "SERVICE_URL": business.url, "AUTH_PLUGIN": token.plugin, "AUTH_PARAMS": token.parameters,
            "KEY_PARAMS": file.as_uri(),
        }  # fmt: skip
        self._command = command

    def __enter__(self) -> Self:
        self.log = tempfile.NamedTemporaryFile(prefix="puc-encrypted-", suffix=".log")
        self._process = subprocess.Popen(
            self._command, env=self._environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log,
            text=True, bufsize=1,
        )  # fmt: skip
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()
        assert "PRIVATE KEY" not in Path(self.log.name).read_text()
        self.log.close()

    def says(self, line: str) -> str:
        """What it answers: `OK …` or `REFUSED …`."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        for answer in self._process.stdout:
            if answer.startswith(("OK ", "REFUSED ")):
                return answer.strip()
        raise RuntimeError(f"the client ended:\n{Path(self.log.name).read_text()[-3000:]}")

    def does(self, line: str) -> list[str]:
        """The words after OK. Raises AssertionError."""
        verdict, *words = self.says(line).split()
        assert verdict == "OK", (line, words, Path(self.log.name).read_text()[-3000:])
        return words


class Encrypted:
    """A business with a key for its topic; who writes, who reads, and their programs."""

    def __init__(self, business: Business, directory: Path, programs: ExitStack) -> None:
        self.business, self.directory, self._programs = business, directory, programs
        self.keys = f"/api/v1/topics/{business.topic_id}/encryption-keys"
        self.writer, _ = business.service("writer", WRITE_TOPIC)
        self.reader, self.reading = business.service("reader", READ_TOPIC)

    def key(self, algorithm: str = "RSA-3072") -> None:
        self.business.owner.post(self.keys, name="orders", algorithm=algorithm)

    def rotate(self) -> None:
        path = f"{self.keys}/orders/versions"
        self.business.owner.call("POST", path, json={}, headers={"If-Match": "*"})

    def client(
        self, at_broker: Account, keys: Account | None = None, command: list[str] | None = None
    ) -> EncryptedClient:
        command = command or java_program(PROGRAM, self.business.topic, FRESH_MS)
        made = EncryptedClient(self.directory, self.business, at_broker, keys or at_broker, command)
        return self._programs.enter_context(made)

    def files(self, number: int) -> str:
        """The line with which a program reads the version's halves from files, as without us."""
        topic, owner = self.business.topic, self.business.owner
        public = owner.post("/api/v1/encryption-keys/public", topics=[topic])["items"][0]
        assert public["number"] == number
        private = owner.post(
            "/api/v1/encryption-keys/private", topic=topic, name="orders", number=number, reason="beside the reader"
        )
        halves = {"public": public["public_key"], "private": private["private_key"]}
        written = [secret_file(self.directory, f"{half}-{number}.pem", pem) for half, pem in halves.items()]
        return f"files {' '.join(file.as_uri() for file in written)}"


@pytest.fixture
def encrypted(business: Business, tmp_path: Path) -> Iterator[Encrypted]:
    with ExitStack() as programs:
        yield Encrypted(business, tmp_path, programs)


@pytest.mark.parametrize("algorithm", ["RSA-3072", "EC-P256"])
def test_our_reader_and_pulsars_own_read_each_other(encrypted: Encrypted, algorithm: str) -> None:
    encrypted.key(algorithm)
    writing, reading = encrypted.client(encrypted.writer), encrypted.client(encrypted.reader)
    writing.does("center")
    writing.does("produce orders by-the-center")
    writing.does(encrypted.files(1))
    writing.does("produce orders by-a-file")
    reading.does("center")
    assert reading.does("consume ours 2") == ["by-the-center/1", "by-a-file/null"]
    reading.does(encrypted.files(1))
    assert reading.does("consume theirs 2") == ["by-the-center/1", "by-a-file/null"]
    encrypted.rotate()
    writing.does(encrypted.files(2))
    writing.does("produce orders@2 by-a-new-file")
    reading.does("center")
    assert reading.does("consume all 3") == ["by-the-center/1", "by-a-file/null", "by-a-new-file/null"]


def test_a_pair_that_is_in_use_is_taken_over(encrypted: Encrypted) -> None:
    own = encryption_halves.make("RSA-3072")
    private = (own.private or b"").decode()
    halves = {"public": own.public, "private": private}
    files = [secret_file(encrypted.directory, f"{half}.pem", pem).as_uri() for half, pem in halves.items()]
    writing, reading = encrypted.client(encrypted.writer), encrypted.client(encrypted.reader)
    writing.does(f"files {' '.join(files)}")
    writing.does("produce orders by-a-file")
    encrypted.business.owner.post(encrypted.keys, name="orders", public_key=own.public, private_key=private)
    writing.does("center")
    writing.does("produce orders by-the-center")
    for line in "center", f"files {' '.join(files)}":
        reading.does(line)
        assert reading.does(f"consume {line.split()[0]} 2") == ["by-a-file/null", "by-the-center/1"]


def test_who_may_not_read_gets_messages_that_stay_closed(encrypted: Encrypted) -> None:
    encrypted.key("EC-P256")
    stranger, _ = encrypted.business.service("stranger")
    writing, reading = encrypted.client(encrypted.writer), encrypted.client(encrypted.reader, keys=stranger)
    writing.does("center")
    writing.does("produce orders secret")
    reading.does("center")
    assert reading.does("consume ours 1") == ["ENCRYPTED"]
    assert reading.says("produce orders mine").startswith("REFUSED ")
    # The writer may not read either.
    both = encrypted.client(encrypted.reader, keys=encrypted.writer)
    both.does("center")
    assert both.does("consume theirs 1") == ["ENCRYPTED"]


def test_rotation_while_messages_flow(encrypted: Encrypted) -> None:
    encrypted.key()
    writing, reading = encrypted.client(encrypted.writer), encrypted.client(encrypted.reader)
    writing.does("center")
    reading.does("center")
    writing.does("begin orders")
    assert set(reading.does("consume ours 20")) == {"on/1"}
    encrypted.rotate()
    wait_until("the new version", lambda: writing.does("version orders") == ["2"], seconds=30, pause=0.1)
    for _ in range(5):
        writing.does("produce orders new")
    sent = int(writing.does("end")[0])
    found = reading.does(f"consume all {sent + 5}")
    assert (found.count("on/1"), found.count("new/2")) == (sent, 5)


def test_a_revoked_right_gives_no_newer_key_and_ends_with_the_next_question(encrypted: Encrypted) -> None:
    encrypted.key("EC-P256")
    watcher, _ = encrypted.business.service("watcher", READ_TOPIC)
    writing, reading = encrypted.client(encrypted.writer), encrypted.client(watcher, keys=encrypted.reader)
    writing.does("center")
    reading.does("center")
    writing.does("produce orders old")
    assert reading.does("consume ours 1") == ["old/1"]
    assert encrypted.reading is not None
    encrypted.business.owner.revoke(encrypted.reading)
    encrypted.rotate()
    renewed = encrypted.client(encrypted.writer)
    renewed.does("center")
    renewed.does("produce orders new")
    assert reading.does("consume second 2")[1] == "ENCRYPTED"
    numbers = iter(range(1000))
    wait_until(
        "the key forgotten",
        lambda: reading.does(f"consume again-{next(numbers)} 1") == ["ENCRYPTED"],
        seconds=30, pause=0.3,
    )  # fmt: skip


def test_keys_outlive_the_center_and_a_restart(encrypted: Encrypted) -> None:
    encrypted.key("EC-P256")
    center = encrypted.business.estate.center
    writing, reading = encrypted.client(encrypted.writer), encrypted.client(encrypted.reader)
    late = encrypted.client(encrypted.writer)
    for client in writing, reading:
        client.does("center")
    writing.does("produce orders before")
    assert reading.does("consume before 1") == ["before/1"]
    center.stop()
    try:
        writing.does("produce orders during")
        assert reading.does("consume during 2") == ["before/1", "during/1"]
        said = late.says("center")
        assert "CryptoException" in said
        assert f"user center: nobody answers at {center.url}" in said
    finally:
        center.start()
    late.does("center")
    encrypted.rotate()
    late.does("produce orders after")
    new_machine = encrypted.client(encrypted.reader)
    new_machine.does("center")
    assert new_machine.does("consume anew 3") == ["before/1", "during/1", "after/2"]
    assert reading.does("consume after 3") == ["before/1", "during/1", "after/2"]
