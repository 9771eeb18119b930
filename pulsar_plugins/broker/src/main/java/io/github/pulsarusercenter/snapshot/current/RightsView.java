package io.github.pulsarusercenter.snapshot.current;

import io.github.pulsarusercenter.decision.CachedDecisions;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;

/**
 * The basis of decisions: one snapshot, the decisions remembered for it, and a time. Replaced as a
 * whole, so that a decision never mixes two revisions. Until {@code nextEdge} no window opens or
 * closes, so decisions are made for {@code time} and read no clock.
 *
 * @param time epoch ms at the center
 * @param nextEdge epoch ms when the next window opens or closes; Long.MAX_VALUE for none
 */
public record RightsView(
    PermissionSnapshot snapshot, CachedDecisions decisions, long time, long nextEdge) {

  /** The next snapshot, with the remembered decisions that it leaves as they are. */
  RightsView movedTo(PermissionSnapshot next, long millis) {
    return new RightsView(next, decisions.movedTo(next), 0, 0).at(millis);
  }

  /**
   * The same rights at another time. Remembered decisions are kept, because each knows how long it
   * holds.
   */
  RightsView at(long millis) {
    return new RightsView(snapshot, decisions, millis, snapshot.nextEdge(millis));
  }
}
