package io.github.pulsarusercenter.snapshot.rights;

/**
 * The position of rights in the center's history (decision 0026). Within an epoch a revision means
 * one state. The mark is the beginning of the hash of the revision's last entry in the center's
 * audit log; by it the center checks whether the revision is part of its history.
 *
 * @param epoch null when the center's version has no epochs
 * @param mark null when unknown
 */
public record RightsPosition(String epoch, long revision, String mark) {
  /** Before the first snapshot. */
  public static final RightsPosition NOWHERE = new RightsPosition(null, 0, null);

  /** The entity tag of a snapshot at this position; null when epoch or mark is unknown. */
  public String tag() {
    return epoch == null || mark == null ? null : "\"" + epoch + "." + revision + "." + mark + "\"";
  }

  /** True when both epochs are known and differ: revisions can't be compared. */
  public boolean isOtherEpoch(String other) {
    return epoch != null && other != null && !epoch.equals(other);
  }
}
