package io.github.pulsarusercenter.snapshot.following;

import static io.github.pulsarusercenter.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.FakeCenter;
import io.github.pulsarusercenter.Snapshots;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong answers from the center's address. */
class RefusedAnswersTest extends RefresherSetUp {
  @Test
  void rubbishInTheFeedLeadsToASnapshot() throws Exception {
    startAndWaitFor(5);
    center.snapshot = Snapshots.json(6);
    center.feed.add("event: delta\ndata: {{{\n\n");
    eventually("fresh snapshot", () -> rights.revision() == 6);
    assertTrue(failures.get() > 0);
  }

  @Test
  void aSnapshotOfAnotherClusterIsNotTaken() throws Exception {
    center.snapshot = Snapshots.json(5).replace("\"test\"", "\"prod\"");
    refresher.start();
    eventually("failure", () -> failures.get() > 1);
    assertNull(rights.view());
  }

  @Test
  void aLyingCenterChangesNothing() throws Exception {
    startAndWaitFor(5);
    center.snapshot = "<html>";
    center.feed.add("event: reset\ndata: {}\n\n");
    eventually("failure", () -> failures.get() > 0);
    center.snapshotStatus = 500;
    int before = failures.get();
    eventually("another failure", () -> failures.get() > before);
    assertEquals(5, rights.revision());
    center.snapshotStatus = 200;
    center.snapshot = Snapshots.json(7);
    eventually("recovery", () -> rights.revision() == 7);
  }

  @ParameterizedTest
  @ValueSource(strings = {"no gzip", "cut", "more", "no JSON", "endless"})
  void aWrongSnapshotIsRefused(String what) throws Exception {
    startAndWaitFor(5);
    center.packed =
        switch (what) {
          case "no gzip" -> new byte[] {1, 2, 3};
          case "cut" -> FakeCenter.gzip("{\"cluster\":\"test\"".getBytes());
          case "more" -> FakeCenter.gzip((Snapshots.json(9) + "{}").getBytes());
          case "endless" -> new byte[1 << 16];
          default -> FakeCenter.gzip(Snapshots.json(9).getBytes());
        };
    center.endless = what.equals("endless");
    center.snapshotType = what.equals("no JSON") ? "text/html" : "application/json";
    center.feed.add("event: reset\ndata: {}\n\n");
    eventually("refused", () -> failures.get() > 0);
    assertEquals(5, rights.revision());
    center.endless = false;
    center.packed = null;
    center.snapshotType = "application/json";
    center.snapshot = Snapshots.json(9);
    eventually("recovery", () -> rights.revision() == 9);
  }

  @Test
  void aWrongFeedIsRefused() throws Exception {
    startAndWaitFor(5);
    center.feedType = "text/html";
    center.feed.add(FakeCenter.HANG_UP);
    eventually("refused", () -> failures.get() > 2);
    assertEquals(5, rights.revision());
    center.feedType = "text/event-stream";
    deliver(Snapshots.withoutGrant(5), 6);
  }

  @Test
  void anEndlessLineEndsTheFeed() throws Exception {
    startAndWaitFor(5);
    String part = "x".repeat(1 << 20);
    center.feed.add("event: delta\ndata: " + part);
    for (int i = 0; i < 40; i++) {
      center.feed.add(part);
    }
    eventually("the feed was left", () -> failures.get() > 0);
    deliver(Snapshots.withoutGrant(5), 6);
  }
}
