package io.github.pulsarusercenter.snapshot.following;

import static io.github.pulsarusercenter.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.FakeCenter;
import io.github.pulsarusercenter.Snapshots;
import io.github.pulsarusercenter.client.ClusterCredential;
import io.github.pulsarusercenter.snapshot.disk.SnapshotFile;
import io.github.pulsarusercenter.snapshot.disk.SnapshotStore;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.snapshot.rights.RightsPosition;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SnapshotRefresherTest extends RefresherSetUp {
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
  void aBrokerStartsWithoutTheCenter() throws Exception {
    startAndWaitFor(5);
    int port = endBoth();
    startAlone(port);
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
    int port = endBoth();
    for (long clock : new long[] {HOUR, 9 * HOUR}) {
      wall.set(clock);
      startAlone(port);
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
    // Everything that the feed sends at its beginning has been read, so nothing confirms the rights
    // later.
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

  @Test
  void aRevokedRightIsOnTheDiskAtOnce() throws Exception {
    startAndWaitFor(5);
    center.delta(Snapshots.withoutGrant(5), 6);
    ClusterCredential credential = new ClusterCredential(directory.resolve("credential"));
    SnapshotFile file = new SnapshotFile(directory.resolve("snapshot.json"), "test", credential);
    // As after a SIGKILL: nothing was closed.
    eventually(
        "stored", () -> file.read().filter(found -> found.snapshot().revision() == 6).isPresent());
    assertEquals(
        Snapshots.document(rights.snapshot()).toString(),
        Snapshots.document(file.read().orElseThrow().snapshot()).toString());
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
    int port = endBoth();
    nanos.addAndGet(61_000_000_000L);
    wall.set(5 * HOUR + 61_000);
    startAlone(port);
    refresher.tick();
    assertTrue(rights.isTooOld());
    center = new FakeCenter(port);
    center.snapshot = Snapshots.json(5);
    center.feed.add(hello(5));
    eventually("fresh again", () -> !rights.isTooOld());
  }

  /** A center without its database sends no greeting, but still states its time. */
  @Test
  void aCenterThatHasNotGreetedConfirmsNothing() throws Exception {
    startAndWaitFor(5);
    int port = endBoth();
    startAlone(port);
    rights.mustReach(new RightsPosition(null, 7, null));
    assertTrue(rights.isTooOld(), "two changes were missed");
    center = new FakeCenter(port);
    center.feed.add("event: time\ndata: {\"time\": %d}\n\n".formatted(6 * HOUR));
    eventually("the feed was read", () -> time.getAsLong() == 6 * HOUR);
    center.feed.add("event: connections\ndata: {\"id\":1}\n\n: still there\n\n");
    Thread.sleep(200);
    assertTrue(rights.isTooOld(), "what was missed has not come yet");
    center.feed.add(hello(7));
    center.delta(Snapshots.withoutGrant(5), 6);
    eventually("the first of the two", () -> rights.revision() == 6);
    Thread.sleep(100);
    assertTrue(rights.isTooOld(), "the second has not come yet");
    center.delta("{\"after\":6,\"revision\":7}", 7);
    eventually("all has come", () -> !rights.isTooOld());
    assertEquals(7, rights.revision());
  }

  /** Otherwise a broker that once ran out of memory would get no changes any more. */
  @Test
  void aDeltaThatRunsOutOfMemoryIsNotTheLast() throws Exception {
    startAndWaitFor(5);
    rights.addListener(
        after -> {
          if (after.snapshot().revision() == 6) {
            throw new OutOfMemoryError("for this test");
          }
        });
    center.snapshot = Snapshots.json(6);
    center.delta(Snapshots.withoutGrant(5), 6);
    eventually("the first", () -> rights.revision() == 6);
    deliver("{\"after\":6,\"revision\":7}", 7);
  }

  /** The center refused the old credential, so the file was read again. */
  @Test
  void storedRightsAreReadWithAChangedCredential() throws Exception {
    Path secret = directory.resolve("credential");
    Files.writeString(secret, "puc_cluster_of_before_0123456789");
    ClusterCredential credential = new ClusterCredential(secret);
    Path path = directory.resolve("stored.json");
    SnapshotFile file = new SnapshotFile(path, "test", credential);
    SnapshotStore store = new SnapshotStore(file, rights, time, nanos::get);
    rights.replace(Snapshots.parse(Snapshots.json(5)), 0);
    store.writeNow();
    Files.writeString(secret, FakeCenter.CREDENTIAL);
    assertTrue(credential.reload());
    PermissionSnapshot before = rights.snapshot();
    String delta = Snapshots.withoutGrant(5);
    rights.replace(before.apply(Snapshots.tree(delta)), 0);
    store.changed(delta, before.position(), rights.position());
    store.writeNow();
    SnapshotFile next = new SnapshotFile(path, "test", new ClusterCredential(secret));
    assertEquals(6, next.read().orElseThrow().snapshot().revision());
    Files.writeString(secret, "puc_cluster_of_after_01234567890");
    assertTrue(credential.reload());
    store.writeNow();
    next = new SnapshotFile(path, "test", new ClusterCredential(secret));
    assertEquals(6, next.read().orElseThrow().snapshot().revision(), "also when nothing changed");
  }

  private static String hello(long revision) {
    return "event: hello\ndata: {\"revision\":%d,\"known\":true}\n\n".formatted(revision);
  }
}
