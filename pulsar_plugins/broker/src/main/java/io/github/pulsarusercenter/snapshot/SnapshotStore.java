package io.github.pulsarusercenter.snapshot;

import io.github.pulsarusercenter.clock.CenterTime;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides when the rights in force are worth a write to disk: soon after a change, once a minute
 * otherwise, also while the center is away, because time goes on. Many changes in a row cost one
 * write.
 */
final class SnapshotStore {
  private static final Logger log = LoggerFactory.getLogger(SnapshotStore.class);
  private static final long CHANGE_DELAY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long CONFIRM_DELAY_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final SnapshotFile file;
  private final CurrentRights rights;
  private final CenterTime time;
  private final LongSupplier nanos;
  private long storedRevision = -1;
  private long storedNanos;
  private long confirmedAt;
  private long confirmedNanos;
  private boolean failed;

  /**
   * @param nanos a clock that never jumps
   */
  SnapshotStore(SnapshotFile file, CurrentRights rights, CenterTime time, LongSupplier nanos) {
    this.file = file;
    this.rights = rights;
    this.time = time;
    this.nanos = nanos;
    storedNanos = nanos.getAsLong() - CONFIRM_DELAY_NANOS;
  }

  /** Puts the stored rights in force; called once, before the broker asks anything. */
  synchronized void load() {
    file.read().ifPresent(this::use);
  }

  private void use(SnapshotFile.Stored stored) {
    time.restored(stored.time());
    long age = Math.max(0, time.getAsLong() - stored.confirmedAt());
    rights.replace(stored.snapshot(), age);
    storedRevision = stored.snapshot().revision();
    storedNanos = nanos.getAsLong();
    confirmedAt = stored.confirmedAt();
    confirmedNanos = rights.confirmedAtNanos();
    log.info("Decides on stored revision {}, confirmed {} s ago", storedRevision, age / 1000);
  }

  /** Called every second; writes when it is time. */
  synchronized void writeIfDue() {
    long wait = rights.revision() == storedRevision ? CONFIRM_DELAY_NANOS : CHANGE_DELAY_NANOS;
    if (nanos.getAsLong() - storedNanos >= wait) {
      writeNow();
    }
  }

  /** Writes whatever is not on disk yet. */
  synchronized void writeNow() {
    PermissionSnapshot snapshot = rights.snapshot();
    if (snapshot == null) {
      return;
    }
    long last = rights.confirmedAtNanos();
    if (last != confirmedNanos) {
      confirmedNanos = last;
      confirmedAt = time.at(last);
    }
    try {
      if (snapshot.revision() != storedRevision) {
        file.write(snapshot, confirmedAt, time.sureMillis());
      } else {
        file.confirm(snapshot.revision(), confirmedAt, time.sureMillis());
      }
      storedRevision = snapshot.revision();
      failed = false;
    } catch (IOException e) {
      if (!failed) {
        log.error("The snapshot can't be stored; a restart without the user center would deny", e);
      }
      failed = true;
    }
    storedNanos = nanos.getAsLong();
  }
}
