package io.github.pulsarusercenter.snapshot;

import java.io.IOException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides when the rights in force are worth a write to disk: soon after a change, once a minute
 * otherwise. Many changes in a row cost one write.
 */
final class SnapshotStore {
  private static final Logger log = LoggerFactory.getLogger(SnapshotStore.class);
  private static final long CHANGE_DELAY_MILLIS = 1_000;
  private static final long CONFIRM_DELAY_MILLIS = 60_000;

  private final SnapshotFile file;
  private final CurrentRights rights;
  private final LongSupplier clock;
  private long storedRevision = -1;
  private long storedAt;
  private boolean failed;

  SnapshotStore(SnapshotFile file, CurrentRights rights, LongSupplier clock) {
    this.file = file;
    this.rights = rights;
    this.clock = clock;
  }

  /** Puts the stored rights in force; called once, before the broker asks anything. */
  synchronized void load() {
    file.read()
        .ifPresent(
            stored -> {
              long age = Math.max(0, clock.getAsLong() - stored.confirmedAt());
              rights.replace(stored.snapshot(), age);
              storedRevision = stored.snapshot().revision();
              storedAt = stored.confirmedAt();
              log.info(
                  "Decides on stored revision {}, confirmed {} s ago", storedRevision, age / 1000);
            });
  }

  /** Called every second; writes when it is time. */
  synchronized void writeIfDue() {
    long wait = rights.revision() == storedRevision ? CONFIRM_DELAY_MILLIS : CHANGE_DELAY_MILLIS;
    if (clock.getAsLong() - storedAt >= wait || clock.getAsLong() < storedAt) {
      writeNow();
    }
  }

  /** Writes whatever is not on disk yet. */
  synchronized void writeNow() {
    PermissionSnapshot snapshot = rights.snapshot();
    long confirmedAt = clock.getAsLong() - (long) (rights.ageSeconds() * 1000);
    boolean changed = snapshot != null && snapshot.revision() != storedRevision;
    if (snapshot == null || (!changed && confirmedAt <= storedAt)) {
      return;
    }
    try {
      if (changed) {
        file.write(snapshot, confirmedAt);
      } else {
        file.confirm(snapshot.revision(), confirmedAt);
      }
      storedRevision = snapshot.revision();
      failed = false;
    } catch (IOException e) {
      if (!failed) {
        log.error("The snapshot can't be stored; a restart without the user center would deny", e);
      }
      failed = true;
    }
    storedAt = clock.getAsLong();
  }
}
