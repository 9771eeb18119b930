package io.github.pulsarusercenter.snapshot;

import static io.github.pulsarusercenter.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.FakeCenter;
import io.github.pulsarusercenter.PluginSettings;
import io.github.pulsarusercenter.Snapshots;
import io.github.pulsarusercenter.client.ClusterCredential;
import io.github.pulsarusercenter.client.UserCenterClient;
import io.github.pulsarusercenter.clock.CenterTime;
import io.github.pulsarusercenter.decision.DecisionEngine;
import io.github.pulsarusercenter.decision.DecisionOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotRefresherTest {
  private static final long HOUR = 3_600_000;
  @TempDir Path directory;
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicLong wall = new AtomicLong(HOUR);
  private FakeCenter center;
  private CenterTime time;
  private CurrentRights rights;
  private SnapshotRefresher refresher;

  @BeforeEach
  void begin() throws IOException {
    center = new FakeCenter();
    center.snapshot = Snapshots.json(5);
    prepare(center.url(), 10_000);
  }

  @AfterEach
  void end() {
    refresher.close();
    center.close();
  }

  private void prepare(String url, long patience) throws IOException {
    Path file = directory.resolve("credential");
    Files.writeString(file, FakeCenter.CREDENTIAL);
    Map<String, Object> conf =
        Map.of(
            "userCenterUrl",
            url,
            "userCenterCredentialFile",
            file.toString(),
            "userCenterIssuer",
            "i");
    PluginSettings settings = PluginSettings.read(conf::get, "test");
    ClusterCredential credential = new ClusterCredential(file);
    time = new CenterTime(nanos::get, wall::get);
    rights =
        new CurrentRights(
            new DecisionEngine(new DecisionOptions(true, true)), 60, nanos::get, time);
    refresher =
        new SnapshotRefresher(
            new UserCenterClient(settings, credential, time::stated),
            rights,
            new SnapshotFile(directory.resolve("snapshot.json"), "test", credential),
            "test",
            failures::incrementAndGet,
            patience,
            time,
            nanos::get);
  }

  private void startAndWaitFor(long revision) throws InterruptedException {
    refresher.start();
    eventually("revision " + revision, () -> rights.revision() == revision);
  }

  @Test
  void takesASnapshotAndFollowsTheChanges() throws Exception {
    startAndWaitFor(5);
    center.delta(Snapshots.withoutGrant(5), 6);
    eventually("delta", () -> rights.revision() == 6);
    assertEquals(0, failures.get());
  }

  @Test
  void aDeltaOfThePastIsIgnored() throws Exception {
    startAndWaitFor(5);
    center.delta(Snapshots.withoutGrant(3), 4);
    center.delta(Snapshots.withoutGrant(5), 6);
    eventually("delta", () -> rights.revision() == 6);
  }

  @Test
  void aGapLeadsToASnapshot() throws Exception {
    startAndWaitFor(5);
    center.snapshot = Snapshots.json(9);
    center.delta(Snapshots.withoutGrant(7), 8);
    eventually("fresh snapshot", () -> rights.revision() == 9);
  }

  @Test
  void aResetLeadsToASnapshot() throws Exception {
    startAndWaitFor(5);
    center.snapshot = Snapshots.json(12);
    center.feed.add("event: reset\ndata: {}\n\n");
    eventually("fresh snapshot", () -> rights.revision() == 12);
  }

  @Test
  void rubbishInTheFeedLeadsToASnapshot() throws Exception {
    startAndWaitFor(5);
    center.snapshot = Snapshots.json(6);
    center.feed.add("event: delta\ndata: {{{\n\n");
    eventually("fresh snapshot", () -> rights.revision() == 6);
    assertTrue(failures.get() > 0);
  }

  @Test
  void aSilentFeedIsOpenedAgain() throws Exception {
    refresher.close();
    prepare(center.url(), 300);
    startAndWaitFor(5);
    eventually("second feed", () -> center.calls.stream().filter("/changes"::equals).count() >= 2);
    assertEquals(5, rights.revision());
  }

  @Test
  void aLowerRevisionIsNotTaken() throws Exception {
    startAndWaitFor(5);
    center.snapshot = Snapshots.json(3);
    center.feed.add("event: reset\ndata: {}\n\n");
    eventually("failure", () -> failures.get() > 0);
    assertEquals(5, rights.revision());
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

  @Test
  void aBrokerStartsWithoutTheCenter() throws Exception {
    startAndWaitFor(5);
    int port = center.port();
    refresher.close();
    center.close();
    prepare("http://127.0.0.1:" + port, 10_000);
    refresher.start();
    assertNotNull(rights.snapshot());
    assertEquals(5, rights.revision());
    eventually("failure", () -> failures.get() > 0);
    center = new FakeCenter(port);
    center.delta(Snapshots.withoutGrant(5), 6);
    eventually("back", () -> rights.revision() == 6);
    assertEquals(0, center.calls.stream().filter("/snapshot"::equals).count());
  }

  @Test
  void theTimeComesFromTheCenter() throws Exception {
    center.time = 5 * HOUR;
    startAndWaitFor(5);
    eventually("with the snapshot", () -> time.isConfirmed() && time.getAsLong() == 5 * HOUR);
    center.feed.add("event: time\ndata: {\"time\": %d}\n\n".formatted(6 * HOUR));
    eventually("in the silent feed", () -> time.getAsLong() == 6 * HOUR);
    assertEquals(0, failures.get());
  }

  @Test
  void aCenterThatDoesNotStateTheTimeIsFollowedAllTheSame() throws Exception {
    center.time = 0;
    startAndWaitFor(5);
    assertFalse(time.isConfirmed());
    assertEquals(HOUR, time.getAsLong());
  }

  @Test
  void aRestartWithoutTheCenterGoesByTheStoredTimeOrTheClockWhicheverIsLater() throws Exception {
    center.time = 5 * HOUR;
    startAndWaitFor(5);
    nanos.addAndGet(HOUR * 1_000_000);
    int port = center.port();
    refresher.close();
    center.close();
    for (long clock : new long[] {HOUR, 9 * HOUR}) {
      wall.set(clock);
      prepare("http://127.0.0.1:" + port, 10_000);
      refresher.start();
      assertEquals(Math.max(6 * HOUR, clock), time.getAsLong());
      assertFalse(time.isConfirmed());
      nanos.addAndGet(60_000_000_000L);
      refresher.tick();
      refresher.close();
      wall.set(HOUR);
      assertTrue(time.sureMillis() < 7 * HOUR, "this machine's clock is nothing sure");
    }
    center = new FakeCenter(port);
  }

  @Test
  void withoutContactTheRightsGrowTooOld() throws Exception {
    startAndWaitFor(5);
    // All that the feed says at its beginning has been read, so nothing confirms the rights later.
    center.feed.add("event: time\ndata: {\"time\": %d}\n\n".formatted(7 * HOUR));
    eventually("the feed was read", () -> time.getAsLong() == 7 * HOUR);
    Thread.sleep(100);
    assertTrue(!rights.isTooOld());
    nanos.addAndGet(61_000_000_000L);
    refresher.tick();
    assertTrue(rights.isTooOld());
    center.delta(Snapshots.withoutGrant(5), 6);
    eventually("fresh again", () -> !rights.isTooOld());
  }

  private static String at(String epoch, long revision, String mark) {
    String standing = "\"epoch\":\"%s\",\"mark\":\"%s\",\"revision\":".formatted(epoch, mark);
    return Snapshots.json(revision).replace("\"revision\":", standing);
  }

  private static String hello(String epoch, long revision, boolean known) {
    return "event: hello\ndata: {\"epoch\":\"%s\",\"revision\":%d,\"known\":%s}\n\n"
        .formatted(epoch, revision, known);
  }

  @Test
  void itSaysWhereItStandsAndIsGreeted() throws Exception {
    center.snapshot = at("e1", 5, "m5");
    center.greeting = hello("e1", 5, true);
    startAndWaitFor(5);
    eventually("the feed", () -> center.questions.toString().contains("after=5&epoch=e1&mark=m5"));
    assertEquals(new Standing("e1", 5, "m5"), rights.standing());
    assertEquals(0, failures.get());
  }

  @Test
  void anotherEpochIsTakenWhateverItsRevision() throws Exception {
    center.snapshot = at("e1", 50, "m50");
    center.greeting = hello("e1", 50, true);
    startAndWaitFor(50);
    center.snapshot = at("e2", 7, "m7");
    center.greeting = hello("e2", 7, true);
    center.feed.add(hello("e2", 7, false).replace("}", ",\"follows\":true}"));
    eventually("the new epoch", () -> rights.revision() == 7);
    String delta = Snapshots.withoutGrant(7);
    deliver(delta.replace("{\"after\"", "{\"epoch\":\"e2\",\"after\""), 8);
  }

  @Test
  void anEpochThatDoesNotFollowIsNotTaken() throws Exception {
    center.snapshot = at("e2", 50, "m50");
    center.greeting = hello("e2", 50, true);
    startAndWaitFor(50);
    center.snapshot = at("e1", 60, "m60");
    String copy = hello("e1", 60, false).replace("}", ",\"follows\":false}");
    center.greeting = copy + "event: reset\ndata: {}\n\n";
    int before = failures.get();
    center.feed.add("event: reset\ndata: {}\n\n");
    eventually("several tries", () -> failures.get() > before + 3);
    assertEquals(new Standing("e2", 50, "m50"), rights.standing());
    center.greeting = hello("e1", 60, false).replace("}", ",\"follows\":true}");
    eventually("somebody said so", () -> rights.revision() == 60);
  }

  @Test
  void anEpochOfWhichNobodySaysThatItFollowsIsNotTaken() throws Exception {
    center.snapshot = at("e1", 50, "m50");
    center.greeting = hello("e1", 50, true);
    startAndWaitFor(50);
    center.snapshot = at("e2", 60, "m60");
    center.greeting = hello("e2", 60, false) + "event: reset\ndata: {}\n\n";
    int before = failures.get();
    center.feed.add(FakeCenter.HANG_UP);
    eventually("several tries", () -> failures.get() > before + 2);
    assertEquals(new Standing("e1", 50, "m50"), rights.standing());
  }

  @Test
  void aCenterThatDoesNotKnowTheRevisionChangesNothing() throws Exception {
    center.snapshot = at("e1", 50, "m50");
    center.greeting = hello("e1", 50, true);
    startAndWaitFor(50);
    // Restored, and already beyond: a delta would be of another history.
    center.snapshot = at("e1", 60, "m60");
    center.greeting = hello("e1", 60, false) + "event: reset\ndata: {}\n\n";
    int before = failures.get();
    center.feed.add(FakeCenter.HANG_UP);
    eventually("several tries", () -> failures.get() > before + 3);
    assertEquals(new Standing("e1", 50, "m50"), rights.standing());
    nanos.addAndGet(61_000_000_000L);
    refresher.tick();
    assertTrue(rights.isTooOld(), "nothing confirms them");
    center.greeting = hello("e1", 50, true);
    eventually("it is back", () -> !rights.isTooOld());
  }

  @Test
  void aFailedAddressIsLeftForTheNextAndTheWorkingOneIsKept() throws Exception {
    refresher.close();
    try (FakeCenter other = new FakeCenter()) {
      other.snapshot = Snapshots.json(5);
      prepare(center.url() + "," + other.url(), 10_000);
      startAndWaitFor(5);
      int port = center.port();
      center.close();
      eventually("the other's feed", () -> other.calls.contains("/changes"));
      center = new FakeCenter(port);
      other.delta(Snapshots.withoutGrant(5), 6);
      eventually("its delta", () -> rights.revision() == 6);
      assertEquals(List.of(), center.calls);
    }
  }

  @Test
  void anAddressThatGivesNoGoodSnapshotIsLeft() throws Exception {
    refresher.close();
    try (FakeCenter other = new FakeCenter()) {
      other.snapshot = Snapshots.json(5);
      center.snapshot = "{\"cluster\":\"another\",\"revision\":9}";
      prepare(center.url() + "," + other.url(), 10_000);
      startAndWaitFor(5);
    }
  }

  @Test
  void aStalledAddressIsLeft() throws Exception {
    refresher.close();
    try (FakeCenter other = new FakeCenter()) {
      other.snapshot = Snapshots.json(5);
      prepare(center.url() + "," + other.url(), 400);
      startAndWaitFor(5);
      center.stalled = true;
      center.feed.add(FakeCenter.HANG_UP);
      eventually("the other's feed", () -> other.calls.contains("/changes"));
      other.delta(Snapshots.withoutGrant(5), 6);
      eventually("its delta", () -> rights.revision() == 6);
    }
  }

  @Test
  void anotherAddressGivesNothingOlder() throws Exception {
    refresher.close();
    try (FakeCenter lagging = new FakeCenter()) {
      lagging.snapshot = at("e1", 3, "m3");
      lagging.greeting = hello("e1", 3, false);
      center.snapshot = at("e1", 5, "m5");
      center.greeting = hello("e1", 5, true);
      prepare(center.url() + "," + lagging.url(), 10_000);
      startAndWaitFor(5);
      center.feed.add(FakeCenter.HANG_UP);
      eventually("the lagging one was asked", () -> lagging.calls.contains("/changes"));
      eventually(
          "back at the first", () -> center.calls.stream().filter("/changes"::equals).count() > 1);
      center.delta(Snapshots.withoutGrant(5), 6);
      eventually("its delta", () -> rights.revision() == 6);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"no gzip", "cut", "more", "no JSON", "endless"})
  void whatIsNoSnapshotIsRefused(String what) throws Exception {
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

  /** Until it arrives: a feed that was left may swallow it. */
  private void deliver(String delta, long revision) throws InterruptedException {
    eventually(
        "delta",
        () -> {
          if (center.feed.isEmpty()) {
            center.delta(delta, revision);
          }
          return rights.revision() == revision;
        });
  }

  @Test
  void whatIsNoFeedIsRefused() throws Exception {
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

  @Test
  void whatWasTakenAwayIsOnTheDiskAtOnce() throws Exception {
    startAndWaitFor(5);
    center.delta(Snapshots.withoutGrant(5), 6);
    ClusterCredential credential = new ClusterCredential(directory.resolve("credential"));
    SnapshotFile file = new SnapshotFile(directory.resolve("snapshot.json"), "test", credential);
    // As after a SIGKILL: nobody has closed anything.
    eventually(
        "stored", () -> file.read().filter(found -> found.snapshot().revision() == 6).isPresent());
    assertEquals(
        rights.snapshot().toJson().toString(),
        file.read().orElseThrow().snapshot().toJson().toString());
  }

  @Test
  void theOldRightsCanBeCollectedAtOnce() throws Exception {
    startAndWaitFor(5);
    java.lang.ref.WeakReference<Object> old = new java.lang.ref.WeakReference<>(rights.snapshot());
    center.snapshot = Snapshots.json(12);
    center.feed.add("event: reset\ndata: {}\n\n");
    eventually("fresh snapshot", () -> rights.revision() == 12);
    eventually(
        "the old one is gone",
        () -> {
          System.gc();
          return old.get() == null;
        });
  }

  @Test
  void rightsThatAreTooOldStaySoAfterARestart() throws Exception {
    center.time = 5 * HOUR;
    startAndWaitFor(5);
    int port = center.port();
    refresher.close();
    center.close();
    nanos.addAndGet(61_000_000_000L);
    wall.set(5 * HOUR + 61_000);
    prepare("http://127.0.0.1:" + port, 10_000);
    refresher.start();
    refresher.tick();
    assertTrue(rights.isTooOld());
    center = new FakeCenter(port);
    center.snapshot = Snapshots.json(5);
    eventually("fresh again", () -> !rights.isTooOld());
  }
}
