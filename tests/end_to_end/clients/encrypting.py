"""Programs that write and read encrypted messages: the stock Python client in this process, the stock Go client."""

import os
import queue
import shutil
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import pulsar
from pulsar_user_center_keys import ConsumerKeys

from tests.end_to_end.ports import end

_MODULE, _TOP = Path(__file__).parent / "go", Path(__file__).parents[3]
_KEYS = "github.com/pulsarusercenter/usercenterkeys"
_SECONDS = 60
_PATIENCE_MS = 30_000


_ON_THE_PAGE = """package page

import (
	"github.com/apache/pulsar-client-go/pulsar"
	"{keys}"
)

func page(client pulsar.Client, CENTER, TOPIC string, token func() (string, error)) error {{
{snippet}
	if err == nil {{
		consumer.Close()
	}}
	return err
}}
"""


def built_go_program(directory: Path, snippet: str) -> Path:
    """The Go client with the keys of clients/go, after `go vet` of both and of the snippet, and the keys' own tests.
    Raises RuntimeError with what Go says."""
    module, work, target, page = _MODULE, directory / "go.work", directory / "encrypting", directory / "page"
    page.mkdir()
    (page / "go.mod").write_text("module page\n\ngo 1.22\n")
    (page / "page.go").write_text(_ON_THE_PAGE.format(keys=_KEYS, snippet=snippet))
    work.write_text(f"go 1.22\n\nuse (\n\t{module}\n\t{_TOP / 'clients' / 'go'}\n\t{page}\n)\n")
    for command in (
        ["vet", "./encrypting", _KEYS, "page"],
        ["test", _KEYS],
        ["build", "-mod=readonly", "-o", str(target), "./encrypting"],
    ):
        done = subprocess.run(
            [shutil.which("go") or "/usr/local/go/bin/go", *command],
            cwd=module, env={**os.environ, "GOWORK": str(work)}, capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError((done.stdout + done.stderr)[-2000:])
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
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
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
        self.process.stdin.write(f"{line}\n".encode())
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
            self._lines.put(line.decode().rstrip("\n"))


@contextmanager
def consumer(
    client: pulsar.Client, topic: str, subscription: str, reader: pulsar.CryptoKeyReader, **options: object
) -> Iterator[pulsar.Consumer]:
    """A consumer from the beginning, which gets what it cannot decrypt, too."""
    opened = client.subscribe(
        topic, subscription, initial_position=pulsar.InitialPosition.Earliest, crypto_key_reader=reader,
        crypto_failure_action=pulsar.ConsumerCryptoFailureAction.CONSUME, **options,
    )  # fmt: skip
    try:
        yield opened
    finally:
        opened.close()


def receive(consumer: pulsar.Consumer, keys: ConsumerKeys, *wanted: str) -> None:
    """Read until all of these have come, of whichever version; some come twice. Raises KeyProblem."""
    missing = set(wanted)
    while missing:
        message = consumer.receive(_PATIENCE_MS)
        if keys.opened(message):
            missing.discard(bytes(message.data()).decode())
            consumer.acknowledge(message)
        else:
            consumer.redeliver_unacknowledged_messages()


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
