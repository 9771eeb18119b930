"""Programs that write and read encrypted messages: the stock Python client in this process, the stock Go client."""

import os
import queue
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import pulsar
from pulsar_user_center_keys import ConsumerKeys

from tests.end_to_end.ports import end

_TOP = Path(__file__).parents[3]
_SECONDS = 60
_PATIENCE_MS = 30_000


def built_go_program(directory: Path) -> Path:
    """The Go client with the keys of clients/go. Raises RuntimeError with what the compiler says."""
    module, work, target = Path(__file__).parent / "go", directory / "go.work", directory / "encrypting"
    work.write_text(f"go 1.22\n\nuse (\n\t{module}\n\t{_TOP / 'clients' / 'go'}\n)\n")
    for command in (["vet", "./encrypting", "github.com/pulsarusercenter/usercenterkeys"], ["build", "-o", str(target)]):
        arguments = command if command[0] == "vet" else [*command, "./encrypting"]
        done = subprocess.run(
            ["go", *arguments], cwd=module, env={**os.environ, "GOWORK": str(work)}, capture_output=True, text=True
        )
        if done.returncode:
            raise RuntimeError(done.stderr[-2000:])
    return target


class GoProgram:
    """The Go client, which does what it is told; its temporary directory stays empty."""

    def __init__(self, program: Path, directory: Path, environment: Mapping[str, str]) -> None:
        self.temporary, self.log = directory / "tmp", directory / "go.log"
        self.temporary.mkdir(parents=True)
        self._command, self._environment = [str(program)], {**environment, "TMPDIR": str(self.temporary)}
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def __enter__(self) -> Self:
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                self._command, env={**os.environ, **self._environment}, start_new_session=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True,
            )  # fmt: skip
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()
        return self

    def __exit__(self, *_: object) -> None:
        end(self.process)
        self._reading.join(_SECONDS)
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()

    def __call__(self, line: str) -> str:
        """What it answers: `OK …` or `FAILED …`."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        return self._lines.get(timeout=_SECONDS)

    def send(self, text: str) -> None:
        """Write one message, with a new producer."""
        answer = self(f"send {text}")
        assert answer == "OK ", answer

    def receive(self, number: int) -> list[str]:
        """Read this many messages."""
        return [self("receive").removeprefix("OK ") for _ in range(number)]

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))


@contextmanager
def consumer(
    client: pulsar.Client, topic: str, subscription: str, reader: pulsar.CryptoKeyReader
) -> Iterator[pulsar.Consumer]:
    """A consumer from the beginning, which gets what it cannot decrypt, too."""
    opened = client.subscribe(
        topic, subscription, initial_position=pulsar.InitialPosition.Earliest, crypto_key_reader=reader,
        crypto_failure_action=pulsar.ConsumerCryptoFailureAction.CONSUME,
    )  # fmt: skip
    try:
        yield opened
    finally:
        opened.close()


def receive(consumer: pulsar.Consumer, keys: ConsumerKeys, number: int) -> list[str]:
    """Read this many messages, of whichever version. Raises KeyProblem."""
    found: list[str] = []
    while len(found) < number:
        message = consumer.receive(_PATIENCE_MS)
        if keys.opened(message):
            found.append(bytes(message.data()).decode())
            consumer.acknowledge(message)
        else:
            consumer.redeliver_unacknowledged_messages()
    return found


def send(client: pulsar.Client, topic: str, reader: pulsar.CryptoKeyReader, name: str, *texts: str) -> None:
    """Write messages, encrypted for this key, as one batch; compressed, or the Go client discards them."""
    producer = client.create_producer(
        topic, encryption_key=name, crypto_key_reader=reader, compression_type=pulsar.CompressionType.LZ4,
        batching_enabled=True, batching_max_publish_delay_ms=1000,
    )  # fmt: skip
    for text in texts:
        producer.send_async(text.encode(), lambda *_: None)
    producer.flush()
    producer.close()


def files_with_private_halves(process: int) -> list[str]:
    """What a process has open that has a name on a disk and holds a private key."""
    found = []
    for entry in Path(f"/proc/{process}/fd").iterdir():
        try:
            target = entry.readlink()
            if target.is_file() and b"PRIVATE KEY" in target.read_bytes():
                found.append(str(target))
        except OSError:
            continue
    return found
