"""Encryption on a real broker of Pulsar 5, with our reader in its old client and in its new one."""

import os
import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.end_to_end.clients import snippets
from tests.end_to_end.clients.java import CLIENT_JAR, java_program
from tests.end_to_end.conftest import READ_TOPIC, TOPIC_TYPE, WRITE_TOPIC, Business
from tests.end_to_end.pulsar import quick_start
from tests.end_to_end.test_encryption_java import FRESH_MS, PROGRAM, Encrypted, sign_in_file
from tests.end_to_end.versions.class_path import class_path
from tests.end_to_end.versions.scalable_client import VERSION

pytestmark = [pytest.mark.broker, pytest.mark.parametrize("company", [VERSION], indirect=True)]
_SNIPPET = """
import static java.util.concurrent.CompletableFuture.completedFuture;

import io.github.pulsarusercenter.client.UserCenterKeyReader;
import org.apache.pulsar.client.api.EncryptionKeyInfo;
import org.apache.pulsar.client.api.v5.*;
import org.apache.pulsar.client.api.v5.auth.*;
import org.apache.pulsar.client.api.v5.config.*;
import org.apache.pulsar.client.api.v5.schema.Schema;

public final class Snippet5 {
  static EncryptionKey key(EncryptionKeyInfo half) {
    return EncryptionKey.of(half.getKey(), half.getMetadata());
  }

  public static void main(String[] arguments) throws Exception {
    String sign_in = "file://" + System.getenv("SIGN_IN_FILE"), topic = System.getenv("TOPIC");
    PulsarClient client =
        PulsarClient.builder()
            .serviceUrl(System.getenv("BROKER"))
            .authentication("io.github.pulsarusercenter.client.UserCenterAuthentication", sign_in)
            .build();
    UserCenterKeyReader keys = UserCenterKeyReader.open(sign_in, topic);
PIECE
    client.newProducer(Schema.bytes()).topic(topic)
        .encryptionPolicy(ProducerEncryptionPolicy.builder().publicKeyProvider(writing).keyName("closed").build())
        .create().newMessage().value("by the new client".getBytes()).send();
    var consumer =
        client.newQueueConsumer(Schema.bytes()).topic(topic).subscriptionName("billing")
            .subscriptionInitialPosition(SubscriptionInitialPosition.EARLIEST)
            .encryptionPolicy(ConsumerEncryptionPolicy.builder().privateKeyProvider(reading).build())
            .subscribe();
    System.out.println("OK " + new String(consumer.receive().value()));
    System.exit(0);
  }
}
"""


def test_the_old_client(own: Business, tmp_path: Path) -> None:
    with ExitStack() as programs:
        encrypted = Encrypted(own, tmp_path, programs)
        encrypted.key()
        command = java_program(PROGRAM, own.topic, FRESH_MS, jars=class_path(VERSION))
        writing, reading = (
            encrypted.client(account, command=command) for account in (encrypted.writer, encrypted.reader)
        )
        for client in writing, reading:
            client.does("center")
        writing.does("produce orders by-the-center")
        writing.does(encrypted.files(1))
        writing.does("produce orders by-a-file")
        assert reading.does("consume ours 2") == ["by-the-center/1", "by-a-file/null"]


def test_the_new_client_on_a_scalable_topic(own: Business, tmp_path: Path) -> None:
    topic = own.add_topic("closed", domain="topic")
    own.owner.post(f"/api/v1/topics/{topic}/encryption-keys", name="closed")
    both, _ = own.service("both")
    own.owner.grant(both.id, TOPIC_TYPE, topic, WRITE_TOPIC, READ_TOPIC)
    own.wait_until_enforced()
    source = tmp_path / "Snippet5.java"
    source.write_text(_SNIPPET.replace("PIECE", snippets.of_language("java5", snippets.ENCRYPTION)["keys"]))
    done = subprocess.run(
        [quick_start.java(), *quick_start.FLAGS, "-cp", f"{CLIENT_JAR}:{class_path(VERSION)}/*", str(source)],
        env={**os.environ, "BROKER": own.url, "TOPIC": f"topic://{own.name}/orders/closed",
             "SIGN_IN_FILE": str(sign_in_file(tmp_path, own, both))},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert "OK by the new client" in done.stdout, done.stdout[-1000:] + done.stderr[-3000:]
