package io.github.pulsarusercenter.snapshot;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says why the center can't be followed: once a minute, at once when something else goes wrong. */
final class FailureLog {
  private static final Logger log = LoggerFactory.getLogger(SnapshotRefresher.class);
  private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final LongSupplier nanos;
  private long loggedAt;
  private String logged;

  FailureLog(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * @param revision what stays in force
   */
  void failed(String failure, long revision) {
    long now = nanos.getAsLong();
    if (!failure.equals(logged) || now - loggedAt >= PAUSE_NANOS) {
      loggedAt = now;
      logged = failure;
      log.error(
          "The user center can't be followed ({}); revision {} stays in force, trying again",
          failure,
          revision);
    }
  }
}
