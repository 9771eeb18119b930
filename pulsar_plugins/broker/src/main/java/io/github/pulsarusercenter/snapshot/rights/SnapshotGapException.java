package io.github.pulsarusercenter.snapshot.rights;

/** A delta starts after our revision: something in between was missed, take a whole snapshot. */
public final class SnapshotGapException extends Exception {
  private static final long serialVersionUID = 1L;

  SnapshotGapException(long after, long revision) {
    super("The delta follows revision " + after + ", the snapshot is at " + revision + ".");
  }
}
