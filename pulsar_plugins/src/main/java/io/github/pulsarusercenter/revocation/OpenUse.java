package io.github.pulsarusercenter.revocation;

import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.decision.Question;
import io.github.pulsarusercenter.decision.ResourceName;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * One open producer or consumer.
 *
 * @param client the broker's object, compared by identity
 * @param recheck makes the broker ask again, and disconnect the client when it may no longer
 * @param times when it was last recorded and last re-asked
 */
record OpenUse(
    Object client,
    String what,
    Question question,
    ResourceName on,
    String principal,
    String subscription,
    SignInData data,
    Supplier<CompletableFuture<Void>> recheck,
    Times times) {
  private static final long RECHECK_PAUSE_MILLIS = 10_000;

  /** Moments in ms of a clock that never jumps. */
  static final class Times {
    private volatile long recorded;
    private volatile long rechecked;

    Times(long now) {
      recorded = now;
      rechecked = now - RECHECK_PAUSE_MILLIS;
    }
  }

  /** True once per period: the use is to be recorded again. */
  boolean renewalDue(long now, long everyMillis) {
    boolean due = now - times.recorded >= everyMillis;
    if (due) {
      times.recorded = now;
    }
    return due;
  }

  /** A client that is slow to go is not re-asked all the time. */
  boolean recheckDue(long now) {
    boolean due = now - times.rechecked >= RECHECK_PAUSE_MILLIS;
    if (due) {
      times.rechecked = now;
    }
    return due;
  }
}
