package io.github.pulsarusercenter.snapshot.following;

import static io.github.pulsarusercenter.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.FakeCenter;
import io.github.pulsarusercenter.Snapshots;
import io.github.pulsarusercenter.snapshot.rights.RightsPosition;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Centers that were restored, copies of them, and several addresses. */
class EpochsAndAddressesTest extends RefresherSetUp {
  private static String hello(String epoch, long revision, boolean known) {
    return "event: hello\ndata: {\"epoch\":\"%s\",\"revision\":%d,\"known\":%s}\n\n"
        .formatted(epoch, revision, known);
  }

  @Test
  void itSendsItsPositionAndIsGreeted() throws Exception {
    center.snapshot = at("e1", 5, "m5");
    center.greeting = hello("e1", 5, true);
    startAndWaitFor(5);
    eventually("the feed", () -> center.questions.toString().contains("after=5&epoch=e1&mark=m5"));
    assertEquals(new RightsPosition("e1", 5, "m5"), rights.position());
    assertEquals(0, failures.get());
  }

  @Test
  void anotherEpochIsTakenWhateverItsRevision() throws Exception {
    center.snapshot = at("e1", 50, "m50");
    center.greeting = hello("e1", 50, true);
    startAndWaitFor(50);
    center.snapshot = at("e2", 7, "m7");
    // The feed may be open or not; a center greets in either case.
    center.greeting = hello("e2", 7, true).replace("}", ",\"follows\":true}");
    center.feed.add(center.greeting);
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
    assertEquals(new RightsPosition("e2", 50, "m50"), rights.position());
    center.greeting = hello("e1", 60, false).replace("}", ",\"follows\":true}");
    eventually("somebody said so", () -> rights.revision() == 60);
  }

  @Test
  void anUnconfirmedEpochIsNotTaken() throws Exception {
    center.snapshot = at("e1", 50, "m50");
    center.greeting = hello("e1", 50, true);
    startAndWaitFor(50);
    center.snapshot = at("e2", 60, "m60");
    center.greeting = hello("e2", 60, false) + "event: reset\ndata: {}\n\n";
    int before = failures.get();
    center.feed.add(FakeCenter.HANG_UP);
    eventually("several tries", () -> failures.get() > before + 2);
    assertEquals(new RightsPosition("e1", 50, "m50"), rights.position());
  }

  @Test
  void aCenterThatDoesNotKnowTheRevisionChangesNothing() throws Exception {
    center.snapshot = at("e1", 50, "m50");
    center.greeting = hello("e1", 50, true);
    startAndWaitFor(50);
    // Restored, and at a higher revision already: a delta would be of another history.
    center.snapshot = at("e1", 60, "m60");
    center.greeting = hello("e1", 60, false) + "event: reset\ndata: {}\n\n";
    int before = failures.get();
    center.feed.add(FakeCenter.HANG_UP);
    eventually("several tries", () -> failures.get() > before + 3);
    assertEquals(new RightsPosition("e1", 50, "m50"), rights.position());
    nanos.addAndGet(61_000_000_000L);
    refresher.tick();
    assertTrue(rights.isTooOld(), "nothing confirms them");
    center.greeting = hello("e1", 50, true);
    eventually("it is back", () -> !rights.isTooOld());
  }

  @Test
  void aFailedAddressIsReplacedByTheNext() throws Exception {
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
}
