package io.github.pulsarusercenter.client.keys;

import io.github.pulsarusercenter.client.signin.CenterException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The center's answer to a request for a half: the half, or why there is none. */
final class KeyAnswer extends CompletableFuture<KeyHalf> {
  static final long PATIENCE_MILLIS = 10_000;
  private static final long PAUSE_MILLIS = 30_000;

  private final KeyHalf before;
  private final long asked = System.nanoTime();

  /**
   * @param last whose half is used while there is no newer one; null for none
   */
  KeyAnswer(KeyAnswer last) {
    this.before = last == null ? null : last.half();
  }

  /**
   * True when it must be asked again. A failure counts for 30 s, so that not each message waits.
   */
  boolean isOver(long lifeMillis) {
    return isDone() && ageMillis() > (isCompletedExceptionally() ? PAUSE_MILLIS : lifeMillis);
  }

  /** Waits until 10 s after the request. */
  KeyHalf await() throws CenterException {
    try {
      return get(Math.max(0, PATIENCE_MILLIS - ageMillis()), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      return otherwise((CenterException) e.getCause());
    } catch (TimeoutException e) {
      return otherwise(CenterException.unreachable("it has not answered within 10 s"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return otherwise(CenterException.unreachable("interrupted while waiting for a key"));
    }
  }

  /** True for a failure without an older half to go on with. */
  boolean isEmpty() {
    return isDone() && half() == null;
  }

  void overwrite() {
    if (half() != null) {
      half().overwrite();
    }
  }

  private KeyHalf half() {
    return isDone() && !isCompletedExceptionally() ? join() : before;
  }

  private KeyHalf otherwise(CenterException why) throws CenterException {
    if (before == null) {
      throw why;
    }
    return before;
  }

  private long ageMillis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - asked);
  }
}
