package io.github.pulsarusercenter.events;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The center's time for the event writer. After the center's clock was set back, that time stands
 * still until it has caught up; events must still be written then, and files closed. Only {@link
 * #now()} may be called from other threads than the writer's.
 */
final class EventClock {
  private static final long STILL_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final LongSupplier clock;
  private final LongSupplier nanos;
  private long lastTime = Long.MIN_VALUE;
  private long lastChangeNanos;
  private long stillMillis;
  private long lastStamp = Long.MIN_VALUE;

  /**
   * @param clock epoch ms
   * @param nanos a clock that never jumps and never stands still
   */
  EventClock(LongSupplier clock, LongSupplier nanos) {
    this.clock = clock;
    this.nanos = nanos;
  }

  /** Epoch ms; for any thread. */
  long now() {
    return clock.getAsLong();
  }

  /**
   * Events up to this time, epoch ms, are due to be written: now, or Long.MAX_VALUE when time
   * stands still. Call it regularly, because it detects that by comparing calls.
   */
  long due() {
    long now = clock.getAsLong();
    return isStill(now) ? Long.MAX_VALUE : now;
  }

  private boolean isStill(long now) {
    long nanoTime = nanos.getAsLong();
    boolean still = now == lastTime && nanoTime - lastChangeNanos >= STILL_NANOS;
    if (still) {
      stillMillis += TimeUnit.NANOSECONDS.toMillis(nanoTime - lastChangeNanos);
    }
    if (still || now != lastTime) {
      lastTime = now;
      lastChangeNanos = nanoTime;
    }
    return still;
  }

  /** A time in ms for measuring durations; goes on when the center's time stands still. */
  long steadyMillis() {
    return clock.getAsLong() + stillMillis;
  }

  /**
   * The time in the name of a new file, epoch ms. Never the same twice, even when a file is full at
   * once, so that no file overwrites another.
   */
  long newStamp() {
    lastStamp = Math.max(clock.getAsLong(), lastStamp + 1);
    return lastStamp;
  }
}
