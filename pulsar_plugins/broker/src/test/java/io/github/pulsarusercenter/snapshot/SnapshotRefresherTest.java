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
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
}
