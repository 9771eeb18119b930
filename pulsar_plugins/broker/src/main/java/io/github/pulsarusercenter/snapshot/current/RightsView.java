package io.github.pulsarusercenter.snapshot.current;

import io.github.pulsarusercenter.decision.CachedDecisions;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;

/**
 * What the broker decides on: one snapshot, the decisions remembered for it, and a moment. Replaced
 * as a whole, so that a decision never mixes two revisions. Until {@code nextEdge} no window opens
 * or closes, so every decision up to then is made for {@code time} and needs no clock.
 *
 * @param time epoch ms at the center
 * @param nextEdge epoch ms of the next beginning or end of a window; Long.MAX_VALUE for none
 */
public record RightsView(
    PermissionSnapshot snapshot, CachedDecisions decisions, long time, long nextEdge) {

  /** The same rights at another moment; what is remembered knows how long it holds. */
  RightsView at(long millis) {
    return new RightsView(snapshot, decisions, millis, snapshot.nextEdge(millis));
  }
}
