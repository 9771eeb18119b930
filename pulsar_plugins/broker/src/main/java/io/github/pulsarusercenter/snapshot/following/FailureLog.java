package io.github.pulsarusercenter.snapshot.following;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * Says why the center can't be followed, once a minute and at once when something else goes wrong
 * or what went wrong before had been over; and that it is followed again. Used by one thread.
 */
final class FailureLog {
  private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** A feed that breaks sooner than this has not been over it: it would fill the log. */
  private static final long STEADY_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Logger log;
  private final LongSupplier nanos;
  private long loggedAt;
  private String logged;
  private boolean told;
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
   * @param revision what stays in force
   */
  void failed(String failure, long revision) {
    long now = nanos.getAsLong();
    boolean wasOver = following && now - followedSince >= STEADY_NANOS;
    following = false;
    if (wasOver || !failure.equals(logged) || now - loggedAt >= PAUSE_NANOS) {
      loggedAt = now;
      logged = failure;
      told = true;
      log.error(
          "The user center can't be followed ({}); revision {} stays in force, trying again",
          failure,
          revision);
    }
  }

  /**
   * The center was heard.
   *
   * @param revision what is in force
   */
  void heard(long revision) {
    if (!following) {
      following = true;
      followedSince = nanos.getAsLong();
    }
    if (told) {
      told = false;
      log.info("The user center is followed again, revision {} is in force", revision);
    }
  }
}
