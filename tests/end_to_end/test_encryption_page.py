"""The Java of docs/encryption.md as it stands there, with stock clients."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from app.resources import encryption_halves
from tests.end_to_end.clients import snippets
from tests.end_to_end.clients.java import CLIENT_JAR
from tests.end_to_end.conftest import READ_TOPIC, WRITE_TOPIC, Business
from tests.end_to_end.estate import Account, secret_file
from tests.end_to_end.pulsar.distribution import pulsar_home
from tests.end_to_end.pulsar.quick_start import FLAGS, java
from tests.end_to_end.test_encryption_java import Encrypted, sign_in_file

pytestmark = pytest.mark.broker
_SNIPPET = """
import io.github.pulsarusercenter.client.UserCenterKeyReader;
import java.nio.file.*;
import java.util.Map;
import org.apache.pulsar.client.api.*;

public final class Snippet {{
  static final String SIGN_IN_FILE = System.getenv("SIGN_IN_FILE"), TOPIC = System.getenv("TOPIC");

  static byte[] pemOf(String name, String version) {{
    try {{
      return Files.readAllBytes(Path.of(SIGN_IN_FILE).resolveSibling(name + "-" + version + ".pem"));
    }} catch (java.io.IOException e) {{
      return new byte[0];
    }}
  }}

  public static void main(String[] arguments) throws Exception {{
    PulsarClient client =
        PulsarClient.builder()
            .serviceUrl(System.getenv("BROKER"))
            .authentication(
                "io.github.pulsarusercenter.client.UserCenterAuthentication", "file://" + SIGN_IN_FILE)
            .build();
{piece}
    producer.send("as the page says".getBytes());
    for (int i = 0; i < {messages}; i++)
      System.out.println("OK " + new String(consumer.receive().getValue()));
    System.exit(0);
  }}
}}
"""


@pytest.fixture
def encrypted(business: Business, tmp_path: Path) -> Iterator[Encrypted]:
    with ExitStack() as programs:
        yield Encrypted(business, tmp_path, programs)


def test_what_the_page_says(encrypted: Encrypted) -> None:
    encrypted.key()
    both, _ = encrypted.business.service("both", WRITE_TOPIC, READ_TOPIC)
    assert "OK as the page says" in _run(encrypted, both, snippets.of_language("java", snippets.ENCRYPTION)["keys"])


def test_a_reader_of_ones_own_stands_beside_ours(encrypted: Encrypted) -> None:
    """The center never has the private half of `ours`."""
    encrypted.key()
    both, _ = encrypted.business.service("both", WRITE_TOPIC, READ_TOPIC)
    center = encrypted.client(both)
    center.does("center")
    center.does("consume billing 0")
    center.does("produce orders of-the-center")
    own = encryption_halves.make("RSA-3072")
    encrypted.business.owner.post(encrypted.keys, name="ours", public_key=own.public)
    secret_file(encrypted.directory, "ours-1.pem", (own.private or b"").decode())
    opening = 'UserCenterKeyReader keys = UserCenterKeyReader.open("file://" + SIGN_IN_FILE, TOPIC);\n'
    said = _run(encrypted, both, opening + snippets.of_language("java", snippets.ENCRYPTION)["own"], messages=2)
    assert said.splitlines()[-2:] == ["OK of-the-center", "OK as the page says"]


def _run(encrypted: Encrypted, account: Account, piece: str, messages: int = 1) -> str:
    """What a piece of the page prints that makes a producer and a consumer."""
    source = encrypted.directory / "Snippet.java"
    source.write_text(_SNIPPET.format(piece=piece, messages=messages))
    done = subprocess.run(
        [java(), *FLAGS, "-cp", f"{CLIENT_JAR}:{pulsar_home()}/lib/*", str(source)],
        env={**os.environ, "BROKER": encrypted.business.url, "TOPIC": encrypted.business.topic,
             "SIGN_IN_FILE": str(sign_in_file(encrypted.directory, encrypted.business, account))},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout
