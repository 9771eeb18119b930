package io.github.pulsarusercenter.revocation;

import static io.github.pulsarusercenter.revocation.RightsInForce.TOPIC;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.pulsarusercenter.snapshot.current.RightsView;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The broker's connections are fakes; rights, decisions and time are real. */
class LiveConnectionsTest extends LiveSetUp {
  private void passed(long millis) {
    inForce.pass(millis);
  }

  @Test
  void theEndOfAWindowConcernsExactlyItsHolders() {
    Client alice = new Client("alice");
    alice.producer(TOPIC + "-partition-1");
    alice.consumer(TOPIC);
    new Client("bea").producer(TOPIC);
    passed(9_999);
    assertEquals(List.of(), rechecked);
    passed(1);
    assertEquals(Set.of("alice produces", "alice consumes"), Set.copyOf(rechecked));
    assertEquals(2, rechecked.size());
    assertFalse(alice.closed, "she is still signed in");
    assertEquals(0, reports.get(), "the center need not be told what time it is");
  }

  @Test
  void aRevocationConcernsExactlyItsHoldersAndIsReportedWhenItIsDone() {
    Client bea = new Client("bea");
    bea.producer(TOPIC);
    Client alice = new Client("alice");
    alice.producer(TOPIC);
    inForce.put(2, "active", "7,9");
    assertEquals(List.of("bea produces"), rechecked);
    assertEquals(0, live.enforced().revision());
    bea.disconnected.complete(null);
    assertEquals(2, live.enforced().revision());
    assertEquals(1, reports.get());
  }

  /** Like a WebSocket session that began since the last look. */
  @Test
  void unreportedSessionsAreFoundBeforeARevisionCounts() {
    Client bea = new Client("bea");
    live.runFirst(() -> bea.producer(TOPIC));
    inForce.put(2, "active", "7,9");
    assertEquals(Set.of("bea produces"), Set.copyOf(rechecked));
    assertEquals(0, live.enforced().revision());
    bea.disconnected.complete(null);
    assertEquals(2, live.enforced().revision());
  }

  @Test
  void aSubAccountEndsWithItsMainAccountsRight() {
    new Client("bob").producer(TOPIC);
    inForce.put(2, "active", "7,9");
    assertEquals(List.of("bob produces"), rechecked);
  }

  /**
   * No callback would report it again, and the broker would never seem to be without connections.
   */
  @Test
  void aConnectionClosedWhileItsProducerIsCreatedIsNotOpen() {
    Client alice = new Client("alice");
    live.connected(alice);
    alice.open = false;
    live.disconnected(alice);
    alice.producer(TOPIC);
    live.connected(alice);
    assertEquals(0, live.count());
  }

  @Test
  void openConnectionsAreReportedToTheCenter() {
    Client alice = new Client("alice", "proxy");
    alice.producer(TOPIC + "-partition-1");
    alice.consumer(TOPIC);
    Client bea = new Client("bea");
    bea.consumer("persistent://acme/other/t");
    live.connected(new Client("bea"));
    JsonNode alices = new ConnectionQuestion(1, "alice", null, 10).answer(live);
    assertEquals(2, alices.path("total").asInt());
    assertEquals("proxy", alices.path("connections").get(0).path("via").asText());
    JsonNode onTopic = new ConnectionQuestion(2, null, TOPIC, 1).answer(live);
    assertEquals(2, onTopic.path("total").asInt());
    assertEquals(1, onTopic.path("connections").size(), "bounded, but counted");
    JsonNode beas = new ConnectionQuestion(3, "bea", null, 10).answer(live);
    assertEquals(2, beas.path("total").asInt(), "an idle connection is one, too");
    assertEquals(
        1, new ConnectionQuestion(4, "bea", "acme", 10).answer(live).path("total").asInt());
    assertEquals(
        0, new ConnectionQuestion(5, "proxy", null, 10).answer(live).path("total").asInt());
  }

  @Test
  void aProducerOpenedAfterItsRightEndedIsRecheckedAtOnce() {
    passed(10_000);
    new Client("alice").producer(TOPIC);
    assertEquals(List.of("alice produces"), rechecked);
  }

  @Test
  void aSlowClientIsRecheckedAfterAPause() {
    new Client("alice").producer(TOPIC);
    passed(10_000);
    live.recheckAll();
    passed(9_999);
    live.recheckAll();
    assertEquals(1, rechecked.size());
    passed(1);
    live.recheckAll();
    assertEquals(2, rechecked.size());
  }

  @Test
  void closedUsesAreForgotten() {
    Client alice = new Client("alice");
    Object producer = alice.producer(TOPIC);
    alice.consumer(TOPIC);
    live.closed(alice, producer);
    passed(10_000);
    assertEquals(List.of("alice consumes"), rechecked);
    live.disconnected(alice);
    assertEquals(0, live.count());
    passed(20_000);
    live.recheckAll();
    assertEquals(1, rechecked.size());
  }

  @Test
  void ofTwoClientsOfOneNameOnlyTheClosedIsForgotten() {
    Client alice = new Client("alice");
    Object first = alice.producer(TOPIC);
    alice.producer(TOPIC);
    live.closed(alice, first);
    passed(10_000);
    assertEquals(1, rechecked.size());
  }

  @Test
  void aUseThatGoesOnIsRecordedOnceADay() throws Exception {
    inForce.events.start();
    new Client("bea").producer(TOPIC);
    live.renew();
    passed(86_400_000);
    live.renew();
    live.renew();
    inForce.events.close();
    List<JsonNode> lines = new ArrayList<>();
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        for (String line : Files.readAllLines(file)) {
          lines.add(new ObjectMapper().readTree(line));
        }
      }
    }
    assertEquals(1, lines.size());
    assertEquals("bea", lines.get(0).get("user").asText());
  }

  /** Two threads report: the feed's, and another with rights of a moment earlier. */
  @Test
  void aLateReportTakesNothingBack() {
    RightsView before = inForce.rights.view();
    inForce.put(2, "active", "7,9");
    live.rightsChanged(before);
    assertEquals(2, live.enforced().revision());
  }
}
