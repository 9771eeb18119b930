package io.github.pulsarusercenter.snapshot.following;

import static io.github.pulsarusercenter.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.pulsarusercenter.FakeCenter;
import io.github.pulsarusercenter.Snapshots;
import io.github.pulsarusercenter.client.ClusterCredential;
import io.github.pulsarusercenter.snapshot.disk.SnapshotFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Formats of snapshots: what is said, what is stored, and what is not understood. */
class FormatsTest extends RefresherSetUp {
  private static final int BEFORE_CONTENT = "pulsar-user-center snapshot 2\n".length() + 64 + 1;

  private static String rules(String part) {
    return "{\"after\":%d,\"revision\":%d," + part + "}";
  }

  private void change(String delta, long after) throws Exception {
    center.delta(delta.formatted(after, after + 1), after + 1);
    ClusterCredential credential = new ClusterCredential(directory.resolve("credential"));
    SnapshotFile file = new SnapshotFile(directory.resolve("snapshot.json"), "test", credential);
    eventually(
        "stored",
        () -> file.read().filter(found -> found.snapshot().revision() == after + 1).isPresent());
  }

  /** The format of the stored snapshot, without the deltas behind it. */
  private int storedFormat() throws IOException {
    byte[] all = Files.readAllBytes(directory.resolve("snapshot.json"));
    byte[] content = Arrays.copyOfRange(all, BEFORE_CONTENT, all.length);
    try (var in = new GZIPInputStream(new ByteArrayInputStream(content))) {
      return new ObjectMapper().readTree(in).get("format").asInt();
    }
  }

  @Test
  void theNewestReadableFormatIsSent() throws Exception {
    startAndWaitFor(5);
    eventually("the feed", () -> center.questions.toString().contains("after=5&format=2"));
    assertTrue(center.questions.toString().contains("/snapshot?format=2"));
  }

  /** It would skip rules in a delta behind a snapshot that it reads. */
  @Test
  void storedRulesNeedTheNewerFormat() throws Exception {
    startAndWaitFor(5);
    change(Snapshots.withoutGrant(5), 5);
    assertEquals(1, storedFormat());
    change(
        rules(
            "\"set\":{\"subscription_rules\":[{\"namespace\":\"acme/orders\",\"mode\":\"None\","
                + "\"users\":{\"billing\":[\"alice\"]}}]},\"gone\":{}"),
        6);
    assertEquals(2, storedFormat());
    Path changes = directory.resolve("snapshot.json.changes");
    change(rules("\"set\":{},\"gone\":{\"grants\":[9]}"), 7);
    assertEquals(2, storedFormat());
    assertTrue(Files.readString(changes).contains("[9]"), "a delta costs its own bytes again");
    change(rules("\"set\":{},\"gone\":{\"subscription_rules\":[\"acme/orders\"]}"), 8);
    assertEquals(1, storedFormat());
  }

  /** What an older plugin does while there are rules: the center answers it so. */
  @Test
  void aLaterFormatConfirmsNothingAndEverythingIsDeniedAtLast() throws Exception {
    startAndWaitFor(5);
    center.snapshot = Snapshots.json(6).replace("\"format\":1", "\"format\":3");
    center.greeting = "event: reset\ndata: {\"revision\":6}\n\n";
    center.feed.add(FakeCenter.HANG_UP);
    eventually("several tries", () -> failures.get() > 3);
    nanos.addAndGet(61_000_000_000L);
    refresher.tick();
    assertTrue(rights.isTooOld());
    int before = failures.get();
    eventually("more tries", () -> failures.get() > before + 2);
    refresher.tick();
    assertTrue(rights.isTooOld());
    assertEquals(5, rights.revision());
  }
}
