package io.github.pulsarusercenter.snapshot.rights;

/**
 * A delta follows a later revision than the snapshot's: a change was missed, so a whole snapshot is
 * needed.
 */
public final class SnapshotGapException extends Exception {
  private static final long serialVersionUID = 1L;

  SnapshotGapException(long after, long revision) {
    super("The delta follows revision " + after + ", the snapshot is at " + revision + ".");
  }
}
