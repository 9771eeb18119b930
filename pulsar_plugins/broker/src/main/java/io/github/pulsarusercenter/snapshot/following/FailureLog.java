package io.github.pulsarusercenter.snapshot.following;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * Logs why the center can't be followed: once a minute, and at once when the reason changes or the
 * feed had worked in between. Also logs the recovery. Used by one thread.
 */
final class FailureLog {
  private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** A feed that breaks sooner than this does not count as working: it would fill the log. */
  private static final long STEADY_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Logger log;
  private final LongSupplier nanos;
  private long loggedAt;
  private String logged;
  private boolean failureLogged;
  private boolean following;
  private long followedSince;

  /**
   * @param nanos a clock that never jumps
   */
  FailureLog(Logger log, LongSupplier nanos) {
    this.log = log;
    this.nanos = nanos;
  }

  /**
   * @param revision the revision that stays in force
   */
  void failed(String failure, long revision) {
    long now = nanos.getAsLong();
    boolean wasOver = following && now - followedSince >= STEADY_NANOS;
    following = false;
    if (wasOver || !failure.equals(logged) || now - loggedAt >= PAUSE_NANOS) {
      loggedAt = now;
      logged = failure;
      failureLogged = true;
      log.error(
          "The user center can't be followed ({}); revision {} stays in force, trying again",
          failure,
          revision);
    }
  }

  /**
   * Called when the center is followed.
   *
   * @param revision the revision in force
   */
  void heard(long revision) {
    if (!following) {
      following = true;
      followedSince = nanos.getAsLong();
    }
    if (failureLogged) {
      failureLogged = false;
      log.info("The user center is followed again, revision {} is in force", revision);
    }
  }
}
