package io.github.pulsarusercenter.permissions;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delays the answer to a change made through this broker until the broker enforces it, so that the
 * user's next call sees it. No thread waits.
 */
public final class OwnChanges {
  private static final Logger log = LoggerFactory.getLogger(OwnChanges.class);
  private static final long PAUSE_MILLIS = 10;
  private static final long LONGEST_MILLIS = 5_000;

  private final LongSupplier revision;
  private final Executor later;

  /**
   * @param revision the revision that this broker enforces
   */
  public OwnChanges(LongSupplier revision, Executor threads) {
    this.revision = revision;
    this.later = CompletableFuture.delayedExecutor(PAUSE_MILLIS, MILLISECONDS, threads);
  }

  /**
   * Completes when the revision is enforced here, or after five seconds, because the change is made
   * in any case.
   */
  public CompletableFuture<Void> reached(long targetRevision) {
    return reached(targetRevision, LONGEST_MILLIS / PAUSE_MILLIS);
  }

  private CompletableFuture<Void> reached(long targetRevision, long looks) {
    if (revision.getAsLong() >= targetRevision) {
      return CompletableFuture.completedFuture(null);
    }
    if (looks == 0) {
      log.warn(
          "A change made through this broker, revision {}, is not enforced here yet",
          targetRevision);
      return CompletableFuture.completedFuture(null);
    }
    return CompletableFuture.supplyAsync(() -> looks - 1, later)
        .thenCompose(left -> reached(targetRevision, left));
  }
}
