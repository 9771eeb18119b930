package io.github.pulsarusercenter.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.RecordingLogger;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.Reason;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DenialLogTest {
  private static final Question PRODUCE = Question.of("topic:PRODUCE");
  private static final ResourceName ORDERS = ResourceName.topic("persistent://acme/orders/created");

  private final RecordingLogger lines = new RecordingLogger();
  private final AtomicLong now = new AtomicLong(1_000_000);
  private final DenialLog log = new DenialLog(lines, "https://center", false, now::get);

  private void denied(String principal) {
    log.denied(principal, "PRODUCE", ORDERS, PRODUCE, Reason.NO_GRANT);
  }

  @Test
  void saysWhatIsMissingAndWhereToAskForIt() {
    denied("alice");
    assertEquals(
        List.of(
            "alice may not PRODUCE on persistent://acme/orders/created: NO_GRANT; missing: 302"
                + " (write the topic); ask at https://center/requests/new?type=topic&resource="
                + "persistent%3A%2F%2Facme%2Forders%2Fcreated&authority=302"),
        lines.all);
  }

  @Test
  void namesEveryRightThatWouldDo() {
    Question skip = Question.of("topic:SKIP");
    log.denied("alice", "SKIP", ORDERS, skip, Reason.NO_GRANT);
    assertTrue(
        lines
            .all
            .get(0)
            .contains("306 (manage subscriptions of the topic) or 303 (read the topic)"),
        lines.all.get(0));
    Question list = Question.of("namespace:GET_TOPICS");
    log.denied("alice", "GET_TOPICS", ResourceName.namespace("acme/orders"), list, Reason.NO_GRANT);
    assertTrue(lines.all.get(1).endsWith("any right there; ask at https://center/why"));
  }

  @Test
  void aRightDoesNotHelpADisabledUser() {
    log.denied("alice", "PRODUCE", ORDERS, PRODUCE, Reason.USER_DISABLED);
    assertTrue(lines.all.get(0).endsWith(": USER_DISABLED"), lines.all.get(0));
  }

  @Test
  void theSameDenialIsLoggedOnceAMinuteAndSummedUp() {
    for (int i = 0; i < 100; i++) {
      denied("alice");
    }
    denied("bob");
    assertEquals(2, lines.all.size());
    log.sumUp();
    assertEquals(
        "Denied and not logged one by one: 99 times 1 denials of above, 0 of too many others:"
            + " alice PRODUCE persistent://acme/orders/created (99)",
        lines.all.get(2));
    log.sumUp();
    assertEquals(3, lines.all.size());
    now.addAndGet(60_000);
    denied("alice");
    assertEquals(4, lines.all.size());
  }

  @Test
  void madeUpNamesCostNeitherLinesNorCounts() {
    for (int i = 0; i < 100_000; i++) {
      denied("user" + i);
    }
    int logged = lines.all.size();
    assertTrue(logged <= DenialLog.PLACES, logged + " lines");
    assertTrue(logged > DenialLog.PLACES / 2, logged + " lines");
    log.sumUp();
    String sum = lines.all.get(logged);
    assertTrue(sum.contains(" " + (100_000 - logged) + " of too many others"), sum);
  }

  @Test
  void namesCanNotForgeALine() {
    denied("alice\nbob may\r\u0085\u2028\u2029\u202e\t\u001b[2J");
    log.refused("token", "e\nve", "10.0.0.1\n", "BAD_SIGNATURE");
    for (String line : lines.all) {
      assertFalse(line.matches("(?s).*[\\p{Cntrl}\\u0085\\u2028\\u2029\\u202e].*"), line);
    }
    denied("x".repeat(100_000));
    assertTrue(lines.all.get(2).length() < 600);
  }

  @Test
  void refusedSignInsToo() {
    log.refused("basic", "alice", "10.0.0.1", "WRONG_PASSWORD");
    log.refused("basic", "alice", "10.0.0.1", "WRONG_PASSWORD");
    log.refused("basic", null, "10.0.0.1", "MALFORMED_CREDENTIAL");
    assertEquals(
        List.of(
            "basic sign-in of alice from 10.0.0.1 refused: WRONG_PASSWORD",
            "basic sign-in from 10.0.0.1 refused: MALFORMED_CREDENTIAL"),
        lines.all);
  }

  @Test
  void whileObservingItSaysSo() {
    new DenialLog(lines, "https://center", true, now::get)
        .denied("alice", "PRODUCE", ORDERS, PRODUCE, Reason.NO_GRANT);
    assertTrue(lines.all.get(0).startsWith("alice would be denied PRODUCE on persistent://"));
  }
}
