package io.github.pulsarusercenter.snapshot.rights;

/**
 * Where rights are in the center's history. Within an epoch a revision means one state; the mark is
 * the beginning of the hash of its last entry in the center's trail, by which the center knows
 * whether it ever was there.
 *
 * @param epoch null when the center is of a version that has none
 * @param mark null when unknown
 */
public record Standing(String epoch, long revision, String mark) {
  /** Before the first snapshot. */
  public static final Standing NOWHERE = new Standing(null, 0, null);

  /** What names a snapshot of this standing, or null when that can't be said for sure. */
  public String tag() {
    return epoch == null || mark == null ? null : "\"" + epoch + "." + revision + "." + mark + "\"";
  }

  /** True when both epochs are known and differ: revisions can't be compared. */
  public boolean isOtherEpoch(String other) {
    return epoch != null && other != null && !epoch.equals(other);
  }
}
