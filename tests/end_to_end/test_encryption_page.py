"""The Java of docs/encryption.md as it stands there, with stock clients."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from app.resources import encryption_halves
from tests.end_to_end.clients import snippets
from tests.end_to_end.clients.java import CLIENT_JAR, compiled_classes
from tests.end_to_end.conftest import READ_TOPIC, WRITE_TOPIC, Business
from tests.end_to_end.estate import Account, secret_file
from tests.end_to_end.pulsar.distribution import pulsar_home
from tests.end_to_end.pulsar.quick_start import FLAGS, java
from tests.end_to_end.test_encryption_java import Encrypted, EncryptedClient, sign_in_file

pytestmark = pytest.mark.broker
_PIN = "98765432"
_SNIPPET = """
import example.TokenCrypto;
import io.github.pulsarusercenter.client.UserCenterKeyReader;
import java.nio.file.*;
import java.security.*;
import java.util.Map;
import org.apache.pulsar.client.api.*;

public final class Snippet {{
  static final String SIGN_IN_FILE = System.getenv("SIGN_IN_FILE"), TOPIC = System.getenv("TOPIC");
  static final char[] PIN = "{pin}".toCharArray();

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
    both, _ = _account_with_a_message(encrypted)
    own = encryption_halves.make("RSA-3072")
    encrypted.business.owner.post(encrypted.keys, name="ours", public_key=own.public)
    secret_file(encrypted.directory, "ours-1.pem", (own.private or b"").decode())
    opening = 'UserCenterKeyReader keys = UserCenterKeyReader.open("file://" + SIGN_IN_FILE, TOPIC);\n'
    said = _run(encrypted, both, opening + snippets.of_language("java", snippets.ENCRYPTION)["own"], messages=2)
    assert said.splitlines()[-2:] == ["OK of-the-center", "OK as the page says"]


def test_a_private_half_never_leaves_a_token(encrypted: Encrypted, monkeypatch: pytest.MonkeyPatch) -> None:
    token, owner, keys = encrypted.directory / "token", encrypted.business.owner, encrypted.keys
    token.mkdir()
    settings = token / "softhsm2.conf"
    settings.write_text(f"directories.tokendir = {token}\n")
    monkeypatch.setenv("SOFTHSM2_CONF", str(settings))
    monkeypatch.setenv("PIN", _PIN)
    _call("softhsm2-util", "--init-token", "--free", "--label", "ours", "--pin", _PIN, "--so-pin", _PIN)
    both, center = _account_with_a_message(encrypted)
    owner.post(keys, name="ours", public_key=_pair_in_token(encrypted, 1))
    center.does("produce ours of-version-1")
    body = {"public_key": _pair_in_token(encrypted, 2)}
    owner.call("POST", f"{keys}/ours/versions", json=body, headers={"If-Match": "*"})
    piece = 'UserCenterKeyReader keys = UserCenterKeyReader.open("file://" + SIGN_IN_FILE, TOPIC);\n'
    piece += snippets.of_language("java", snippets.ENCRYPTION)["token"]
    piece += 'System.out.println("OK " + token.getKey("ours@1", null).getEncoded());\n'
    said = _run(encrypted, both, piece, messages=3)
    assert said.splitlines()[-4:] == ["OK null", "OK of-the-center", "OK of-version-1", "OK as the page says"]


def _account_with_a_message(encrypted: Encrypted) -> tuple[Account, EncryptedClient]:
    """An account that writes and reads, and its program, which has sent a message for a key of the center."""
    encrypted.key()
    both, _ = encrypted.business.service("both", WRITE_TOPIC, READ_TOPIC)
    center = encrypted.client(both)
    center.does("center")
    center.does("consume billing 0")
    center.does("produce orders of-the-center")
    return both, center


def _pair_in_token(encrypted: Encrypted, number: int) -> str:
    """Its public half, made as the page says; whoever reads the page has the first version."""
    script = snippets.of_language("sh", snippets.ENCRYPTION)["token"].replace("ours@1", f"ours@{number}")
    _call("bash", "-ec", script, directory=encrypted.directory)
    return (encrypted.directory / "ours.pub.pem").read_text()


def _call(*command: str, directory: Path | None = None) -> None:
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr


def _run(encrypted: Encrypted, account: Account, piece: str, messages: int = 1) -> str:
    """What a piece of the page prints that makes a producer and a consumer."""
    source = encrypted.directory / "Snippet.java"
    source.write_text(_SNIPPET.format(piece=piece, messages=messages, pin=_PIN))
    done = subprocess.run(
        [java(), *FLAGS, "-cp", f"{compiled_classes()}:{CLIENT_JAR}:{pulsar_home()}/lib/*", str(source)],
        cwd=encrypted.directory,
        env={**os.environ, "BROKER": encrypted.business.url, "TOPIC": encrypted.business.topic,
             "SIGN_IN_FILE": str(sign_in_file(encrypted.directory, encrypted.business, account))},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout
