package io.github.pulsarusercenter.snapshot.following;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.Snapshots;
import io.github.pulsarusercenter.clock.CenterTime;
import io.github.pulsarusercenter.decision.DecisionEngine;
import io.github.pulsarusercenter.decision.DecisionOptions;
import io.github.pulsarusercenter.snapshot.current.ClusterFloor;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.snapshot.rights.RightsPosition;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Rights from the disk while the cluster is known to enforce newer ones. */
class MissedChangesTest {
  private final AtomicLong nanos = new AtomicLong(1);
  private final CurrentRights rights =
      new CurrentRights(
          new DecisionEngine(DecisionOptions.DEFAULTS),
          86_400,
          nanos::get,
          new CenterTime(nanos::get, () -> 1_000_000));

  private static RightsPosition at(long revision) {
    return new RightsPosition(null, revision, null);
  }

  private void stored(long revision) {
    rights.replace(Snapshots.parse(Snapshots.json(revision)), 1_000);
  }

  @Test
  void rightsBelowTheFloorDecideNothingBeforeTheCenterSpeaks() {
    stored(5);
    rights.mustReach(at(6));
    assertTrue(rights.isTooOld());
    rights.replace(Snapshots.parse(Snapshots.json(6)), 0);
    rights.confirmed();
    assertFalse(rights.isTooOld());
  }

  @Test
  void rightsAtTheFloorDecideAtOnce() {
    stored(5);
    rights.mustReach(at(5));
    assertFalse(rights.isTooOld());
  }

  @Test
  void anotherEpochIsNotReached() {
    stored(5);
    rights.mustReach(new RightsPosition("another", 1, null));
    assertTrue(rights.isTooOld());
  }

  @Test
  void anUnreadableStoreIsNotReached() {
    stored(5);
    rights.mustReach(ClusterFloor.UNKNOWN);
    assertTrue(rights.isTooOld());
  }

  @Test
  void theCenterWasQuicker() {
    stored(5);
    rights.confirmed();
    rights.mustReach(at(6));
    assertFalse(rights.isTooOld(), "another broker is ahead for a moment; this one hears of it");
  }
}
